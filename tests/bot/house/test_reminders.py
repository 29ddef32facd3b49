"""When people are reminded: seldom, in their day, and not for ever."""

from datetime import datetime, timedelta
from zoneinfo import ZoneInfo

from hypothesis import given
from hypothesis import strategies as st

from bot.house.reminders import MOST, Daily, Quiet, reminders
from bot.house.rules import DAY, HOUR

ZONES = (
    "UTC",
    "Europe/Berlin",
    "America/St_Johns",
    "Australia/Lord_Howe",
    "Pacific/Apia",
    "Asia/Kolkata",
)
moments = st.floats(1.6e9, 1.9e9)
minutes = st.integers(0, 24 * 60 - 1)
nights = st.builds(Quiet, st.sampled_from(ZONES), minutes, minutes)


def minute(zone: str, when: float) -> int:
    local = datetime.fromtimestamp(when, ZoneInfo(zone))
    return local.hour * 60 + local.minute


@given(moments, st.floats(0, 30 * DAY))
def test_five_at_most_in_order_and_none_before_half_the_time(since, total) -> None:
    for planned in (reminders(since, since + total, total), reminders(since)):
        assert len(planned) == MOST
        assert planned == sorted(planned)
        assert planned[0] >= since
    assert reminders(since, since + total, total)[0] >= since + total / 2 - 1e-3


def test_what_a_pause_puts_off_is_put_off_for_reminders_too() -> None:
    plain, paused = reminders(0.0, DAY, DAY), reminders(0.0, 3 * DAY, DAY)
    assert [late - soon for soon, late in zip(plain, paused, strict=True)] == [2 * DAY] * MOST


@given(nights, moments)
def test_nobody_is_called_in_their_night_and_nobody_waits_a_day_for_the_morning(
    night, when
) -> None:
    """Over daylight saving too: the wall clock counts. An hour that is left out may delay once."""
    called = night.after(when)
    assert when <= called <= when + DAY + HOUR
    inside = minute(night.zone, called)
    if night.start < night.end:
        assert not night.start <= inside < night.end
    elif night.start > night.end:
        assert night.end <= inside < night.start
    else:
        assert called == when


@given(st.sampled_from(ZONES), minutes, moments)
def test_a_digest_comes_once_a_day_at_its_minute(zone, at, when) -> None:
    daily = Daily(zone, at)
    following = daily.after(when)
    assert when < following <= when + DAY + HOUR
    after = daily.after(following)
    assert 22 * HOUR < after - following < 26 * HOUR or zone == "Pacific/Apia"


def test_the_wall_clock_of_a_night_in_which_an_hour_is_left_out() -> None:
    berlin = ZoneInfo("Europe/Berlin")
    night = Quiet("Europe/Berlin", 22 * 60, 7 * 60)
    evening = datetime(2027, 3, 27, 23, 0, tzinfo=berlin).timestamp()
    morning = datetime(2027, 3, 28, 7, 0, tzinfo=berlin).timestamp()
    assert night.after(evening) == morning
    assert morning - evening == timedelta(hours=7).total_seconds()
