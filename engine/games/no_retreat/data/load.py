"""Turns the checked data files into one `Board`; raises ValueError where they disagree."""

from engine.board.bits import Steps, mask
from engine.core.sheets import index, made
from engine.games.no_retreat.data import load_map, load_pieces, schema, schema_pieces
from engine.games.no_retreat.data.facts import (
    AREAS,
    AXIS,
    BOXES,
    CITY,
    GREATER_GERMANY,
    HEXES,
    LAST_TURN,
    NOWHERE,
    ON_MAP,
    PLACES,
    SIDES,
    SOVIET,
    TERRAINS,
    TRACK,
    USSR,
    WAITING,
    WEATHER_MARKERS,
    WEATHERS,
    Conditional,
    Goal,
    RedEvent,
    Scenario,
    Shift,
    Site,
    TurnFacts,
    Unit,
    VictoryPoints,
    Weather,
    WeatherMarker,
)
from engine.games.no_retreat.data.facts_board import Board
from engine.games.no_retreat.data.load_map import hex_index

_BOTH = (AXIS, SOVIET)
_BOX_NAMES = {
    "destroyed": "Destroyed Units Box",
    "surrendered": "Surrendered Units Box",
    "shattered": "Shattered Units Box",
    "cadre_available": "Cadre Units Available Box",
    "rail": "Rail Movement Box",
    "ss_panzer_reserve": "SS Panzer reserve",
    "removed": "Removed",
    "waiting": "Waiting for an event",
}


def load() -> Board:
    """The board of the data files."""
    map_ = schema.DATA.read(schema.MapFile, "map.json")
    chart = schema.DATA.read(schema.TerrainFile, "terrain.json")
    turn_file = schema.DATA.read(schema.TurnsFile, "turns.json")
    crt = schema.DATA.read(schema.CrtFile, "crt.json")
    unit_file = schema.DATA.read(schema_pieces.UnitsFile, "units.json")
    card_file = schema.DATA.read(schema_pieces.CardsFile, "cards.json")
    deck = card_file.deck_rules

    grid = load_map.grid()
    sites = load_map.sites(map_)
    hexes = load_map.hexes(map_, grid, sites)
    units = load_pieces.units(unit_file)
    unit_index = index([unit.id for unit in units])
    site_index = index([site.id for site in sites])
    areas = load_map.areas(map_, unit_index)
    terrains = load_map.terrains(chart)
    terrain = (*(hex_.terrain for hex_ in hexes), *(TERRAINS.index("area") for _ in areas))
    land = mask(hex_.index for hex_ in hexes if terrains[hex_.terrain].enterable)
    prohibited = load_map.marked(map_, grid, "prohibited_lake", "prohibited_sea")
    passable = load_map.adjacency(prohibited.open(), land, areas)
    paths = load_map.supply_paths(load_map.marked(map_, grid, "prohibited_sea").open(), hexes)
    turns = tuple(_turn(record, unit_index) for record in turn_file.turns)
    places = (
        *grid.ids,
        *(area.id for area in areas),
        *BOXES,
        *(f"t:{turn}" for turn in range(1, LAST_TURN + 1)),
    )
    scenario_file = schema.DATA.read(schema_pieces.ScenariosFile, "scenarios.json")
    scenarios = tuple(
        _scenario(record, units, unit_index, sites, site_index)
        for record in scenario_file.scenarios
    )
    west = mask(hex_index(id_) for id_ in map_.map_edges.axis_west)
    east = mask(hex_index(id_) for id_ in map_.map_edges.soviet_east)
    south = mask(hex_index(id_) for id_ in map_.map_edges.soviet_south)
    board = Board(
        hexes=hexes,
        areas=areas,
        places=places,
        place_names=(
            *(hex_.name for hex_ in hexes),
            *(area.name for area in areas),
            *(_box_name(box) for box in BOXES),
            *(f"Turn {turn}" for turn in range(1, LAST_TURN + 1)),
        ),
        place_index=index(places),
        sites=sites,
        site_index=site_index,
        site_at=tuple(load_map.site_at(sites).get(place, NOWHERE) for place in range(ON_MAP)),
        seas=load_map.seas(map_),
        terrains=terrains,
        weathers=tuple(_weather(number, record) for number, record in enumerate(chart.weather)),
        units=units,
        unit_index=unit_index,
        of_side=tuple(tuple(u.index for u in units if u.side == side) for side in _BOTH),
        conditionals=tuple(
            made(Conditional, record, units=tuple(unit_index[u] for u in record.units))
            for record in turn_file.conditional_events
        ),
        cards=load_pieces.cards(card_file),
        base_deck=tuple(deck.base_deck),
        deck_1945=tuple(
            number
            for number in (*deck.base_deck, *deck.green_circled_added_on_turn_23)
            if number not in deck.red_barred_removed_in_1945
        ),
        red_barred=tuple(deck.red_barred_removed_in_1945),
        green_circled=tuple(deck.green_circled_added_on_turn_23),
        joker=deck.joker,
        turns=turns,
        event_turns={
            record.id: tuple(turn.turn for turn in turns if record.id in turn.events)
            for record in turn_file.event_texts
        },
        weather_markers=tuple(
            made(WeatherMarker, record, index=number)
            for number, record in enumerate(turn_file.variable_weather.markers)
        ),
        columns=tuple(crt.columns),
        tables=tuple(_table(crt.columns, table) for table in crt.tables),
        shifts={record.id: _shift(record) for record in crt.shift_list},
        vp=made(VictoryPoints, turn_file.vp),
        scenarios=scenarios,
        scenario_index=index([scenario.id for scenario in scenarios]),
        grid=grid,
        rivers=load_map.marked(map_, grid, "river"),
        river_names=tuple(
            (hex_index(side.between[0]), hex_index(side.between[1]), side.name)
            for side in map_.hexsides
            if side.kind == "river"
        ),
        prohibited=prohibited,
        objective_sides=load_map.objective_sides(map_, grid),
        terrain=terrain,
        cost=(
            tuple(terrains[kind].other_cost for kind in terrain),
            tuple(terrains[kind].armor_cost for kind in terrain),
        ),
        adjacent=load_map.adjacency(grid.neighbours, land, areas),
        passable=passable,
        paths=paths,
        ground=Steps(passable),
        supply=Steps(load_map.with_areas(paths, areas)),
        rails=(
            Steps(load_map.rail_links(grid, paths, load_map.WESTWARD)),
            Steps(load_map.rail_links(grid, paths, load_map.EASTWARD)),
        ),
        land=land,
        cities=mask(hex_.index for hex_ in hexes if hex_.terrain == CITY),
        objectives=tuple(mask(h.index for h in hexes if h.objective == side) for side in _BOTH),
        countries=tuple(
            mask(h.index for h in hexes if h.country == country)
            for country in (GREATER_GERMANY, USSR)
        ),
        west=west,
        east=east,
        south=south,
        edges=(west, east | south),
        sources=schema.DATA.sources(),
    )
    load_map.check(map_, grid, hexes, sites, areas)
    _check(board)
    return board


def _box_name(box: str) -> str:
    """A box as people read it, with its side where each has one.

    >>> _box_name("rail_axis")
    'Axis Rail Movement Box'
    """
    kind, _, side = box.rpartition("_")
    return f"{side.title()} {_BOX_NAMES[kind]}" if side in SIDES else _BOX_NAMES[box]


def _weather(number: int, record: schema.WeatherRecord) -> Weather:
    return made(
        Weather,
        record,
        index=number,
        cap=record.cap or 0,
        advance=record.advance_hexes.all,
        armor_advance=record.advance_hexes.armor_bonus,
    )


def _turn(record: schema.TurnRecord, unit_index: dict[str, int]) -> TurnFacts:
    red, death = record.red_event, record.sudden_death
    return made(
        TurnFacts,
        record,
        weather=record.weather.printed,
        marker=record.weather.marker,
        red_event=red and made(RedEvent, red),
        sudden_death=(death.more_than.axis, death.more_than.soviet) if death else (-1, -1),
        events=tuple(event.id for event in record.events),
        reinforcements=tuple(
            tuple(unit_index[id_] for id_ in ids) for ids in record.reinforcements
        ),
    )


def _table(columns: list[str], cells: schema.Table) -> tuple[tuple[int, ...], ...]:
    return tuple(
        tuple(cells[column][str(roll)].result for roll in range(1, 7)) for column in columns
    )


def _shift(record: schema.ShiftRecord) -> Shift:
    columns = record.shift if isinstance(record.shift, int) else 0
    return Shift(
        record.id,
        -columns if record.direction == "left" else columns,
        "; ".join(part for part in (record.when, record.limit) if part),
    )


def _scenario(
    record: schema_pieces.ScenarioRecord,
    units: tuple[Unit, ...],
    unit_index: dict[str, int],
    sites: tuple[Site, ...],
    site_index: dict[str, int],
) -> Scenario:
    places = [WAITING] * len(units)
    faces = [0] * len(units)
    for start in record.setup:
        unit = unit_index[start.unit]
        places[unit] = hex_index(start.hex) if start.hex else HEXES + AREAS.index(start.area or "")
        faces[unit] = int(start.face == "back")
        if units[unit].faces[faces[unit]].label != start.label:
            raise ValueError(f"{record.id}: {start.unit} has no side {start.label} there")
    for box, ids in record.boxes.items():
        for id_ in ids:
            places[unit_index[id_]] = ON_MAP + BOXES.index(box)
    for turn, ids in record.turn_track.items():
        for id_ in ids:
            places[unit_index[id_]] = TRACK + turn
    waiting = {unit.id for unit in units if places[unit.index] == WAITING and not unit.option}
    if waiting != set(record.conditional):
        raise ValueError(f"{record.id}: some unit has no place")
    victory = record.victory
    hands = (record.hands.axis, record.hands.soviet)
    campaign = bool(victory.rules)
    return made(
        Scenario,
        record,
        first_turn=record.start.turn,
        first_side=record.start.player_turn,
        last_turn=record.end.turn,
        control=_control(record.control, sites),
        places=tuple(places),
        faces=tuple(faces),
        event_vp=record.vp.event,
        vp_marker=record.vp.vp_marker,
        high_tide=NOWHERE if record.vp.high_tide is None else record.vp.high_tide,
        goals=_goals(AXIS, victory.axis, site_index) + _goals(SOVIET, victory.soviet, site_index),
        objectives=campaign or _asks(victory, "objectives"),
        sudden_death=campaign or _asks(victory, "sudden_death"),
        end_vp=victory.tie_break_vp,
        otherwise=victory.otherwise,
        draw=tuple(hand.draw for hand in hands),
        keep=tuple(hand.draw if hand.keep is None else hand.keep for hand in hands),
        deck_1945=record.deck == "deck_1945",
    )


def _control(record: schema_pieces.Control, sites: tuple[Site, ...]) -> tuple[int, ...]:
    lists = dict.fromkeys(record.axis, AXIS) | dict.fromkeys(record.soviet, SOVIET)
    lists["finland"] = record.finland
    return tuple(lists[site.id] for site in sites)


def _goals(
    side: int, record: schema_pieces.Goals | None, site_index: dict[str, int]
) -> tuple[Goal, ...]:
    """The scenario's own goals; objectives and Sudden Death stand in flags of their own."""
    return tuple(
        Goal(
            side,
            goal.vp_at_least,
            tuple(site_index[id_] for id_ in goal.control_and_supply),
            goal.plus_any,
            tuple(site_index[id_] for id_ in goal.of),
        )
        for goal in (record.any if record else [])
        if goal.vp_at_least or goal.control_and_supply
    )


def _asks(victory: schema_pieces.VictoryRecord, rule: str) -> bool:
    goals = [goal for side in (victory.axis, victory.soviet) if side for goal in side.any]
    return any(bool(getattr(goal, rule)) for goal in goals)


def _check(board: Board) -> None:
    """Facts that the rest relies on."""
    for side in _BOTH:
        index([unit.short for unit in board.units if unit.side == side])
    if len(board.places) != PLACES or len(board.turns) != LAST_TURN:
        raise ValueError("places or turns are missing")
    if tuple(weather.id for weather in board.weathers) != WEATHERS:
        raise ValueError("the weather must come in the order of the facts")
    if tuple(marker.id for marker in board.weather_markers) != WEATHER_MARKERS:
        raise ValueError("the weather markers must come in the order of the facts")
    for number, card in enumerate(board.cards, start=1):
        if card.number != number:
            raise ValueError(f"card {number} is missing")
    for turn in board.turns:
        if unknown := set(turn.events) - set(board.event_turns):
            raise ValueError(f"turn {turn.turn} has unknown events: {', '.join(unknown)}")
    for scenario in board.scenarios:
        for side in _BOTH:
            units = board.of_side[side]
            if any(scenario.faces[unit] >= len(board.units[unit].faces) for unit in units):
                raise ValueError(f"{scenario.id}: a unit shows a side that it does not have")
