"""A table page without a site behind it: the real scripts and styles, markup by the contract, a scripted socket.

A small server answers from the source folders with the site's own content security policy, and Playwright plays the
other end of the socket, so that the scripts are tested in the states a live hand reaches rarely: refusals, lost
lines, close codes, two gangs at once.
"""

from __future__ import annotations

import json
import mimetypes
import re
import threading
from collections.abc import Callable
from dataclasses import dataclass, field
from http.server import BaseHTTPRequestHandler, ThreadingHTTPServer
from pathlib import Path
from typing import TYPE_CHECKING
from urllib.parse import parse_qs, urlparse

import django_htmx

from mahjong_site.middleware import POLICY
from tests.support.stack import ROOT

if TYPE_CHECKING:
    from playwright.sync_api import BrowserContext, ConsoleMessage, Page, WebSocketRoute

HTMX = Path(django_htmx.__file__).parent / "static"
HAND = "1m 2m 3m 5p 5p 6p 7p 1s 2s 3s 4s 9s 9s".split()


def texts() -> str:
    """Return the texts' template with the tags replaced by their message ids."""
    source = (ROOT / "templates/table/_texts.html").read_text(encoding="utf-8")
    source = re.sub(r"{#.*?#}|{% load .*?%}", "", source)
    return re.sub(r"{% translate '(.*?)' %}", r"\1", source)


def hand(
    tiles: list[str],
    window: int | None = None,
    drawn: str = "",
    why: dict[int, str] | None = None,
    armed: str | None = None,
) -> str:
    """Return `#hand`; with a window every tile without a reason in `why` may be thrown, with `armed` ("" for none yet)
    each may be kept ready for the next turn.
    """
    row = [*tiles, *([drawn] if drawn else [])]
    buttons = []
    for place, tile in enumerate(row):
        last = bool(drawn) and place == len(row) - 1
        if why and place in why:
            act = f'type=button aria-disabled=true data-why="{why[place]}"'
        elif window is not None:
            act = f"name=discard value={tile} data-do=discard data-window={window}"
        elif armed is not None:
            act = f"name={'disarm' if tile == armed else 'arm'} value={tile}"
        else:
            act = "type=button"
        extra = " data-drawn" if last else ""
        style = (" drawn" if last else "") + (" armed" if tile == armed else "")
        buttons.append(
            f'<button class="t t{tile}{style}" {act} data-tile={tile} data-place={place}{extra} aria-label="{tile}"></button>'
        )
    return f'<div id=hand class=hand role=group aria-label="手牌">{"".join(buttons)}</div>'


def prompt(*buttons: str, kind: str = "", window: int | None = None) -> str:
    """Return `#prompt`; a button is "peng", "gang:5p", "pass!price" or "ding_que/m"."""
    made = "".join(_button(button, window) for button in buttons)
    own = f" data-kind={kind} data-window={window}" if window is not None else ""
    return f"<div id=prompt class=prompt{own} role=group>{made}</div>"


def _button(spec: str, window: int | None) -> str:
    spec, _, cost = spec.partition("!")
    spec, _, suit = spec.partition("/")
    verb, _, tile = spec.partition(":")
    extra = f" data-suit={suit}" if suit else ""
    if tile:
        extra += f" data-tiles={tile}" if verb == "swap_three" else f" data-tile={tile}"
    if cost:
        extra += f' data-cost="{cost}"'
    return f'<button class="claim {verb}" name={verb} value=1 data-do={verb} data-window={window}{extra}><b>{verb}</b></button>'


def wishes(**toggles: str) -> str:
    """Return `#wishes`; each toggle has its key, a small one where it is on."""
    made = "".join(
        f"<button form=f-toggle name={name} value=1 data-toggle={name} data-key={key.upper()} aria-pressed={str(key.islower()).lower()}>{name}</button>"
        for name, key in toggles.items()
    )
    return f"<div id=wishes role=group>{made}</div>"


def now(hand: int = 7, number: int = 2) -> str:
    """Return what forms and frames answer: the hand and the number of the coming one."""
    return (
        f"<div id=now hidden data-hand={hand} data-hash={number}><input type=hidden form=act name=hand value={hand}>"
        f"<input type=hidden form=f-ready name=number value={number}></div>"
    )


def river(seat: int, tiles: list[str]) -> str:
    """Return a river."""
    body = "".join(f'<i class="t t{tile}"></i>' for tile in tiles)
    return f'<div id=river-{seat} class=river data-seat={seat} role=img aria-label="river">{body}</div>'


def melds(seat: int | str, *groups: str) -> str:
    """Return melds; a group is "5p5p5p" spelled "5p*3"."""
    made = ""
    for group in groups:
        tile, _, count = group.partition("*")
        faces = f'<i class="t t{tile}"></i>' * int(count)
        made += f"<span class=meld data-n={count}>{faces}</span>"
    name = seat if isinstance(seat, str) else f"melds-{seat}"
    return f"<div id={name} class=melds>{made}</div>"


def fx(*events: str) -> str:
    """Return `#fx`; an event is its attributes without `data-`: "kind=discard seat=2 tiles=5p"."""
    made = "".join("<i " + " ".join(f"data-{pair}" for pair in event.split()) + "></i>" for event in events)
    return f"<div id=fx hidden>{made}</div>"


def clock(seat: int, left: int | None = None, bank: int = 0, total: int = 15000) -> str:
    """Return a clock, empty without `left`."""
    running = (
        f" data-left={left} data-bank={bank} data-total={total} data-kind=turn" if left is not None else ""
    )
    return f"<span id=clock-{seat} class=clock data-seat={seat}{running}></span>"


def notice(code: str = "", words: str = "") -> str:
    """Return the reason line."""
    own = f" data-code={code}" if code else ""
    return f"<p id=notice class=notice{own}>{words}</p>"


def sheet(number: int = 0) -> str:
    """Return the account of a hand, or the empty sheet."""
    if not number:
        return "<section id=sheet class=sheet hidden></section>"
    return (
        f"<section id=sheet class=sheet data-hand={number}><details open><summary>结算</summary>"
        "<div class=paper>账</div></details><button class=wide form=f-ready>下一局</button></section>"
    )


def page(regions: str = "") -> str:
    """Return the whole document."""
    seats = range(4)
    plates = "".join(
        f"<div id=plate-{seat} class=plate data-seat={seat}><b>{seat}</b></div>" for seat in seats
    )
    public = "".join(
        river(seat, []) + melds(seat) + f"<div id=backs-{seat} class=backs></div>{clock(seat)}"
        for seat in seats
    )
    return f"""<!doctype html><html lang=zh-hans><head><meta charset=utf-8><title>牌桌</title>
<meta name="viewport" content="width=device-width, initial-scale=1">
<meta name="htmx-config" content='{{"includeIndicatorStyles":false,"allowEval":false,"historyEnabled":false}}'>
<script src="/static/js/early.js"></script>
<link rel=stylesheet href="/static/css/tokens.css"><link rel=stylesheet href="/static/css/tiles.css">
<link rel=stylesheet href="/static/css/motion.css"><link rel=stylesheet href="/harness.css">
<script src="/static/django_htmx/htmx-2.min.js" defer></script>
<script src="/static/django_htmx/ext/hx-ws-2.min.js" defer></script>
<script type=module src="/static/js/site.js"></script><script type=module src="/static/js/app.js"></script>
</head><body><main id=table class=table data-number=1234 data-viewer-seat=0 data-players=4 data-act-url="/t/1234/act"
 data-home-url="/home" data-login-url="/login/" hx-ext=ws ws-connect="/ws/t/1234/"><div class=felt>felt</div>
<div id=center class=center>center</div>{plates}{public}
<form id=act method=post action="/t/1234/act"><input type=hidden name=csrfmiddlewaretoken value=tok>
<div class=words>{notice()}</div><div id=waits></div>{prompt()}<details class=auto><summary>自动</summary>{wishes()}</details>{regions or hand(HAND)}{melds("own-melds")}</form>{sheet()}{fx()}{now()}
<div aria-live=polite><span id=announce></span></div><i id=beat hidden></i><i id=pushed hidden></i></main>
<form id=f-ready data-frame=ready method=post action="/t/1234/ready"><input type=hidden name=id value=page><input type=hidden name=nonce value=""><input type=hidden name=hash value=""></form>
<button id=opener data-open=help>help</button><button data-open=settings id=open-settings>s</button>
<dialog id=dialog-help><form method=dialog><button>ok</button></form></dialog>
<dialog id=dialog-settings><form data-settings><input type=range name=volume min=0 max=100><input type=checkbox name=mute>
<input type=checkbox name=tap><input type=checkbox name=contrast><input type=checkbox name=motion></form><button data-close>x</button></dialog>
<dialog id=confirm><p data-text></p><form method=dialog><button value=no>no</button><button value=yes>yes</button></form></dialog>
<input id=chat>{texts()}</body></html>"""


CSS = """
body { margin: 0; background: #134a44; color: #fff }
.table { position: relative; display: block; height: 700px }
.plate { position: absolute; width: 120px; height: 40px; background: #0006 }
#plate-0 { left: 10px; top: 480px } #plate-1 { right: 10px; top: 200px } #plate-2 { left: 340px; top: 4px } #plate-3 { left: 10px; top: 200px }
.river { position: absolute; --tw: 32px } #river-0 { left: 300px; top: 360px } #river-1 { left: 520px; top: 200px }
#river-2 { left: 300px; top: 70px } #river-3 { left: 160px; top: 200px }
#melds-1 { position: absolute; left: 640px; top: 300px; --tw: 32px } #melds-0 { display: none }
.center { position: absolute; left: 340px; top: 220px; width: 120px; height: 90px }
#act { position: absolute; left: 0; right: 0; bottom: 0; height: 230px }
.hand { position: absolute; left: 20px; bottom: 30px; --tw: 48px; white-space: nowrap } .lift { translate: 0 -12px }
.prompt { position: absolute; right: 20px; top: 20px } .prompt button { width: 64px; height: 64px }
.sheet { position: absolute; inset: 60px } .felt { position: absolute; inset: 0; z-index: -1 }
"""


@dataclass
class Client:
    """One open table page and its scripted server."""

    page: Page
    frames: list[dict[str, str]] = field(default_factory=list)
    posts: list[dict[str, str]] = field(default_factory=list)
    sockets: list[WebSocketRoute] = field(default_factory=list)
    errors: list[str] = field(default_factory=list)
    greeting: str = "<i id=beat hidden data-at=0></i>"
    pushed: int = 0

    def push(self, *regions: str) -> None:
        """Send one message on the newest socket and wait until the page has swapped it."""
        self.pushed += 1
        self.sockets[-1].send("".join(regions) + f"<i id=pushed hidden data-n={self.pushed}></i>")
        self.page.wait_for_selector(f"#pushed[data-n='{self.pushed}']", state="attached")
        self.settle(60)

    def settle(self, ms: int) -> None:
        """Let the page's own time go on; whatever it sent before the end of it has arrived here."""
        self.page.evaluate("ms => new Promise(done => setTimeout(done, ms))", ms)

    def acts(self) -> list[dict[str, str]]:
        """Return the answers to windows that arrived, without their ids and the one hand of most tests."""
        self.settle(40)  # frames reach the test a moment after they left the page
        return [
            {name: value for name, value in frame.items() if name not in {"id", "type", "hand"}}
            for frame in self.frames
            if frame["type"] == "act"
        ]

    def tile(self, place: int) -> str:
        """Return the selector of a hand tile."""
        return f"#hand [data-place='{place}']"

    def quiet(self) -> None:
        """Wait until taps count again after the hand has re-flowed."""
        self.settle(270)

    def lifted(self) -> list[str]:
        """Return the places of the tiles that are up."""
        found: list[str] = self.page.evaluate(
            "[...document.querySelectorAll('#hand .lift')].map(t => t.dataset.place)"
        )
        return found

    def aloft(self) -> int:
        """Return how many things move on the overlay."""
        return int(self.page.evaluate("document.querySelectorAll('#overlay > *').length"))

    def flown(self, selector: str = "*") -> int:
        """Return how many things that match have moved on the overlay, landed or not: no flight is too short for this."""
        return int(self.page.evaluate("css => flown.filter(node => node.matches(css)).length", selector))

    def landed(self) -> bool:
        """Return whether all that moves comes to an end within three seconds."""
        for _ in range(60):
            if self.aloft() == 0:
                return True
            self.settle(50)
        return False

    def link(self) -> str:
        """Return the state of the connection as the page shows it."""
        return self.page.get_attribute("#table", "data-link") or ""


class Site(ThreadingHTTPServer):
    """Serves the source folders and the document of the page under test; keeps what was posted."""

    daemon_threads = True

    def __init__(self) -> None:
        super().__init__(("127.0.0.1", 0), Answer)
        self.document: Callable[[], str] = page
        self.posts: list[dict[str, str]] = []
        threading.Thread(target=self.serve_forever, daemon=True).start()

    @property
    def origin(self) -> str:
        return f"http://127.0.0.1:{self.server_port}"


class Answer(BaseHTTPRequestHandler):
    """One request."""

    server: Site
    protocol_version = "HTTP/1.1"

    def log_message(self, format: str, *args: object) -> None:
        """Keep quiet."""

    def do_GET(self) -> None:
        path = urlparse(self.path).path
        if path.startswith("/static/"):
            name = path.removeprefix("/static/")
            file = HTMX / name if name.startswith("django_htmx") else ROOT / "static" / name
            if not file.is_file():
                return self.send_error(404)
            return self._send(
                file.read_bytes(), mimetypes.guess_type(file.name)[0] or "text/plain", cached=True
            )
        if path.startswith("/ws/"):
            return self.send_error(400)  # like a proxy that speaks no WebSocket
        if path == "/harness.css":
            return self._send(CSS.encode(), "text/css")
        body = self.server.document() if path == "/t/1234/" else "<title>elsewhere</title>"
        return self._send(body.encode(), "text/html; charset=utf-8")

    def do_POST(self) -> None:
        body = self.rfile.read(int(self.headers["Content-Length"])).decode()
        path = urlparse(self.path).path
        self.server.posts.append(
            {name: values[0] for name, values in parse_qs(body).items()} | {"path": path}
        )
        self._send(self.server.document().encode(), "text/html; charset=utf-8")

    def _send(self, body: bytes, kind: str, *, cached: bool = False) -> None:
        self.send_response(200)
        self.send_header("Content-Type", kind)
        self.send_header("Content-Length", str(len(body)))
        self.send_header("Cache-Control", "max-age=600" if cached else "no-store")
        host = self.headers["Host"]
        self.send_header("Content-Security-Policy", POLICY.format(sockets=f" ws://{host}"))
        self.end_headers()
        self.wfile.write(body)


def open_client(
    context: BrowserContext,
    site: Site,
    *,
    reachable: bool = True,
    script: str = "",
    document: Callable[[], str] = page,
) -> Client:
    """Open the page; without `reachable` every handshake fails, as behind a proxy that speaks no WebSocket.

    `script` runs before those of the page.
    """
    site.document, site.posts = document, []
    client = Client(context.new_page(), posts=site.posts)
    client.page.on("pageerror", lambda error: client.errors.append(str(error)))
    client.page.on("console", lambda line: _note(client, line))
    client.page.add_init_script(FRESH + script)

    def socket(route: WebSocketRoute) -> None:
        client.sockets.append(route)
        route.on_message(lambda text: client.frames.append(json.loads(text)))
        if client.greeting:
            route.send(client.greeting)

    if reachable:
        client.page.route_web_socket(re.compile(r"/ws/t/"), socket)
    client.page.goto(f"{site.origin}/t/1234/")
    if reachable:
        client.page.wait_for_selector("#table[data-link=live]")
    return client


# Storage outlives a page of the shared context, but not a test; a reload keeps it.
FRESH = """if (!sessionStorage.open) { localStorage.clear(); sessionStorage.open = 1; }
window.flown = [];
new MutationObserver((changes) => {
  for (const { target, addedNodes } of changes) if (target.id === "overlay") window.flown.push(...addedNodes);
}).observe(document, { childList: true, subtree: true });
"""


def _note(client: Client, line: ConsoleMessage) -> None:
    if line.type == "error" and "WebSocket" not in line.text:
        client.errors.append(line.text)
