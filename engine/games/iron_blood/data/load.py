"""Turns the checked data files into one `Board`; raises ValueError where they disagree."""

from engine.board.bits import mask
from engine.board.hexgrid import POINTY, HexMap, Hexsides, axial_of, from_axial, hexsides
from engine.core.sheets import index, made
from engine.games.iron_blood.data import schema
from engine.games.iron_blood.data.facts import (
    AIR,
    AXIS,
    CLEAR,
    FLEET,
    FORTRESS,
    INFANTRY,
    KINDS,
    NOWHERE,
    PARTISAN,
    SEA,
    SIDES,
    SOVIET,
    TANK,
    Board,
    Box,
    Fortress,
    Hex,
    Location,
    Sea,
    Season,
    Token,
    TokenSetup,
    Unit,
)

_BOTH = (AXIS, SOVIET)


def load() -> Board:
    """The board of the data files."""
    map_ = schema.DATA.read(schema.MapFile, "map.json")
    turns = schema.DATA.read(schema.TurnsFile, "turns.json").turns
    generals = schema.DATA.read(schema.GeneralsFile, "generals.json")
    setup = schema.DATA.read(schema.SetupFile, "setup.json")
    unit_file = schema.DATA.read(schema.UnitsFile, "units.json")

    grid = _grid(map_)
    hexes = _hexes(map_)
    units = tuple(_unit(number, record) for number, record in enumerate(unit_file.units))
    unit_index = index([unit.id for unit in units])
    boxes = tuple(
        Box(len(grid) + number, box.id, box.name) for number, box in enumerate(map_.boxes)
    )
    box_at = {box.id: box.place for box in boxes}
    seas = _seas(map_, grid, box_at)
    locations = _locations(map_, grid)
    season_index = index([turn.id for turn in turns])
    location_index = index([location.id for location in locations])
    token_index = index([token.id for token in generals.tokens])
    places = (*grid.ids, *(box.id for box in boxes), "pool")
    air_box = (box_at["box_axis_air"], box_at["box_soviet_air"])
    sea_box = (seas[AXIS].box, seas[SOVIET].box)
    reserve = (len(places) - 1, box_at["box_soviet_pool"])
    rivers, river_names = _rivers(map_, grid, hexes)
    division = generals.setup.optional_anti_partisan_division
    board = Board(
        hexes=hexes,
        boxes=boxes,
        places=places,
        place_names=(
            *(hex_.name for hex_ in hexes),
            *(box.name for box in boxes),
            "Out of play",
        ),
        place_index=index(places),
        units=units,
        unit_index=unit_index,
        of_kind=tuple(
            tuple(
                tuple(u.index for u in units if u.side == side and u.kind == kind)
                for kind in range(len(KINDS))
            )
            for side in _BOTH
        ),
        regulars=tuple(
            tuple(u.index for u in units if u.side == side and u.regular) for side in _BOTH
        ),
        locations=locations,
        location_index=location_index,
        fortresses=tuple(
            Fortress(number, place.id, place.name, grid.index[place.hex], unit_index[place.id])
            for number, place in enumerate(map_.fortresses)
        ),
        seas=seas,
        seasons=tuple(_season(number, turn) for number, turn in enumerate(turns)),
        season_index=season_index,
        tokens=tuple(made(Token, token) for token in generals.tokens),
        token_setup=(
            _token_setup(generals.setup.axis, season_index),
            _token_setup(generals.setup.soviet, season_index),
        ),
        division_token=token_index[division.token],
        division_season=season_index[division.turn_space],
        division_setup=_token_setup(division.others, season_index),
        faces=tuple(schema.DATA.read(schema.DiceFile, "dice.json").faces),
        map=grid,
        rivers=rivers,
        river_names=river_names,
        border=tuple((grid.index[a], grid.index[b]) for a, b in map_.border.hexsides),
        neighbours=_on_land(grid.neighbours, hexes),
        dry=_on_land(rivers.open(), hexes),
        land=mask(hex_.index for hex_ in hexes if hex_.terrain != SEA),
        clear=mask(hex_.index for hex_ in hexes if hex_.terrain == CLEAR),
        urban=mask(hex_.index for hex_ in hexes if hex_.location >= 0),
        territory=tuple(mask(h.index for h in hexes if h.territory == side) for side in _BOTH),
        air_box=air_box,
        sea_box=sea_box,
        reserve=reserve,
        suggested=tuple(
            (unit_index[record.unit], grid.index[record.hex]) for record in setup.axis.suggested
        ),
        start=_start(setup, units, grid, air_box, sea_box, reserve),
        stalin=location_index[setup.soviet.stalin],
        sources=schema.DATA.sources(),
    )
    _check(board, unit_file)
    return board


def _grid(map_: schema.MapFile) -> HexMap:
    """The hexes by axial coordinates; their printed numbers (CCRR) must say the same."""
    offsets = set()
    for hex_ in map_.hexes:
        q, r = axial_of(int(hex_.id[:2]), int(hex_.id[2:]), "even-r")
        offsets.add((hex_.q - q, hex_.r - r))
    if len(offsets) != 1:
        raise ValueError("the hex numbers and their axial coordinates do not fit together")
    return from_axial([(hex_.id, hex_.q, hex_.r) for hex_ in map_.hexes], POINTY)


def _hexes(map_: schema.MapFile) -> tuple[Hex, ...]:
    seas = [coast.sea for coast in map_.coasts]
    locations = [place.id for place in map_.urban_locations]
    fortresses = [place.id for place in map_.fortresses]
    return tuple(
        made(
            Hex,
            hex_,
            index=number,
            sea=NOWHERE if hex_.sea is None else seas.index(hex_.sea),
            coastal=NOWHERE if hex_.coastal is None else seas.index(hex_.coastal),
            location=NOWHERE if hex_.urban is None else locations.index(hex_.urban),
            fortress=NOWHERE if hex_.fortress is None else fortresses.index(hex_.fortress),
        )
        for number, hex_ in enumerate(map_.hexes)
    )


def _unit(number: int, record: schema.UnitRecord) -> Unit:
    return made(
        Unit,
        record,
        index=number,
        regular=record.unit_class == "regular",
        short=_short(record),
    )


def _short(record: schema.UnitRecord) -> str:
    """`1inf`, `2pz`, `3air`, `fleet`, `4part`, `len`."""
    if record.kind == FLEET:
        return "fleet"
    last = record.id.rsplit("_", 1)[1]
    if record.kind == FORTRESS:
        return last[:3]
    tank = ("pz", "tk")[record.side]
    return last + {INFANTRY: "inf", TANK: tank, AIR: "air", PARTISAN: "part"}[record.kind]


def _locations(map_: schema.MapFile, grid: HexMap) -> tuple[Location, ...]:
    return tuple(
        made(
            Location,
            place,
            index=number,
            industrial=place.type == "industrial_center",
            hexes=tuple(grid.index[id_] for id_ in place.hexes),
            mask=mask(grid.index[id_] for id_ in place.hexes),
        )
        for number, place in enumerate(map_.urban_locations)
    )


def _seas(map_: schema.MapFile, grid: HexMap, box_at: dict[str, int]) -> tuple[Sea, ...]:
    boxes = {box.sea: box for box in map_.boxes}
    return tuple(
        Sea(
            index=number,
            id=coast.sea,
            name=boxes[coast.sea].name,
            side=coast.side,
            box=box_at[boxes[coast.sea].id],
            hexes=tuple(sorted(grid.index[id_] for id_ in coast.hexes)),
            mask=mask(grid.index[id_] for id_ in coast.hexes),
        )
        for number, coast in enumerate(map_.coasts)
    )


def _rivers(
    map_: schema.MapFile, grid: HexMap, hexes: tuple[Hex, ...]
) -> tuple[Hexsides, tuple[tuple[int, int, str, bool], ...]]:
    names = tuple(
        (grid.index[side.hexes[0]], grid.index[side.hexes[1]], side.river, side.ignored)
        for side in map_.rivers
    )
    for a, b, _, bridged in names:  # ib-05
        if bridged != (hexes[a].location >= 0 and hexes[b].location >= 0):
            raise ValueError(f"is the river {hexes[a].id}-{hexes[b].id} bridged or not?")
    return hexsides(grid, [(a, b) for a, b, _, bridged in names if not bridged]), names


def _on_land(
    table: tuple[tuple[int, ...], ...], hexes: tuple[Hex, ...]
) -> tuple[tuple[int, ...], ...]:
    land = {hex_.index for hex_ in hexes if hex_.terrain != SEA}
    return tuple(
        tuple(other for other in row if other in land) if hex_ in land else ()
        for hex_, row in enumerate(table)
    )


def _season(number: int, turn: schema.SeasonRecord) -> Season:
    generals = turn.axis_general, turn.soviet_general
    return made(Season, turn, index=number, generals=generals)


def _token_setup(record: schema.TokenSetup, season_index: dict[str, int]) -> TokenSetup:
    spaces = tuple(season_index[id_] for id_ in record.turn_spaces)
    return TokenSetup(spaces, record.in_hand, record.removed_unseen)


def _start(
    setup: schema.SetupFile,
    units: tuple[Unit, ...],
    grid: HexMap,
    air_box: tuple[int, int],
    sea_box: tuple[int, int],
    reserve: tuple[int, int],
) -> tuple[int, ...]:
    """Unit -> place (§setup.axis, §setup.soviet); Axis regular units are still to be deployed."""
    fixed = {
        record.unit: grid.index[record.hex]
        for record in (*setup.soviet.fixed, *setup.soviet.fortresses)
    }
    fixed |= dict.fromkeys(setup.axis.air_box, air_box[AXIS])
    fixed |= dict.fromkeys(setup.soviet.air_box, air_box[SOVIET])
    fixed |= {unit.id: sea_box[unit.side] for unit in units if unit.kind == FLEET}
    return tuple(fixed.get(unit.id, reserve[unit.side]) for unit in units)


def _check(board: Board, unit_file: schema.UnitsFile) -> None:
    """Facts that the rest relies on."""
    for own in _BOTH:
        index([unit.short for unit in board.units if unit.side == own])
    if [sea.side for sea in board.seas] != [AXIS, SOVIET]:
        raise ValueError("the seas must come in the order of the sides")
    for side, counts in enumerate((unit_file.counts.axis, unit_file.counts.soviet)):
        for kind, units in zip(KINDS, board.of_kind[side], strict=True):
            if counts.get(kind, 0) != len(units):
                raise ValueError(f"the rulebook has another number of {SIDES[side]} {kind} units")
    for hex_ in board.hexes:
        on_land = hex_.terrain != SEA
        if on_land == (hex_.sea >= 0) or on_land == (hex_.territory < 0):
            raise ValueError(f"hex {hex_.id} is neither land nor sea")
        if hex_.location >= 0 and hex_.index not in board.locations[hex_.location].hexes:
            raise ValueError(f"hex {hex_.id} and its urban location disagree")
        if hex_.coastal >= 0 and hex_.index not in board.seas[hex_.coastal].hexes:
            raise ValueError(f"hex {hex_.id} and its coast disagree")
