"""Entries: kept as data, told in plain words, read by those whom they are for."""

import pytest

from engine.core import entries
from engine.core.entries import (
    AnyEntry,
    Ended,
    Fought,
    Lost,
    Marked,
    Moved,
    Noted,
    Ordered,
    Phased,
    Placed,
    Played,
    Rolled,
    Shuffled,
)
from engine.core.tell import tell
from tests.core.play import moving, new
from tests.core.toy import RULES

TOLD: list[tuple[AnyEntry, str]] = [
    (Ordered(side="red", line="end movement"), "Red: end movement"),
    (Ordered(side="red", line="pass", auto=True), "Red: pass (by itself)"),
    (Phased(turn="1", phase="plans"), "1: plans."),
    (Phased(turn="1", phase="move", side="red"), "1: move, Red."),
    (Moved(unit="r1", places=["1", "2"], how="moves"), "Unit r1 moves from Place 1 to Place 2."),
    (
        Moved(unit="r1", places=["1", "2", "3", "4"], how="goes"),
        "Unit r1 goes from Place 1 over Place 2 and Place 3 to Place 4.",
    ),
    (Rolled(n=3, purpose="battle", values=[6, 1]), "Dice for battle: 6, 1."),
    (
        Rolled(n=3, purpose="battle", values=[6], queued=True),
        "Dice for battle: 6, set by the umpire.",
    ),
    (Shuffled(n=1, pile="deck", size=8), ""),
    (
        Fought(places=["4"], sides=["red", "blue"], scores=[5, 3], winner="red", result="Won."),
        "Battle of Place 4: Red 5, Blue 3. Won.",
    ),
    (Lost(unit="r1", place="4", how="lost"), "Unit r1 in Place 4 is lost."),
    (Placed(unit="r1", place="4"), "Unit r1 is placed: Place 4."),
    (Marked(place="4", mark="fort", value="2"), "Place 4: fort 2."),
    (Played(side="red", card="plus", how="for a point"), "Red plays plus: for a point."),
    (Noted(text="It rains."), "It rains."),
    (Ended(winners=["red", "blue"], reason="points"), "Red and Blue won: points."),
    (Ended(winners=[], reason="time"), "Nobody won: time."),
    (Ended(winners=["red"], reason="The time is over."), "Red won: The time is over."),
]


@pytest.mark.parametrize(("entry", "text"), TOLD)
def test_an_entry_in_words(entry: AnyEntry, text: str) -> None:
    assert tell(RULES, entry) == text


def test_an_entry_of_an_unknown_id_is_told_by_the_id() -> None:
    entry = Moved(unit="old_unit", places=["42"], how="moves")
    assert tell(RULES, entry) == "old_unit moves."


def test_entries_are_kept_as_they_are() -> None:
    log = [entry for entry, _ in TOLD]
    assert entries.decode(entries.encode(log)) == log
    assert entries.encode(entries.decode(entries.encode(log))) == entries.encode(log)


def test_private_entries_are_for_their_side() -> None:
    open_one, hers = Noted(text="open"), Noted(text="hers", to="red")
    assert entries.readable([open_one, hers], "red") == [open_one, hers]
    assert entries.readable([open_one, hers], "blue") == [open_one]
    assert entries.readable([open_one, hers], None) == entries.public([open_one, hers])
    assert entries.public([open_one, hers]) == [open_one]


def test_a_whole_game_can_be_told() -> None:
    game = new("close")
    said = []
    while not game.result():
        side = game.pending()[0].side
        receipt = game.submit(side, game.auto(side))
        said += [game.tell(entry) for entry in receipt.entries]
    assert any(text.startswith("Dice for battle") for text in said)
    assert said[-1].endswith("won: points.")


def test_orders_are_told_in_the_short_words_that_people_type() -> None:
    """The log keeps ids; what people read can be typed again by the side that gave it."""
    game = moving()
    receipt = game.submit("red", "move r3 4")
    [line] = receipt.ran
    assert line == "move r3 3 4" and game.short(line) == "move u3 3 4"
    assert game.tell(receipt.entries[0]) == "Red: move u3 3 4"
    assert game.short("nothing known here") == "nothing known here"
