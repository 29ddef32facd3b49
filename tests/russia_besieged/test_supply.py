"""Chapter 13: two legs, besieged cities, combat supply; against a second computation."""

import pytest

from engine.board.bits import mask
from engine.board.occupancy import Occupancy
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    AXIS,
    FINNISH,
    GERMAN,
    HEXES,
    ITALIAN,
    PARATROOP,
    PARTISAN,
    RUSSIAN,
    SOVIET,
    Piece,
)
from engine.games.russia_besieged.law import rations, supply
from engine.games.russia_besieged.state import (
    RussiaBesieged,
    fighter,
    marker,
    new,
    occupancy,
    rails,
)
from tests.russia_besieged.table import at, city, ids, table, unit
from tests.russia_besieged.test_movement import scattered

G = BOARD.ground
KERCH = ["3726", "3625", "3624", "3523", "3423", "3922", "3823"]
WEST = ids(h for h in range(HEXES) if G.rails >> h & 1 and h // 40 < 35 and h % 40 + 1 >= 21)


# the map as a second computation sees it -----------------------------------------


def zone_by_hand(s: RussiaBesieged, side: int) -> set[int]:
    found: set[int] = set()
    for piece in BOARD.pieces:
        place = s.place[piece.index]
        if piece.side != side or place >= HEXES or marker(s, piece.index) or not piece.faces:
            continue
        found.add(place)
        if piece.full_zone and fighter(s, piece.index):
            found |= {o for o in G.grid.neighbours[place] if G.land >> o & 1}
    return found


def keeps_open(piece: Piece) -> bool:
    return piece.full_zone and piece.type not in (PARATROOP, PARTISAN) and "art" not in piece.id


def by_hand(s: RussiaBesieged, nation: int, sources: set[int], limit: int) -> set[int]:
    """Hexes that trace so many hexes to rails that lead to a source, hex by hex."""
    side = SOVIET if nation == RUSSIAN else AXIS
    stand = [p for p in BOARD.pieces if s.place[p.index] < HEXES and p.faces]
    friends = {s.place[p.index] for p in stand if p.side == side and keeps_open(p)}
    enemies = {s.place[p.index] for p in stand if p.side != side and fighter(s, p.index)}
    shut = (zone_by_hand(s, 1 - side) - friends) | enemies
    mine = rails(s, side)
    line = [h for h in sources if mine >> h & 1 and h not in shut]
    line += [h for h in sources if h not in shut and h not in line]
    known = set(line)
    for here in line:
        for other in G.rail_links[here] if mine >> here & 1 else ():
            if mine >> other & 1 and other not in shut and other not in known:
                known.add(other)
                line.append(other)
    reached = dict.fromkeys(known, 0)
    front = list(known)
    for here in front:
        if here in shut or reached[here] == limit or not G.land >> here & 1:
            continue
        for other in G.foot[here]:
            if other not in reached:
                reached[other] = reached[here] + 1
                front.append(other)
    thieves = {s.place[p.index] for p in stand if p.type == PARTISAN and p.side != side}
    return set(reached) | sources - enemies - thieves  # who stands there traces no path


def places(bits: int) -> set[int]:
    return {h for h in range(HEXES) if bits >> h & 1}


@pytest.mark.parametrize("seed", range(8))
def test_two_legs_against_a_search_hex_by_hex(seed: int) -> None:
    s = scattered(seed)
    s.turn = max(s.turn, 2)
    d = occupancy(s)
    now = s.weather[s.impulse - 1]
    land = places(G.land)
    limit = BOARD.charts.ranges[now]
    west, north = places(G.edges[AXIS]), places(G.northern)
    assert places(supply.unlimited(s, d, ITALIAN)) & land == by_hand(s, ITALIAN, west, limit) & land
    german = by_hand(s, GERMAN, west | north, limit)
    german |= by_hand(s, GERMAN, places(G.murmansk), BOARD.charts.ranges_0111[now])
    assert places(supply.unlimited(s, d, GERMAN)) & land == german & land
    russian = by_hand(s, RUSSIAN, places(G.edges[SOVIET]), limit)
    away = land - places(G.regions["caucasus"]) - {city("sevastopol")}
    assert places(supply.unlimited(s, d, RUSSIAN)) & away == russian & away


# the book -----------------------------------------------------------------------


def fed(id_: str, position: tuple[RussiaBesieged, Occupancy]) -> bool:
    return supply.general(*position, unit(id_))


def test_the_example_of_kerch() -> None:
    """6.24"""
    here = {"ger_inf_1": "4022"}
    axis = [*WEST, *KERCH]
    assert fed("ger_inf_1", table(here, axis=axis))
    assert fed("ger_inf_1", table(here, axis=axis, weather="mud/mud"))
    assert not fed("ger_inf_1", table(here, axis=axis, weather="snow/snow"))
    assert not fed("ger_inf_1", table(here, axis=[id_ for id_ in axis if id_ != "3523"]))


def test_friends_keep_a_path_open_but_not_all_kinds() -> None:
    """13.51"""
    _, d = table({"rus_art_1": "2525", "rus_inf_4": "2527", "rus_para_1": "2529"})
    assert not supply.guards(d, SOVIET) >> at("2525") & 1
    assert supply.guards(d, SOVIET) >> at("2527") & 1
    assert not supply.guards(d, SOVIET) >> at("2529") & 1


@pytest.mark.parametrize("scenario", range(7))
def test_nobody_dies_of_the_set_up(scenario: int) -> None:
    """13.41, 13.62, F35"""
    s = new(scenario)
    s.impulse = 2
    d = occupancy(s)
    for side in (AXIS, SOVIET):
        cities = supply.besieged(s, d, side)
        for piece in BOARD.of_side[side]:
            it = BOARD.pieces[piece]
            if it.ground and s.place[piece] < HEXES and not supply.general(s, d, piece):
                assert any(c.range >> s.place[piece] & 1 for c in cities), it.id


def test_finns_and_germans_have_the_north() -> None:
    """13.33, 13.34"""
    s, d = table(turn="sep_oct_1941")
    assert supply.unlimited(s, d, FINNISH) >> at("0111") & 1
    assert supply.unlimited(s, d, GERMAN) >> at("0120") & 1
    assert not supply.unlimited(s, d, ITALIAN) >> at("0111") & 1


def test_a_city_cut_off_feeds_two_armies() -> None:
    """13.41"""
    ring = ids(G.grid.neighbours[city("minsk")])
    s, d = table({"ger_inf_1": "1821", "rus_inf_4": "1623"}, axis=ring)
    minsk = [c for c in supply.besieged(s, d, SOVIET) if c.place == city("minsk")]
    assert [c.turns for c in minsk] == [1]
    feeds = lambda *units: not rations.share(dict.fromkeys(units, minsk)).hungry  # noqa: E731
    units = [unit(id_) for id_ in ("rus_inf_4", "rus_inf_3", "wec_kiev", "stalin")]
    assert feeds(*units) and not feeds(*units, unit("rus_mech_8"))
    corps = [unit(f"rus_mech_{n}") for n in (8, 10, 19)]
    assert feeds(*corps) and not feeds(*corps, units[0])


def test_leningrad_and_the_ice_road() -> None:
    """13.42, 13.62, 6.3, 13.46"""
    ring = ids(G.grid.neighbours[city("leningrad")])
    s, d = table({"rus_inf_4": "0714"}, axis=ring, turn="nov_dec_1941")
    held = {c.place: c.turns for c in supply.besieged(s, d, SOVIET)}
    assert held[city("leningrad")] == 4
    assert supply.ice_road(s, d)
    s.fallen = f"{1 << G.city_index['leningrad']:x}"  # 13.46
    assert {c.place: c.turns for c in supply.besieged(s, d, SOVIET)}[city("leningrad")] == 1
    s, d = table({"ger_inf_1": "0812"}, axis=ring)
    assert not supply.ice_road(s, d)
    s, d = table({"ger_inf_1": "0813"}, axis=ring)
    assert not supply.ice_road(s, d)
    s, d = table({"ger_inf_1": "0813", "rus_inf_4": "0812"}, axis=ring)
    assert supply.ice_road(s, d)


def test_the_caucasus_lives_on_baku() -> None:
    """13.8, rb-36"""
    south = ids(mask(h for h in range(HEXES) if G.rails >> h & 1) & G.regions["caucasus"])
    north = ids(G.rails) - south
    s, d = table({"rus_inf_4": "4716"}, weather="snow/snow", axis=[], russian=north)
    assert supply.general(s, d, unit("rus_inf_4"))
    assert not {c.place for c in supply.besieged(s, d, SOVIET)} & {city("baku")}


@pytest.mark.parametrize(
    ("turn", "weather", "hex_", "expected"),
    [
        ("jul_aug_1941", "clear/clear", "2020", True),
        ("jan_feb_1942", "snow/snow", "2020", False),
        ("jan_feb_1942", "snow/snow", "1623", True),
        ("jan_feb_1944", "snow/snow", "2020", True),
        ("jan_feb_1942", "snow/snow", "1331", True),
    ],
)
def test_combat_supply(turn: str, weather: str, hex_: str, expected: bool) -> None:
    """13.72, 13.71"""
    axis = ["1623"]
    s, d = table({"ger_inf_1": hex_, "fin_inf_2": hex_}, turn=turn, weather=weather, axis=axis)
    assert supply.in_combat_supply(s, d, unit("ger_inf_1")) == expected
    assert supply.in_combat_supply(s, d, unit("fin_inf_2"))  # 13.71


def test_the_second_winter_reaches_two_hexes() -> None:
    """13.72"""
    near = G.zone.spread(1 << city("minsk"))
    cities = G.majors | G.minors
    beside = G.zone.spread(cities) | cities
    far = min(ids(G.zone.spread(near) & ~beside))
    for turn, expected in (("jan_feb_1942", False), ("jan_feb_1943", True)):
        s, d = table({"ger_inf_1": far}, turn=turn, weather="snow/snow", axis=["1623"])
        assert supply.in_combat_supply(s, d, unit("ger_inf_1")) == expected
