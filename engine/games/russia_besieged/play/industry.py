"""Oil, Lend-Lease and factories in the Movement Phase (20.5, 20.6, 21.0)."""

from __future__ import annotations  # not worked out each time a verb is made

from collections.abc import Collection, Sequence

from engine.core.frames import Outcome
from engine.core.verbs import Picks, Sieve, Slot, Value, Verb, Why
from engine.games.russia_besieged.acts import T, say, set_place
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    AXIS,
    HEXES,
    POOL,
    SIDES,
    SOVIET,
    URALS,
    WEC,
    WITHDRAWN,
)
from engine.games.russia_besieged.law import builds, economy, rail
from engine.games.russia_besieged.play.staging import where_of
from engine.games.russia_besieged.state import FREE, has, turn, zones

_GROUND = BOARD.ground
_EVACUATE = BOARD.turn_index["jul_aug_1941"]  # 20.6
_MAY_GO = tuple(
    _GROUND.cities[_GROUND.city_index[id_]].place
    for id_ in ("rostov", "kharkov", "dnepropetrovsk", "stalino", "kiev")
)
"""20.61."""
_FACTORIES = tuple(piece.index for piece in BOARD.pieces if piece.type == WEC)
_ARMOR = tuple(piece for piece in BOARD.of_side[SOVIET] if BOARD.pieces[piece].armor)


def verbs(t: T, side: str) -> Sequence[Verb]:
    """What a side does with its industry now."""
    make, found = t.lasting, []
    if side == SIDES[AXIS]:
        return [make(oil_verb, side)] if t.s.captured else []
    if economy.scarce(t.s, t.d):
        found.append(make(scrap_verb, side))  # 21.41: at any time
    if t.s.impulse != 1:
        return found
    if t.s.lent and t.s.points[11]:
        found.append(make(lend_verb, side))
    if t.s.turn >= _EVACUATE:
        found.append(make(ship_verb, side))
    return found


def oil_verb(t: T, side: str) -> Verb:
    """`oil WELL`: half of what a captured well gives goes to Germany (21.2)."""

    def wells(_: Picks) -> Collection[Value]:
        return [w.index for w in _GROUND.wells if why_well([], w.index) is None]

    def why_well(_: Picks, well: Value) -> Why | None:
        return economy.why_no_shipping(t.s, t.d, _GROUND.wells[int(well)])

    def do(well: int) -> Outcome:
        s, record = t.s, _GROUND.wells[well]
        points = economy.half(s, record)
        s.railed[s.impulse - 1] += economy.trains(s, record)
        s.oiled += points
        s.shipped[well] = turn(s).year
        now = s.impulse == 1 and economy.tanks_come(s)
        if now:
            s.points[1] += points
        else:
            s.promised_oil += points  # 21.22: at the next receipt
        say(t, f"{record.name} sends {points} oil points to Germany.", "21.2")
        return None

    slot = Slot("well", "well", wells, why_not=why_well, rule="21.2")
    hint = "Half of a captured well's oil goes to Germany by rail, once a year."
    return Verb("oil", do, (slot,), rule="21.2", hint=hint)


def scrap_verb(t: T, side: str) -> Verb:
    """`scrap U`: armor leaves by the east edge, back to the pool for its factors (21.4)."""

    def units(_: Picks) -> Collection[Value]:
        return Sieve(_ARMOR, lambda unit: why_unit([], unit) is None)

    def why_unit(_: Picks, unit: Value) -> Why | None:
        return builds.why_no_scrapping(t.s, t.d, int(unit))

    def do(unit: int) -> Outcome:
        s, it = t.s, BOARD.pieces[unit]
        points = it.faces[s.step[unit]].combat
        free = has(s, unit, FREE) or builds.walks_off(s, t.d, unit)
        s.railed[s.impulse - 1] += 0 if free else 1
        s.step[unit] = 0
        set_place(t, unit, POOL[SOVIET])
        s.points[11] += points
        say(t, f"{it.name} is broken up for {points} oil points.", "21.41")
        return None

    slot = Slot("unit", "unit", units, why_not=why_unit, label=where_of(t), rule="21.41")
    hint = "Armor goes off the east edge to the pool, on foot or by rail; its factors are oil."
    return Verb("scrap", do, (slot,), rule="21.4", hint=hint)


def lend_verb(t: T, side: str) -> Verb:
    """`lend`: an armor point of Lend-Lease comes as an infantry point (20.5)."""

    def do() -> Outcome:
        s = t.s
        s.lent -= 1
        s.points[11] -= 1
        s.points[10] += 1
        say(t, "A point of Lend-Lease is infantry, not armor.", "20.5")
        return None

    hint = "One of the armor points that Lend-Lease brought becomes an infantry point."
    return Verb("lend", do, rule="20.5", hint=hint)


def ship_verb(t: T, side: str) -> Verb:
    """`ship WEC`: to the Urals, for a rail move (20.6)."""

    def units(_: Picks) -> Collection[Value]:
        return [u for u in _FACTORIES if why_no_shipping(t, u) is None]

    def why_unit(_: Picks, unit: Value) -> Why | None:
        return why_no_shipping(t, int(unit))

    def do(unit: int) -> Outcome:
        s = t.s
        s.railed[s.impulse - 1] += 1
        set_place(t, unit, WITHDRAWN[SOVIET])
        s.late = [*s.late, [unit, s.turn + 6, URALS]]  # 20.65
        say(t, f"{BOARD.pieces[unit].name} goes to the Urals for a year.", "20.62")
        return None

    slot = Slot("WEC", "unit", units, why_not=why_unit, label=where_of(t), rule="20.61")
    hint = "A factory is taken to the Urals by rail; it works again in a year."
    return Verb("ship", do, (slot,), rule="20.6", hint=hint)


def why_no_shipping(t: T, unit: int) -> Why | None:
    """Why a WEC may not be evacuated (20.6); None if it may."""
    s, it, here = t.s, BOARD.pieces[unit], t.s.place[unit]
    if here >= HEXES:
        return Why(f"{it.name} is not on the map.", "20.62")
    if it.type != WEC or here not in _MAY_GO:
        return Why(
            "Only the WECs of Rostov, Kharkov, Dnepropetrovsk, Stalino and Kiev go.", "20.61"
        )
    if s.impulse != 1 or s.turn < _EVACUATE:
        return Why("WECs go at the start of a Russian turn, from July 1941 on.", "20.62")
    if not rail.left(s):
        return Why("The rail capacity of this impulse is used up.", "7.02")
    if zones(t.d, AXIS) >> here & 1:
        return Why("It stands in an enemy zone of control.", "7.06")
    if not rail.component(s, t.d, SOVIET, here) & _GROUND.edges[SOVIET]:
        return Why("No railway of yours leads from there to the east edge.", "7.03")
    return None
