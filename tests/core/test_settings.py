"""The table of what the umpire sets and reads: each row in the same words both ways."""

from types import SimpleNamespace
from typing import Any

import pytest

from engine.core.errors import Malformed
from engine.core.lexicon import Lexicon, Term
from engine.core.settings import (
    SWITCH,
    Setting,
    Settings,
    Word,
    element,
    field,
    named,
    names,
    one_of,
    row,
    seen,
    term,
    whole,
)

SIDE = one_of("red", "blue")
OWNER = one_of("none", "red", "blue", first=-1)
LEVEL = whole(range(4))
PLACE = term("PLACE", Lexicon([Term(0, "gate"), Term(1, "mill"), Term(2, "ford"), Term(9, "sea")]),
             lambda place: int(place) < 9, none=-1)  # fmt: skip


def _build(t: Any, place: int, side: int, level: int) -> None:
    t.s.walls[place] = None if side < 0 else (side, level)


TABLE: Settings = {
    "late": field("late", SWITCH),
    "depot": field("depot", PLACE),
    "fuel.": row("fuel", whole(range(-2, 10)), SIDE),
    "burnt": element("burnt", PLACE),
    "wall": Setting((OWNER, LEVEL), lambda t, p: t.s.walls.get(p) or -1, _build, PLACE, "1"),
    "order": Setting(
        (SIDE,), lambda t, _: t.s.order, lambda t, _, *o: setattr(t.s, "order", o), many=True
    ),
    "sum": seen(lambda t, _: sum(t.s.fuel)),
}


def table() -> Any:
    state = SimpleNamespace(late=False, depot=-1, fuel=[3, 4], burnt=[1], walls={}, order=(0, 1))
    return SimpleNamespace(s=state)


def write(t: Any, name: str, about: str, value: str) -> None:
    setting = TABLE[name]
    setting.write(t, setting.about(t, about), f"set {name}", value)


def read(t: Any, name: str, about: str) -> str:
    return TABLE[name].read(t, TABLE[name].about(t, about))


@pytest.mark.parametrize(
    ("name", "about", "value", "again"),
    [
        ("late", "", "on", "1"),
        ("late", "", "no", "0"),
        ("depot", "", "mill", "mill"),
        ("depot", "", "none", "none"),
        ("fuel.", "blue", "-2", "-2"),
        ("fuel.", "red", "none", "0"),
        ("burnt", "gate", "", "1"),
        ("burnt", "mill", "none", "0"),
        ("wall", "ford", "blue 3", "blue,3"),
        ("wall", "ford", "blue,2", "blue,2"),
        ("wall", "ford", "red", "red,1"),
        ("wall", "ford", "none", "none"),
        ("order", "", "blue", "blue"),
        ("order", "", "blue, red", "blue,red"),
    ],
)
def test_what_is_written_is_read_and_can_be_written_again(
    name: str, about: str, value: str, again: str
) -> None:
    t = table()
    for words in (value, again):
        write(t, name, about, words)
        assert read(t, name, about) == again


def test_values_keep_the_type_of_the_state() -> None:
    t = table()
    write(t, "late", "", "1")
    assert t.s.late is True


@pytest.mark.parametrize(
    ("name", "about", "value", "text"),
    [
        ("late", "", "banana", "on or off"),
        ("late", "", "on off", "set late on|off"),  # one too many
        ("late", "", "", "set late on|off"),
        ("fuel.", "red", "ten", "from -2 to 9; not `ten`"),
        ("fuel.", "red", "10", "from -2 to 9"),
        ("fuel.", "green", "1", "red or blue; not `green`"),
        ("depot", "", "sea", "no place `sea`"),
        ("burnt", "gate", "on on", r"set burnt \[on|off\]"),
        ("wall", "ford", "red 1 2", r"set wall none|red|blue \[N\]"),
        ("wall", "ford", "", "set wall"),
        ("wall", "ford", "green", "none or red or blue"),
        ("order", "", "", r"set order red|blue \.\."),
        ("sum", "", "7", "set sum"),
    ],
)
def test_what_says_too_much_too_little_or_nothing_is_refused(
    name: str, about: str, value: str, text: str
) -> None:
    t = table()
    before = vars(table().s)
    with pytest.raises(Malformed, match=text.replace("|", r"\|")):
        write(t, name, about, value)
    assert vars(t.s) == before


def test_a_name_goes_on_with_what_it_is_of() -> None:
    assert named(TABLE, "fuel.red") == (TABLE["fuel."], "red")
    assert named(TABLE, "late") == (TABLE["late"], "")
    for name in ("fuel", "late.red", "nothing", "", "."):
        assert named(TABLE, name)[0] is None
    assert names(TABLE) == "late, depot, fuel.red|blue, burnt, wall, order"


def test_what_the_rules_say_is_looked_at_alone() -> None:
    assert read(table(), "sum", "") == "7"


def test_a_number_is_one_that_there_can_be() -> None:
    word = whole(range(-1, 3))
    assert [word.read(None, text) for text in ("-1", "0", "02", "none")] == [-1, 0, 2, 0]
    for text in ("3", "-2", "--1", "", "two", "1.5", "9" * 50):
        with pytest.raises(Malformed, match="from -1 to 2"):
            word.read(None, text)


def test_a_word_of_a_lexicon_means_one_thing() -> None:
    twice = Lexicon([Term(0, "r1", "u1"), Term(1, "b1", "u1")])
    word: Word = term("UNIT", twice)
    assert word.read(None, "b1") == 1
    with pytest.raises(Malformed, match="could be r1, b1"):
        word.read(None, "u1")
    with pytest.raises(Malformed, match="no unit `none`"):
        word.read(None, "none")
    red: Word = term("UNIT", twice, lambda unit: unit == 0)
    assert red.read(None, "u1") == 0
