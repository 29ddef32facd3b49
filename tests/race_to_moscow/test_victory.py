"""The end of the game: medals, ties, the key cities."""

import pytest

from engine import Game
from engine.games.race_to_moscow.acts import put
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.law import victory
from engine.games.race_to_moscow.play.encircle import capture
from tests.race_to_moscow.table import asked, empty, look

CHAIN = "siaulai riga valmiera pskov luga"
LAST = ("set last_round on", "at 9 brown actions")


def medals(**of: int) -> list[str]:
    """Edit lines: medal tokens by colour."""
    return [f"set medals.{colour} {count}" for colour, count in of.items()]


def finished(*edits: str, **options: object) -> Game:
    """A game whose last turn has ended."""
    game = empty(*edits, *LAST, **options)
    game.submit("brown", "end actions")
    return game


def winners(game: Game) -> tuple[str, ...]:
    result = game.result()
    assert result is not None
    return result.winners


def enter(game: Game, army: str, area: str) -> None:
    """An army comes to an area and captures it."""
    t, unit, where = game.table, BOARD.unit_index[army], BOARD.place_index[area]
    put(t, unit, where)
    capture(t, where, BOARD.units[unit].colour, "7")
    victory.at_once(t, unit)


@pytest.mark.parametrize("missing", ["", "pskov"])
def test_a_key_city_wins_with_a_chain_to_the_base(missing: str) -> None:
    """§6.2: rm_20, Leningrad and every area back to Danzig"""
    marks = [f"mark {area} control gray" for area in CHAIN.split() if area != missing]
    game = empty(*marks, "at 1 gray actions")
    enter(game, "army_18", "leningrad")
    if missing:
        assert game.result() is None
        assert victory.medals(game.table, 0) == int(look(game, "medals.gray")) + 2
    else:
        assert winners(game) == ("gray",)


def test_each_colour_has_its_cities() -> None:
    """§6.2: Leningrad is nothing to others, Moskva is everybody's"""
    cities = [a for a in BOARD.areas if a.victors]
    assert {a.id: a.victors for a in cities} == {
        "leningrad": (0,),
        "moskva": (0, 1, 2),
        "rostov": (2,),
    }


def test_most_medals_win() -> None:
    """§6.1, §6.3: at the end of the last round"""
    game = finished(*medals(gray=3, white=5, brown=4))
    assert winners(game) == ("white",)
    result = game.result()
    assert result is not None and result.scores == {"gray": 3, "white": 5, "brown": 4}


def test_the_last_round_is_played_to_its_end() -> None:
    """§6.1: the players after the one who emptied the pool have their turns"""
    game = empty("set last_round on", "at 9 gray actions")
    game.submit("gray", "end actions")
    assert asked(game) == ["white"]


def test_cards_count() -> None:
    """§6.3: medals on cards, three ammo cubes of the others a medal; prizes are opened"""
    game = finished(
        *medals(gray=0, white=0, brown=0),
        "cards beaten.gray soviet_1_shock_army pursuit_gray_reserve_army_1",
        "cards pocket.gray soviet_3_army",
        "cards beaten.white soviet_4_army pursuit_white_reserve_army_1",
    )
    result = game.result()
    assert result is not None
    assert result.scores == {"gray": 2, "white": 1, "brown": 0}
    assert winners(game) == ("gray",)


def test_a_tie_goes_to_more_encircled_cards() -> None:
    """§6.3: and stays a tie where these are equal"""
    even = medals(gray=2, white=2, brown=0)
    assert winners(finished(*even, "cards pocket.white soviet_3_army")) == ("white",)
    both = ("cards pocket.white soviet_3_army", "cards pocket.gray soviet_4_army")
    assert winners(finished(*even, *both)) == ("gray", "white")


def test_alone_the_medals_are_the_score() -> None:
    """§6.4: nobody has won; an immediate victory scores the rounds that it took"""
    game = finished(*medals(brown=4), sides=["brown"])
    result = game.result()
    assert result is not None
    assert (result.winners, result.scores) == ((), {"brown": 4})
    marks = [f"mark {area} control gray" for area in CHAIN.split()]
    quick = empty(*marks, "at 7 gray actions", sides=["gray"])
    enter(quick, "army_18", "leningrad")
    won = quick.result()
    assert won is not None
    assert (won.winners, won.scores) == (("gray",), {"gray": 7})


def test_the_soviet_player_has_the_medals_left() -> None:
    """§20.9: rm_19, seven on the board against six, five and four"""
    left = ("mark kiev medal 2", "mark lvov medal 1", "mark riga medal 2", "mark rostov medal 2")
    game = finished(*medals(gray=6, white=5, brown=4), *left, soviet=True)
    assert winners(game) == ("soviet",)


def test_total_war_knows_no_medals() -> None:
    """§19.5: without a key city all lose"""
    assert winners(finished(*medals(gray=9), total_war=True)) == ()
    assert winners(finished(*medals(gray=9), total_war=True, soviet=True)) == ("soviet",)


@pytest.mark.parametrize("more", [[], ["lvov", "stanislavov", "czernovitsy"]])
def test_the_chain_goes_to_the_main_base(more: list[str]) -> None:
    """§6.2: from Rostov to Piatra, the Frontline Supply Base, does not do; on to Reichshof does"""
    south = ("kishinev", "odessa", "nikolaev", "perekop", "zaporozhye", "mariupol")
    marks = [f"mark {area} control brown" for area in (*south, *more)]
    game = empty(*marks, "set medals.brown 0", "at 1 brown actions")
    enter(game, "panzergruppe_1", "rostov")
    if more:
        assert winners(game) == ("brown",)
    else:
        assert game.result() is None
        assert victory.medals(game.table, 2) == int(look(game, "medals.brown")) + 2


def test_prizes_are_opened_at_the_end() -> None:
    """§6.3: (rm-09) all see the face-down cards, and what they count"""
    game = finished("cards pocket.gray soviet_3_army")
    assert game.view(None).open_cards["pocket.gray"] == ["soviet_3_army"]
    before = empty("cards pocket.gray soviet_3_army", *LAST)
    assert "pocket.gray" not in before.view(None).open_cards
