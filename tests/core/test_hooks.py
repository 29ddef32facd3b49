"""What a game may say otherwise: where its playable cards lie, and what a resignation means."""

import random

import pytest

from engine.core.errors import Illegal, Malformed
from engine.core.game import Game, load_game, new_game
from engine.core.overlay import Overlay
from engine.core.verbs import Value
from tests.core.play import SECRET, words
from tests.core.skirmish import CARDS, T
from tests.core.toy import Skirmish


class Tabled(Skirmish):
    """Some cards lie open on the table of a side and are played from there."""

    def hands(self, side: str) -> tuple[str, ...]:
        return (f"hand.{side}", f"table.{side}")


class Lonely(Skirmish):
    """Who resigns gives a point and plays on: the game goes on without them."""

    def resign(self, t: T, side: str) -> None:
        t.s.points[0 if side == "blue" else 1] += 1


def tabled(card: str) -> Game:
    game = new_game(Tabled(), secret=SECRET)
    piles = game.table.pos.piles
    number = CARDS.index(card)
    for pile in piles.values():
        if number in pile.ids:
            pile.remove(number)
    game.table.pile("table.red").push(number, game.table.everyone)
    codec = game.table.rules.codec
    return load_game(game.table.rules, codec.encode(game.table.pos))


def test_a_card_on_the_table_can_be_armed_and_goes_with_its_card() -> None:
    game = tabled("plus")
    assert "plus" in words(game, "red", "arm ")
    assert "plus" not in words(game, "blue", "arm ")
    game.submit("red", "arm plus at commit")
    assert [arm.card for arm in game.table.pos.arms] == [CARDS.index("plus")]
    game.table.pile("table.red").remove(CARDS.index("plus"))
    game.table.pile("discard").push(CARDS.index("plus"), game.table.everyone)
    game.submit("red", "policy commit auto")
    assert game.table.pos.arms == []


def test_a_resignation_may_let_the_others_go_on() -> None:
    game = new_game(Lonely(), secret=SECRET)
    game.submit("blue", "resign")
    assert game.result() is None and game.table.s.points == [1, 0]
    rng = random.Random(4)
    while not game.result():
        side = game.pending()[0].side
        game.submit(side, game.sample(side, rng))


def test_by_itself_a_resignation_ends_the_game() -> None:
    game = new_game(Skirmish(), secret=SECRET)
    game.submit("blue", "resign")
    result = game.result()
    assert result and result.winners == ("red",)
    with pytest.raises(Illegal):
        game.undo("blue")


class Charted(Skirmish):
    """Something can be laid over its map."""

    overlays = {"supply": "Who is supplied"}

    def overlay(self, t: T, kind: str, unit: Value) -> Overlay:
        return Overlay(title=kind, text=str(t.s.points))


def test_a_game_says_what_can_be_laid_over_its_map() -> None:
    game = new_game(Charted(), secret=SECRET)
    assert game.overlay("supply").title == "supply" and game.movers() == ()
    with pytest.raises(Malformed, match="it has: supply"):
        game.overlay("reach", "x")
    with pytest.raises(Malformed, match="it has: none"):
        new_game(Skirmish(), secret=SECRET).overlay("supply")
