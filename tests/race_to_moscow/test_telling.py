"""What happened, in plain words."""

import pytest

from engine.core.entries import AnyEntry, Fought, Lost, Marked, Moved, Placed, Played
from engine.games.race_to_moscow.board import BOARD
from engine.games.race_to_moscow.telling import tell

TOLD: list[tuple[AnyEntry, str]] = [
    (
        Moved(unit="panzergruppe_4", places=["tilsit", "kaunas"], how="moves"),
        "4. Panzergruppe moves from Tilsit to Kaunas.",
    ),
    (
        Moved(unit="truck", places=["tilsit", "kaunas"], how="carries 2 fuel"),
        "A truck carries 2 fuel from Tilsit to Kaunas.",
    ),
    (Placed(unit="army_6", place="reichshof"), "6. Armee is put in Reichshof."),
    (Lost(unit="army_6", place="tula", how="lost"), "6. Armee is lost in Tula."),
    (
        Fought(places=["brest"], sides=["white", "soviet"], scores=[3, 3], winner="white",
               result="beaten"),
        "White pays 3 of 3 in Brest and wins.",
    ),
    (
        Fought(places=["brest"], sides=["white", "soviet"], scores=[2, 3], winner="soviet",
               result="withdraws"),
        "White pays 2 of 3 in Brest and is beaten.",
    ),
    (Played(side="gray", card="okh_brandenburg", how="uses"), "Gray uses Brandenburg."),
    (
        Marked(place="lvov", mark="control", value="brown", rule="9"),
        "Lvov is cut off: Brown controls it.",
    ),
    (Marked(place="lvov", mark="control", value="brown", rule="7"), "Brown controls Lvov."),
    (Marked(place="lvov", mark="control", value="none"), "Nobody controls Lvov any more."),
    (Marked(place="riga", mark="medal", value="gray 2"), "Gray wins 2 medals in Riga."),
    (
        Marked(place="gray", mark="transport", value="1 trucks, 3 trains"),
        "Gray takes 1 truck and 3 trains from the Transportation Stock.",
    ),
    (
        Marked(place="gray", mark="transport", value="0 trucks, 1 trains"),
        "Gray takes 1 train from the Transportation Stock.",
    ),
    (
        Marked(place="pursuit.gray", mark="air", value="gray"),
        "Gray sends air support: the Pursuit deck of Gray.",
    ),
    (Marked(place="soviet", mark="air", value="gray"), "Gray sends air support: the Soviet deck."),
    (Marked(place="riga", mark="air", value="gray"), "Gray sends air support: Riga."),
    (Marked(place="riga", mark="air", value="gray none"), "The air support of Gray returns, used."),
    (Marked(place="army_16", mark="halt", value="on"), "16. Armee has no food: HALT."),
    (Marked(place="riga", mark="lost", value="2 food"), "Riga loses 2 food to the stock."),
]  # fmt: skip


@pytest.mark.parametrize(("entry", "words"), TOLD)
def test_an_entry_in_words(entry: AnyEntry, words: str) -> None:
    assert tell(entry) == words


def test_a_marker_that_was_looked_at() -> None:
    """20.5"""
    for marker in BOARD.markers:
        kind = "armor" if marker.armor else "infantry"
        told = tell(Played(side="gray", card=marker.id, how="looks at"))
        assert told == f"Gray looks at a Soviet marker: {kind}."
