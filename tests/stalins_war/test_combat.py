"""Attacks, fire, losses, retreats, advances and exploitation (chapters 11, 12, 15.1.2, 20)."""

from itertools import combinations, permutations

import pytest

from engine.board.bits import mask
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    ELIMINATED,
    EVENT,
    FULL,
    LIMITED,
    OPS_ROUND,
    OUT,
    REMOVED,
    SOVIET,
    TRACK,
    ZERO_MOVE,
    Cell,
)
from engine.games.stalins_war.law import advance, attack, fire, losses, retreat
from engine.games.stalins_war.law.attack import Attack
from engine.games.stalins_war.law.fire import Helps
from engine.games.stalins_war.law.supply import at as at_
from engine.games.stalins_war.state import (
    EXPLOITED,
    FOUGHT,
    PLACED,
    RAILED,
    RETREATED,
    occupancy,
)
from tests.stalins_war.table import at, card, ids, names, rule, site, start, table, unit, units

G = BOARD.ground


def marked(s, d, *hexes):  # type: ignore[no-untyped-def]
    """Combat markers on these hexes."""
    s.activated = [at(h) for h in hexes]
    return s, d


def why(s, d, target: str, *attackers: str, zhukov: bool = False) -> str:  # type: ignore[no-untyped-def]
    return rule(attack.why_not(s, d, Attack(at(target), units(*attackers), zhukov)))


def shifts(found: fire.Fire) -> dict[str, int]:
    return dict(found.shifts)


# attacks -----------------------------------------------------------------------------


T02 = {"ge_43_corps": "2524", "su_20r_army": "2523", "su_1t_army": "2624"}


def test_t02a_three_hexes_with_armour_in_two() -> None:
    """11.1.3: all that the example asks."""
    s, d = table({**T02, "su_7m_corps": "2625"}, turn=7, side="soviet", round_=2)
    marked(s, d, "2523", "2624", "2625")
    assert why(s, d, "2524", "su_20r_army", "su_1t_army", "su_7m_corps") == ""


def test_t02b_one_tank_hex_too_few() -> None:
    """11.1.3: either pair with the tanks is legal."""
    s, d = table({**T02, "su_21r_army": "2625"}, turn=7, side="soviet", round_=2)
    marked(s, d, "2523", "2624", "2625")
    assert why(s, d, "2524", "su_20r_army", "su_1t_army", "su_21r_army") == "11.1.3"
    assert why(s, d, "2524", "su_20r_army", "su_1t_army") == ""
    assert why(s, d, "2524", "su_21r_army", "su_1t_army") == ""
    assert why(s, d, "2524", "su_21r_army", "su_20r_army") == "11.1.3"


def test_t02c_zhukov_covers_two_hexes() -> None:
    """11.1.3, clarification_soviet_09: never three."""
    placed = {"ge_43_corps": "2524", "su_20r_army": "2523", "su_21r_army": "2625"}
    s, d = table({**placed, "su_22r_army": "2624"}, turn=7, side="soviet", round_=2)
    marked(s, d, "2523", "2625", "2624")
    two = ("su_20r_army", "su_21r_army")
    assert why(s, d, "2524", *two, zhukov=True) == "11.1.3"
    s.in_turn, s.boxes[SOVIET] = [card("soviet_09")], [EVENT]
    assert why(s, d, "2524", *two, zhukov=True) == "11.1.3"
    s.boxes[SOVIET] = [EVENT, OPS_ROUND]
    assert why(s, d, "2524", *two) == "11.1.3"
    assert why(s, d, "2524", *two, zhukov=True) == ""
    assert attack.needs_zhukov(s, units(*two))
    assert why(s, d, "2524", *two, "su_22r_army", zhukov=True) == "11.1.3"


def test_zhukov_is_no_help_to_the_axis() -> None:
    """11.1.3, clarification_soviet_09: in an Axis OPS round of that turn armour is asked."""
    placed = {"su_20r_army": "2524", "ge_43_corps": "2523", "ge_42_corps": "2625"}
    s, d = marked(*table(placed, turn=7), "2523", "2625")
    s.in_turn, s.boxes[AXIS] = [card("soviet_09")], [OPS_ROUND]
    assert why(s, d, "2524", "ge_43_corps", "ge_42_corps", zhukov=True) == "11.1.3"
    assert not attack.needs_zhukov(s, units("ge_43_corps", "ge_42_corps"))


def test_one_lcu_attacks() -> None:
    """11.1.3, 24.0: a second one is refused, Panzers may join."""
    placed = {"su_20r_army": "2524", "ge_4th_army": "2523", "ge_6th_army": "2624"}
    s, d = marked(*table({**placed, "ge_46_pz_corps": "2624"}), "2523", "2624")
    assert why(s, d, "2524", "ge_4th_army", "ge_6th_army", "ge_46_pz_corps") == "11.1.3"
    assert why(s, d, "2524", "ge_4th_army", "ge_46_pz_corps") == ""


def test_who_attacks_at_all() -> None:
    """11.1.1, 11.1.2, 11.1.4, 11.1.6, 10.2.1, 4.5.1, 16.4.1, 16.1.4: and who may not."""
    placed = {"ge_43_corps": "2524", "su_20r_army": "2523", "su_stalin": "2523"}
    s, d = table(placed, side="soviet")
    army = unit("su_20r_army")
    assert why(s, d, "2524", "su_20r_army") == "11.1.1"
    marked(s, d, "2523")
    assert why(s, d, "2524", "su_20r_army") == ""
    assert why(s, d, "2524", "su_stalin") == "16.4.1"
    assert why(s, d, "2524", "ge_43_corps") == "11.1.2"
    assert why(s, d, "2424", "su_20r_army") == "11.1.4"
    assert why(s, d, "2524") == "11.1.1"
    for flag, rule_ in ((FOUGHT, "11.1.6"), (RAILED, "10.2.1"), (PLACED, "4.5.1")):
        s.flags[army] = flag
        assert why(s, d, "2524", "su_20r_army") == rule_
    s.flags[army] = 0
    s.attacked = [at("2524")]
    assert why(s, d, "2524", "su_20r_army") == "11.1.4"
    s, d = marked(*table({"ge_43_corps": "2523"}), "2523")
    s.partisans = [at("2524")]
    assert why(s, d, "2524", "ge_43_corps") == "16.1.4"


def test_nobody_fights_in_the_mud() -> None:
    """15.1.1: in Rasputitsa rounds alone."""
    s, d = marked(*table(T02, turn=5, side="soviet", round_=2), "2523")
    assert why(s, d, "2524", "su_20r_army") == "15.1.1"
    s.round = 3
    assert why(s, d, "2524", "su_20r_army") == ""


def test_partisans_fight_alone() -> None:
    """11.1.7, 16.1.6: with no other Soviet unit."""
    placed = {"ge_43_corps": "2524", "su_1t_army": "2523", "su_partisan_7": "2624"}
    s, d = marked(*table(placed, side="soviet"), "2523", "2624")
    assert why(s, d, "2524", "su_1t_army", "su_partisan_7") == "11.1.7"
    assert why(s, d, "2524", "su_partisan_7") == ""


def test_romanians_and_hungarians_fight_apart() -> None:
    """19.1.1, 19.2.1: neither stands on the other's side of the border, nor fights beside it."""
    placed = {"su_20r_army": "2524", "ro_mtn_corps": "2523", "hu_7_corps": "2624"}
    s, d = marked(*table({**placed, "ge_46_pz_corps": "2624"}), "2523", "2624")
    assert why(s, d, "2524", "ro_mtn_corps", "hu_7_corps", "ge_46_pz_corps") == "19.2.1"
    assert why(s, d, "2524", "ro_mtn_corps", "ge_46_pz_corps") == ""


def test_panzers_that_stand_alone_in_1941() -> None:
    """4.4.7, 4.4.8: no Fronts, and no Mech Corps of several hexes, in turns 1 and 2."""
    placed = {
        "ge_46_pz_corps": "2123",
        "su_west_front": "2023",
        "su_7m_corps": "2023",
        "su_4m_corps": "2124",
    }
    s, d = marked(*table(placed, turn=2, side="soviet"), "2023", "2124")
    assert why(s, d, "2123", "su_west_front") == "4.4.7"
    assert why(s, d, "2123", "su_7m_corps", "su_4m_corps") == "4.4.8"
    assert why(s, d, "2123", "su_7m_corps") == ""
    s.turn = 3
    assert why(s, d, "2123", "su_west_front", "su_7m_corps") == ""
    s, d = marked(*table({**placed, "ge_43_corps": "2123"}, turn=2, side="soviet"), "2023", "2124")
    assert why(s, d, "2123", "su_west_front") == ""


def test_the_great_cities_before_their_events() -> None:
    """11.1.9: Leningrad, Moscow and Gorki, Stalingrad and the Caucasus."""
    for city, event, from_ in (
        ("leningrad", "nordlicht", "2518"),
        ("moscow", "taifun", None),
        ("gorki", "taifun", None),
        ("stalingrad", "blau", None),
        ("krasnodar", "blau", None),
    ):
        place = site(city)
        near = from_ or next(G.grid.ids[p] for p in G.foot[place] if (p, place) not in G.volga)
        placed = {"su_20r_army": G.grid.ids[place], "ge_46_pz_corps": near}
        s, d = marked(*table(placed), near)
        assert why(s, d, G.grid.ids[place], "ge_46_pz_corps") == "11.1.9", city
        s.lifted = [event]
        assert why(s, d, G.grid.ids[place], "ge_46_pz_corps") == ""
        s, d = marked(*table(placed, played=[event]), near)
        assert why(s, d, G.grid.ids[place], "ge_46_pz_corps") == ""


def test_over_the_volga() -> None:
    """11.1.10: with Moscow or Stalingrad in Axis hands alone."""
    a, b = next((a, b) for a, b in G.volga if not attack.restricted(table()[0]) >> b & 1)
    from_, to = G.grid.ids[a], G.grid.ids[b]
    placed = {"su_20r_army": to, "ge_46_pz_corps": from_}
    s, d = marked(*table(placed, soviet=["stalingrad"]), from_)
    assert why(s, d, to, "ge_46_pz_corps") == "11.1.10"
    s, d = marked(*table(placed, axis=["moscow"]), from_)
    assert why(s, d, to, "ge_46_pz_corps") == ""
    s, d = marked(*table({"ge_43_corps": to, "su_20r_army": from_}, side="soviet"), from_)
    assert why(s, d, to, "su_20r_army") == ""


def test_no_soviet_attack_into_romania_in_june_1941() -> None:
    """4.4.4: while the Front stands ready for it."""
    s, d = marked(*start(), "1726")
    s.side = SOVIET
    assert why(s, d, "1627", "su_south_front") == "4.4.4"


def test_each_list_that_is_offered_can_be_completed() -> None:
    """11.1.3: and each legal list is offered unit by unit."""
    placed = {**T02, "su_21r_army": "2625", "su_7m_corps": "2624", "su_west_front": "2523"}
    s, d = marked(*table(placed, turn=7, side="soviet"), "2523", "2624", "2625")
    near = attack.joiners(s, d, at("2524"))
    assert names(near) == set(placed) - {"ge_43_corps"}
    assert attack.targets(s, d) == [at("2524")]
    for count in (1, 2, 3, 4):
        for chosen in combinations(near, count):
            legal = attack.why_not(s, d, Attack(at("2524"), chosen)) is None
            if legal:
                for n in range(1, count + 1):
                    assert chosen[n - 1] in attack.joiners(s, d, at("2524"), chosen[: n - 1])
            else:
                assert not legal


def test_a_legal_list_is_offered_in_any_order() -> None:
    """11.1.3, 4.4.8: the one hex without armour need not be the one that was named last."""
    placed = {"ge_46_pz_corps": "2524", "su_20r_army": "2523", "su_21r_army": "2624"}
    mech = {"su_7m_corps": "2523", "su_10m_corps": "2624"}
    s, d = marked(*table({**placed, **mech}, turn=2, side="soviet"), "2523", "2624")
    three = ("su_20r_army", "su_21r_army", "su_10m_corps")
    for chosen in permutations(units(*three)):
        assert attack.why_not(s, d, Attack(at("2524"), chosen)) is None
        for n, one in enumerate(chosen):
            assert one in attack.joiners(s, d, at("2524"), chosen[:n])
    both = ("su_20r_army", "su_7m_corps", "su_10m_corps")
    assert why(s, d, "2524", *both) == "4.4.8"


# fire ---------------------------------------------------------------------------------


def test_t17_three_panzers_of_one_stack() -> None:
    """11.2.1, 24.0: fire as an LCU; from two hexes they do not."""
    s, d = marked(*start(), "1622")
    three = units("ge_24_pz_corps", "ge_46_pz_corps", "ge_47_pz_corps")
    assert attack.why_not(s, d, Attack(at("1722"), three)) is None
    ours, theirs = fire.fires(s, d, three, at("1722"))
    assert (ours.strength, ours.large) == (9, True)
    assert ours.table[ours.base].label == "9-11"
    assert shifts(ours) == {"river": -1}
    assert ours.table[ours.column].label == "6-8"
    assert (theirs.strength, theirs.large, theirs.table[theirs.column].label) == (1, False, "0-1")
    assert not fire.is_large(s, three[:2])
    s.place[three[0]] = at("1623")
    assert not fire.is_large(s, three)


def test_attack1() -> None:
    """11.2.1, 11.3.2, 11.3.3, 11.3.4, 11.5.1, 11.5.2, 12.1.4, 12.2.2, 4.4.6: 1623 takes 1723."""
    s, d = marked(*start(), "1623")
    mine = units("ge_6th_army", "ge_48_pz_corps", "ge_3_pz_corps", "ge_14_pz_corps")
    corps = unit("su_4m_corps")
    target = at("1723")
    assert attack.why_not(s, d, Attack(target, mine)) is None
    ours, theirs = fire.fires(s, d, mine, target)
    assert (ours.strength, ours.table[ours.base].label) == (14, "12-14")
    assert shifts(ours) == {"river": -1}
    assert ours.table[ours.column].label == "9-11"
    assert (theirs.strength, theirs.large, theirs.table[theirs.column].label) == (2, False, "2")
    hit, back = ours.result(4), theirs.result(5)
    assert (str(hit), str(back)) == ("2", "1*")
    assert losses.owed(s, [corps], hit, False) == 2
    assert names(losses.candidates(s, mine, {}, True, back.scu)) == {
        *("ge_48_pz_corps", "ge_3_pz_corps", "ge_14_pz_corps")
    }
    assert losses.grave(s, BOARD.units[corps], False) == REMOVED
    assert losses.outcome(s, mine, [], target, (back, hit)).winner == AXIS
    s.place[corps], s.step[corps] = REMOVED, 0
    d = occupancy(s)
    panzers = units("ge_3_pz_corps", "ge_14_pz_corps")
    for panzer in panzers:
        assert advance.why_no_advance(s, d, panzer, target) is None
    from_ = [at("1623")] * len(mine)
    assert advance.why_no_blitz(s, target, [(p, at("1623")) for p in panzers], from_) is None
    for panzer in panzers:
        s.place[panzer] = target
    s.blitz = [target]
    d = occupancy(s)
    for name in ("ge_3_pz_corps", "ge_48_pz_corps"):  # in it, and next to it
        assert advance.why_no_exploit(s, unit(name)) is None
        assert advance.exploit_hexes(s, unit(name)) == 3
    assert rule(advance.why_no_exploit(s, unit("ge_39_pz_corps"))) == "12.1.4"


def test_attack2() -> None:
    """11.2.1, 11.3.3, 11.3.4, 11.4.2: equal Loss Numbers, the attacker wins by his Panzers."""
    s, d = marked(*start(), "1720")
    mine = units("ge_9th_army", "ge_39_pz_corps", "ge_57_pz_corps")
    front, target = unit("su_west_front"), at("1721")
    ours, theirs = fire.fires(s, d, mine, target)
    assert (ours.strength, ours.large, ours.table[ours.column].label) == (11, True, "9-11")
    assert shifts(ours) == {}
    assert (theirs.strength, theirs.large, theirs.table[theirs.column].label) == (3, True, "3")
    hit, back = ours.result(1), theirs.result(4)
    assert (str(hit), str(back)) == ("1", "1")
    s.step[front] -= 1
    found = losses.outcome(s, mine, [front], target, (back, hit))
    assert (found.winner, found.retreat) == (AXIS, 1)
    assert (at("1822"),) in retreat.routes(s, d, front, target, 1)


def test_an_scu_stack_is_weaker_than_its_number() -> None:
    """2.2.1: than an LCU of less strength."""
    assert fire.base_column(False, 5) == 4
    assert fire.base_column(True, 5) == 3
    scu, lcu = BOARD.charts.scu[4], BOARD.charts.lcu[3]
    assert sum(c.loss for c in scu.cells) < sum(c.loss for c in lcu.cells)


def test_columns_end_at_the_tables_edges_after_all_shifts() -> None:
    """11.2.1: the sum counts, not each step by itself."""
    low = fire.Fire(AXIS, 2, False, 1, (("a", -3), ("b", 2)))
    assert low.column == 0
    high = fire.Fire(AXIS, 30, True, 8, (("a", 3), ("b", -1)))
    assert high.column == 8
    assert fire.Fire(AXIS, 30, True, 8, (("a", -2),)).column == 6


def test_terrain_shifts_add_up_and_one_hexside_counts() -> None:
    """11.2.1: ruling 22: none if one attacker crosses no river; the weakest if all do."""
    s, d = table({"su_leningrad_front": "2517", "ge_4th_army": "2518"}, played=["nordlicht"])
    assert fire.features(s, at("2517"), SOVIET)[1:] == ["fortress"]
    mine = units("ge_4th_army")
    ours, _ = fire.fires(s, d, mine, at("2517"))
    assert shifts(ours)["fortress"] == -2
    s.trenches[SOVIET], s.zones = [at("2517")], [at("2517")]
    ours, _ = fire.fires(s, d, mine, at("2517"))
    assert (shifts(ours)["trench"], shifts(ours)["fortified_zone"]) == (-1, -1)
    s.destroyed = [at("2517")]
    ours, _ = fire.fires(s, d, mine, at("2517"))
    assert shifts(ours)["city"] == -1 and "fortress" not in shifts(ours)
    wet, dry = next(
        ((a, b), p)
        for (a, b), kind in G.rivers.items()
        for p in G.foot[b]
        if kind == "river" and (p, b) not in G.rivers
    )
    s.place[mine[0]] = wet[0]
    assert fire.hexside(s, mine, wet[1]) == "river"
    s.place[unit("ge_46_pz_corps")] = dry
    assert fire.hexside(s, (*mine, unit("ge_46_pz_corps")), wet[1]) == ""


def test_cards_ignore_features_up_to_a_number() -> None:
    """7.5.5a, 11.2.1: the dearest first."""
    ignored = Helps(ignored=frozenset({"fortress", "trench", "city"}), most=2)
    assert fire.after_ignoring({"fortress": 2, "trench": 1}, ignored) == {"trench": 1}
    assert fire.after_ignoring({"city": 1, "trench": 1, "forest": 1}, ignored) == {"forest": 1}


def test_out_of_supply_a_column_left() -> None:
    """13.3.5, 13.2.3, 13.2.4: once a side; fortress supply defends but does not attack."""
    placed = {"su_20r_army": "2524", "ge_4th_army": "2523", "ge_46_pz_corps": "2523"}
    s, d = table(placed)
    mine = units("ge_4th_army", "ge_46_pz_corps")
    assert "out_of_supply" not in shifts(fire.fires(s, d, mine, at("2524"))[0])
    s.supply[mine[0]] = s.supply[mine[1]] = LIMITED
    s.supply[unit("su_20r_army")] = LIMITED
    ours, theirs = fire.fires(s, d, mine, at("2524"))
    assert shifts(ours)["out_of_supply"] == -1
    assert "out_of_supply" not in shifts(theirs)
    s.supply[mine[1]] = FULL  # one of them is enough
    assert shifts(fire.fires(s, d, mine, at("2524"))[0])["out_of_supply"] == -1
    s.supply[unit("su_20r_army")] = OUT
    assert shifts(fire.fires(s, d, mine, at("2524"))[1])["out_of_supply"] == -1


def test_beyond_the_paulus_line() -> None:
    """11.2.1, 24.0: one left in turns 1 to 4, if all attackers are in full supply."""
    placed = {"su_20r_army": "2524", "ge_4th_army": "2523"}
    for turn, expected in ((3, {"paulus": -1}), (5, {})):
        s, d = table(placed, turn=turn)
        ours, _ = fire.fires(s, d, units("ge_4th_army"), at("2524"))
        assert {k: v for k, v in shifts(ours).items() if k == "paulus"} == expected
    s, d = table(placed, turn=3, supply={"ge_4th_army": OUT})
    assert "paulus" not in shifts(fire.fires(s, d, units("ge_4th_army"), at("2524"))[0])
    s, d = table({"su_20r_army": "1922", "ge_4th_army": "1822"}, turn=3)
    assert "paulus" not in shifts(fire.fires(s, d, units("ge_4th_army"), at("1922"))[0])


def test_winter_1942() -> None:
    """15.1.2, clarification_axis_19: Axis fire left, trenches alone, shock armies right."""
    placed = {"ge_4th_army": "2525", "su_1s_army": "2524"}
    s, d = table(placed, turn=4, side="soviet")
    forest = next(p for p in range(990) if G.terrain[p] == 2 and len(G.foot[p]) == 6)
    s.place[unit("ge_4th_army")], s.place[unit("su_1s_army")] = forest, G.foot[forest][0]
    d = occupancy(s)
    mine = units("su_1s_army")
    ours, theirs = fire.fires(s, d, mine, forest)
    assert shifts(ours) == {"shock_army_winter_1942": 1}
    assert shifts(theirs) == {"winter_1942": -1}
    s.trenches[AXIS] = [forest]
    assert shifts(fire.fires(s, d, mine, forest)[0])["trench"] == -1
    s.played = [card("axis_19")]
    ours, theirs = fire.fires(s, d, mine, forest)
    assert shifts(ours)["forest"] == -1 and shifts(ours)["shock_army_winter_1942"] == 1
    assert shifts(theirs) == {}
    s.played, s.side = [], AXIS
    s.place[unit("ge_4th_army")], s.place[unit("su_1s_army")] = G.foot[forest][0], forest
    d = occupancy(s)
    ours, theirs = fire.fires(s, d, units("ge_4th_army"), forest)
    assert shifts(ours)["winter_1942"] == -1 and shifts(ours)["forest"] == -1
    assert shifts(theirs) == {}


def test_mobile_defence() -> None:
    """20.1.1, 24.0: an Army with a Panzer Corps, until Spring 1943, not in winter."""
    placed = {"ge_4th_army": "1922", "ge_46_pz_corps": "1922", "su_20r_army": "1923"}
    for turn, holds in ((2, True), (4, False), (9, True), (10, False)):
        s, d = table(placed, turn=turn, side="soviet", played=["winter_uniforms"])
        ours, theirs = fire.fires(s, d, units("su_20r_army"), at("1922"))
        assert shifts(ours).get("german_mobile_defense", 0) == (-1 if holds else 0)
        assert shifts(theirs).get("german_mobile_defense", 0) == (1 if holds else 0)
    s, _ = table({"ro_3rd_army": "1922", "ge_46_pz_corps": "1922"}, turn=2)
    assert not fire.mobile(s, units("ro_3rd_army", "ge_46_pz_corps"))


def test_stalin_alone_defends_with_one() -> None:
    """16.4.1, 16.4.3: ruling 19."""
    s, _ = table({"su_stalin": "2722", "su_20r_army": "2722"})
    assert fire.strength(s, units("su_stalin"), False) == 1
    assert fire.strength(s, units("su_stalin", "su_20r_army"), False) == 2


# losses -------------------------------------------------------------------------------


def test_the_order_of_losses() -> None:
    """11.1.8, 11.3.1, 11.3.2, 11.3.3: each loses one before any loses two; armour first."""
    s, _ = table({"ge_4th_army": "2025", "ge_46_pz_corps": "2025", "ge_43_corps": "2025"})
    army, panzer, corps = units("ge_4th_army", "ge_46_pz_corps", "ge_43_corps")
    mine = (army, panzer, corps)
    assert losses.candidates(s, mine, {}, True) == [panzer]
    assert rule(losses.why_not_hit(s, mine, {}, True, False, army)) == "11.3.3"
    assert set(losses.candidates(s, mine, {}, False)) == set(mine)
    assert set(losses.candidates(s, mine, {panzer: 1}, True)) == {army, corps}
    assert rule(losses.why_not_hit(s, mine, {panzer: 1}, True, False, panzer)) == "11.3.2"
    assert set(losses.candidates(s, mine, dict.fromkeys(mine, 1), True)) == set(mine)
    s.step[corps] = 0
    assert set(losses.candidates(s, mine, {panzer: 1, army: 1, corps: 2}, True)) == {army, panzer}
    assert rule(losses.why_not_hit(s, mine, {}, True, False, corps)) == "11.1.8"


def test_an_asterisk_hits_an_scu_alone() -> None:
    """11.3.4: ruling 18: even before its turn; from LCUs alone nothing is lost."""
    s, _ = table({"ge_4th_army": "2025", "ge_43_corps": "2025"})
    army, corps = units("ge_4th_army", "ge_43_corps")
    star = Cell(1, True)
    assert losses.candidates(s, (army, corps), {corps: 1}, True, scu=True) == [corps]
    other = unit("ge_46_pz_corps")
    assert losses.candidates(s, (army, corps, other), {corps: 1}, True, scu=True) == [other]
    assert rule(losses.why_not_hit(s, (army, corps), {}, True, True, army)) == "11.3.4"
    assert losses.owed(s, [army], star, True) == 0
    assert losses.owed(s, [army, corps], star, True) == 1
    assert losses.owed(s, [corps], Cell(4, False), True) == 2


def test_stalin_is_the_last() -> None:
    """11.3.2, 16.4.2: also of an asterisk."""
    s, _ = table({"su_west_front": "2722", "su_stalin": "2722"})
    front, stalin = units("su_west_front", "su_stalin")
    assert losses.candidates(s, (front, stalin), {}, False) == [front]
    assert rule(losses.why_not_hit(s, (front, stalin), {}, False, False, stalin)) == "16.4.2"
    assert losses.owed(s, [front, stalin], Cell(1, True), False) == 0
    s.step[front] = 0
    assert losses.candidates(s, (front, stalin), {front: 2}, False) == [stalin]


@pytest.mark.parametrize(
    ("ours", "theirs", "winner", "hexes"),
    [(0, 2, SOVIET, 2), (1, 2, SOVIET, 1), (2, 1, AXIS, 0), (1, 1, -1, 0), (0, 3, SOVIET, 2)],
)
def test_the_higher_loss_number_wins(ours: int, theirs: int, winner: int, hexes: int) -> None:
    """11.2.1, 11.4.2: by one a hex, by more two."""
    s, _ = table({"su_20r_army": "2523", "ge_43_corps": "2524"}, side="soviet")
    found = losses.outcome(
        s,
        units("su_20r_army"),
        units("ge_43_corps"),
        at("2524"),
        (Cell(ours, False), Cell(theirs, False)),
    )
    assert (found.winner, found.retreat) == (winner, hexes)


def test_a_side_wiped_out_alone_loses() -> None:
    """11.2.1: whatever the numbers; both wiped out, nobody wins."""
    s, _ = table({"su_20r_army": "2523", "ge_43_corps": "2524"}, side="soviet")
    numbers = (Cell(3, False), Cell(1, False))
    army, corps = units("su_20r_army", "ge_43_corps")
    assert losses.outcome(s, [army], [], at("2524"), numbers).winner == SOVIET
    assert losses.outcome(s, [], [corps], at("2524"), numbers).winner == AXIS
    assert losses.outcome(s, [], [], at("2524"), numbers).winner == -1


def test_who_wins_a_tie() -> None:
    """11.2.1: fast units in full supply against slow ones, not in swamps, trenches, fortresses."""
    placed = {"su_20r_army": "1922", "ge_46_pz_corps": "1921", "su_7m_corps": "1923"}
    s, _ = table(placed)
    panzer, army, mech = units("ge_46_pz_corps", "su_20r_army", "su_7m_corps")
    target = next(p for p in range(990) if G.terrain[p] == 0 and len(G.foot[p]) == 6)
    assert losses.wins_ties(s, [panzer], [army], target)
    assert not losses.wins_ties(s, [panzer], [mech], target)
    s.supply[mech] = OUT
    assert losses.wins_ties(s, [panzer], [mech], target)
    s.supply[panzer] = LIMITED
    assert not losses.wins_ties(s, [panzer], [army], target)
    s.supply[panzer] = FULL
    s.trenches[SOVIET] = [target]
    assert not losses.wins_ties(s, [panzer], [army], target)
    swamp = next(p for p in range(990) if G.terrain[p] == 3)
    assert not losses.wins_ties(s, [panzer], [army], swamp)
    assert not losses.wins_ties(s, [panzer], [army], site("leningrad"))
    s.side, s.festungs = SOVIET, [target]
    assert not losses.wins_ties(s, [mech], [unit("ge_43_corps")], target)


def test_where_the_dead_go() -> None:
    """11.3.6, 13.3.8, 11.4.4, 2.2.1, 14.2.1: to the box, three turns on the track, or for good."""
    s, _ = table(turn=5)
    grave = lambda id_, starved: losses.grave(s, BOARD.units[unit(id_)], starved)  # noqa: E731
    assert grave("ge_17th_army", True) == TRACK + 8  # t11
    assert grave("ge_17th_army", False) == ELIMINATED[AXIS]
    assert grave("ge_46_pz_corps", True) == ELIMINATED[AXIS]
    assert grave("su_west_front", True) == ELIMINATED[SOVIET]
    assert grave("su_7m_corps", False) == REMOVED
    strong = BOARD.units[unit("su_southwest_front_strong")]
    assert losses.grave(s, strong, False) == REMOVED
    assert losses.heir(strong) == unit("su_southwest_front_weak")
    assert losses.heir(BOARD.units[unit("su_west_front")]) == -1


def test_units_that_retreated_into_the_hex() -> None:
    """11.1.4, 11.4.5: add nothing and die of any Loss Number, 1* too."""
    placed = {"su_20r_army": "2524", "su_west_front": "2524", "ge_4th_army": "2523"}
    s, d = table(placed)
    s.flags[unit("su_west_front")] = RETREATED
    active, gone = attack.defenders(s, d, at("2524"))
    assert (names(active), names(gone)) == ({"su_20r_army"}, {"su_west_front"})
    _, theirs = fire.fires(s, d, units("ge_4th_army"), at("2524"))
    assert (theirs.strength, theirs.large) == (2, False)
    assert losses.overrun(Cell(1, True)) and not losses.overrun(Cell(0, False))


# retreats -----------------------------------------------------------------------------


def paths(s, d, id_: str, length: int) -> set[tuple[str, ...]]:  # type: ignore[no-untyped-def]
    found = retreat.routes(s, d, unit(id_), s.place[unit(id_)], length)
    return {tuple(G.grid.ids[p] for p in route) for route in found}


def test_a_retreat_has_the_length_it_needs() -> None:
    """11.4.2, 11.4.4: two hexes end next to no hex that was left, and never turn back."""
    s, d = table({"su_20r_army": "2524", "ge_4th_army": "2523"})
    one, two = paths(s, d, "su_20r_army", 1), paths(s, d, "su_20r_army", 2)
    assert one and all(len(path) == 1 for path in one)
    assert two and all(len(path) == 2 for path in two)
    near = {G.grid.ids[p] for p in G.grid.neighbours[at("2524")]}
    assert not {path[-1] for path in two} & (near | {"2524"})
    for path in retreat.routes(s, d, unit("su_20r_army"), at("2524"), 2):
        assert retreat.why_not(s, d, unit("su_20r_army"), at("2524"), 2, path) is None
    bad = (next(iter(G.foot[at("2524")])),)
    assert rule(retreat.why_not(s, d, unit("su_20r_army"), at("2524"), 2, bad)) in (
        *("11.4.2", "11.4.4"),
    )


def test_where_no_retreat_leads() -> None:
    """11.4.4, 8.3: no enemies, their fortresses or zones without a friend, no stack too high."""
    s, d = table({"ge_43_corps": "2518", "su_20r_army": "2519", "su_leningrad_front": "2517"})
    corps = BOARD.units[unit("ge_43_corps")]
    step = lambda hex_: rule(retreat.why_no_step(s, d, corps, at("2518"), at(hex_)))  # noqa: E731
    assert step("2519") == "11.4.4" and step("2517") == "11.4.4"
    zoned = next(p for p in G.foot[at("2518")] if p in G.foot[at("2517")])
    assert rule(retreat.why_no_step(s, d, corps, at("2518"), zoned)) == "11.4.4"
    s.place[unit("ge_42_corps")] = zoned
    d = occupancy(s)
    assert retreat.why_no_step(s, d, corps, at("2518"), zoned) is None
    full = ("ge_30_corps", "ge_59_corps", "ge_35_corps")
    for id_ in full:
        s.place[unit(id_)] = zoned
    d = occupancy(s)
    assert rule(retreat.why_no_end(s, d, corps, zoned)) == "9.1.1"


def test_preferences_of_a_retreat() -> None:
    """11.4.4, 16.1.4: no enemy city, in supply, no Inactive Partisan, in that order."""
    s, d = table({"ge_43_corps": "2421", "su_west_front": "2522"})
    before = paths(s, d, "ge_43_corps", 1)
    assert len(before) > 1
    shunned = sorted(before)[0][0]
    s.partisans = [at(shunned)]
    assert paths(s, occupancy(s), "ge_43_corps", 1) == before - {(shunned,)}
    s.partisans = [at(path[0]) for path in before]
    assert paths(s, occupancy(s), "ge_43_corps", 1) == before
    if two := paths(s, occupancy(s), "ge_43_corps", 2):  # 11.4.4: a Partisan stops them
        assert all(len(path) == 1 for path in two if at(path[0]) in s.partisans)


def test_who_is_lost_when_he_must_retreat() -> None:
    """11.4.4, 11.4.6, 16.4.3: no way; no movement allowance; Stalin stays."""
    s, d = table({"ge_bunker": "1118", "su_20r_army": "1218"}, turn=15)
    assert retreat.routes(s, d, unit("ge_bunker"), at("1118"), 1) == []
    assert rule(retreat.why_not(s, d, unit("ge_bunker"), at("1118"), 1, (at("1119"),))) == "11.4.6"
    s, d = table({"su_stalin": "2722", "su_20r_army": "2722"})
    found = retreat.choices(s, d, units("su_stalin", "su_20r_army"), at("2722"), 1)
    assert names(found) == {"su_20r_army"}
    s, d = table({"ro_mtn_corps": "1427", "su_20r_army": "1527"})
    for route in retreat.routes(s, d, unit("ro_mtn_corps"), at("1427"), 1):
        assert not G.countries["hungary"] >> route[-1] & 1


def test_the_no_retreat_option() -> None:
    """11.4.3, 15.1.2: forest, mountain, rough, swamp, trench, fortress, and a step to spare."""
    for kind, open_ in ((0, False), (1, True), (2, True), (3, True), (4, True), (5, False)):
        place = next(p for p in range(990) if G.terrain[p] == kind and G.site_at[p] < 0)
        s, _ = table()
        s.place[unit("ge_43_corps")] = place
        mine = units("ge_43_corps")
        assert (retreat.why_not_stand(s, mine, place) is None) == open_
        assert retreat.why_not_stand(s, mine, place, any_terrain=True) is None
        s.step[mine[0]] = 1
        assert rule(retreat.why_not_stand(s, mine, place, any_terrain=True)) == "11.4.3"
        s.step[mine[0]] = 2
        s.turn = 4
        assert retreat.why_not_stand(s, mine, place) is not None
        s.trenches[AXIS] = [place]
        assert retreat.why_not_stand(s, mine, place) is None


def test_cards_that_open_and_close_it() -> None:
    """11.4.3, 7.5.1a: Hedgehogs for Germans, Operation Bagration against the Axis."""
    clear = next(p for p in range(990) if G.terrain[p] == 0 and G.site_at[p] < 0)
    s, _ = table()
    s.in_turn = [card("axis_07")]
    s.place[unit("ge_43_corps")] = s.place[unit("it_csir")] = clear
    assert retreat.why_not_stand(s, units("ge_43_corps"), clear) is None
    assert rule(retreat.why_not_stand(s, units("ge_43_corps", "it_csir"), clear)) == "11.4.3"
    s.in_round = [card("soviet_34")]
    assert rule(retreat.why_not_stand(s, units("ge_43_corps"), clear)) == "11.4.3"


def test_a_festung_ignores_retreats() -> None:
    """11.4.1, 16.3.5: in its own hex alone."""
    s, _ = table()
    s.festungs = [at("1521")]
    assert retreat.ignores(s, AXIS, at("1521"))
    assert not retreat.ignores(s, AXIS, at("1522"))


# advance and exploitation ---------------------------------------------------------------


def test_an_advance_needs_supply_and_room() -> None:
    """11.5.1, 11.5.2, 16.3.4, 19.1.1, 19.2.1: more than four with a Blitz marker alone."""
    s, d = table({"ge_46_pz_corps": "2023", "ro_mtn_corps": "1427"})
    panzer = unit("ge_46_pz_corps")
    assert advance.why_no_advance(s, d, panzer, at("2024")) is None
    far = next(p for p in range(990) if G.land >> p & 1 and at_(s, d, 0, p) == OUT)
    assert rule(advance.why_no_advance(s, d, panzer, far)) == "11.5.1"
    hungary = next(p for p in G.foot[at("1427")] if G.countries["hungary"] >> p & 1)
    assert rule(advance.why_no_advance(s, d, unit("ro_mtn_corps"), hungary)) == "19.1.1"
    s.festungs = [at("2023")]
    assert rule(advance.why_no_advance(s, d, panzer, at("2024"))) == "16.3.4"
    five = units(
        *("ge_46_pz_corps", "ge_24_pz_corps", "ge_47_pz_corps", "ge_48_pz_corps", "ge_3_pz_corps")
    )
    assert rule(advance.why_too_many(s, d, five, at("2024"), False)) == "9.1.1"
    assert advance.why_too_many(s, d, five, at("2024"), True) is None


def test_who_is_always_in_supply_advances() -> None:
    """11.5.1, 13.1.4, 16.1.6: Partisans anywhere, the Maritime Army on its coast, cut off too."""
    shut = {"ge_4th_army": "1628", "ge_6th_army": "1827"}
    ours = {"su_partisan_7": "1727", "su_maritime_army": "1629", "su_20r_army": "1629"}
    event = ["black_sea_black_death"]
    s, d = table({**shut, **ours}, turn=8, side="soviet", axis=["odessa"], played=event)
    no = lambda id_: rule(advance.why_no_advance(s, d, unit(id_), at("1728")))  # noqa: E731
    assert no("su_20r_army") == "11.5.1"
    assert no("su_partisan_7") == no("su_maritime_army") == ""
    s.played = []
    assert no("su_maritime_army") == "11.5.1"


def test_partisans_retreat_wherever_they_like() -> None:
    """11.4.4, 16.1.6: every hex is in supply for them; others keep to those that are."""
    s, d = table({"su_partisan_7": "1219", "su_20r_army": "1219"}, side="axis")
    cut = {(hex_,) for hex_ in ids(G.foot[at("1219")]) if at_(s, d, 4, at(hex_)) == OUT}
    assert cut and not cut & paths(s, d, "su_20r_army", 1)
    assert cut - {("1118",)} <= paths(s, d, "su_partisan_7", 1)


CLEAR = next(
    p
    for p in range(990)
    if G.terrain[p] == 0 and G.site_at[p] < 0 and G.countries["soviet_union"] >> p & 1
    if not G.beyond >> p & 1 and len(G.foot[p]) == 6
)


def test_who_brings_a_blitz_marker() -> None:
    """11.5.2, 11.2.1, 12.1.1: ruling 1: armour, Guards; Mech Corps after Uranus; in full supply."""
    s, _ = table(side="soviet")
    brings = lambda id_: advance.brings_marker(s, BOARD.units[unit(id_)])  # noqa: E731
    for id_ in ("su_1t_army", "su_3gt_army", "su_1gc", "su_4g_army", "ge_46_pz_corps"):
        assert brings(id_), id_
    assert not brings("su_7m_corps") and not brings("su_20r_army")
    s.played = [card("soviet_22")]
    assert brings("su_7m_corps")
    s, _ = table()
    panzer = unit("ge_46_pz_corps")
    from_ = G.foot[CLEAR][0]
    s.supply[panzer] = LIMITED
    assert rule(advance.why_no_blitz(s, CLEAR, [(panzer, from_)], [from_])) == "11.5.2"
    corps = unit("ge_43_corps")
    assert rule(advance.why_no_blitz(s, CLEAR, [(corps, from_)], [from_])) == "11.5.2"


def test_where_blitz_markers_lie() -> None:
    """11.2.1, 7.2.6, 11.5.2, 12.1.3, 15.1.2, 24.0: terrain, numbers, dates."""
    s, _ = table()
    assert advance.why_no_marker(s, CLEAR) is None
    s.blitz = [1, 2, 3, 4]
    assert rule(advance.why_no_marker(s, CLEAR)) == "11.2.1"
    s.blitz = [CLEAR]
    assert rule(advance.why_no_marker(s, CLEAR)) == "11.2.1"
    s.blitz, s.boxes[AXIS] = [], [ZERO_MOVE]
    assert rule(advance.why_no_marker(s, CLEAR)) == "7.2.6"
    s.boxes[AXIS] = []
    for kind in (1, 2, 3, 4):
        place = next(p for p in range(990) if G.terrain[p] == kind and not G.caucasus >> p & 1)
        assert rule(advance.why_no_marker(s, place)) == "11.2.1"
    assert rule(advance.why_no_marker(s, site("minsk"))) == "11.2.1"
    assert advance.why_no_marker(s, site("orel")) is None
    caucasus = next(p for p in range(990) if G.caucasus >> p & 1 and not G.terrain[p])
    assert rule(advance.why_no_marker(s, caucasus)) == "12.1.3"
    s.turn = 4
    assert rule(advance.why_no_marker(s, CLEAR)) == "15.1.2"
    s.played = [card("axis_19")]
    assert advance.why_no_marker(s, CLEAR) is None
    s.turn, east = 3, site("orel")
    s.blitz = [site("kursk")]
    assert rule(advance.why_no_marker(s, east)) == "11.5.2"
    s.blitz = [CLEAR]  # one west of the line is none of them
    assert advance.why_no_marker(s, east) is None
    s.turn, s.blitz = 5, [site("kursk")]
    assert advance.why_no_marker(s, east) is None


def test_soviet_markers_need_lend_lease() -> None:
    """11.2.1, 18.3.1: OPS received in this turn."""
    s, _ = table(side="soviet")
    assert rule(advance.why_no_marker(s, CLEAR)) == "11.2.1"
    s.lent = 1
    assert advance.why_no_marker(s, CLEAR) is None


def test_a_marker_over_a_river() -> None:
    """11.2.1: some unit that brings it crosses no major river."""
    s, _ = table(turn=6)
    panzer, other = units("ge_46_pz_corps", "ge_24_pz_corps")
    target = next(
        p
        for p in range(990)
        if G.land >> p & 1
        and advance.why_no_marker(s, p) is None
        and {"major_river", ""} <= {G.rivers.get((q, p), "") for q in G.foot[p]}
    )
    wide = next(q for q in G.foot[target] if G.rivers.get((q, target)) == "major_river")
    dry = next(q for q in G.foot[target] if (q, target) not in G.rivers)
    s.supply[panzer] = s.supply[other] = FULL
    assert rule(advance.why_no_blitz(s, target, [(panzer, wide)], [wide])) == "11.2.1"
    assert rule(advance.why_no_blitz(s, target, [(panzer, wide)], [wide, dry])) == "11.2.1"
    both = [(panzer, wide), (other, dry)]
    assert advance.why_no_blitz(s, target, both, [wide, dry]) is None


def test_t04a_half_the_allowance_in_hexes() -> None:
    """12.2.2, 12.1.4: three of five, whatever the terrain costs."""
    s, d = table({"ge_3_pz_corps": "1824"}, turn=2, round_=1)
    s.blitz = [at("1824")]
    panzer = unit("ge_3_pz_corps")
    found = advance.exploits(s, d, panzer)
    assert found is not None
    assert advance.exploit_hexes(s, panzer) == 3
    assert max(found.cost(p) for p in range(990) if found.ends >> p & 1) == 3
    assert found.ends >> at("1926") & 1
    assert rule(advance.why_not_exploit_to(s, d, panzer, at("2225"))) == "12.2.2"


def test_t04b_two_hexes_beyond_the_paulus_line() -> None:
    """12.2.3, 12.2.2, 10.1.5, 24.0: until turn 4; then three again."""
    s, _ = table({"ge_3_pz_corps": "2226"}, turn=3, round_=2)
    s.blitz = [at("2226")]
    assert advance.exploit_hexes(s, unit("ge_3_pz_corps")) == 2
    s.turn = 5
    assert advance.exploit_hexes(s, unit("ge_3_pz_corps")) == 3


def test_t18_a_card_adds_a_hex() -> None:
    """12.1.4, clarification_axis_09: for a Panzer next to the marker that did not attack, too."""
    s, d = table({"ge_48_pz_corps": "1824", "ge_14_pz_corps": "1724"}, turn=2, round_=2)
    s.blitz, s.haste = [at("1824")], [[at("1824"), 1, 1]]
    for id_ in ("ge_48_pz_corps", "ge_14_pz_corps"):
        assert advance.exploit_hexes(s, unit(id_)) == 4
        found = advance.exploits(s, d, unit(id_))
        assert found is not None
        swamps = G.of_terrain[3]
        assert found.bars.halt == swamps


def test_exploitation_ignores_zones_and_halts_in_bad_terrain() -> None:
    """12.2.4, 12.2.5, 10.1.6, 4.4.6: in June 1941 swamp alone halts Panzers."""
    s, d = table({"ge_3_pz_corps": "1824", "su_west_front": "1925"}, turn=2)
    s.blitz = [at("1824")]
    panzer = unit("ge_3_pz_corps")
    found = advance.exploits(s, d, panzer)
    assert found is not None
    zone = set(G.foot[at("1925")])
    assert any(set(found.path(p)[:-1]) & zone for p in range(990) if found.ends >> p & 1)
    assert rule(advance.why_not_exploit_to(s, d, panzer, at("1925"))) == "10.1.6"
    halting = advance.halts(s, AXIS)
    for kind in (1, 2, 3, 4, 5):
        assert not G.of_terrain[kind] & ~halting
    assert not halting & G.of_terrain[0]
    s.turn = 1
    assert advance.halts(s, AXIS) == G.of_terrain[3]
    for place in range(990):
        domain = found.ends >> place & 1 == 1
        s.turn = 2
        assert domain == (advance.why_not_exploit_to(s, d, panzer, place) is None)


def test_who_exploits() -> None:
    """12.1.1, 12.1.2, 12.1.3, 12.1.4, 13.3.7: kind, supply, place, once a round."""
    s, _ = table({"ge_3_pz_corps": "1824", "ge_43_corps": "1824", "ge_14_pz_corps": "2332"})
    s.blitz = [at("1824"), at("2332")]
    panzer = unit("ge_3_pz_corps")
    assert advance.why_no_exploit(s, panzer) is None
    assert rule(advance.why_no_exploit(s, unit("ge_43_corps"))) == "12.1.1"
    assert rule(advance.why_no_exploit(s, unit("ge_14_pz_corps"))) == "12.1.3"
    s.supply[panzer] = LIMITED
    assert rule(advance.why_no_exploit(s, panzer)) == "12.1.2"
    s.supply[panzer], s.flags[panzer] = FULL, EXPLOITED
    assert rule(advance.why_no_exploit(s, panzer)) == "12.1.4"
    s.flags[panzer], s.festungs = 0, [at("1824")]
    assert rule(advance.why_no_exploit(s, panzer)) == "16.3.4"
    s.festungs = []
    assert advance.why_no_exploit(s, panzer) is None
    s, _ = table({"su_7m_corps": "1824", "su_1g_army": "1824"}, side="soviet")
    s.blitz = [at("1824")]
    assert rule(advance.why_no_exploit(s, unit("su_7m_corps"))) == "12.1.1"
    assert rule(advance.why_no_exploit(s, unit("su_1g_army"))) == "12.1.1"
    s.played = [card("soviet_22")]
    assert advance.why_no_exploit(s, unit("su_7m_corps")) is None


def test_festungs_and_borders_in_exploitation() -> None:
    """12.2.2, 16.3.4, 4.4.3: who enters a Festung stays; nobody enters Hungary in June 1941."""
    s, _ = table({"ge_3_pz_corps": "1824"}, turn=6)
    s.festungs = [at("1925")]
    assert advance.halts(s, AXIS) >> at("1925") & 1
    assert not advance.halts(s, AXIS) >> at("1926") & 1
    assert not advance.halts(s, SOVIET) >> at("1925") & 1
    hungary = G.countries["hungary"]
    border = next(p for p in range(990) if not hungary >> p & 1 and mask(G.foot[p]) & hungary)
    s, d = table({"ge_3_pz_corps": G.grid.ids[border]}, turn=1)
    s.blitz = [border]
    panzer = unit("ge_3_pz_corps")
    [over, *_] = [p for p in G.foot[border] if hungary >> p & 1]
    assert rule(advance.why_not_exploit_to(s, d, panzer, over)) == "4.4.3"
    assert rule(advance.why_not_exploit_to(s, d, panzer, at("2722"))) == "12.2.2"


def test_kerch_ends_an_exploitation() -> None:
    """12.2.5: on the far side of the strait."""
    s, d = table({"ge_3_pz_corps": "2031"}, turn=6)
    s.blitz = [at("2031")]
    found = advance.exploits(s, d, unit("ge_3_pz_corps"))
    assert found is not None
    assert ids(found.ends) >= {"2131"}
    assert not found.ends & G.caucasus
    s, d = table({"su_1t_army": "2131"}, turn=12, side="soviet", soviet=["novorossiysk"])
    s.blitz = [at("2131")]
    found = advance.exploits(s, d, unit("su_1t_army"))
    assert found is not None
    over = at("2232")
    assert found.ends >> over & 1
    assert all(over not in found.path(p)[:-1] for p in range(990) if found.ends >> p & 1)


def test_two_hexes_but_not_through_a_festung() -> None:
    """11.4.2, 16.3.4: ruling 45: the Axis goes two hexes as anybody, past its Festungs."""
    s, d = table({"ge_43_corps": "2025"}, turn=10, side="soviet")
    corps, start_ = unit("ge_43_corps"), at("2025")
    free = retreat.routes(s, d, corps, start_, 2)
    assert free and all(len(route) == 2 for route in free)
    first = free[0][0]
    s.festungs = [first]
    left = retreat.routes(s, d, corps, start_, 2)
    assert left and all(route[0] != first for route in left)
