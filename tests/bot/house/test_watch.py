"""All that waits in a game: nobody is asked twice, nobody forgotten, no clock wrong."""

from collections import Counter

import msgspec
import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.house import watch as watches
from bot.house.clocks import GRACE, PRESETS, begin
from bot.house.person import Person
from bot.house.reminders import MOST
from bot.house.rules import DAY, HOUR
from bot.house.vacations import Vacation
from bot.house.watch import Notice, Watch, due, looked

FAST = PRESETS["fast"]
SEATS = {"axis": 1, "soviet": 2}
PEOPLE = {
    1: Person(zone="Europe/Berlin", quiet=(22 * 60, 7 * 60)),
    2: Person(notice="message"),
}
START = 1_790_000_000.0

asked = st.sets(st.sampled_from(sorted(SEATS)), min_size=1)
courses = st.lists(st.tuples(st.floats(0, 3 * DAY), st.booleans(), asked), max_size=15)


def fresh(clock: bool = True) -> Watch:
    return Watch(clocks=begin(FAST, list(SEATS)) if clock else None)


def turned(watch: Watch, sides, people, now: float) -> Watch:
    return watches.turned(watch, sides, SEATS, people, now)


def run(watch: Watch, until: float, heard: list[tuple[float, Notice]]) -> Watch:
    """Wake up whenever something is due, as the one sleeping task does."""
    while (when := due(watch, PEOPLE)) is not None and when <= until:
        watch, notices = looked(watch, PEOPLE, when)
        assert notices, "woken up for nothing"
        heard += [(when, notice) for notice in notices]
    return watch


@given(courses, st.booleans())
def test_a_question_is_called_once_and_reminded_five_times_at_most(course, clock) -> None:
    now, watch = START, fresh(clock)
    heard: list[tuple[float, Notice]] = []
    for wait, _, sides in course:
        now += wait
        watch = run(watch, now, heard)
        before = dict(watch.calls)
        watch = turned(watch, sides, PEOPLE, now)
        for side, call in watch.calls.items():
            if side not in before:
                assert (call.since, call.sent) == (now, 0)
    watch = run(watch, now + 400 * DAY if not clock else now + 20 * DAY, heard)
    questions = Counter((n.side, n.kind, n.number) for _, n in heard if n.kind == "reminded")
    assert all(1 <= number <= MOST for _, _, number in questions)
    for _, notice in heard:
        assert notice.user == SEATS[notice.side]
    if not clock:
        assert due(watch, PEOPLE) is None  # silence at last
        assert {call.sent for call in watch.calls.values()} <= {MOST}


@given(courses)
def test_looked_at_late_it_says_no_more_than_in_time(course) -> None:
    """After a night's rest of the bot: one message for all reminders, and the same clocks."""
    now, prompt, late = START, fresh(), fresh()
    said: list[tuple[float, Notice]] = []
    for wait, _, sides in course:
        now += wait
        prompt = run(prompt, now, said)
        late, notices = looked(late, PEOPLE, now)
        assert max(Counter((n.side, n.kind) for n in notices).values(), default=1) == 1
        prompt = turned(prompt, sides, PEOPLE, now)
        late = turned(late, sides, PEOPLE, now)
        assert prompt.clocks == late.clocks


@given(courses)
def test_a_watch_comes_back_from_its_bytes(course) -> None:
    now, watch = START, fresh()
    for wait, _, sides in course:
        now += wait
        watch, _ = looked(turned(watch, sides, PEOPLE, now), PEOPLE, now)
        assert msgspec.convert(msgspec.to_builtins(watch), Watch) == watch
        assert turned(watch, sides, PEOPLE, now + 7) == watch


def test_time_out_gives_the_grace_once_and_then_the_others_decide() -> None:
    heard: list[tuple[float, Notice]] = []
    watch = run(turned(fresh(), ["soviet"], PEOPLE, START), START + 60 * HOUR, heard)
    kinds = [(when - START, notice.kind) for when, notice in heard if notice.kind != "reminded"]
    assert kinds == [
        (0.0, "called"),
        (FAST.bank, "graced"),
        (FAST.bank + GRACE, "out"),
    ]
    waited = watches.waited(watch, "soviet", START + 60 * HOUR)
    assert waited.out == {"soviet": START + 84 * HOUR}
    more: list[tuple[float, Notice]] = []
    run(waited, START + 90 * HOUR, more)
    assert [when - START for when, n in more if n.kind == "out"] == [84 * HOUR]
    extended = watches.extended(watch, "soviet", START + 60 * HOUR)
    assert extended.out == {} and extended.ends("soviet") == START + 84 * HOUR
    handed = watches.handed_over(watch, "soviet", START + 60 * HOUR)
    assert handed.ends("soviet") == START + 60 * HOUR + FAST.bank
    assert turned(watch, ["axis"], PEOPLE, START + 60 * HOUR).out == {}


def test_who_answers_in_time_hears_nothing_more() -> None:
    watch = turned(fresh(), ["axis"], PEOPLE, START)
    watch = turned(watch, ["soviet"], PEOPLE, START + HOUR)
    watch, notices = looked(watch, PEOPLE, START + HOUR)
    assert [(n.kind, n.user) for n in notices] == [("called", 2)]
    assert looked(watch, PEOPLE, START + 2 * HOUR)[1] == []


def test_a_digest_is_no_call_and_an_evening_call_comes_in_the_morning() -> None:
    people = {1: PEOPLE[1], 2: Person(notice="digest")}
    evening = 1_790_024_400.0  # 23:00 in Berlin
    watch = turned(fresh(), SEATS, people, evening)
    assert (watch.calls["axis"].told, watch.calls["soviet"].told) == (False, True)
    _, notices = looked(watch, people, evening + 7 * HOUR)
    assert notices == []
    _, notices = looked(watch, people, evening + 8 * HOUR)
    assert [(n.kind, n.side) for n in notices] == [("called", "axis")]


def test_a_pause_stops_clocks_and_reminders_and_nothing_is_lost_by_it() -> None:
    watch = turned(fresh(), ["axis"], {}, START)
    held = watches.paused(watch, START + HOUR, on=True)
    assert due(held, {}) is None
    on = watches.paused(held, START + 100 * HOUR, on=False)
    assert on.ends("axis") == START + 123 * HOUR
    assert not on.paused
    plain = watches.paused(turned(fresh(False), ["axis"], {}, START), START, on=True)
    assert due(plain, {}) is None


def test_days_off_stop_the_clocks_of_one_person() -> None:
    watch = turned(fresh(), SEATS, {}, START)
    watch = watches.went_away(watch, 1, ["axis"], START + HOUR)
    assert (watch.ends("axis"), watch.ends("soviet")) == (None, START + FAST.bank)
    watch = watches.came_back(watch, 1, START + 5 * DAY)
    assert watch.ends("axis") == START + 5 * DAY + FAST.bank - HOUR
    away = {1: Person(vacations=(Vacation(START, START + DAY),))}
    asked_away = turned(fresh(), ["axis"], away, START + HOUR)
    assert asked_away.ends("axis") is None and not asked_away.calls["axis"].told
    assert due(asked_away, away) == START + DAY


def test_who_takes_over_from_somebody_on_vacation_has_a_clock_that_runs() -> None:
    watch = watches.went_away(turned(fresh(), SEATS, {}, START), 1, ["axis"], START)
    watch = watches.turned(watch, ["axis"], {**SEATS, "axis": 3}, {}, START + DAY)
    assert watch.ends("axis") == START + DAY + FAST.bank
    assert watch.calls["axis"].user == 3 and watch.calls["axis"].since == START + DAY


def test_a_seat_that_is_not_asked_changes_hands_with_its_clock() -> None:
    watch = turned(turned(fresh(), ["axis"], {}, START), ["soviet"], {}, START + 20 * HOUR)
    watch = watches.turned(watch, ["soviet"], {**SEATS, "axis": 3}, {}, START + DAY)
    assert watch.clocks.seats["axis"].at(START + DAY) == FAST.bank


def test_the_practice_opponent_has_no_clock_and_is_not_called() -> None:
    watch = watches.turned(fresh(), ["axis", "soviet"], {"axis": 1, "soviet": 0}, {}, START)
    assert list(watch.calls) == ["axis"] and watch.ends("soviet") is None


@pytest.mark.parametrize("clock", [True, False])
def test_time_without_the_bot_counts_for_nobody(clock: bool) -> None:
    watch, _ = looked(turned(fresh(clock), ["soviet"], PEOPLE, START), PEOPLE, START)
    later = watches.silence(watch, START + HOUR, START + HOUR + 2 * DAY)
    first, then = due(watch, PEOPLE), due(later, PEOPLE)
    assert first is not None and then is not None
    assert then - first == pytest.approx(2 * DAY)
