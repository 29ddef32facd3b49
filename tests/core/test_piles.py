"""Piles: who knows which card."""

import pytest

from engine.core.piles import Pile
from engine.core.table import Table
from tests.core.play import load, moving, new
from tests.core.skirmish import CARDS, T

RED, BLUE = 1, 2


def table() -> T:
    """A table whose deck holds the cards in order, nobody knowing any."""
    t: Table = new().table  # type: ignore[type-arg]
    t.pos.piles = {"deck": Pile.of(range(len(CARDS))), "hand.red": Pile.of([])}  # type: ignore
    t.doors = t.learned = 0
    return t


def test_a_pile_keeps_ids_and_masks_together() -> None:
    pile = Pile.of([4, 5, 6], RED)
    pile.push(7, BLUE)
    assert len(pile) == 4
    assert pile.take(0) == (4, RED)
    assert pile.remove(7) == BLUE
    assert (pile.ids, pile.seen) == ([5, 6], [RED, RED])
    assert (pile.known(RED), pile.known(BLUE)) == ([5, 6], [])
    with pytest.raises(ValueError):
        pile.remove(7)


def test_a_draw_is_known_to_its_side_alone() -> None:
    t = table()
    assert t.draw("deck", "hand.red", "red") == 0
    assert (t.pile("hand.red").ids, t.pile("hand.red").seen) == ([0], [RED])
    assert (t.doors, t.learned) == (1, RED)
    assert t.pile("deck").ids == list(range(1, len(CARDS)))


def test_from_an_empty_pile_nothing_is_drawn_or_dealt() -> None:
    t = table()
    before = t.rules.codec.encode(t.pos)
    t.doors = t.learned = 0
    assert t.draw("nothing yet", "hand.red", "red") == -1
    t.deal("nothing yet", "hand.red")
    assert (t.doors, t.learned) == (0, 0)
    assert t.rules.codec.encode(t.pos) == before


def test_a_pile_is_restocked_from_its_discards_which_nobody_knows_then() -> None:
    t = table()
    for card in (2, 0, 5):
        t.play("deck", "discard", card)
    t.play("deck", "out", 1)
    t.doors = 0
    assert t.restock("deck", "discard", "out")
    assert sorted(t.ids("deck")) == list(range(len(CARDS)))
    assert (t.pile("deck").seen, t.ids("discard"), t.ids("out")) == ([0] * len(CARDS), [], [])
    assert (t.doors, t.pos.rolls) == (1, t.log[-1].n + 1)  # type: ignore[attr-defined]
    assert not t.restock("deck", "discard", "out"), "there is nothing in them"
    assert t.doors == 1


def test_what_was_found_in_the_piles_holds_until_one_is_handled() -> None:
    t = table()
    looks: list[int] = []

    def found() -> int:
        t.dealt("looks", lambda: looks.append(0) or looks)
        return len(looks)

    assert found() == 1
    assert t.ids("deck")[0] == 0 and found() == 1
    for handles, handle in enumerate(
        (
            lambda: t.reveal("deck", 0, RED),
            lambda: t.play("deck", "hand.red", 0),
            lambda: t.deal("deck", "hand.red"),
            lambda: t.shuffle("deck"),
            lambda: t.settle_on(t.pos),
        ),
        start=2,
    ):
        handle()
        assert found() == found() == handles


def test_a_draw_of_a_card_it_knew_is_no_news() -> None:
    t = table()
    t.reveal("deck", 0, RED)
    t.doors = t.learned = 0
    t.draw("deck", "hand.red", "red")
    assert (t.doors, t.learned) == (0, 0)


def test_a_card_dealt_face_down_is_known_to_nobody_new() -> None:
    t = table()
    t.reveal("deck", 0, BLUE)
    t.doors = 0
    t.deal("deck", "hand.red")
    assert (t.pile("hand.red").seen, t.doors) == ([BLUE], 0)


def test_a_piece_put_down_in_secret_is_known_to_its_side_alone() -> None:
    t = table()
    t.reveal("deck", 3)
    t.doors = t.learned = 0
    t.move("deck", "out", 3, RED)
    assert (t.pile("out").ids, t.pile("out").seen) == ([3], [RED])
    assert 3 not in t.pile("deck").ids
    assert (t.doors, t.learned) == (0, 0)


def test_reveal_is_a_door_only_for_whom_it_is_news() -> None:
    t = table()
    t.reveal("deck", 3, RED)
    assert (t.doors, t.learned, t.pile("deck").seen[3]) == (1, RED, RED)
    t.reveal("deck", 3, RED)
    assert t.doors == 1
    t.learned = 0
    t.reveal("deck", 3)
    assert (t.doors, t.learned, t.pile("deck").seen[3]) == (2, BLUE, RED | BLUE)


def test_a_played_card_lies_open() -> None:
    t = table()
    t.draw("deck", "hand.red", "red")
    t.play("hand.red", "discard", 0)
    assert (t.pile("hand.red").ids, t.pile("hand.red").seen) == ([], [])
    assert t.pile("discard").seen == [RED | BLUE]
    assert t.learned == RED | BLUE


def test_a_shuffle_makes_all_unknown() -> None:
    t = table()
    t.reveal("deck", 2)
    t.reveal("deck", 5, BLUE)
    t.shuffle("deck")
    assert sorted(t.pile("deck").ids) == list(range(len(CARDS)))
    assert t.pile("deck").seen == [0] * len(CARDS)
    t.shuffle("nothing yet")
    assert t.pile("nothing yet").ids == []


def test_a_peek_shows_one_side_one_card_until_it_is_stirred() -> None:
    game = moving("cards deck fog cancel", "cards hand.red stir", "set fuel.red 1")
    known = game.table.pile("deck").known
    assert game.table.pos.piles["hand.red"].ids  # drew the fog, holds the stir
    game.submit("red", "peek")
    assert len(known(RED)) == 1
    assert known(BLUE) == []
    game.submit("red", "play stir")
    assert game.table.pile("deck").known(RED) == []


def test_hands_are_shown_to_their_side_alone() -> None:
    game = moving("cards hand.red plus fog", "cards hand.blue cancel")
    assert game.view("red").hand == ["plus", "fog"]
    assert game.view("blue").hand == ["cancel"]
    assert game.view(None).hand == []
    assert [view.hands for view in map(game.view, (None, "red", "blue"))] == [[2, 1]] * 3
    assert [card.id for card in game.hand("red")] == ["plus", "fog"]
    assert [card.id for card in game.hand("blue")] == ["cancel"]


def test_a_view_shares_nothing_with_the_state() -> None:
    game = moving()
    before = game.dump()
    view = game.view("red")
    for field in view.__struct_fields__:
        value = getattr(view, field)
        if isinstance(value, list):
            value.clear()
    assert game.table.rules.codec.encode(game.table.pos) == before
    assert game.view("red").at != []


def test_an_empty_pile_is_as_good_as_none() -> None:
    """Whatever asks for a pile that is not there, the position stays the same to the byte."""
    game = moving()
    before = game.dump()
    game.table.pile("elsewhere")
    game.table.pile("hand.red")
    assert game.table.rules.codec.encode(game.table.pos) == before
    assert "elsewhere" not in load(before).table.pos.piles


def test_a_look_at_a_pile_makes_none() -> None:
    t = table()
    assert (list(t.ids("deck")), list(t.ids("attic"))) == (list(range(len(CARDS))), [])
    assert "attic" not in t.pos.piles
