"""Rulings on combat (nr-70 to nr-84), and what cards leave to the Combat Phase."""

import pytest

from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import AXIS, EX, NO_EFFECT
from engine.games.no_retreat.law import targets
from engine.games.no_retreat.law.fight import fighting
from engine.games.no_retreat.law.odds import outcome_at
from engine.games.no_retreat.play import advance
from engine.games.no_retreat.state import face
from tests.no_retreat.combat import combat, declared, seen, shifts
from tests.no_retreat.table import (
    asked,
    bare,
    look,
    names,
    place,
    places,
    refused,
    running,
    unit,
    words,
)


def test_each_hex_has_the_result_for_itself() -> None:
    """§10.7.4, §10.7: a Fort holds its own hex alone (nr-70)."""
    edits = ("put pz_1 1814", "put pz_2 1814", "put sevastopol 1914 red", "put south 1915")
    game = declared(*edits, "dice battle 5", targets="1914 1915")  # 14 to 7, 2:1 - 1: a DR
    game.submit("axis", "battle 1914+1915 with 1pz 2pz")
    assert places(game, "sevastopol") == ["1914"]
    assert places(game, "south") != ["1915"]
    assert words(game, "axis", "advance 1pz ") >= {"1915"}
    assert "1914" not in words(game, "axis", "advance 1pz ")


def test_a_fort_turns_a_shattering_into_an_exchange_in_its_hex() -> None:
    """§10.7.4, §10.7.1: the attackers lose one step, the Fort one; the others are shattered."""
    edits = ("put pz_1 1814", "put pz_2 1814", "put sevastopol 1914 red", "put south 1915")
    game = declared(*edits, "dice battle 6", targets="1914 1915")  # the same, a DS
    game.submit("axis", "battle 1914+1915 with 1pz 2pz")
    game.submit("axis", "lose 1pz")
    assert (places(game, "sevastopol"), look(game, "sevastopol face")) == (["1914"], "brown")
    assert places(game, "south") == ["shattered_soviet"]
    assert look(game, "pz_2 face") == "full"


def test_targets_and_counterblows_in_one_battle() -> None:
    """§10.3.2, §10.1.2: allowed for units that may attack of their own will (nr-76)."""
    edits = ("put army_4 1814", "put army_6 1814 disorganized", "put west 1914", "put south 1915")
    game = combat(*edits, "mark 1915 counterblow")
    game.submit("axis", "target 1914")
    game.submit("axis", "end targets")
    assert words(game, "axis", "battle 1914+1915 with ") == {"4"}
    assert words(game, "axis", "battle 1915 with ") == {"6"}  # the 4th is kept for 1914
    assert shifts(seen(game, "1914 1915", "army_4")) == {}  # the city is bare


def test_several_hexes_and_the_armor_bonus() -> None:
    """§10.6.3, §13.1, §6.5.4: open ground and infantry everywhere; one hex is enough elsewhere."""
    edits = ("put pz_1 1814", "put south 1914", "put west 1813 unsupplied")
    found = shifts(seen(combat(*edits), "1914 1813", "pz_1"))
    assert "Armor Bonus" not in found
    assert found["Unsupplied defender"] == 2


def test_each_shock_front_shifts() -> None:
    """§14.7, §10.5: a column each, for all shifts add up (nr-78)."""
    edits = ("put voronezh 1914 red", "put reserve 1913 red", "put army_2 1814")
    game = combat(*edits, side="soviet")
    assert shifts(seen(game, "1814", "voronezh reserve", side="soviet")) == {"Shock fronts": 2}
    assert shifts(seen(game, "1814", "voronezh", side="soviet")) == {"Shock front": 1}


@pytest.mark.parametrize(
    ("edits", "defence"),
    [
        (("put leningrad 1914", "mark 1914 counterblow"), ["leningrad"]),
        (("put leningrad 1914", "put west 1914", "mark 1914 counterblow"), ["west"]),
        (("put leningrad 1914", "put west 1914", "mark 1914 target"), ["leningrad", "west"]),
    ],
)
def test_white_strengths_under_a_counterblow(edits: tuple[str, ...], defence: list[str]) -> None:
    """§10.1.2: they do not fight there, unless nobody else is in the hex (nr-71)."""
    t = running(combat("put army_4 1814", *edits, turn=24))
    t.s.face[unit("leningrad")] = BOARD.units[unit("leningrad")].full
    assert face(t.s, unit("leningrad")).white
    found = targets.defenders(t.s, t.d, AXIS, [place("1914")])
    assert sorted(BOARD.units[u].id for u in found) == defence


def test_axis_markers_run_short_for_counterblows_too() -> None:
    """§10.1, §13.5: from turn 26 a single one (nr-79)."""
    edits = ("put west 1914", "put army_4 1814", "put army_6 1915", "put don 2015")
    game = combat(*edits, turn=26, side="soviet")
    t = running(game)
    assert targets.left(t.s, AXIS) == 1
    t.s.placed[AXIS] = 1
    assert targets.counterblows(t.s, t.d, AXIS) == 0


def test_events_on_the_advance_count_in_the_order_played() -> None:
    """§5.0, §10.8.1: a hex more and then a limit is one hex, the other way round two."""
    game = combat("put army_4 1814", "put pz_1 2015 unsupplied", "put west 1914")
    t = running(game)
    assert advance.length(t.s, unit("army_4"), []) == 2
    assert advance.length(t.s, unit("army_4"), [1, -1]) == 1
    assert advance.length(t.s, unit("army_4"), [-1, 1]) == 2
    assert advance.length(t.s, unit("pz_1"), []) == 1
    assert advance.length(t.s, unit("pz_1"), [1]) == 2  # nr-80


def test_the_soviets_owe_attacks() -> None:
    """§5.3.1, §10.1.1: voluntary attacks count; what is still owed costs 2 VP (card 20)."""
    edits = ("put west 1914", "put army_4 1814", "put army_6 2015", "dice battle 2 2")
    for ordered, vp in ((2, "0"), (1, "2")):
        game = combat(*edits, side="soviet")
        running(game).s.duty = 2
        game.submit("soviet", "target 1814 2015" if ordered == 2 else "target 1814")
        game.submit("soviet", "end targets")
        if ordered == 2:
            game.submit("soviet", "battle 1814+2015 with west")
        elif "battle" in names(game, "soviet"):
            game.submit("soviet", "battle 1814 with west")
        while asked(game)[0] == "axis" and "decline" in names(game, "axis"):
            game.submit("axis", "decline")
        if "end combat" in names(game, "soviet"):
            game.submit("soviet", "end combat")
        assert look(game, "event_vp") == vp


def test_hold_at_all_costs() -> None:
    """§10.7, §5.3.2: in that Soviet phase a DR does nothing to the Axis and a DS is EX (card
    19).
    """
    game = combat("put west 1914", "put army_4 1814", side="soviet")
    t = running(game)
    t.s.hold = True
    where = place("1814")
    assert outcome_at(t.s, t.d, 1, 4, where) == NO_EFFECT
    assert outcome_at(t.s, t.d, 1, 5, where) == EX
    t.s.phasing = AXIS
    assert outcome_at(t.s, t.d, 1, 4, where) == 4


def test_a_fortress_city_holds_a_retreat() -> None:
    """§10.7, §5.3.2: a DR does nothing to its defenders (card 42)."""
    game = combat("put west 0510", "put army_4 0410", side="soviet", turn=24)
    t = running(game)
    t.s.fortress_city = place("0410")
    assert outcome_at(t.s, t.d, 1, 4, place("0410")) == NO_EFFECT
    assert outcome_at(t.s, t.d, 1, 5, place("0410")) == 5


def test_a_volkssturm_saved_by_a_card_is_not_spent() -> None:
    """§14.11, §5.3.2: only a DR that it turned itself costs it (nr-81)."""
    edits = ("put volks_2 0410", "put army_4 0410", "put west 0510 red", "put kalinin 0509 red")
    game = declared(*edits, "dice battle 6", targets="0410", side="soviet", turn=24)
    running(game).s.hold = True
    game.submit("soviet", "battle 0410 with west kal")  # a DR
    assert places(game, "volks_2", "army_4") == ["0410", "0410"]


def test_falling_back_of_ones_own_will() -> None:
    """§10.7.5, §5.3.2: those who cannot stay where they are, and the attack is over (card 47)."""
    edits = ("put festung 0410", "put army_4 0410", "put west 0510 red", "put kalinin 0509 red")
    game = declared(*edits, "cards hand.axis 47", targets="0410", side="soviet", turn=24)
    rolls = game.table.pos.rolls
    game.submit("soviet", "battle 0410 with west kal")
    fighting(running(game))
    game.submit("axis", "play gotthard_heinrici")
    game.submit("axis", game.auto("axis"))  # he says where they go
    assert places(game, "festung") == ["0410"]
    assert places(game, "army_4") != ["0410"]
    assert game.table.pos.rolls == rolls
    assert "advance" not in names(game, "soviet")


def test_the_terrain_of_a_bare_hex_is_chosen_for_nothing() -> None:
    """§10.6.1, §10.1.2: among a target and a Counterblow hex the defender takes the target."""
    edits = ("put army_4 1814", "put west 1914", "put south 1813", "mark 1914 counterblow")
    assert shifts(seen(combat(*edits), "1914 1813", "army_4")) == {"City": -1}


def test_refusals_name_their_rule() -> None:
    """§10.3.3, §10.3.4, §10.1: why a battle can't be fought like that."""
    edits = ("put army_4 1814", "put army_6 2015", "put west 1914", "put south 1813")
    game = declared(*edits, targets="1914 1813")
    assert refused(game, "axis", "battle 1813 with 6") == "10.3.3"
    assert refused(game, "axis", "battle 1914+1813 with 6") == "10.3.3"
    assert refused(game, "axis", "battle 1915 with 4") == "10.1"
    assert refused(game, "axis", "battle 1914 with 4") == "10.3.1"
    assert refused(game, "axis", "battle 1914 with west") == "10.0"
    assert refused(game, "axis", "battle 1914 with 17") == "10.0"


def test_no_advance_where_an_exchange_or_nothing_emptied_the_hex() -> None:
    """§14.11, §10.8, §10.7: a Volkssturm that dies of its own deed lets nobody in."""
    edits = ("put volks_2 0410", "put west 0510", "put kalinin 0509")
    game = declared(*edits, "dice battle 2", targets="0410", side="soviet", turn=24)
    game.submit("soviet", "battle 0410 with west kal")  # 8 to 1, 6:1 - 1: 5:1, a 2: DR
    assert places(game, "volks_2") == ["removed"]
    assert "advance" not in names(game, "soviet")
    edits = ("put rum_3 1814", "put west 1914", "put kalinin 1913")
    game = declared(*edits, "dice battle 5", targets="1814", side="soviet")
    running(game).s.hold = True
    game.submit("soviet", "battle 1814 with west kal")  # 4:1, a 5: DS, which is EX
    game.submit("soviet", "lose kal")
    assert places(game, "rum_3") == ["t:9"]
    assert "advance" not in names(game, "soviet")


def test_no_counterblow_marker_on_a_fort_alone() -> None:
    """§10.1.2, §10.7.3: a Fort that answers a Counterblow and rolls a CB gets no marker (nr-83)."""
    game = bare(
        "put leningrad 1401 red", "put army_16 1402", "put kalinin 1801",
        "mark 1402 counterblow axis", "dice battle 3", "at 8 soviet combat",
    )  # fmt: skip
    assert game.view(None).number == 9, "the Fort had to attack by itself"
    assert running(game).s.blows == []
