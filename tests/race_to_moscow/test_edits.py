"""The umpire's edit lines."""

import pytest

import engine
from engine.games.race_to_moscow.board import BOARD
from tests.race_to_moscow.table import empty, fresh, look, run, table


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
