"""Which regions a socket is sent: those that changed for its viewer and nothing that only ran on."""

from __future__ import annotations

from games.realtime.outbox import Mark, select

NOTHING: frozenset[str] = frozenset()


def regions(**changed: str) -> list[tuple[str, str]]:
    made = {
        "river-0": '<i id="river-0"></i>',
        "clock-0": '<span id="clock-0" data-kind="turn" data-left=9000 data-bank="20000"></span>',
        "hand": '<div id="hand"><button class="t t5p"></button></div>',
        "fx": '<div id="fx"></div>',
    }
    made.update({name.replace("_", "-"): html for name, html in changed.items()})
    return list(made.items())


def test_the_first_message_is_the_full_table_and_the_second_nothing():
    mark = Mark()
    assert select(mark, regions(), {"clock-0": 1000.0}, NOTHING) == "".join(html for _, html in regions())
    assert select(mark, regions(), {"clock-0": 1000.0}, NOTHING) == ""


def test_only_the_changed_region_is_sent():
    mark = Mark()
    select(mark, regions(), {}, NOTHING)
    river = '<i id="river-0"><i class="t t1m"></i></i>'
    assert select(mark, regions(river_0=river), {}, NOTHING) == river


def test_time_that_passes_and_a_version_that_moves_unseen_are_no_change():
    mark = Mark()
    select(mark, regions(), {"clock-0": 1000.0}, NOTHING)
    later = regions(
        clock_0='<span id="clock-0" data-kind="turn" data-left="7500" data-bank="20000"></span>',
        fx='<div id="fx"></div>',
    )
    assert select(mark, later, {"clock-0": 1003.0}, NOTHING) == ""


def test_a_clock_that_was_moved_is_sent_with_its_time_at_this_moment():
    mark = Mark()
    select(mark, regions(), {"clock-0": 1000.0}, NOTHING)
    clock = '<span id="clock-0" data-kind="turn" data-left="11000" data-bank="20000"></span>'
    assert select(mark, regions(clock_0=clock), {"clock-0": 6000.0}, NOTHING) == clock


def test_a_clock_that_this_viewer_does_not_see_moves_in_silence():
    mark = Mark()
    asked_in_secret = [("clock-1", "<span id=clock-1></span>")]
    select(mark, asked_in_secret, {"clock-1": 1000.0}, NOTHING)
    assert select(mark, asked_in_secret, {"clock-1": 9000.0}, NOTHING) == ""


def test_effects_are_sent_once_each_even_when_two_look_alike():
    mark = Mark()
    select(mark, regions(), {}, NOTHING)
    first = '<div id="fx"><i data-kind="draw" data-seat="1"></i></div>'
    second = '<div id="fx"><i data-kind="draw" data-seat="1"></i></div>'
    assert select(mark, regions(fx=first), {}, NOTHING) == first
    assert select(mark, regions(fx=second), {}, NOTHING) == second
    assert select(mark, regions(), {}, NOTHING) == ""


def test_what_the_viewers_page_hides_is_never_sent():
    mark = Mark()
    assert 'id="river-0"' not in select(mark, regions(), {}, frozenset({"river-0"}))


def test_a_forgotten_mark_is_sent_everything_again():
    mark = Mark()
    select(mark, regions(), {}, NOTHING)
    mark.forget()
    assert select(mark, regions(), {}, NOTHING).count("id=") == 4


def test_what_only_rides_along_is_sent_with_the_next_change_and_never_alone():
    """A reason that runs out says nothing about when the others answered in secret."""
    mark = Mark()
    riders = frozenset({"notice"})
    reason, gone = '<p id="notice" data-code="stale">…</p>', '<p id="notice"></p>'
    select(mark, regions(notice=reason), {}, NOTHING)
    assert select(mark, regions(notice=gone), {}, NOTHING, ride_along=riders) == ""
    river = '<i id="river-0"><i class="t t1m"></i></i>'
    assert select(mark, regions(notice=gone, river_0=river), {}, NOTHING, ride_along=riders) == river + gone
    assert select(mark, regions(notice=gone, river_0=river), {}, NOTHING) == ""
    assert select(mark, regions(notice=reason, river_0=river), {}, NOTHING) == reason
