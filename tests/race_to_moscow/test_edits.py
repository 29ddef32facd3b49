"""The umpire's edit lines."""

import pytest

import engine
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import COLOURS
from engine.games.race_to_moscow.umpire.settings import SETTINGS
from tests.race_to_moscow.table import empty, fresh, look, run, table
from tests.table import piles_round_trip, refused, round_trips


def test_supplies_come_from_the_stock() -> None:
    game = empty("put 4pz riga fuel=3 ammo=1", "mark riga ammo 2")
    assert (look(game, "stock.fuel"), look(game, "stock.ammo")) == ("17", "27")
    game.submit("gm", "mark riga ammo 0")
    assert look(game, "stock.ammo") == "29"
    with pytest.raises(engine.OrderError):
        table("mark danzig fuel 5")  # the stock has one


def test_marks() -> None:
    game = empty(
        "mark kaluga medal 1",
        "mark moskva soviet",
        "mark riga control gray",
        "mark riga track",
        "mark danzig-konigsberg truck gray",
        "mark tilsit-kaunas train",
        "set stock_trucks.gray 3",
        "set air.gray soviet",
        "set order white,gray,brown",
    )
    assert (look(game, "riga control"), look(game, "riga track")) == ("gray", "1")
    assert (look(game, "kaluga medal"), look(game, "moskva soviet")) == ("1", "1")
    assert look(game, "konigsberg-danzig truck") == "gray"
    assert (look(game, "kaunas-tilsit train"), look(game, "stock_trains")) == ("1", "8")
    assert look(game, "air.gray") == "soviet"
    assert look(game, "order") == "white,gray,brown"


@pytest.mark.parametrize(
    "line",
    [
        "put 4pz minsk",
        "put fleet riga",
        "put 4pz sea_riga",
        "put 4pz riga\nput 16a riga",
        "put 4pz riga wounded",
        "mark danzig control white",
        "mark riga control red",
        "mark danzig-riga truck gray",
        "mark riga flag",
        "set air.red ready",
        "set level 3",
        "set nothing 1",
        "set order gray,white",
        "at x gray actions",
    ],
)
def test_what_can_not_be(line: str) -> None:
    game = fresh()
    before = game.dump()
    with pytest.raises(engine.OrderError):
        game.submit("gm", line)
    assert game.dump() == before


def test_cards() -> None:
    game = table("clear cards", "cards pursuit.gray pursuit_gray_mud_1 pursuit_gray_recon_1")
    assert (look(game, "pursuit.gray"), look(game, "box")) == ("2", "123")
    assert look(game, "pursuit.gray top") == "pursuit_gray_mud_1"


def test_a_script() -> None:
    run("game race_to_moscow\n= medals.white 1\n= 4pz at tilsit\n")


def test_a_marker_of_the_soviet_player_stays_where_its_area_has_one() -> None:
    game = table("clear marks", "mark kaunas soviet", "at 1 gray actions", soviet=True)
    before = game.dump()
    marker = BOARD.items[game.table.pos.piles["at.kaunas"].ids[0]]
    with pytest.raises(engine.OrderError):
        game.submit("gm", f"cards box {marker} ...")
    assert game.dump() == before and game.view(None) and game.view("soviet")


LINES = (
    "mark riga control white",
    "mark riga track 1",
    "mark minsk bunker 0",
    "mark moskva medal 2",
    "mark kaluga soviet 1",
    "mark danzig-konigsberg truck gray",
    "mark tilsit-kaunas train 1",
    "mark danzig fuel 1",
    "mark danzig ammo 1",
    "mark danzig food 1",
    "set order white,gray,brown",
    "set stock_trains 3",
    "set reserve 1",
    "set level 2",
    "set actions 1",
    "set soviet_pool 4",
    "set auxiliary 1",
    "set frontline 1",
    "set last_round 1",
    *(f"set {name}.{colour} 1" for name in ("trucks", "trains", "stock_trucks", "medals", "bought")
      for colour in COLOURS),
    *(f"set hq.{colour} 0" for colour in COLOURS),
    *(f"set air.{colour} {where}" for colour in COLOURS
      for where in ("spent", "pursuit", "soviet")),
    "set stock.fuel 3",
    "set stock.ammo 3",
    "set stock.food 3",
)  # fmt: skip


def test_what_is_set_can_be_read() -> None:
    game = empty("mark riga control gray", "mark minsk bunker on", "set stock_trucks.gray 3",
                 "mark danzig fuel 2", "mark danzig ammo 2", "mark danzig food 2",
                 "at 1 gray actions")  # fmt: skip
    round_trips(game, LINES)
    game.submit("gm", "put 4pz riga fuel=3 ammo=1 food=2 halt moved")
    flags = ("halt", "moved", "fuel", "ammo", "food")
    assert [look(game, f"4pz {flag}") for flag in flags] == ["1", "1", "3", "1", "2"]
    game.submit("gm", "put 4pz riga fuel=0")
    assert [look(game, f"4pz {flag}") for flag in flags] == ["0"] * 5


@pytest.mark.parametrize("kind", ["infantry", "armor"])
def test_the_kind_of_a_soviet_marker_can_be_read(kind: str) -> None:
    """§20.1"""
    game = table("clear marks", f"mark kaunas soviet {kind}", "at 1 gray actions", soviet=True)
    assert (look(game, "kaunas soviet"), look(game, "kaunas kind")) == ("1", kind)
    game.submit("gm", "mark kaunas soviet none")
    assert (look(game, "kaunas soviet"), look(game, "kaunas kind")) == ("0", "none")


def card_for(pile: str, soviet: bool) -> str:
    """A card that may lie there ("": none may in this game)."""
    first, _, last = pile.partition(".")
    if last in ("green", "blue", "infantry", "armor"):
        wanted = {"infantry": False, "armor": True}.get(last)
        if soviet != (wanted is not None):
            return ""
        return next(c.id for c in BOARD.cards if c.family == "soviet" and wanted in (None, c.armor))
    if first in ("okh", "okh_open"):
        return "okh_brandenburg"
    if pile in ("markers", "drawn"):  # markers are counted; a drawn card goes back
        return ""
    if first in ("pursuit", "discard", "kept"):
        return f"pursuit_{last}_recon_1"
    return next(c.id for c in BOARD.cards if c.family == "soviet")


@pytest.mark.parametrize("soviet", [False, True])
def test_piles_and_knowledge_can_be_read(soviet: bool) -> None:
    piles_round_trip(table("at 1 gray actions", soviet=soviet), lambda pile: card_for(pile, soviet))


@pytest.mark.parametrize(
    "line",
    [
        "cards kept.brown pursuit_gray_mud_1 ...",
        "cards kept.gray pursuit_gray_mud_1 ...",
        "cards soviet.green okh_brandenburg ...",
        "cards okh.gray pursuit_gray_recon_1 ...",
        "cards pursuit.gray pursuit_white_recon_1 ...",
        "cards beaten.gray okh_brandenburg ...",
        "cards kept.gray soviet_marker_1 ...",
        "cards kept.gray pursuit_gray_recon_1 pursuit_gray_recon_1 ...",
        "cards okh_open",  # those that lie there would be lost
        "see none okh_brandenburg",
        "mark riga control gray white",
        "mark danzig-konigsberg train banana",
        "mark kaluga soviet banana",
        "mark kaluga medal 1000",
        "set auxiliary banana",
        "set level.gray 2",
        "set actions -1",
        *(f"set {name.replace('.', '.gray')} 100" for name in SETTINGS),
        "set hq.gray 2",
        "set trucks.gray 6",
        "set stock_trains 0\nmark danzig-konigsberg train",  # §13: none is there
        "set trucks.gray 0\nmark danzig-konigsberg truck gray",
        "put 4pz riga halt=3",
        "put fleet pool",
        "at 0 gray actions",
        "at 99999999999999999999 gray actions",
        "at 1 gray actions 2",
    ],
)
def test_a_line_that_says_too_much_or_what_can_not_be_is_refused(line: str) -> None:
    game = table("cards okh_open okh_brandenburg ...", "at 1 gray actions")
    refused(game, "gm", line)


def test_a_truck_of_the_umpire_comes_from_the_stock_or_from_its_players_card() -> None:
    """§13"""
    game = table("set stock_trucks.gray 1", "set trucks.gray 2", "at 1 gray actions")
    for link, held in (("danzig-konigsberg", "2"), ("konigsberg-tilsit", "1")):
        game.submit("gm", f"mark {link} truck gray")
        assert (look(game, "stock_trucks.gray"), look(game, "trucks.gray")) == ("0", held)
    with pytest.raises(engine.OrderError, match=r"the card of 2\. Panzergruppe holds too much"):
        game.submit("gm", "put 2pz siedlce fuel=9")


def test_the_soviet_setup_needs_its_markers() -> None:
    """§20.3"""
    game = fresh(options={"soviet": True})
    markers = look(game, "markers cards").split(",")
    for count in (1, len(markers)):
        away = f"cards box {' '.join(markers[:count])} ...\nset soviet_pool {len(markers) - count}"
        enough = len(markers) - count >= len(BOARD.symbols)
        if enough:
            game.submit("gm", f"{away}\nat 1 gray setup")
        else:
            assert refused(game, "gm", f"{away}\nat 1 gray setup") == "20.3"
            refused(game, "gm", away)


def test_an_encounter_is_not_cut_short() -> None:
    """§8: the drawn card and the army stay, or the batch ends with `at`"""
    game = empty(
        "put 4pz tilsit fuel=3 ammo=0",
        "cards okh.gray okh_panzerhaubitzen okh_brandenburg ...", "mark kaunas soviet",
        "at 1 gray actions",
    )  # fmt: skip
    game.submit("gray", "move 4pz kaunas")
    assert "fight" in {verb.name for verb in game.verbs("gray")}
    (card,) = look(game, "drawn cards").split(",")
    refused(game, "gm", f"cards box {card} ...")
    refused(game, "gm", "clear units")
    refused(game, "gm", "mark kaunas soviet none")
    game.submit("gm", "see gray okh_brandenburg")
    game.submit("gm", "clear units\nat 1 gray actions")
    assert look(game, "drawn") == "0" and look(game, card + " seen") == "none"


def test_the_kind_of_a_soviet_marker_is_not_told() -> None:
    """§20.1: only the Soviet player knows it; an edit tells where it was put, not which."""
    told = []
    for kind in ("infantry", "armor"):
        game = table("clear marks", soviet=True)
        receipt = game.submit("gm", f"mark velikiye_luki soviet {kind}\nat 1 gray actions")
        told.append((receipt.entries, game.view(None), game.view("gray")))
    assert told[0] == told[1]
