"""What the acts do to the table: entry, losses, attrition, works, rounds and turns."""

from engine.board.occupancy import Occupancy
from engine.core.entries import Lost, Marked, Moved, Rolled
from engine.core.frames import Proc
from engine.core.position import Position
from engine.core.rules import Rules
from engine.core.table import Table
from engine.games.stalins_war import acts
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    ELIMINATED,
    EVENT,
    FULL,
    GE,
    HEXES,
    LIMITED,
    OPS_ROUND,
    OUT,
    PARTISAN,
    PZ,
    REINFORCEMENT,
    REMOVED,
    REPLACEMENT,
    RESERVE,
    ROMANIAN,
    SOVIET,
    SU,
    TRACK,
    ZERO_MOVE,
)
from engine.games.stalins_war.state import (
    ADVANCED,
    MOVED,
    RAILED,
    RETREATED,
    StalinsWar,
    holds,
    occupancy,
    zoc,
)
from tests.stalins_war.table import at, card, site, start, table, unit

G = BOARD.ground


class Nothing(Proc, frozen=True, tag="nothing"):
    """A procedure without a step."""


class Bare(Rules[StalinsWar, Occupancy]):
    """Nothing but what is derived: enough for acts, which ask for no verb."""

    id = "stalins_war"
    scenarios = {"campaign": "Campaign"}
    state = StalinsWar
    frames = (Nothing,)
    lexicons = {}
    verbs = {}
    policies = {}

    def derive(self, state: StalinsWar) -> Occupancy:
        return occupancy(state)


def laid(s: StalinsWar) -> acts.T:
    """A table on which this position lies."""
    return Table(
        Bare(),
        Position(
            shape=1,
            game="stalins_war",
            scenario="campaign",
            options={},
            sides=["axis", "soviet"],
            secret="00" * 32,
            state=s,
            lanes=[],
        ),
    )


def on(*args, **kind) -> acts.T:  # type: ignore[no-untyped-def]
    return laid(table(*args, **kind)[0])


def fresh(t: acts.T) -> None:
    """What is derived step by step is what is built anew."""
    new = occupancy(t.s)
    assert (t.d.at, t.d.present) == (new.at, new.present)
    for side in (AXIS, SOVIET):
        assert zoc(t.s, t.d, side) == zoc(t.s, new, side)


# entry ------------------------------------------------------------------------------------


def test_t03_vacant_moscow_is_taken_by_entering() -> None:
    """11.1.9, 3.0, 5.1.1: control, the VP level, and the attack on Gorki is free."""
    t = on({"ge_47_pz_corps": "2622", "su_20r_army": "3122"}, turn=5)
    before = t.s.vp
    acts.go(t, unit("ge_47_pz_corps"), [at("2622"), at("2722")], "moves", MOVED, "10.1.3")
    assert holds(t.s, AXIS, "moscow")
    assert t.s.vp == before + 1
    assert t.s.lifted == ["taifun"]
    assert [type(entry) for entry in t.log][:2] == [Moved, Marked]
    fresh(t)


def test_each_hex_of_a_way_is_entered() -> None:
    """3.0, 16.2.2, 10.3.2: also those that a unit only passes."""
    t = on({"su_20r_army": "1619"}, turn=14, side="soviet")
    t.s.trenches[AXIS] = [at("1719")]
    beyond = next(p for p in G.foot[at("1719")] if p != at("1619"))
    acts.go(t, unit("su_20r_army"), [at("1619"), at("1719"), beyond], "moves", MOVED, "10.1.3")
    assert holds(t.s, SOVIET, "konigsberg")
    assert t.s.destroyed == [at("1719")]
    assert t.s.trenches == [[], []]


def test_a_festung_and_a_zone_go_with_entry() -> None:
    """16.3.3, 8.2."""
    t = on({"su_20r_army": "1622", "ge_43_corps": "2523"}, turn=14)
    t.s.festungs, t.s.zones = [at("1521")], [at("2524")]
    acts.enter(t, unit("su_20r_army"), at("1521"))
    acts.enter(t, unit("ge_43_corps"), at("2524"))
    assert t.s.festungs == [] and t.s.zones == []


def test_the_paulus_line_is_crossed_in_supply() -> None:
    """5.1.3: by a unit in full supply."""
    t = on({"ge_43_corps": "2523"}, turn=3, supply={"ge_43_corps": LIMITED})
    acts.enter(t, unit("ge_43_corps"), at("2524"))
    assert not t.s.crossed
    t.s.supply[unit("ge_43_corps")] = FULL
    acts.enter(t, unit("ge_43_corps"), at("2524"))
    assert t.s.crossed


def test_a_retreat_takes_its_last_hex_alone() -> None:
    """11.4.4: nothing on the way."""
    t = on({"ge_43_corps": "2523"}, turn=6)
    way = [site("bryansk"), site("orel")]
    acts.retreat(t, unit("ge_43_corps"), way)
    assert not holds(t.s, AXIS, "bryansk") and holds(t.s, AXIS, "orel")
    assert t.s.flags[unit("ge_43_corps")] & RETREATED


def test_stalin_falls_when_an_axis_unit_enters() -> None:
    """16.4.3, 16.4.4: for good; he counts for no stack."""
    t = on({"su_stalin": "2722", "ge_47_pz_corps": "2622"}, turn=5)
    acts.go(t, unit("ge_47_pz_corps"), [at("2622"), at("2722")], "advances", 0, "11.5.1")
    assert t.s.place[BOARD.stalin] == REMOVED
    assert not BOARD.units[BOARD.stalin].stacks
    fresh(t)


def test_stalins_train_is_counted() -> None:
    """16.4.6."""
    t = on({"su_stalin": "2722"}, side="soviet")
    acts.carry(t, BOARD.stalin, site("kuibyshev"), "by rail", RAILED, "16.4.5")
    assert t.s.stalin_moves == 1
    assert t.s.place[BOARD.stalin] == site("kuibyshev")


# losses ----------------------------------------------------------------------------------


def test_t11_an_axis_lcu_lost_out_of_supply_waits_three_turns() -> None:
    """11.3.6, 13.3.8."""
    t = on({"ge_17th_army/1": "2025"}, turn=5)
    army = unit("ge_17th_army")
    assert acts.lose_step(t, army, "11.3.2", starved=True)
    for t.s.turn in (6, 7):
        acts.open_turn(t)
        assert t.s.place[army] == TRACK + 8
    t.s.turn = 8
    acts.open_turn(t)
    assert t.s.place[army] == ELIMINATED[AXIS]


def test_steps_go_one_by_one() -> None:
    """2.2.1, 11.3.2, 11.3.6: an army of four steps, and where it goes."""
    t = on({"ge_17th_army": "2025", "su_7m_corps/1": "2722"}, turn=5)
    army = unit("ge_17th_army")
    assert [acts.lose_step(t, army, "11.3.2") for _ in range(4)] == [False, False, False, True]
    assert t.s.place[army] == ELIMINATED[AXIS] and t.s.step[army] == 0
    acts.lose_step(t, unit("su_7m_corps"), "11.3.2")
    assert t.s.place[unit("su_7m_corps")] == REMOVED
    assert [e.how for e in t.log if isinstance(e, Lost)].count("reduced") == 3
    fresh(t)


def test_the_weak_southwest_front_takes_the_place_of_the_strong() -> None:
    """14.2.1, 11.3.6: in the Eliminated Units box."""
    t = laid(start()[0])
    strong, weak = unit("su_southwest_front_strong"), unit("su_southwest_front_weak")
    acts.eliminate(t, strong, "eliminated", False, "11.3.6")
    assert t.s.place[strong] == REMOVED
    assert (t.s.place[weak], t.s.step[weak]) == (ELIMINATED[SOVIET], 0)
    acts.eliminate(t, weak, "eliminated", True, "11.3.6")
    assert t.s.place[weak] == ELIMINATED[SOVIET]


def test_a_minor_surrenders_with_all_its_units() -> None:
    """19.3.1: those not in play too."""
    t = laid(start()[0])
    acts.surrender(t, ROMANIAN)
    mine = [u.index for u in BOARD.units if u.nation == ROMANIAN]
    assert all(t.s.place[u] == REMOVED for u in mine)
    assert t.s.surrendered == [ROMANIAN]
    fresh(t)


# supply and attrition ------------------------------------------------------------------------


def test_supply_that_is_fixed_moves_the_zones() -> None:
    """13.1.1, 8.1, 13.3.6."""
    t = on({"ge_46_pz_corps": "2025"})
    panzer = unit("ge_46_pz_corps")
    assert zoc(t.s, t.d, AXIS)
    acts.fix_supply(t, {panzer: OUT})
    assert t.s.supply[panzer] == OUT and not zoc(t.s, t.d, AXIS)
    fresh(t)


def test_attrition() -> None:
    """4.4.5, 13.3.8, 13.3.9, 11.1.9: traced anew, both at once; places go with their stars."""
    cut = {"ge_11th_army": "1931", "su_west_front": "2030", "su_south_front": "2130"}
    t = on(cut, axis=["sevastopol", "kerch"], soviet=["constanta", "varna", "burgas"], turn=6)
    t.s.destroyed = [at("1931")]
    before = t.s.vp
    acts.attrition(t, AXIS)
    assert t.s.place[unit("ge_11th_army")] == TRACK + 9
    assert holds(t.s, SOVIET, "sevastopol") and holds(t.s, SOVIET, "kerch")
    assert t.s.vp == before - 1
    t = laid(start()[0])
    vp = t.s.vp
    for side in (AXIS, SOVIET):
        acts.attrition(t, side)
    assert t.s.vp == vp and t.log == []


# works -----------------------------------------------------------------------------------------


def test_a_die_for_each_trench() -> None:
    """10.3.1, 23.1.3, 10.3.2: 1 to 3 digs; one OPS more takes 3 off."""
    t = on({"ge_4th_army": "2025"}, played=["hedgehogs"])
    for roll, careful, dug in ((3, [], True), (4, [], False), (6, [at("2025")], True)):
        t.s.trenches, t.s.digging = [[], []], [at("2025")]
        t.pos.queue["trench"] = [roll]
        acts.try_trenches(t, careful)
        assert (t.s.trenches[AXIS] == [at("2025")]) == dug
        assert t.s.digging == []
    acts.fill(t, AXIS, at("2025"))
    assert t.s.trenches == [[], []]


def test_partisans_rise_from_counters_that_nobody_knew() -> None:
    """16.1.3, 16.1.6, 16.1.5: drawn at random among those left; placed ones enter no hex."""
    t = on(side="soviet", played=["partisan_formation"])
    acts.place_partisan(t, at("1823"))
    doors = t.doors
    risen = acts.rouse(t, at("1823"))
    assert t.doors == doors + 1
    assert BOARD.units[risen].type == PARTISAN
    assert t.s.place[risen] == at("1823") and t.s.supply[risen] == FULL
    assert t.s.partisans == []
    assert holds(t.s, SOVIET, "pinsk")
    acts.eliminate(t, risen, "eliminated", False, "16.1.6")
    assert t.s.place[risen] == REMOVED
    for _ in range(7):
        acts.rouse(t, at("1823"))
    assert all(t.s.place[u] != RESERVE for u in BOARD.partisans)
    assert sum(isinstance(entry, Rolled) for entry in t.log) == 8


def test_supplied_soviets_find_partisans_out() -> None:
    """16.1.5."""
    t = on({"su_20r_army": "1824"}, side="soviet")
    t.s.partisans = [at("1823")]
    acts.go(t, unit("su_20r_army"), [at("1824"), at("1823")], "moves", MOVED, "10.1.3")
    assert t.s.partisans == []


# reinforcements and replacements -----------------------------------------------------------


def test_units_come_into_play_leave_it_and_are_exchanged() -> None:
    """7.5.2b, 7.5.2c, 14.1.4: at full strength in the place of the old one, which is gone."""
    t = on({"su_west_front/1": "2621"}, turn=10, side="soviet")
    old, new = unit("su_west_front"), unit("su_1st_ukrainian_front")
    acts.exchange(t, new, old)
    assert t.s.place[old] == REMOVED
    assert (t.s.place[new], t.s.step[new], t.s.supply[new]) == (at("2621"), 2, FULL)
    acts.place_unit(t, unit("su_1g_army"), site("moscow"), "7.5.2c")
    assert t.s.supply[unit("su_1g_army")] == FULL
    acts.drop(t, unit("su_2g_army"), "7.5.2b")
    assert t.s.place[unit("su_2g_army")] == REMOVED
    fresh(t)


def test_steps_are_bought_and_units_recreated() -> None:
    """14.1.3, 14.1.4, 14.1.5, 14.1.1: points go by kind; what is left is lost."""
    t = on({"ge_6th_army/1": "2025"}, turn=6)
    panzer = unit("ge_3_pz_corps")
    t.s.place[panzer], t.s.step[panzer] = ELIMINATED[AXIS], 0
    acts.refresh(t)
    acts.gain_rp(t, (2, 1, 0, 0))
    assert t.s.rp == [4, 2, 0, 0]
    acts.rebuild(t, unit("ge_6th_army"))
    acts.rebuild(t, panzer, site("berlin"))
    assert (t.s.rp[GE], t.s.rp[PZ]) == (2, 1)
    assert (t.s.place[panzer], t.s.step[panzer]) == (site("berlin"), 1)
    acts.lose_points(t)
    assert t.s.rp == [0, 0, 0, 0]
    fresh(t)


# rounds and turns ------------------------------------------------------------------------------


def test_t01_a_round_moves_the_marker_then_gives_ops() -> None:
    """7.2.4, 7.3.1, 7.3.2, 2.3.3, 7.6.4: and an event with an asterisk is counted."""
    t = on(turn=6)
    got = []
    for id_ in ("axis_04", "axis_07", "axis_19"):
        acts.take_round(t, OPS_ROUND, BOARD.cards[card(id_)])
        got.append((t.s.ops, t.s.count[AXIS]))
    assert got == [(4, 1), (3, 2), (2, 3)]
    acts.take_round(t, EVENT, BOARD.cards[card("axis_16")])
    assert t.s.count[AXIS] == 0
    acts.take_round(t, EVENT, BOARD.cards[card("axis_17")])
    assert t.s.stars == [1, 0] and card("axis_17") in t.s.played
    acts.take_round(t, ZERO_MOVE)
    assert t.s.boxes[AXIS] == [OPS_ROUND] * 3 + [EVENT] * 2 + [ZERO_MOVE]


def test_rp_cards_mark_points() -> None:
    """7.4.1: those of each kind."""
    t = on(turn=6, side="soviet")
    acts.take_round(t, REPLACEMENT, BOARD.cards[card("soviet_01")])
    assert t.s.rp[SU] == 2 * BOARD.cards[card("soviet_01")].rp[SU]
    assert t.s.ops == 0


def test_mobilization_gives_all_its_ops() -> None:
    """4.5.1: and leaves the marker in its place."""
    t = on(turn=2, side="soviet")
    t.s.count[SOVIET] = 3
    acts.take_round(t, REINFORCEMENT, BOARD.cards[card("soviet_01")])
    assert (t.s.ops, t.s.count[SOVIET]) == (4, 3)


def test_ops_of_the_round_go_before_banked_ones() -> None:
    """18.1.1, 18.1.3: banked OPS last until they are spent or the turn ends."""
    t = on(turn=6)
    t.s.ops, t.s.bank = 1, [2, 0]
    acts.pay(t, 2)
    assert (t.s.ops, t.s.bank) == (0, [1, 0])


def test_a_half_begins_with_a_clean_table() -> None:
    """13.1.1, 7.2.1, 10.2.6: marks of the last round go, supply is fixed."""
    t = on({"ge_43_corps": "2025", "su_20r_army": "2722"}, supply={"su_20r_army": OUT})
    corps, army = unit("ge_43_corps"), unit("su_20r_army")
    t.s.flags[corps] = MOVED | ADVANCED
    t.s.flags[army] = RETREATED | ADVANCED
    t.s.activated, t.s.blitz, t.s.in_round = [1], [2], [3]
    t.s.sailed = [2, 2]
    acts.open_half(t, SOVIET)
    assert t.s.flags[corps] == ADVANCED and t.s.flags[army] == 0
    assert (t.s.activated, t.s.blitz, t.s.in_round) == ([], [], [])
    assert t.s.sailed == [2, 0]
    assert t.s.supply[army] == FULL
    assert t.s.side == SOVIET


def test_a_turn_begins() -> None:
    """18.1.2, 18.2.1, 18.3.3, 10.2.5, 16.1.2: old banked OPS go, new ones come."""
    t = on({"su_stalin": "2722"}, turn=7)
    t.s.bank, t.s.lend_from, t.s.sailed = [5, 5], 7, [3, 3]
    t.s.partisans_paid, t.s.boxes = True, [[EVENT], [EVENT]]
    acts.open_turn(t)
    assert (t.s.bank, t.s.lent) == ([1, 3], 3)
    assert (t.s.sailed, t.s.boxes, t.s.partisans_paid) == ([0, 0], [[], []], False)


def test_the_vp_level_bleeds() -> None:
    """24.0: in Spring and Summer until Hitler takes command (ruling 3)."""
    for turn, events, change in ((6, [], -1), (7, [], 0), (6, ["hitler_takes_command"], 0)):
        t = on(turn=turn, played=events)
        before = t.s.vp
        acts.bleed(t)
        assert t.s.vp == before + change


def test_who_is_left_of_a_combat() -> None:
    """11.2.1: on the map with a step."""
    t = on({"ge_43_corps/1": "2025", "ge_4th_army": "2025"})
    both = [unit("ge_43_corps"), unit("ge_4th_army")]
    acts.lose_step(t, both[0], "11.3.2")
    assert acts.survivors(t, both) == both[1:]
    assert all(p < HEXES for p in t.d.at)
