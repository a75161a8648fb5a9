"""The account of a finished hand: its totals are the sum of its lines, every cut is named with its clause, 截胡 is told."""

from __future__ import annotations

import re

import pytest

from games.engine.core.contract import NONE, PUBLIC, Event, FanItem, Win
from games.engine.core.records import Stakes
from games.engine.mahjong.view import EventKind
from games.presentation import coins
from games.presentation.contract import Moment
from games.presentation.mahjong import account, moves
from tests.scenes.wanzhou_scenes import wz_limit, wz_playing, wz_result

WIN = Win(1, 4, 3, 1, (FanItem("ping_hu", 1, "WZ-13"),), 1, 200, ((4, 4),))


def lines(html: str) -> dict[str, int]:
    """Return what the lines between the seats and the house come to, by the name of the seat."""
    sums: dict[str, int] = {}
    for row in re.findall(r"<li[^>]*><span class=from.*?</li>", html):
        payer, payee = re.findall(r"class=(?:from|to)[^>]*>(.*?)</span>", row)
        amount = int(re.findall(r"<b>[+−]?(\d+)</b>", row)[0])
        sums[payer] = sums.get(payer, 0) - amount
        sums[payee] = sums.get(payee, 0) + amount
    return sums


def totals(html: str) -> dict[str, int]:
    rows = re.findall(r"<th scope=row[^>]*>(.*?)</th><td[^>]*>(.*?)</td>", html.split("class=totals")[1])
    return {name: int(made.replace("−", "-")) for name, made in rows}


@pytest.mark.parametrize("scene", [wz_result, wz_limit])
def test_the_totals_are_the_sum_of_the_lines(scene) -> None:
    made = scene()
    html = account.sheet(made.view, made.facts)
    sums = lines(html)
    sums.pop("牌馆", None)
    assert {name: sums.get(name, 0) for name in totals(html)} == totals(html)
    assert sum(abs(amount) for amount in sums.values()) > 0


def test_a_cut_payment_says_what_was_asked_and_by_which_clause() -> None:
    scene = wz_limit()
    html = account.sheet(scene.view, scene.facts)
    assert '<p class=limit><a href="/rules/WZ-20/">收入上限</a> 应收76800，最多收12150，少收64650</p>' in html
    assert html.count('应付25600 · <a href="/rules/WZ-20/">收入上限</a>') == 2
    assert (
        html.count('应付25600 · <a href="/rules/LD-06/">豆不够</a>') == 1
    )  # the limit left it 4050, it has 3000
    assert html.count('href="/rules/LD-05/">台费') == 4
    assert "累计" not in html  # points and coins are not added up


def test_no_limit_is_named_where_it_takes_nothing() -> None:
    scene = wz_limit()
    rich = scene.facts._replace(stakes=Stakes((90_000,) * 4, 1, 0))
    assert scene.view.outcome is not None
    found, limits = coins.account(rich, scene.view.rules, scene.view.outcome)
    assert limits == (None, None)
    assert found.net == scene.view.outcome.net
    assert all(not moved.clause for moved in found.rows)


def test_who_stood_back_for_a_nearer_win_is_named_when_the_hand_is_over() -> None:
    scene = wz_limit()
    assert '<a href="/rules/WZ-09/">截胡</a> <span data-seat=1>' in account.sheet(scene.view, scene.facts)


@pytest.mark.parametrize(("cut", "told"), [((0,), True), ((), False)])
def test_a_cut_win_is_heard_and_seen_by_the_viewer_it_was_cut_of(cut: tuple[int, ...], told: bool) -> None:
    scene = wz_playing()
    event = Event(EventKind.HU, 1, (4,), 3, win=WIN._replace(cut=cut))  # as projected for this viewer
    moment = Moment(events=(event,))
    assert scene.view is not None
    assert ("data-cut=WZ-09" in moves.fx(scene.view, moment)) is told
    assert ("截了你的胡" in moves.announce(scene.facts, scene.view, moment)) is told
    onlooker = scene.view._replace(viewer=PUBLIC, prompt=None)
    assert "截" not in moves.announce(scene.facts, onlooker, Moment(events=(event._replace(win=WIN),)))


def test_an_ended_hand_without_a_payment_says_so() -> None:
    scene = wz_result()
    outcome = scene.view.outcome
    assert outcome is not None
    view = scene.view._replace(outcome=outcome._replace(rows=(), net=(0, 0, 0, 0), wins=()), viewer=NONE)
    html = account.sheet(view, scene.facts)
    assert "这一局没有进出。" in html
    assert "没有人胡牌。" in html
