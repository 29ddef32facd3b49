"""Who is asked, since when: nobody is called twice for one question, and nobody is forgotten."""

from datetime import datetime
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from bot.house.calls import Call, compared
from bot.house.person import Person
from bot.house.reminders import JUST_NOW, MOST
from bot.house.rules import DAY, HOUR

asked = st.dictionaries(st.sampled_from(["gray", "brown", "white"]), st.integers(1, 3))
NOBODY_SPECIAL = Person()


@given(st.lists(asked, max_size=12))
def test_everybody_who_is_asked_is_called_once_for_it(course) -> None:
    calls: dict[str, Call] = {}
    for now, sides in enumerate(course):
        before = {side: call.user for side, call in calls.items()}
        after = compared(calls, sides, float(now))
        assert {side: call.user for side, call in after.items()} == sides
        new = {side for side, user in sides.items() if before.get(side) != user}
        assert {side for side, call in after.items() if not call.told} == new
        assert compared(after, sides, now + 0.5) == after
        calls = {side: call.heard() if not call.told else call for side, call in after.items()}


def test_what_was_sent_and_snoozed_stays_with_its_question() -> None:
    calls = compared({}, {"gray": 1}, 0.0)
    calls["gray"] = calls["gray"].heard().heard().snooze(99.0)
    assert compared(calls, {"gray": 1, "brown": 2}, 5.0)["gray"] == calls["gray"]
    assert compared(compared(calls, {}, 5.0), {"gray": 1}, 6.0)["gray"] == Call(1, 6.0)


def test_the_call_comes_first_and_then_five_reminders_and_then_silence() -> None:
    call, heard = Call(1, 0.0, total=DAY), []
    while (when := call.due(NOBODY_SPECIAL, DAY)) is not None:
        heard.append(when)
        call = call.heard()
    assert heard == [0.0, 0.5 * DAY, 0.9 * DAY, 1.9 * DAY, 2.9 * DAY, 3.9 * DAY]
    assert call.sent == MOST


def test_a_snooze_an_order_just_given_and_a_clock_that_stands_put_a_reminder_off() -> None:
    call = Call(1, 0.0, total=DAY, told=True)
    planned = 0.5 * DAY
    assert call.snooze(planned + 5).due(NOBODY_SPECIAL, DAY) == planned + 5
    assert call.due(NOBODY_SPECIAL, DAY, acted=planned - 60) == planned - 60 + JUST_NOW
    assert call.due(NOBODY_SPECIAL, DAY, stands=True) is None
    assert call.later(HOUR).due(NOBODY_SPECIAL, None) == HOUR + 3 * DAY


def test_nobody_is_called_in_their_night() -> None:
    person = Person(zone="Europe/Berlin", quiet=(22 * 60, 7 * 60))
    midnight = datetime(2026, 12, 1, tzinfo=ZoneInfo("Europe/Berlin")).timestamp()
    assert Call(1, midnight).due(person, None) == midnight + 7 * HOUR
    assert Call(1, midnight + 8 * HOUR).due(person, None) == midnight + 8 * HOUR
