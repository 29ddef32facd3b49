"""Retreats, and who is lost in them (chapter 12)."""

from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
)
from engine.games.stalins_war.law import retreat
from engine.games.stalins_war.state import (
    occupancy,
)
from tests.stalins_war.table import at, card, names, rule, table, unit, units
from tests.stalins_war.test_combat import G

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
