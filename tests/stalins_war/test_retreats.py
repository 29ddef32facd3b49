"""Retreats, and who is lost in them (chapter 12)."""

from engine.core.frames import Frame
from engine.games.stalins_war.acts import T, refresh
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    SOVIET,
)
from engine.games.stalins_war.law import retreat
from engine.games.stalins_war.play.answering import Withdraw
from engine.games.stalins_war.play.retreats import Retreat, Stand, worth_holding
from engine.games.stalins_war.state import (
    StalinsWar,
    occupancy,
)
from tests.stalins_war.staged import Rest, staged, with_cards
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


def test_each_reason_against_a_retreat() -> None:
    """11.4.2, 11.4.4: its length, its end, its steps; a Partisan cuts an Axis one short."""
    s, d = table({"ge_43_corps": "2421"})
    corps, start_ = unit("ge_43_corps"), at("2421")
    no = lambda length, *way: retreat.why_not(s, d, corps, start_, length, tuple(map(at, way)))  # noqa: E731
    one = min(path[0] for path in paths(s, d, "ge_43_corps", 1))
    two = min(paths(s, d, "ge_43_corps", 2))
    assert no(1, one) is None and no(2, *two) is None
    for length, way in ((2, (one,)), (1, two)):
        why = no(length, *way)
        assert why is not None and "exactly" in why.text and why.rule == "11.4.2"
    beside = next(p for p in G.foot[at(two[0])] if p in G.foot[start_])
    why = no(2, two[0], G.grid.ids[beside])
    assert why is not None and "next to no hex that it left" in why.text
    s.partisans = [at(one)]
    why = no(2, one)
    assert why is not None and "prefer" in why.text and why.rule == "11.4.4"


def test_an_enemy_city_is_the_last_way() -> None:
    """11.4.4: taken where all others are shut, town or open hex before it."""
    s, d = table({"ge_43_corps": "2022"}, axis=[one.id for one in G.sites])
    city = G.site("minsk")
    beside = next(p for p in G.foot[city.place] if G.site_at[p] < 0)
    s.place[unit("ge_43_corps")] = beside
    d = occupancy(s)
    free = paths(s, d, "ge_43_corps", 1)
    assert (G.grid.ids[city.place],) in free
    s, _ = table({"ge_43_corps": "2022"}, soviet=["minsk"])
    s.place[unit("ge_43_corps")] = beside
    d = occupancy(s)
    left = paths(s, d, "ge_43_corps", 1)
    assert left and (G.grid.ids[city.place],) not in left


def scene(s: StalinsWar) -> T:
    def begin(t: T) -> Frame:
        with_cards(t)
        return Rest(side="axis")

    return staged(s, begin).table


def test_what_a_side_holds_by_default() -> None:
    """11.4.3: stars, oil hexes and its own fortresses, and nothing else."""
    s, _ = table({"su_20r_army": "2024"})
    t = scene(s)
    s = t.s
    own = {c.place for c in G.sites if c.fortress == SOVIET}
    worth = own | {p for p in range(990) if (G.stars | G.oil) >> p & 1}
    assert {p for p in range(990) if worth_holding(t, SOVIET, p)} == worth
    assert Stand(side="soviet", place=at("2024")).default(t) == "give way"
    s.place[unit("su_20r_army")] = min(own)
    refresh(t)
    assert Stand(side="soviet", place=min(own)).default(t) == "stand su_20r_army"


def test_who_goes_first_by_default() -> None:
    """11.4.4: whoever has the fewest ways, an LCU before others, by the first of its ways."""
    s, _ = table({"ge_4th_army": "2025", "ge_43_corps": "2025", "ge_2nd_army": "2026"})
    t = scene(s)
    choice = Retreat(side="axis", start=at("2025"), length=1)
    found = choice.ways(t)
    army, corps = units("ge_4th_army", "ge_43_corps")
    assert 1 < len(found[army]) < len(found[corps])
    first = G.grid.ids[found[army][0][0]]
    assert choice.default(t) == f"retreat ge_4th_army {first}"
    s.place[unit("ge_2nd_army")] = at("1521")
    t = scene(s)
    assert choice.default(t).startswith("retreat ge_4th_army ")


def test_who_withdraws_by_default() -> None:
    """11.4.4, 7.5.5b: all have a way of one hex, and the hex is no star, oil hex or fortress."""
    s, _ = table(
        {"ge_43_corps": "1431", "su_west_front": "1429", "su_south_front": "1529"}, turn=12
    )
    t = scene(s)
    assert not paths(t.s, t.d, "ge_43_corps", 2)
    assert Withdraw(side="axis", place=at("1431")).default(t) == "withdraw"
    t.s.place[unit("ge_bunker")] = at("1431")
    refresh(t)
    assert Withdraw(side="axis", place=at("1431")).default(t) == "hold"
    star = min(p for p in range(990) if G.stars >> p & 1 and G.germany >> p & 1)
    t.s.place[unit("ge_46_pz_corps")] = star
    refresh(t)
    assert Withdraw(side="axis", place=star).default(t) == "hold"
