"""The set-up by options, and the first question."""

import pytest

import engine
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import SUPPLIES
from tests.race_to_moscow.table import asked, fresh, look, names, table, words


def test_turn_order_and_first_medals() -> None:
    """§4: all but the first player have a medal (rm_01)"""
    game = table(order=["white", "brown", "gray"])
    assert asked(game) == ["white"]
    assert [look(game, f"medals.{who}") for who in ("white", "brown", "gray")] == ["0", "1", "1"]
    assert asked(table()) == ["gray"]


@pytest.mark.parametrize(
    ("sides", "pool", "reserve", "open_okh"),
    [
        (["gray", "white", "brown"], "6", "8", "4"),
        (["gray", "brown"], "4", "6", "3"),
        (["white"], "3", "4", "4"),
    ],
)
def test_stocks_by_players(sides: list[str], pool: str, reserve: str, open_okh: str) -> None:
    """§4: markers, trains and OKH cards by the number of players"""
    game = table(sides=sides)
    assert look(game, "soviet_pool") == pool
    assert look(game, "reserve") == reserve
    assert look(game, "stock_trains") == "9"
    assert look(game, "okh_open") == open_okh
    assert [look(game, f"stock.{kind}") for kind in SUPPLIES] == ["1", "1", "1"]
    assert look(game, f"pursuit.{sides[0]}") == "18"
    assert (look(game, "soviet.green"), look(game, "soviet.blue")) == ("21", "12")
    assert game.check() == []


def test_what_each_player_has() -> None:
    """§2.2, §2.4, §3.1, §4: supplies on cards and in bases, transports on the Logistics card"""
    game = table()
    for unit in BOARD.units:
        assert look(game, f"{unit.id} at") == BOARD.places[unit.place]
        for kind, count in zip(SUPPLIES, unit.supplies, strict=True):
            assert look(game, f"{unit.id} {kind}") == str(count)
    for base in ("danzig", "warschau", "reichshof"):
        assert [look(game, f"{base} {kind}") for kind in SUPPLIES] == ["3", "3", "3"]
    assert [look(game, f"piatra {kind}") for kind in SUPPLIES] == ["0", "0", "0"]
    assert (look(game, "trucks.brown"), look(game, "trains.brown")) == ("5", "3")
    assert look(game, "level") == "1"


def test_a_missing_army_group() -> None:
    """§4.two_player, §4.solitaire: it has no armies, and its tokens stay in the box"""
    game = table(sides=["gray", "brown"])
    assert look(game, "panzergruppe_2 place") == "none"
    assert look(game, "warschau fuel") == "0"
    assert look(game, "minsk control") == "white"
    assert look(game, "minsk soviet") == "1"
    assert game.check() == []


@pytest.mark.parametrize(("difficulty", "pool"), [("hard", "3"), ("veteran", "0")])
def test_harder_games(difficulty: str, pool: str) -> None:
    """§19.2: fewer Soviet markers beside the board"""
    assert look(table(difficulty=difficulty), "soviet_pool") == pool


def test_the_basic_game() -> None:
    """§basic_game: no OKH cards, no staff cars"""
    game = table(scenario="basic")
    assert look(game, "okh_open") == "0"
    assert look(game, "hq.gray") == "0"
    assert game.check() == []


@pytest.mark.parametrize(
    ("scenario", "options"),
    [
        ("standard", {"sides": []}),
        ("standard", {"sides": ["gray", "brown"], "order": ["gray", "white"]}),
        ("standard", {"order": ["gray"]}),
        ("standard", {"sides": ["gray"], "abwehr": True}),
        ("standard", {"soviet": True, "abwehr": True}),
        ("standard", {"reverse": True}),
        ("standard", {"reverse": True, "soviet": True, "difficulty": "hard"}),
        ("basic", {"total_war": True}),
        ("standard", {"sides": ["red"]}),
    ],
)
def test_options_that_do_not_fit_together(scenario: str, options: dict[str, object]) -> None:
    with pytest.raises(engine.OrderError):
        fresh(scenario=scenario, options=options)


@pytest.mark.parametrize("difficulty", ["standard", "hard", "veteran"])
def test_the_soviet_player_sets_up(difficulty: str) -> None:
    """§20.1, §20.2, §20.3: a marker of a secret kind on each symbol"""
    game = table(soviet=True, difficulty=difficulty)
    assert asked(game) == ["soviet"]
    assert (look(game, "soviet.infantry"), look(game, "soviet.armor")) == ("19", "14")
    assert names(game, "soviet") == {"place"}
    assert "velikiye_luki" not in words(game, "soviet", "place infantry ")
    with pytest.raises(engine.OrderError, match="Velikiye Luki has no Soviet symbol") as error:
        game.submit("soviet", "place infantry velikiye_luki")
    assert error.value.rule == "20.3"
    receipt = game.submit("soviet", "place armor kaunas")
    public = [entry for entry in receipt.entries if not entry.to]
    assert "armor" not in "".join(game.tell(entry) for entry in public)
    assert game.view("soviet").markers == {"kaunas": "armor"}
    assert game.view("gray").markers == game.view(None).markers == {}
    with pytest.raises(engine.OrderError, match="Kaunas has a marker already"):
        game.submit("soviet", "place infantry kaunas")
    pool = {"standard": (15, 10), "hard": (13, 9), "veteran": (12, 7)}  # one armor is placed
    assert tuple(game.view("soviet").markers_left.values()) == pool[difficulty]
    assert game.view("gray").markers_left == game.view(None).markers_left == {}
    labels = [item.label for item in game.complete("soviet", "place ").items]
    assert labels[0] == f"infantry · {pool[difficulty][0]} left in the pool"
    while asked(game) == ["soviet"]:
        game.submit("soviet", game.auto("soviet"))
    assert asked(game) == ["gray"]
    pools = {"standard": "6", "hard": "3", "veteran": "0"}
    assert look(game, "soviet_pool") == look(game, "markers") == pools[difficulty]
    assert game.check() == []
