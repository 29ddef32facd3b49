"""Chapters 10 to 12 in play: who fights together, losses, retreats, advances, air and guns."""

import random

import pytest

import engine
from engine.board.bits import members
from engine.core import fuzz
from engine.core.entries import Lost
from engine.games.russia_besieged.acts import lose_step
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AXIS, CLEAR, FOREST, HEXES, MOUNTAIN, SOVIET
from engine.games.russia_besieged.law import (
    advance,
    air,
    contact,
    movement,
    odds,
    results,
    retreat,
    stacking,
    supply,
)
from engine.games.russia_besieged.play.battle import Hold
from engine.games.russia_besieged.state import FLOWN, LANDED, zoc
from tests.russia_besieged.staged import EMPTY, answered, fight, game
from tests.russia_besieged.table import at, city, ids, table, unit
from tests.russia_besieged.test_combat import attack
from tests.russia_besieged.test_movement import rule
from tests.table import asked, look, names, places, prompt, refused, told, words

G = BOARD.ground


# who fights together ------------------------------------------------------------------


def test_factors_are_added_up_on_both_sides() -> None:
    """10.12, 10.15, 10.17: each unit whole and once, all who stand in a hex"""
    s, d = table(
        {"ger_pz_24": "2720", "ger_inf_1": "2720", "rus_inf_4": "2719", "stalin/1": "2719"}
    )
    both = attack("2719", "ger_pz_24 ger_inf_1")
    assert sum(odds.attack_factor(s, d, u) for u in both.units) == 16
    assert odds.defence(s, d, both) == 4 + 1  # Stalin outside Moscow
    g = fight(8, "put ger_pz_24 2720", "put ger_inf_1 2720", "put rus_inf_4 2719")
    assert refused(g, "axis", "attack 2719 with ger_pz_24 ger_pz_24") in ("10.16", "10.11")


@pytest.mark.parametrize(
    ("units", "rule", "said"),
    [
        ("ger_pz_24 ger_inf_1", "10.11", "is not next to 2719"),
        ("ger_pz_24 ger_pz_24", "10.16", "named twice"),
        ("ger_pz_24 hitler", "14.1", "cannot attack"),
        ("ger_pz_24 ger_inf_34", "10.16", "has fought"),
    ],
)
def test_each_reason_against_an_attacker(units: str, rule: str, said: str) -> None:
    """10.11, 10.16, 14.1: who stands elsewhere, is named twice, never attacks or has fought"""
    near = ("put ger_pz_24 2720", "put ger_inf_34 2720 fought", "put hitler 2720")
    g = fight(8, *near, "put ger_inf_1 2722", "put rus_inf_4 2719")
    with pytest.raises(engine.OrderError) as caught:
        g.submit("axis", f"attack 2719 with {units}")
    assert caught.value.rule == rule and said in caught.value.text


def test_units_of_a_hex_may_attack_different_hexes_or_several_at_once() -> None:
    """10.13, 10.14, 10.36"""
    board = (
        "put ger_pz_24 2720",
        "put ger_pz_39 2720",
        "put rus_inf_18 2719",
        "put rus_inf_7 2820",
    )
    g = fight(10, *board)
    assert at("2820") in G.foot[at("2720")]
    g.submit("axis", "attack 2719 with ger_pz_24")
    assert refused(g, "axis", "attack 2820 with ger_pz_24") == "10.16"
    g = fight(10, *board)
    text = told(g, g.submit("axis", "attack 2719+2820 with ger_pz_24 ger_pz_39"))
    assert "extra defending hex -1" in text


def test_terrain_doubles_once_and_gives_modifiers() -> None:
    """10.3, 10.31, 10.32, 10.37: never more than double; mountain units at home in mountains"""
    peak = next(h for h in members(G.of_terrain[MOUNTAIN]) if G.land >> h & 1 and G.wet[h])
    wet = next(n for n in G.foot[peak] if G.wet[peak] >> n & 1)
    s, _ = table({"ger_inf_1": G.grid.ids[wet], "rus_inf_4": G.grid.ids[peak]}, turn="jul_aug_1942")
    assert odds.behind_river(s, peak, [unit("ger_inf_1")])
    assert odds.multiplier(s, peak, [unit("ger_inf_1")]) == 2
    high = G.grid.ids[peak]
    s, d = table({"ger_mtn_49": G.grid.ids[wet], "rus_inf_4": high}, turn="jul_aug_1942")
    assert ("mountain_unit_attack", 1) in odds.modifiers(s, d, attack(high, "ger_mtn_49"))
    s, d = table({"ger_inf_1": G.grid.ids[wet], "rus_inf_4": high}, turn="jul_aug_1942")
    assert (
        not {"mountain_unit_attack", "mountain_unit_defence"}
        & dict(odds.modifiers(s, d, attack(high, "ger_inf_1"))).keys()
    )
    s, d = table(
        {"rus_inf_4": G.grid.ids[wet], "ger_mtn_49": high}, turn="jul_aug_1942", side="soviet"
    )
    assert ("mountain_unit_defence", -1) in odds.modifiers(s, d, attack(high, "rus_inf_4"))


# losses -------------------------------------------------------------------------------


def test_steps_are_lost_one_by_one() -> None:
    """10.61: two, three or one of them; the last one takes the unit to the pool"""
    g = game(*EMPTY, "put ger_pz_24 2720", "put rus_inf_18 2719", "put ss_polizei 2721",
             "put rus_shock_1 2717", "at 3 axis movement")  # fmt: skip
    t = g.table
    for left, where in (("2", "2720"), ("1", "2720"), ("3", "pool_axis")):
        lose_step(t, unit("ger_pz_24"), "10.61")
        assert (look(g, "ger_pz_24 s"), places(g, "ger_pz_24")) == (left, [where])
    lose_step(t, unit("ss_polizei"), "10.61")
    assert places(g, "ss_polizei") == ["pool_axis"]


def test_the_owner_chooses_where_the_rules_leave_it_open() -> None:
    """10.66, 10.62: among equals; the strongest first otherwise"""
    board = (
        "put ger_pz_24 2720",
        "put ger_pz_39 2720",
        "put rus_inf_18 2719",
        "put rus_inf_7 2719",
    )
    line = "attack 2719 with ger_pz_24 ger_pz_39"
    g = fight(8, *board)  # 2-1, armor +1: D1
    g.table.pos.policy["soviet:losses"] = "ask"
    g.submit("axis", line)
    assert asked(g) == ["soviet"] and words(g, "soviet", "lose ") == {"18inf", "7inf"}
    g.submit("soviet", "lose rus_inf_7")
    assert look(g, "rus_inf_7 s") == "1"
    g = fight(9, *board, "put rus_inf_18 pool", "put rus_inf_8 2719")  # 1-1: D1
    g.table.pos.policy["soviet:losses"] = "ask"
    g.submit("axis", line)
    assert look(g, "rus_inf_8 s") == "1"  # 6-4 before 5-4, unasked


def test_a_factory_that_is_the_strongest_need_not_go_first() -> None:
    """20.22: then the largest unit may take the loss"""
    small = "rus_inf_23/1"
    s, _ = table({small: "0714", "wec_moscow": "0714", "rus_inf_len/1": "0714"})
    pieces = [unit("rus_inf_23"), unit("wec_moscow"), unit("rus_inf_len")]
    (first,) = results.required(s, pieces, both_armor=False)
    assert set(first) == {unit("rus_inf_23"), unit("wec_moscow")}
    s, _ = table({"rus_inf_len/1": "0714", "wec_moscow": "0714"})
    (first,) = results.required(s, [unit("rus_inf_len"), unit("wec_moscow")], both_armor=False)
    assert set(first) == {unit("rus_inf_len"), unit("wec_moscow")}
    s, _ = table({"rus_inf_4": "0714", "wec_kiev": "0714"})
    (first,) = results.required(s, [unit("rus_inf_4"), unit("wec_kiev")], both_armor=False)
    assert first == [unit("rus_inf_4")]


@pytest.mark.parametrize(
    ("axis_rails", "box"), [(False, "pool_soviet"), (True, "surrendered_soviet")]
)
def test_surrounded_units_surrender(axis_rails: bool, box: str) -> None:
    """10.68, 10.69, 10.67: by AE* and DE* if they trace to nothing; they are never rebuilt"""
    rails = [f"mark {G.grid.ids[h]} rails axis" for h in members(G.rails)] if axis_rails else []
    rails += [f"mark {c.id} control axis" for c in G.cities if c.major and axis_rails]
    units = ("ger_pz_24", "ger_pz_39", "ger_pz_41")
    board = [*rails, "put rus_inf_18 2719", *(f"put {name} 2720" for name in units)]
    g = fight(10, *board, "set points.russian_infantry 50")
    g.submit("axis", f"attack 2719 with {' '.join(units)}")  # 5-1: DE*
    assert places(g, "rus_inf_18") == [box]
    g.submit("gm", "at 2 soviet movement")
    if axis_rails:
        assert refused(g, "soviet", "build rus_inf_18 2501") == "19.03"
    else:
        g.submit("soviet", "build rus_inf_18 2501")


# retreats -----------------------------------------------------------------------------


def test_the_owner_orders_his_retreats_and_the_attacker_picks_the_ways() -> None:
    """10.71, 10.7, 10.74: one unit at a time; a way that destroys is none while another is open"""
    board = (
        "put ger_pz_24 2720",
        "put ger_pz_39 2720",
        "put rus_inf_18 2719",
        "put rus_inf_7 2719",
    )
    g = fight(7, *board)
    g.table.pos.policy["soviet:order"] = "ask"
    g.submit("axis", "attack 2719 with ger_pz_24 ger_pz_39")  # 2-1, 8: DR
    assert asked(g) == ["soviet"] and "order" in prompt(g)
    assert refused(g, "soviet", "in order rus_inf_7") == "10.71"
    g.submit("soviet", "in order rus_inf_7 rus_inf_18")
    assert asked(g) == ["axis"] and "7" in prompt(g)
    s, d = g.table.s, g.table.d
    ways = retreat.routes(s, d, unit("rus_inf_7"), at("2719"), 2, 2)
    assert ways and refused(g, "axis", "retreat rus_inf_7 2720 2721") == "10.72"
    assert not any(zoc(d, AXIS) >> hex_ & 1 for way in ways for hex_ in way)


@pytest.mark.parametrize("from_city", [False, True])
def test_hexes_that_are_left_are_a_list_of_their_own(from_city: bool) -> None:
    """10.33: a battle stored while somebody may hold a city goes on as one in memory does"""
    ours, theirs = ("2814", "2815") if from_city else ("2815", "2814")
    panzers = ["ger_pz_24"] if from_city else ["ger_pz_24", "ger_pz_39"]
    held = set()
    for die in range(1, 11):
        g = fight(die, *(f"put {pz} {ours}" for pz in panzers), f"put rus_inf_18 {theirs}")
        g.table.pos.policy |= {"axis:stay": "ask", "soviet:stay": "ask"}
        g.submit("axis", f"attack {theirs} with {' '.join(panzers)}")
        held |= {type(frame).__name__ for frame in g.table.pos.lanes[0].stack}
        assert not fuzz._shares(g.table.pos, set())
    assert "Hold" in held


def test_who_stays_in_a_city_keeps_nobody_else_from_retreating() -> None:
    """10.33, 10.36: of two hexes that are attacked together each goes or stays by itself"""
    stayed = 0
    panzers = ("ger_pz_14", "ger_pz_24", "ger_pz_48")
    theirs = ("put rus_inf_4 1623", "put rus_inf_3 1623", "put rus_inf_8 1524")
    for die in range(1, 11):
        g = fight(die, *(f"put {pz} 1523" for pz in panzers), *theirs)
        g.table.pos.policy |= {"soviet:stay": "ask"}
        g.submit("axis", f"attack 1623+1524 with {' '.join(panzers)}")
        while not prompt(g).startswith(("Stay in", "August")):
            g.submit(asked(g)[0], g.sample(asked(g)[0], random.Random(1)))
        if prompt(g).startswith("Stay in"):
            stayed += 1
            here = next(p for p in ("rus_inf_4", "rus_inf_3") if places(g, p) == ["1623"])
            g.submit("soviet", f"stay {here}")
            answered(g)
            assert places(g, "rus_inf_8") != ["1524"]
            assert "1623" in places(g, "rus_inf_4", "rus_inf_3")
    assert stayed


def test_who_stays_by_default() -> None:
    """10.33: off turn, while that costs not the last step; whose turn it is, is asked"""
    g = fight(1, "put rus_inf_4 1623", "put rus_inf_3 1623", "put ger_pz_24 1734")
    army, other = unit("rus_inf_4"), unit("rus_inf_3")
    hold = Hold(side="soviet", hex=at("1623"), units=[army, other])
    assert hold.default(g.table) in ("stay rus_inf_4", "stay rus_inf_3")
    hold = Hold(side="axis", hex=at("1623"), units=[unit("ger_pz_24")])
    assert hold.default(g.table) == ""
    g.table.s.step[army] = len(BOARD.pieces[army].faces) - 1
    assert Hold(side="soviet", hex=at("1623"), units=[army]).default(g.table) == "go"


def test_terrain_matters_to_no_retreat() -> None:
    """10.75: forest, rivers and mountains cost nothing; 1 or 2 hexes are 1 or 2 hexes"""
    s, d = table({"rus_inf_4": "1719"})
    me = BOARD.pieces[unit("rus_inf_4")]
    for start in members(G.land & G.countries["russia"]):
        every = retreat._possible(s, d, me, start, range(1, 3))
        assert {way[0] for way in every} == set(G.foot[start])


def test_a_retreat_past_friends_in_a_zone_costs_a_step() -> None:
    """10.77: one for all who fought together, for each such hex"""
    _, d = table({"rus_inf_4": "2718", "ger_inf_1": "2717"})
    assert retreat.through_zones(d, SOVIET, (at("2718"),)) == 1
    assert retreat.through_zones(d, SOVIET, (at("2718"), at("2719"))) == 1
    assert retreat.through_zones(d, SOVIET, (at("2719"),)) == 0
    ring = [G.grid.ids[h] for h in G.foot[at("2719")] if G.grid.ids[h] not in ("2720", "2718")]
    units = [f"ger_inf_{n}" for n in (1, 2, 5, 6)]
    board = [f"put {name} {hex_}" for name, hex_ in zip(units, ring, strict=True)]
    board += ["put ger_pz_24 2720", "put rus_inf_18 2719", "put rus_inf_7 2719"]
    for die, friend in ((5, "put rus_inf_8 2718 oos=1"), (5, "put rus_inf_8 2701")):
        g = fight(die, *board, friend)
        receipt = g.submit("axis", f"attack 2719 with ger_pz_24 {' '.join(units)}")  # 3-1, +1: DR
        lost = [entry.how for entry in receipt.entries if isinstance(entry, Lost)]
        if "2718" in friend:
            assert lost == ["reduced"] and places(g, "rus_inf_18", "rus_inf_7") == ["2717"] * 2
        else:
            assert len(lost) == 2  # no way at all (10.73)


def test_who_has_retreated_is_not_attacked_again() -> None:
    """10.16: each defending unit once in an impulse; it bars nobody from ending combat (10.1)"""
    board = ("put ger_pz_14 2718", "put ger_pz_24 2718", "put ss_polizei 2515")
    g = fight(3, *board, "put rus_inf_4 2717", "put ger_inf_1 2420", "put rus_para_1 2421")
    g.submit("axis", "attack 2717 with ger_pz_14 ger_pz_24")  # 4-1, +1: DR
    g.submit("axis", "retreat rus_inf_4 2616 2516")
    assert refused(g, "axis", "attack 2516 with ss_polizei") == "10.16"
    assert {"attack", "end combat"} <= names(g, "axis")
    g.submit("axis", "end combat")
    assert places(g, "ss_polizei") == ["2515"]


# who loses ----------------------------------------------------------------------------


def test_an_exchange_is_counted_by_the_steps_before_it() -> None:
    """10.6: two steps each, though the attacker has one left when the defender's turn comes"""
    g = fight(6, "put ger_pz_24 2720", "put rus_inf_4 2719")
    text = told(g, g.submit("axis", "attack 2719 with ger_pz_24"))
    assert "X2" in text and look(g, "ger_pz_24 s") == "1"
    assert places(g, "rus_inf_4") == ["pool_soviet"]
    assert "advance" not in names(g, "axis")  # no more than it had (10.82)


def test_an_attack_out_of_a_forest_rages_though_who_stood_there_is_lost() -> None:
    """10.34, 10.6: AR costs both a step as soon as some attackers began in a forest"""
    clear = set(members(G.of_terrain[CLEAR])) - set(members(G.majors | G.minors))
    wood, goal, field = next(
        (h, n, m)
        for h in members(G.of_terrain[FOREST] & G.countries["russia"])
        for n in members(G.dry[h])
        for m in members(G.dry[n])
        if {n, m} <= clear and m not in G.foot[h]
    )
    wood, goal, field = (G.grid.ids[h] for h in (wood, goal, field))
    board = (f"put rus_mech_15 {wood}", f"put rus_inf_4 {field}", f"put ger_inf_1 {goal} s=1")
    g = fight(1, *board, side="soviet")
    text = told(g, g.submit("soviet", f"attack {goal} with rus_mech_15 rus_inf_4"))
    assert "AR" in text and places(g, "rus_mech_15", "ger_inf_1") == ["pool_soviet", "pool_axis"]


def test_a_dictator_is_lost_with_those_who_attacked_beside_him() -> None:
    """14.15: left alone by attackers who are eliminated or retreat"""
    board = ("put hitler 1331", "put ger_inf_1 1331", "put rus_inf_18 1332")
    for die, odds_, gone in ((2, " at 1-2", "removed"), (7, "", "1331")):  # AE, BR
        g = fight(die, *board, turn="12")
        g.submit("axis", f"attack 1332 with ger_inf_1{odds_}")
        assert places(g, "hitler") == [gone]


def test_who_lands_does_not_surrender_in_that_turn() -> None:
    """8.51, 10.68: an invader is supplied on the turn of its landing"""
    s, d = table({"ger_inf_1": "0419", "rus_inf_4": "0420"})
    assert not supply.traces(s, d, unit("ger_inf_1"))
    s.flags[unit("ger_inf_1")] |= LANDED
    assert supply.traces(s, d, unit("ger_inf_1"))
    s, d = table({"rus_para_1": "0537"}, side="soviet")
    s.flags[unit("rus_para_1")] |= LANDED
    assert not supply.traces(s, d, unit("rus_para_1"))  # a drop needs no supply, it has none


# advances -----------------------------------------------------------------------------


def test_an_advance_crosses_what_a_move_may() -> None:
    """10.81, 10.85: into the defender's hex, but not where the unit may never go"""
    border = next(
        (h, n) for h in range(HEXES) for n in G.foot[h]
        if not G.countries["rumania"] >> h & 1 and G.countries["rumania"] >> n & 1
        and G.dry[h] >> n & 1 and not G.countries["hungary"] >> h & 1
    )  # fmt: skip
    here, goal = (G.grid.ids[h] for h in border)
    s, d = table({"hun_inf_3": here, "ger_inf_1": here}, turn="jul_aug_1944")
    assert advance.onward(s, d, unit("hun_inf_3"), (), [at(goal)], 0) == 0
    assert ids(advance.onward(s, d, unit("ger_inf_1"), (), [at(goal)], 0)) == {goal}


def test_after_a_blitzkrieg() -> None:
    """10.94, 10.95, 10.92: all go into an emptied hex for nothing, armor goes on; where defenders
    are left or retreat, armor alone goes, and the hex counts"""
    s, _ = table({"ger_pz_24": "2720", "ger_inf_1": "2720", "hun_mech_1": "2720"})
    far = lambda who, blitz, open_: advance.hexes(s, unit(who), blitz, open_)  # noqa: E731
    assert (far("ger_pz_24", 3, True), far("ger_pz_24", 3, False)) == (3, 2)
    assert (far("ger_inf_1", 3, True), far("ger_inf_1", 3, False)) == (0, -1)
    assert (far("hun_mech_1", 3, True), far("hun_mech_1", 3, False)) == (2, 1)  # 10.96e, rb-81
    s, _ = table({"ger_pz_24": "2720"}, weather="light_mud/light_mud")
    assert (far("ger_pz_24", 3, True), far("ger_pz_24", 2, True), far("ger_pz_24", 3, False)) == (
        3, 2, 2,
    )  # fmt: skip
    board = (
        "put ger_pz_24 2720",
        "put ger_pz_39 2720",
        "put ger_inf_1 2720",
        "put rus_inf_18 2719",
    )
    g = fight(10, *board)
    g.submit("axis", "attack 2719 with ger_pz_24 ger_pz_39 ger_inf_1 bat")  # 5-1: DE-Adv2
    g.submit("axis", "advance ger_inf_1 2719")
    assert refused(g, "axis", "advance ger_inf_1 2718") == "10.96"
    goals = words(g, "axis", "advance ger_pz_24 2719 ")
    assert "2718" in goals and "2720" not in goals  # not back to where it came from
    g.submit("axis", "advance ger_pz_24 2719 2718 2717")
    assert places(g, "ger_inf_1", "ger_pz_24") == ["2719", "2717"]


# air ----------------------------------------------------------------------------------


def test_air_units_and_their_bases_are_one_piece_in_a_city() -> None:
    """11.0, 11.11, 11.12, 11.1, 11.13: nothing flies from elsewhere, nor alone"""
    s, d = table({"stuka_1": "0828", "stuka_2": "0828", "ger_inf_1": "0828"})
    me = BOARD.pieces[unit("stuka_1")]
    assert rule(air.why_no_mission(s, unit("stuka_3"), at("0822"))) == "11.11"
    assert rule(air.why_no_staging(s, d, me.index, at("0829"))) == "11.12"
    assert rule(air.why_no_staging(s, d, me.index, city("riga"))) == "11.12"
    assert (stacking.room([me] * 2, city("danzig")), stacking.room([me] * 2, city("riga"))) == (
        0,
        2,
    )
    g = game(*EMPTY, "put stuka_1 riga", "put rus_inf_18 0820", "put ger_inf_1 1734",
             "mark riga control axis", "at 3 axis combat")  # fmt: skip
    assert "attack" not in names(g, "axis") or refused(g, "axis", "attack 0820 with stuka_1")


def test_how_many_air_units_help() -> None:
    """10.4, 10.41, 10.42, 11.4, 11.51, 11.52, 11.53: by weather, by the chart, by ground units"""
    planes = {f"stuka_{n}": "1331" for n in (1, 2, 3, 4, 5)}
    pz = {"ger_pz_24": "1630", "ger_pz_39": "1630", "ger_pz_41": "1630", "rus_inf_4": "1629"}
    for weather, most in (("clear", 3), ("light_mud", 3), ("mud", 2), ("snow", 0)):
        s, d = table({**planes, **pz}, turn="sep_oct_1941", weather=f"{weather}/{weather}")
        corps = [unit(f"ger_pz_{n}") for n in (24, 39, 41)]
        assert contact.most_air(s, d, [at("1629")], corps) == most, weather
        assert contact.most_air(s, d, [at("1629")], corps[:1]) == min(most, 1)
    s, d = table({**planes, **pz}, turn="sep_oct_1941")
    assert contact.most_air(s, d, [at("1629")], 3 * corps) == 4
    bare = odds.final(s, d, attack("1629", "ger_pz_24"))
    assert odds.final(s, d, attack("1629", "ger_pz_24", air=2)) == bare + 2
    assert rule(odds.why_not(s, d, attack("1629", "ger_pz_24", air=2))) == "11.53"
    s, d = table({**planes, **pz}, turn="sep_oct_1941", weather="mud/mud")
    assert rule(odds.why_not(s, d, attack("1629", "ger_pz_24 ger_pz_39 ger_pz_41", air=3))) == (
        "10.42"
    )


def test_a_mission_reaches_every_hex_attacked() -> None:
    """11.41, 11.42: nine hexes at most, and from the base to each of them"""
    base = city("lvov")
    far = [h for h in members(G.land) if G.grid.distance(h, base) == 9]
    two = next((a, b) for a in far for b in G.foot[a] if G.grid.distance(b, base) == 10)
    s, d = table({"stuka_1": G.grid.ids[base]})
    assert contact.planes(s, d, [two[0]]) == [unit("stuka_1")]
    assert contact.planes(s, d, two) == []


def test_a_mission_is_flown_once_a_turn() -> None:
    """11.6, 11.71, 11.9, 11.2: it lands at once, used; ready again in the next turn"""
    board = ("put ger_pz_24 2720", "put ger_pz_39 2720", "put rus_inf_18 2719", "put stuka_1 3122")
    g = fight(10, *board, "mark dnepropetrovsk control axis")
    g.submit("axis", "attack 2719 with ger_pz_24 ger_pz_39 air stuka_1")
    assert places(g, "stuka_1") == ["3122"] and look(g, "stuka_1 flown") == "1"
    g.submit("gm", "at 3 axis weather")
    assert look(g, "stuka_1 flown") == "0"
    board = (*EMPTY, "put ger_pz_24 2720", "put ger_pz_39 2720", "put rus_para_1 2719")
    g = game(*board, "put stuka_1 3122", "mark dnepropetrovsk control axis", "at 3 axis movement")
    g.submit("axis", "av 2719 with ger_pz_24 ger_pz_39 air stuka_1")
    assert look(g, "stuka_1 flown") == "1" and g.table.s.flags[unit("stuka_1")] & FLOWN


def test_an_automatic_victory_of_the_russians() -> None:
    """9.2, 10.67: all in the hex surrender, the attackers stay as they are"""
    strong = ("rus_shock_1", "rus_shock_2", "rus_art_1")
    more = ("rus_gd_tank_1", "rus_shock_3")
    board = [*(f"put {piece} 2719" for piece in strong), *(f"put {piece} 2721" for piece in more)]
    g = game(
        *EMPTY, *board, "put rum_inf_1 2720 s=1", "put ger_pz_24 1734", "at 18 soviet movement"
    )
    g.submit("soviet", f"av 2720 with {' '.join((*strong, *more))}")
    assert places(g, "rum_inf_1", *strong) == ["surrendered_axis", *["2719"] * 3]


# artillery ----------------------------------------------------------------------------


def test_air_units_do_not_help_artillery_alone() -> None:
    """12.05: other units must attack with it, in the Combat Phase and in an automatic victory"""
    board = ("put ger_art_siege 2720", "mark kiev control axis", "put rus_inf_4 2719")
    for place, more in (("2630", ""), ("2720", " ger_inf_1")):
        g = game(*EMPTY, *board, f"put ger_inf_1 {place}", "put stuka_1 2424", "at 2 axis combat")
        line = f"attack 2719 with ger_art_siege{more} air stuka_1"
        if more:
            assert g.submit("axis", line)
        else:
            assert refused(g, "axis", line) == "12.05"
    s, d = table({"ger_art_siege": "2720", "rus_inf_4": "2719", "stuka_1": "2424"})
    assert rule(odds.why_not(s, d, attack("2719", "ger_art_siege", air=1))) == "12.05"
    assert contact.most_air(s, d, [at("2719")], [unit("ger_art_siege")]) == 0


def test_artillery_is_a_unit_like_others_but_for_its_shift() -> None:
    """12.0, 12.01, 12.03, 12.04, 12.05, 12.07: moves as infantry, has a zone, fights alone; shifts
    beside others, with air units too, and never on defence"""
    s, d = table({"rus_art_1": "2719", "rus_inf_18": "2719", "ger_inf_1": "2720"}, side="soviet",
                 turn="sep_oct_1943")  # fmt: skip
    assert movement.allowance(s, unit("rus_art_1")) == movement.allowance(s, unit("rus_inf_18"))
    assert zoc(table({"rus_art_1": "2719"})[1], SOVIET).bit_count() > 1
    alone = attack("2720", "rus_art_1")
    assert odds.final(s, d, alone) == odds.raw(s, d, alone)
    assert rule(odds.why_not(s, d, alone)) == ""
    both = attack("2720", "rus_art_1 rus_inf_18")
    assert odds.final(s, d, both) == odds.raw(s, d, both) + 1
    helped = attack("2720", "rus_art_1 rus_inf_18", air=1)
    assert odds.final(s, d, helped) == odds.raw(s, d, both) + 2
    s, d = table({"rus_art_1": "2719", "ger_inf_1": "2720", "ger_pz_24": "2720"})
    assert odds.final(s, d, attack("2719", "ger_pz_24")) == odds.raw(
        s, d, attack("2719", "ger_pz_24")
    )
    s, d = table({"rus_art_1": "2719", "ger_art_siege": "2720", "ger_inf_1": "2720"})
    shifted = attack("2719", "ger_art_siege ger_inf_1")
    assert odds.final(s, d, shifted) == odds.raw(s, d, shifted) + 1


def test_a_blitzkrieg_ends_in_the_zone_of_enemy_armor() -> None:
    """10.96: infantry's zone does not stop it, armor's does, beside the won hex too; nor does it
    go on out of forest
    """
    units = {"ger_pz_24": "2719", "rus_inf_18": "2717"}
    s, d = table(units)
    assert not advance.halted(s, d, BOARD.pieces[unit("ger_pz_24")], at("2718"))
    assert advance.onward(s, d, unit("ger_pz_24"), (at("2718"),), [at("2719")], 2)
    s, d = table({**units, "rus_mech_1": "2717"})
    zone = advance.armor_zone(s, d, SOVIET)
    assert ids(zone) == {"2717", *ids(G.grid.neighbours[at("2717")])}
    assert advance.halted(s, d, BOARD.pieces[unit("ger_pz_24")], at("2718"))
    assert not advance.onward(s, d, unit("ger_pz_24"), (at("2718"),), [at("2719")], 2)
    forest = next(h for h in members(G.of_terrain[FOREST]) if G.grid.distance(h, at("2717")) > 3)
    assert advance.halted(s, d, BOARD.pieces[unit("ger_pz_24")], forest)


def test_the_owner_of_an_ally_may_send_it_home() -> None:
    """25.4, 10.78, 10.7: he is asked by policy; the attacker picks among the ways that are left"""
    board = ("put rus_gd_inf_1 2919", "put rus_gd_inf_2 2919", "put rum_inf_1 2920")
    line = "attack 2920 with rus_gd_inf_1 rus_gd_inf_2 at 2-1"
    g = fight(8, *board, turn="12", side="soviet")  # DR
    g.submit("soviet", line)
    usual = words(g, "soviet", "retreat rum_inf_1 ")
    g = fight(8, *board, turn="12", side="soviet")
    g.table.pos.policy["axis:order"] = "ask"
    g.submit("soviet", line)
    assert asked(g) == ["axis"] and words(g, "axis", "go ") == {"usual", "home"}
    assert refused(g, "axis", "go through") == "10.78"
    g.submit("axis", "go home")
    assert asked(g) == ["soviet"]
    home = words(g, "soviet", "retreat rum_inf_1 ")
    assert home and home != usual
    s, d = g.table.s, g.table.d
    routes = retreat.ways(s, d, unit("rum_inf_1"), at("2920"), 2, 2)[retreat.HOME]
    assert home <= {G.grid.ids[hex_] for route in routes for hex_ in route}
    bucharest = city("bucharest")
    assert all(
        G.grid.distance(route[-1], bucharest) < G.grid.distance(at("2920"), bucharest)
        for route in routes
    )


def test_a_unit_goes_past_a_friend_in_a_zone_where_else_too_many_would_stand() -> None:
    """10.78: the owner's choice, at a step (10.77); with room elsewhere there is none"""
    ring = {"ger_inf_1": "2720", "ger_inf_2": "2619", "ger_inf_5": "2819"}
    friends = {"rus_inf_4": "2719", "rus_inf_8": "2718", "rus_inf_18": "2618"}
    for crowd, choices in ((("rus_inf_11", "2718"), {"usual", "through"}), (None, {"usual"})):
        units = {**ring, **friends} | ({crowd[0]: crowd[1]} if crowd else {})
        s, d = table(units)
        ways = retreat.ways(s, d, unit("rus_inf_4"), at("2719"), 1, 1)
        assert set(ways) == choices and ways["usual"] == [(at("2718"),)]
        if crowd:
            assert ways["through"] == [(at("2618"),)]
            assert retreat.through_zones(d, SOVIET, ways["through"][0]) == 1
    s, d = table({**ring, "rus_inf_4": "2719", "rus_inf_8": "2718", "rus_inf_11": "2718"})
    assert set(retreat.ways(s, d, unit("rus_inf_4"), at("2719"), 1, 1)) == {"usual"}


@pytest.mark.parametrize(
    ("who", "armor"),
    [("hun_mech_1", False), ("ss_polizei", False), ("rum_mech_1", True), ("ger_pz_24", True)],
)
def test_mechanized_units_that_are_no_armor(who: str, armor: bool) -> None:
    """10.5, 10.63, 10.96c, rb-94: for the first step loss and against a Blitzkrieg, either"""
    s, d = table({who: "2719", "ger_inf_1": "2719"}, turn="jul_aug_1942")
    assert results.has_armor([unit(who), unit("ger_inf_1")]) == armor
    assert bool(advance.armor_zone(s, d, AXIS)) == armor
    assert advance.armored(BOARD.pieces[unit(who)])
