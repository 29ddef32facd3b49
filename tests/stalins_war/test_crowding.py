"""Way, price and room together: where units can go in an Action Round (7.3.3, 9.1.4, 10)."""

import pytest

from engine.board.bits import members
from engine.core.frames import Frame
from engine.games.stalins_war.acts import T
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import FULL, OUT, PARTISAN, SOVIET
from engine.games.stalins_war.law import crowding, movement, stacking, strategic
from engine.games.stalins_war.play.crowding import Crowded
from engine.games.stalins_war.state import MOVED, occupancy
from tests.stalins_war.staged import asked, refused, staged, with_cards
from tests.stalins_war.table import at, rule, site, table, unit

G = BOARD.ground
ARMIES = ("ge_2nd_army", "ge_6th_army", "ge_9th_army", "ge_16th_army", "ge_17th_army")


def test_room_on_the_way_and_at_its_end() -> None:
    """9.1.2, 9.1.4, 10.1.4: a full hex is passed by who has points left to reach one with room."""
    s, d = table({"ge_4th_army": "2022"})
    army = unit("ge_4th_army")
    found = movement.reached(s, d, army)
    assert found is not None
    by_cost = sorted(members(found.ends), key=lambda p: (-found.cost(p), p))
    for id_, place in zip(ARMIES, [*by_cost[:3], *by_cost[-2:]], strict=True):
        s.place[unit(id_)], s.supply[unit(id_)], s.flags[unit(id_)] = place, FULL, MOVED
    d = occupancy(s)
    ends = crowding.ends(s, d, army, ())
    passed, shut = 0, 0
    for place in members(found.ends):
        full = crowding.why_full(s, d, army, place) is not None
        beyond = movement.march(s, d, army, found.path(place)).ends
        goes_on = any(crowding.why_full(s, d, army, p) is None for p in members(beyond))
        assert bool(ends >> place & 1) == (not full or goes_on)
        passed, shut = passed + (full and goes_on), shut + (full and not goes_on)
        if full and not goes_on:
            assert rule(crowding.why_not(s, d, army, (), place)) == "9.1.2"
            way = found.path(place)
            assert rule(crowding.why_not(s, d, army, way[:-1], place)) == "9.1.2"
    assert (passed, shut) == (2, 3)


def test_where_one_can_go_on_is_the_same_however_it_is_asked() -> None:
    """9.1.4, 10.1.3: one hex, all of them, or whether there is any."""
    s, d = table({"ge_4th_army": "2022", "ge_2nd_army": "2021"})
    s.flags[unit("ge_2nd_army")] = MOVED
    army = unit("ge_4th_army")
    for path in ((), (at("2021"),), (at("2121"),)):
        asked = crowding.Onward(s, d, army, path)
        one_by_one = {p for p in range(990) if p in crowding.Onward(s, d, army, path)}
        assert set(asked) == one_by_one == {p for p in range(990) if p in asked}
        assert bool(crowding.Onward(s, d, army, path)) and len(asked) == len(one_by_one)
        assert (
            "2021" not in asked and -1 not in asked and -1 not in crowding.Onward(s, d, army, path)
        )


def test_somewhere_to_go_on_to_among_friends() -> None:
    """9.1.1: a friend in each hex that it reaches leaves room for it."""
    s, d = table({"su_20r_army": "2022"}, side="soviet", supply={"su_20r_army": OUT})
    army = unit("su_20r_army")
    way = movement.reached(s, d, army)
    assert way is not None
    others = [u for u in BOARD.of_side[SOVIET] if BOARD.units[u].is_army and u != army]
    for place, other in zip(members(way.ends), others, strict=False):
        s.place[other], s.supply[other], s.flags[other] = place, FULL, MOVED
    d = occupancy(s)
    assert not way.ends & ~d.present[SOVIET]
    assert crowding.Onward(s, d, army, ()) and len(crowding.Onward(s, d, army, ()))


def test_nowhere_to_go_on_to() -> None:
    """9.1.4, 9.2.2, 10.1.4: a Partisan of one point among units that stay."""
    s, d = table({"su_partisan_1": "2022"}, side="soviet")
    partisan = unit("su_partisan_1")
    near = G.foot[at("2022")]
    assert set(crowding.Onward(s, d, partisan, ())) == set(near)
    armies = [u for u in BOARD.of_side[SOVIET] if BOARD.units[u].stacks and u != partisan]
    for place, army in zip(near, armies, strict=False):
        s.place[army], s.supply[army], s.flags[army] = place, FULL, MOVED
    d = occupancy(s)
    assert not crowding.Onward(s, d, partisan, ()) and not len(crowding.Onward(s, d, partisan, ()))
    assert rule(crowding.why_no_move(s, d, partisan)) == "10.1.4"
    assert rule(crowding.why_not(s, d, partisan, (), near[0])) == "9.2.2"


def test_a_unit_among_enemy_zones_is_told_so() -> None:
    """8.3, 10.1.4: in a zone, with zones or enemies on all sides; without zones it could go."""
    around = {"su_1t_army": "2021", "su_2t_army": "2122", "su_3t_army": "1922"}
    s, d = table({"ge_43_corps": "2022", **around})
    why = crowding.why_no_move(s, d, unit("ge_43_corps"))
    assert rule(why) == "8.3" and why and BOARD.units[unit("ge_43_corps")].name in why.text
    s, d = table({"ge_43_corps": "2022", **around}, supply=dict.fromkeys(around, OUT))
    assert crowding.why_no_move(s, d, unit("ge_43_corps")) is None


@pytest.mark.parametrize(("ops", "owing", "stays"), [(1, 0, False), (0, 0, True), (1, 1, True)])
def test_who_surely_stays(ops: int, owing: int, stays: bool) -> None:
    """9.1.4, 7.3.3, 10.2.1, 16.4.5: Stalin, on foot never, goes by rail while there is an OPS."""
    s, d = table({"su_stalin": "2722", "su_20r_army": "2722"}, side="soviet")
    s.ops, s.owing = ops, bool(owing)
    assert crowding.settled(s, d, unit("su_stalin")) == stays
    assert not crowding.settled(s, d, unit("su_20r_army"))
    s.flags[unit("su_20r_army")] = MOVED
    assert crowding.settled(s, d, unit("su_20r_army"))


def test_the_bunker_stays() -> None:
    """9.1.4, 10.2.1, 2.2.1: with all OPS of the world."""
    s, d = table({"ge_bunker": "1118"}, turn=15)
    s.ops = 4
    assert crowding.settled(s, d, unit("ge_bunker"))


def test_the_last_in_a_zone_stays_without_an_ops() -> None:
    """7.3.3, 9.1.4: who cannot pay for leaving it counts as one that stays."""
    s, d = table({"ge_4th_army": "2023", "su_west_front": "2024"})
    assert crowding.settled(s, d, unit("ge_4th_army"))
    s.ops = 1
    assert not crowding.settled(s, d, unit("ge_4th_army"))


def test_reasons_fit_the_hex() -> None:
    """10.1.3, 10.1.4, 8.3, 10.2.2, 19.1.1: each says what keeps a unit out of this one."""
    s, d = table({"ge_46_pz_corps": "2023", "su_west_front": "2024"})
    panzer = unit("ge_46_pz_corps")
    for foe in G.foot[at("2023")]:
        s.place[unit("su_west_front")] = foe
        d = occupancy(s)
        for place in set(G.foot[at("2023")]) & set(G.foot[foe]):
            if why := movement.why_not(s, d, panzer, place):
                assert why.text.startswith("It leaves one enemy zone"), G.grid.ids[place]
    for place in range(990):
        why = movement.why_not(s, d, panzer, place)
        closed = why is not None and "Nothing can enter" in why.text
        assert closed == (not G.land >> place & 1)
    far = movement.why_not(s, d, panzer, at("2722"))
    assert far is not None and "farther than" in far.text
    s, d = table({"ro_mtn_corps": "1529", "su_20r_army": "1528"}, axis=["odessa"], turn=6)
    s.ops = 2
    corps = unit("ro_mtn_corps")
    hungary = next(p for p in members(G.countries["hungary"] & G.rails))
    assert rule(strategic.why_not_rail(s, d, corps, hungary)) == "19.1.1"
    for place in members(G.rails & ~G.countries["hungary"]):
        assert rule(strategic.why_not_rail(s, d, corps, place)) != "19.1.1"


def test_who_may_be_put_where() -> None:
    """9.1.3, 9.2.2: Partisans stand alone; Stalin stands with anybody."""
    s, _ = table()
    partisan = next(u for u in BOARD.units if u.type == PARTISAN)
    rifles = BOARD.units[unit("su_20r_army")]
    assert stacking.why_over(s, [partisan], at("2421")) is None
    assert rule(stacking.why_over(s, [partisan, rifles], at("2421"))) == "9.2.2"
    s.partisans = [at("2421")]
    assert rule(stacking.why_over(s, [partisan], at("2421"))) == "9.1.3"
    four = [BOARD.units[u] for u in BOARD.of_side[SOVIET] if BOARD.units[u].type == rifles.type][:4]
    assert stacking.why_over(s, [*four, BOARD.units[BOARD.stalin]], site("moscow")) is None
    assert rule(stacking.why_over(s, [*four, rifles, rifles], site("moscow"))) == "9.1.1"


# by rail and sea ------------------------------------------------------------------------------


def test_june_1941_stops_the_axis_alone() -> None:
    """4.4.2, 10.2.1: Soviet SCUs use Strategic Movement in it."""
    s, _ = table({"su_20r_army": "2722", "ge_43_corps": "2022"}, turn=1)
    assert rule(strategic.why_not_strategic(s, unit("ge_43_corps"))) == "4.4.2"
    s.side = SOVIET
    assert strategic.why_not_strategic(s, unit("su_20r_army")) is None


def test_each_reason_against_a_train() -> None:
    """10.2.2, 10.2.3, 16.1.4: behind a second Partisan, and where no line is open."""
    s, d = table({"ge_43_corps": "1521"}, turn=14, axis=[one.id for one in G.sites])
    corps, start_ = unit("ge_43_corps"), at("1521")
    rings = [1 << start_]
    for _ in range(3):
        rings.append(G.rail_steps.spread(rings[-1]) & ~sum(rings))
    s.partisans = members(rings[1] | rings[2])
    s.zones = []
    net, ends = strategic.net(s, d, 0), strategic.rail_ends(s, d, corps)
    assert rings[1] and not ends & rings[3]
    for place in members(G.rails & strategic.country(s, 0) & ~G.countries["hungary"]):
        why = strategic.why_not_rail(s, d, corps, place)
        if place == start_ or ends >> place & 1:
            continue
        assert why is not None and why.rule == ("10.2.2" if net >> place & 1 else "10.2.3")


def test_refuges_and_their_reason_agree() -> None:
    """10.2.7: hex by hex; nobody else goes."""
    s, d = table({"ge_11th_army": "1931", "ge_43_corps": "1931"}, axis=["odessa", "kerch"])
    for id_ in ("ge_11th_army", "ge_43_corps", "su_west_front"):
        found = strategic.refuges(s, d, unit(id_))
        for place in range(990):
            why = strategic.why_no_refuge(s, d, unit(id_), place)
            assert (why is None) == bool(found >> place & 1)


def test_overstacked_hexes_are_asked_one_by_one() -> None:
    """9.1.4 (sw-48): in the order of their numbers."""
    two = {"ge_4th_army": "2022", "ge_2nd_army": "2022", "ge_6th_army": "2024"}
    s, _ = table({**two, "ge_9th_army": "2024"})

    def begin(t: T) -> Frame:
        with_cards(t)
        return Crowded(side="axis")

    game = staged(s, begin)
    assert refused(game, "axis", "shed ge_6th_army") == "9.1.4"
    game.submit("axis", "shed ge_2nd_army")
    game.submit("axis", "shed ge_6th_army")
    assert asked(game) == []
