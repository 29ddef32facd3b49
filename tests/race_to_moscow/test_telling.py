"""What happened, in plain words."""

import pytest

from engine.core.entries import AnyEntry, Fought, Lost, Marked, Moved, Placed, Played
from engine.core.tell import tell
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.rules import RULES
from tests.race_to_moscow.table import empty, told

TOLD: list[tuple[AnyEntry, str]] = [
    (
        Moved(unit="panzergruppe_4", places=["tilsit", "kaunas"], how="moves"),
        "4. Panzergruppe moves from Tilsit to Kaunas.",
    ),
    (
        Moved(unit="truck", places=["tilsit", "kaunas"], how="carries 2 fuel"),
        "A truck carries 2 fuel from Tilsit to Kaunas.",
    ),
    (Placed(unit="army_6", place="reichshof"), "6. Armee is placed: Reichshof."),
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
    assert tell(RULES, entry) == words


def test_a_marker_that_was_looked_at() -> None:
    """§20.5"""
    for marker in BOARD.markers:
        kind = "armor" if marker.armor else "infantry"
        told = tell(RULES, Played(side="gray", card=marker.id, how="looks at"))
        assert told == f"Gray looks at a Soviet marker: {kind}."


def test_a_combat_says_what_it_takes_and_what_there_is() -> None:
    """§8, §15, §16: air support taken off; whoever can't pay may play a card"""
    edits = ("put 2pz bobruisk fuel=2 ammo=1", "mark slutsk soviet", "set hq.white 0",
             "cards okh.white okh_brandenburg", "cards soviet.green soviet_6_mech_corps ...",
             "set air.white soviet", "at 1 white actions")  # fmt: skip
    game = empty(*edits)
    game.submit("white", "move 2pz slutsk")
    prompt = game.pending()[0].prompt
    assert "6 Mech Corps, which takes 1 fuel, 2 ammo, and has 1 fuel, 1 ammo" in prompt
    game = empty("put 2pz bobruisk fuel=2 ammo=2", *edits[1:])
    game.submit("white", "move 2pz slutsk")
    assert game.pending()[0].prompt.endswith("fight, or use a card?")


def test_what_a_pocket_brings() -> None:
    """§9: the Soviet card is named to nobody"""
    ring = [f"mark {area} control gray" for area in ("kaunas", "kedainai", "panevezys", "riga")]
    game = empty(*ring, "mark liepaja soviet", "put fleet sea_danzig", "at 1 gray actions")
    assert "Gray takes a Soviet card, face down." in told(game, game.submit("gray", "fleet ostsee"))


def test_a_reorganization_is_told() -> None:
    """14"""
    game = empty("set stock_trains 1", "set trains.gray 2", "put 16a gumbinnen food=1",
                 "put 18a memel", "at 1 gray actions")  # fmt: skip
    text = told(game, game.submit("gray", "transport trains 1"))
    assert "Level 2 for all; 8 trains come from the reserve." in text
    assert "All trucks and trains on the map return to the stock." in text
    assert "16. Armee eats in Gumbinnen." in text and "18. Armee has no food: HALT." in text


def test_a_march_is_told() -> None:
    """§7, §15: what is drawn, kept and found, and where the air support went"""
    deck = " ".join(f"pursuit_gray_{card}" for card in ("recon_1", "captured_stock_1"))
    game = empty("put 4pz riga fuel=2", f"cards pursuit.gray {deck} ...", "set air.gray pursuit",
                 "at 1 gray actions")  # fmt: skip
    said = told(game, game.submit("gray", "move 4pz jekelopils"))
    assert "Gray draws Recon." in said and "Gray keeps Recon." in said
    assert "The air support of Gray returns, used." in said
    assert "Sebezh gets 1 ammo." in told(game, game.submit("gray", "move 4pz sebezh"))


def test_what_is_too_much_is_told() -> None:
    """12"""
    game = empty("mark danzig fuel 9", "at 1 gray actions")
    assert "Danzig gets 1 food." in told(game, game.submit("gray", "supply danzig food 1"))
    said = told(game, game.submit("gray", "drop danzig fuel 1"))
    assert "Danzig loses 1 fuel to the stock." in said


def test_partisans_are_told() -> None:
    """§7.cards, §16, §5, 18: the phases of a turn too"""
    game = empty("put 4pz riga fuel=2", "mark minsk control white", "mark minsk track",
                 "cards okh.white okh_sicherungs_division",
                 "cards pursuit.gray pursuit_gray_partisans_1 ...",
                 "at 1 gray actions")  # fmt: skip
    game.submit("gray", "move 4pz jekelopils")
    said = told(game, game.submit("white", "play sicherungs_division"))
    assert "White uses Sicherungs-Division." in said
    assert "The partisans are called off; the track in Minsk stays." in said
    game.submit("gray", "done")
    said = told(game, game.submit("gray", "end actions"))
    assert "Round 1" in said and "Soviet reaction" in said and "White" in said


@pytest.mark.parametrize(
    ("deck", "over"), [("soviet", "the Soviet deck"), ("pursuit", "the Pursuit deck of Gray")]
)
def test_air_support_is_told(deck: str, over: str) -> None:
    """§15: on which deck the marker lies"""
    game = empty("at 1 gray actions")
    said = told(game, game.submit("gray", f"air {deck}"))
    assert f"Gray sends air support: {over}." in said
