"""Action Rounds, OPS, reinforcements, replacements, hands, control and victory."""

import pytest

from engine.board.bits import members
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AX,
    AXIS,
    ELIMINATED,
    EVENT,
    FULL,
    GE,
    HUNGARIAN,
    ITALIAN,
    LIMITED,
    OPS_ROUND,
    OTHER_FRONTS,
    OUT,
    PZ,
    REINFORCEMENT,
    REPLACEMENT,
    ROMANIAN,
    SOVIET,
    SU,
    TRACK,
    ZERO_MOVE,
    ZERO_REST,
)
from engine.games.stalins_war.law import control, operations, replacements, victory
from engine.games.stalins_war.state import MOVED, has, mud, new, occupancy
from tests.stalins_war.table import at, card, ids, names, rule, site, start, table, unit

G = BOARD.ground


def of(id_: str):  # type: ignore[no-untyped-def]
    return BOARD.cards[card(id_)]


# the state --------------------------------------------------------------------------------


def test_a_game_begins_as_the_book_says() -> None:
    """4.1.1, 4.1.2, 4.1.3, 4.1.4, 4.2.1, 4.2.2: turn 1, VP level 7, everything else at 0."""
    s, d = start()
    assert (s.turn, s.round, s.vp) == (1, 1, 7)
    assert (s.rp, s.bank, s.count) == ([0] * 4, [0, 0], [0, 0])
    assert sum(len(units) for units in d.at.values()) == 50
    assert not has(s, unit("ge_4th_army"), MOVED)
    assert new(1).scenario == 1


# OPS --------------------------------------------------------------------------------------


def test_t01_ops_grow_fewer_round_by_round() -> None:
    """7.3.1, 7.3.2: 4, 3, 2 of three cards of 4; an event takes the marker back to 0."""
    s, _ = table(turn=6)
    got = []
    for id_ in ("axis_04", "axis_07", "axis_19"):
        got.append(operations.card_ops(s, of(id_)))
        s.count[AXIS] = operations.count_after(s, OPS_ROUND)
    assert got == [4, 3, 2]
    assert s.count == [3, 0]
    assert operations.why_no_event(s, of("axis_16")) is None
    assert operations.count_after(s, EVENT) == 0


def test_a_card_reduced_to_nothing_is_an_ops_round() -> None:
    """7.3.2: ruling 32: never below 0, and the count goes up."""
    s, _ = table(turn=6)
    s.count[AXIS] = 3
    assert operations.card_ops(s, of("axis_13")) == 0
    assert operations.count_after(s, OPS_ROUND) == 4
    assert [operations.reduced(4, count) for count in range(8)] == [4, 4, 3, 2, 1, 0, 0, 0]
    assert operations.moves_units(s, OPS_ROUND)


@pytest.mark.parametrize(
    ("turn", "side", "kind", "after"),
    [
        (6, "axis", ZERO_MOVE, 2),
        (6, "axis", ZERO_REST, 0),
        (6, "axis", REPLACEMENT, 0),
        (6, "axis", REINFORCEMENT, 0),
        (4, "axis", REPLACEMENT, 2),  # 4.4.9
        (4, "axis", REINFORCEMENT, 2),
        (4, "axis", EVENT, 0),
        (4, "soviet", REPLACEMENT, 0),
        (2, "soviet", REINFORCEMENT, 2),  # 4.5.1
        (3, "soviet", REINFORCEMENT, 0),
    ],
)
def test_what_moves_the_marker(turn: int, side: str, kind: int, after: int) -> None:
    """7.2.4, 7.2.6, 7.3.2, 4.4.9, 4.5.1: each kind of round and its exceptions."""
    s, _ = table(turn=turn, side=side)
    s.count = [2, 2]
    assert operations.count_after(s, kind) == after


def test_t19_the_mud_holds_the_marker() -> None:
    """15.1.1, 7.2.6: no OPS, no movement; nothing takes the count back."""
    s, _ = table(turn=5, round_=1)
    s.count[AXIS] = 2
    assert mud(s)
    for kind in (ZERO_REST, EVENT, REPLACEMENT, REINFORCEMENT):
        assert operations.count_after(s, kind) == 2
    assert rule(operations.why_no_round(s, OPS_ROUND)) == "15.1.1"
    assert rule(operations.why_no_round(s, ZERO_MOVE)) == "15.1.1"
    assert operations.why_no_round(s, ZERO_REST) is None
    assert operations.event_ops(s, of("axis_48")) == 0
    assert not operations.moves_units(s, EVENT, of("axis_48"))
    s.round = 3
    assert operations.event_ops(s, of("axis_48")) == 3


def test_which_rounds_move_units() -> None:
    """7.2.5, 7.3.3, 7.4.1, 7.5.1a, 18.1.1: OPS, events with OPS, and the moving 0 OPS round."""
    s, _ = table(turn=6)
    assert operations.moves_units(s, OPS_ROUND) and operations.moves_units(s, ZERO_MOVE)
    assert operations.moves_units(s, EVENT, of("axis_48"))
    assert not operations.moves_units(s, EVENT, of("axis_15"))
    for kind in (ZERO_REST, REPLACEMENT):
        assert not operations.moves_units(s, kind)


def test_rounds_of_june_1941() -> None:
    """4.4.1, 7.5.2a: neither replacements nor reinforcements."""
    s, _ = start()
    for side in (AXIS, SOVIET):
        s.side = side
        for kind in (REPLACEMENT, REINFORCEMENT):
            assert rule(operations.why_no_round(s, kind)) == "4.4.1"
        assert operations.why_no_round(s, OPS_ROUND) is None


def test_how_often_cards_are_played_for_rp() -> None:
    """7.4.2, 7.4.3, 7.4.4, 24.0: Soviets twice, Axis once, twice in Spring 1942 and 1943."""
    s, _ = table(turn=6)
    s.boxes[AXIS] = [REPLACEMENT, OPS_ROUND]
    assert rule(operations.why_no_round(s, REPLACEMENT)) == "7.4.3"
    s.turn, s.round = 9, 4
    assert operations.why_no_round(s, REPLACEMENT) is None
    s.boxes[AXIS] = [REPLACEMENT]
    assert rule(operations.why_no_round(s, REPLACEMENT)) == "7.4.4"
    s.side, s.boxes[SOVIET] = SOVIET, [REPLACEMENT, EVENT, REPLACEMENT, EVENT]
    assert rule(operations.why_no_round(s, REPLACEMENT)) == "7.4.2"
    s.boxes[SOVIET] = []  # a new turn: 7.4.4 looks at this turn alone
    assert operations.why_no_round(s, REPLACEMENT) is None


def test_mobilization() -> None:
    """4.5.1, 7.1.4, 7.5.2a: two cards in turn 2, not running, each with all its OPS (sw-38)."""
    s, _ = table(turn=2, side="soviet")
    s.count[SOVIET] = 3
    first = of("soviet_01")
    assert operations.why_no_event(s, first) is None
    assert operations.event_ops(s, first) == 4
    assert operations.moves_units(s, REINFORCEMENT, first)
    s.boxes[SOVIET] = [REINFORCEMENT]
    assert rule(operations.why_no_event(s, of("soviet_02"))) == "4.5.1"
    s.boxes[SOVIET] = [REINFORCEMENT, OPS_ROUND]
    assert operations.why_no_event(s, of("soviet_02")) is None
    s.boxes[SOVIET] += [REINFORCEMENT, OPS_ROUND]
    assert rule(operations.why_no_event(s, of("soviet_03"))) == "7.5.2a"
    s.turn, s.boxes[SOVIET] = 3, [REINFORCEMENT, OPS_ROUND]
    assert rule(operations.why_no_event(s, of("soviet_03"))) == "7.5.2a"
    assert not operations.moves_units(s, REINFORCEMENT, first)


def test_when_a_card_is_an_event() -> None:
    """3.0, 7.5.1a, 7.5.5a: its turns, what it needs, what ends it; no Combat Card is one."""
    s, _ = table(turn=6)
    assert rule(operations.why_no_event(s, of("axis_18"))) == "7.5.5a"
    assert rule(operations.why_no_event(s, of("axis_19"))) == "7.5.1a"
    assert rule(operations.why_no_event(s, of("axis_06"))) == "3.0"
    s.played = [card("axis_17")]
    assert operations.why_no_event(s, of("axis_06")) is None
    assert rule(operations.why_not_yet(s, of("axis_09"))) == "7.5.1a"
    s.played = []
    assert operations.why_not_yet(s, of("axis_09")) is None


def test_t12_banked_ops() -> None:
    """18.2.1, 18.2.2, 18.3.1, 18.3.2, 18.3.3, 16.4.7: what a side banks as a turn begins."""
    s, _ = table({"su_stalin": "2722"}, turn=7)
    assert operations.banks_at_start(s, AXIS) == 1
    assert operations.banks_at_start(s, SOVIET) == 0
    s.lend_from = 7
    assert operations.banks_at_start(s, SOVIET) == 3  # t12a
    s.lend_from = 8
    assert operations.banks_at_start(s, SOVIET) == 0
    s.lend_from, s.convoy = 7, 7
    assert operations.banks_at_start(s, SOVIET) == 1
    s, _ = table({"su_stalin": "2722"}, turn=7, axis=["archangel"])
    s.lend_from = 7
    assert operations.banks_at_start(s, SOVIET) == 1  # t12b
    s, _ = table({"su_stalin": "3426"}, turn=7)
    s.lend_from = 7
    assert operations.banks_at_start(s, SOVIET) == 0  # t12c
    assert not operations.stalin_in_moscow(s)
    s, _ = table(turn=7, played=["hitler_takes_command"])
    assert operations.banks_at_start(s, AXIS) == 0
    s.turn, s.played = 1, []
    assert operations.banks_at_start(s, AXIS) == 0


# reinforcements -------------------------------------------------------------------------------


def test_where_new_units_enter() -> None:
    """7.5.2c, 14.1.4, 3.0: supplied cities at home, Soviet towns too; Italians at two ports."""
    s, d = table(axis=["minsk"])
    german = replacements.entries(s, d, 0)
    assert german >> site("berlin") & 1 and german >> site("warsaw") & 1
    assert german >> site("konigsberg") & 1
    assert not german >> site("minsk") & 1 and not german >> site("lodz") & 1
    soviet = replacements.entries(s, d, 4)
    assert soviet >> site("orel") & 1 and soviet >> site("moscow") & 1
    assert not soviet >> site("minsk") & 1
    assert replacements.entries(s, d, ROMANIAN) >> site("bucharest") & 1
    hungarian = replacements.entries(s, d, HUNGARIAN)
    assert hungarian >> site("buda") & 1 and hungarian >> site("pest") & 1
    assert ids(replacements.entries(s, d, ITALIAN)) == {"1429"}
    s, d = table(axis=["odessa"])
    assert ids(replacements.entries(s, d, ITALIAN)) == {"1429", "1829"}


def test_new_units_stack_by_the_rules_or_leave_the_game() -> None:
    """7.5.2b, 4.5.1, 9.1.2: no door, no unit."""
    s, d = table({"ge_4th_army": "1118"})
    army = unit("ge_2nd_army")
    assert rule(replacements.why_no_place(s, d, army, site("berlin"))) == "9.1.2"
    assert rule(replacements.why_no_place(s, d, army, site("orel"))) == "7.5.2c"
    doors = replacements.doors(s, d, army)
    assert site("warsaw") in doors and site("berlin") not in doors
    s, d = table(soviet=["buda", "pest"])
    assert replacements.doors(s, d, unit("hu_2nd_army")) == []


def test_exchanges() -> None:
    """7.5.2c: for supplied Blitzkrieg Fronts, armies (no corps), Tank Armies."""
    placed = {
        "su_west_front": "2722",
        "su_20r_army": "2722",
        "su_1s_army": "2721",
        "su_28r_corps": "2722",
        "su_1t_army": "2721",
        "su_1g_army": "2621",
        "su_steppe_front": "2621",
    }
    s, _ = table(placed, turn=10)
    gives = lambda id_: names(replacements.replaceable(s, unit(id_)))  # noqa: E731
    assert gives("su_1st_ukrainian_front") == {"su_west_front"}
    assert gives("su_4g_army") == {"su_20r_army", "su_1s_army"}
    assert gives("su_3gt_army") == {"su_1t_army"}
    s.supply[unit("su_west_front")] = LIMITED
    assert gives("su_1st_ukrainian_front") == set()


# replacements ---------------------------------------------------------------------------------


def test_t07_an_army_comes_back_to_four_three() -> None:
    """14.1.6, 14.1.3: 1 RP a step; the step with the asterisk never."""
    s, _ = table({"ge_6th_army/1": "2025"}, turn=5)
    army = unit("ge_6th_army")
    s.rp[GE] = 6
    for steps in (2, 3):
        assert replacements.why_no_rebuild(s, army) is None
        s.rp[GE] -= replacements.price(BOARD.units[army])
        s.step[army] = steps
    assert s.rp[GE] == 2
    assert rule(replacements.why_no_rebuild(s, army)) == "14.1.6"


def test_t08_half_a_point_for_an_scu() -> None:
    """14.1.3, 14.1.7, 14.2.2, 24.0: two Panzer steps for 1 PZ, with the USIR alone."""
    placed = {"ge_3_pz_corps/1": "1623", "ge_14_pz_corps/1": "1623"}
    s, _ = table(placed, turn=5)
    s.rp[PZ] = 2
    for id_ in ("ge_3_pz_corps", "ge_14_pz_corps"):
        assert replacements.why_no_rebuild(s, unit(id_)) is None
        s.rp[PZ] -= replacements.price(BOARD.units[unit(id_)])
        s.step[unit(id_)] = 2
    assert s.rp[PZ] == 0
    s, _ = table(placed, turn=5, soviet=["katowice_usir"])
    s.rp[PZ] = 2
    assert rule(replacements.why_no_rebuild(s, unit("ge_3_pz_corps"))) == "14.2.2"


def test_who_may_be_rebuilt() -> None:
    """14.1.1, 14.1.2, 14.1.7: in supply, or in the Eliminated or Other Fronts box, of its kind."""
    s, _ = table({"ge_43_corps/1": "2025", "ge_46_pz_corps": "2025"}, turn=6)
    corps = unit("ge_43_corps")
    assert rule(replacements.why_no_rebuild(s, corps)) == "14.1.3"
    s.rp[PZ] = s.rp[AX] = s.rp[SU] = 8
    assert rule(replacements.why_no_rebuild(s, corps)) == "14.1.3"
    s.rp[GE] = 2
    assert replacements.why_no_rebuild(s, corps) is None
    s.supply[corps] = OUT
    assert rule(replacements.why_no_rebuild(s, corps)) == "14.1.2"
    assert rule(replacements.why_no_rebuild(s, unit("ge_46_pz_corps"))) == "14.1.2"
    assert rule(replacements.why_no_rebuild(s, unit("ge_vlassov"))) == "14.1.7"
    s.step[corps] = 0
    s.place[corps] = ELIMINATED[AXIS]
    assert replacements.why_no_rebuild(s, corps) is None
    assert replacements.recreated(s, corps)
    s.place[corps] = OTHER_FRONTS
    assert replacements.why_no_rebuild(s, corps) is None
    s.place[corps] = TRACK + 8
    assert rule(replacements.why_no_rebuild(s, corps)) == "14.1.2"


def test_after_the_final_surge_no_panzers() -> None:
    """14.1.7, 7.5.1a: from the next turn on."""
    s, _ = table({"ge_3_pz_corps/1": "1623"}, turn=14, played=["final_production_surge"])
    s.rp[PZ] = 2
    assert rule(replacements.why_no_rebuild(s, unit("ge_3_pz_corps"))) == "14.1.7"
    s.in_turn = [card("axis_55")]
    assert replacements.why_no_rebuild(s, unit("ge_3_pz_corps")) is None


@pytest.mark.parametrize(
    ("bid", "bidder", "soviet", "axis"),
    [
        (0, AXIS, [3, 3], []),
        (2, AXIS, [3, 3, 2], []),  # t09a
        (8, SOVIET, [], [2]),  # t09b
        (4, SOVIET, [2], []),
        (10, SOVIET, [], [3, 1]),
    ],
)
def test_t09_bids(bid: int, bidder: int, soviet: list[int], axis: list[int]) -> None:
    """21.0, 4.5.2: automatic RPs from turn 2 on, three a turn."""
    s = new(0)
    s.auto = replacements.automatic(bid, bidder)
    assert replacements.comes_now(s, SOVIET) == 0
    got: dict[int, list[int]] = {AXIS: [], SOVIET: []}
    for s.turn in range(2, 8):
        for side in (AXIS, SOVIET):
            if points := replacements.comes_now(s, side):
                got[side].append(points)
                s.auto[side] -= points
    assert (got[SOVIET], got[AXIS]) == (soviet, axis)


# hands -------------------------------------------------------------------------------------------


OIL = ("ploesti", "maikop", "grozny", "baku")


@pytest.mark.parametrize(
    ("axis", "size"),
    [
        ((), (5, 6)),  # t13a
        (OIL[:1], (6, 6)),
        (OIL[:3], (7, 5)),  # t13b
        (OIL, (7, 4)),  # t13c
    ],
)
def test_t13_oil_and_hands(axis: tuple[str, ...], size: tuple[int, int], monkeypatch) -> None:  # type: ignore[no-untyped-def]
    """17.1.2, 17.1.4, 17.1.5, 17.1.6, 17.1.7, 7.6.1: each well feeds who holds it."""
    held = len(axis)
    monkeypatch.setattr(
        replacements, "oil_counts", lambda s, d, side: held if side == AXIS else 4 - held
    )
    s, d = table(turn=7)
    found = tuple(replacements.hand_size(s, d, side) for side in (AXIS, SOVIET))
    assert found == size


def test_hands_have_limits(monkeypatch: pytest.MonkeyPatch) -> None:
    """7.6.1: seven at most, four at least, but for the Axis from turn 16 on."""
    s, d = table(turn=10)
    s.hand_change = [-5, 5]
    assert [replacements.hand_size(s, d, side) for side in (AXIS, SOVIET)] == [4, 7]
    monkeypatch.setattr(replacements, "oil_counts", lambda s, d, side: 0)
    s.hand_change = [2, 2]
    assert [replacements.hand_size(s, d, side) for side in (AXIS, SOVIET)] == [7, 6]
    monkeypatch.undo()
    s.turn, s.hand_change = 16, [-5, -5]
    assert [replacements.hand_size(s, d, side) for side in (AXIS, SOVIET)] == [1, 4]


def test_t14_total_war() -> None:
    """7.6.4: twelve of one side or twenty together, from turn 6."""
    s, _ = table(turn=6)
    s.stars = [12, 0]
    assert replacements.total_war_starts(s)
    s.turn = 5
    assert not replacements.total_war_starts(s)
    s.turn, s.stars = 6, [11, 8]
    assert not replacements.total_war_starts(s)
    s.stars = [10, 10]
    assert replacements.total_war_starts(s)
    s.total_war = True
    assert not replacements.total_war_starts(s)


# control -----------------------------------------------------------------------------------------


def test_t03_vacant_moscow() -> None:
    """11.1.9, 3.0, 5.1.1: entering it takes it and a VP, and frees attacks on Gorki."""
    s, _ = table({"ge_47_pz_corps": "2622", "su_20r_army": "3122"}, turn=5)
    found = control.entered(s, unit("ge_47_pz_corps"), site("moscow"))
    assert (found.site, found.vp, found.lifts) == (G.site_index["moscow"], 1, ("taifun",))
    back = control.entered(s, unit("su_20r_army"), site("warsaw"))
    assert (back.vp, back.lifts) == (-1, ())
    town = control.entered(s, unit("ge_47_pz_corps"), site("orel"))
    assert (town.site, town.vp) == (G.site_index["orel"], 0)
    assert control.entered(s, unit("ge_47_pz_corps"), site("warsaw")) == control.Entry()


def test_what_else_an_entry_ends() -> None:
    """16.2.2, 10.3.2, 16.3.3, 8.2, 5.1.3: markers of the enemy, and the line."""
    s, _ = table({"ge_47_pz_corps": "2518", "su_20r_army": "2521"})
    panzer, army = unit("ge_47_pz_corps"), unit("su_20r_army")
    assert control.entered(s, panzer, site("leningrad")).fortress
    assert control.entered(s, army, site("konigsberg")).fortress
    assert not control.entered(s, army, site("leningrad")).fortress
    s.trenches = [[at("2421")], [at("2422")]]
    assert control.entered(s, panzer, at("2422")).trench
    assert not control.entered(s, panzer, at("2421")).trench
    s.festungs, s.zones = [at("2423")], [at("2423")]
    assert control.entered(s, army, at("2423")).festung
    assert control.entered(s, panzer, at("2423")).zone
    assert not control.entered(s, army, at("2423")).zone
    assert control.entered(s, panzer, site("orel")).crosses
    s.supply[panzer] = OUT
    assert not control.entered(s, panzer, site("orel")).crosses
    s.supply[panzer], s.crossed = FULL, True
    assert not control.entered(s, panzer, site("orel")).crosses


def test_minors_surrender() -> None:
    """19.3.1: with a Soviet unit in the capital at the end of a turn."""
    s, d = table({"su_20r_army": "1429"})
    assert control.leaving(s, d) == [ROMANIAN]
    s, d = table(soviet=["bucharest", "buda"])  # held, not occupied
    assert control.leaving(s, d) == []
    s, d = table({"su_20r_army": "1025"})
    assert control.leaving(s, d) == [HUNGARIAN]
    s.surrendered = [HUNGARIAN]
    assert control.leaving(s, d) == []
    s, _ = table()
    s.place[unit("su_partisan_1")] = at("1025")  # dropped there: it has taken nothing (sw-16)
    assert control.leaving(s, occupancy(s)) == []


# victory -----------------------------------------------------------------------------------------

STARS = tuple(s.id for s in G.sites if s.star and G.union >> s.place & 1)


def won(s, d):  # type: ignore[no-untyped-def]
    found = victory.end_of_turn(s, d)
    return (found.winner, found.rule) if found else None


def quiet(turn: int, **kind):  # type: ignore[no-untyped-def]
    """A position in which nobody wins: a star taken, the line crossed."""
    kind["axis"] = [*kind.get("axis", ()), "minsk"]
    s, d = table(turn=turn, **kind)
    s.crossed, s.vp = True, 12
    return s, d


@pytest.mark.parametrize("turn", range(1, 18))
def test_nobody_wins_for_nothing(turn: int) -> None:
    """5.1.2, 5.1.3: in any turn, while no condition is met."""
    s, d = quiet(turn)
    assert won(s, d) is None


def test_vp_levels() -> None:
    """5.1.2, 5.1.3: 20 and 0 at the end of any turn, 9 at the end of turn 10."""
    s, d = quiet(3)
    s.vp = 20
    assert won(s, d) == (AXIS, "5.1.2")
    s.vp = 19
    assert won(s, d) is None
    s.vp = 0
    assert won(s, d) == (SOVIET, "5.1.3")
    s, d = quiet(10)
    s.vp = 9
    assert won(s, d) == (SOVIET, "5.1.3")
    s.vp = 10
    assert won(s, d) is None
    s, d = quiet(11)
    s.vp = 9
    assert won(s, d) is None


def test_oil_twice_running() -> None:
    """5.1.2: at two End of Turn Phases, not at the first."""
    s, d = quiet(7, axis=OIL)
    assert victory.all_oil(s) and won(s, d) is None
    s.oil_held = True
    assert won(s, d) == (AXIS, "5.1.2")


def test_cities_of_turn_4_and_8() -> None:
    """5.1.2: with Baku cut off in turn 8."""
    north = ["moscow", "leningrad"]
    for south in ("rostov", "sevastopol"):
        s, d = quiet(4, axis=[*north, south])
        assert won(s, d) == (AXIS, "5.1.2")
    s, d = quiet(4, axis=north)
    assert won(s, d) is None
    four = [*north, "stalingrad", "sevastopol"]
    s, d = quiet(8, axis=four)
    assert won(s, d) is None
    s, d = quiet(8, axis=[*four, "baku"])
    assert won(s, d) == (AXIS, "5.1.2")
    s, d = quiet(8, axis=[*four, "makhachkala", "astrakhan", "guryev"])
    assert won(s, d) == (AXIS, "5.1.2")


def test_the_soviets_hold_every_star_or_the_line() -> None:
    """5.1.3: turns 2 to 12; the Paulus Line in turn 4."""
    for turn, expected in ((1, None), (2, SOVIET), (12, SOVIET), (13, None)):
        s, d = table(turn=turn)
        s.crossed, s.vp = True, 12
        found = won(s, d)
        assert (found and found[0]) == expected
    s, d = quiet(4)
    s.crossed = False
    assert won(s, d) == (SOVIET, "5.1.3")


def test_the_capitals_after_a_soviet_round() -> None:
    """5.1.3: all five of them, in any turn."""
    capitals = ["berlin", "buda", "pest", "bucharest", "konigsberg"]
    s, _ = table(turn=17, soviet=capitals)
    found = victory.after_soviet_round(s)
    assert found and found.winner == SOVIET
    s, _ = table(turn=17, soviet=capitals[1:])
    assert victory.after_soviet_round(s) is None


def test_the_war_ends_with_turn_18() -> None:
    """5.1.4: the Axis has outlasted it; no VP level is asked."""
    s, _ = table(turn=18)
    s.vp = 0
    found = victory.after_last_action(s)
    assert found and (found.winner, found.rule) == (AXIS, "5.1.4")
    s.turn = 17
    assert victory.after_last_action(s) is None


def test_t15_the_tournament_count() -> None:
    """22.0, 5.1.5: eight stars and two for an evacuation never played."""
    s, d = table(turn=8, axis=STARS[:8], played=["hitler_takes_command"])
    s.scenario, s.crossed, s.vp = 1, True, 15
    assert control.stars_in_union(s, AXIS) == 8
    assert victory.tournament_count(s) == 10
    assert won(s, d) == (AXIS, "5.1.5")
    s.played.append(card("soviet_11"))
    assert victory.tournament_count(s) == 8
    assert won(s, d) == (SOVIET, "5.1.5")
    s.played = []
    assert victory.tournament_count(s) == 8
    s.scenario = 0
    assert won(s, d) is None
    s.scenario, s.turn = 1, 11  # the umpire has let it go on later
    assert won(s, d) == (SOVIET, "5.1.5")


def test_members_of_the_union() -> None:
    """5.1.1: seventeen stars to win in the Soviet Union."""
    assert len(STARS) == 17 == len(members(G.stars & G.union))
