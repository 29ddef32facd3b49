"""The fixed facts: map, counters, seasons, tokens, set-ups; everything by dense index.

`BOARD` is built once from `data/*.json`. Hexes are 0..129 in the order of
`map.json`; a place is a hex, then the boxes, then the pool.
"""

from dataclasses import dataclass

from engine.board.bits import mask
from engine.board.hexgrid import POINTY, HexMap, Hexsides, axial_of, from_axial, hexsides
from engine.games.iron_blood import schema

AXIS, SOVIET = 0, 1
SIDES = ("axis", "soviet")

INFANTRY, TANK, AIR, FLEET, PARTISAN, FORTRESS = range(6)
KINDS = ("infantry", "tank", "air", "fleet", "partisan", "fortress")

CLEAR, SWAMP, MOUNTAIN, SEA = range(4)
TERRAINS = ("clear", "swamp", "mountain", "sea")

NOWHERE = -1


@dataclass(frozen=True, slots=True)
class Hex:
    """`sea`, `coastal`: index of a sea; `territory`: a side; -1 each for none."""

    index: int
    id: str
    name: str
    terrain: int
    sea: int
    territory: int
    coastal: int
    location: int
    fortress: int
    source: str


@dataclass(frozen=True, slots=True)
class Box:
    """A place off the map."""

    place: int
    id: str
    name: str
    source: str


@dataclass(frozen=True, slots=True)
class Unit:
    """A counter. `short` is unique within its side."""

    index: int
    id: str
    side: int
    kind: int
    regular: bool
    dice: int
    name: str
    short: str
    source: str


@dataclass(frozen=True, slots=True)
class Location:
    """An urban location; `start` is the side that controls it at first."""

    index: int
    id: str
    name: str
    industrial: bool
    territory: int
    start: int
    hexes: tuple[int, ...]
    mask: int
    source: str


@dataclass(frozen=True, slots=True)
class Fortress:
    index: int
    id: str
    name: str
    hex: int
    unit: int
    source: str


@dataclass(frozen=True, slots=True)
class Sea:
    """`side` is that of the fleet which works there, `hexes` its coastal hexes."""

    index: int
    id: str
    name: str
    side: int
    box: int
    hexes: tuple[int, ...]
    mask: int
    source: str


@dataclass(frozen=True, slots=True)
class Season:
    """`arrivals`: Soviet infantry, tanks, air. `generals`: axis, soviet take a token."""

    index: int
    id: str
    year: int
    season: str
    initiative: int
    convoy: bool
    blitz: bool
    air: bool
    arrivals: tuple[int, int, int]
    generals: tuple[bool, bool]
    last: bool


@dataclass(frozen=True, slots=True)
class Token:
    """A General token."""

    id: str
    side: int
    name: str
    timing: str
    effect: str
    source: str


@dataclass(frozen=True, slots=True)
class TokenSetup:
    """`spaces`: seasons that get one token each; then those in hand and those removed unseen."""

    spaces: tuple[int, ...]
    in_hand: int
    removed: int


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    hexes: tuple[Hex, ...]
    boxes: tuple[Box, ...]
    places: tuple[str, ...]
    """Place -> id."""
    place_names: tuple[str, ...]
    place_index: dict[str, int]
    units: tuple[Unit, ...]
    unit_index: dict[str, int]
    """Unit id -> index."""
    short_index: tuple[dict[str, int], dict[str, int]]
    """Side -> short -> unit."""
    of_kind: tuple[tuple[tuple[int, ...], ...], ...]
    """side -> kind -> units."""
    regulars: tuple[tuple[int, ...], ...]
    """side -> regular units."""
    locations: tuple[Location, ...]
    location_index: dict[str, int]
    fortresses: tuple[Fortress, ...]
    seas: tuple[Sea, ...]
    """Sea s belongs to the fleet of side s."""
    seasons: tuple[Season, ...]
    season_index: dict[str, int]
    tokens: tuple[Token, ...]
    token_index: dict[str, int]
    token_setup: tuple[TokenSetup, TokenSetup]
    division_token: int
    """The token that the Anti-Partisan Division sets apart, its season, the others' set-up."""
    division_season: int
    division_setup: TokenSetup
    faces: tuple[int, ...]
    map: HexMap
    rivers: Hexsides
    """River sides that count; those between two urban hexes are bridged."""
    river_names: tuple[tuple[int, int, str, bool], ...]
    """(hex, hex, river, bridged) of every river side, for the picture."""
    border: tuple[tuple[int, int], ...]
    neighbours: tuple[tuple[int, ...], ...]
    """hex -> adjacent land hexes, rivers or not."""
    dry: tuple[tuple[int, ...], ...]
    """hex -> adjacent land hexes with no river between."""
    land: int
    """Masks of hexes from here on."""
    clear: int
    urban: int
    territory: tuple[int, int]
    air_box: tuple[int, int]
    """side -> place of its air units between seasons."""
    sea_box: tuple[int, int]
    """side -> place of its fleet between seasons."""
    reserve: tuple[int, int]
    """side -> place of its counters that are not in play."""
    suggested: tuple[tuple[int, int], ...]
    """(unit, hex) of the suggested Axis set-up."""
    start: tuple[int, ...]
    """Unit -> place before the Axis deploys its regular units (those are in its reserve)."""
    stalin: int
    """Location where Stalin starts."""

    def label(self, place: int) -> str:
        """How people read a place: number and name of a hex, name of a box."""
        name = self.place_names[place]
        return f"{self.places[place]} {name}" if place < len(self.hexes) else name


def _shorts(unit: schema.UnitRecord) -> str:
    """`1inf`, `2pz`, `3air`, `fleet`, `4part`, `len`."""
    if unit.type == "fleet":
        return "fleet"
    last = unit.id.rsplit("_", 1)[1]
    if unit.type == "fortress":
        return last[:3]
    words = {
        "infantry": "inf",
        "tank": "pz" if unit.side == "axis" else "tk",
        "air": "air",
        "partisan": "part",
    }
    return last + words[unit.type]


def _index(names: list[str], what: str) -> dict[str, int]:
    found = {name: number for number, name in enumerate(names)}
    if len(found) != len(names):
        raise ValueError(f"two {what} have the same id")
    return found


def _build() -> Board:
    map_ = schema.read(schema.MapFile, "map.json")
    units_ = schema.read(schema.UnitsFile, "units.json")
    turns_ = schema.read(schema.TurnsFile, "turns.json")
    generals_ = schema.read(schema.GeneralsFile, "generals.json")
    setup_ = schema.read(schema.SetupFile, "setup.json")
    dice_ = schema.read(schema.DiceFile, "dice.json")

    side_of = {name: number for number, name in enumerate(SIDES)}
    grid = from_axial([(hex_.id, hex_.q, hex_.r) for hex_ in map_.hexes], POINTY)
    _check_numbers(map_)

    box_at = {box.id: len(grid) + number for number, box in enumerate(map_.boxes)}
    pool = len(grid) + len(map_.boxes)
    places = (*grid.ids, *box_at, "pool")
    place_names = (
        *(hex_.name for hex_ in map_.hexes),
        *(box.name for box in map_.boxes),
        "Out of play",
    )

    sea_index = _index([coast.sea for coast in map_.coasts], "seas")
    location_index = _index([place.id for place in map_.urban_locations], "locations")
    fortress_index = _index([place.id for place in map_.fortresses], "fortresses")
    unit_index = _index([unit.id for unit in units_.units], "units")
    season_index = _index([turn.id for turn in turns_.turns], "seasons")
    token_index = _index([token.id for token in generals_.tokens], "tokens")

    hexes = tuple(
        Hex(
            index=number,
            id=hex_.id,
            name=hex_.name,
            terrain=TERRAINS.index(hex_.terrain),
            sea=NOWHERE if hex_.sea is None else sea_index[hex_.sea],
            territory=NOWHERE if hex_.territory is None else side_of[hex_.territory],
            coastal=NOWHERE if hex_.coastal is None else sea_index[hex_.coastal],
            location=NOWHERE if hex_.urban is None else location_index[hex_.urban],
            fortress=NOWHERE if hex_.fortress is None else fortress_index[hex_.fortress],
            source=hex_.source,
        )
        for number, hex_ in enumerate(map_.hexes)
    )
    land = mask(hex_.index for hex_ in hexes if hex_.terrain != SEA)

    units = tuple(
        Unit(
            index=number,
            id=unit.id,
            side=side_of[unit.side],
            kind=KINDS.index(unit.type),
            regular=unit.unit_class == "regular",
            dice=unit.dice,
            name=unit.name,
            short=_shorts(unit),
            source=unit.source,
        )
        for number, unit in enumerate(units_.units)
    )
    shorts = tuple(
        _index([unit.short for unit in units if unit.side == side], "units of a side")
        for side in (AXIS, SOVIET)
    )
    of_side = tuple([unit.index for unit in units if unit.side == side] for side in (AXIS, SOVIET))
    short_index = tuple(
        {short: of_side[side][number] for short, number in shorts[side].items()}
        for side in (AXIS, SOVIET)
    )

    locations = tuple(
        Location(
            index=number,
            id=place.id,
            name=place.name,
            industrial=place.type == "industrial_center",
            territory=side_of[place.territory],
            start=side_of[place.start_control],
            hexes=tuple(grid.index[id_] for id_ in place.hexes),
            mask=mask(grid.index[id_] for id_ in place.hexes),
            source=place.source,
        )
        for number, place in enumerate(map_.urban_locations)
    )
    seas = tuple(
        Sea(
            index=number,
            id=coast.sea,
            name=next(box.name for box in map_.boxes if box.sea == coast.sea),
            side=side_of[coast.fleet],
            box=next(box_at[box.id] for box in map_.boxes if box.sea == coast.sea),
            hexes=tuple(sorted(grid.index[id_] for id_ in coast.hexes)),
            mask=mask(grid.index[id_] for id_ in coast.hexes),
            source=coast.source,
        )
        for number, coast in enumerate(map_.coasts)
    )
    fortresses = tuple(
        Fortress(
            index=number,
            id=place.id,
            name=place.name,
            hex=grid.index[place.hex],
            unit=unit_index[place.id],
            source=place.source,
        )
        for number, place in enumerate(map_.fortresses)
    )

    river_names = tuple(
        (grid.index[side.hexes[0]], grid.index[side.hexes[1]], side.river, side.ignored)
        for side in map_.rivers
    )
    for a, b, _, bridged in river_names:  # ib-05
        if bridged != (hexes[a].location >= 0 and hexes[b].location >= 0):
            raise ValueError(f"is the river {hexes[a].id}-{hexes[b].id} bridged or not?")
    rivers = hexsides(grid, [(a, b) for a, b, _, bridged in river_names if not bridged])

    air_box = (box_at["box_axis_air"], box_at["box_soviet_air"])
    sea_box = tuple(sea.box for sea in seas)
    reserve = (pool, box_at["box_soviet_pool"])

    start = [reserve[unit.side] for unit in units]
    for side in (AXIS, SOVIET):
        for unit in units:
            if unit.side == side and unit.kind == FLEET:
                start[unit.index] = sea_box[side]
    for id_ in setup_.axis.air_box:
        start[unit_index[id_]] = air_box[AXIS]
    for id_ in setup_.soviet.air_box:
        start[unit_index[id_]] = air_box[SOVIET]
    for record in (*setup_.soviet.fixed, *setup_.soviet.fortresses):
        start[unit_index[record.unit]] = grid.index[record.hex]

    def token_setup(record: schema.TokenSetup) -> TokenSetup:
        spaces = tuple(season_index[id_] for id_ in record.turn_spaces)
        return TokenSetup(spaces, record.in_hand, record.removed_unseen)

    division = generals_.setup.optional_anti_partisan_division
    board = Board(
        hexes=hexes,
        boxes=tuple(Box(box_at[box.id], box.id, box.name, box.source) for box in map_.boxes),
        places=places,
        place_names=place_names,
        place_index=_index(list(places), "places"),
        units=units,
        unit_index=unit_index,
        short_index=(short_index[AXIS], short_index[SOVIET]),
        of_kind=tuple(
            tuple(
                tuple(u.index for u in units if u.side == side and u.kind == kind)
                for kind in range(len(KINDS))
            )
            for side in (AXIS, SOVIET)
        ),
        regulars=tuple(
            tuple(u.index for u in units if u.side == side and u.regular) for side in (AXIS, SOVIET)
        ),
        locations=locations,
        location_index=location_index,
        fortresses=fortresses,
        seas=seas,
        seasons=tuple(
            Season(
                index=number,
                id=turn.id,
                year=turn.year,
                season=turn.season,
                initiative=side_of[turn.initiative],
                convoy=turn.convoy_allowed,
                blitz=turn.blitz_allowed,
                air=turn.air_allowed,
                arrivals=(
                    turn.soviet_reinforcements.infantry,
                    turn.soviet_reinforcements.tank,
                    turn.soviet_reinforcements.air,
                ),
                generals=(turn.axis_general, turn.soviet_general),
                last=turn.last,
            )
            for number, turn in enumerate(turns_.turns)
        ),
        season_index=season_index,
        tokens=tuple(
            Token(t.id, side_of[t.side], t.name, t.timing, t.effect, t.source)
            for t in generals_.tokens
        ),
        token_index=token_index,
        token_setup=(token_setup(generals_.setup.axis), token_setup(generals_.setup.soviet)),
        division_token=token_index[division.token],
        division_season=season_index[division.turn_space],
        division_setup=token_setup(division.others),
        faces=tuple(dice_.faces),
        map=grid,
        rivers=rivers,
        river_names=river_names,
        border=tuple((grid.index[a], grid.index[b]) for a, b in map_.border.hexsides),
        neighbours=_on_land(grid.neighbours, land),
        dry=_on_land(rivers.open(), land),
        land=land,
        clear=mask(hex_.index for hex_ in hexes if hex_.terrain == CLEAR),
        urban=mask(hex_.index for hex_ in hexes if hex_.location >= 0),
        territory=(
            mask(hex_.index for hex_ in hexes if hex_.territory == AXIS),
            mask(hex_.index for hex_ in hexes if hex_.territory == SOVIET),
        ),
        air_box=air_box,
        sea_box=(sea_box[AXIS], sea_box[SOVIET]),
        reserve=reserve,
        suggested=tuple(
            (unit_index[record.unit], grid.index[record.hex]) for record in setup_.axis.suggested
        ),
        start=tuple(start),
        stalin=location_index[setup_.soviet.stalin],
    )
    _check(board, units_)
    return board


def _on_land(table: tuple[tuple[int, ...], ...], land: int) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(other for other in row if land >> other & 1) if land >> hex_ & 1 else ()
        for hex_, row in enumerate(table)
    )


def _check_numbers(map_: schema.MapFile) -> None:
    """The printed number of a hex (CCRR) and its coordinates must say the same."""
    offsets = set()
    for hex_ in map_.hexes:
        q, r = axial_of(int(hex_.id[:2]), int(hex_.id[2:]), "even-r")
        offsets.add((hex_.q - q, hex_.r - r))
    if len(offsets) != 1:
        raise ValueError("the hex numbers and their axial coordinates do not fit together")


def _check(board: Board, units: schema.UnitsFile) -> None:
    """Facts that the rest relies on."""
    if [sea.side for sea in board.seas] != [AXIS, SOVIET]:
        raise ValueError("the seas must come in the order of the sides")
    for side, name in enumerate(SIDES):
        counts = units.counts[name]
        for kind, of_kind in zip(KINDS, board.of_kind[side], strict=True):
            if not isinstance(counts, dict) or counts.get(kind, 0) != len(of_kind):  # type: ignore[call-overload]
                raise ValueError(f"the number of {name} {kind} units is not that of the rulebook")
    for hex_ in board.hexes:
        on_land = hex_.terrain != SEA
        if on_land == (hex_.sea >= 0) or on_land == (hex_.territory < 0):
            raise ValueError(f"hex {hex_.id} is neither land nor sea")
        if hex_.location >= 0 and hex_.index not in board.locations[hex_.location].hexes:
            raise ValueError(f"hex {hex_.id} and its urban location disagree")
        if hex_.coastal >= 0 and hex_.index not in board.seas[hex_.coastal].hexes:
            raise ValueError(f"hex {hex_.id} and its coast disagree")


BOARD = _build()
