"""The map as the rules use it, from its records."""

from engine.board.bits import Steps, mask
from engine.board.hexgrid import FLAT, HexMap, axial_of, from_axial
from engine.core.sheets import index
from engine.games.stalins_war.data import schema
from engine.games.stalins_war.data.facts import (
    CLOSED,
    COLUMNS,
    FIRST_COLUMN,
    FIRST_ROW,
    HEXES,
    NATIONS,
    NOWHERE,
    ROWS,
    SIDES,
    TERRAINS,
    Sea,
    Site,
)
from engine.games.stalins_war.data.facts_board import Ground, Sources

_SOURCES_OF = {
    "ge": "german_and_vlassov",
    "it": "hungarian_and_italian",
    "ro": "romanian",
    "hu": "hungarian_and_italian",
    "su": "soviet",
}
"""13.2.1, 13.2.2."""


def _grid() -> HexMap:
    """Every cell of the rectangle, column by column, so that sets go on in a few shifts."""
    return from_axial(
        [
            (f"{column:02}{row:02}", *axial_of(column, row, "odd-q"))
            for column in range(FIRST_COLUMN, FIRST_COLUMN + COLUMNS)
            for row in range(FIRST_ROW, FIRST_ROW + ROWS)
        ],
        FLAT,
    )


def ground(file: schema.MapFile) -> Ground:
    """Numbers, masks and links; ValueError where the records do not fit together."""
    grid = _grid()
    place = grid.index.__getitem__
    land = mask(place(record.id) for record in file.hexes)
    terrain = [CLOSED] * HEXES
    for record in file.hexes:
        terrain[place(record.id)] = TERRAINS.index(record.terrain)
    seas, lakes = file.seas, file.lakes
    water = [id_ for sea in seas for id_ in sea.sea_hexes] + [
        h for lake in lakes for h in lake.hexes
    ]
    if land & mask(place(id_) for id_ in (*water, *file.out_of_play.hexes)):
        raise ValueError("a hex is land and is not")
    shut = {
        side
        for record in file.hexsides
        if record.impassable
        for side in _both(place(record.a), place(record.b))
    }
    foot = tuple(
        tuple(o for o in others if land >> o & 1 and (here, o) not in shut)
        if land >> here & 1
        else ()
        for here, others in enumerate(grid.neighbours)
    )
    rail_links: list[list[int]] = [[] for _ in range(HEXES)]
    for rail in file.rail_links:
        a, b = place(rail.a), place(rail.b)
        if b not in foot[a]:
            raise ValueError(f"the rail {rail.a} to {rail.b} goes where no unit can walk")
        rail_links[a].append(b)
        rail_links[b].append(a)
    rails = mask(h for h, others in enumerate(rail_links) if others)
    if rails != mask(place(record.id) for record in file.hexes if record.rail):
        raise ValueError("the rail hexes are not those of the rail links")

    sea_index = index([sea.id for sea in seas])
    sites = tuple(
        _site(number, record, place(record.hex), sea_index)
        for number, record in enumerate(file.places)
    )
    site_index = index([site.id for site in sites])
    site_at = [NOWHERE] * HEXES
    for site in sites:
        if site_at[site.place] != NOWHERE:
            raise ValueError(f"two places stand on {grid.ids[site.place]}")
        site_at[site.place] = site.index
    hexsides = {record.id: record for record in file.hexsides}
    restricted = file.restricted_attack_hexes
    caucasus = mask(place(record.id) for record in file.hexes if record.caucasus_zone)
    sources = file.supply_sources
    baku = sources.soviet.conditional
    by_name = {
        name: mask(place(id_) for id_ in getattr(sources, name).hexes)
        for name in set(_SOURCES_OF.values())
    }
    return Ground(
        grid=grid,
        land=land,
        terrain=tuple(terrain),
        of_terrain=tuple(
            mask(h for h, kind in enumerate(terrain) if kind == wanted)
            for wanted in range(len(TERRAINS))
        ),
        countries={
            country: mask(place(r.id) for r in file.hexes if r.country == country)
            for country in sorted({r.country for r in file.hexes})
        },
        union=mask(place(r.id) for r in file.hexes if r.in_soviet_union),
        baltic=mask(place(r.id) for r in file.hexes if r.baltic_state),
        germany=mask(place(r.id) for r in file.hexes if r.in_germany),
        beyond=mask(place(r.id) for r in file.hexes if r.east_of_paulus),
        caucasus=caucasus,
        foot=foot,
        walk=Steps(foot),
        rivers={
            side: record.type
            for record in file.hexsides
            if not record.impassable
            for side in _both(place(record.a), place(record.b))
        },
        volga=frozenset(
            side
            for id_ in file.volga_restricted_hexsides
            for side in _both(place(hexsides[id_].a), place(hexsides[id_].b))
        ),
        rails=rails,
        rail_links=tuple(tuple(others) for others in rail_links),
        rail_steps=Steps(rail_links),
        sites=sites,
        site_index=site_index,
        site_at=tuple(site_at),
        seas=tuple(_sea(number, sea, sites, site_index, grid) for number, sea in enumerate(seas)),
        coasts=tuple(mask(place(r.id) for r in file.hexes if sea.id in r.coastal) for sea in seas),
        stars=mask(site.place for site in sites if site.star),
        oil=mask(site.place for site in sites if site.oil),
        cities=mask(site.place for site in sites if site.city),
        ports=mask(site.place for site in sites if site.port),
        west_edge=tuple(place(id_) for id_ in file.edges.west_edge_chain),
        sources=Sources(
            by_nation=tuple(by_name[_SOURCES_OF[nation]] for nation in NATIONS),
            baku=place(baku.hex),
            caspian=tuple(site_index[id_] for id_ in baku.full_if_any_supplied_soviet_port),
        ),
        restricted={
            "nordlicht": mask(map(place, restricted.nordlicht)),
            "taifun": mask(map(place, restricted.taifun)),
            "blau": mask(map(place, restricted.blau.hexes)) | caucasus,
        },
    )


def _both(a: int, b: int) -> tuple[tuple[int, int], tuple[int, int]]:
    return (a, b), (b, a)


def _site(number: int, record: schema.PlaceRecord, place: int, seas: dict[str, int]) -> Site:
    return Site(
        index=number,
        id=record.id,
        name=record.name,
        place=place,
        city=record.type == "city",
        sea=seas[record.port] if record.port else NOWHERE,
        fortress=SIDES.index(record.fortress_owner) if record.fortress_owner else NOWHERE,
        star=record.vp,
        oil=record.oil,
        capital=record.capital_of or "",
        usir=record.usir,
        start=SIDES.index(record.initial_control),
        source=record.source,
    )


def _sea(
    number: int,
    record: schema.WaterRecord,
    sites: tuple[Site, ...],
    site_index: dict[str, int],
    grid: HexMap,
) -> Sea:
    ports = tuple(sites[site_index[id_]].place for id_ in record.ports_west_to_east)
    coast = tuple(grid.index[r.hex] for r in record.coastal_hexes_west_to_east)
    if set(ports) != {site.place for site in sites if site.sea == number}:
        raise ValueError(f"the ports of the {record.name} are not those of its places")
    return Sea(
        index=number,
        id=record.id,
        name=record.name,
        axis_moves=record.axis_sea_move,
        soviet_moves=record.soviet_sea_move,
        supplies=record.port_to_port_supply,
        ports=ports,
        coast=coast or ports,
    )
