"""What the procedures do to the pieces: each act changes the state and writes it down."""

from collections.abc import Sequence

from engine.board.occupancy import Occupancy
from engine.core.entries import Lost, Marked, Moved, Noted, Placed
from engine.core.table import Table
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    AXIS,
    CAPITALS,
    DICTATOR,
    FINNISH,
    GERMAN,
    HEXES,
    HOMES,
    HUNGARIAN,
    IN_HAND,
    NOWHERE,
    PARTISAN,
    POOL,
    REMOVED,
    RUMANIAN,
    SHOCK,
    SIDE_NAMES,
    SIDES,
    SOVIET,
    SURRENDERED,
    TURNED,
    WAITING,
    WEC,
    WITHDRAWN,
)
from engine.games.russia_besieged.law import overwhelm, rail, victory
from engine.games.russia_besieged.law.control import takes
from engine.games.russia_besieged.law.movement import (
    BERLIN,
    BERLIN_GARRISON,
    TIED_UNTIL,
    garrison_due,
)
from engine.games.russia_besieged.state import (
    ABOARD,
    AWAY,
    CAME,
    DROPPED,
    FLOWN_OUT,
    SECOND_STAGE,
    SPENT,
    RussiaBesieged,
    controls,
    first_turn,
    marker,
    occupancy,
    stand,
    steps_left,
)
from engine.games.russia_besieged.state import mark as set_marker
from engine.games.russia_besieged.words import IDS

T = Table[RussiaBesieged, Occupancy]

_GROUND = BOARD.ground
_NUMBERS = {name: side for side, name in enumerate(SIDES)}
_WELLS = {well.place: well for well in _GROUND.wells}
_BERLIN = _GROUND.cities[_GROUND.city_index["berlin"]]
_GARRISON_RANGE = range(1, 5)  # 17.61
_CAPITALS = {
    _GROUND.city_index["berlin"]: range(4),
    _GROUND.city_index["bucharest"]: range(4, 6),
    _GROUND.city_index["budapest"]: range(6, 8),
    _GROUND.city_index["helsinki"]: range(8, 9),
}
"""19.11: city -> the accounts that are lost with it."""
SEATS = {
    BOARD.piece_index["hitler"]: _BERLIN.place,
    BOARD.piece_index["stalin"]: _GROUND.cities[_GROUND.city_index["moscow"]].place,
}
"""Dictator -> his capital (14.11)."""
_HELSINKI = _GROUND.city_index["helsinki"]
_TRIGGERS = {_GROUND.city_index["archangel"]: 0, _HELSINKI: 2}
ARCHANGEL, RUMANIA, HELSINKI = range(3)
"""As in `triggers`."""
_GATE = _GROUND.regions["trans_caucasus_trigger_row"] | 1 << _GROUND.index("3922")


def side_of(name: str) -> int:
    """The number of a side.

    >>> side_of("soviet")
    1
    """
    return _NUMBERS[name]


def foe(name: str) -> str:
    """The other side's name."""
    return SIDES[1 - _NUMBERS[name]]


def say(t: T, text: str, rule: str = "") -> None:
    """Write down something in plain words."""
    t.note(Noted(text=text, rule=rule))


# pieces -----------------------------------------------------------------------


def refresh(t: T) -> None:
    """What is derived is built anew: zones have changed without a move."""
    t.d = occupancy(t.s)


def forget(t: T) -> None:
    """Another impulse or other rails: what was worked out no longer holds, but all stand still."""
    if first_turn(t.s):
        refresh(t)  # Finland wakes up: 24.13
    else:
        t.d = t.d.again()


def came(t: T, unit: int, how: int) -> None:
    """A piece came onto the map; `how` it goes on: by free rail, by sea alone, or (0) as others."""
    t.s.flags[unit] |= CAME | how
    if how & ABOARD:
        forget(t)  # it goes first: 8.32


def changed(t: T, unit: int) -> None:
    """A piece has another face or marker."""
    place = t.s.place[unit]
    t.d = t.d.after(unit, place, place, stand(t.s, unit))


def set_place(t: T, unit: int, place: int) -> None:
    """Put a piece somewhere, without a word about it."""
    s = t.s
    before, s.place[unit] = s.place[unit], place
    if place >= HEXES:
        s.flags[unit] &= AWAY | FLOWN_OUT | SPENT | DROPPED
    home = SEATS.get(unit)
    if home is not None and place < HEXES:  # 14.11
        s.step[unit] = int(place != home or s.flags[unit] & AWAY != 0)
    t.d = t.d.after(unit, before, place, stand(s, unit))
    if s.promised != "0" and not s.settled:
        s.pledged = overwhelm.pledged(s, t.d)  # 9.5
    if before < HEXES:
        free_cities(t)


def free_cities(t: T) -> None:
    """Cities that an enemy has left fall to whoever has all their rails, at once (4.1)."""
    for side in (AXIS, SOVIET):
        if cities := rail.freed(t.s, t.d, side):
            for city in _few(cities):
                take_city(t, city, side, "4.1")


def place(t: T, unit: int, where: int, rule: str) -> None:
    """A piece is put on a place; on a hex it is as if it had entered it."""
    set_place(t, unit, where)
    t.note(Placed(unit=BOARD.pieces[unit].id, place=IDS[where], rule=rule))
    if where < HEXES:
        enter(t, unit, where)


def go(t: T, unit: int, path: Sequence[int], how: str, rule: str) -> None:
    """A piece goes along `path` (its own place first) and enters each hex in turn."""
    set_place(t, unit, path[-1])
    ids = [IDS[where] for where in path]
    t.note(Moved(unit=BOARD.pieces[unit].id, places=ids, how=how, rule=rule))
    for where in path[1:]:
        enter(t, unit, where)
    free_cities(t)


def hold(t: T, unit: int, where: int) -> None:
    """A unit is in a city, at a well or the strait: it is its side's (4.1, 6.25, 21.07), rails
    stay.
    """
    s, side, city = t.s, BOARD.pieces[unit].side, _GROUND.city_at[where]
    if not takes(s, unit):
        return
    if city >= 0 and not controls(s, side, city):
        take_city(t, city, side, "4.1")
    if where in _GROUND.strait:
        shores = int(s.kerch, 16)
        s.kerch = f"{shores | 1 << where if side == AXIS else shores & ~(1 << where):x}"
    take_well(t, where, side)


def arrive(t: T, unit: int, where: int, how: str, rule: str) -> None:
    """A piece goes to a hex without entering those between: by rail, sea or air."""
    ids = [IDS[t.s.place[unit]], IDS[where]]
    set_place(t, unit, where)
    t.note(Moved(unit=BOARD.pieces[unit].id, places=ids, how=how, rule=rule))
    enter(t, unit, where)


def enter(t: T, unit: int, where: int) -> None:
    """What happens as a piece passes through a hex: rails, cities, oil, what it sets free."""
    s, it = t.s, BOARD.pieces[unit]
    if not takes(s, unit):
        return
    side = it.side
    if side == SOVIET and garrison_due(s):
        _call_garrison(t, where)  # before the unit goes on
    hold(t, unit, where)
    if rail.converts(it) and _GROUND.rails >> where & 1:
        if _GROUND.junctions >> where & 1:
            s.entered_lines = f"{int(s.entered_lines, 16) | 1 << where:x}"  # 7.25
        if not rail.linked(s, t.d, side) >> where & 1:
            convert(t, side, *rail.conversion(s, t.d, side, where))
    if side == AXIS and not s.released & 2 and _GATE >> where & 1:  # 17.13
        release(t, 3)


def take_well(t: T, where: int, side: int) -> None:
    """21.07: a well is whose unit was there last; one in a city goes with it (21.33, rb-68)."""
    s, well = t.s, _WELLS.get(where)
    if well and (well.side == side) == bool(s.captured >> well.index & 1):
        s.captured ^= 1 << well.index
        s.taken[well.index] = s.turn
        say(t, f"The oil well {well.name} is in {SIDE_NAMES[side]} hands.", "21.07")


def release(t: T, which: int) -> None:
    """Armies of the Trans-Caucasus garrison are free to move: 1 two of them, 3 all (17.13)."""
    if t.s.released | which == t.s.released:
        return
    t.s.released |= which
    if t.s.turn <= TIED_UNTIL:  # later they are free anyway
        who = "The 44th and 47th Armies are" if t.s.released == 1 else "All the Trans-Caucasus is"
        say(t, f"{who} released.", "17.13")


def release_garrison(t: T, targets: Sequence[int]) -> None:
    """17.13: an Axis attack on Rostov or Sevastopol releases two armies."""
    if t.s.side == AXIS and _GATES.intersection(targets):
        release(t, 1)


_GATES = {_GROUND.cities[_GROUND.city_index[id_]].place for id_ in ("rostov", "sevastopol")}


def _call_garrison(t: T, where: int) -> None:
    """17.61: the Berlin Garrison comes as a Russian unit comes within 4 hexes."""
    if _GROUND.grid.distance(where, BERLIN) in _GARRISON_RANGE:
        place(t, BERLIN_GARRISON, BERLIN, "17.61")


def convert(t: T, side: int, added: int, cities: int) -> None:
    """Rail hexes begin to convert and cities change hands with them (7.2, 4.1)."""
    s = t.s
    if added:
        s.converting = f"{int(s.converting, 16) | added:x}"
        for where in _few(added):
            t.note(Marked(place=IDS[where], mark="converting", value=SIDES[side], rule="7.22"))
    for city in _GROUND.cities:
        if cities >> city.index & 1:
            take_city(t, city.index, side, "7.26")


def _few(places: int) -> list[int]:
    return [h for h in range(places.bit_length()) if places >> h & 1]


def take_city(t: T, city: int, side: int, rule: str) -> None:
    """A city changes hands, at once (4.1); what hangs on it changes too."""
    s, record = t.s, _GROUND.cities[city]
    s.cities = f"{int(s.cities, 16) ^ 1 << city:x}"
    s.fallen = f"{int(s.fallen, 16) | 1 << city:x}"
    t.note(Marked(place=record.id, mark="control", value=SIDES[side], rule=rule))
    s.since = victory.noted(s)
    take_well(t, record.place, side)
    if side == AXIS and record.id == "moscow":
        s.moscow = True
    trigger = _TRIGGERS.get(city)
    if trigger == ARCHANGEL and side == AXIS:
        s.triggers[trigger] = s.triggers[trigger] or s.turn
    if trigger == HELSINKI and side == SOVIET and s.surrendered >> FINNISH & 1:
        s.triggers[trigger] = s.triggers[trigger] or s.turn  # 17.14: Finland had left before
    if record.area >= 0 and not ports_of(s, 1 - side, record.area):
        s.locked |= 1 << 3 * (1 - side) + record.area  # 8.1: for the rest of the game
    if side == AXIS:
        turned_leave(t, city)
    if side == SOVIET and city in _CAPITALS:  # 19.11
        for account in _CAPITALS[city]:
            s.points[account] = 0
    finish_if_won(t)


def ports_of(s: RussiaBesieged, side: int, area: int) -> list[int]:
    """The ports of a sea area that a side controls, whether ships reach them or not (8.1)."""
    return [c.index for c in _GROUND.cities if c.area == area and controls(s, side, c.index)]


def finish_if_won(t: T) -> None:
    """The conditions that end the game at once (27.0)."""
    winner = victory.at_once(t.s)
    if winner >= 0:
        won = ("Moscow is taken and Stalin is gone", "Berlin is taken and Hitler is gone")[winner]
        t.end([SIDES[winner]], won)


# losses -----------------------------------------------------------------------


def lose_step(t: T, unit: int, rule: str) -> None:
    """A piece takes a step loss (10.61); with the last one it goes to the pool."""
    s = t.s
    if steps_left(s, unit) < 2:
        eliminate(t, unit, "eliminated", rule)
        return
    s.step[unit] += 1
    if BOARD.pieces[unit].type == DICTATOR:
        s.flags[unit] |= AWAY  # 14.14: never whole again
    changed(t, unit)
    where = IDS[s.place[unit]]
    t.note(Lost(unit=BOARD.pieces[unit].id, place=where, how="reduced", rule=rule))


def eliminate(t: T, unit: int, how: str, rule: str, *, surrender: bool = False) -> None:
    """A piece leaves the map for its pool, or for good if it surrenders (10.67 to 10.69)."""
    s, it = t.s, BOARD.pieces[unit]
    before = s.place[unit]
    t.note(Lost(unit=it.id, place=IDS[before], how=how, rule=rule))
    if it.type == SHOCK:
        _break_up(t, unit, surrender)
    elif it.type == PARTISAN:
        s.flags[unit] &= ~SECOND_STAGE
        s.step[unit] = 1
        set_place(t, unit, IN_HAND[SOVIET])  # 16.32
    elif it.type in (WEC, DICTATOR) or not it.cost:
        set_place(t, unit, REMOVED)  # 20.3, 17.6
    else:
        set_place(t, unit, (SURRENDERED if surrender else POOL)[it.side])
        s.step[unit] = 0
    if it.type == DICTATOR:
        _bereft(t, unit, before)


def _break_up(t: T, shock: int, surrender: bool) -> None:
    """22.03, 22.04: the counter can be formed again, its parts are lost instead of it."""
    s = t.s
    for army, *parts in s.parts:
        if army == shock:
            for part in parts:
                box = (SURRENDERED if surrender else POOL)[SOVIET]
                s.step[part] = 0
                set_place(t, part, box)
    s.parts = [record for record in s.parts if record[0] != shock]
    s.step[shock] = 0
    set_place(t, shock, WAITING)


def _bereft(t: T, dictator: int, before: int) -> None:
    """14.15: what follows from the loss of a Dictator."""
    s, side = t.s, BOARD.pieces[dictator].side
    if side == AXIS and victory.peace(s, before):
        t.end([SIDES[SOVIET]], "Hitler fell outside Germany and the Germans sue for peace")  # 27.2
        return
    finish_if_won(t)
    if t.pos.winners is None and before != SEATS[dictator]:
        own_second = s.side == side and s.impulse == 2
        s.bereft[side] = 3 if own_second else 1


def mark(t: T, unit: int, number: int, rule: str) -> None:
    """An out-of-supply marker is put on a unit, turned, or taken off (13.42, 13.43)."""
    if marker(t.s, unit) == number:
        return
    set_marker(t.s, unit, number)
    changed(t, unit)
    free_cities(t)  # its zone has gone (4.07), or is there again
    value = str(number) if number else "none"
    t.note(Marked(place=BOARD.pieces[unit].id, mark="oos", value=value, rule=rule))


def ally_leaves(t: T, nation: int, rule: str) -> None:
    """An Axis ally leaves the war: its units are out of the game (26.0)."""
    s = t.s
    s.surrendered |= 1 << nation
    names = {FINNISH: "Finland", HUNGARIAN: "Hungary", RUMANIAN: "Rumania"}
    say(t, f"{names.get(nation, 'Italy')} leaves the war.", rule)
    if nation == RUMANIAN:
        s.triggers[RUMANIA] = s.turn
    if nation == FINNISH:
        _leave_finland(t)
        if controls(s, SOVIET, _HELSINKI):
            s.triggers[HELSINKI] = s.triggers[HELSINKI] or s.turn  # 17.14
    for piece in BOARD.pieces:
        if piece.nation != nation or s.place[piece.index] == REMOVED:
            continue
        if piece.twin == NOWHERE or s.place[piece.index] >= HEXES:
            set_place(t, piece.index, REMOVED)
        elif any(BOARD.pieces[u].nation == GERMAN for u in _bodies_with(t, piece.index)):
            eliminate(t, piece.index, "surrendered", _SURRENDERS[nation], surrender=True)
        else:
            s.step[piece.twin] = s.step[piece.index]
            set_place(t, piece.index, REMOVED)
            set_place(t, piece.twin, IN_HAND[SOVIET])  # 26.22, 26.42


_SURRENDERS = {HUNGARIAN: "26.23", RUMANIAN: "26.43"}


def _bodies_with(t: T, unit: int) -> list[int]:
    there = t.d.units(AXIS, t.s.place[unit])
    return [other for other in there if BOARD.pieces[other].ground]


def turned_leave(t: T, city: int) -> None:
    """26.5: the Axis has the capital of an ally again that had turned: its units are lost."""
    for piece in BOARD.pieces:
        if piece.nation in TURNED.values() and t.s.place[piece.index] < HEXES:
            capital = CAPITALS[HOMES[piece.nation]]
            if _GROUND.city_index[capital] == city:
                eliminate(t, piece.index, "lost with its capital", "26.5")


def _leave_finland(t: T) -> None:
    """26.15: other Axis units there are taken off and come again in the next turn."""
    finland = _GROUND.countries["finland"]
    for piece in BOARD.pieces:
        place = t.s.place[piece.index]
        other = piece.side == AXIS and piece.nation != FINNISH
        if other and place < HEXES and finland >> place & 1:
            set_place(t, piece.index, WITHDRAWN[AXIS])
            t.note(Lost(unit=piece.id, place=IDS[place], how="taken out of Finland", rule="26.15"))
            t.s.late = [*t.s.late, [piece.index, t.s.turn + 1, -1]]


# points -----------------------------------------------------------------------


def receive(t: T, account: int, points: int) -> None:
    """Replacement points are added to those saved (19.12, 19.21)."""
    t.s.points[account] += points
