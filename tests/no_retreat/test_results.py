"""Combat results: losses, retreats, counterattacks, advances (§10.7, §10.8)."""

import pytest

from engine import Game
from engine.core.entries import Fought
from engine.games.no_retreat.acts import OIL
from engine.games.no_retreat.law import supply
from engine.games.no_retreat.law.fight import battle
from engine.games.no_retreat.play import advance, retreat
from tests.no_retreat.combat import combat, declared
from tests.no_retreat.table import (
    asked,
    ids,
    kinds,
    look,
    names,
    place,
    places,
    prompt,
    refused,
    running,
    told,
    unit,
    words,
)

PAIR = ("put army_4 1814", "put west 1914")
"""1:1 in the open. A 1 is CA, 2 none, 3 CB, 4 EX, 6 DR on the Axis table."""
OWED = ("put army_9 1402", "put volkhov 1502", "mark 1502 counterblow")
"""Another attack that is still to be made: the phase goes on."""
CRUSH = ("put pz_1 1814", "put pz_2 1814", "put pz_3 1913", "put pz_4 1913", "put west 1914 red")
"""26 to 7, armor: 4:1. A 1 is EX, 2 DR, 4 DS, 6 DD."""
ALL = "1pz 2pz 3pz 4pz"


def fought(*edits: str, roll: int, units: str, at: str = "1914", **more: object) -> Game:
    """The battle for one hex, after this roll."""
    game = declared(*edits, f"dice battle {roll}", targets=at, **more)  # type: ignore[arg-type]
    if battle(running(game)) is None and names(game, "axis") & {"battle"}:
        game.submit("axis", f"battle {at} with {units}")
    return game


# step losses ------------------------------------------------------------------------------


def test_an_exchange_costs_each_side_a_step() -> None:
    """§10.7, §10.7.1: a two-step unit is reduced, a one-step unit eliminated; nobody moves."""
    game = fought(*PAIR, roll=4, units="4")
    assert look(game, "army_4 face") == "reduced"
    assert places(game, "army_4", "west") == ["1814", "destroyed_soviet"]


def test_the_owner_picks_who_loses() -> None:
    """§10.7.1: with a choice he names the unit; under policy the cheapest step goes."""
    game = fought("put army_4 1814", "put army_6 1814", "put west 1914 red", roll=4, units="4 6")
    assert asked(game) == ["axis"]  # in the own turn its side is asked
    assert words(game, "axis", "lose ") == {"4", "6"}
    assert refused(game, "axis", "lose 17") == "10.7.1"
    game.submit("axis", "lose 6")
    assert look(game, "army_6 face") == "reduced"
    assert places(game, "west") == ["destroyed_soviet"]


def test_the_policy_takes_the_cheapest_step() -> None:
    """§10.7.1: off turn `auto` takes the step that costs fewest points; `ask` asks."""
    edits = ("put army_4 1814", "put army_2 1814", "put west 1914 red", "put don 1914")
    game = fought(*edits, "put army_6 1913", roll=4, units="4 2 6", turn=23)
    game.submit("axis", "lose 4")
    assert places(game, "west", "don") == ["1914", "1914"]  # the red front is reduced
    assert look(game, "west face") == "brown"
    game = declared(*edits, "put army_6 1913", "dice battle 4", targets="1914", turn=23)
    game.table.pos.policy["soviet:losses"] = "ask"
    game.submit("axis", "battle 1914 with 4 2 6")
    game.submit("axis", "lose 4")
    assert words(game, "soviet", "lose ") == {"west", "don"}
    game.submit("soviet", "lose don")
    assert places(game, "don") == ["destroyed_soviet"]


def test_who_strikes_back_names_his_loss() -> None:
    """§10.7.1, §10.7.2: it is his own attack and he has just acted, so no policy decides for
    him.
    """
    edits = ("put army_4 1814", "put west 1914 red", "put don 1914")
    game = declared(*edits, "dice battle 1 3", targets="1914", turn=23)
    game.submit("axis", "battle 1914 with 4")  # 1:3, a 1: CA
    game.submit("soviet", "counterattack")  # 11 to 4, 2:1, a 3: EX
    assert words(game, "soviet", "lose ") == {"west", "don"}


def test_the_policy_spares_what_never_comes_back() -> None:
    """§10.7.1, §14.11: a Volkssturm unit is weaker than a step of an army, but gone for good."""
    edits = ("put volks_2 0410", "put army_4 0410", "put west 0510 red", "put kalinin 0509 red")
    game = declared(*edits, "dice battle 4", targets="0410", side="soviet", turn=24)
    game.submit("soviet", "battle 0410 with west kal")  # 2:1, a 4: EX
    game.submit("soviet", "lose west")
    assert places(game, "volks_2") == ["0410"] and look(game, "army_4 face") == "reduced"


def test_an_unsupplied_loss_surrenders() -> None:
    """§10.7.1, §12.7.4: an Unsupplied unit that is eliminated goes to the Surrendered box: 1 VP."""
    game = fought("put rum_3 1814", "put west 1914 unsupplied", roll=4, units="3rum")  # 3:2: EX
    assert places(game, "west") == ["surrendered_soviet"]
    assert look(game, "event_vp") == "1"


# counterattacks ------------------------------------------------------------------------------


def test_a_ca_may_be_declined() -> None:
    """§10.7.2: no effect, if the defender likes; by policy he declines."""
    game = fought(*PAIR, roll=1, units="4")
    assert asked(game) == ["soviet"]
    assert names(game, "soviet") == {"counterattack", "decline"}
    game.submit("soviet", "decline")
    assert places(game, "army_4", "west") == ["1814", "1914"]
    game = declared(*PAIR, "put army_6 2015", "dice battle 1", targets="1914")
    game.table.pos.policy["soviet:counterattack"] = "auto"
    receipt = game.submit("axis", "battle 1914 with 4")
    assert "Soviet: decline (by itself)" in told(game, receipt)


def test_a_counterattack_is_a_new_battle_of_the_same_units() -> None:
    """§10.7.2, §10.5: the defender attacks on his own table, without terrain; results turn
    round.
    """
    game = declared("put army_4 1814", "put west 1915", "dice battle 1 6", targets="1915")
    game.submit("axis", "battle 1915 with 4")  # 1:2, a 1: CA
    receipt = game.submit("soviet", "counterattack")  # 1:1 on the Soviet table, a 6: DR
    assert "4 against 4, 1:1: 1:1" in told(game, receipt)
    game.submit("axis", "retreat 4 1614")
    assert places(game, "army_4", "west") == ["1614", "1915"]
    assert asked(game) == ["soviet"]  # the victor may advance, out of turn
    assert words(game, "soviet", "advance west ") >= {"1814"}


def test_counterattacks_go_on_without_end() -> None:
    """§10.7.2: A CA in a counterattack lets the other side strike back, and so on."""
    game = declared(*PAIR, "dice battle 1 1 1 1 1 2", targets="1914")
    game.submit("axis", "battle 1914 with 4")
    for side in ("soviet", "axis", "soviet", "axis", "soviet"):
        assert asked(game) == [side]
        fight = battle(running(game))
        assert fight is not None and fight.side != side
        assert len(running(game).pos.lanes[0].stack) < 8  # nothing nests
        game.submit(side, "counterattack")
    game.submit("axis", "decline")
    assert battle(running(game)) is None


def test_unengaged_units_only_retreat() -> None:
    """§10.7.2: in a counterattack the stacked unit that did not fight suffers the retreat alone."""
    edits = ("put army_4 1814", "put army_6 1814", "put west 1914 red", "put pz_1 2015")
    game = declared(*edits, "dice battle 1 6", targets="1914")
    game.submit("axis", "battle 1914 with 4")  # 1:2, a 1: CA
    game.submit("soviet", "counterattack")  # 7 to 4, 3:2, a 6: DR
    assert asked(game) == ["axis"]  # its own turn: the phasing side picks its retreats
    assert words(game, "axis", "retreat ") - {"stack"} == {"4", "6"}
    fight = battle(running(game))
    assert fight is not None and fight.foes == [unit("army_4")]


@pytest.mark.parametrize(("roll", "box"), [(5, "shattered_axis"), (6, "destroyed_axis")])
def test_unengaged_units_are_not_shattered_and_lose_no_step(roll: int, box: str) -> None:
    """§10.7.2: a DS or DD of a counterattack is for those who fought; the others retreat alone."""
    edits = ("put army_18 1814 reduced", "put army_6 1814", "put west 1914 red", "set shock 1")
    game = declared(*edits, f"dice battle {roll}", targets="1914")
    game.submit("axis", "battle 1914 with 18")  # 2 to 7: below 1:3, a CA
    game.submit("soviet", "counterattack commit shock")  # 7 to 2, 3:1 + 1 = 4:1
    for word in ("18", "6"):
        game.submit("axis", f"retreat {word} 1614")
    while asked(game) == ["axis"]:
        game.submit("axis", "lose 18")
    assert places(game, "army_18", "army_6") == [box, "1614"]
    assert look(game, "army_6 face") == "full"


@pytest.mark.parametrize(("roll", "at", "face"), [
    (3, "2112", "red"),  # DR
    (5, "shattered_soviet", "red"),  # DS
    (6, "2112", "brown"),  # DD
])  # fmt: skip
def test_a_result_is_for_those_whom_it_found_in_a_hex(roll: int, at: str, face: str) -> None:
    """§10.7, §10.7.5: who retreats into another target has had its result, and is no defender of
    it.

    nr-70: each hex by itself.
    """
    edits = (
        "put pz_1 2012", "put pz_2 2012", "put sov_rumanian 2112 red", "put polish 2011 red",
        "put tank_3 2111 red", "mark kharkov control axis", "set blitz 1",
    )  # fmt: skip
    game = declared(*edits, f"dice battle 1 {roll}", targets="2012", side="soviet", turn=20)
    game.submit("soviet", "battle 2012 with polish sov_rumanian")
    game.submit("axis", "counterattack commit blitz")  # 3:1
    game.submit("soviet", "retreat polish 2111 2112")
    assert words(game, "soviet", "retreat ") == {"rum"}
    game.submit("soviet", "retreat rum 2212 2312")
    assert (places(game, "polish"), look(game, "polish face")) == ([at], face)
    assert asked(game) == ["axis"]


def test_a_cb_in_a_counterattack_marks_the_phasing_side() -> None:
    """§10.7.3, §10.7: the marker goes on a hex of the phasing side, whoever attacked (nr-11)."""
    game = fought(*PAIR, *OWED, "dice battle 1 3", roll=1, units="4")
    game.submit("soviet", "counterattack")  # 1:1 on the Soviet table, a 3: CB
    assert ids(running(game).s.blows) == ["1502", "1814"]
    assert running(game).s.placed[0] == 1  # the Target marker of this battle, turned (nr-74)


def test_without_a_marker_there_is_no_counterblow() -> None:
    """§10.1, §10.7.3: A CB against a Counterblow hex needs one of the five markers (nr-74)."""
    edits = (*PAIR, "mark 1914 counterblow", *OWED)
    game = combat(*edits, "dice battle 3", "put army_6 2015")
    running(game).s.placed[0] = 5
    game.submit("axis", "battle 1914 with 4")  # 1:1, a 3: CB
    assert ids(running(game).s.blows) == ["1502"]
    game = combat(*edits, "dice battle 3", "put army_6 2015")
    game.submit("axis", "battle 1914 with 4")
    assert ids(running(game).s.blows) == ["1502", "1814"]
    assert running(game).s.placed[0] == 1


@pytest.mark.parametrize(("used", "marked"), [(0, ["1814"]), (1, [])])
def test_the_limit_of_the_turn_holds_for_counterblows_of_results(
    used: int, marked: list[str]
) -> None:
    """§13.5, §10.7.3: from turn 26 on one Axis marker a turn, whatever it is for (nr-74, nr-79)."""
    edits = ("put army_4 1814", "put west 1914", "mark 1914 counterblow")
    game = combat(*edits, "dice battle 3", turn=26)
    running(game).s.placed[0] = used
    game.submit("axis", "battle 1914 with 4")
    assert ids(running(game).s.blows) == marked


# retreats ---------------------------------------------------------------------------------------


def test_a_retreat_is_two_hexes_long() -> None:
    """§10.7, §10.7.5: two hexes, each farther from the battle; the owner picks the way."""
    game = declared(*PAIR, "put army_6 1813", "dice battle 6", targets="1914")
    game.table.pos.policy["soviet:retreat"] = "ask"
    game.submit("axis", "battle 1914 with 4")  # 1:1, a 6: DR
    assert asked(game) == ["soviet"]
    assert refused(game, "soviet", "retreat west 2014") == "10.7.5"  # it goes on
    assert refused(game, "soviet", "retreat west 2014 2015") == "10.7.5"  # no farther
    assert refused(game, "soviet", "retreat west 1814") == "10.7.5"  # the enemy
    assert refused(game, "soviet", "retreat 4 2014") == "10.7.5"
    game.submit("soviet", "retreat west 2014 2114")
    assert places(game, "west") == ["2114"]


def test_the_end_of_a_retreat_may_be_named_alone() -> None:
    """§10.7.5: the hex between is filled in."""
    game = declared(*PAIR, "put army_6 1813", "dice battle 6", targets="1914")
    game.table.pos.policy["soviet:retreat"] = "ask"
    game.submit("axis", "battle 1914 with 4")
    game.submit("soviet", "retreat west 2114")
    assert places(game, "west") == ["2114"]


def test_the_policy_retreats_towards_supply() -> None:
    """§10.7.5: the shortest legal way with a Supply Path at its end; nothing is asked."""
    game = fought(*PAIR, roll=6, units="4")
    (where,) = places(game, "west")
    t = running(game)
    assert t.s.at[unit("west")] == place(where)
    assert supply.overland(t.s, t.d, unit("west"))


def test_a_retreat_goes_towards_supply_if_it_can() -> None:
    """§10.7.5: where some ways end in supply, one of those is taken (nr-72)."""

    def ends(*edits: str) -> set[str]:
        t = running(combat("put army_6 1609", *edits))
        return {ids(way)[-1] for way in retreat.ways(t.s, t.d, unit("army_6"))}

    assert "1409" in ends("mark minsk control axis")
    assert "1809" not in ends("mark minsk control axis")
    assert ends() == {"1507"}  # Minsk is taken on the way, and then in supply (§6.1, §12.7.1)
    assert {"1409", "1809"} <= ends("put west 1507 unsupplied")  # no way is fed: any will do


def test_the_sea_and_a_neighbour_are_supply_sources_too() -> None:
    """§10.7.5, §6.2: a way to the Black Sea, or beside a fed unit, goes towards supply (nr-72)."""

    def ends(*edits: str) -> set[str]:
        t = running(combat("put army_6 1717", *edits))
        return {ids(way)[-1] for way in retreat.ways(t.s, t.d, unit("army_6"))}

    assert ends() == {"1516", "1619", "1719"}, "coasts alone, none with an Overland Supply Path"
    mainland = ends("put army_9 1413", "mark kiev control axis", "put army_4 1614")
    assert "1615" in mainland and "1815" not in mainland


def test_where_a_retreat_can_not_go() -> None:
    """§10.7.5, §8.5.4: no enemies, no enemy zones unless a friend is there, no Prohibited sides."""
    game = combat(*PAIR, "put army_6 2013", "put army_9 2016")
    t = running(game)
    legal = retreat.ways(t.s, t.d, unit("west"))
    assert legal == []
    crowd = combat(*PAIR, "put army_6 2013", "put army_9 2016", "put don 2014", "put south 2114")
    t = running(crowd)
    legal = retreat.ways(t.s, t.d, unit("west"))
    assert (place("2014"), place("2114")) in legal  # friends negate the zones


def test_no_retreat_is_elimination() -> None:
    """§10.7.5, §10.7.6: a unit with nowhere to go is eliminated, by a DS too, and without a
    cadre.
    """
    ring = ("put army_6 2013", "put army_9 2016", "put army_11 1815", "put army_17 2115")
    game = fought(*PAIR, *ring, roll=6, units="4")
    assert places(game, "west") == ["destroyed_soviet"]
    ds = fought(*CRUSH, *ring, roll=4, units=ALL)
    assert places(ds, "west") == ["destroyed_soviet"]


def test_a_retreat_ends_in_finland() -> None:
    """§10.7.5, §8.6: a unit that enters an area stops there."""
    game = combat("put army_4 1402", "put west 1401", turn=7)
    t = running(game)
    assert (place("finland"),) in retreat.ways(t.s, t.d, unit("west"))


def test_overstacked_after_a_retreat() -> None:
    """§10.7.5, §8.4.3: units may end stacked; what is too much is shed at the end of the battle."""
    ring = ("put army_6 2013", "put army_9 2016", "put don 2014", "put south 2114")
    game = fought(*PAIR, *ring, roll=6, units="4")
    while "end advance" in names(game, "axis"):
        game.submit("axis", "end advance")
    where = places(game, "west", "don", "south")
    assert "shattered_soviet" in where
    assert sum(at == "2114" for at in where) <= 1


def test_shattered_units() -> None:
    """§10.7.6, §10.7: A DS: they retreat, then go to the Shattered box on the side they had."""
    game = fought(*CRUSH, roll=4, units=ALL)
    assert places(game, "west") == ["shattered_soviet"]
    assert look(game, "west face") == "red"
    game = fought(*CRUSH, "put don 1914", roll=5, units=ALL, turn=24)  # 26 to 11, 3:1: DS
    assert places(game, "west", "don") == ["shattered_soviet", "shattered_soviet"]


def test_destroyed_units_retreat_and_lose_a_step() -> None:
    """§10.7, §10.7.1: A DD: retreat first, then a step each (nr-75)."""
    game = fought(*CRUSH, roll=6, units=ALL)
    assert places(game, "west") == ["destroyed_soviet"]  # one step before turn 17
    game = fought(*CRUSH, roll=6, units=ALL, turn=18)
    assert look(game, "west face") == "brown"
    assert places(game, "west") != ["1914"]


def test_no_result_at_all() -> None:
    """§10.7: an indecisive battle leaves all as it was, and the attackers have attacked."""
    game = fought(*PAIR, *OWED, roll=2, units="4")
    assert places(game, "army_4", "west") == ["1814", "1914"]
    assert look(game, "army_4 fought") == "1"
    assert running(game).s.targets == []


def test_a_battle_is_told() -> None:
    """§10.5: the log has who fought, the odds with every shift, the die and the result."""
    game = declared(*CRUSH, "put army_4 2015", "dice battle 2", targets="1914")
    receipt = game.submit("axis", f"battle 1914 with {ALL} 4")
    text = told(game, receipt)
    assert "30 against 7, 4:1, Armor Bonus +1: 5:1" in text
    (entry,) = kinds(receipt.entries, Fought)
    assert isinstance(entry, Fought)
    assert (entry.winner, entry.scores, entry.result) == ("axis", [30, 7], "DR.")


# forts ------------------------------------------------------------------------------------------


FORT = ("put pz_1 1814", "put pz_2 1814", "put sevastopol 1914 red")
"""14 to 4 with the bonus: 4:1. A 2 is DR, 4 DS, 6 DD."""


def test_a_dr_does_nothing_to_a_fort() -> None:
    """§10.7.4, §14.1: A DR is no effect where a Fort stands."""
    game = fought(*FORT, roll=2, units="1pz 2pz")
    assert (places(game, "sevastopol"), look(game, "sevastopol face")) == (["1914"], "red")
    assert look(game, "pz_1 face") == "full"


def test_a_ds_is_an_exchange_with_a_fort() -> None:
    """§10.7.4: A DS is EX: a step each, and nobody moves."""
    game = fought(*FORT, roll=4, units="1pz 2pz")
    game.submit("axis", "lose 2pz")
    assert (places(game, "sevastopol"), look(game, "sevastopol face")) == (["1914"], "brown")
    assert look(game, "pz_2 face") == "reduced"
    assert "advance" not in names(game, "axis")


def test_a_dd_costs_a_fort_a_step() -> None:
    """§10.7.4, §14.1: A DD without the retreat, though it is a mere regional unit afterwards."""
    game = fought(*FORT, roll=6, units="1pz 2pz")
    assert (places(game, "sevastopol"), look(game, "sevastopol face")) == (["1914"], "brown")
    assert look(game, "pz_1 face") == look(game, "pz_2 face") == "full"


def test_a_retreat_is_no_effect_for_those_beside_a_fort() -> None:
    """§10.7.4, §10.7.5: units stacked with a Fort never retreat."""
    edits = ("put pz_1 1814", "put pz_2 1814", "put sevastopol 1914 red", "put south 1914")
    game = fought(*edits, "force", roll=4, units="1pz 2pz", turn=24)  # 14 to 7, 2:1 +1 = 3:1: DR
    assert places(game, "sevastopol", "south") == ["1914", "1914"]
    assert not names(game, "axis") & {"advance"}


# advance ----------------------------------------------------------------------------------


def test_the_victors_advance() -> None:
    """§10.8, §10.8.1: into the hex that was left, then a second one, whatever the enemy zones."""
    game = fought(*PAIR, "put army_6 1813", "put don 2115", roll=6, units="4")
    assert asked(game) == ["axis"]
    assert "1914" in words(game, "axis", "advance 4 ")
    assert refused(game, "axis", "advance 4 1715") == "10.8.1"
    assert refused(game, "axis", "advance 6 1914") == "10.8"
    assert refused(game, "axis", "advance 4 1914 2014 2114") == "10.8.1"
    game.submit("axis", "advance 4 1914 2014")
    assert places(game, "army_4") == ["2014"]


def test_nobody_need_advance() -> None:
    """§10.8: the victor may stay."""
    game = fought(*PAIR, roll=6, units="4")
    game.submit("axis", "end advance")
    assert places(game, "army_4") == ["1814"]


def test_no_advance_after_an_exchange() -> None:
    """§10.7, §10.8: an EX that empties the hex lets nobody in."""
    game = fought(*PAIR, roll=4, units="4")
    assert "advance" not in names(game, "axis")


def test_a_hex_must_be_empty() -> None:
    """§10.8: no advance while a defender is left in the target hex."""
    game = fought(*FORT, "put don 1914", roll=6, units="1pz 2pz", turn=24)  # 14 to 8, 1:1 + 1: DS
    assert places(game, "sevastopol", "don") == ["1914", "1914"]
    assert "advance" not in names(game, "axis")


def test_terrain_stops_an_advance() -> None:
    """§10.8.1: forest, marsh and mountain end it; a river does not."""
    game = fought(
        "put pz_1 1402", "put pz_2 1402", "put south 1503", roll=6, units="1pz 2pz", at="1503"
    )
    assert words(game, "axis", "advance 1pz ") == {"1503"}
    game = fought("put pz_1 1814", "put pz_2 1814", "put south 1914", roll=6, units="1pz 2pz")
    assert "1913" in words(game, "axis", "advance 1pz ")  # across the river


def test_the_armor_advance_bonus() -> None:
    """§10.8.2, §14.3: German armor goes a third hex in Clear weather, Soviet tanks from turn 11."""
    crush = ("put pz_1 1814", "put pz_2 1814", "put army_4 2015", "put south 1914")
    game = fought(*crush, roll=6, units="1pz 2pz 4")
    assert refused(game, "axis", "advance 4 1914 2013 2012") == "10.8.1"
    game.submit("axis", "advance 1pz 1914 2013 2012")
    assert places(game, "pz_1") == ["2012"]
    snow = fought(*crush, roll=6, units="1pz 2pz 4", turn=11, weather="snow")
    assert refused(snow, "axis", "advance 1pz 1914 2013 2012") == "10.8.1"
    for turn, far in ((10, "10.8.1"), (11, "")):
        edits = ("put tank_1 1914 red", "put tank_2 1815 red", "put tank_3 1913", "put rum_3 1814")
        game = declared(*edits, "dice battle 6", targets="1814", turn=turn, side="soviet")
        game.submit("soviet", "battle 1814 with 1tk 2tk 3tk")  # a DD
        if far:
            assert refused(game, "soviet", "advance 1tk 1814 1813 1712") == far
        else:
            game.submit("soviet", "advance 1tk 1814 1813 1712")


def test_german_armor_loses_its_third_hex_with_the_oil() -> None:
    """§13.5, §10.8.2: after the Oil event only the SS Panzer Army advances three hexes."""
    t = running(combat("put pz_1 1814", "put ss_panzer 1814", turn=24))
    panzers = (unit("pz_1"), unit("ss_panzer"))
    t.s.weather[23] = 0
    assert [advance.length(t.s, panzer, []) for panzer in panzers] == [3, 3]
    t.s.happened[OIL] = 1
    assert [advance.length(t.s, panzer, []) for panzer in panzers] == [2, 3]


def test_mud_keeps_the_advance_to_one_hex() -> None:
    """§13.1, §10.8.1, §6.5.4: in Mud and Long Winter, and for Unsupplied units, one hex."""
    crush = ("put pz_1 1814", "put pz_2 1814", "put south 1914")
    game = fought(*crush, roll=6, units="1pz 2pz", weather="mud")
    assert words(game, "axis", "advance 1pz ") == {"1914"}
    winter = fought(*crush, "set weather.10 snow", roll=6, units="1pz 2pz", turn=11, weather="snow")
    assert words(winter, "axis", "advance 1pz ") == {"1914"}
    hungry = fought("put pz_1 1814 unsupplied", *crush[1:], roll=6, units="1pz 2pz")
    assert words(hungry, "axis", "advance 1pz ") == {"1914"}
    assert len(words(hungry, "axis", "advance 2pz ")) > 1


def test_who_never_advances() -> None:
    """§10.8, §10.7.3: disorganized units, Forts and white strengths stay."""
    edits = (
        "put army_4 1814 disorganized",
        "put kg_1 1814",
        "put west 1914",
        "mark 1914 counterblow",
    )
    game = combat(*edits, "dice battle 6", "put army_6 2015")
    game.submit("axis", "battle 1914 with 4 6 kg1")  # 10 to 4, 2:1, a 6: DS
    assert words(game, "axis", "advance ") == {"6"}


def test_an_advance_takes_cities() -> None:
    """§10.8, §12.7.1: a city that is advanced into is captured."""
    game = fought(
        "put pz_1 1814", "put pz_2 1814", "put south 1915", roll=6, units="1pz 2pz", at="1915"
    )
    game.submit("axis", "advance 1pz 1915")
    assert look(game, "stalino control") == "axis"


def test_too_many_in_one_hex_are_shed() -> None:
    """§10.8, §8.4.3: any number may advance; at the end of the battle the excess is shattered."""
    game = fought(*CRUSH, roll=2, units=ALL)
    for word in ("1pz", "2pz", "3pz"):
        game.submit("axis", f"advance {word} 1914")
    game.submit("axis", "end advance")
    assert "Too many units" in prompt(game)
    game.submit("axis", "shed 3pz")
    assert places(game, "pz_3") == ["shattered_axis"]


@pytest.mark.parametrize(("side", "answer"), [("axis", ""), ("soviet", "end advance")])
def test_off_turn_nobody_advances_by_itself(side: str, answer: str) -> None:
    """§10.8: the policy's answer is for the enemy's turn; in its own a side is asked."""
    t = running(combat(*PAIR))
    follow = advance.Follow(side=side, units=[], vacated=[place("1914")], changes=[])
    assert follow.default(t) == answer
