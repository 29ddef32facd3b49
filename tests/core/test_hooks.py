"""What a game may say otherwise: where its playable cards lie, and what a resignation means."""

import random
from typing import ClassVar

import pytest

from engine.core.entries import Ordered
from engine.core.errors import Illegal, Malformed
from engine.core.frames import Call, Frame, Outcome, Proc, Window
from engine.core.game import Game, load_game, new_game
from engine.core.overlay import Overlay
from engine.core.verbs import Slot, Verb
from tests.core.play import SECRET, words
from tests.core.skirmish import CARDS, UNITS, Plan, T, owner
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


class Lead(Window, kw_only=True, tag="toy.lead"):
    """A unit of a side that has not moved may lead: it lies in no pile."""

    POLICY: ClassVar[str] = "commit"

    def prompt(self, t: T) -> tuple[str, str]:
        return "Who leads?", "9"

    def possible(self, t: T, side: str) -> bool:
        return bool(t.rules.armable(t, side))

    def places(self, t: T) -> list[int]:
        return [2]

    def line(self, t: T, card: int) -> str:
        return f"lead {UNITS[card]}"

    def plays(self, t: T, side: str) -> list[Verb]:
        def do(unit: int) -> Outcome:
            t.s.moved[unit] = 1
            return None

        return [Verb("lead", do, (Slot("unit", "unit", lambda _: t.rules.armable(t, side)),))]


class Raid(Proc, kw_only=True, tag="toy.raid"):
    STEPS: ClassVar[tuple[str, ...]] = ("go", "lead", "plan")

    def go(self, t: T) -> Outcome:
        return Call(Plan(side="red"))

    def lead(self, t: T) -> Outcome:
        return Call(Lead(sides=["blue"]))

    def plan(self, t: T) -> Outcome:
        return Call(Plan(side="red"))


class Led(Skirmish):
    """What is armed here are units, not cards."""

    armed = "unit"
    frames = (*Skirmish.frames, Lead, Raid)
    verbs = {**Skirmish.verbs, "lead": "9"}

    def open(self, t: T) -> Frame:
        super().open(t)
        return Raid()

    def armable(self, t: T, side: str) -> list[int]:
        return [u for u in range(len(UNITS)) if owner(u) == side and not t.s.moved[u]]

    def fits(self, card: int, side: str) -> tuple[str, ...]:
        return ("commit",) if UNITS[card] != "b3" else ()


@pytest.mark.parametrize(("place", "leads"), [("", True), (" if 2", True), (" if 4", False)])
def test_what_is_no_card_can_be_armed_too(place: str, leads: bool) -> None:
    game = new_game(Led(), secret=SECRET)
    assert words(game, "blue", "arm ") == ["u1", "u2"]
    for line, text in (("arm r1 at commit", "You have no Unit r1"), ("arm b3 at commit", "armed")):
        with pytest.raises(Illegal, match=text):
            game.submit("blue", line)
    game.submit("blue", f"arm b1 at commit{place}")
    game.submit("blue", "arm b2 at commit if 4")
    assert words(game, "blue", "disarm ") == ["u1", "u2"]
    game.submit("blue", "disarm b2")
    game.table.s.moved[UNITS.index("b2")] = 1
    ordered = [e.line for e in game.submit("red", "plan bold").entries if isinstance(e, Ordered)]
    assert ("lead b1" in ordered) is leads
    assert [arm.card for arm in game.table.pos.arms] == ([] if leads else [UNITS.index("b1")])


def test_a_standing_order_for_a_unit_goes_when_it_can_lead_no_more() -> None:
    game = new_game(Led(), secret=SECRET)
    game.submit("blue", "arm b1 at commit if 4")
    game.table.s.moved[UNITS.index("b1")] = 1
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

    overlays = {"supply": lambda t: Overlay(title="supply", text=str(t.s.points))}


def test_a_game_says_what_can_be_laid_over_its_map() -> None:
    game = new_game(Charted(), secret=SECRET)
    assert game.overlay("supply").title == "supply" and game.movers() == ()
    with pytest.raises(Malformed, match="it has: supply"):
        game.overlay("reach", "x")
    with pytest.raises(Malformed, match="it has: none"):
        new_game(Skirmish(), secret=SECRET).overlay("supply")
