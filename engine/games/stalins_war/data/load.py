"""From the sheet's files to the facts that the rules use."""

import re

from engine.board.bits import mask
from engine.core.sheets import index
from engine.games.stalins_war.data import load_map, schema
from engine.games.stalins_war.data import schema_pieces as pieces_schema
from engine.games.stalins_war.data import schema_tables as tables_schema
from engine.games.stalins_war.data.facts import (
    AXIS,
    CARD_TYPES,
    FOR_ARMY,
    FOR_FRONT,
    FOR_TANK,
    GUARD,
    GUARD_TANK,
    NATIONS,
    NOT_EXCHANGED,
    NOWHERE,
    PARTISAN,
    RAILS,
    RESERVE,
    RP_TYPES,
    SIDES,
    SOVIET,
    STALIN,
    TYPES,
    Card,
    Cell,
    Column,
    Effect,
    Face,
    Start,
    Turn,
    Unit,
    Ways,
)
from engine.games.stalins_war.data.facts_board import Board, Charts, Ground


def load() -> Board:
    """All facts; a pydantic ValidationError or ValueError names what is wrong."""
    ground = load_map.ground(schema.load())
    units_file = schema.DATA.read(pieces_schema.UnitsFile, "units.json")
    units = tuple(_unit(number, record, ground) for number, record in enumerate(units_file.units))
    unit_index = index([unit.id for unit in units])
    turns_file = schema.DATA.read(tables_schema.TurnsFile, "turns.json")
    cards = _cards(schema.DATA.read(pieces_schema.CardsFile, "cards.json"), unit_index)
    scenarios = schema.DATA.read(tables_schema.ScenariosFile, "scenarios.json")
    return Board(
        ground=ground,
        units=units,
        unit_index=unit_index,
        short_index=(_shorts(units, AXIS), _shorts(units, SOVIET)),
        of_side=(_of_side(units, AXIS), _of_side(units, SOVIET)),
        partisans=tuple(unit.index for unit in units if unit.type == PARTISAN),
        stalin=next(unit.index for unit in units if unit.type == STALIN),
        turns=tuple(_turn(record) for record in turns_file.turns),
        charts=_charts(turns_file, units_file, scenarios.total_war),
        cards=cards,
        card_index=index([card.id for card in cards]),
        starts=tuple(
            _start(record, scenarios, ground, unit_index) for record in scenarios.scenarios
        ),
        sources=schema.DATA.sources(),
    )


# units ------------------------------------------------------------------------


def _unit(number: int, record: pieces_schema.UnitRecord, ground: Ground) -> Unit:
    type_ = TYPES.index(record.type)
    entry = record.entry
    if [step.step for step in record.steps] != list(range(len(record.steps), 0, -1)):
        raise ValueError(f"the steps of {record.id} are not in order")
    return Unit(
        index=number,
        id=record.id,
        short=short(record.id),
        name=record.name,
        side=SIDES.index(record.side),
        nation=NATIONS.index(record.nation),
        type=type_,
        lcu=record.size == "lcu",
        faces=tuple(
            Face(step.attack, step.defense, step.movement, step.no_rebuild, step.counter)
            for step in reversed(record.steps)
        ),
        zoc=record.zoc,
        exploits=record.can_exploit,
        armor=record.armor,
        guard=record.guard,
        stacks=record.counts_for_stacking,
        rp=RP_TYPES.index(record.rp_type) if record.rp_type else NOWHERE,
        is_army=record.is_army,
        maritime=record.maritime,
        blitzkrieg_front=record.size == "lcu" and record.era == "blitzkrieg",
        exchange=_exchange(record, type_),
        card=entry.card or "",
        reduced=entry.reduced,
        heir=record.replaced_by or "",
        start=ground.index(entry.hex) if entry.hex else NOWHERE,
        source=record.source,
    )


def _exchange(record: pieces_schema.UnitRecord, type_: int) -> int:
    """What the unit takes the place of (7.5.2c)."""
    if not record.entry.exchange:
        return NOT_EXCHANGED
    return {GUARD: FOR_ARMY, GUARD_TANK: FOR_TANK}.get(type_, FOR_FRONT)


def short(id_: str) -> str:
    """How a unit is called in an order; the usual nations are left out.

    >>> [short(id_) for id_ in ("ge_4th_army", "ge_2_ss_pz_corps", "ge_43_corps", "ro_4th_army")]
    ['4a', '2sspz', '43c', 'ro4a']
    >>> [short(id_) for id_ in ("su_13r_army", "su_southwest_front_weak", "su_1st_baltic_front")]
    ['13r', 'southwestfweak', '1balticf']
    """
    nation, *words = id_.split("_")
    found = [] if nation in ("ge", "su") else [nation]
    for word in words:
        number = re.fullmatch(r"(\d+)(st|nd|rd|th)", word)
        if word in ("army", "corps"):
            if found and found[-1].isdigit():
                found.append(word[0])
        elif word == "front":
            found.append("f")  # a Front is often called as a city is
        elif word != "strong":
            found.append(number[1] if number else word)
    return "".join(found)


def _of_side(units: tuple[Unit, ...], side: int) -> tuple[int, ...]:
    return tuple(unit.index for unit in units if unit.side == side)


def _shorts(units: tuple[Unit, ...], side: int) -> dict[str, int]:
    mine = [unit for unit in units if unit.side == side]
    index([unit.short for unit in mine])
    return {unit.short: unit.index for unit in mine}


# cards ------------------------------------------------------------------------


def _cards(file: pieces_schema.CardsFile, units: dict[str, int]) -> tuple[Card, ...]:
    known = set(file.effect_ops)
    found = []
    for number, record in enumerate(file.cards):
        if strange := {effect.op for effect in record.effects} - known:
            raise ValueError(f"{record.id} has unknown effects: {', '.join(sorted(strange))}")
        found.append(_card(number, record, units))
    return tuple(found)


def titled(name: str) -> str:
    """A name in capitals as people write it; what has a number in it stays.

    >>> titled("KATUKOV'S TANKS"), titled("CONVOY PQ-17"), titled("V-WEAPONS"), titled("TO BERLIN!")
    ("Katukov's Tanks", 'Convoy PQ-17', 'V-Weapons', 'To Berlin!')
    """
    return " ".join(
        word if any(map(str.isdigit, word)) else "-".join(map(str.capitalize, word.split("-")))
        for word in name.split()
    )


def _card(number: int, record: pieces_schema.CardRecord, units: dict[str, int]) -> Card:
    play = record.playable
    return Card(
        index=number,
        id=record.id,
        short=str(record.number),
        side=SIDES.index(record.side),
        number=record.number,
        total_war=record.deck == "total_war",
        name=titled(record.name.rstrip("*")),
        event=record.event_id,
        type=CARD_TYPES.index(record.type),
        ops=record.ops,
        rp=(
            record.rp.get("GE", 0),
            record.rp.get("PZ", 0),
            record.rp.get("AX", 0),
            record.rp.get("SU", 0),
        ),
        asterisk=record.asterisk,
        underlined=record.underlined,
        aside=record.set_aside_at_start,
        attack=play.when in ("combat_attack", "combat_attack_or_defense"),
        defence=play.when in ("combat_defense", "combat_attack_or_defense"),
        turns=play.turns,
        mud=play.rasputitsa_ok,
        needs=tuple(play.requires_events),
        barred=tuple(play.forbidden_after_events),
        condition=play.condition or "",
        must=play.condition_kind == "prerequisite",
        gives_ops=record.grants_ops,
        timing=record.timing or "",
        units=tuple(units[id_] for id_ in record.units),
        text=record.effect,
        effects=tuple(
            Effect(effect.op, effect.model_dump(exclude_none=True, exclude={"op"}))
            for effect in record.effects
        ),
        source=record.source.event,
    )


# turns and tables -------------------------------------------------------------


def _turn(record: tables_schema.TurnRecord) -> Turn:
    if record.axis_ma_minus_1_east_of_paulus != record.axis_attack_shift_left_east_of_paulus:
        raise ValueError(f"{record.id}: the Paulus Line holds for movement and combat alike")
    return Turn(
        number=record.number,
        id=record.id,
        name=record.name,
        season=record.season,
        rounds=record.action_rounds,
        rp_cards=(
            (record.axis_rp_cards, record.soviet_rp_cards) if record.rp_cards_allowed else (0, 0)
        ),
        reinforcements=(record.reinforcement_cards.axis, record.reinforcement_cards.soviet),
        mud=tuple(record.rasputitsa_rounds),
        mobile_defence=record.german_mobile_defense,
        early=record.axis_ma_minus_1_east_of_paulus,
        axis_rail=RAILS.index(record.axis_rail_in_soviet_union),
        axis_keeps_count=not record.axis_rp_or_reinforcement_resets_consecutive_ops,
        auto_draw=tuple(record.soviet_auto_draw),
        axis_banks=record.axis_banked_ops,
        least=(record.axis_min_hand, record.soviet_min_hand),
        most=record.max_hand,
        total_war=record.total_war_may_start,
        winter_1942=record.winter_1942_effects,
        bleeds=record.vp_minus_1_if_hitler_takes_command_not_played,
        ends_in_action=record.ends_with == "action_phase",
        checks=tuple(record.victory_checks),
        source=record.source,
    )


def _charts(
    turns: tables_schema.TurnsFile,
    units: pieces_schema.UnitsFile,
    total_war: tables_schema.TotalWarRecord,
) -> Charts:
    terrain = schema.DATA.read(tables_schema.TerrainFile, "terrain.json")
    fire = schema.DATA.read(tables_schema.FireFile, "fire_tables.json")
    tables = {table.id: tuple(map(_column, table.columns)) for table in fire.tables}
    needed = total_war.arithmetic.needed
    return Charts(
        ways={
            record.id: Ways(
                record.mp_to_enter or 0,
                record.attacker_shift_left or 0,
                record.no_retreat_option,
                record.blitz_marker_allowed,
                record.exploitation_must_stop,
            )
            for record in terrain.terrain
        },
        lcu=tables["lcu"],
        scu=tables["scu"],
        shifts={
            record.id: -record.amount if record.direction == "left" else record.amount
            for record in fire.column_shifts
            if isinstance(record.amount, int)
        },
        track=tuple(
            box.reduction for box in sorted(turns.consecutive_ops_track, key=lambda box: box.count)
        ),
        markers={record.id: record.count for record in units.markers},
        total_war=(total_war.earliest_turn, needed.one_side, needed.both),
    )


def _column(record: tables_schema.ColumnRecord) -> Column:
    cells = [record.results[str(roll)] for roll in range(1, 7)]
    return Column(record.label, record.min, tuple(Cell(c.loss, c.asterisk) for c in cells))


# set-ups ----------------------------------------------------------------------


def _start(
    record: tables_schema.ScenarioRecord,
    file: tables_schema.ScenariosFile,
    ground: Ground,
    units: dict[str, int],
) -> Start:
    setup = file.setups[record.setup]
    if len(setup.units) + len(setup.off_map) != len(units):
        raise ValueError(f"{record.setup} does not say where each unit is")
    places = [RESERVE] * len(units)
    for unit in setup.units:
        places[units[unit.unit]] = ground.index(unit.hex)
    axis = set(setup.control.axis)
    if axis & set(setup.control.soviet) or axis | set(setup.control.soviet) != {
        site.id for site in ground.sites
    }:
        raise ValueError(f"{record.setup} does not give each place to one side")
    hand = record.start.hand_limit
    return Start(
        id=record.id,
        name=record.name,
        first_turn=record.first_turn,
        last_turn=record.last_turn,
        vp=record.start.vp,
        hand=(hand.axis, hand.soviet),
        places=tuple(places),
        axis=mask(ground.site_index[id_] for id_ in axis),
        tournament=record.id == "tournament",
    )
