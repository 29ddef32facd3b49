"""Fire and losses (chapters 11 and 15.1.2)."""

import pytest

from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    ELIMINATED,
    FULL,
    LIMITED,
    OUT,
    REMOVED,
    SOVIET,
    TRACK,
    Cell,
)
from engine.games.stalins_war.law import advance, attack, fire, losses, retreat
from engine.games.stalins_war.law.attack import Attack
from engine.games.stalins_war.law.fire import Helps
from engine.games.stalins_war.state import (
    RETREATED,
    occupancy,
)
from tests.stalins_war.table import at, card, names, rule, site, start, table, unit, units

G = BOARD.ground


def marked(s, d, *hexes):  # type: ignore[no-untyped-def]
    """Combat markers on these hexes."""
    s.activated = [at(h) for h in hexes]
    return s, d


def why(s, d, target: str, *attackers: str, zhukov: bool = False) -> str:  # type: ignore[no-untyped-def]
    return rule(attack.why_not(s, d, Attack(at(target), units(*attackers), zhukov)))


def shifts(found: fire.Fire) -> dict[str, int]:
    return dict(found.shifts)


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
