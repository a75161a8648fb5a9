"""The ladder of policies by points: a short version of `simulate --duel`, which is run over a thousand deals before a release."""

from __future__ import annotations

from statistics import fmean

import pytest

from games.bots.trials import Series, duel, interval, play_deals

PRESETS = ("sichuan_xuezhan", "sichuan_putong", "chengdu_xuezhan")


def differences(preset: str, first: str, second: str, deals: int) -> list[float]:
    series = Series(preset, "{}", 2024, duel(first, second, 4))
    return [
        result.points[first] - result.points[second]
        for result in play_deals(series, range(deals), lambda: 0.0)
    ]


@pytest.mark.slow
@pytest.mark.timeout(240)
@pytest.mark.parametrize(
    ("preset", "deals"),
    [
        pytest.param("sichuan_xuezhan", 80, marks=pytest.mark.matrix),  # half a minute
        ("sichuan_putong", 40),
        ("chengdu_xuezhan", 24),
    ],
)
def test_normal_beats_easy(preset: str, deals: int) -> None:
    """Fixed deals, so that this is a check for regressions, with the whole 95 % interval above zero."""
    found = interval(differences(preset, "normal", "easy", deals))
    assert found is not None
    assert found[1] > 0


@pytest.mark.slow
@pytest.mark.parametrize("preset", PRESETS)
@pytest.mark.parametrize("name", ["normal", "easy"])
def test_both_are_far_above_chance(name: str, preset: str) -> None:
    assert fmean(differences(preset, name, "random", 12)) > 10
