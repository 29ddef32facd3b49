"""Windows, policies and armed cards: who is asked when, and what nobody else learns."""

from collections.abc import Sequence
from typing import Any, ClassVar

import pytest

from engine.core.answers import Receipt
from engine.core.entries import Ordered, readable
from engine.core.errors import Illegal, Malformed, Stale
from engine.core.frames import Call, Choice, Done, Fork, Outcome, Proc
from engine.core.game import Game, load_game
from engine.core.rules import Rules
from engine.core.verbs import Verb
from tests.core import skirmish
from tests.core.play import ATTACK, asked, battle, load, moving, points, refused, staged, words

T = Any


def kinds(game: Game) -> list[tuple[str, str, str]]:
    """Side, kind and prompt of what is asked."""
    return [(p.side, p.kind, p.prompt) for p in game.pending()]


BEFORE_THE_DIE = "Play a card before the die?"
CANCEL = "Cancel that card?"


def lines(receipt: Receipt, seat: str | None = None) -> list[str]:
    """The orders that a seat reads, automatic ones starred."""
    found = [e for e in readable(receipt.entries, seat) if isinstance(e, Ordered)]
    return [f"{e.side}> {e.line}{'*' if e.auto else ''}" for e in found]


# who is asked ----------------------------------------------------------------------


def test_a_window_asks_each_side_in_turn() -> None:
    game = battle("cards hand.red stir", "cards hand.blue fog")
    game.submit("red", ATTACK)
    assert kinds(game) == [("red", "window", BEFORE_THE_DIE)]
    game.submit("red", "pass")
    assert kinds(game) == [("blue", "window", BEFORE_THE_DIE)]
    game.submit("blue", "pass")
    assert asked(game) == ["blue"]  # beaten: its fog could let it stand


@pytest.mark.parametrize("card", ["plus", "stir", "fog", "cancel"])
def test_it_blocks_whatever_the_hand_holds(card: str) -> None:
    game = battle(f"cards hand.blue {card}")
    game.submit("red", ATTACK)
    assert kinds(game) == [("blue", "window", BEFORE_THE_DIE)]
    assert ("play" in words(game, "blue")) == (card == "plus")


def test_it_does_not_block_where_all_know_that_nothing_can_come() -> None:
    game = battle()  # no hands
    game.submit("red", ATTACK)
    assert all(p.kind == "turn" for p in game.pending())
    # a hand, but both cards that could be played here lie open in the discard
    game = battle("cards discard plus plus2", "cards hand.blue fog")
    game.submit("red", ATTACK)
    assert kinds(game) == [("blue", "turn", "Retreat the beaten unit.")]


def test_auto_passes_and_may_still_be_armed() -> None:
    for arm in (False, True):
        game = moving("cards hand.blue plus", "dice battle 1", scenario="close")
        game.submit("blue", "policy commit auto")
        if arm:
            game.submit("blue", "arm plus at commit")
        game.submit("gm", "at 1 red move")  # a player turn begins
        game.submit("red", "end movement")
        game.submit("red", "target 4")
        receipt = game.submit("red", ATTACK)
        assert ("blue> play plus*" in lines(receipt)) is arm
        assert points(game) == [0, int(arm)]
        assert asked(game) == ["red"]


def test_in_its_own_turn_a_side_is_asked_whatever_its_policy(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """A policy is for the turns of others; and where nothing can come nobody is asked."""
    monkeypatch.setattr(Rules, "own_turn", lambda rules, t, side: side == "red")
    for hand, wanted in (("stir", [("red", "window", BEFORE_THE_DIE)]), ("", [])):
        edits = ("cards hand.blue fog", *([f"cards hand.red {hand}"] if hand else []))
        game = battle(*edits)
        for side in ("red", "blue"):
            game.table.pos.policy[f"{side}:commit"] = "auto"
        game.submit("red", ATTACK)
        assert [one for one in kinds(game) if one[2] == BEFORE_THE_DIE] == wanted


def test_a_played_card_is_seen_by_all_and_the_side_is_asked_again() -> None:
    game = battle("cards hand.red plus plus2")
    game.submit("red", ATTACK)
    game.submit("red", "play plus")
    assert kinds(game) == [("red", "window", BEFORE_THE_DIE)]
    assert game.table.pile("discard").seen[-1] == game.table.everyone
    game.submit("red", "play plus2")
    assert points(game) == [2, 0]
    assert not any(p.kind == "window" for p in game.pending())


@pytest.mark.parametrize(
    ("cards", "answers", "score"),
    [
        (("plus", ""), [], [1, 0]),
        (("plus", "cancel"), ["blue> pass"], [1, 0]),
        (("plus", "cancel"), ["blue> play cancel"], [0, 0]),
        (("plus cancel2", "cancel"), ["blue> play cancel", "red> pass"], [0, 0]),
        (("plus cancel2", "cancel"), ["blue> play cancel", "red> play cancel2"], [1, 0]),
        (
            ("plus cancel2", "cancel fog"),
            ["blue> play cancel", "red> play cancel2"],
            [1, 0],
        ),
    ],
)
def test_cancels_nest(cards: tuple[str, str], answers: list[str], score: list[int]) -> None:
    red, blue = cards
    game = battle(f"cards hand.red {red}", *([f"cards hand.blue {blue}"] if blue else []))
    game.submit("red", ATTACK)
    game.submit("red", "play plus")
    for answer in answers:
        assert game.pending()[0].prompt == CANCEL
        side, line = answer.split("> ")
        game = load(game.dump())
        game.submit(side, line)
    assert points(game) == score
    assert game.pending()[0].prompt != CANCEL


# policies --------------------------------------------------------------------------


def test_a_policy_is_public_and_counts_from_the_next_player_turn() -> None:
    game = battle("cards hand.blue plus")
    receipt = game.submit("blue", "policy commit auto")
    assert lines(receipt) == ["blue> policy commit auto"]
    assert not receipt.door
    assert game.policies("blue") == {
        "commit": ("ask", "auto"),
        "cancel": ("ask", "ask"),
        "retreat": ("ask", "ask"),
    }
    game.submit("red", ATTACK)
    assert asked(game) == ["blue"]  # still asked in this player turn
    game.submit("blue", "pass")
    game.submit("blue", "retreat 5")
    game.submit("red", "end attacks")
    assert game.policies("blue")["commit"] == ("auto", "auto")
    assert asked(game) == ["blue"]


def test_a_policy_may_be_changed_by_either_side_at_any_time() -> None:
    game = moving()
    for side in ("red", "blue"):
        before = game.pending()
        game.submit(side, "policy retreat auto")
        game.submit(side, "policy retreat ask")
        assert game.pending() == before
        assert game.policies(side)["retreat"] == ("ask", "ask")
    refused(game, "red", "policy storm auto", Malformed)
    refused(game, "red", "policy commit never", Malformed)
    refused(game, "red", "policy commit", Malformed)


def test_off_turn_auto_takes_the_published_default() -> None:
    game = moving("dice battle 6", scenario="close")
    game.submit("blue", "policy retreat auto")
    game.submit("gm", "put b2 6\nat 1 red move")
    game.submit("red", "end movement")
    game.submit("red", "target 4")
    receipt = game.submit("red", ATTACK)
    assert "blue> retreat 5*" in lines(receipt)
    assert asked(game) == ["red"]


@pytest.mark.parametrize(("policy", "asked_for"), [("ask", True), ("auto", False)])
def test_a_default_is_taken_even_where_a_card_could_be_played(policy: str, asked_for: bool) -> None:
    game = moving()
    game.submit("blue", f"policy retreat {policy}")
    places = ["clear units", "put r3 1", "put b3 2", "dice battle 6", "cards hand.blue fog"]
    game.submit("gm", "\n".join([*places, "at 1 red move"]))
    game.submit("red", "end movement")
    game.submit("red", "target 2")
    receipt = game.submit("red", "attack 2 with r3")
    assert ("blue> retreat 3*" in lines(receipt)) is not asked_for
    assert (kinds(game) == [("blue", "turn", "Retreat the beaten unit.")]) is asked_for


# armed cards -----------------------------------------------------------------------


def armed(*arms: str, cards: str = "plus") -> Game:
    """Red attacks 4; blue has given standing orders and is never asked."""
    game = battle(f"cards hand.blue {cards}", die=1)
    for arm in arms:
        game.submit("blue", arm)
    return game


def test_an_armed_card_fires_at_its_window() -> None:
    receipt = armed("arm plus at commit").submit("red", ATTACK)
    assert lines(receipt) == ["red> attack 4 with r3", "blue> play plus*"]


@pytest.mark.parametrize(("place", "fires"), [("4", True), ("5", False)])
def test_an_armed_card_may_wait_for_a_place(place: str, fires: bool) -> None:
    game = armed(f"arm plus at commit if {place}")
    receipt = game.submit("red", ATTACK)
    assert ("blue> play plus*" in lines(receipt)) is fires
    assert (asked(game) == ["blue"]) is not fires
    assert game.view("blue").arms == ([] if fires else ["plus"])


def test_where_a_card_can_be_armed_depends_on_who_holds_it(monkeypatch: Any) -> None:
    game = armed()
    rules = type(game.table.rules)
    monkeypatch.setattr(rules, "fits", lambda _, card, side: ("cancel",) if side == "blue" else ())
    refused(game, "blue", "arm plus at commit", Illegal)
    assert words(game, "blue", "arm plus at ") == ["cancel"]
    game.submit("blue", "arm plus at cancel")


def test_a_card_is_armed_once_and_can_be_disarmed() -> None:
    game = armed("arm plus at commit if 4", "arm plus at commit if 5")
    assert [arm.place for arm in game.table.pos.arms] == [5]
    assert words(game, "blue", "disarm ") == ["plus"]
    game.submit("blue", "disarm plus")
    assert game.table.pos.arms == []
    refused(game, "blue", "disarm plus", Illegal)
    game.submit("red", ATTACK)
    assert asked(game) == ["blue"]


def test_the_first_armed_card_that_applies_is_played() -> None:
    game = armed("arm cancel at commit", "arm plus2 at commit", cards="plus plus2 cancel")
    receipt = game.submit("red", ATTACK)
    assert lines(receipt)[1] == "blue> play plus2*"
    assert asked(game) == ["blue"]  # it still holds cards and may play another
    assert game.view("blue").arms == ["cancel"]


def test_both_sides_may_arm_and_a_cancel_fires_in_the_nested_window() -> None:
    game = battle("cards hand.red plus cancel2", "cards hand.blue cancel", die=1)
    game.submit("red", "arm plus at commit")
    game.submit("red", "arm cancel2 at cancel")
    game.submit("blue", "arm cancel at cancel")
    receipt = game.submit("red", ATTACK)
    assert lines(receipt)[1:] == ["red> play plus*", "blue> play cancel*", "red> play cancel2*"]
    assert points(game) == [1, 0]


def test_standing_orders_are_their_owners_secret() -> None:
    game = battle("cards hand.blue plus cancel")
    for line in ("arm plus at commit if 4", "disarm plus", "arm cancel at cancel"):
        questions, red, nobody = game.pending(), game.view("red"), game.view(None)
        receipt = game.submit("blue", line)
        assert readable(receipt.entries, "red") == []
        assert readable(receipt.entries, None) == []
        assert receipt.entries == [Ordered(side="blue", line=line, to="blue")]
        assert (game.pending(), game.view("red"), game.view(None)) == (questions, red, nobody)
        assert receipt.revision == game.revision == red.revision
        assert not receipt.door
    assert game.view("blue").arms == ["cancel"]


def test_standing_orders_are_refused_in_words() -> None:
    game = battle("cards hand.blue plus")
    refused(game, "red", "arm plus at commit", Illegal)  # no hand
    refused(game, "blue", "arm cancel at commit", Illegal)  # not in this hand
    refused(game, "blue", "arm plus at storm", Malformed)  # no such window
    refused(game, "blue", "arm plus at retreat", Illegal)  # a question, and no window
    refused(game, "blue", "arm plus", Malformed)
    refused(game, "blue", "arm plus at commit if", Malformed)
    refused(game, "blue", "disarm plus", Illegal)
    refused(game, "blue", "arm plus at commit\nresign", Malformed)


def test_a_standing_order_goes_with_the_card() -> None:
    game = armed("arm plus at commit if 5")
    game.submit("red", ATTACK)
    game.submit("blue", "play plus")  # by hand, at another place
    assert game.table.pos.arms == []
    assert game.view("blue").arms == []
    assert words(game, "blue", "disarm") == []


def test_an_edit_that_takes_the_card_away_takes_the_standing_order() -> None:
    game = armed("arm plus at commit")
    game.submit("gm", "cards out plus ...")
    assert game.table.pos.arms == []
    game.submit("red", ATTACK)
    assert asked(game) == ["red"]


def test_an_armed_card_is_a_door_even_if_all_knew_it() -> None:
    game = armed("arm plus at commit")
    game.submit("gm", "see red plus")
    receipt = game.submit("red", ATTACK)
    assert receipt.door
    assert game.steps == ()


# windows without a die, and in lanes ------------------------------------------------


class Nod(Choice, kw_only=True, tag="test.nod"):
    def prompt(self, t: T) -> tuple[str, str]:
        return "Nod or stop.", "9"

    def verbs(self, t: T) -> Sequence[Verb]:
        return (Verb("go", lambda: Done("go")), Verb("stop", lambda: Done("stop")))


class Ford(Proc, kw_only=True, tag="test.ford"):
    """Red acts, blue (or red) may react without a die, red acts again."""

    sides: list[str]
    STEPS: ClassVar = ("wait", "ambush", "end")

    def wait(self, t: T) -> Outcome:
        return Call(Nod(side="red"))

    def ambush(self, t: T) -> Outcome:
        return Call(skirmish.Commit(sides=self.sides, place=4))

    def end(self, t: T) -> Outcome:
        return Call(Nod(side="red"))


def ford(*lines: str, sides: Sequence[str] = ("blue",)) -> Game:
    """Red is about to cross; blue and red are never asked at the window."""
    game = staged((Nod, Ford), lambda t: Ford(sides=list(sides)))
    game.submit("gm", "\n".join(["clear cards", *lines]))
    for side in skirmish.SIDES:
        game.table.pos.policy[f"{side}:commit"] = "auto"
    return game


def test_undo_does_not_find_out_whether_a_card_was_armed() -> None:
    for arm in (False, True):
        game = ford("cards hand.blue plus stir")
        if arm:
            game.submit("blue", "arm plus at commit")
        assert game.submit("red", "go").door
        with pytest.raises(Illegal):
            game.undo("red")


def test_undo_is_open_where_nothing_could_have_come() -> None:
    game = ford()  # blue has no cards
    assert not game.submit("red", "go").door
    game.undo("red")
    game = ford("cards hand.red plus", sides=["red"])  # its own window tells it nothing new
    assert not game.submit("red", "go").door
    game.undo("red")


def test_a_line_of_the_game_that_is_not_legal_is_never_told_to_a_player(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(skirmish.Commit, "line", lambda self, t, card: "play stir")
    game = ford("cards hand.blue plus stir")
    game.submit("blue", "arm plus at commit")
    before = game.dump()
    with pytest.raises(RuntimeError, match="not legal"):
        game.submit("red", "go")
    assert game.dump() == before


class Gate(Proc, kw_only=True, tag="test.gate"):
    """A lane: the side nods, then the others may react, then it nods again."""

    side: str
    sides: list[str]
    STEPS: ClassVar = ("nod", "react", "again")

    def nod(self, t: T) -> Outcome:
        return Call(Nod(side=self.side))

    def react(self, t: T) -> Outcome:
        return Call(skirmish.Commit(sides=self.sides, place=4))

    def again(self, t: T) -> Outcome:
        return Call(Nod(side=self.side))


class Gates(Proc, kw_only=True, tag="test.gates"):
    sides: list[str]
    STEPS: ClassVar = ("both", "end")

    def both(self, t: T) -> Outcome:
        return Fork((Gate(side="red", sides=self.sides), Gate(side="blue", sides=self.sides)))

    def end(self, t: T) -> Outcome:
        return Call(Nod(side="red"))


def gates(*sides: str) -> Game:
    game = staged((Nod, Gate, Gates), lambda t: Gates(sides=list(sides)))
    game.submit("gm", "cards hand.red plus\ncards hand.blue plus2")
    return game


def test_a_window_in_a_lane_asks_a_side_that_has_a_lane_of_its_own() -> None:
    game = gates("blue")
    game.submit("red", "go")
    window, own = game.pending()
    assert [(p.side, p.kind) for p in (window, own)] == [("blue", "window"), ("blue", "turn")]
    assert window.id != own.id
    for first in (window, own):  # each is answered by its id, in any order
        twin = load_game(game.table.rules, game.dump())
        line = {"window": "play plus2", "turn": "go"}[first.kind]
        twin.submit("blue", line, pending=first.id)
        with pytest.raises(Stale):
            twin.submit("blue", line, pending=first.id)
        other = own if first is window else window
        assert other in twin.pending()


def test_a_question_that_goes_to_another_side_is_a_new_question() -> None:
    """Red plays its last card in one lane, and so it is blue's turn to react in the other."""
    game = gates("red", "blue")
    game.submit("red", "go")
    game.submit("blue", "go")
    here, there = game.pending()
    assert (here.side, there.side) == ("red", "red")
    game.submit("red", "play plus", pending=here.id)
    moved_on = game.pending()[1]
    assert (moved_on.side, moved_on.prompt) == ("blue", there.prompt)
    assert moved_on.id != there.id
