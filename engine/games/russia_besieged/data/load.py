"""The fixed facts, from the sheet's records."""

from collections.abc import Iterable
from dataclasses import replace

from engine.board.bits import mask
from engine.core.sheets import index
from engine.games.russia_besieged.data import load_map, schema, schema_tables
from engine.games.russia_besieged.data import schema_pieces as pieces_schema
from engine.games.russia_besieged.data.facts import (
    AIRCRAFT,
    ARMY,
    AXIS,
    CLASSES,
    COMBINED,
    FIRST_WINTER,
    FREE_IN_BERLIN,
    FREELY,
    GERMAN,
    IN_HAND,
    MARSHAL,
    NATIONS,
    NEVER,
    NO_SIZE,
    NO_WINTER,
    NOWHERE,
    PARTISAN,
    POOL,
    REMOVED,
    RUSSIAN,
    SECOND_WINTER,
    SHOCK,
    SIZES,
    SOVIET,
    STACKS_AS_SIZE,
    STACKS_FREE,
    SURRENDERED,
    TERRAINS,
    TURNED,
    TYPES,
    URALS,
    WAITING,
    WEATHERS,
    WEC,
    WITH_HELP,
    WITHDRAWN,
    Date,
    Face,
    Piece,
    Rail,
    Start,
    Turn,
)
from engine.games.russia_besieged.data.facts_board import Board, Charts, Ground
from engine.games.russia_besieged.data.load_map import side_of

_STACKING = {
    "corps": STACKS_AS_SIZE,
    "army": STACKS_AS_SIZE,
    "free": STACKS_FREE,
    "free_in_berlin": FREE_IN_BERLIN,
}
_AXIS_LANDS = ("germany", "finland", "hungary", "rumania", "bulgaria", "yugoslavia")
"""Lands whose rails are the Axis's from the start (4.1, 7.05, rb-24)."""
_URALS_FULL = 13
"""May/June 1943, in which the Urals counter is turned (20.4)."""
_LEVELS = ("6-6", "8-7", "10-7")
"""Of Shock Armies (22.06)."""
_CLASS_NONE = CLASSES.index("none")


def load() -> Board:
    """All facts; a pydantic ValidationError or ValueError names what is wrong."""
    ground = load_map.ground(schema.load())
    turns_file = schema.DATA.read(schema_tables.TurnsFile, "turns.json")
    schedule = schema.DATA.read(schema_tables.ReplacementsFile, "replacements.json").axis_schedule
    points = {record.turn: _points(record) for record in schedule}
    pieces_file = schema.DATA.read(pieces_schema.PiecesFile, "units.json")
    leaving = {record.turn: record.count for record in pieces_file.stuka_withdrawals}
    turns = tuple(
        _turn(record, points.get(record.id, (0,) * 10), leaving.get(record.id, 0))
        for record in turns_file.turns
    )
    turn_index = {turn.id: turn.number for turn in turns}
    pieces = _pieces(pieces_file, ground, turn_index)
    piece_index = index([piece.id for piece in pieces])
    scenarios = schema.DATA.read(pieces_schema.ScenariosFile, "scenarios.json").scenarios
    return Board(
        ground=ground,
        pieces=pieces,
        piece_index=piece_index,
        short_index=(_shorts(pieces, AXIS), _shorts(pieces, SOVIET)),
        of_side=(_of_side(pieces, AXIS), _of_side(pieces, SOVIET)),
        turns=turns,
        turn_index=turn_index,
        charts=_charts(turns_file),
        starts=tuple(
            _start(record, ground, pieces, piece_index, turn_index) for record in scenarios
        ),
        sources=schema.DATA.sources(),
    )


# pieces -----------------------------------------------------------------------


def _pieces(
    file: pieces_schema.PiecesFile, ground: Ground, turns: dict[str, int]
) -> tuple[Piece, ...]:
    found = [_unit(number, record, ground, turns) for number, record in enumerate(file.units)]
    for shock in file.shock_armies:
        found.append(
            Piece(
                index=len(found),
                id=shock.id,
                short=short(shock.id),
                name=shock.name,
                side=SOVIET,
                nation=RUSSIAN,
                type=SHOCK,
                size=ARMY,
                faces=tuple(Face(s.combat, s.move) for level in shock.levels for s in level.steps),
                cls=CLASSES.index(shock.movement_class),
                armor=True,
                full_zone=True,
                stacking=STACKS_AS_SIZE,
                armor_points=True,
                cost=0,
                arrival=_date(shock.available, turns),
                source=shock.source,
            )
        )
    for plane in file.aircraft:
        side = side_of(plane.side)
        found.append(
            _counter(
                len(found),
                plane.id,
                f"{plane.kind.title()} {plane.number}",
                side,
                AIRCRAFT,
                arrival=_date(plane.arrival, turns),
                start=ground.cities[ground.city_index[plane.at_start.city]].place
                if plane.at_start
                else NOWHERE,
                mark=(plane.army_group or "")[2:].upper(),
                source=plane.source,
            )
        )
    for marshal in file.field_marshals:
        found.append(
            _counter(
                len(found),
                marshal.id,
                marshal.name,
                side_of(marshal.side),
                MARSHAL,
                arrival=_date(marshal.arrival, turns),
                leaves=turns[marshal.withdrawal] if marshal.withdrawal else 0,
                source=marshal.source,
            )
        )
    for wec in file.war_economy_counters:
        arrival = _date(wec.arrival, turns)
        found.append(
            _counter(
                len(found),
                wec.id,
                f"{wec.name} WEC",
                SOVIET,
                WEC,
                faces=_wec_faces(wec),
                arrival=arrival,
                start=_wec_place(wec.place, ground) if arrival and arrival.turn == 1 else NOWHERE,
                area="" if wec.place == "any_city" else wec.place,
                source=wec.source,
            )
        )
    for partisan in file.partisans:
        found.append(
            _counter(
                len(found),
                partisan.id,
                partisan.name,
                SOVIET,
                PARTISAN,
                faces=(
                    Face(partisan.stage_2.combat, partisan.stage_2.move),
                    Face(partisan.stage_1.combat, 0),
                ),
                arrival=_date(partisan.available, turns),
                source=partisan.source,
            )
        )
    return _twinned(found)


_AS_RUSSIAN = {
    "minor_infantry": "rus_infantry",
    "axis_cavalry": "rus_cavalry",
    "minor_armor": "rus_mech",
}
"""Movement classes of units that have turned: they move as if they were Russian (26.22)."""


def _twinned(found: list[Piece]) -> tuple[Piece, ...]:
    """Each Hungarian and Rumanian unit gets a Russian twin, which is never built (rb-48)."""
    pieces = list(found)
    for piece in found:
        if piece.nation not in TURNED:
            continue
        pieces[piece.index] = replace(piece, twin=len(pieces))
        pieces.append(
            replace(
                piece,
                index=len(pieces),
                id=f"rus_{piece.id}",
                name=f"{piece.name}, turned",
                side=SOVIET,
                nation=TURNED[piece.nation],
                cls=CLASSES.index(_AS_RUSSIAN[CLASSES[piece.cls]]),
                cost=0,
                arrival=None,
                start=NOWHERE,
                area="",
            )
        )
    return tuple(pieces)


def _unit(
    number: int, record: pieces_schema.UnitRecord, ground: Ground, turns: dict[str, int]
) -> Piece:
    start = record.at_start
    arrival = record.arrival
    return Piece(
        index=number,
        id=record.id,
        short=short(record.id),
        name=record.name,
        side=side_of(record.side),
        nation=NATIONS.index(record.nationality),
        type=TYPES.index(record.type),
        size=SIZES.index(record.size),
        faces=tuple(Face(step.combat, step.move) for step in record.steps),
        cls=CLASSES.index(record.movement_class),
        armor=record.armor_type,
        full_zone=record.zoc == "full",
        stacking=_STACKING[record.stacking],
        armor_points=record.replacement.kind == "armor",
        cost=record.replacement.full_cost,
        guards=record.guards,
        ss=record.ss,
        luftwaffe=record.luftwaffe,
        enters_reduced=record.enter_reduced,
        mark=record.setup_mark or "",
        arrival=_date(arrival, turns),
        trigger=(arrival.trigger or "") if arrival else "",
        start=ground.index(start.default_hex) if start else NOWHERE,
        area=(start.city or start.area or "") if start else "",
        within=start.within if start else 0,
        withdrawals=tuple(
            (turns[w.turn], w.impulse, w.what == "whole", turns[w.returns] if w.returns else 0)
            for w in record.withdrawals
        ),
        since=turns[arrival.from_turn] if arrival and arrival.from_turn else 0,
        until=turns[arrival.until_turn] if arrival and arrival.until_turn else 0,
        source=record.source,
    )


def _wec_faces(record: pieces_schema.WecRecord) -> tuple[Face, ...]:
    """Its combat and points on each step; the Urals counter comes on its weaker side (20.4)."""
    points = [record.later.replacement_points] if record.later else []
    return tuple(Face(combat, 0) for combat in (*points, *record.combat_steps))


def _counter(
    number: int,
    id_: str,
    name: str,
    side: int,
    type_: int,
    *,
    faces: tuple[Face, ...] = (),
    arrival: Date | None = None,
    start: int = NOWHERE,
    mark: str = "",
    area: str = "",
    leaves: int = 0,
    source: str = "",
) -> Piece:
    """What is no unit: it has its own hex as a zone at most and stacks freely (4.0, 5.05)."""
    return Piece(
        index=number,
        id=id_,
        short=short(id_),
        name=name,
        side=side,
        nation=GERMAN if side == AXIS else RUSSIAN,
        type=type_,
        size=NO_SIZE,
        faces=faces,
        cls=_CLASS_NONE,
        armor=False,
        full_zone=False,
        stacking=STACKS_FREE,
        armor_points=False,
        cost=0,
        mark=mark,
        arrival=arrival,
        start=start,
        area=area,
        leaves=leaves,
        enters_reduced=type_ == WEC and area == "urals_box",
        source=source,
    )


def short(id_: str) -> str:
    """How a piece is called in an order: its number first, the usual nation left out.

    >>> short("ger_pz_41"), short("rus_gd_inf_7"), short("fm_leeb"), short("rum_inf_6")
    ('41pz', '7gdinf', 'leeb', '6ruminf')
    """
    words = [word for word in id_.split("_") if word not in ("ger", "rus", "fm")]
    if words[-1].isdigit():
        words = [words[-1], *words[:-1]]
    return "".join(words)


def _wec_place(place: str, ground: Ground) -> int:
    if place == "urals_box":
        return URALS
    return ground.cities[ground.city_index[place]].place if place != "any_city" else NOWHERE


def _date(record: pieces_schema.ArrivalRecord | None, turns: dict[str, int]) -> Date | None:
    if record is None or record.turn is None:
        return None
    return Date(turns[record.turn], record.impulse, record.place or "")


def _of_side(pieces: Iterable[Piece], side: int) -> tuple[int, ...]:
    return tuple(piece.index for piece in pieces if piece.side == side)


def _shorts(pieces: tuple[Piece, ...], side: int) -> dict[str, int]:
    mine = [piece for piece in pieces if piece.side == side]
    index([piece.short for piece in mine])
    return {piece.short: piece.index for piece in mine}


# dates and tables -------------------------------------------------------------


def _points(record: schema_tables.ScheduleRecord) -> tuple[int, ...]:
    """In the order of `ACCOUNTS`."""
    pairs = [record.german, record.ss, record.rumanian, record.hungarian]
    found = [value for pair in pairs for value in (pair.infantry, pair.armor)]
    return (*found, record.finnish.infantry, record.italian.infantry)


def _turn(record: schema_tables.TurnRecord, points: tuple[int, ...], stukas: int) -> Turn:
    first, second = record.impulses
    winters = {None: NO_WINTER, "first": FIRST_WINTER, "second": SECOND_WINTER}
    help_ = {
        "none": NEVER,
        "with_air_or_artillery": WITH_HELP,
        "guards_tank_and_shturmovik": WITH_HELP,
        "free": FREELY,
    }
    return Turn(
        number=record.number,
        id=record.id,
        year=record.year,
        months=(first.month, second.month),
        winter=(winters[first.winter], winters[second.winter]),
        victory=(
            FREELY if record.axis_automatic_victory else NEVER,
            help_[record.russian_automatic_victory],
        ),
        blitz=(
            FREELY if record.axis_blitzkrieg else NEVER,
            help_[record.russian_blitzkrieg],
        ),
        russian_rail=_rail(record.russian_rail),
        axis_rail=-record.axis_rail_modifier,
        axis_rail_in_snow=record.axis_rail_modifier_note is not None,
        minimum=NOWHERE
        if record.sudden_death_minimum_axis_major_cities is None
        else record.sudden_death_minimum_axis_major_cities,
        azov_closed=record.sea_of_azov_closed,
        points=points,
        stukas_leave=stukas,
    )


def _rail(record: schema_tables.RailRow) -> Rail:
    return Rail(record.turn, record.first, record.second)


def _by_weather(row: dict[schema_tables.Weather, int]) -> tuple[int, ...]:
    return tuple(row[weather] for weather in WEATHERS)  # type: ignore[index]


def _table(record: schema_tables.TableRecord) -> dict[str, tuple[str, ...]]:
    return {
        column: tuple(str(row[column]) for row in sorted(record.rows, key=lambda r: int(r["roll"])))
        for column in record.columns
    }


def _charts(turns: schema_tables.TurnsFile) -> Charts:
    terrain = schema.DATA.read(schema_tables.TerrainFile, "terrain.json")
    crt = schema.DATA.read(schema_tables.CrtFile, "crt.json")
    air = schema.DATA.read(schema_tables.BombersFile, "bombers.json")
    chart, ranges = terrain.movement_allowance_chart, terrain.supply_ranges
    return Charts(
        allowance=tuple(
            tuple(
                (cell.minus, NOWHERE if cell.cap is None else cell.cap)
                for cell in (chart.first_impulse[name][weather] for weather in WEATHERS)  # type: ignore[index]
            )
            for name in CLASSES
        ),
        second=tuple(_by_weather(chart.second_impulse[name]) for name in CLASSES),
        stops={
            TERRAINS.index(record.id): frozenset(record.must_stop)
            for record in terrain.terrain
            if record.id in TERRAINS
        },
        drm={r.id: r.drm for r in terrain.combat_drms if isinstance(r.drm, int)},
        cap=crt.odds.max_drm_without_marshal,
        ladder=tuple(crt.odds.column_order),
        crt=_table(crt.combat_results_table),
        bat=_table(crt.blitzkrieg_attack_table),
        air_per_attack=_by_weather(crt.support_limits.air_units_per_attack),
        ranges=_by_weather(ranges.general),
        ranges_0111=_by_weather(ranges.hex_0111),
        ranges_baku=_by_weather(ranges.caucasus_to_baku_rail),
        sevastopol=ranges.sevastopol_to_novorossiysk_snow,
        cavalry=ranges.guards_cavalry_to_partisan,
        axis_rail={
            (key.startswith("snow"), key.endswith("/snow")): _rail(row)
            for key, row in turns.axis_rail_capacity.items()
        },
        bombers={_air_key(row): _air(row) for row in air.rows},
        sea=tuple((row.max_roll, row.result) for row in crt.sea_movement_table.rows),
        sea_drm={r.id: r.drm for r in crt.sea_movement_table.modifiers},
        ice=tuple((row.max_roll, row.result) for row in crt.ice_road.rows),
        weather={
            months[:3]: tuple(_weathers(r.result) for r in sorted(rolls, key=lambda r: r.roll))
            for months, rolls in crt.weather_table.months.items()
        },
        lend=tuple(
            (row.persia, row.murmansk, row.archangel)
            for row in sorted(crt.lend_lease_table.rows, key=lambda row: row.roll)
        ),
        cut=tuple((row.max, row.drm) for row in crt.oil_cut_off_table.rows),
        flight=air.range_hexes,
        staging=air.stage_hexes,
        forced_staging=air.forced_stage_hexes,
    )


def _weathers(words: str) -> tuple[int, int]:
    """Both impulses, as `clear/mud`."""
    first, second = words.split("/")
    return WEATHERS.index(first), WEATHERS.index(second)


def _air_key(row: schema_tables.BomberRow) -> tuple[int, int, bool, int, int]:
    return side_of(row.side), row.year, row.season == "jan_apr", *_weathers(row.weather)


def _air(row: schema_tables.BomberRow) -> tuple[int, int, int]:
    return row.first_impulse_max, row.second_impulse_max, row.turn_max


# set-ups ----------------------------------------------------------------------


def _start(
    record: pieces_schema.ScenarioRecord,
    ground: Ground,
    pieces: tuple[Piece, ...],
    piece_index: dict[str, int],
    turns: dict[str, int],
) -> Start:
    places = [WAITING] * len(pieces)
    steps = [int(piece.enters_reduced) for piece in pieces]
    if record.units:
        _place_named(record, ground, pieces, piece_index, places, steps)
    else:
        for piece in pieces:
            if piece.start != NOWHERE:
                places[piece.index] = piece.start
    first = turns[record.start_turn]
    for piece in pieces:
        if piece.type == PARTISAN:
            steps[piece.index] = 1
            came = piece.arrival is not None and piece.arrival.turn < first
            places[piece.index] = IN_HAND[SOVIET] if came else WAITING
    if record.units:
        _settle(record, pieces, piece_index, first, places, steps)
    axis_land = sum(ground.countries[country] for country in _AXIS_LANDS)
    taken = mask(ground.index(id_) for id_ in record.axis_controlled_hexes_in_russia)
    lost = mask(ground.index(id_) for id_ in record.russian_controlled_hexes_outside_russia)
    return Start(
        id=record.id,
        name=record.name,
        first_turn=first,
        last_turn=turns[record.end_turn],
        places=tuple(places),
        steps=tuple(steps),
        axis_cities=mask(
            city.index
            for city in ground.cities
            if taken >> city.place & 1 or (city.start == AXIS and not lost >> city.place & 1)
        ),
        axis_rails=ground.rails & (axis_land & ~lost | taken),
        axis_shores=mask(ground.strait) & taken,
        first_turn_rules="24.0" in record.special_rules,
        threshold=max(condition.threshold for condition in record.victory.axis),
        tournament=record.id.startswith("tournament"),
        late=tuple((piece_index[away.id], turns[away.returns]) for away in record.wec.evacuated),
        parts=tuple(
            (piece_index[shock.id], piece_index[first], piece_index[second])
            for shock in record.shock_armies
            for first, second in (shock.components,)
        ),
        markers=tuple((piece_index[id_], n) for id_, n in record.out_of_supply.items()),
        murmansk=turns[record.murmansk_cut] if record.murmansk_cut else 0,
        released=record.garrison_released,
        fallen=mask(ground.city_index[id_] for id_ in record.cities_fallen_before),
        surrendered=mask(map(NATIONS.index, record.allies_surrendered_before)),
        source=record.source,
    )


def _place_named(
    record: pieces_schema.ScenarioRecord,
    ground: Ground,
    pieces: tuple[Piece, ...],
    piece_index: dict[str, int],
    places: list[int],
    steps: list[int],
) -> None:
    for unit in record.units:
        places[piece_index[unit.unit]] = ground.index(unit.hex)
        steps[piece_index[unit.unit]] = unit.step
    for shock in record.shock_armies:
        steps[piece_index[shock.id]] += 2 * _LEVELS.index(shock.level)
    for name, boxes in record.pools.items():
        for id_ in boxes.pool:
            places[piece_index[id_]] = POOL[side_of(name)]
        for id_ in boxes.surrendered:
            places[piece_index[id_]] = SURRENDERED[side_of(name)]
    for wec in record.wec.on_map:
        places[piece_index[wec.id]] = (
            ground.index(wec.place) if wec.place.isdigit() else _wec_place(wec.place, ground)
        )
    for plane in record.aircraft:
        places[piece_index[plane.id]] = ground.cities[ground.city_index[plane.city]].place


def _settle(
    record: pieces_schema.ScenarioRecord,
    pieces: tuple[Piece, ...],
    piece_index: dict[str, int],
    first: int,
    places: list[int],
    steps: list[int],
) -> None:
    """Where those are that came before a later scenario begins and stand on no hex of it."""
    gone = {piece_index[id_] for id_ in record.axis_withdrawn_before_start}
    away = {piece_index[wec.id] for wec in record.wec.evacuated}
    parts = {piece_index[part] for shock in record.shock_armies for part in shock.components}
    for piece in pieces:
        number, date = piece.index, piece.arrival
        came = date is None or date.turn < first
        if number in parts:
            places[number] = COMBINED
        elif number in away:
            places[number] = WITHDRAWN[SOVIET]
        elif number in gone:
            places[number] = REMOVED
        elif places[number] == WAITING and came:
            if piece.type in (AIRCRAFT, WEC):
                places[number] = REMOVED
            elif piece.type == MARSHAL:
                left = 0 < piece.leaves < first
                places[number] = REMOVED if left else IN_HAND[piece.side]
        if places[number] == URALS and first >= _URALS_FULL:
            steps[number] = 0  # 20.4
