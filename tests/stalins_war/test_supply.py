"""Supply, zones of control and stacking (chapters 8, 9, 13)."""

from itertools import pairwise

from engine.board.bits import mask
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    FULL,
    GERMAN,
    HEXES,
    HUNGARIAN,
    LIMITED,
    NATIONS,
    OUT,
    ROMANIAN,
    RUSSIAN,
    SOVIET,
)
from engine.games.stalins_war.law import stacking, supply
from engine.games.stalins_war.state import held, occupancy, stand, zoc
from tests.stalins_war.table import at, ids, names, rule, site, start, table, unit

G = BOARD.ground


def levels(s, d):  # type: ignore[no-untyped-def]
    return {u: supply.level(s, d, u) for u in range(len(s.place)) if s.place[u] < HEXES}


def test_everybody_is_supplied_at_the_start() -> None:
    """13.1.2, 13.2.1, 13.2.2, 25.1, 25.2: the set-up."""
    s, d = start()
    assert set(levels(s, d).values()) == {FULL}
    assert supply.check(s, d, AXIS) == {}
    for side in (AXIS, SOVIET):
        assert not supply.starving(s, d, side)
        assert not supply.lost_sites(s, d, side)


def test_four_hexes_to_a_rail_line() -> None:
    """13.1.2: four hexes are near enough, five are not."""
    s, d = table()
    fed = supply.fed(s, d, RUSSIAN)
    rails = supply.rail_net(G.sources.by_nation[RUSSIAN], supply.passable(s, d, SOVIET))
    near = far = 0
    for place in range(HEXES):
        if not G.land >> place & 1 or not G.union >> place & 1:
            continue
        steps = 0
        front = seen = 1 << place
        while front and not front & rails:
            front = G.walk.spread(front) & ~seen & supply.passable(s, d, SOVIET)
            seen |= front
            steps += 1
        if front and steps <= 4:
            near += 1
            assert fed >> place & 1, ids([place])
        elif front and steps == 5 and not G.coasts[0] >> place & 1 and not G.coasts[1] >> place & 1:
            far += 1
            assert not fed >> place & 1, ids([place])
    assert near > 100 and far


def test_supply_sources_are_each_nations_own() -> None:
    """13.2.1, 13.2.2: Soviets by the east, Romanians by Bucharest, Hungarians by Buda."""
    s, d = table(soviet=["bucharest"])
    assert supply.fed(s, d, GERMAN) >> at("1521") & 1
    assert not supply.fed(s, d, ROMANIAN)
    assert supply.fed(s, d, HUNGARIAN) >> site("buda") & 1
    assert supply.fed(s, d, RUSSIAN) >> site("moscow") & 1
    s, d = table({"su_20r_army": "1025"})
    assert not supply.fed(s, d, HUNGARIAN)


def test_a_zone_cuts_a_line_and_a_friend_negates_it() -> None:
    """13.1.3, 8.3: friendly units negate enemy zones for supply, not the zone of a whole line."""
    around = {"su_20r_army": "2026", "su_west_front": "2024", "su_south_front": "2027"}
    s, d = table({**around, "ge_43_corps": "2025"})
    zone = zoc(s, d, SOVIET)
    assert zone >> at("2025") & 1
    open_ = supply.passable(s, d, AXIS)
    assert open_ >> at("2025") & 1  # its own hex
    assert not open_ >> at("2125") & 1 or not zone >> at("2125") & 1
    s2, d2 = table(around)
    assert not supply.passable(s2, d2, AXIS) >> at("2025") & 1


def test_what_supply_does_not_pass() -> None:
    """13.1.3: cities, oil, stars, fortresses, Festungs, enemy trenches; not plain towns."""
    s, d = table(axis=["pskov"])
    open_ = supply.not_closed(s, d, AXIS)
    assert not open_ >> site("minsk") & 1
    assert not open_ >> site("maikop") & 1
    assert not open_ >> site("leningrad") & 1
    assert open_ >> site("narva") & 1
    assert supply.not_closed(s, d, SOVIET) >> site("pskov") & 1
    s.trenches[SOVIET] = [at("2424")]
    assert not supply.not_closed(s, d, AXIS) >> at("2424") & 1
    s.festungs = [at("2318")]
    assert not supply.not_closed(s, d, SOVIET) >> at("2318") & 1


def test_an_active_partisan_blocks_supply_and_is_always_fed() -> None:
    """13.1.3, 16.1.6: an Inactive one does neither."""
    s, d = table({"su_partisan_3": "1922"})
    assert not supply.passable(s, d, AXIS) >> at("1922") & 1
    assert supply.level(s, d, unit("su_partisan_3")) == FULL
    s, d = table(axis=["baranovichi"])
    s.partisans = [at("1922")]
    assert supply.passable(s, d, AXIS) >> at("1922") & 1


def crimea(**kind):  # type: ignore[no-untyped-def]
    """The Crimea cut off by land, held by the Axis."""
    return table(
        {
            "ge_11th_army": "1931",
            "su_west_front": "2030",
            "su_south_front": "2130",
            "su_reserve_front": "2230",
        },
        axis=["sevastopol", "kerch", "simferopol"],
        **kind,
    )


def test_a_port_and_one_link() -> None:
    """13.1.2: by a friendly port, if another port of that sea is friendly and fed."""
    s, d = crimea()
    assert supply.level(s, d, unit("ge_11th_army")) == FULL
    axis_ports = ("constanta", "varna", "burgas")
    s, d = crimea(soviet=axis_ports)
    assert supply.level(s, d, unit("ge_11th_army")) == OUT
    s, d = crimea(soviet=["constanta", "varna"])
    assert supply.level(s, d, unit("ge_11th_army")) == FULL


def test_baku_alone_feeds_for_defence() -> None:
    """13.2.3, 5.1.2: with another Caspian port that is fed it is a full source."""
    cut = {"ge_4th_army": "2632", "ge_6th_army": "2932", "ge_17th_army": "2833"}
    s, d = table(cut, axis=["elista", "astrakhan"])
    assert (
        supply.fed(s, d, RUSSIAN) >> site("baku") & 1
        or supply.limited(s, d, RUSSIAN) >> site("baku") & 1
    )
    assert supply.baku_full(s, d) == bool(supply.fed(s, d, RUSSIAN) >> site("baku") & 1)
    s, d = table(cut, axis=["elista", "astrakhan", "makhachkala", "guryev"])
    assert not supply.baku_full(s, d)
    assert supply.at(s, d, RUSSIAN, site("baku")) == LIMITED
    assert supply.at(s, d, RUSSIAN, at("3037")) == LIMITED
    assert site("derbent") not in [G.sites[n].place for n in supply.lost_sites(s, d, SOVIET)]
    s, d = table(axis=["baku"])
    assert not supply.baku_full(s, d)


BALTIC = ("libau", "riga", "tallinn")


def surrounded(turn: int = 6):  # type: ignore[no-untyped-def]
    """Leningrad with the Front in it, cut off by land, every other port of the Baltic lost."""
    ring = {"ge_16th_army": "2518", "ge_18th_army": "2417", "ge_9th_army": "2618"}
    return table({**ring, "su_leningrad_front": "2517"}, turn=turn, axis=BALTIC)


def test_a_fortress_feeds_for_defence_and_attrition() -> None:
    """13.2.4, 8.1: and gives no zone of control."""
    s, d = surrounded()
    front = unit("su_leningrad_front")
    assert supply.level(s, d, front) == LIMITED
    assert supply.fixed(s, d, [front]) == {front: LIMITED}
    assert front not in supply.starving(s, d, SOVIET)
    s.supply[front] = LIMITED
    assert not stand(s, front).zones
    s.destroyed = [at("2517")]
    assert supply.level(s, occupancy(s), front) == OUT
    assert front in supply.starving(s, occupancy(s), SOVIET)


def test_supply_is_what_it_was_when_it_was_fixed() -> None:
    """13.1.1: the state keeps the level; tracing anew does not change it."""
    s, d = surrounded()
    front = unit("su_leningrad_front")
    assert s.supply[front] == FULL
    assert zoc(s, d, SOVIET) >> at("2518") & 1
    assert front in supply.check(s, d, SOVIET)
    assert unit("ge_16th_army") not in supply.check(s, d, SOVIET)


def test_the_check_at_the_end_of_a_round_is_an_option() -> None:
    """23.1.4: for units out of supply alone."""
    s, d = table({"ge_4th_army": "1521", "ge_6th_army": "1522"}, supply={"ge_4th_army": OUT})
    assert supply.relieved(s, d, AXIS) == {}
    s.options = ["end_of_round_supply"]
    assert supply.relieved(s, d, AXIS) == {unit("ge_4th_army"): FULL}


def test_attrition_takes_units_and_places() -> None:
    """13.3.8, 13.3.9, 6.0: cities, ports, oil and stars that trace nothing; towns never."""
    s, d = crimea(soviet=("constanta", "varna", "burgas"))
    s.destroyed = [at("1931")]
    assert names(supply.starving(s, d, AXIS)) == {"ge_11th_army"}
    lost = {G.sites[n].id for n in supply.lost_sites(s, d, AXIS)}
    assert {"sevastopol", "kerch"} <= lost
    assert "simferopol" not in lost


def test_a_fortress_or_festung_keeps_its_place() -> None:
    """13.3.9, 16.3.5: whatever it traces."""
    s, d = crimea(soviet=("constanta", "varna", "burgas"))
    s.festungs = [at("1931")]
    assert "sevastopol" not in {G.sites[n].id for n in supply.lost_sites(s, d, AXIS)}
    assert not supply.starving(s, d, AXIS)


def test_the_maritime_army_after_its_event() -> None:
    """13.1.4, 7.5.4: fed on the coast while one port there is Soviet."""
    place = {"su_maritime_army": "2031", "ge_11th_army": "2030", "ge_4th_army": "2131"}
    ports = ("odessa", "nikolaev", "sevastopol", "kerch", "mariupol", "rostov")
    s, d = table(place, axis=ports)
    army = unit("su_maritime_army")
    before = supply.level(s, d, army)
    s, d = table(place, axis=ports, played=["black_sea_black_death"])
    assert supply.level(s, d, army) == FULL
    everything = [site_.id for site_ in G.sites if site_.sea == 1]
    s, d = table(place, axis=everything, played=["black_sea_black_death"])
    assert supply.level(s, d, army) == OUT
    assert before in (OUT, FULL)
    inland = {"su_maritime_army": "1221", "ge_4th_army": "1222", "ge_6th_army": "1120"}
    s, d = table({**inland, "ge_9th_army": "1220"}, played=["black_sea_black_death"])
    assert not supply.landed(s, at("1221")) and supply.level(s, d, army) == OUT


def test_as_whose_unit_a_place_traces() -> None:
    """13.3.9, 17.1.3, sw-41: a German's; in Romania and Hungary also as one of that country."""
    minors = {"romania": "ro", "hungary": "hu"}
    for one in G.sites:
        own = [minors[land] for land in minors if G.countries[land] >> one.place & 1]
        found = [NATIONS[nation] for nation in supply.nations_at(AXIS, one.place)]
        assert found == ["ge", *own], one.id
        assert supply.nations_at(SOVIET, one.place) == [RUSSIAN]
    assert {NATIONS[n] for n in supply.nations_at(AXIS, site("buda"))} == {"ge", "hu"}


def test_oil_counts_when_it_traces_supply() -> None:
    """17.1.1, 17.1.3: as if it were a unit."""
    s, d = table()
    assert supply.oil_counts(s, d, AXIS) == 1
    assert supply.oil_counts(s, d, SOVIET) == 3
    s, d = table({"su_20r_army": "1429"}, soviet=["bucharest"])
    assert supply.oil_counts(s, d, AXIS) == 1  # Germans still trace from Ploesti
    s, d = table(axis=["maikop"])
    assert supply.oil_counts(s, d, SOVIET) == 2
    wall = {"su_20r_army": "1327", "su_21r_army": "1427", "su_22r_army": "1528"}
    ring = {**wall, "su_west_front": "1429", "su_south_front": "1328", "su_16r_army": "1527"}
    s, d = table(ring, soviet=["bucharest"])
    s.festungs = [at("1428")]
    assert supply.at(s, d, 0, at("1428")) == LIMITED
    assert supply.oil_counts(s, d, AXIS) == 0  # 13.2.4: a Festung feeds units and no more


def test_zones_by_type_and_in_full_supply_alone() -> None:
    """8.1, 13.3.6: no zone for infantry corps, none out of supply."""
    s, d = table({"ge_43_corps": "2025"})
    assert not zoc(s, d, AXIS)
    s, d = table({"ge_46_pz_corps": "2025"})
    assert ids(zoc(s, d, AXIS)) == ids(mask(G.foot[at("2025")]))
    s, d = table({"ge_46_pz_corps": "2025"}, supply={"ge_46_pz_corps": OUT})
    assert not zoc(s, d, AXIS)


def test_t16_no_zone_into_leningrad() -> None:
    """8.2, 16.2.1: a fortress keeps it out; the Front in it has its own."""
    s, d = table({"ge_41_pz_corps": "2518", "su_leningrad_front": "2517"}, turn=2)
    assert not zoc(s, d, AXIS) >> at("2517") & 1
    assert zoc(s, d, AXIS) >> at("2618") & 1
    assert zoc(s, d, SOVIET) >> at("2518") & 1
    s.destroyed = [at("2517")]
    assert zoc(s, d, AXIS) >> at("2517") & 1


def test_a_fortified_zone_keeps_axis_zones_out() -> None:
    """8.2: and Soviet ones not."""
    s, d = table({"ge_41_pz_corps": "2518", "su_west_front": "2618"})
    s.zones = [at("2618")]
    assert not zoc(s, d, AXIS) >> at("2618") & 1
    s.zones = [at("2518")]
    assert zoc(s, d, SOVIET) >> at("2518") & 1


def test_no_zone_over_a_sea_hexside() -> None:
    """8.2: 2430 and 2431 are parted by the Gulf of Taganrog."""
    assert at("2431") in G.grid.neighbours[at("2430")]
    s, d = table({"ge_4th_army": "2430"})
    assert not zoc(s, d, AXIS) >> at("2431") & 1


def test_stacking() -> None:
    """9.1.1, 9.1.2, 9.1.3, 9.2.1, 9.2.2: four units, one of them large."""
    s, _ = table()
    over = lambda *u: rule(stacking.why_over(s, [BOARD.units[unit(x)] for x in u], 0))  # noqa: E731
    four = ("su_20r_army", "su_21r_army", "su_22r_army", "su_west_front")
    assert over(*four) == ""
    assert over(*four, "su_stalin") == ""
    assert over(*four, "su_13r_army") == "9.1.1"
    assert over("su_west_front", "su_south_front") == "9.1.2"
    assert over("ro_mtn_corps", "hu_7_corps") == "9.2.1"
    assert over("su_partisan_1", "su_20r_army") == "9.2.2"
    assert over("su_partisan_1") == ""
    s.partisans = [0]
    assert over("su_partisan_1") == "9.1.3"


def test_stacking_holds_on_the_map() -> None:
    """9.1.4: the hexes with too many."""
    s, d = table({"su_west_front": "2722", "su_south_front": "2722", "su_20r_army": "2621"})
    assert ids(stacking.overstacked(s, d, SOVIET)) == {"2722"}
    s, d = start()
    assert not stacking.overstacked(s, d, AXIS) | stacking.overstacked(s, d, SOVIET)


def test_a_line_leads_to_a_source() -> None:
    """13.1.2, 13.2.1, 13.2.3: over open hexes to a source, to a railway and along it, or a port."""
    s, d = start()
    for nation, sources in enumerate(G.sources.by_nation):
        side = SOVIET if nation == RUSSIAN else AXIS
        if nation == RUSSIAN:
            assert supply.baku_full(s, d)
            assert supply.line(s, d, nation, G.sources.baku) == [G.sources.baku]
            sources |= 1 << G.sources.baku
        fed, ports = supply.fed(s, d, nation), held(s, side) & G.ports
        for place in [p for p in range(HEXES) if G.land >> p & 1][::9]:
            way = supply.line(s, d, nation, place)
            assert bool(way) == bool(fed >> place & 1)
            if way:
                assert way[0] == place and (sources | ports) >> way[-1] & 1
                assert all(b in G.foot[a] or b in G.rail_links[a] for a, b in pairwise(way))


def test_baku_is_no_source_while_its_sea_is_the_axis_s() -> None:
    """13.2.3: the line of Baku itself goes by rail to the others then, as anybody's."""
    s, d = table(axis=[G.sites[n].id for n in G.sources.caspian])
    assert not supply.baku_full(s, d)
    way = supply.line(s, d, RUSSIAN, G.sources.baku)
    assert len(way) > 1 and G.sources.by_nation[RUSSIAN] >> way[-1] & 1
    s, d = table()
    assert supply.baku_full(s, d) and supply.line(s, d, RUSSIAN, G.sources.baku)
