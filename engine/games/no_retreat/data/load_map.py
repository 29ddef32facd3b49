"""Makes the map of the checked data: hexes, areas, sites, seas and the tables of steps."""

from engine.board.bits import mask
from engine.board.hexgrid import HexMap, Hexsides, from_offset, hexsides, opposite
from engine.core.sheets import made
from engine.games.no_retreat.data import schema
from engine.games.no_retreat.data.facts import (
    ALWAYS,
    AREA,
    AREAS,
    CITY,
    COLUMNS,
    HEXES,
    LAKE,
    NEVER,
    NOWHERE,
    OFF_MAP,
    OIL_FIELD,
    ON_MAP,
    ROWS,
    SEA,
    SEAS,
    TERRAINS,
    WITH_LENINGRAD,
    Area,
    Hex,
    Sea,
    Site,
    Terrain,
)

Links = tuple[tuple[int, ...], ...]

WESTWARD, EASTWARD = ("W", "SW", "NW"), ("E", "SE", "NE")

_SEA_SUPPLY = {
    "always": ALWAYS,
    "never": NEVER,
    "only if Leningrad is Soviet-controlled and supplied": WITH_LENINGRAD,
}


def hex_index(id_: str) -> int:
    """The index of a hex number (CCRR)."""
    return (int(id_[2:]) - 1) * COLUMNS + int(id_[:2]) - 1


def grid() -> HexMap:
    """The full rectangle, row by row; even rows are shoved to the east."""
    return from_offset(
        (
            (f"{column:02}{row:02}", column, row)
            for row in range(1, ROWS + 1)
            for column in range(1, COLUMNS + 1)
        ),
        "even-r",
    )


def sites(map_: schema.MapFile) -> tuple[Site, ...]:
    """Cities, oil fields, Finland (§12.7)."""
    found = [
        made(
            Site,
            record,
            index=number,
            place=hex_index(record.hex),
            terrain=CITY if number < len(map_.cities) else OIL_FIELD,
        )
        for number, record in enumerate((*map_.cities, *map_.oil_fields))
    ]
    for number, area in enumerate(map_.areas):
        if area.vp:
            place = HEXES + number
            nobody = (NOWHERE, NOWHERE)
            found.append(Site(len(found), area.id, area.name, place, AREA, *nobody, area.vp))
    return tuple(found)


def site_at(known: tuple[Site, ...]) -> dict[int, int]:
    """Place -> its site."""
    return {site.place: site.index for site in known}


def hexes(map_: schema.MapFile, grid_: HexMap, known: tuple[Site, ...]) -> tuple[Hex, ...]:
    """The hexes of the rectangle; those without a record are off the map."""
    records = {record.id: record for record in map_.hexes}
    site_of = site_at(known)
    found = []
    for index, id_ in enumerate(grid_.ids):
        record = records.get(id_)
        if record is None:
            found.append(Hex(index, id_, "", OFF_MAP, NOWHERE, NOWHERE, NOWHERE))
            continue
        found.append(made(Hex, record, index=index, site=site_of.get(index, NOWHERE)))
    return tuple(found)


def areas(map_: schema.MapFile, unit_index: dict[str, int]) -> tuple[Area, ...]:
    return tuple(
        Area(
            place=HEXES + number,
            id=record.id,
            name=record.name,
            hexes=mask(hex_index(id_) for id_ in record.adjacent_hexes),
            areas=tuple(HEXES + AREAS.index(id_) for id_ in record.adjacent_areas),
            enter=tuple(record.who_may_enter),
            home=tuple(unit_index[id_] for id_ in record.home_supply),
        )
        for number, record in enumerate(map_.areas)
    )


def seas(map_: schema.MapFile) -> tuple[Sea, ...]:
    return tuple(
        Sea(
            index=SEAS.index(record.id),
            id=record.id,
            name=record.id.replace("_", " ").title().replace("Of", "of"),
            coast=mask(hex_index(hex_.id) for hex_ in map_.hexes if record.id in hex_.coastal),
            supply=(_SEA_SUPPLY[record.supply.axis], _SEA_SUPPLY[record.supply.soviet]),
        )
        for record in map_.seas
    )


def terrains(file: schema.TerrainFile) -> tuple[Terrain, ...]:
    """The lines of the chart in the order of TERRAINS; nobody enters what is off the map."""
    records = {record.id: record for record in (*file.terrain, *file.areas)}
    off_map = schema.TerrainRecord(id="off_map", movement=None, enterable=False, source="2.1")
    records["off_map"] = off_map
    found = []
    for index, id_ in enumerate(TERRAINS):
        record = records[id_]
        costs = record.movement or schema.Costs(armor=0, other=0)
        found.append(
            made(Terrain, record, index=index, armor_cost=costs.armor, other_cost=costs.other)
        )
    return tuple(found)


def marked(map_: schema.MapFile, grid_: HexMap, *kinds: str) -> Hexsides:
    """The hexsides of these kinds."""
    return hexsides(grid_, pairs(map_, *kinds))


def pairs(map_: schema.MapFile, *kinds: str) -> list[tuple[int, int]]:
    return [
        (hex_index(side.between[0]), hex_index(side.between[1]))
        for side in map_.hexsides
        if side.kind in kinds
    ]


def objective_sides(map_: schema.MapFile, grid_: HexMap) -> tuple[int, ...]:
    """direction -> mask of the Objective hexes that this side protects (§10.6.1)."""
    masks = [0] * 6
    for side in map_.hexsides:
        if side.kind != "objective":
            continue
        first, second = (hex_index(id_) for id_ in side.between)
        direction = grid_.direction(first, second)
        if direction < 0 or side.protects not in side.between:
            raise ValueError(f"hexside {side.id} protects no hex of its own")
        if side.protects == side.between[1]:
            first, direction = second, opposite(direction)
        masks[direction] |= 1 << first
    return tuple(masks)


def adjacency(table: Links, land: int, known: tuple[Area, ...]) -> Links:
    """Place on the map -> land hexes and areas that it touches, by a table of the hexes."""
    hexes = tuple(
        tuple(other for other in row if land >> other & 1) if land >> hex_ & 1 else ()
        for hex_, row in enumerate(table)
    )
    return with_areas(hexes, known)


def with_areas(table: Links, known: tuple[Area, ...]) -> Links:
    """A table of the hexes, with what touches an area, and what an area touches."""
    found = [*table, *[()] * (ON_MAP - HEXES)]
    for area in known:
        touched = tuple(hex_ for hex_ in range(HEXES) if area.hexes >> hex_ & 1)
        for hex_ in touched:
            found[hex_] = (*found[hex_], area.place)
        found[area.place] = (*touched, *area.areas)
    return tuple(found)


def supply_paths(open_sides: Links, all_hexes: tuple[Hex, ...]) -> Links:
    """Hex -> hexes of a Supply Path: land and lakes, never across a sea hexside (§6.3)."""
    ways = {hex_.index for hex_ in all_hexes if hex_.terrain not in (SEA, OFF_MAP)}
    return tuple(
        tuple(other for other in row if other in ways) if hex_ in ways else ()
        for hex_, row in enumerate(open_sides)
    )


def rail_links(grid_: HexMap, paths: Links, toward: tuple[str, ...]) -> Links:
    """Hex -> hexes whose city path enters it when it may go only `toward` (§6.1)."""
    back = [opposite(grid_.directions.index(name)) for name in toward]
    return tuple(
        tuple(other for direction in back if (other := grid_.table[hex_][direction]) in paths[hex_])
        for hex_ in range(HEXES)
    )


def check(
    map_: schema.MapFile,
    grid_: HexMap,
    all_hexes: tuple[Hex, ...],
    known: tuple[Site, ...],
    all_areas: tuple[Area, ...],
) -> None:
    """Facts that the rest relies on; raises ValueError."""
    if (map_.grid.columns, map_.grid.rows) != (COLUMNS, ROWS):
        raise ValueError("the map has another size")
    if [area.id for area in all_areas] != list(AREAS) or [sea.id for sea in map_.seas] != list(
        SEAS
    ):
        raise ValueError("areas and seas must come in the order of the facts")
    for record in map_.hexes:
        index = hex_index(record.id)
        if (grid_.ids[index], record.col, record.row) != (
            record.id,
            int(record.id[:2]),
            int(record.id[2:]),
        ):
            raise ValueError(f"hex {record.id} has another column or row")
        if record.playable != (all_hexes[index].terrain not in (SEA, LAKE, OFF_MAP)):
            raise ValueError(f"is hex {record.id} playable or not?")
        touched = {AREAS[area.place - HEXES] for area in all_areas if area.hexes >> index & 1}
        if touched != set(record.adjacent_areas):
            raise ValueError(f"hex {record.id} and the areas disagree")
        site = all_hexes[index].site
        name = record.city or (record.oil_field and f"{record.oil_field}_oil")
        if name != (known[site].id if site >= 0 else None):
            raise ValueError(f"hex {record.id} and its city or oil field disagree")
    wanted = {(hex_index(record.hex), record.side) for record in map_.objectives}
    if wanted != {(hex_.index, hex_.objective) for hex_ in all_hexes if hex_.objective >= 0}:
        raise ValueError("hexes and objectives disagree")
    if sum(hex_.terrain == LAKE for hex_ in all_hexes) != 1:
        raise ValueError("Lake Ladoga is the only lake hex")
