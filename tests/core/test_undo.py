"""Doors and undo."""

import random
from collections.abc import Callable, Sequence
from typing import Any, ClassVar

import pytest

from engine.core.errors import Illegal
from engine.core.frames import Call, Choice, Outcome, Proc
from engine.core.game import Game
from engine.core.verbs import Verb
from tests.core.play import ATTACK, battle, load, moving, new, points, staged


def cards(*more: str) -> Game:
    """Red moves, with cards about and fuel to spare."""
    return moving("cards deck cancel plus fog ...", "set fuel.red 3", *more)


def stirred() -> Game:
    return cards("cards hand.red stir")


DOORS: dict[str, tuple[Callable[[], Game], str, str]] = {
    "a roll": (lambda: battle(die=1), "red", ATTACK),
    "a shuffle": (stirred, "red", "play stir"),
    "a look": (cards, "red", "peek"),
    "a card laid open": (lambda: committing(), "red", "play plus"),
    "the other side's turn": (
        cards,
        "red",
        "end movement; end declaration; end attacks",
    ),
    "a sealed plan opened": (lambda: planned("red"), "blue", "plan wary"),
    "the end": (cards, "red", "resign"),
}


def committing() -> Game:
    game = battle("cards hand.red plus")
    assert not game.submit("red", ATTACK).door
    return game


def planned(side: str) -> Game:
    game = new()
    game.submit(side, "plan bold")
    return game


@pytest.mark.parametrize("name", DOORS)
def test_nothing_goes_back_through_a_door(name: str) -> None:
    make, side, text = DOORS[name]
    game = make()
    game = load(game.dump(), game.steps)
    receipt = game.submit(side, text)
    assert receipt.door
    assert game.steps == ()
    before = game.dump()
    for asker in game.sides:
        with pytest.raises(Illegal):
            game.undo(asker)
    assert game.dump() == before


def test_a_look_at_a_known_card_is_no_door() -> None:
    game = cards()
    assert game.submit("red", "peek").door
    receipt = game.submit("red", "peek")
    assert not receipt.door
    game.undo("red")
    assert game.table.s.fuel[0] == 2


def test_undo_gives_the_very_bytes_from_before() -> None:
    game = moving()
    trail = [game.dump()]
    for line in ("move u3 3", "dig 0 level 2", "watch b1", "refuel", "move u2 4"):
        assert not game.submit("red", line).door
        trail.append(game.dump())
    while len(trail) > 1:
        assert game.dump() == trail.pop()
        receipt = game.undo("red")
        assert game.dump() == trail[-1]
        assert receipt.ran == ("undo",)
        assert receipt.revision == game.revision
    with pytest.raises(Illegal):
        game.undo("red")


def test_the_same_order_again_gives_the_same_game() -> None:
    game = moving()
    game.submit("red", "move u3 3", "click 1")
    once = game.hash
    game.undo("red")
    game.submit("red", "move u3 3", "click 1")
    assert game.hash == once


def test_only_the_own_last_order_is_taken_back() -> None:
    game = planned("red")
    with pytest.raises(Illegal, match="not yours"):
        game.undo("blue")
    game.undo("red")
    assert game.dump() == new().dump()


def test_each_side_takes_back_its_own_while_both_are_asked() -> None:
    game = planned("blue")
    ids = {p.side: p.id for p in game.pending()}
    game.undo("blue")
    assert [p.side for p in game.pending()] == ["red", "blue"]
    assert {p.side: p.id for p in game.pending()}["red"] == ids["red"]


def test_standing_orders_and_policies_survive_an_undo() -> None:
    game = battle("cards hand.blue plus cancel", "set fuel.red 2")
    game.submit("red", "refuel")
    assert game.steps
    game.submit("blue", "arm plus at commit if 4")
    game.submit("blue", "policy retreat auto")
    game.submit("blue", "arm cancel at cancel")
    game.submit("blue", "disarm cancel")
    game.undo("red")
    assert game.table.s.fuel[0] == 2
    assert game.view("blue").arms == ["plus"]
    assert game.policies("blue")["retreat"] == ("ask", "auto")
    game.submit("red", "refuel")
    game.submit("blue", "disarm plus")
    game.undo("red")
    assert game.view("blue").arms == []


def test_a_policy_in_force_is_not_taken_back() -> None:
    # Blue has nobody left and is never asked: its turn passes within red's order.
    game = moving("clear units", "put r1 0", "set fuel.blue 0", cards="none")
    game.submit("blue", "policy commit auto")
    receipt = game.submit("red", "end movement; end declaration; end attacks")
    assert receipt.door
    assert game.policies("blue")["commit"] == ("auto", "auto")


def test_a_loaded_game_takes_its_steps_back() -> None:
    game = moving()
    first = game.dump()
    game.submit("red", "move u3 3")
    second = game.dump()
    game.submit("red", "dig 0")
    again = load(game.dump(), game.steps)
    assert again.steps == (first, second)
    again.undo("red")
    assert again.dump() == second
    again.undo("red")
    assert again.dump() == first
    with pytest.raises(Illegal):
        load(game.dump()).undo("red")


def test_an_edit_is_a_door() -> None:
    game = moving()
    game.submit("red", "dig 0")
    receipt = game.submit("gm", "set points.red 5")
    assert receipt.door
    with pytest.raises(Illegal):
        game.undo("red")
    assert points(game) == [5, 0]


def knowledge(game: Game) -> dict[int, int]:
    piles = game.table.pos.piles.values()
    return {card: mask for pile in piles for card, mask in zip(pile.ids, pile.seen, strict=True)}


def test_what_was_learned_or_rolled_is_always_behind_a_door() -> None:
    rng = random.Random(8)
    doors = undone = 0
    for seed in range(15):
        game = new("close", secret=bytes([seed]))
        while not game.result():
            known, rolls = knowledge(game), game.table.pos.rolls
            askers = {p.side for p in game.pending()}
            side = rng.choice(game.pending()).side
            before = game.dump()
            receipt = game.submit(side, game.sample(side, rng))
            news = any(mask & ~known[card] for card, mask in knowledge(game).items())
            passed = {p.side for p in game.pending()} - askers
            assert game.table.pos.rolls >= rolls
            if news or passed or game.table.pos.rolls > rolls or game.result():
                assert receipt.door
                doors += 1
            assert bool(game.steps) is not receipt.door
            if not receipt.door and rng.random() < 0.3:
                game.undo(side)
                assert game.dump() == before
                undone += 1
    assert doors > 200
    assert undone > 100


class Pick(Choice, kw_only=True, tag="test.pick"):
    """`go` takes the card on top of the discard: all know it, so that it can be taken back."""

    def prompt(self, t: Any) -> tuple[str, str]:
        return "Take a card.", "9"

    def verbs(self, t: Any) -> Sequence[Verb]:
        def go() -> Outcome:
            t.play("discard", "hand.red", t.pile("discard").ids[0])
            return None

        return (Verb("go", go), Verb("stop", lambda: None))


class Picking(Proc, kw_only=True, tag="test.picking"):
    STEPS: ClassVar = ("pick",)

    def pick(self, t: Any) -> Outcome:
        return Call(Pick(side="red"))


def test_a_standing_order_goes_when_undo_takes_its_card_back() -> None:
    game = staged((Pick, Picking), lambda t: Picking())
    game.submit("gm", "cards discard plus fog\nsee red plus fog\nsee blue plus fog")
    game.submit("red", "go")
    game.submit("red", "arm plus at commit")
    game.submit("red", "go")
    game.undo("red")
    assert len(game.table.pos.arms) == 1  # its card stays
    game.undo("red")
    assert game.table.pos.arms == []
    assert game.table.pile("discard").ids[:1] == [0]


def test_the_umpire_takes_back_whosever_order_it_was() -> None:
    game = moving()
    before = game.dump()
    game.submit("red", "move r1 3")
    assert game.undo("gm").ran == ("undo",)
    assert game.dump() == before
    with pytest.raises(Illegal):
        game.undo("gm")
