"""Movement, its price in OPS, Strategic Movement and works (chapters 7.3, 10, 16)."""

from engine.games.stalins_war.cards import events
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import AXIS, OUT, REMOVED, SOVIET, TERRAINS
from engine.games.stalins_war.law import (
    advance,
    crowding,
    movement,
    replacements,
    retreat,
    stacking,
    strategic,
    supply,
    works,
)
from engine.games.stalins_war.state import (
    DIGS,
    MOVED,
    RAILED,
    SAILED,
    StalinsWar,
    occupancy,
)
from tests.stalins_war.table import at, card, ids, rule, site, start, table, unit

G = BOARD.ground


def refused(s: StalinsWar, u: str, hex_: str) -> str:
    return rule(movement.why_not(s, occupancy(s), unit(u), at(hex_)))


def agrees(s, d, u, domain, why) -> None:  # type: ignore[no-untyped-def]
    """What is offered and what has no reason against it are the same."""
    found = domain(s, d, u)
    for place in range(990):
        assert (found >> place & 1 == 1) == (why(s, d, u, place) is None), ids([place])


# movement ---------------------------------------------------------------------------


def test_t05_one_hex_whatever_it_costs() -> None:
    """10.1.4, 3.0: a Shock Army with 2 points enters a mountain of 3, and goes no farther."""
    s, d = table({"su_1s_army": "2332"}, side="soviet")
    army = unit("su_1s_army")
    found = movement.reached(s, d, army)
    assert found is not None
    assert movement.allowance(s, army) == 2
    assert found.ends >> at("2333") & 1
    assert not found.ends >> at("2433") & 1 or found.cost(at("2433")) <= 2
    beyond = [h for h in G.foot[at("2333")] if h not in G.foot[at("2332")] and h != at("2332")]
    assert all(not found.ends >> h & 1 or found.path(h)[0] != at("2333") for h in beyond)


def test_t06_the_dearest_terrain_counts() -> None:
    """10.1.1, 10.1.2: Astrakhan is desert and costs 2; a town in the open costs 1."""
    s, d = table({"su_20r_army": "2932"}, side="soviet", axis=[])
    found = movement.reached(s, d, unit("su_20r_army"))
    assert found is not None
    assert found.cost(at("3032")) == 2
    town = next(t for t in G.sites if not G.terrain[t.place] and not t.city and t.start == SOVIET)
    near = next(p for p in G.foot[town.place] if (p, town.place) not in G.rivers)
    s, d = table({"su_20r_army": G.grid.ids[near]}, side="soviet")
    found = movement.reached(s, d, unit("su_20r_army"))
    assert found is not None
    assert found.cost(town.place) == 1


def test_t20_axis_units_beyond_the_paulus_line() -> None:
    """2.1, 10.1.5, 24.0: one point less in turns 1 to 4, for those in supply."""
    s, _ = table({"ge_11th_army": "2232"}, turn=4)
    army = unit("ge_11th_army")
    assert G.beyond >> at("2232") & 1 and not G.beyond >> at("2131") & 1
    assert movement.allowance(s, army) == 2
    s.turn = 5
    assert movement.allowance(s, army) == 3
    s, _ = table({"ge_46_pz_corps": "2232"}, turn=4, supply={"ge_46_pz_corps": OUT})
    assert movement.allowance(s, unit("ge_46_pz_corps")) == 2  # 13.3.1 takes its place


def test_out_of_supply_two_points_are_left() -> None:
    """13.3.1: of a shock army's two and of a partisan's one nothing is lost."""
    s, _ = table({"su_1s_army": "2332", "su_7m_corps": "2722"}, supply={"su_7m_corps": OUT})
    assert movement.allowance(s, unit("su_7m_corps")) == 2
    s.supply[unit("su_1s_army")] = OUT
    assert movement.allowance(s, unit("su_1s_army")) == 2


def test_a_unit_stops_in_a_zone_and_goes_from_none_to_another() -> None:
    """8.3, 10.1.6: nor into a hex with enemies."""
    s, d = table({"ge_46_pz_corps": "2023", "su_west_front": "2024"}, side="axis")
    panzer = unit("ge_46_pz_corps")
    zone = set(G.foot[at("2024")])
    found = movement.reached(s, d, panzer)
    assert found is not None
    assert at("2023") in zone
    for hex_ in set(G.foot[at("2023")]) & zone:
        direct = not found.ends >> hex_ & 1 or found.path(hex_)[0] == hex_
        assert direct == (refused(s, "ge_46_pz_corps", G.grid.ids[hex_]) == "8.3")
    assert refused(s, "ge_46_pz_corps", "2024") == "10.1.6"
    agrees(s, d, panzer, movement.ends, movement.why_not)
    s, d = table({"ge_46_pz_corps": "2022", "su_west_front": "2024"}, side="axis")
    found = movement.reached(s, d, panzer)
    assert found is not None
    for place in zone - {at("2024")}:
        if found.ends >> place & 1:
            assert not set(found.path(place)[:-1]) & zone


def test_major_rivers_cost_a_point_more() -> None:
    """3.0, 10.1.2: beside what the terrain costs."""
    (a, b), *_ = [pair for pair, kind in G.rivers.items() if kind == "major_river"]
    s, _ = table()
    s.place[unit("su_20r_army")], s.side = a, SOVIET
    d = occupancy(s)
    found = movement.reached(s, d, unit("su_20r_army"))
    assert found is not None
    cost = BOARD.charts.ways[TERRAINS[G.terrain[b]]].cost
    assert found.cost(b) == cost + 1


def test_june_1941() -> None:
    """4.4.2, 4.4.3, 4.4.4: no Axis moves; nobody into Hungary, no Soviets into Romania."""
    s, d = start()
    assert refused(s, "ge_6th_army", "1723") == "4.4.2"
    s.side = SOVIET
    romania, hungary = G.countries["romania"], G.countries["hungary"]
    for u in BOARD.of_side[SOVIET]:
        assert not movement.ends(s, d, u) & (romania | hungary)
    s2, d2 = table({"su_16m_corps": "1525"}, turn=1, side="soviet")
    for place in G.foot[at("1525")]:
        if hungary >> place & 1:
            assert rule(movement.why_not(s2, d2, unit("su_16m_corps"), place)) == "4.4.3"
    s2, d2 = table({"su_16m_corps": "1626"}, turn=1, side="soviet")
    into = [p for p in G.foot[at("1626")] if romania >> p & 1]
    assert into
    for place in into:
        assert rule(movement.why_not(s2, d2, unit("su_16m_corps"), place)) == "4.4.4"


def test_romanians_and_hungarians_keep_out_of_each_others_land() -> None:
    """19.1.1, 19.2.1: neither stands on the other's side of the border, nor fights beside it."""
    s, d = table({"ro_mtn_corps": "1427", "hu_7_corps": "1325"})
    assert not movement.ends(s, d, unit("ro_mtn_corps")) & G.countries["hungary"]
    assert not movement.ends(s, d, unit("hu_7_corps")) & G.countries["romania"]
    agrees(s, d, unit("ro_mtn_corps"), movement.ends, movement.why_not)
    agrees(s, d, unit("hu_7_corps"), movement.ends, movement.why_not)


def test_who_does_not_move() -> None:
    """10.1.4, 10.2.1, 10.3.1, 16.3.4, 16.4.1, 2.2.1, 7.2.5: each for its reason."""
    s, _ = table({"ge_4th_army": "2025", "ge_46_pz_corps": "2026", "su_stalin": "2722"})
    army, panzer = unit("ge_4th_army"), unit("ge_46_pz_corps")
    assert movement.why_still(s, army) is None
    for flag, why in ((MOVED, "10.1.4"), (RAILED, "10.2.1"), (SAILED, "10.2.1"), (DIGS, "10.3.1")):
        s.flags[army] = flag
        assert rule(movement.why_still(s, army)) == why
    s.festungs = [at("2026")]
    assert rule(movement.why_still(s, panzer)) == "16.3.4"
    assert rule(movement.why_still(s, unit("su_stalin"))) == "7.2.5"
    s.side = SOVIET
    assert rule(movement.why_still(s, unit("su_stalin"))) == "16.4.1"


def test_a_festung_holds_who_enters_it() -> None:
    """16.3.4: nobody moves through one."""
    s, d = table({"ge_46_pz_corps": "2023"})
    s.festungs = list(G.foot[at("2023")])
    found = movement.ends(s, d, unit("ge_46_pz_corps"))
    assert ids(found) == ids(s.festungs)
    far = next(p for p in G.foot[s.festungs[0]] if p not in (*s.festungs, at("2023")))
    assert rule(movement.why_not(s, d, unit("ge_46_pz_corps"), far)) == "16.3.4"


# the price -----------------------------------------------------------------------------


def test_the_last_to_leave_a_zone_pays() -> None:
    """7.3.3, 8.3: one OPS for a hex that all who began there leave; newcomers do not count."""
    placed = {"ge_46_pz_corps": "2023", "ge_43_corps": "2023", "su_west_front": "2024"}
    s, d = table(placed)
    panzer, corps = unit("ge_46_pz_corps"), unit("ge_43_corps")
    assert movement.price(s, d, [panzer]) == 0
    assert movement.price(s, d, [panzer, corps]) == 1
    s.flags[corps] = MOVED  # it came in this round
    assert movement.price(s, d, [panzer]) == 1
    s.ops, s.bank = 0, [0, 0]
    assert rule(movement.why_dear(s, d, [panzer])) == "7.3.3"
    s.bank[AXIS] = 1
    assert movement.why_dear(s, d, [panzer]) is None
    s, d = table({"ge_46_pz_corps": "2023"})
    assert movement.price(s, d, [panzer]) == 0


def test_auftragstaktik_lets_germans_leave_for_nothing() -> None:
    """7.3.3, 7.5.1a: Italians still pay."""
    s, d = table({"ge_46_pz_corps": "2023", "su_west_front": "2024"})
    s.in_round = [card("axis_21")]
    assert movement.price(s, d, [unit("ge_46_pz_corps")]) == 0
    s, d = table({"it_csir": "2023", "su_west_front": "2024"})
    s.in_round = [card("axis_21")]
    assert movement.price(s, d, [unit("it_csir")]) == 1


# rail --------------------------------------------------------------------------------------


def test_scus_go_by_rail_where_they_like() -> None:
    """10.2.1, 10.2.2: on rails joined to a supply hex, not after or before another move."""
    s, d = table({"su_20r_army": "2722", "su_west_front": "2722"}, side="soviet", turn=2)
    army = unit("su_20r_army")
    found = strategic.rail_ends(s, d, army)
    assert found >> site("stalingrad") & 1 and found >> site("gorki") & 1
    assert not found & ~G.rails
    agrees(s, d, army, strategic.rail_ends, strategic.why_not_rail)
    assert rule(strategic.why_no_train(s, d, unit("su_west_front"))) == "10.2.1"
    s.flags[army] = MOVED
    assert rule(strategic.why_no_train(s, d, army)) == "10.2.1"


def test_no_strategic_movement_out_of_supply() -> None:
    """13.3.2: neither by rail nor by sea."""
    s, d = table({"su_20r_army": "2722"}, side="soviet", supply={"su_20r_army": OUT})
    assert rule(strategic.why_no_train(s, d, unit("su_20r_army"))) == "13.3.2"


def test_trains_shun_zones_and_start_in_one_beside_a_friend() -> None:
    """10.2.2: ruling 12."""
    placed = {"su_20r_army": "2025", "ge_46_pz_corps": "1925"}
    s, d = table(placed, side="soviet")
    army = unit("su_20r_army")
    assert rule(strategic.why_no_train(s, d, army)) == "10.2.2"
    s, d = table({**placed, "su_21r_army": "2025"}, side="soviet")
    assert strategic.rail_ends(s, d, army)
    s.flags[unit("su_21r_army")] = RAILED
    assert rule(strategic.why_no_train(s, d, army)) == "10.2.2"
    s, d = table({"su_20r_army": "2722", "ge_46_pz_corps": "1925"}, side="soviet")
    assert rule(strategic.why_not_rail(s, d, army, at("2025"))) == "10.2.2"


def test_a_line_leads_to_a_supply_hex() -> None:
    """10.2.3: past no city, oil, star, port or fortress of the enemy; plain towns do not matter."""
    s, d = table({"su_20r_army": "2722"}, side="soviet", axis=["kiev", "narva"])
    army = unit("su_20r_army")
    assert not strategic.net(s, d, SOVIET) >> site("kiev") & 1
    assert rule(strategic.why_not_rail(s, d, army, site("kiev"))) == "10.2.3"
    assert strategic.net(s, d, SOVIET) >> site("narva") & 1


def test_axis_rails_by_date_and_country() -> None:
    """10.2.3, 10.2.4: none in the Union before turn 5, in the Baltic States from turn 3."""
    for turn, union, baltic in ((2, False, False), (3, False, True), (5, True, True)):
        s, _ = table(turn=turn)
        allowed = strategic.country(s, AXIS)
        assert bool(allowed >> site("minsk") & 1) == union
        assert bool(allowed >> site("riga") & 1) == baltic
        assert not allowed & G.caucasus
    s, d = table({"ge_43_corps": "2022"}, turn=3)
    assert rule(strategic.why_no_train(s, d, unit("ge_43_corps"))) == "10.2.3"
    s, _ = table(side="soviet", turn=14)
    assert not strategic.country(s, SOVIET) & G.germany
    s, d = table({"su_20r_army": "1521"}, side="soviet", turn=14)
    assert rule(strategic.why_no_train(s, d, unit("su_20r_army"))) == "10.2.4"


def test_rail_war() -> None:
    """10.2.3, 7.5.1a: no Axis trains in the Soviet Union for the turn."""
    s, _ = table(turn=8)
    s.in_turn = [card("soviet_47")]
    assert not strategic.country(s, AXIS) >> site("minsk") & 1
    assert strategic.country(s, AXIS) >> site("warsaw") & 1


def test_trains_pass_one_partisan() -> None:
    """10.2.2, 16.1.4: and stop at the second."""
    line = [at("2722")]
    for _ in range(6):
        line.append(max(p for p in G.rail_links[line[-1]] if p not in line))
    s, _ = table(axis=["moscow", "gorki"])
    open_ = sum(1 << p for p in line)
    s.partisans = [line[2], line[4]]
    found = strategic._travels(s, line[0], open_, AXIS)
    assert found == sum(1 << p for p in line[1:5])
    s.partisans = [line[2]]
    assert strategic._travels(s, line[0], open_, AXIS) == sum(1 << p for p in line[1:])
    s.partisans = [line[0], line[2]]  # where it starts, none is entered
    assert strategic._travels(s, line[0], open_, AXIS) == sum(1 << p for p in line[1:])
    s.partisans = [line[2], line[4]]
    assert strategic._travels(s, line[0], open_, SOVIET) == sum(1 << p for p in line[1:])


def test_stalin_leaves_moscow_and_comes_back() -> None:
    """16.4.5, 16.4.6: by rail, twice in the game."""
    s, d = table({"su_stalin": "2722"}, side="soviet")
    stalin = BOARD.stalin
    assert strategic.rail_ends(s, d, stalin) >> site("kuibyshev") & 1
    assert rule(strategic.why_no_sea(s, stalin)) == "16.4.5"
    s, d = table({"su_stalin": "3426"}, side="soviet")
    s.stalin_moves = 1
    assert ids(strategic.rail_ends(s, d, stalin)) == {"2722"}
    assert rule(strategic.why_not_rail(s, d, stalin, site("gorki"))) == "16.4.5"
    s, d = table({"su_stalin": "3426"}, side="soviet", axis=["moscow"])
    s.stalin_moves = 1
    assert not strategic.rail_ends(s, d, stalin)
    s.stalin_moves = 2
    assert rule(strategic.why_no_train(s, d, stalin)) == "16.4.6"


def test_the_bunker_uses_none() -> None:
    """10.2.1: though it is an SCU."""
    s, d = table({"ge_bunker": "1118"}, turn=14)
    assert rule(strategic.why_no_train(s, d, unit("ge_bunker"))) == "10.2.1"


# sea -------------------------------------------------------------------------------------------


def test_the_axis_sails_port_to_port_not_past_a_soviet_one() -> None:
    """10.2.5: one unit a sea and turn."""
    s, d = table({"ro_mtn_corps": "1529"}, axis=["odessa"])
    corps = unit("ro_mtn_corps")
    assert ids(strategic.sea_ends(s, d, corps)) == {"1431", "1430", "1829"}
    agrees(s, d, corps, strategic.sea_ends, strategic.why_not_sea)
    s, d = table({"ro_mtn_corps": "1529"}, axis=["odessa", "sevastopol"])  # not Nikolaev
    assert "1931" not in ids(strategic.sea_ends(s, d, corps))
    s.sailed[AXIS] = 1 << 1
    assert rule(strategic.why_no_sea(s, corps)) == "10.2.5"
    s, _ = table({"ro_mtn_corps": "1429"})
    assert rule(strategic.why_no_sea(s, corps)) == "10.2.5"


def test_the_soviets_sail_to_any_coast_east_of_the_axis_ports() -> None:
    """10.2.6: in the Black Sea alone, one unit an Action Round, zones or not."""
    s, d = table({"su_20r_army": "2232"}, side="soviet", axis=["odessa", "sevastopol"])
    army = unit("su_20r_army")
    found = ids(strategic.sea_ends(s, d, army))
    assert {"2131", "2030", "2031", "2436"} <= found
    assert not {"1931", "1829", "1629", "1928", "2029"} & found
    agrees(s, d, army, strategic.sea_ends, strategic.why_not_sea)
    shore = [one.id for one in G.sites if one.sea == 1]
    s, d = table({"su_20r_army": "2232"}, side="soviet", soviet=shore)
    assert "1431" in ids(strategic.sea_ends(s, d, army))  # no Axis port is left: all the coast
    both = {"su_20r_army": "2232", "ge_11th_army": "2331"}
    s, d = table(both, side="soviet", axis=["odessa", "sevastopol"])
    assert "2331" not in ids(strategic.sea_ends(s, d, army))
    s.sailed[SOVIET] = 1 << 1
    assert rule(strategic.why_no_sea(s, army)) == "10.2.6"
    s, _ = table({"su_20r_army": "2118"}, side="soviet")
    assert rule(strategic.why_no_sea(s, army)) == "10.2.6"


def test_naval_evacuation_goes_west() -> None:
    """10.2.7, clarification_axis_54: an LCU, on the same sea."""
    s, d = table({"ge_11th_army": "1931", "ge_43_corps": "1931"}, axis=["odessa", "kerch"])
    assert ids(strategic.refuges(s, d, unit("ge_11th_army"))) == {"1431", "1430", "1529", "1829"}
    assert strategic.refuges(s, d, unit("ge_43_corps")) == 0
    assert rule(strategic.why_no_refuge(s, d, unit("ge_11th_army"), site("riga"))) == "10.2.7"
    assert rule(strategic.why_no_refuge(s, d, unit("ge_11th_army"), site("kerch"))) == "10.2.7"


def test_nobody_lands_on_a_partisan() -> None:
    """10.1.6, 16.1.6, sw-29: in a port, city or town of the Axis one may stand that took nothing.

    So nobody enters it, by sea, as a new unit or into a Festung.
    """
    placed = {"ro_mtn_corps": "1529", "ge_11th_army": "1931"}
    s, _ = table(placed, axis=["odessa", "sevastopol"], played=["festung"], turn=14)
    s.place[unit("su_partisan_1")], s.place[unit("su_partisan_2")] = at("1829"), site("konigsberg")
    d = occupancy(s)
    assert "1829" not in ids(strategic.sea_ends(s, d, unit("ro_mtn_corps")))
    assert "1829" not in ids(strategic.refuges(s, d, unit("ge_11th_army")))
    assert "1829" not in ids(replacements.doors(s, d, unit("it_csir")))
    assert "1829" in ids(replacements.doors(*table(axis=["odessa"]), unit("it_csir")))
    assert rule(works.why_no_festung(s, d, at("1829"))) == "16.3.2"
    corps = unit("ge_43_corps")
    levied = events.volkssturm_hexes(s, d, corps)
    assert levied and site("konigsberg") not in levied
    assert site("konigsberg") in events.volkssturm_hexes(*table(turn=14), corps)


# works -----------------------------------------------------------------------------------------


def test_who_may_entrench() -> None:
    """10.3.1, 10.3.2, 10.3.3, 13.3.3: an LCU in supply that has not moved, after the event."""
    s, d = table({"ge_4th_army": "2025", "ge_43_corps": "2026"})
    assert rule(works.why_no_dig(s, d, at("2025"))) == "10.3.1"
    s, d = table({"ge_4th_army": "2025", "ge_43_corps": "2026"}, played=["hedgehogs"])
    assert works.why_no_dig(s, d, at("2025")) is None
    assert rule(works.why_no_dig(s, d, at("2026"))) == "10.3.3"
    s.digging = [at("2025")]
    assert rule(works.why_no_dig(s, d, at("2025"))) == "10.3.1"
    s.digging = []
    s.flags[unit("ge_4th_army")] = MOVED
    assert rule(works.why_no_dig(s, d, at("2025"))) == "10.3.1"
    s.flags[unit("ge_4th_army")] = 0
    s.supply[unit("ge_4th_army")] = OUT
    assert rule(works.why_no_dig(s, d, at("2025"))) == "13.3.3"
    s.trenches[SOVIET] = list(range(12))
    assert rule(works.why_no_dig(s, d, at("2025"))) == "10.3.2"


def test_where_partisans_hide() -> None:
    """16.1.1, 16.1.3, 9.2.2, 9.1.3: in forest and swamp of the Union, near the enemy or cut off."""
    s, d = table({"ge_4th_army": "2022", "su_20r_army": "2722"}, side="soviet", axis=["minsk"])
    found = works.dens(s, d)
    wild = G.of_terrain[2] | G.of_terrain[3]
    assert found and not found & ~(wild & G.union & ~G.baltic)
    near = works.nearer_axis(d)
    assert near >> at("2023") & 1 and not near >> at("2621") & 1
    for place in range(990):
        assert bool(found >> place & 1) == (works.why_no_den(s, d, place) is None)
    assert rule(works.why_no_den(s, d, at("1521"))) == "16.1.1"
    assert rule(works.why_no_den(s, d, at("2118"))) == "16.1.1"


def test_a_tie_is_not_nearer() -> None:
    """16.1.3: ruling 14."""
    _, d = table({"ge_4th_army": "2422", "su_20r_army": "2424"})
    middle = at("2423")
    assert {at("2422"), at("2424")} <= set(G.foot[middle])
    assert not works.nearer_axis(d) >> middle & 1
    assert works.nearer_axis(d) >> at("2421") & 1


def test_how_many_partisans() -> None:
    """16.1.2, 16.1.6: six on the map; eliminated ones are gone; 1 OPS a turn."""
    s, _ = table(side="soviet")
    assert rule(works.why_no_partisans(s)) == "16.1.1"
    s, _ = table(side="soviet", played=["partisan_formation"])
    assert works.why_no_partisans(s) is None
    assert works.partisans_left(s) == 6
    s.partisans = [1, 2, 3, 4, 5]
    assert works.partisans_left(s) == 1
    for u in BOARD.partisans[:4]:
        s.place[u] = REMOVED
    assert works.partisans_left(s) < 0
    assert rule(works.why_no_partisans(s)) == "16.1.2"
    s.partisans, s.partisans_paid = [], True
    assert rule(works.why_no_partisans(s)) == "16.1.2"


def test_partisans_found_out_and_roused() -> None:
    """16.1.5, 16.1.6: a supplied Soviet unit removes them; no Axis unit where they rise."""
    s, d = table({"su_20r_army": "2023", "ge_43_corps": "1922"})
    s.partisans = [at("2023"), at("1922"), at("1823")]
    assert works.found_out(s, d) == [at("2023")]
    assert set(works.rousable(s, d)) == {at("2023"), at("1823")}
    s.supply[unit("su_20r_army")] = OUT
    assert works.found_out(s, d) == []


def test_out_of_supply_nobody_stays_with_a_partisan() -> None:
    """9.2.2, 16.1.5: he moves on or elsewhere, and retreats elsewhere; a supplied one may."""
    s, _ = table({"su_20r_army": "2023", "su_21r_army": "2021"}, side="soviet")
    den = next(p for p in BOARD.ground.foot[at("2023")] if not BOARD.ground.terrain[p])
    s.partisans = [den]
    d = occupancy(s)
    army = unit("su_20r_army")
    assert crowding.why_full(s, d, army, den) is None
    assert (den,) in retreat.routes(s, d, army, at("2023"), 1)
    s.supply[army] = OUT
    d = occupancy(s)
    assert rule(crowding.why_full(s, d, army, den)) == "9.2.2"
    assert (den,) not in retreat.routes(s, d, army, at("2023"), 1)
    assert stacking.why_not_beside(s, unit("ge_43_corps"), den) is None
    assert rule(advance.why_no_advance(s, d, army, den)) == "9.2.2"


def test_one_fortress_may_be_built() -> None:
    """16.2.3: in a supplied Soviet city."""
    s, d = table()
    assert works.why_no_fortress(s, d, site("stalingrad")) is None
    assert rule(works.why_no_fortress(s, d, site("leningrad"))) == "16.2.3"
    assert rule(works.why_no_fortress(s, d, site("orel"))) == "16.2.3"
    assert rule(works.why_no_fortress(s, d, site("berlin"))) == "16.2.3"
    s.destroyed = [site("leningrad")]
    assert rule(works.why_no_fortress(s, d, site("leningrad"))) == "16.2.2"


def test_where_festungs_are_built() -> None:
    """16.3.1, 16.3.2: five, in supplied towns and cities of the Axis."""
    s, d = table(turn=10)
    assert rule(works.why_no_festung(s, d, site("warsaw"))) == "16.3.1"
    s, d = table(turn=10, played=["festung"])
    assert works.why_no_festung(s, d, site("warsaw")) is None
    assert works.why_no_festung(s, d, site("iasi")) is None
    assert rule(works.why_no_festung(s, d, site("moscow"))) == "16.3.2"
    assert rule(works.why_no_festung(s, d, at("1422"))) == "16.3.2"
    s.festungs = [site("warsaw")]
    assert rule(works.why_no_festung(s, d, site("warsaw"))) == "16.3.2"
    s.festungs = [1, 2, 3, 4, 5]
    assert rule(works.why_no_festung(s, d, site("warsaw"))) == "16.3.1"
    assert supply.fed(s, d, 0) >> site("warsaw") & 1


def test_a_ring_of_festungs_holds_whoever_enters() -> None:
    """16.3.4: who would have to pass one is told so."""
    s, d = table({"ge_4th_army": "2025"}, turn=10, round_=4)
    here = at("2025")
    s.festungs = list(G.foot[here])
    army = unit("ge_4th_army")
    assert movement.why_not(s, d, army, G.foot[here][0]) is None
    near = {here, *G.foot[here]}
    beyond = {p for q in G.foot[here] for p in G.foot[q] if p not in near}
    loose = [p for p in beyond if not G.terrain[p] and p + 1 not in beyond | near]
    assert loose
    rules = {rule(movement.why_not(s, d, army, place)) for place in loose}
    assert rules <= {"16.3.4", "10.1.4"} and "16.3.4" in rules
