"""Writes whole hands as text: what was legal, what was done, what happened. `python -m tests.golden.transcript` rewrites them."""

from __future__ import annotations

import random
from collections.abc import Iterator
from pathlib import Path
from typing import NamedTuple

from games.engine.catalogue import GAMES
from games.engine.core.contract import PUBLIC, Action, Event, Game, Prompt
from games.engine.mahjong import suggest
from games.engine.mahjong.wanzhou import suggest as wanzhou

FOLDER = Path(__file__).parent
SEATS = "ABCD"


class Script(NamedTuple):
    """One golden hand. `leaves` is the number of the action before which a seat leaves the table."""

    name: str
    preset: str
    seed: int
    rules: dict[str, object]
    leaves: tuple[int, int] | None = None


SCRIPTS = (
    Script("xuezhan-gang-shot", "sichuan_xuezhan", 50, {}),
    Script("xuezhan-empty-wall", "sichuan_xuezhan", 54, {}),
    Script("xuezhan-robbed-gang", "sichuan_xuezhan", 63, {}),
    Script("putong-three-seats", "sichuan_putong", 54, {"players": 3}),
    Script("chengdu", "chengdu_xuezhan", 93, {}),
    Script(
        "options-two-seats",
        "chengdu_xuezhan",
        36,
        {"players": 2, "pass_lock": True, "hide_concealed_gang": True},
    ),
    Script("escape", "sichuan_xuezhan", 67, {"fan_cap": 3}, (26, 2)),
    Script("wanzhou", "wanzhou", 90, {}),
    Script("wanzhou-xueliu", "wanzhou_xueliu", 23, {}),
    Script(
        "wanzhou-three-seats",
        "wanzhou_xueliu",
        7,
        {"players": 3, "void_first": True, "self_draw": "plus_one"},
    ),
)


def transcript(script: Script) -> str:
    """Return the text of a hand, played by chance, but wins are taken and useless tiles thrown."""
    return "\n".join(_lines(script)) + "\n"


def _lines(script: Script) -> Iterator[str]:
    game = GAMES.of_preset(script.preset)
    rules = game.rules(script.preset, script.rules)
    rng = random.Random(script.seed)
    deal = game.deal_from_seed(rules, rng.randbytes(32), ("",) * rules.players, None)
    yield f"{script.preset} {script.rules}"
    for seat, hand in enumerate(deal.hands):
        yield f"{SEATS[seat]} {game.tiles_text(hand)}{' dealer' if seat == deal.first else ''}"
    yield f"wall {game.tiles_text(deal.wall)}"
    yield f"chance {dict(deal.chance)}"
    state = game.new_hand(rules, deal)
    while prompts := game.prompts(state):
        action = _choose(game, state, prompts, script, rng)
        open_to = " ".join(map(prompt_line, prompts))
        yield f"{state.version:3} [{open_to}] {_text(game, action)}"
        state, events = game.apply(state, action)
        for event, seen in zip(events, game.project_events(events, PUBLIC), strict=True):
            yield f"      {event_line(game, event)}{'' if event == seen else '   (public: ' + event_line(game, seen) + ')'}"
    outcome = game.outcome(state)
    assert outcome is not None
    yield f"net {outcome.net} next {outcome.next_first} {outcome.reason}"


def _choose(game: Game, state, prompts: tuple[Prompt, ...], script: Script, rng: random.Random) -> Action:
    if script.leaves and state.version == script.leaves[0]:
        leave = game.leave_action(state, script.leaves[1])
        if leave is not None:
            return leave
    prompt = rng.choice(prompts)
    if prompt.default.do == "hu":
        return prompt.default
    action = rng.choice(prompt.actions)
    if action.do != "discard":
        return action
    at = state.seats[prompt.seat]
    if game.name == "wanzhou":
        useless = wanzhou.discard(at.hand, at.void, state.wild)
    else:
        useless = suggest.discard(at.hand, at.open_suits, at.void)
    thrown = Action(prompt.seat, "discard", (useless,))
    return thrown if thrown in prompt.actions else prompt.default


def prompt_line(prompt: Prompt) -> str:
    """Return who is asked for what; ! where only 胡 is left."""
    return (
        f"{SEATS[prompt.seat]}:"
        + "/".join(dict.fromkeys(action.do for action in prompt.actions))
        + ("!" if prompt.clock == "forced" else "")
    )


def _text(game: Game, action: Action) -> str:
    return " ".join([SEATS[action.seat], *game.action_payload(action).values()])


def event_line(game: Game, event: Event) -> str:
    """Return an event in one line, ? for tiles the viewer may not know."""
    hidden = -1 in event.tiles
    record = game.event_record(event._replace(tiles=()) if hidden else event)
    if hidden:
        record["tiles"] = "?" * len(event.tiles)
    if "win" in record:
        win = record["win"]
        record["win"] = (
            f"{'+'.join(item['name'] for item in win['items'])} {win['fan']}番 {' '.join(win['groups']) or '?'}"
        )
    if "rows" in record:
        rows = record["rows"]
        return "paid " + ", ".join(
            f"{r['payer']}>{r['payee']} {r['amount']} {r['cause']} {r['clause']}" for r in rows
        )
    return " ".join(f"{key}={value}" if key != "kind" else str(value) for key, value in record.items())


if __name__ == "__main__":
    for each in SCRIPTS:
        (FOLDER / f"{each.name}.txt").write_text(transcript(each))
