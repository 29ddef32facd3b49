"""The umpire's edit lines: any position, checked as a whole, nothing hidden given away."""

from collections.abc import Sequence
from dataclasses import replace

import pytest

from engine.core.entries import Noted, readable
from engine.core.errors import Illegal, Malformed, OrderError
from engine.core.frames import Choice, Done
from engine.core.game import Game
from engine.core.verbs import Slot, Verb
from tests.core.play import asked, battle, load, moving, new, points, refused, staged, words
from tests.core.skirmish import CARDS, GONE, T

RED, BLUE = 1, 2


def edited(*lines: str) -> Game:
    game = new()
    game.submit("gm", "\n".join(lines))
    return game


def notes(game: Game, text: str) -> list[str]:
    """What everybody reads of an edit."""
    receipt = game.submit("gm", text)
    return [e.text for e in readable(receipt.entries, None) if isinstance(e, Noted)]


# no edit ---------------------------------------------------------------------------


def test_a_draw_ends_the_game_and_leaves_it_rated() -> None:
    game = new()
    receipt = game.submit("gm", "draw")
    result = game.result()
    assert result is not None and result.winners == () and "agreement" in result.reason
    assert not game.edited and game.pending() == () and receipt.door and not game.steps
    assert load(game.dump()).result() == result
    with pytest.raises(OrderError):
        game.submit("gm", "draw")
    with pytest.raises(Malformed):
        new().submit("gm", "draw\nclear units")


# the eight verbs -------------------------------------------------------------------


def test_clear_takes_off_what_it_names() -> None:
    assert edited("clear units").table.s.at == [GONE] * 6
    assert edited("clear red").table.s.at == [GONE] * 3 + [7, 6, 5]
    game = edited("mark 3 fort 2", "clear marks")
    assert game.table.s.forts == [0] * 8
    assert game.table.s.at == new().table.s.at
    game = edited("clear cards")
    assert len(game.table.pile("out")) == len(CARDS)
    game = edited("mark 3 fort", "clear")
    assert (game.table.s.at, game.table.s.forts) == ([GONE] * 6, [0] * 8)


def test_put_places_units_with_their_flags() -> None:
    game = edited("put r1 Unit_R2 4 moved", "put b1 4")
    assert game.table.s.at[:4] == [4, 4, 2, 4]
    assert game.table.s.moved == [1, 1, 0, 0, 0, 0]
    game.submit("gm", "put r1 4")
    assert game.table.s.moved[0] == 0


def test_mark_and_set() -> None:
    game = edited("mark 3 fort 2", "mark place_4 fort", "set points.red 7", "set fuel.blue 0")
    assert game.table.s.forts == [0, 0, 0, 2, 1, 0, 0, 0]
    assert (points(game), game.table.s.fuel) == ([7, 0], [1, 0])
    game.submit("gm", "mark 3 fort none")
    assert game.table.s.forts[3] == 0


def test_cards_come_from_wherever_they_are() -> None:
    deck = ["cards deck plus cancel", "cards hand.red plus", "cards deck fog ..."]
    game = edited("clear cards", *deck)
    piles = game.table.pos.piles
    assert [CARDS[c] for c in piles["deck"].ids] == ["fog", "cancel"]
    assert piles["deck"].seen == [0, 0]
    assert ([CARDS[c] for c in piles["hand.red"].ids], piles["hand.red"].seen) == (["plus"], [RED])
    assert len(piles["out"]) == 5


def test_see_says_who_knows() -> None:
    game = edited("clear cards", "cards deck plus cancel", "see red plus cancel", "see blue plus")
    assert game.table.pile("deck").seen == [RED | BLUE, RED]
    game.submit("gm", "see none plus")
    assert game.table.pile("deck").seen == [0, RED]


def test_dice_are_queued_in_order() -> None:
    game = edited("dice battle 6 1", "dice battle 2")
    assert game.table.pos.queue == {"battle": [6, 1, 2]}


def test_at_enters_a_station_cold() -> None:
    game = edited("at 2 blue move")
    assert [(p.side, p.prompt) for p in game.pending()] == [("blue", "Move your units.")]
    assert game.view(None).turn == "2"
    game.submit("gm", "at 3 red plans")
    assert asked(game) == ["red", "blue"]
    game.submit("gm", "put r3 4\nat 1 red declare")
    assert words(game, "red", "target ") == ["5"]


def test_at_takes_a_finished_game_up_again() -> None:
    game = moving()
    game.submit("red", "resign")
    assert game.result()
    game.submit("gm", "set points.red 4")  # an edit alone does not
    assert game.result()
    game.submit("gm", "at 1 red move")
    assert game.result() is None
    assert asked(game) == ["red"]


# checks ----------------------------------------------------------------------------


def test_the_position_is_checked_at_the_end_of_the_batch_alone() -> None:
    game = new()
    refused(game, "gm", "put r1 r2 r3 b1 4", Illegal)
    game.submit("gm", "put r1 r2 r3 b1 4\nput r1 5")  # crowded only on the way
    refused(game, "gm", "cards deck plus", Illegal)  # the others would be lost
    refused(game, "gm", "cards deck plus plus ...", Illegal)


def test_force_skips_limits_and_never_references() -> None:
    game = new()
    receipt = game.submit("gm", "force\nput r1 r2 r3 b1 4")
    assert game.table.s.at[:4] == [4] * 4
    assert receipt.ran[0] == "force"  # so that the batch can be played again
    for line in ("put r9 4", "put r1 99", "cards deck nonsense ...", "mark 99 fort"):
        refused(game, "gm", f"force\n{line}", Malformed)
    refused(game, "gm", "force\ncards deck plus", Illegal)  # cards would be lost
    refused(game, "gm", "force", Malformed)


@pytest.mark.parametrize(
    ("line", "kind"),
    [
        ("conjure r1 4", Malformed),
        ("clear everything", Malformed),
        ("clear units marks", Malformed),
        ("put r1 4 moved moved", Malformed),
        ("mark 3 fort 2 1", Malformed),
        ("cards deck plus plus ...", Illegal),
        ("at 1 red move 2", Malformed),
        ("put r1", Malformed),
        ("put 4 r1", Malformed),
        ("put r1 r2", Malformed),
        ("put u1 4", Malformed),  # red's or blue's?
        ("put r1 99", Malformed),
        ("mark 3", Malformed),
        ("mark 3 castle", Malformed),
        ("mark 3 fort 9", Malformed),
        ("set points.red", Malformed),
        ("set points.green 3", Malformed),
        ("set points.red many", Malformed),
        ("set points.red 3 4", Malformed),
        ("set points 3", Malformed),
        ("set points.red.blue 3", Malformed),
        ("put r1 4 moved=5", Malformed),
        ("put r1 4 asleep", Malformed),
        ("cards", Malformed),
        ("cards shelf plus", Malformed),
        ("see red", Malformed),
        ("see green plus", Malformed),
        ("see red ace", Malformed),
        ("dice battle", Malformed),
        ("dice battle six", Malformed),
        ("dice weather 3", Malformed),
        ("at 1 red", Malformed),
        ("at 1 green move", Malformed),
        ("at 1 red lunch", Malformed),
        ("at noon red move", Malformed),
        ("at 1 red move\nput r1 4", Malformed),
        ("at 1 red move\nat 1 red move", Malformed),
        ("move r3 3", Malformed),
        ("resign", Malformed),
    ],
)
def test_a_bad_line_undoes_the_whole_batch(line: str, kind: type[OrderError]) -> None:
    game = moving()
    game.submit("red", "dig 0")
    assert refused(game, "gm", f"set points.red 3\n{line}", kind).text
    game.undo("red")


class Lift(Choice, kw_only=True, tag="test.lift"):
    """Any unit on the map."""

    def prompt(self, t: T) -> tuple[str, str]:
        return "Lift one.", "9"

    def verbs(self, t: T) -> Sequence[Verb]:
        units = [u for u in range(6) if t.s.at[u] < GONE]
        return (Verb("go", Done, (Slot("unit", "unit", lambda _: units),)),)


def test_an_edit_that_leaves_the_question_without_an_answer_is_refused() -> None:
    game = staged((Lift,), lambda t: Lift(side="red"))
    assert "`at`" in refused(game, "gm", "clear units", Illegal).text
    game.submit("gm", "clear units\nat 1 red move")


def test_an_edit_may_answer_the_question() -> None:
    game = battle("cards hand.blue plus", die=6)
    game.submit("red", "attack 4 with u3")
    game.submit("blue", "pass")
    assert game.pending()[0].prompt == "Retreat the beaten unit."
    # It is asked for as long as a fog may be held; then its only line is taken.
    game.submit("gm", "clear cards")
    assert asked(game) == ["red"]


# what people learn -----------------------------------------------------------------


def test_an_edit_is_logged_counted_and_a_door() -> None:
    game = moving()
    game.submit("red", "dig 0")
    ids, revision = game.pending()[0].id, game.revision
    receipt = game.submit("gm", "set points.red 3\nmark 3 fort")
    assert receipt.ran == ("set points.red 3", "mark 3 fort")
    assert (receipt.door, receipt.left, game.revision) == (True, (), revision + 1)
    assert [game.tell(e) for e in receipt.entries] == [
        "Umpire: set points.red 3",
        "Umpire: mark 3 fort",
    ]
    assert game.pending()[0].id != ids
    assert game.steps == ()


def test_a_game_is_marked_as_edited_from_then_on() -> None:
    game = new()
    assert not game.edited
    with pytest.raises(OrderError):
        game.submit("gm", "nonsense")
    assert not game.edited
    game.submit("gm", "set points.red 0")
    assert load(game.dump()).edited


def test_hidden_cards_are_not_named_in_public() -> None:
    game = edited("clear cards", "cards deck plus ...")
    assert notes(game, "cards hand.red fog ...") == ["Umpire: cards hand.red"]
    assert notes(game, "see red plus") == ["Umpire: see red"]
    assert notes(game, "see none plus") == ["Umpire: see none"]
    assert notes(game, "put r1 4 moved\nat 1 red move")[:2] == [
        "Umpire: put r1 4 moved",
        "Umpire: at 1 red move",
    ]


def test_edit_lines_are_nobody_elses() -> None:
    game = moving()
    for side in game.sides:
        for line in ("set points.red 3", "clear", "at 1 red move", "see red plus"):
            with pytest.raises(Malformed):
                game.submit(side, line)
    assert "set" not in words(game, "red")


@pytest.mark.parametrize("line", ["dice battle 7", "dice battle 0", "dice battle 3 99"])
def test_dice_show_only_the_faces_that_they_have(line: str) -> None:
    with pytest.raises(Malformed, match="shows 1, 2, 3, 4, 5, 6"):
        edited(line)


def test_a_card_that_lies_nowhere_cannot_be_seen() -> None:
    game = edited("clear cards")
    game.table.pos.piles["out"].remove(0)
    with pytest.raises(Malformed, match="no pile"):
        game.submit("gm", f"see red {CARDS[0]}")


# what an edit leaves can go on, and what it has set can be read -----------------------


def test_pieces_that_a_procedure_counts_on_are_left_alone() -> None:
    game = battle("cards hand.blue plus", die=6)
    game.submit("red", "attack 4 with u3")
    for line in ("clear units", "put r3 0", "mark 3 fort"):
        error = refused(game, "gm", line, Illegal)
        assert "`at`" in error.text
    game.submit("gm", "cards deck plus ...\nput r3 3")  # r3 stands there
    game.submit("gm", "clear units\nat 1 red move")


def test_an_edit_that_leaves_a_secret_question_without_an_answer_is_refused() -> None:
    class Hidden(Lift, kw_only=True, tag="test.hidden"):
        def may_hold(self, t: T) -> bool:
            return True

    game = staged((Hidden,), lambda t: Hidden(side="red"))
    assert "`at`" in refused(game, "gm", "clear units", Illegal).text


def test_cards_seen_and_dice_can_be_read() -> None:
    game = edited("clear cards", "cards deck fog cancel", "see red fog", "dice battle 6 1")
    looks = ("deck cards", "fog seen", "cancel seen", "dice battle", "hand.red cards")
    assert [game.look(look.split())[0] for look in looks] == [
        "fog,cancel",
        "red",
        "none",
        "6,1",
        "none",
    ]
    game.submit("gm", "cards hand.blue fog ...\nsee red fog\nsee none fog")
    assert game.look(["fog", "seen"]) == ("blue",)  # it is in a hand: its owner sees it


def test_what_a_die_can_not_show_is_left_out() -> None:
    """A result for a card at random may be set for a hand that has become smaller."""
    game = new()
    game.table.pos.queue["battle"] = [9, 3]
    assert game.table.roll("battle", 2, range(1, 7))[0] == 3
    assert "battle" not in game.table.pos.queue


def test_results_that_wait_can_be_taken_away() -> None:
    game = edited("dice battle 6 1")
    assert game.look(["dice", "battle"]) == ("6,1",)
    assert notes(game, "dice battle none") == ["Umpire: dice battle none"]
    assert game.look(["dice", "battle"]) == ("none",)


@pytest.mark.parametrize(
    ("rows", "line", "told"),
    [
        ("settings", "set points.red 3", "set points.red"),
        ("marks", "mark 3 fort 2", "mark 3 fort"),
        ("flags", "put r1 2 moved", "put r1 2 moved"),
        ("flags", "put r1 2 moved=1", "put r1 2 moved"),
    ],
)
def test_the_value_of_a_hidden_row_is_not_told(
    rows: str, line: str, told: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    game = new()
    editor = game.table.rules.editor
    hidden = {name: replace(row, hidden=True) for name, row in getattr(editor, rows).items()}
    assert notes(game, line) == [f"Umpire: {line}"]
    monkeypatch.setattr(editor, rows, hidden)
    assert notes(game, line) == [f"Umpire: {told}"]
