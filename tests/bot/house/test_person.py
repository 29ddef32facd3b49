"""What people choose for themselves, as they type it."""

import msgspec
import pytest

from bot.house.person import Person, hours, minute, zone, zones
from bot.house.vacations import Vacation


@pytest.mark.parametrize(
    ("typed", "meant"),
    [
        ("22-7", (1320, 420)),
        ("22 to 7", (1320, 420)),
        ("22:00–07:30", (1320, 450)),
        ("9h15 - 17h", None),
        ("2215-0630", (1335, 390)),
        ("0-0", (0, 0)),
        ("24-7", None),
        ("22:61-7", None),
        ("night", None),
        ("", None),
    ],
)
def test_hours_as_people_write_them(typed: str, meant: tuple[int, int] | None) -> None:
    assert hours(typed) == meant


@pytest.mark.parametrize("typed", ["8", "08:00", "8.00", " 8 "])
def test_a_time_of_day(typed: str) -> None:
    assert minute(typed) == 480


@pytest.mark.parametrize("typed", ["", "8-9", "25", "8:99", "soon"])
def test_no_time_of_day(typed: str) -> None:
    assert minute(typed) is None


def test_zones_are_found_by_their_town() -> None:
    assert zone("EUROPE/BERLIN") == "Europe/Berlin"
    assert zone("UTC") == "UTC"
    assert zone("Europe/Atlantis") is None
    assert "America/New_York" in zones("new york")
    assert next(iter(zones("Asia/To"))) == "Asia/Tokyo"
    assert all(zone(name) == name for name in zones(""))


def test_choices_are_kept_and_come_back() -> None:
    person = Person(notice="digest", zone="Asia/Tokyo", quiet=(1, 2), vacations=(Vacation(1, 2),))
    assert msgspec.convert(msgspec.to_builtins(person), Person) == person
    assert msgspec.to_builtins(Person()) == {}


def test_a_vacation_counts_to_its_last_second() -> None:
    person = Person(vacations=(Vacation(100.0, 200.0),))
    assert [person.away(now) is not None for now in (99.9, 100.0, 199.9, 200.0)] == [
        False,
        True,
        True,
        False,
    ]
