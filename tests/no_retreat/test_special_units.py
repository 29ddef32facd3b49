"""Special units in battle (chapter 14): duties, cadres, Volkssturm, Yugoslavs."""

from engine import Game
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.play import losses, retreat
from tests.no_retreat.combat import combat, declared, seen, shifts
from tests.no_retreat.table import (
    asked,
    look,
    names,
    places,
    refused,
    running,
    unit,
    words,
)

LOST = ("put army_4 1814", "put west 1914")
"""1:1; a 4 is EX on the Axis table, a 5 on the Soviet one."""


def attack(*edits: str, roll: int, units: str, at: str = "1914", **more: object) -> Game:
    """An Axis attack with this roll; a single attacker is sent by itself."""
    game = declared(*edits, f"dice battle {roll}", targets=at, **more)  # type: ignore[arg-type]
    if "battle" in names(game, "axis"):
        game.submit("axis", f"battle {at} with {units}")
    return game


# forts and regional units ---------------------------------------------------------------------


def test_a_fort_that_loses_a_step_is_a_regional_unit() -> None:
    """§14.1, §14.0: from Fort to Regional Infantry by a step loss, then it is eliminated."""
    game = attack("put pz_1 1814", "put sevastopol 1914 red", roll=3, units="1pz")  # 2:1: EX
    assert look(game, "sevastopol face") == "brown"
    assert look(game, "pz_1 face") == "reduced"
    game = attack("put army_16 1814", "put sevastopol 1914", roll=4, units="16")
    assert places(game, "sevastopol") == ["destroyed_soviet"]


def test_a_fort_answers_a_counterblow_only() -> None:
    """§14.1, §10.1.1, §10.1.2: a Fort attacks no target, but a hex under a Counterblow marker."""
    game = combat("put sevastopol 1914 red", "put army_4 1814", side="soviet")
    assert names(game, "soviet") == set()
    edits = ("put sevastopol 1914 red", "put west 1913", "put army_4 1814", "mark 1814 counterblow")
    game = combat(*edits, side="soviet")
    assert words(game, "soviet", "battle 1814 with ") == {"sev", "west"}
    assert seen(game, "1814", "sevastopol", side="soviet").attack == 4


def test_the_finns_stay_in_finland() -> None:
    """§14.1: they never retreat, and a Fort's rules hold at both of their steps."""
    game = combat("put fin_army finland reduced", "put west 1401", side="soviet")
    t = running(game)
    assert retreat.ways(t.s, t.d, unit("fin_army")) == []
    edits = ("put fin_army finland reduced", "put west 1401 red", "put kalinin 1601 red")
    game = declared(*edits, "dice battle 2", targets="finland", side="soviet")
    game.submit("soviet", "battle finland with west kal")  # 14 to 2, 6:1: DR
    assert places(game, "fin_army") == ["finland"]
    assert "advance" not in names(game, "soviet")


def test_german_forts_take_the_first_loss_and_go_for_good() -> None:
    """§14.1: the Festung loses before all others, and is removed when it is eliminated."""
    edits = ("put festung 0410 reduced", "put army_4 0410", "put west 0510", "put kalinin 0509")
    game = declared(*edits, "dice battle 4", targets="0410", side="soviet", turn=24)
    game.table.pos.policy["axis:losses"] = "ask"
    game.submit("soviet", "battle 0410 with west kal")  # 8 to 6, 1:1 less one: 1:2, a 4: none
    t = running(game)
    both = [unit("festung"), unit("army_4")]
    assert losses.dutiful(t.s, both, losses.DEFENDER) == [unit("festung")]
    assert losses.dutiful(t.s, both, losses.EVERY) == both
    assert losses.why_not_lose(t.s, both, unit("army_4"), losses.DEFENDER).rule == "14.1"
    assert losses.dutiful(t.s, both, losses.ATTACKER) == [unit("festung")]  # counterattacking
    game = declared(*edits, "dice battle 6", targets="0410", side="soviet", turn=24)
    game.submit("soviet", "battle 0410 with west kal")  # a 6: EX
    game.submit("soviet", "lose kal")
    assert places(game, "festung", "army_4") == ["removed", "0410"]


def test_the_berlin_garrison_is_hitler() -> None:
    """§12.5, §14.1: its elimination wins the war."""
    edits = ("put berlin_garrison 0208 reduced", "put west 0207 red", "put kalinin 0307 red")
    game = declared(*edits, "put don 0308 red", "dice battle 6", targets="0208", side="soviet",
                    turn=24)  # fmt: skip
    game.submit("soviet", "battle 0208 with west kal don")  # 20 to 2: a DD
    assert game.table.pos.winners == ["soviet"]


# allies, Luftwaffe, cadres --------------------------------------------------------------------


def test_axis_allies_come_back_by_the_turn_track() -> None:
    """§14.2, §10.7.1: an ally is put on the turn track, for no VP even when Unsupplied."""
    game = declared("put rum_3 1814 unsupplied", "put west 1914", "dice battle 6", targets="1814",
                    side="soviet")  # fmt: skip
    assert places(game, "rum_3") == ["t:9"]
    assert look(game, "event_vp") == "0"


def test_the_luftwaffe_comes_back_too() -> None:
    """§14.10: the ground unit returns by the turn track, as its back says."""
    edits = ("put lw_field 1814", "put west 1914", "put kalinin 1913", "dice battle 1")
    game = declared(*edits, targets="1814", side="soviet", turn=10)
    game.submit("soviet", "battle 1814 with west kal")  # 8 to 2, 4:1: EX
    game.submit("soviet", "lose west")
    assert BOARD.units[unit("lw_field")].delay == 2
    assert places(game, "lw_field") == ["t:12"]


CADRES = ("put kg_1 cadre_available_axis", "put ostatky_1 cadre_available_soviet")


def test_a_cadre_takes_the_place_of_a_lost_unit() -> None:
    """§14.9, §14.9.2: in the hex of a two-sided unit that was eliminated by a step loss."""
    edits = ("put army_4 1814 reduced", "put army_6 2015", "put west 1914", *CADRES)
    game = attack(*edits, roll=4, units="4 6")  # 7 to 4, 3:2, a 4: EX
    assert refused(game, "axis", "lose 6 for kg1") == "14.9.2"  # it would only be reduced
    assert refused(game, "axis", "lose 4 for kg2") == "14.9.2"
    game.submit("axis", "lose 4 for kg1")
    assert places(game, "army_4", "kg_1") == ["destroyed_axis", "1814"]
    assert places(game, "west", "ostatky_1") == ["destroyed_soviet", "1914"]  # by policy


def test_a_cadre_is_placed_of_ones_own_will() -> None:
    """§14.9.2: the owner may leave it in its box."""
    edits = ("put army_4 1814 reduced", "put army_6 2015", "put west 1914", *CADRES)
    game = attack(*edits, roll=4, units="4 6")
    game.submit("axis", "lose 4")
    assert places(game, "kg_1") == ["cadre_available_axis"]


def test_no_cadre_for_other_ends() -> None:
    """§14.9.2: not for one-sided units and cadres, nor for units that could not retreat (nr-10)."""
    game = combat("put rum_3 1814", "put lw_field 1814", "put kg_2 2015", "put west 1914", *CADRES)
    t = running(game)
    for word in ("rum_3", "lw_field", "kg_2"):
        assert losses.cadres(t.s, unit(word)) == []
    assert losses.cadres(t.s, unit("west")) == [unit("ostatky_1")]
    ring = ("put army_6 2013", "put army_9 2016", "put army_11 1815", "put army_17 2115")
    game = attack(*LOST, *ring, *CADRES, roll=6, units="4")
    assert places(game, "west", "ostatky_1") == ["destroyed_soviet", "cadre_available_soviet"]


def test_a_destroyed_unit_leaves_its_cadre_where_it_fled() -> None:
    """§14.9.2, §10.7: in a DD the retreat comes first, so the cadre stands behind (nr-75)."""
    edits = ("put pz_1 1814", "put pz_2 1814", "put south 1914", *CADRES)
    game = attack(*edits, roll=6, units="1pz 2pz")
    (where,) = places(game, "ostatky_1")
    assert places(game, "south") == ["destroyed_soviet"]
    assert where.isdecimal() and where != "1914"
    assert "advance" in names(game, "axis")


def test_cadres_return_one_a_turn() -> None:
    """§14.9.3, §14.9: lost or shattered, they go to the next space without another cadre."""
    edits = ("put kg_1 1814", "put kg_2 t:8", "put west 1914 red")
    game = declared(*edits, "dice battle 6", targets="1814", side="soviet")  # 7 to 2, 3:1: DS
    assert places(game, "kg_1") == ["t:9"]
    assert look(game, "event_vp") == "0"


def test_cadres_answer_but_never_begin() -> None:
    """§14.9, §10.1.1, §10.1.2: they take part in counterattacks and against Counterblows."""
    edits = ("put kg_1 1814", "put south 1914", "dice battle 1 2")
    game = declared(*edits, targets="1814", side="soviet", turn=8)  # 3:2, a 1: CA
    assert asked(game) == ["axis"]
    game.submit("axis", "counterattack")
    assert look(game, "kg_1 fought") == "0"
    edits = ("put kg_1 1814", "put army_4 2015", "put west 1914", "mark 1914 counterblow")
    assert words(combat(*edits), "axis", "battle 1914 with ") == {"kg1", "4"}


# SS and Shock -----------------------------------------------------------------------------------


def test_the_ss_panzer_army_takes_the_loss_of_its_attacks() -> None:
    """§14.5, §14.6: in an EX, attacking; beside it the Panzergrenadiers are free of theirs."""
    edits = ("put ss_panzer 1814", "put army_4 2015", "put west 1914 red", "put tank_1 1914")
    game = attack(*edits, roll=4, units="ss 4", turn=24)  # 10 to 12, 1:2 + 1 = 1:1: EX
    assert look(game, "ss_panzer face") == "reduced"
    t = running(game)
    three = [unit("ss_panzer"), unit("ss_pzgren"), unit("army_4")]
    assert losses.dutiful(t.s, three, losses.ATTACKER) == [unit("ss_panzer")]
    assert losses.dutiful(t.s, three[1:], losses.ATTACKER) == [unit("ss_pzgren")]
    assert losses.dutiful(t.s, three, losses.DEFENDER) == [unit("ss_pzgren")]
    assert losses.why_not_lose(t.s, three, unit("army_4"), losses.ATTACKER).rule == "14.5"
    assert losses.why_not_lose(t.s, three[1:], unit("army_4"), losses.ATTACKER).rule == "14.6"


def test_shock_fronts_pay_for_their_attacks() -> None:
    """§14.7: in an EX a red Shock front takes the attackers' loss."""
    edits = ("put voronezh 1914 red", "put west 1913", "put army_4 1814", "put army_6 1814")
    game = declared(*edits, "dice battle 4", targets="1814", side="soviet")
    game.submit("soviet", "battle 1814 with vor west")  # 12 to 8, 3:2 + 1 = 2:1: EX
    assert places(game, "voronezh", "west") == ["destroyed_soviet", "1913"]
    t = running(game)
    t.s.face[unit("voronezh")] = 0
    pair = [unit("voronezh"), unit("west")]
    assert losses.dutiful(t.s, pair, losses.ATTACKER) == pair  # not on its brown side


def test_mechanized_units_stop_the_armor_bonus() -> None:
    """§14.4: a mechanized defender takes it away for the whole hex."""
    game = combat("put pz_1 1814", "put bryansk 1914")
    assert shifts(seen(game, "1914", "pz_1")) == {}


# Volkssturm, Yugoslavs, Rezervy --------------------------------------------------------------


def test_the_volkssturm_buys_a_retreat_with_its_life() -> None:
    """§14.11: A DR is no effect, and the Volkssturm is gone, even beside a Fort."""
    edits = ("put volks_2 0410", "put army_4 0410", "put west 0510 red", "put kalinin 0509 red")
    game = declared(*edits, "dice battle 6", targets="0410", side="soviet", turn=24)
    game.submit("soviet", "battle 0410 with west kal")  # 14 to 5, 2:1 less one: 3:2, a 6: DR
    assert places(game, "volks_2", "army_4") == ["removed", "0410"]
    assert "advance" not in names(game, "soviet")
    fort = ("put festung 0410", *edits[:1], *edits[2:], "put don 0409 red")
    game = declared(*fort, "dice battle 4", targets="0410", side="soviet", turn=24)
    game.submit("soviet", "battle 0410 with west kal don")  # 20 to 4, 5:1 - 1: 4:1, a 4: DR
    assert places(game, "volks_2", "festung") == ["removed", "0410"]
    assert look(game, "festung face") == "full"


def test_the_volkssturm_can_not_run() -> None:
    """§14.11, §10.7.5: any other retreat is its end; its companions leave (nr-73)."""
    edits = ("put volks_2 0410", "put army_4 0410", "put west 0510 red", "put kalinin 0509 red")
    game = declared(*edits, "put don 0409 red", "dice battle 6", targets="0410", side="soviet",
                    turn=24)  # fmt: skip
    game.submit("soviet", "battle 0410 with west kal don")  # 20 to 5, 4:1 - 1: 3:1, a 6: DS
    assert places(game, "volks_2", "army_4") == ["removed", "shattered_axis"]


def test_yugoslavs_are_forts_on_one_side_alone() -> None:
    """§14.8, §14.1: on the Fort side they hold a DR; a step loss turns them to the field side."""
    game = combat("put yugoslav_1 western_balkans", "put army_4 0415", turn=24)
    t = running(game)
    assert retreat.ways(t.s, t.d, unit("yugoslav_1")) == []
    assert losses.price(t, unit("yugoslav_1"))[1] == 1


def test_rezervy_has_no_strength_but_a_step() -> None:
    """§15.8: it adds nothing to a defence, and may take the loss."""
    edits = ("put army_4 1814", "put west 1914 red", "put rezervy 1914")
    game = attack(*edits, "put army_6 2015", roll=4, units="4 6", rezervy=True)  # 8 to 7, 1:1: EX
    game.submit("axis", "lose 6")
    assert places(game, "rezervy", "west") == ["destroyed_soviet", "1914"]


def test_rezervy_takes_a_loss_of_an_attack_that_it_has_no_part_in() -> None:
    """§15.8, §10.1.1: it can't attack of their own will, but a step loss it can take (nr-82)."""
    edits = ("put army_4 1814", "put army_6 1814", "put west 1914 red", "put rezervy 1914")
    edits = (*edits, "put south 1913", "dice battle 5")
    game = declared(*edits, targets="1814", side="soviet", turn=9, rezervy=True)
    assert refused(game, "soviet", "battle 1814 with west rez") == "10.1.1"
    game.submit("soviet", "battle 1814 with west south")  # 10 to 8, 1:1, a 5: EX
    assert refused(game, "soviet", "lose bry") == "10.7.1"
    game.submit("soviet", "lose rez")
    assert places(game, "rezervy", "west", "south") == ["destroyed_soviet", "1914", "1913"]


def test_rezervy_takes_no_loss_of_units_elsewhere() -> None:
    """§15.8: it takes the place of those that it stands with."""
    edits = ("put army_4 1814", "put army_6 1814", "put west 1914 red", "put south 1913")
    edits = (*edits, "put don 2015", "put rezervy 2015", "dice battle 5")
    game = declared(*edits, targets="1814", side="soviet", turn=9, rezervy=True)
    game.submit("soviet", "battle 1814 with west south")
    assert refused(game, "soviet", "lose rez") == "10.7.1"
