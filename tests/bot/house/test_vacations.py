"""Days off a year, to the second."""

from datetime import UTC, datetime

import pytest
from hypothesis import given
from hypothesis import strategies as st

from bot.house.rules import DAY
from bot.house.vacations import DAYS_A_YEAR, Vacation, ended, fits, left, spent

NEWYEAR = datetime(2027, 1, 1, tzinfo=UTC).timestamp()


@given(st.floats(-300 * DAY, 300 * DAY), st.floats(0, 60 * DAY))
def test_each_day_counts_in_one_year_and_none_twice(start, length) -> None:
    one = Vacation(NEWYEAR + start, NEWYEAR + start + length)
    years = [spent([one], year) for year in (2025, 2026, 2027, 2028)]
    assert sum(years) * DAY == pytest.approx(length, abs=1e-3)


def test_a_vacation_over_new_year_takes_from_both_years() -> None:
    over = Vacation(NEWYEAR - 29 * DAY, NEWYEAR + 29 * DAY)
    assert fits([], over)
    assert left([over], 2026) == pytest.approx(1.0)
    assert not fits([over], Vacation(NEWYEAR - 40 * DAY, NEWYEAR - 38 * DAY))
    assert fits([over], Vacation(NEWYEAR - 40 * DAY, NEWYEAR - 39.5 * DAY))


def test_no_two_at_once() -> None:
    one = Vacation(NEWYEAR, NEWYEAR + 5 * DAY)
    assert not fits([one], Vacation(NEWYEAR + 4 * DAY, NEWYEAR + 6 * DAY))
    assert fits([one], Vacation(NEWYEAR + 5 * DAY, NEWYEAR + 6 * DAY))


def test_who_is_back_sooner_keeps_the_rest() -> None:
    one = ended(Vacation(NEWYEAR, NEWYEAR + 20 * DAY), NEWYEAR + 4 * DAY)
    assert left([one], 2027) == pytest.approx(DAYS_A_YEAR - 4)
