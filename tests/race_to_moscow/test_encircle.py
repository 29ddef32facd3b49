"""Encirclement: pockets, harbours, the fleet, prizes."""

from engine.board.bits import mask
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import BROWN, GRAY, WHITE
from engine.games.race_to_moscow.law.chain import linked
from engine.games.race_to_moscow.play.encircle import capture
from tests.race_to_moscow.table import empty, look, told

GRAY_RING = [f"mark {area} control gray" for area in ("kaunas", "kedainai", "panevezys", "riga")]
BALTIC = [*GRAY_RING, "mark siaulai soviet", "mark liepaja soviet"]


def test_the_fleet_closes_the_pocket() -> None:
    """§9, §10: two Soviet cards and three areas for gray (rm_06)"""
    game = empty(*BALTIC, "at 1 gray actions")
    assert look(game, "siaulai control") == "none"
    pool = int(look(game, "soviet_pool"))
    receipt = game.submit("gray", "fleet sea_ostsee")
    for area in ("siaulai", "liepaja", "venispils"):
        assert look(game, f"{area} control") == "gray"
        assert look(game, f"{area} soviet") == "0"
    assert look(game, "soviet_pool") == str(pool + 2)
    assert (look(game, "pocket.gray"), look(game, "soviet.green")) == ("2", "19")
    assert "Liepaja is cut off: Gray controls it." in told(game, receipt)
    assert game.check() == []


def test_prizes_stay_face_down() -> None:
    """§9: nobody sees them, not even their owner"""
    game = empty(*BALTIC, "at 1 gray actions")
    game.submit("gray", "fleet sea_ostsee")
    for seat in ("gray", "white", None):
        view = game.view(seat)
        assert view.decks["pocket.gray"] == 2
        assert "pocket.gray" not in {**view.peeked, **view.open_cards}


def test_medals_and_supplies_of_a_pocket() -> None:
    """§9: a medal there goes to who takes the area, by the colour of the area"""
    game = empty(*BALTIC, "mark venispils medal 1", "set medals.gray 0", "at 1 gray actions")
    game.submit("gray", "fleet sea_ostsee")
    assert look(game, "medals.gray") == "1"


def test_no_card_with_a_soviet_player() -> None:
    """§20.7: the decks stay whole"""
    edits = [line.replace("soviet", "soviet infantry") for line in BALTIC]
    game = empty(*edits, "at 1 gray actions", soviet=True)
    game.submit("gray", "fleet sea_ostsee")
    assert (look(game, "pocket.gray"), look(game, "soviet.infantry")) == ("0", "19")
    assert look(game, "liepaja control") == "gray"
    assert game.check() == []


def own(colour: int, ids: str = "") -> int:
    """The printed areas of a colour, and these."""
    printed = mask(a.index for a in BOARD.areas if a.printed == colour)
    return printed | mask(BOARD.place_index[id_] for id_ in ids.split())


def test_chains_to_the_base() -> None:
    """§6.2, §11: own areas joined by lines of the own colour"""
    kaunas, riga = BOARD.place_index["kaunas"], BOARD.place_index["riga"]
    found = linked(GRAY, own(GRAY, "kaunas riga"))
    assert found >> kaunas & 1 and not found >> riga & 1
    assert linked(GRAY, own(GRAY, "kaunas panevezys riga")) >> riga & 1
    odessa = own(BROWN, "kishinev odessa")
    assert linked(BROWN, odessa) >> BOARD.place_index["odessa"] & 1
    assert not linked(BROWN, odessa, frontline=False) >> BOARD.place_index["odessa"] & 1
    assert linked(WHITE, own(WHITE)) == own(WHITE)


def test_the_fleet_off_leningrad_closes_the_pocket_too() -> None:
    """§9, §10: no chain leaves a harbour through the sea area of the fleet"""
    game = empty(*BALTIC, "mark parnu control gray", "put fleet sea_riga", "at 1 gray actions")
    assert look(game, "liepaja control") == "none"
    game.submit("gray", "fleet sea_finland")
    assert (look(game, "liepaja control"), look(game, "tallinn control")) == ("gray", "none")


def test_who_gets_what_of_a_pocket() -> None:
    """§9: (rm-09) White his area and its medal, Brown, who closes it, the double one and the
    card
    """
    white = [f"mark {area} control white" for area in ("slutsk", "minsk", "mogilev")]
    brown = [f"mark {area} control brown" for area in ("konotop", "briansk", "kiev")]
    game = empty(*white, *brown, "mark bobruisk soviet", "mark bobruisk medal 1",
                 "set medals.white 0", "set medals.brown 0", "at 1 brown actions")  # fmt: skip
    capture(game.table, BOARD.place_index["zhitomir"], BROWN, "7")
    assert (look(game, "bobruisk control"), look(game, "gomel control")) == ("white", "brown")
    assert (look(game, "medals.white"), look(game, "medals.brown")) == ("1", "0")
    assert (look(game, "pocket.brown"), look(game, "pocket.white")) == ("1", "0")
