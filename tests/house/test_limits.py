"""One place says what a connection may be: `dev` and every unit start Daphne with those flags."""

from __future__ import annotations

import pytest

from games.realtime import frames
from mahjong_site import dev, limits
from tests.support.units import DEPLOY, exec_start


def flags(command: list[str]) -> dict[str, str]:
    """Return the options of a command with their values."""
    return {
        word: value
        for word, value in zip(command, [*command[1:], ""], strict=True)
        if word.startswith("--") and not value.startswith("-")
    }


WANTED = flags(list(limits.DAPHNE_FLAGS))


def daphnes() -> list[list[str]]:
    """Return the commands of all units that run Daphne."""
    commands = [exec_start(path.stem, "8001") for path in sorted(DEPLOY.glob("*.service"))]
    return [command for command in commands if "daphne" in command]


def test_there_is_a_unit_to_look_at() -> None:
    assert len(daphnes()) == 1


@pytest.mark.parametrize("command", [*daphnes(), list(dev.specs("127.0.0.1", 8000)[0].command)])
def test_every_daphne_has_the_limits(command: list[str]) -> None:
    given = flags(command)
    assert {name: given.get(name) for name in WANTED} == WANTED


def test_what_comes_in_is_small_and_what_goes_out_is_not() -> None:
    assert frames.MAX_BYTES == int(WANTED["--websocket-max-frame-size"]) == 8192
    assert int(WANTED["--websocket-max-message-size"]) >= 8 * frames.MAX_BYTES
