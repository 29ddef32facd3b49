"""Declaring targets and Counterblows, and who may attack whom (§10.1 to §10.4)."""

from collections.abc import Callable

import pytest

from engine.core.entries import Marked
from engine.games.no_retreat import acts
from engine.games.no_retreat.data.facts import AXIS, SOVIET
from engine.games.no_retreat.law import targets
from tests.no_retreat.combat import EXAMPLE, combat, declared, seen
from tests.no_retreat.table import (
    asked,
    ids,
    look,
    names,
    place,
    places,
    prompt,
    refused,
    running,
    unit,
    words,
)

PAIR = ("put army_4 1814", "put west 1914")
"""4 against 4 in the open, no river between: 1:1."""


def test_a_target_is_an_enemy_hex_next_to_a_unit() -> None:
    """§10.0, §10.1: only hexes with enemies, across open hexsides, can be marked."""
    game = combat(*PAIR, "put south 2115", "put army_6 2016", "put crimean 1916")
    assert words(game, "axis", "target ") == {"1914", "2115"}
    assert refused(game, "axis", "target 1916") == "10.1"  # Taganrog Bay lies between
    assert refused(game, "axis", "target 1814") == "10.1"
    assert refused(game, "axis", "target 2014") == "10.1"
    game.submit("axis", "target 1914")
    assert look(game, "1914 target") == "on"
    assert refused(game, "axis", "target 1914") == "10.1"


def test_who_may_not_attack_of_its_own_will() -> None:
    """§10.1.1: disorganized units and white strengths declare no target."""
    game = combat("put army_4 1814 disorganized", "put west 1914", "put kg_1 2015")
    assert names(game, "axis") == set()  # nothing to declare, nothing to attack: the phase is over
    game = combat("put army_4 1814 disorganized", *PAIR[1:], "put kg_1 2015", "put army_6 2013")
    game.submit("axis", "target 1914")
    game.submit("axis", "end targets")
    assert words(game, "axis", "battle 1914 with ") == {"6"}
    assert refused(game, "axis", "battle 1914 with 4") == "10.1.1"
    assert refused(game, "axis", "battle 1914 with kg1") == "10.1.1"


def test_there_are_five_markers() -> None:
    """§10.1: five targets at most; Counterblows of the last turn count for their side."""
    game = combat(*PAIR, "mark 1814 counterblow", side="soviet")
    t = running(game)
    assert targets.limit(t.s, SOVIET) == 5
    assert (targets.left(t.s, SOVIET), targets.left(t.s, AXIS)) == (5, 4)
    t.s.placed[SOVIET] = 5
    assert targets.targets(t.s, t.d, SOVIET) == 0


def test_the_axis_have_fewer_markers_later() -> None:
    """§13.1, §13.5: three in Long Winter and from turn 20, one from turn 26."""
    for turn, weather, most in ((19, "clear", 5), (20, "clear", 3), (26, "clear", 1)):
        game = combat(*PAIR, turn=turn, weather=weather)
        assert targets.limit(running(game).s, AXIS) == most
        assert targets.limit(running(game).s, SOVIET) == 5
    game = combat(*PAIR, "set weather.10 snow", turn=11, weather="snow")
    assert targets.limit(running(game).s, AXIS) == 3
    two = ("put south 1715", "put army_6 1614")
    game = combat(*PAIR, *two, turn=26)
    assert refused(game, "axis", "target 1914 1715") == "10.1"
    game.submit("axis", "target 1914")
    assert refused(game, "axis", "target 1715") == "10.1"


def test_a_counterblow_costs_a_card() -> None:
    """§10.1.2: one discard for each hex; without a card there is nothing to ask."""
    game = combat(*EXAMPLE, "cards hand.soviet 14 13")
    game.submit("axis", "target 1502")
    game.submit("axis", "end targets")
    assert asked(game) == ["soviet"]
    assert refused(game, "soviet", "counter 1504") == "10.1.2"
    assert refused(game, "soviet", "counter 1502 pay 14") == "10.1.2"  # a target
    assert refused(game, "soviet", "counter 1401 pay 14") == "10.1.2"  # white
    assert refused(game, "soviet", "counter 1402 pay 14") == "10.1.2"  # not theirs
    game.submit("soviet", "counter 1504 pay 14")
    assert refused(game, "soviet", "counter 1504 pay 13") == "10.1.2"
    assert look(game, "hand.soviet") == "1"
    game.submit("soviet", "done")
    assert asked(game) == ["axis"]
    assert declared(*EXAMPLE, targets="1502").pending()[0].side == "axis"


def test_the_counterblow_policy_lets_it_be() -> None:
    """§10.1.2: under `auto` no Counterblow is made."""
    game = combat(*EXAMPLE, "cards hand.soviet 14")
    game.submit("soviet", "policy counterblow auto")
    game.table.pos.policy.update(game.table.pos.coming)
    game.submit("axis", "target 1502")
    game.submit("axis", "end targets")
    assert asked(game) == ["axis"]


def test_anybody_next_to_it_answers_a_counterblow() -> None:
    """§10.1.2, §10.7.3: disorganized units and white strengths may, and all need not."""
    game = combat(
        "put army_4 1814 disorganized", "put kg_1 2015", "put west 1914", "mark 1914 counterblow"
    )
    assert words(game, "axis", "battle 1914 with ") == {"4", "kg1"}
    assert refused(game, "axis", "end combat") == "10.3.1"


def test_white_strengths_do_not_defend_against_a_counterblow() -> None:
    """§10.1.2: they count for nothing in the odds, but retreat with the rest."""
    edits = ("put army_4 1814", "put west 1914", "put ostatky_1 1914", "mark 1914 counterblow")
    game = combat(*edits, "dice battle 6", turn=23)
    assert seen(game, "1914", "army_4").defence == 4
    game.submit("axis", "battle 1914 with 4")  # 1:1, a 6: DR
    assert "1914" not in places(game, "west", "ostatky_1")


def test_a_counterblow_hex_has_no_terrain() -> None:
    """§10.1.2, §10.7.3: no terrain shift, but that of the weather."""
    edits = ("put army_4 1814", "put west 1915", "mark 1915 counterblow")
    assert seen(combat(*edits), "1915", "army_4").shifts == ()
    shifts = seen(combat(*edits, turn=11, weather="snow"), "1915", "army_4").shifts
    assert [(x.columns, x.rule) for x in shifts] == [(-1, "13.1")]


def test_a_counterblow_ends_when_nobody_is_near() -> None:
    """§10.7, §10.7.3: without a unit next to it the marker has no effect and goes."""
    game = combat("put army_4 1814", "put west 2114", "mark 2114 counterblow")
    assert "target" not in names(game, "axis")
    assert running(game).s.blows == []


@pytest.mark.parametrize(
    "leave",
    [
        lambda t, who: acts.eliminate(t, who, "lost", "10.7"),
        lambda t, who: acts.shatter(t, who, "10.7"),
        lambda t, who: acts.go(t, who, [place("1914"), place("2014")], "retreats", "10.7.5"),
        lambda t, who: acts.place(t, who, place("rail_soviet"), "9.1"),
    ],
    ids=["eliminated", "shattered", "retreats", "entrains"],
)
def test_a_counterblow_marker_goes_with_the_last_of_its_units(
    leave: Callable[[acts.T, int], None],
) -> None:
    """§10.7.3, §10.7: "those units" must be attacked, not whoever comes to the hex after them."""
    game = combat(*PAIR, "put kalinin 1914", "mark 1914 counterblow", turn=23)
    t = running(game)
    leave(t, unit("west"))
    assert ids(t.s.blows) == ["1914"]
    leave(t, unit("kalinin"))
    assert t.s.blows == []
    assert [(e.place, e.mark, e.value) for e in t.log if isinstance(e, Marked)] == [
        ("1914", "counterblow", "none")
    ]


def test_battles_come_in_any_order() -> None:
    """§10.2, §10.3.1: the phasing player picks; each target must be attacked."""
    game = declared(*EXAMPLE, targets="1502 1504")
    assert words(game, "axis", "battle ") == {"1502", "1504"}
    assert refused(game, "axis", "end combat") == "10.3.1"
    assert "1502" in prompt(game)


def test_the_last_unit_for_a_target_is_kept_for_it() -> None:
    """§10.3.1: no unit fights elsewhere that is the only one for another target."""
    game = declared("put army_4 1814", "put west 1914", "put south 1815", targets="1914 1815")
    assert refused(game, "axis", "battle 1914 with 4") == "10.3.1"
    game.submit("axis", "battle 1914+1815 with 4")
    assert running(game).s.targets == []


def test_units_of_several_hexes_fight_together() -> None:
    """§10.3, §10.3.2, §10.3.3: all attackers must be next to all target hexes."""
    game = declared(*EXAMPLE, targets="1502 1504")
    assert refused(game, "axis", "battle 1502+1504 with 9") == "10.3.3"
    assert words(game, "axis", "battle 1502+1504 with ") == {"16", "18"}
    preview = seen(game, "1502 1504", "army_16 army_18")
    assert (preview.attack, preview.defence) == (6, 7)


@pytest.mark.parametrize("text", ["battle with", "battle with ", "battle with 9", "battle with 9 "])
def test_a_battle_without_a_target(text: str) -> None:
    """§10.2: forgotten targets are a plain refusal, in a line that is being written too."""
    game = declared(*EXAMPLE, targets="1502 1504")
    assert refused(game, "axis", text) == "10.2"
    if not text.endswith("with"):
        assert game.complete("axis", text).items == ()
        assert game.complete("axis", text).hint == "Name at least one hex."
    assert game.preview(text).lines == ()


def test_a_unit_attacks_once() -> None:
    """§10.3.4, §10.4: no unit and no strength serves in two battles of a phase."""
    game = declared(*EXAMPLE, "dice battle 2", targets="1502 1504")
    game.submit("axis", "battle 1504 with 16 3pz")
    assert refused(game, "axis", "battle 1502 with 16") == "10.3.4"
    assert refused(game, "axis", "battle 1504 with 4") == "10.1"
    assert words(game, "axis", "battle 1502 with ") == {"9", "18"}


def test_a_stacked_unit_need_not_join() -> None:
    """§10.3.5, §10.4: units of a stack fight apart; the defenders of a hex fight together."""
    game = declared(*EXAMPLE, "put kursk 1502", targets="1502 1504", turn=23)
    assert seen(game, "1502", "army_16").attack == 3
    assert seen(game, "1502", "army_16").defence == 7


def test_a_marked_hex_can_not_be_a_target_too() -> None:
    """§10.1: a Counterblow marker keeps the Target marker away."""
    game = combat(*PAIR, "put south 1815", "mark 1914 counterblow")
    assert refused(game, "axis", "target 1914") == "10.1"


def test_markers_go_at_the_end_of_the_phase() -> None:
    """§10.7.3: what was resolved is taken up; a CB of this phase stays."""
    game = declared(*PAIR, "dice battle 3", targets="1914")
    game.submit("axis", "battle 1914 with 4")  # 1:1, a 3: CB on 1814
    assert running(game).s.phasing == SOVIET, "the phase has ended by itself"
    assert ids(running(game).s.blows) == ["1814"]
    assert running(game).s.targets == []
