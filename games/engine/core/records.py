"""Records of whole hands: reading, replaying and writing them, for any game (format in docs/records.md)."""

from __future__ import annotations

from collections.abc import Mapping, Sequence
from dataclasses import fields, is_dataclass
from typing import NamedTuple

from games.engine.core.coins import settle_coins
from games.engine.core.contract import (
    WIN_CAUSES,
    Action,
    Deal,
    Event,
    Game,
    LedgerRow,
    PromptKind,
    Rules,
    State,
)
from games.engine.core.deal import SEED_BYTES, nonces_fit
from games.engine.core.errors import Code, EngineError, RecordError, RuleViolation
from games.engine.core.registry import Registry

FORMAT = "table-record/1"
ENGINE_VERSION = 1

_MOST = 2**63 - 1  # what the database keeps of coins

_DEALT = ("hands", "wall", "chance")
_COINS = ("coins", "coefficient", "fee")
_HEADER = (
    "format",
    "engine_version",
    "game",
    "preset",
    "rules",
    "dealer",
    "lead",
    "seed",
    "nonces",
    "actions",
)
_KEYS = frozenset((*_HEADER, *_DEALT, *_COINS))
_REMARKS = frozenset(
    ("id", "net", "note", "tags", "expect", "coins_net", "house", "nonce_hashes")
)  # others' notes, not read


class Stakes(NamedTuple):
    """Coins a seat starts with, coins a point, and the fee (LD-05)."""

    coins: tuple[int, ...]
    coefficient: int
    fee: int


class Record(NamedTuple):
    """A record whose header holds together; its actions are read when they are played."""

    game: Game
    rules: Rules
    deal: Deal
    actions: tuple[object, ...]
    stakes: Stakes | None


class Replay(NamedTuple):
    """A record played to its end. `net` are points; `coins_net` and `house` are None without coins.

    `actions` are all actions played, the implied default answers included. `finished` is False where the
    record stops before the hand does; `rows` and `net` are then what was paid so far.
    """

    events: tuple[Event, ...]
    rows: tuple[LedgerRow, ...]
    net: tuple[int, ...]
    coins_net: tuple[int, ...] | None
    house: int | None
    finished: bool
    state: State
    actions: tuple[Action, ...]


def parse_record(obj: object, games: Registry) -> Record:
    """Read the header and the deal of a record; raises RecordError with index -1, or another EngineError."""
    if not isinstance(obj, Mapping):
        raise _bad("a record is an object")
    unknown = sorted(str(key) for key in obj if key not in _KEYS and key not in _REMARKS)
    if unknown:
        raise _bad("unknown key " + ", ".join(unknown)[:80])
    if obj.get("format") != FORMAT:
        raise _bad(f"format: must be {FORMAT}")
    version = obj.get("engine_version", ENGINE_VERSION)
    if type(version) is not int or not 1 <= version <= ENGINE_VERSION:
        raise _bad(f"engine_version: 1 to {ENGINE_VERSION} can be replayed")
    game = games.game(_text(obj, "game"))
    overrides = obj.get("rules", {})
    if not isinstance(overrides, Mapping):
        raise _bad("rules: must be an object")
    rules = game.rules(_text(obj, "preset"), overrides)
    actions = obj.get("actions")
    if not isinstance(actions, list):
        raise _bad("actions: must be a list")
    return Record(game, rules, _deal(game, rules, obj), tuple(actions), _stakes(rules, obj))


def replay(record: Record) -> Replay:
    """Play a record; raises RecordError with the index of the first action that is not legal.

    An action that only becomes legal when the open claim window closes, and the end of the record, imply
    the default answer of every seat still pending in that window (docs/records.md).
    """
    game = record.game
    player = _Player(game, game.new_hand(record.rules, record.deal))
    for index, raw in enumerate(record.actions):
        player.play(_action(game, record.rules, raw, index), index)
    player.close_claims()
    outcome = game.outcome(player.state)
    rows = outcome.rows if outcome else tuple(row for event in player.events for row in event.rows)
    net = outcome.net if outcome else net_of(rows, record.rules.players)
    coins_net = house = None
    if record.stakes is not None:
        coins, coefficient, fee = record.stakes
        limited = limited_rows(record.rules, rows)
        settled = settle_coins(rows, coins, coefficient=coefficient, fee=fee, limited=limited)
        coins_net, house = settled.net, settled.house
    finished = outcome is not None
    return Replay(
        tuple(player.events), rows, net, coins_net, house, finished, player.state, tuple(player.done)
    )


def dump(game: Game, rules: Rules, deal: Deal, actions: Sequence[Action]) -> dict[str, object]:
    """Return the record of a hand; the inverse of `parse_record`."""
    return {
        "format": FORMAT,
        "engine_version": ENGINE_VERSION,
        "game": game.name,
        "preset": rules.preset,
        "rules": overrides_of(game, rules),
        **game.deal_to_record(deal),
        "actions": [{"seat": action.seat, **game.action_payload(action)} for action in actions],
    }


def overrides_of(game: Game, rules: Rules) -> dict[str, object]:
    """Return the fields in which `rules` differ from their preset."""
    preset = game.presets[rules.preset]
    if not is_dataclass(rules) or isinstance(rules, type):
        raise TypeError("rules are dataclasses")
    changed = {}
    for field in fields(rules):
        value = getattr(rules, field.name)
        if value != getattr(preset, field.name):
            changed[field.name] = value
    return changed


def net_of(rows: Sequence[LedgerRow], players: int) -> tuple[int, ...]:
    """Return what the rows bring each seat."""
    net = [0] * players
    for row in rows:
        net[row.payer] -= row.amount
        net[row.payee] += row.amount
    return tuple(net)


def limited_rows(rules: Rules, rows: Sequence[LedgerRow]) -> tuple[int, ...]:
    """Return the indices of the rows whose coins `settle_coins` limits by what the winner has (WZ-20)."""
    if not rules.limits_wins:
        return ()
    return tuple(index for index, row in enumerate(rows) if row.cause in WIN_CAUSES)


class _Player:
    """Applies actions one after another and fills in the default answers that a record leaves out."""

    def __init__(self, game: Game, state: State) -> None:
        self.game = game
        self.state = state
        self.events: list[Event] = []
        self.done: list[Action] = []

    def play(self, action: Action, index: int) -> None:
        try:
            self._apply(action)
        except RuleViolation as error:
            asked = [prompt.seat for prompt in self.game.prompts(self.state)]
            if not self.close_claims():
                raise RecordError(error.code, error.detail, index) from error
            try:
                self._apply(action)
            except RuleViolation as later:
                told = error if action.seat in asked else later  # an answer is judged in its own window
                raise RecordError(told.code, told.detail, index) from later

    def close_claims(self) -> bool:
        """Answer for everybody who is asked about the tile on offer; False where no claim window is open."""
        pending = self.game.prompts(self.state)
        if not pending or pending[0].kind is not PromptKind.CLAIM:
            return False
        for prompt in pending:
            if prompt in self.game.prompts(self.state):
                self._apply(prompt.default)
        return True

    def _apply(self, action: Action) -> None:
        step = self.game.apply(self.state, action)
        self.state = step.state
        self.events.extend(step.events)
        self.done.append(action)


def _action(game: Game, rules: Rules, raw: object, index: int) -> Action:
    if not isinstance(raw, Mapping):
        raise RecordError(Code.BAD_RECORD, "an action is an object", index)
    seat = raw.get("seat")
    if type(seat) is not int or not 0 <= seat < rules.players:
        raise RecordError(Code.BAD_ARGUMENT, f"seat {seat!r}"[:80], index)
    try:
        return game.parse_action(seat, {key: value for key, value in raw.items() if key != "seat"})
    except EngineError as error:
        raise RecordError(error.code, error.detail, index) from error


def _deal(game: Game, rules: Rules, obj: Mapping[str, object]) -> Deal:
    if "seed" not in obj:
        if "nonces" in obj:
            raise _bad("nonces: only with a seed")
        return game.deal_from_record(rules, obj)
    doubled = [key for key in _DEALT if key in obj]
    if doubled:
        raise _bad(f"{doubled[0]}: the seed stands for it")
    nonces = obj.get("nonces", [""] * rules.players)
    return seeded_deal(game, rules, obj["seed"], nonces, obj.get("dealer", obj.get("lead")))


def seeded_deal(game: Game, rules: Rules, seed: object, nonces: object, first: object) -> Deal:
    """Deal from a seed in hex and one nonce a seat; `first` None lets the rules decide. Raises RecordError."""
    if first is not None and (type(first) is not int or not 0 <= first < rules.players):
        raise _bad("dealer: must be a seat")
    if not isinstance(nonces, list) or len(nonces) != rules.players:
        raise _bad("nonces: one text a seat")
    if not all(isinstance(nonce, str) and _encodes(nonce) for nonce in nonces):
        raise _bad("nonces: one text a seat")
    return game.deal_from_seed(rules, parse_seed(seed), tuple(nonces), first)


def hashes_fit(nonces: Sequence[str], hashes: Sequence[str]) -> bool:
    """Return whether each nonce is empty or has the hash that its seat left; raises RecordError for other hashes."""
    if len(hashes) != len(nonces) or not all(_is_hash(left) for left in hashes):
        raise _bad("nonce_hashes: 64 hex digits or nothing for each seat")
    return nonces_fit(nonces, hashes)


def _is_hash(text: str) -> bool:
    return not text or (len(text) == 64 and set(text) <= set("0123456789abcdef"))


def parse_seed(text: object) -> bytes:
    """Read a seed in hex; raises RecordError."""
    try:
        # fromhex() would skip spaces, so the length is asked first.
        seed = bytes.fromhex(text) if isinstance(text, str) and len(text) == 2 * SEED_BYTES else b""
    except ValueError:
        seed = b""
    if len(seed) != SEED_BYTES:
        raise _bad(f"seed: must be {2 * SEED_BYTES} hex digits")
    return seed


def _encodes(text: str) -> bool:
    try:
        text.encode()
    except UnicodeEncodeError:  # a lone surrogate out of JSON
        return False
    return True


def _stakes(rules: Rules, obj: Mapping[str, object]) -> Stakes | None:
    if "coins" not in obj:
        if any(key in obj for key in _COINS):
            raise _bad("coefficient and fee: only with coins")
        return None
    coins = obj["coins"]
    if not isinstance(coins, list) or len(coins) != rules.players:
        raise _bad("coins: one number a seat")
    amounts = {f"coins[{seat}]": amount for seat, amount in enumerate(coins)}
    amounts |= {"coefficient": obj.get("coefficient", 1), "fee": obj.get("fee", 0)}
    checked = []
    for name, amount in amounts.items():
        if type(amount) is not int or not 0 <= amount <= _MOST:
            raise _bad(f"{name}: must be a whole number from 0 to {_MOST}")
        checked.append(amount)
    return Stakes(tuple(checked[:-2]), checked[-2], checked[-1])


def _text(obj: Mapping[str, object], key: str) -> str:
    value = obj.get(key)
    if not isinstance(value, str):
        raise _bad(f"{key}: must be text")
    return value


def _bad(detail: str) -> RecordError:
    return RecordError(Code.BAD_RECORD, detail)
