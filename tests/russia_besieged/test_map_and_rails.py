"""Chapters 1 to 7: what the map closes, zones and stacks in play, rails that change hands."""

import pytest

from engine.board.bits import members
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    AXIS,
    FOREST,
    GERMAN,
    HEXES,
    SNOW,
    SOVIET,
    SWAMP,
)
from engine.games.russia_besieged.law import (
    advance,
    contact,
    movement,
    odds,
    overwhelm,
    rail,
    results,
    retreat,
    supply,
)
from engine.games.russia_besieged.state import occupancy, rails, zoc
from tests.russia_besieged.staged import EMPTY, game
from tests.russia_besieged.table import at, city, ids, table, unit
from tests.russia_besieged.test_combat import attack
from tests.russia_besieged.test_movement import rule
from tests.table import look, places, refused, words

G = BOARD.ground
EVERY_RAIL = [G.grid.ids[h] for h in members(G.rails)]


def dry(hex_: str, count: int = 6) -> list[str]:
    """Neighbours on land that no river parts from a hex."""
    return [G.grid.ids[h] for h in members(G.dry[at(hex_)])][:count]


# countries and pieces ---------------------------------------------------------------


def test_closed_lands_and_what_germany_and_russia_are() -> None:
    """1.0: nobody enters Turkey, Persia, Iraq or Syria; Germany is west of the border, north of
    Hungary; rails beyond the border of Persia carry supply all the same"""
    closed = [G.grid.ids[h] for h in range(HEXES) if not G.land >> h & 1 and G.terrain[h] != 4]
    assert closed and all(at(hex_) not in G.foot[h] for hex_ in closed for h in range(HEXES))
    germany, russia = G.countries["germany"], G.countries["russia"]
    assert not germany & russia and germany >> city("berlin") & 1 and russia >> city("riga") & 1
    assert russia >> city("tbilisi") & 1 and not germany >> city("budapest") & 1
    near = next(h for h in range(HEXES) if G.land >> h & 1 and any(
        not G.land >> n & 1 and G.terrain[n] != 4 for n in G.grid.neighbours[h]))  # fmt: skip
    over = next(n for n in G.grid.neighbours[near] if not G.land >> n & 1 and G.terrain[n] != 4)
    s, d = table({"rus_inf_4": G.grid.ids[near]}, side="soviet")
    assert rule(movement.why_not(s, d, unit("rus_inf_4"), over)) == "6.1"
    assert rule(retreat.why_no_step(s, d, BOARD.pieces[unit("rus_inf_4")], near, over)) == "10.72"
    assert G.rails >> city("tabriz") & 1 and not G.land >> city("tabriz") & 1


def test_one_ten_sided_die_and_armor_as_printed() -> None:
    """2.0: all mobile types count as armor but cavalry, the Hungarian corps and the Polizei"""
    assert all(len(cells) == 10 for cells in BOARD.charts.crt.values())
    assert all(len(cells) == 10 for cells in BOARD.charts.bat.values())
    armor = {piece.id: piece.armor for piece in BOARD.pieces}
    assert armor["ger_pz_41"] and armor["ger_pzgr_11"] and armor["rus_mech_1"]
    assert armor["rus_shock_1"] and armor["rus_gd_tank_1"] and armor["rum_mech_1"]
    assert not armor["rus_cav_2"] and not armor["hun_mech_1"] and not armor["ss_polizei"]


def test_the_axis_has_the_west_edge_and_the_russians_the_east() -> None:
    """23.01, 23.02: their cards' letters are on the pieces"""
    west, east = (members(edge) for edge in G.borders)
    assert {h % 40 + 1 for h in west} == {40} and all(h % 40 + 1 < 20 for h in east)
    start = [piece for piece in BOARD.pieces if piece.start >= 0 and piece.type < 14]
    assert {piece.mark for piece in start} >= {"N", "C", "S", "R", "B", "W", "K", "O", "L"}


# zones and stacks -------------------------------------------------------------------


def test_zones_bind_retreats_and_advances_by_their_own_rules() -> None:
    """4.03, 10.83: no retreat into an empty hex of a zone; an advance goes from zone to zone"""
    here = "2720"
    there, other = dry(here)[:2]
    s, d = table({"rus_inf_4": here, "ger_inf_1": "2718"}, side="axis")
    zone = zoc(d, AXIS)
    me = BOARD.pieces[unit("rus_inf_4")]
    barred = [h for h in G.foot[at(here)] if zone >> h & 1]
    assert barred and all(
        rule(retreat.why_no_step(s, d, me, at(here), h)) == "10.72" for h in barred
    )
    s, d = table({"ger_inf_1": here, "rus_inf_4": other})
    assert advance.onward(s, d, unit("ger_inf_1"), (), [at(there)], 0) >> at(there) & 1


def test_no_step_from_one_zone_into_another() -> None:
    """4.05: not even into that of a different unit"""
    s, d = table({"ger_inf_1": "2524", "rus_inf_4": "2523", "rus_inf_8": "2726"}, weather="mud/mud")
    me, zone = unit("ger_inf_1"), zoc(d, SOVIET)
    both = [h for h in G.foot[at("2524")] if zone >> h & 1 and not d.units(SOVIET, h)]
    assert both
    for hex_ in both:
        assert rule(movement.why_not(s, d, me, hex_)) == "4.05"
    free = [h for h in G.foot[at("2524")] if not zone >> h & 1]
    assert free and all(movement.why_not(s, d, me, hex_) is None for hex_ in free)


def test_stacks_are_counted_at_the_end_of_a_phase() -> None:
    """5.0, 5.03, 5.02: arrivals may stand too thick before they move on"""
    board = (*EMPTY, "put rus_inf_4 moscow", "put rus_inf_8 moscow", "put rus_inf_31 waiting")
    g = game(*board, "at 3 soviet movement")
    g.submit("soviet", "place rus_inf_31 moscow")
    assert refused(g, "soviet", "end movement") == "5.04"
    g.submit("soviet", "move rus_inf_31 1911")
    g.submit("soviet", "end movement")
    assert places(g, "rus_inf_31") == ["1911"]


# ground -------------------------------------------------------------------------------


def test_what_no_move_enters() -> None:
    """6.1: water, closed land, enemies; terrain stops some"""
    s, d = table({"ger_inf_1": "0821", "rus_inf_4": dry("0821")[0]})
    assert rule(movement.why_not(s, d, unit("ger_inf_1"), at(dry("0821")[0]))) == "6.1"
    water = next(h for h in G.grid.neighbours[city("riga")] if G.terrain[h] == 4)
    assert rule(movement.why_not(s, d, unit("ger_inf_1"), water)) == "6.1"
    forest = next(
        h for h in members(G.of_terrain[FOREST])
        if G.terrain[h] == FOREST and any(G.terrain[n] == FOREST for n in G.foot[h])
    )  # fmt: skip
    assert movement.stops(s, BOARD.pieces[unit("ger_pz_41")]) >> forest & 1


def test_northern_swamps_are_forest_in_snow() -> None:
    """6.4, 10.35: on and north of row 16; others are clear; none of them holds a retreat"""
    frozen = {h for h in members(G.of_terrain[SWAMP]) if h // 40 + 1 <= 16}
    assert set(members(G.frozen)) == frozen and frozen
    north, south = min(frozen), max(members(G.of_terrain[SWAMP]))
    s, _ = table(turn="jan_feb_1943", weather="snow/snow")
    assert (movement.terrain(s, north), movement.terrain(s, south)) == (FOREST, 0)
    s, d = table({"ger_inf_1": G.grid.ids[north]}, turn="jan_feb_1943", weather="snow/snow")
    assert (
        BOARD.charts.drm["forest"]
        in dict(odds.modifiers(s, d, attack(G.grid.ids[north], "ger_inf_1"))).values()
    )
    assert not results.stays_in_forest(s, AXIS, north)
    s, _ = table(turn="jul_aug_1942")
    assert movement.terrain(s, north) == SWAMP == movement.terrain(s, south)
    assert s.weather != [SNOW, SNOW]


def test_over_the_strait_there_is_victory_but_no_blitzkrieg() -> None:
    """6.23, 10.93, 10.1: nor must anybody attack across it"""
    units = {"ger_pz_24": "3823", "ger_pz_39": "3823", "ger_pz_14": "3823", "rus_para_1": "3922"}
    s, d = table(units)
    bolt = attack("3922", "ger_pz_24 ger_pz_39", blitz=True)
    assert rule(odds.why_not_blitz(s, d, bolt)) == "10.93"
    assert overwhelm.why_no_victory(s, d, attack("3922", "ger_pz_24 ger_pz_39 ger_pz_14")) is None
    s, d = table({"ger_pz_24": "3823", "rus_inf_4": "3922"})
    assert contact.duties(s, d).must == []


# rails --------------------------------------------------------------------------------


def test_railheads_part_the_rails() -> None:
    """7.0, 7.05: what is not the Axis's and not converting is Russian"""
    s, _ = table(axis=["1624", "1523"])
    assert rails(s, AXIS) | rails(s, SOVIET) == G.rails and not rails(s, AXIS) & rails(s, SOVIET)
    s.converting = f"{1 << at('1624'):x}"
    assert not (rails(s, AXIS) | rails(s, SOVIET)) >> at("1624") & 1


def test_a_train_leaves_the_map_and_comes_again_at_one_edge() -> None:
    """7.08: the Russians' in the east, though no line on the map joins the two"""
    edges = members(G.edges[SOVIET])
    apart = next(
        (a, b) for a in edges for b in edges
        if a < b and not rail.joined(1 << a, G.rails & ~(1 << 0) & near_edge(a)) >> b & 1
    )  # fmt: skip
    first, last = (G.grid.ids[h] for h in apart)
    others = set(EVERY_RAIL) - {first, last}
    s, d = table({"rus_inf_4": first, "ger_inf_1": "1734"}, side="soviet", axis=others)
    assert rail.why_not(s, d, unit("rus_inf_4"), at(last)) is None
    s, d = table({"ger_inf_1": first}, axis=EVERY_RAIL, russian=others)
    assert rule(rail.why_not(s, d, unit("ger_inf_1"), at(last))) == "7.03"


def test_each_reason_against_a_train() -> None:
    """7.03, 7.04, 7.06, 7.07: where it stands, no rails, the enemy's, a line that converts, a zone,
    and rails of its own that no line joins"""
    s, d = table({"rus_inf_4": "1718"}, side="soviet")
    army, start = unit("rus_inf_4"), at("1718")
    goal = next(h for h in G.rail_links[start] if rail.why_not(s, d, army, h) is None)
    bare = next(h for h in range(HEXES) if G.land >> h & 1 and not G.rails >> h & 1)
    assert rule(rail.why_not(s, d, army, start)) == rule(rail.why_not(s, d, army, bare)) == "7.07"
    s.converting = f"{1 << goal:x}"
    assert rule(rail.why_not(s, d, army, goal)) == "7.04"
    s, d = table({"rus_inf_4": "1718"}, side="soviet", axis=[G.grid.ids[goal]])
    assert rule(rail.why_not(s, d, army, goal)) == "7.03"
    foe = next(h for h in members(G.dry[goal]) if h not in G.grid.neighbours[start] and h != start)
    s, d = table({"rus_inf_4": "1718", "ger_inf_1": G.grid.ids[foe]}, side="soviet")
    why = rail.why_not(s, d, army, goal)
    assert why is not None and why.rule == "7.06" and "zone of control" in why.text
    around = [G.grid.ids[h] for h in G.rail_links[goal]]
    s, d = table({"rus_inf_4": "3810"}, side="soviet", axis=around)
    why = rail.why_not(s, d, army, goal)
    assert why is not None and why.rule == "7.06" and "leads there" in why.text


def near_edge(place: int) -> int:
    return sum(1 << h for h in (place, *G.rail_links[place]))


def test_the_line_of_chongar_is_for_rails_alone() -> None:
    """7.12: no step on the ground goes from 3523 to 3624, nor supply past a railway"""
    s, d = table({"ger_inf_1": "3523"}, axis=EVERY_RAIL)
    assert at("3624") not in G.foot[at("3523")]
    assert at("3624") in G.rail_links[at("3523")]
    assert rail.why_not(s, d, unit("ger_inf_1"), at("3624")) is None
    found = movement.reached(s, d, unit("ger_inf_1"))
    assert found is not None and found.cost(at("3624")) > 1
    s, d = table({"ger_inf_1": "3624"}, axis=[*EVERY_RAIL], russian=["3624", "3726", "3826"])
    assert supply.unlimited(s, d, GERMAN) >> at("3523") & 1


def test_the_russians_convert_from_the_east() -> None:
    """7.23: rails that lead to the east edge, or to a Russian Baku"""
    line = [hex_ for hex_ in EVERY_RAIL if int(hex_[2:]) >= 20]
    s, d = table({"rus_inf_4": "1719"}, side="soviet", axis=[*line, "1719"])
    added, _ = rail.conversion(s, d, SOVIET, at("1719"))
    assert added >> at("1719") & 1
    s, d = table({"rus_inf_4": "1719"}, side="soviet", axis=EVERY_RAIL)
    assert not rail.conversion(s, d, SOVIET, at("1719"))[0] >> at("1719") & 1
    s, _ = table(side="soviet")
    assert rail.home(s, SOVIET) >> city("baku") & 1
    s, _ = table(side="soviet", axis=["5710"])
    assert not rail.home(s, SOVIET) >> city("baku") & 1
    assert rail.home(s, AXIS) >> city("helsinki") & 1


# automatic victory ----------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "side", "air", "wanted"),
    [
        ("jul_aug_1943", "axis", 0, ""),
        ("sep_oct_1943", "axis", 4, "9.31"),
        ("may_jun_1943", "soviet", 4, "9.31"),
        ("jul_aug_1943", "soviet", 0, "9.31"),
        ("jul_aug_1943", "soviet", 1, ""),
        ("jan_feb_1944", "soviet", 0, ""),
    ],
)
def test_when_a_side_may_win_automatically(turn: str, side: str, air: int, wanted: str) -> None:
    """9.3, 9.31, 11.72, 12.06: from July to December 1943 with an air or an artillery unit"""
    big = {"rus_gd_tank_1": "2720", "rus_gd_inf_1": "2720", "ger_inf_26/1": "2719"}
    if side == "axis":
        big = {"ger_pz_24": "2720", "ger_pz_39": "2720", "rus_para_1": "2719"}
    s, d = table(big, turn=turn, side=side)
    units = " ".join(name for name in big if not name.startswith(("ger_inf", "rus_para")))
    assert rule(overwhelm.why_no_victory(s, d, attack("2719", units, air=air))) == wanted
    if wanted and air:  # nothing helps in that turn
        assert not overwhelm.candidates(s, d)
    if side == "soviet" and turn == "jul_aug_1943":
        guns = {"rus_gd_tank_1": "2720", "rus_gd_tank_2": "2720", "rus_art_1": "2720"}
        s, d = table({**guns, "ger_inf_26/1": "2719"}, turn=turn, side=side)
        assert overwhelm.why_no_victory(s, d, attack("2719", " ".join(guns))) is None


def test_who_took_part_goes_on_in_the_next_impulse() -> None:
    """9.41, 9.32, 9.4, rb-26: it moves and attacks then, but wins no second time in the turn"""
    board = (*EMPTY, "put ger_pz_24 2720", "put ger_pz_39 2720", "put rus_para_1 2719")
    g = game(*board, "put ger_inf_1 1734", "at 3 axis movement")
    g.submit("axis", "av 2719 with ger_pz_24 ger_pz_39")
    g.submit("axis", "done")
    assert refused(g, "axis", "move ger_pz_24 2721") == "9.4"
    assert places(g, "rus_para_1") == ["surrendered_soviet"]
    g.submit("axis", "end movement")
    while g.table.s.impulse == 1:
        g.submit("axis", "end combat")
    assert "2721" in words(g, "axis", "move ger_pz_24 ")
    assert look(g, "ger_pz_24 victor") == "1"
    s, d = g.table.s, occupancy(g.table.s)
    assert contact.able(s, unit("ger_pz_24"))
    assert d and overwhelm.conquest(s, d, (at("2719"),), (unit("ger_pz_24"),)) is None


def test_who_is_placed_on_a_line_converts_it() -> None:
    """7.25, 17.02: to be put on a hex is to enter it"""
    g = game(*EMPTY, "mark 0540 rails soviet", "put ger_pz_40 waiting", "at 2 axis movement")
    g.submit("axis", "place ger_pz_40 0540")
    assert "0540" in ids(int(g.table.s.converting, 16))


def test_the_volkssturm_converts_no_line() -> None:
    """7.21: only who has a zone round it, paratroops and the Polizei do"""
    plain = G.rails & G.countries["germany"] & ~G.junctions & ~G.majors & ~G.minors
    line, beside = next(
        (h, n)
        for h in members(plain & ~G.edges[0])
        for n in G.foot[h]
        if len(G.rail_links[h]) == 2 and not G.rails >> n & 1
    )
    line, beside = G.grid.ids[line], G.grid.ids[beside]
    for who, converts in (("volkssturm", False), ("ger_inf_1", True)):
        board = (*EMPTY, f"put {who} {beside}", f"mark {line} rails soviet")
        g = game(*board, "at 23 axis movement")
        g.submit("axis", f"move {who} {line}")
        assert (line in ids(int(g.table.s.converting, 16))) == converts
