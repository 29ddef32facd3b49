"""Makes the counters and cards of the checked data."""

from engine.core.sheets import made
from engine.games.no_retreat.data import schema_pieces as schema
from engine.games.no_retreat.data.facts import (
    BOXES,
    FORT,
    NOWHERE,
    ON_MAP,
    RESULTS,
    SIDES,
    SOVIET,
    TYPES,
    WEATHERS,
    Card,
    CardHalf,
    Face,
    Op,
    Unit,
)
from engine.games.no_retreat.data.load_map import hex_index

_SHORTS = {
    "ss_panzer": "ss",
    "ss_pzgren": "sspg",
    "lw_field": "lw",
    "fin_army": "fin",
    "festung": "fest",
    "group_e": "e",
    "group_f": "f",
    "berlin_garrison": "bg",
    "abt_inf_a": "abt1",
    "abt_inf_b": "abt2",
    "abt_mech": "abtm",
    "northwest": "nw",
    "west": "west",
    "southwest": "sw",
    "south": "south",
    "n_caucasus": "nc",
    "sov_rumanian": "rum",
    "fort_front_a": "ff1",
    "fort_front_b": "ff2",
}
_KINDS = {"pz": "pz", "army": "", "rum": "rum", "hun": "hun", "ita": "ita"}
_KINDS |= {"tank": "tk", "yugoslav": "yug"}


def units(file: schema.UnitsFile) -> tuple[Unit, ...]:
    """The counters in the order of units.json."""
    return tuple(_unit(number, record, file) for number, record in enumerate(file.units))


def short(id_: str) -> str:
    """The word for an order line: `4pz`, `16`, `kg1`, `2tk`, `kal`, `sw`.

    >>> short("pz_4"), short("army_16"), short("kalinin")
    ('4pz', '16', 'kal')
    """
    if id_ in _SHORTS:
        return _SHORTS[id_]
    kind, _, number = id_.partition("_")
    if kind in _KINDS:
        return number + _KINDS[kind]
    if kind in ("kg", "volks"):
        return {"kg": "kg", "volks": "vs"}[kind] + number
    return id_[:3]


def _unit(number: int, record: schema.UnitRecord, file: schema.UnitsFile) -> Unit:
    side = record.side
    records = [face for face in (record.front, record.back) if face is not None]
    red = side == SOVIET and record.fort_side != "front" and record.two_sided  # §2.3
    costs = file.conventions.costs
    return made(
        Unit,
        record,
        index=number,
        short=short(record.id),
        size=_size(record.name),
        faces=tuple(_face(record, which, face, file) for which, face in enumerate(records)),
        full=int(red),
        reduced=int(record.two_sided and not red),
        entry=record.entry.kind,
        entry_turn=record.entry.turn,
        entry_place=_entry_place(record.entry),
        condition=record.entry.condition or "",
        option=record.entry.rule,
        eliminated=record.when_eliminated.to,
        delay=record.when_eliminated.delay,
        removal_turn=record.removal.turn if record.removal else 0,
        improve_cost=_improve_cost(record, costs),
        destroyed_cost=record.replace_cost
        or (costs.axis_replace_destroyed, costs.soviet_replace_destroyed)[side],
        surrendered_cost=costs.replace_surrendered,
    )


def _size(name: str) -> str:
    """Front, army, corps or group (§2.3)."""
    for size in ("front", "corps", "army"):
        if size in name.lower().split():
            return size
    return "group"


def _entry_place(entry: schema.Entry) -> int:
    if entry.box is not None:
        return ON_MAP + BOXES.index(entry.box)
    return NOWHERE if entry.hex is None else hex_index(entry.hex)


def _improve_cost(record: schema.UnitRecord, costs: schema.Prices) -> int:
    """§7.1, §14.5 to §14.7; a regional unit becomes a Fort by §7.5 instead."""
    if not record.two_sided:
        return 0
    if record.improve_cost is not None:
        return record.improve_cost
    if record.steps_on_red is not None:
        return costs.fortify_regional
    return costs.soviet_improve_from_17 if record.side == SOVIET else costs.axis_improve


def _face(
    record: schema.UnitRecord, which: int, face: schema.FaceRecord, file: schema.UnitsFile
) -> Face:
    return made(
        Face,
        face,
        armor=TYPES[face.type] in file.conventions.armor_types,
        soft=TYPES[face.type] in file.conventions.infantry_types_for_armor_bonus,
        fort=face.type == FORT,
        tank=record.tank_unit or (record.red_is_tank and face.label == "red"),
        steps=_steps(record, which),
    )


def _steps(record: schema.UnitRecord, which: int) -> tuple[int, int]:
    """Steps of a face until turn 16 and from turn 17 (§7.2.2, §7.3, §7.5)."""
    if record.steps_on_red is not None:
        return (record.steps_on_red, record.steps_on_red) if which else (1, 1)
    if record.steps_from_turn_17 is not None:
        return (1, record.steps_from_turn_17) if which else (1, 1)
    steps = record.steps - which
    return (steps, steps)


def cards(file: schema.CardsFile) -> tuple[Card, ...]:
    """The cards by number."""
    return tuple(
        Card(
            number=record.number,
            deck=record.deck,
            red_barred=record.year45 == "red_bar",
            weather=record.weather_card,
            halves=(_half(record.number, 0, record.axis), _half(record.number, 1, record.soviet)),
        )
        for record in file.cards
    )


def _half(card: int, side: int, record: schema.HalfRecord) -> CardHalf:
    return CardHalf(
        card=card,
        side=side,
        name=record.name,
        symbol=NOWHERE if record.initiative == "none" else SIDES.index(record.initiative),
        windows=tuple(record.window),
        text=record.effect,
        ops=tuple(_op(op) for op in record.ops),
        vp_event=bool(record.vp_event),
    )


def _op(record: schema.OpRecord) -> Op:
    weather_to = record.to if record.op == "flip_weather_marker" else None
    return made(
        Op,
        record,
        columns=-record.columns if record.direction == "left" else record.columns,
        own_favour=record.direction == "own_favour",
        units="" if record.units is None else str(record.units),
        convert=_convert(record),
        next_turn=record.turn == "next",
        turn_to=WEATHERS.index(weather_to) if weather_to in WEATHERS else NOWHERE,
        of=tuple(tuple(_op(inner) for inner in option) for option in record.of),
    )


def _convert(record: schema.OpRecord) -> tuple[tuple[int, int], ...]:
    if isinstance(record.from_, dict):
        pairs = list(record.from_.items())
    else:
        pairs = [(old, record.to or "") for old in record.from_]
    return tuple((RESULTS.index(old), RESULTS.index(new)) for old, new in pairs)
