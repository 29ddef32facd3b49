"""Turns the checked data files into one `Board`; raises ValueError where they disagree."""

from engine.board.bits import mask
from engine.board.pointmap import PointMap, point_map
from engine.core.sheets import index, made
from engine.games.race_to_moscow.data import schema
from engine.games.race_to_moscow.data.facts import (
    COLOURS,
    DIFFICULTIES,
    NOWHERE,
    SUPPLIES,
    Area,
    Board,
    Card,
    Connection,
    Front,
    Group,
    Level,
    SeaArea,
    SovietMarker,
    Unit,
)

_SHORT = {"armored": "pz", "field": "a"}


def load() -> Board:
    """The board of the data files."""
    map_ = schema.DATA.read(schema.MapFile, "map.json")
    cards = schema.DATA.read(schema.CardsFile, "cards.json")
    parts = schema.DATA.read(schema.ComponentsFile, "components.json")
    logistics = schema.DATA.read(schema.LogisticsFile, "logistics.json")

    places = (*(a.id for a in map_.areas), *(s.id for s in map_.sea_areas), "pool")
    place_index = index(places)
    units = _units(parts, place_index)
    unit_index = index([unit.id for unit in units])
    areas = tuple(
        _area(number, record, map_, place_index, unit_index)
        for number, record in enumerate(map_.areas)
    )
    connections = tuple(
        made(Connection, record, index=number, a=place_index[record.a], b=place_index[record.b])
        for number, record in enumerate(map_.connections)
    )
    points = _points(areas, connections)
    roads = tuple(
        points.by_colour({_label(line) for line in connections if colour in line.colours})
        for colour in range(len(COLOURS))
    )
    deck = _cards(cards)
    markers = tuple(
        SovietMarker(len(deck) + number, m.id, m.back == "armor", m.mark or "")
        for number, m in enumerate(parts.soviet_markers.markers)
    )
    items = (*(card.id for card in deck), *(marker.id for marker in markers))
    item_index = index(items)
    fronts = {record.colour: record for record in cards.fronts}
    board = Board(
        areas=areas,
        seas=tuple(
            made(
                SeaArea,
                record,
                place=place_index[record.id],
                harbours=tuple(place_index[id_] for id_ in record.harbours),
                adjacent=tuple(place_index[id_] for id_ in record.adjacent),
            )
            for record in map_.sea_areas
        ),
        places=places,
        place_names=(
            *(area.name for area in areas),
            *(sea.name for sea in map_.sea_areas),
            "Not in play",
        ),
        place_index=place_index,
        pool=len(places) - 1,
        connections=connections,
        connection_at={
            ends: line.index
            for line in connections
            for ends in ((line.a, line.b), (line.b, line.a))
        },
        map=points,
        near=tuple(mask(row) for row in points.neighbours),
        roads=roads,
        road_near=tuple(tuple(mask(row) for row in table) for table in roads),
        open_to=tuple(
            mask(area.index for area in areas if colour in area.colours)
            for colour in range(len(COLOURS))
        ),
        victory=mask(area.index for area in areas if area.kind == "victory"),
        symbols=tuple(area.index for area in areas if area.soviet),
        groups=_groups(parts, areas, units),
        units=units,
        unit_index=unit_index,
        fleet=unit_index[parts.fleet.id],
        cards=deck,
        markers=markers,
        items=items,
        item_index=item_index,
        pursuit=tuple(
            tuple(c.index for c in deck if c.family == "pursuit" and c.colour == colour)
            for colour in range(len(COLOURS))
        ),
        soviet_cards=tuple(card.index for card in deck if card.family == "soviet"),
        okh=tuple(card.index for card in deck if card.family == "okh"),
        fronts=tuple(_front(fronts[colour], place_index) for colour in range(len(COLOURS))),
        levels=tuple(
            made(Level, record)
            for record in sorted(logistics.levels, key=lambda record: record.level)
        ),
        totals=tuple(int(parts.supply_tokens_total[kind]) for kind in SUPPLIES),
        stock=parts.setup_areas.supply_stock,
        base_supplies=parts.setup_areas.each_main_supply_base,
        trains=parts.trains.transportation_stock,
        reserve=_by_players(parts.trains.transport_reserve),
        truck_load=parts.trucks.capacity,
        train_load=parts.trains.capacity,
        pools=(
            _by_players(parts.soviet_markers.pool),
            _by_players(parts.soviet_markers.pool_hard),
            _by_players(parts.soviet_markers.pool_veteran),
        ),
        without=_without(parts.soviet_markers, item_index),
        open_okh=_by_players(parts.okh.open),
        okh_prices=tuple(parts.okh.total_war_costs),
        actions=parts.turn.regular_actions,
        cubes_per_medal=parts.medals.ammo_cubes_per_medal,
        city_medals=parts.medals.victory_area_without_link,
        sources=schema.DATA.sources(),
    )
    _check(board, parts)
    return board


def _by_players(record: dict[int, int]) -> tuple[int, ...]:
    """By number of Axis players; there is no game of none."""
    return 0, record[1], record[2], record[3]


def _units(parts: schema.ComponentsFile, place_index: dict[str, int]) -> tuple[Unit, ...]:
    armies = [
        made(
            Unit,
            record,
            index=number,
            short=record.id.rsplit("_", 1)[1] + _SHORT[record.kind],
            place=place_index[record.start_area],
        )
        for number, record in enumerate(parts.armies)
    ]
    fleet = made(
        Unit,
        parts.fleet,
        index=len(armies),
        short="fleet",
        kind="fleet",
        place=place_index[parts.fleet.start_sea_area],
        supplies=(0, 0, 0),
        capacity=0,
    )
    return (*armies, fleet)


def _area(
    number: int,
    record: schema.AreaRecord,
    map_: schema.MapFile,
    place_index: dict[str, int],
    unit_index: dict[str, int],
) -> Area:
    harbour = record.harbour
    victors = [v.players for v in map_.victory_areas if v.area == record.id]
    sea = harbour and harbour.sea_area
    return made(
        Area,
        record,
        index=number,
        victors=tuple(colour for row in victors for colour in row),
        basin=harbour.basin if harbour else "",
        sea=place_index[sea] if sea else NOWHERE,
        army=unit_index[record.starting_army] if record.starting_army else NOWHERE,
        base=record.supply_base or "",
    )


def _label(line: Connection) -> str:
    return "+".join(COLOURS[colour] for colour in line.colours) or "red"


def _points(areas: tuple[Area, ...], connections: tuple[Connection, ...]) -> PointMap:  # rm-19
    links = ((areas[line.a].id, areas[line.b].id, _label(line)) for line in connections)
    return point_map([area.id for area in areas], links)


def _cards(file: schema.CardsFile) -> tuple[Card, ...]:  # rm-02
    effects = {record.type: record.effect for record in file.pursuit_effects}
    cards: list[Card] = []
    for p in file.pursuit:
        cards.append(
            made(Card, p, index=len(cards), family="pursuit",
                 timing="own_turn" if p.hand else "", effect=effects[p.type])
        )  # fmt: skip
    for s in file.soviet:
        cards.append(
            made(Card, s, index=len(cards), family="soviet", armor=s.variant_deck == "armor",
                 ammo=s.cost.ammo, fuel=s.cost.fuel, effect=_price(s.cost))
        )  # fmt: skip
    for o in file.okh:
        kind = o.id.removeprefix("okh_")
        cards.append(made(Card, o, index=len(cards), family="okh", type=kind, hand=True))
    return tuple(cards)


def _price(cost: schema.CostRecord) -> str:
    fuel = f" and {cost.fuel} fuel" if cost.fuel else ""
    return f"Combat: it is beaten with {cost.ammo} ammo{fuel}."


def _front(record: schema.FrontRecord, place_index: dict[str, int]) -> Front:  # rm-24
    return made(
        Front,
        record,
        city=place_index[record.victory_city],
        order=tuple(priority.type for priority in record.standard.priorities),
        reverse_order=tuple(priority.type for priority in record.hard.priorities),
        reverse_both=record.hard.mode == "counter_attack_then_place",
    )


def _groups(
    parts: schema.ComponentsFile, areas: tuple[Area, ...], units: tuple[Unit, ...]
) -> tuple[Group, ...]:
    found = []
    for colour, record in enumerate(parts.players):
        if record.colour != colour:
            raise ValueError("the players are not in the order gray, white, brown")
        base = next(a.index for a in areas if a.base == "main" and a.printed == colour)
        own = tuple(unit for unit in units if unit.colour == colour)
        found.append(
            made(
                Group,
                record,
                left=parts.seats.left_of[colour],
                base=base,
                units=tuple(unit.index for unit in own),
                armies=tuple(unit.index for unit in own if unit.kind != "fleet"),
            )
        )
    return tuple(found)


def _without(
    record: schema.SovietMarkersRecord, item_index: dict[str, int]
) -> tuple[tuple[tuple[int, ...], ...], ...]:  # rm-23
    names = {"basic": "standard"}
    table: list[list[tuple[int, ...]]] = [[()] * 4 for _ in DIFFICULTIES]
    for row in record.soviet_player_removed:
        difficulty = DIFFICULTIES.index(names.get(row.variant, row.variant))
        if len(row.markers) != row.removed:
            raise ValueError(f"{row.removed} Soviet markers should be left out: {row.markers}")
        table[difficulty][row.axis_players] = tuple(item_index[id_] for id_ in row.markers)
    return tuple(tuple(row_) for row_ in table)


def _check(board: Board, parts: schema.ComponentsFile) -> None:
    """What several files say must agree."""
    for area in board.areas:
        if area.army >= 0 and board.units[area.army].place != area.index:
            raise ValueError(f"who starts in {area.name}?")
        if (area.base == "main") != (area.kind == "main_supply_base"):
            raise ValueError(f"is {area.name} a base?")
        if area.sea >= 0 and area.index not in board.seas[area.sea - len(board.areas)].harbours:
            raise ValueError(f"the harbour {area.name} and its sea area disagree")
    for kind in range(len(SUPPLIES)):
        out = sum(unit.supplies[kind] for unit in board.units)
        out += board.stock[kind] + len(COLOURS) * board.base_supplies[kind]
        if out != board.totals[kind]:
            raise ValueError(f"{out} {SUPPLIES[kind]} at the start, {board.totals[kind]} in all")
    if len(board.markers) != parts.soviet_markers.total:
        raise ValueError("the Soviet markers are not complete")
