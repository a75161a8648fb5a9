"""Everything this process holds for its sockets: the rooms they look at, the people behind them and the ticker.

There is one hub for each event loop, so one for a web process. It keeps nothing that matters: kill the process and
the next one builds the same from the database and from the browsers that come back.
"""

from __future__ import annotations

import asyncio
import uuid
import weakref

from games.realtime.feed import RoomFeed
from games.realtime.owner import Owner
from games.realtime.ticker import Ticker
from games.realtime.viewer import Viewer

_hubs: weakref.WeakKeyDictionary[asyncio.AbstractEventLoop, Hub] = weakref.WeakKeyDictionary()


def hub() -> Hub:
    """Return the hub of the running loop, made on first use."""
    loop = asyncio.get_running_loop()
    found = _hubs.get(loop)
    if found is None:
        found = _hubs[loop] = Hub()
    return found


class Hub:
    """The sockets of this process by room and by person."""

    def __init__(self) -> None:
        self.process = uuid.uuid4().hex
        self.rooms: dict[int, RoomFeed] = {}
        self.people: dict[int, Owner] = {}
        self.ticker = Ticker(self)

    def attach(self, socket: Viewer, room_id: int, user_id: int) -> tuple[RoomFeed, Owner]:
        """Take in an admitted socket."""
        feed = self.rooms.get(room_id)
        if feed is None:
            feed = self.rooms[room_id] = RoomFeed(room_id)
        owner = self.people.get(user_id)
        if owner is None:
            owner = self.people[user_id] = Owner(user_id, self.process)
        feed.sockets.add(socket)
        feed.subscription.ensure()
        owner.add(socket)
        self.ticker.start()
        return feed, owner

    def detach(self, socket: Viewer, feed: RoomFeed, owner: Owner) -> None:
        """Let go of a socket, and of its room and person where it was the last."""
        feed.sockets.discard(socket)
        if not feed.sockets and self.rooms.get(feed.room_id) is feed:
            del self.rooms[feed.room_id]
            feed.close()
        if socket in owner.sockets:
            owner.sockets.remove(socket)
        if not owner.sockets and self.people.get(owner.user_id) is owner:
            del self.people[owner.user_id]
            owner.subscription.close()

    def sockets(self) -> list[Viewer]:
        """Return every admitted socket."""
        return [socket for feed in self.rooms.values() for socket in feed.sockets]

    def seated(self, newcomers: bool) -> list[tuple[int, int]]:
        """Return the (room, user) pairs of the seats that have a socket here, or only those not returned yet."""
        pairs = set()
        for socket in self.sockets():
            if socket.seated and not socket.closed and not (newcomers and socket.told):
                socket.told = True
                pairs.add((socket.room_id, socket.user_id))
        return list(pairs)

    def repair(self) -> None:
        """Try again to join the groups whose broker was away."""
        for feed in self.rooms.values():
            feed.subscription.ensure()
        for owner in self.people.values():
            owner.subscription.ensure()
