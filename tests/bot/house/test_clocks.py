"""The clocks of a game: properties over long random games, and the corners by hand."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.house.clocks import (
    GRACE,
    PRESETS,
    Clock,
    Clocks,
    begin,
    extended,
    graced,
    passed,
    renewed,
    resume,
    stop,
)
from bot.house.rules import DAY, HOUR

SIDES = ("gray", "brown", "white")
FAST = PRESETS["fast"]

sides = st.sets(st.sampled_from(SIDES))
steps = st.lists(
    st.tuples(
        st.floats(0, 5 * DAY),
        st.one_of(
            st.tuples(st.just("asked"), sides),
            st.tuples(st.just("undone"), sides),
            st.tuples(st.just("stop"), st.sampled_from(["pause", "vacation 7"]), sides),
            st.tuples(st.just("resume"), st.sampled_from(["pause", "vacation 7"])),
        ),
    ),
    max_size=30,
)


def play(course: list[tuple[float, tuple]]) -> list[tuple[float, Clocks]]:
    """The clocks after each step, and when that was."""
    now, clocks = 1_000_000.0, begin(FAST, SIDES)
    course_of = [(now, clocks)]
    for wait, (what, *args) in course:
        now += wait
        if what in ("asked", "undone"):
            clocks = passed(clocks, args[0], now, earned=what == "asked")
        elif what == "stop":
            clocks = stop(clocks, args[0], args[1], now)
        else:
            clocks = resume(clocks, args[0], now)
        course_of.append((now, clocks))
    return course_of


@given(steps)
def test_a_bank_runs_exactly_while_its_seat_is_asked_and_nothing_stops_it(course) -> None:
    """Held against an account that adds up seconds, interval by interval."""
    books = play(course)
    asked: set[str] = set()
    stopped: dict[str, set[str]] = {}
    bank = dict.fromkeys(SIDES, FAST.bank)
    for (before, _), (now, clocks), (_, (what, *args)) in zip(
        books, books[1:], course, strict=False
    ):
        for side in asked - set().union(*stopped.values()):
            bank[side] -= now - before
        if what in ("asked", "undone"):
            for side in asked - args[0]:
                bank[side] = max(bank[side], 0.0)
                if what == "asked":
                    bank[side] = max(bank[side], min(bank[side] + FAST.bonus, FAST.most))
            asked = set(args[0])
        elif what == "stop":
            stopped[args[0]] = stopped.get(args[0], set()) | args[1]
        else:
            stopped.pop(args[0], None)
        for side in SIDES:
            assert clocks.seats[side].at(now) == pytest.approx(bank[side], abs=1e-3)
            assert (side in clocks.ends()) == (side in asked and not clocks.stands(side))


@given(steps)
def test_told_twice_is_told_once(course) -> None:
    """After a crash the open questions are told again."""
    for now, clocks in play(course):
        asked = {side for side, clock in clocks.seats.items() if clock.asked}
        assert passed(clocks, asked, now + 99) == clocks


@given(steps, st.floats(0, 9 * DAY))
def test_an_end_that_is_named_is_when_nothing_is_left(course, later) -> None:
    now, clocks = play(course)[-1]
    for side, end in clocks.ends().items():
        left = clocks.seats[side].left  # below 0 where it ran out before it was stopped
        assert clocks.seats[side].at(end) == pytest.approx(min(left, 0.0), abs=1e-3)
        assert (side in clocks.empty(now + later)) == (end <= now + later)


def test_two_reasons_must_both_be_gone() -> None:
    clocks = passed(begin(FAST, SIDES), ["gray"], 0.0)
    clocks = stop(clocks, "pause", SIDES, HOUR)
    clocks = stop(clocks, "vacation 7", ["gray"], 2 * HOUR)
    clocks = resume(clocks, "pause", 3 * HOUR)
    assert clocks.ends() == {}
    clocks = resume(clocks, "vacation 7", 10 * HOUR)
    assert clocks.ends() == {"gray": 10 * HOUR + 23 * HOUR}


def test_who_is_asked_during_a_pause_begins_to_spend_after_it() -> None:
    clocks = stop(begin(FAST, SIDES), "pause", SIDES, 0.0)
    clocks = passed(clocks, ["brown"], HOUR)
    assert clocks.ends() == {}
    clocks = resume(clocks, "pause", 5 * HOUR)
    assert clocks.ends() == {"brown": 29 * HOUR}


def test_a_cap_takes_nothing_away() -> None:
    clocks = passed(begin(FAST, ["gray", "brown"]), ["gray"], 0.0)
    clocks = extended(clocks, "gray", 90 * HOUR, 0.0)
    clocks = passed(clocks, ["brown"], HOUR)
    assert clocks.seats["gray"].at(HOUR) == 113 * HOUR


def test_the_grace_is_for_once_and_counts_from_its_moment() -> None:
    clocks = passed(begin(FAST, SIDES), ["gray"], 0.0)
    late = 30 * HOUR
    clocks = graced(clocks, "gray", late)
    assert clocks.ends() == {"gray": late + GRACE}
    with pytest.raises(ValueError, match="had its grace"):
        graced(clocks, "gray", late)


def test_who_takes_a_seat_over_has_a_bank_and_a_grace_of_their_own() -> None:
    clocks = passed(begin(FAST, SIDES), ["gray"], 0.0)
    clocks = renewed(graced(clocks, "gray", 30 * HOUR), "gray", 60 * HOUR)
    assert clocks.seats["gray"] == Clock(FAST.bank, since=60 * HOUR, asked=True)


def test_a_clock_that_is_set_back_gives_nothing_and_takes_nothing() -> None:
    clocks = passed(begin(FAST, SIDES), ["gray"], 1000.0)
    assert clocks.seats["gray"].at(400.0) == FAST.bank
