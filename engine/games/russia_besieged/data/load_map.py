"""The map as the rules use it, from its records."""

from itertools import pairwise

from engine.board.bits import Steps, mask
from engine.board.hexgrid import HexMap, axial_of, from_axial, hexsides
from engine.core.sheets import index
from engine.games.russia_besieged.data import schema
from engine.games.russia_besieged.data.facts import (
    AXIS,
    COLUMNS,
    HEXES,
    NOWHERE,
    ROWS,
    SOVIET,
    SWAMP,
    TERRAINS,
    WATER,
    City,
    Well,
)
from engine.games.russia_besieged.data.facts_board import Ground

SEAS = ("baltic", "black", "caspian")
"""Sea areas in which units move (8.05)."""

DIRECTIONS = ("w", "nw", "ne", "e", "se", "sw")
"""Columns are counted westward, so that the grid is a mirror image of even-r."""


def side_of(name: str) -> int:
    """The side that the sheet calls by this name, -1 for neutral."""
    return {"axis": AXIS, "russian": SOVIET, "neutral": NOWHERE}[name]


def _grid() -> HexMap:
    return from_axial(
        [
            (f"{row:02}{column:02}", *axial_of(column, row, "even-r"))
            for row in range(1, ROWS + 1)
            for column in range(1, COLUMNS + 1)
        ],
        DIRECTIONS,
    )


def ground(file: schema.MapFile) -> Ground:
    """Numbers, masks and links; ValueError where the records do not fit together."""
    grid = _grid()
    place = grid.index.__getitem__
    if {r.id for r in file.hexes} | {r.id for r in file.water_hexes} != set(grid.ids):
        raise ValueError("the records do not fill the rectangle")
    land = mask(place(r.id) for r in file.hexes if r.playable)
    terrain = [WATER] * HEXES
    for record in file.hexes:
        terrain[place(record.id)] = TERRAINS.index(record.terrain)
    countries: dict[str, int] = {}
    for record in file.hexes:
        countries[record.country] = countries.get(record.country, 0) | 1 << place(record.id)
    near = [
        [other for other in others if land >> other & 1] if land >> here & 1 else []
        for here, others in enumerate(grid.neighbours)
    ]
    rivers = hexsides(grid, [(place(r.a), place(r.b)) for r in file.river_hexsides])
    special = {link.id: link for link in file.special_links}
    kerch = special["kerch_strait"]
    strait = place(kerch.a), place(kerch.b)
    foot = [list(others) for others in near]
    foot[strait[0]].append(strait[1])
    foot[strait[1]].append(strait[0])
    finland = countries["finland"]
    wet = [mask(o for o in others if rivers.marked(h, o)) for h, others in enumerate(near)]
    for here, there in (strait, strait[::-1]):
        wet[here] |= 1 << there
    rail_links: list[list[int]] = [[] for _ in range(HEXES)]
    chongar = special["chongar_rail"]
    for a, b in (*((r.a, r.b) for r in file.rail_links), (chongar.a, chongar.b)):
        rail_links[place(a)].append(place(b))
        rail_links[place(b)].append(place(a))
    rails = mask(h for h, others in enumerate(rail_links) if others)
    emergency = tuple(place(id_) for id_ in file.emergency_rail_line.hexes)
    tracks = [list(others) for others in rail_links]
    for here, there in pairwise(emergency):
        if there not in tracks[here]:
            tracks[here].append(there)
            tracks[there].append(here)

    cities = tuple(
        _city(number, record, place(record.hex)) for number, record in enumerate(file.cities)
    )
    city_at = [NOWHERE] * HEXES
    for city in cities:
        city_at[city.place] = city.index
    of_terrain = tuple(
        mask(h for h, kind in enumerate(terrain) if kind == wanted)
        for wanted in range(len(TERRAINS))
    )
    sources = file.supply_sources
    north = {id_: 1 << place(id_) for id_ in sources.finnish_german_unlimited.hexes}
    if set(north) != {"0111", "0120"}:
        raise ValueError("13.33 names 0111 and 0120")
    water = {area: mask(place(r.id) for r in file.water_hexes if r.area == area) for area in SEAS}
    around = Steps(grid.neighbours)
    azov = mask(place(r.id) for r in file.water_hexes if r.subarea == "azov")
    outside = water["black"] & ~azov
    return Ground(
        grid=grid,
        land=land,
        terrain=tuple(terrain),
        of_terrain=of_terrain,
        countries=countries,
        seas=tuple(
            around.spread(water[area]) & land
            | mask(city.place for city in cities if city.area == number)
            for number, area in enumerate(SEAS)
        ),
        azov=around.spread(azov) & land & ~around.spread(outside),
        rivers=rivers,
        dry=tuple(
            mask(o for o in others if not rivers.marked(h, o)) for h, others in enumerate(near)
        ),
        wet=tuple(wet),
        foot=tuple(tuple(others) for others in foot),
        walk=Steps(foot),
        strait=strait,
        zone=Steps(near),
        zone_closed=Steps(
            [
                [o for o in others if finland >> h & 1 == finland >> o & 1]
                for h, others in enumerate(near)
            ]
        ),
        rails=rails,
        rail_links=tuple(tuple(others) for others in rail_links),
        rail_steps=Steps(rail_links),
        tracks=tuple(tuple(others) for others in tracks),
        junctions=mask(h for h, others in enumerate(rail_links) if len(others) > 2),
        cities=cities,
        city_index=index([city.id for city in cities]),
        city_at=tuple(city_at),
        majors=mask(city.place for city in cities if city.major),
        minors=mask(city.place for city in cities if not city.major),
        wells=tuple(
            Well(
                number,
                record.id,
                record.name,
                place(record.hex),
                side_of(record.owner),
                tuple((value.from_turn, value.value) for value in record.values),
                record.source,
            )
            for number, record in enumerate(file.oil_wells)
        ),
        borders=(
            mask(place(r.id) for r in file.hexes if r.edge == "west") & land,
            mask(place(r.id) for r in file.hexes if r.edge == "east") & land,
        ),
        edges=(
            mask(place(id_) for id_ in sources.axis_unlimited.hexes),
            mask(place(id_) for id_ in sources.russian_unlimited.hexes),
        ),
        northern=north["0120"],
        murmansk=north["0111"],
        regions={r.id: mask(place(id_) for id_ in r.hexes) for r in file.regions if r.hexes},
        setup_areas={r.id: mask(place(id_) for id_ in r.hexes) for r in file.setup_areas},
        frozen=of_terrain[SWAMP] & (1 << 16 * COLUMNS) - 1,  # 6.4: rows 01 to 16
        emergency=emergency,
    )


def _city(number: int, record: schema.CityRecord, place: int) -> City:
    return City(
        index=number,
        id=record.id,
        name=record.name,
        place=place,
        major=record.rank == "major",
        country=record.country,
        area=SEAS.index(record.port) if record.port else NOWHERE,
        base=side_of(record.naval_base) if record.naval_base else NOWHERE,
        start=side_of(record.start_control),
        oos=record.oos_turns,
        source=record.source,
    )
