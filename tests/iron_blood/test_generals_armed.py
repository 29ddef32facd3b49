"""General tokens: who may see what of them, and those that are armed."""

import pytest

import engine
from engine import Game
from engine.core.entries import Rolled, public, readable
from tests.iron_blood.table import (
    asked,
    empty,
    hands,
    kinds,
    names,
    places,
    prompt,
    table,
    told,
    words,
)
from tests.iron_blood.test_generals import ADVANCED, DUEL, SECOND_DUEL, duel, used

# secrecy ------------------------------------------------------------------------------------

AXIS = ("die", "reroll", "advance", "hits", "infantry")


@pytest.mark.parametrize("kind", AXIS)
def test_what_the_others_see_does_not_depend_on_the_token(kind: str) -> None:
    """§generals: kept secret by their owner"""
    game, other = duel(axis=kind), duel(axis="hits" if kind == "die" else "die")
    for seat in ("soviet", None):
        assert game.view(seat).hand == []
        assert game.view(seat).hand_sizes == [1, 0]
        assert game.view(seat) == other.view(seat)
    assert game.verbs("soviet") == other.verbs("soviet")
    assert [(p.side, p.prompt, p.kind) for p in game.pending()] == [
        (p.side, p.prompt, p.kind) for p in other.pending()
    ]
    assert game.hand("soviet") == () and game.hand("axis")[0].id == f"axis_general_{kind}"
    assert game.view("axis").hand == [f"axis_general_{kind}"]


@pytest.mark.parametrize("kind", AXIS)
def test_windows_open_on_public_facts_alone(kind: str) -> None:
    """§generals: also for a hand that can't use them"""
    game = duel(axis=kind)
    assert asked(game) == ["axis"] and game.pending()[0].kind == "window"
    game.submit("axis", "pass")
    assert asked(game) == ["axis"]  # after the roll again
    for seat in ("axis", "soviet", None):
        for entry in public(game.submit("gm", "dice blitz 1").entries):
            assert f"general_{kind}" not in str(entry)
        assert seat is None or game.view(seat) is not None


def test_no_window_for_an_empty_hand_or_when_the_tokens_are_known_to_be_gone() -> None:
    """generals"""
    # No tokens: the combat is resolved at once, the Soviets are asked for their reinforcements.
    assert duel().view(None).phase == "Reinforcements"
    gone = "axis_general_die"
    game = empty(
        *DUEL,
        *hands("infantry", used=gone),
        "dice combat.axis 2 2",
        "dice combat.soviet 1 1",
        "at 1941_clear axis combat",
    )
    assert "Play a token?" in prompt(game)  # nothing was asked before the roll
    all_ = "axis_general_die axis_general_hits axis_general_reroll"
    game = empty(*DUEL, *hands("infantry", used=all_), "at 1941_clear axis combat")
    assert game.view(None).phase == "Reinforcements"


def test_the_movement_phase_is_not_ended_for_who_could_hold_a_token() -> None:
    """§generals: the Axis is asked even where only `end movement` is left"""
    stuck = ("put soviet_infantry_2 0802",)
    hidden = empty(*stuck, *hands("die"), "at 1942_mud axis move")
    assert asked(hidden) == ["axis"] and names(hidden, "axis") >= {"end movement"}
    known = empty(
        *stuck,
        *hands("die", used="axis_general_infantry axis_general_advance"),
        "at 1942_mud axis move",
    )
    assert asked(known) == ["soviet"]


@pytest.mark.parametrize(
    ("side", "space", "before"),
    [("axis", "1942_mud", "1941_snow"), ("soviet", "1941_snow", "1941_clear")],
)
def test_a_token_taken_is_told_to_its_owner_alone(side: str, space: str, before: str) -> None:
    """phase9, generals"""
    token = f"{side}_general_reroll"
    game = empty("clear cards", f"cards track.{space} {token}")
    receipt = game.submit("gm", f"at {before} axis calendar")
    foe = "soviet" if side == "axis" else "axis"
    for seat in (side, foe, None):
        told_ = " ".join(game.tell(entry) for entry in readable(receipt.entries, seat))
        assert f"{side.title()} takes a General token." in told_
        assert ("Re-roll" in told_) == (seat == side)
        assert game.view(seat).hand == ([token] if seat == side else [])


def test_the_division_token_is_in_nobodys_hand() -> None:
    """§generals, §optional.anti_partisan: with it the Axis can't hold a fresh infantry"""
    edits = (
        "clear units",
        "put soviet_infantry_2 0802",
        "clear cards",
        "cards hand.axis axis_general_die",
        "cards used axis_general_advance",
    )
    plain = table(*edits, "at 1942_mud axis move")
    assert asked(plain) == ["axis"]
    division = table(*edits, "at 1942_mud axis move", option=True)
    assert asked(division) == ["soviet"]


def test_used_tokens_lie_open_and_come_back_no_more() -> None:
    """§generals: one use"""
    game = duel(axis="hits")
    game.submit("axis", "pass")
    receipt = game.submit("axis", "play hits")
    assert "Two hits" in told(game, receipt) or "hits" in told(game, receipt)
    assert used(game) == ["axis_general_hits"]
    assert game.hand("axis") == ()
    for seat in ("axis", "soviet", None):
        assert game.view(seat).used == ["axis_general_hits"]


# armed tokens --------------------------------------------------------------------------------


def armed(line: str, *more: str, axis: str = "", soviet: str = "") -> tuple[Game, list[str]]:
    """A combat where one side has armed a token beforehand; the tokens used after its roll."""
    game = empty(*DUEL, *SECOND_DUEL, *hands(axis, soviet), *more, "at 1941_clear axis combat")
    side = "axis" if axis else "soviet"
    receipt = game.submit(side, line)
    assert public(receipt.entries) == []  # nobody learns that something is armed
    assert game.view("soviet" if axis else "axis") == game.view("soviet" if axis else "axis")
    return game, used(game)


def test_an_armed_die_fires_in_its_place() -> None:
    """generals"""
    game, _ = armed("arm die at commit if 0604", axis="die")
    game.submit("axis", "fight 0404")
    assert asked(game) == ["axis"] and used(game) == []
    game.submit("axis", "pass")
    game.submit("axis", "pass")
    assert used(game) == ["axis_general_die"]


def test_armed_hits_fire_where_they_change_the_result() -> None:
    """§generals.axis"""
    even, _ = armed(
        "arm hits at rolled", "dice combat.axis 1 1", "dice combat.soviet 1 1", axis="hits"
    )
    even.submit("axis", "fight 0404")
    even.submit("axis", "pass")
    assert used(even) == ["axis_general_hits"]  # a tie becomes an elimination
    sure, _ = armed(
        "arm hits at rolled", "dice combat.axis 3 3", "dice combat.soviet 1 1", axis="hits"
    )
    sure.submit("axis", "fight 0404")
    sure.submit("axis", "pass")
    assert used(sure) == []  # it has won twice over without them


def test_an_armed_reroll_takes_the_worst_die_of_a_lost_combat() -> None:
    """§generals.soviet"""
    game, _ = armed(
        "arm reroll at rolled",
        "dice combat.axis 2 2",
        "dice combat.soviet 2 1",
        "dice reroll 3",
        soviet="reroll",
    )
    game.submit("axis", "fight 0404")
    receipt = game.submit("soviet", "pass")
    (again,) = (roll for roll in kinds(receipt.entries, Rolled) if roll.purpose == "reroll")
    assert again.values == [3]
    assert places(game, "axis_infantry_1") == ["0304"]


def test_an_armed_reroll_is_not_wasted_on_a_lost_combat() -> None:
    """§generals.soviet: a 3 would change nothing"""
    game, _ = armed(
        "arm reroll at rolled",
        "dice combat.axis 3 3",
        "dice combat.soviet 2 2",
        soviet="reroll",
    )
    game.submit("axis", "fight 0404")
    game.submit("soviet", "pass")
    assert used(game) == []


def test_a_token_armed_under_auto_fires_and_nothing_else_is_asked() -> None:
    """generals"""
    game = empty(*DUEL, *SECOND_DUEL, *hands("die hits"), "at 1941_clear axis move")
    game.submit("axis", "policy commit auto")
    game.submit("axis", "policy rolled auto")
    game.submit("axis", "arm die at commit")
    game.submit("axis", "end movement")
    game.submit("soviet", "end movement")
    receipt = game.submit("axis", "fight 0404")
    assert used(game) == ["axis_general_die"]
    assert len(next(r for r in kinds(receipt.entries, Rolled)).values) == 3
    assert game.view(None).phase == "Reinforcements"  # the second combat asked nobody


def test_disarm() -> None:
    """generals"""
    game, _ = armed("arm die at commit", axis="die")
    game.submit("axis", "disarm die")
    game.submit("axis", "fight 0404")
    assert asked(game) == ["axis"] and used(game) == []


def test_a_blitz_die_is_rolled_again_by_an_armed_token() -> None:
    """§generals.axis, §phase2.blitz"""
    game = empty(
        *ADVANCED, *hands("reroll"), "dice blitz 1", "dice reroll 3", "at 1941_clear axis move"
    )
    game.submit("axis", "arm reroll at reroll")
    game.submit("axis", "move 1pz 0204")
    game.submit("axis", "blitz")
    assert names(game, "axis") == {"advance", "done"} and used(game) == ["axis_general_reroll"]


def test_a_hand_says_what_can_be_played_now() -> None:
    """generals"""
    game = empty(*DUEL, *hands("die hits"), "at 1941_clear axis combat")

    def playable() -> set[str]:
        return {card.id for card in game.hand("axis") if card.playable}

    assert playable() == {"axis_general_die"}  # before the roll
    game.submit("axis", "pass")
    assert playable() == {"axis_general_hits"}  # after it
    game.submit("axis", "pass")
    assert playable() == set()
    assert not any(card.playable for card in game.hand("soviet"))


def test_a_token_is_armed_only_where_it_can_be_played() -> None:
    """generals"""
    game = empty(*DUEL, *hands("die hits advance"), "at 1941_clear axis support")
    assert words(game, "axis", "arm ") == {"die", "hits"}
    assert words(game, "axis", "arm hits at ") == {"rolled"}
    for line in ("arm hits at commit", "arm die at rolled", "arm advance at rolled"):
        with pytest.raises(engine.Illegal):
            game.submit("axis", line)
    game.submit("axis", "arm hits at rolled if 0404")
    rerolls = empty(*DUEL, *hands(soviet="reroll tank"), "at 1941_clear axis support")
    assert words(rerolls, "soviet", "arm ") == {"reroll"}
    assert words(rerolls, "soviet", "arm reroll at ") == {"rolled", "reroll"}
