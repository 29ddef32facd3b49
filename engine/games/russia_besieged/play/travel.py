"""Rails, ships, the ice road and air drops (6.3, 7.0, 8.0, 15.0)."""

from __future__ import annotations  # not worked out each time a verb is made

from collections.abc import Callable, Collection, Sequence

from engine.board.bits import Members, mask, members
from engine.core.frames import Call, Outcome
from engine.core.picks import number
from engine.core.verbs import Picks, Sieve, Slot, Value, Verb, Why
from engine.games.russia_besieged.acts import T, arrive, eliminate, forget, lose_step, release, say
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    AXIS,
    DICTATOR,
    GERMAN,
    HEXES,
    INFANTRY,
    MOUNTAIN_INFANTRY,
    PARATROOP,
    SIDES,
    SOVIET,
)
from engine.games.russia_besieged.law import leaders, rail, sea
from engine.games.russia_besieged.play.staging import DrivenOff, on_map, where_of
from engine.games.russia_besieged.state import (
    ABOARD,
    ASHORE,
    AWAY,
    CAME,
    DROPPED,
    EVACUATED,
    FLOWN_OUT,
    FREE,
    LANDED,
    MOVED,
    RAILED,
    SAILED,
    RussiaBesieged,
    controls,
    first_turn,
    has,
)
from engine.games.russia_besieged.words import label, sums

DIE = range(1, 11)
_GROUND = BOARD.ground
_COUNTRIES = _GROUND.countries
_CITIES = _GROUND.majors | _GROUND.minors
_ICE = (_GROUND.index("0714"), _GROUND.index("0812"))
_COAST = _GROUND.regions["trans_caucasus_trigger_coast"]
_PORTS = tuple(
    tuple(city.place for city in _GROUND.cities if city.area == area)
    for area in range(len(_GROUND.seas))
)

_DICTATORS = tuple(piece.index for piece in BOARD.pieces if piece.type == DICTATOR)
_PARATROOPS = tuple(piece.index for piece in BOARD.pieces if piece.type == PARATROOP)

Ends = Callable[[int], Collection[Value]]
WhyNot = Callable[[int, int], Why | None]


def verbs(t: T, side: str) -> Sequence[Verb]:
    """The ways to travel that a side has."""
    return t.lasting(_verbs, side)


def _verbs(t: T, side: str) -> Sequence[Verb]:
    made = [rail_verb, sail_verb, fly_verb, invade_verb, evacuate_verb]
    if side == SIDES[SOVIET]:
        made += [ice_verb, drop_verb]
    return tuple(t.lasting(verb, side) for verb in made)


def _travellers(t: T, places: int, ends: Ends) -> Collection[int]:
    """The phasing side's pieces on these hexes that can go by a way, having gone by none yet."""
    place, flags, gone, side = t.s.place, t.s.flags, MOVED | RAILED | SAILED, t.s.side
    where = places & t.d.present[side]
    mine: Sequence[int] = BOARD.of_side[side]  # on many hexes: it takes longer to find them there
    if where.bit_count() < _FEW:
        mine = [unit for hex_ in members(where) for unit in t.d.units(side, hex_)]

    def goes(unit: int) -> bool:
        return bool(where >> place[unit] & 1 and not flags[unit] & gone and ends(unit))

    return Sieve(mine, goes)


_FEW = 12


def _places(t: T, units: Collection[int]) -> int:
    """Mask of the hexes where these stand."""
    return mask(t.s.place[unit] for unit in units if t.s.place[unit] < HEXES)


def _from_to(
    t: T,
    name: str,
    rule: str,
    hint: str,
    ends: Ends,
    why_not: WhyNot,
    do: Callable[..., Outcome],
    near: Callable[[], int],
    probe: Ends = lambda unit: (),
) -> Verb:
    """A verb that takes one unit and where it goes.

    `near`: mask of the hexes from which it goes at all; `probe`: goals to ask why it cannot.
    """

    def units(_: Picks) -> Collection[Value]:
        return t.once((name, "units"), lambda: _travellers(t, near(), ends))

    def why_unit(_: Picks, unit: Value) -> Why | None:
        if unit in units([]):
            return None
        it, place = BOARD.pieces[int(unit)], t.s.place[int(unit)]
        if it.side != t.s.side or place >= HEXES:
            return Why(f"{it.name} is not yours on the map.", rule)
        goal = next((hex_ for hex_ in probe(int(unit)) if hex_ != place), place)
        why = why_not(int(unit), int(goal))
        return why or Why(f"{BOARD.pieces[int(unit)].name} cannot do that now.", rule)

    slots = (
        Slot("unit", "unit", units, why_not=why_unit, label=where_of(t), rule=rule),
        Slot(
            "hex",
            "place",
            lambda picks: ends(number(picks, 0)),
            why_not=on_map(lambda picks, hex_: why_not(number(picks, 0), int(hex_))),
            rule=rule,
        ),
    )
    return Verb(name, do, slots, rule=rule, hint=hint)


def _coasts(areas: Collection[int]) -> int:
    """Mask of the coast hexes of sea areas, ports among them."""
    found = 0
    for area in areas:
        found |= _GROUND.seas[area] | mask(_PORTS[area])
    return found


def ports_near(t: T, unit: int) -> list[int]:
    """The ports of the seas on whose coast a unit stands."""
    return [p for area in sea.shore(t.s, t.s.place[unit]) for p in _PORTS[area]]


# rails --------------------------------------------------------------------------------


def free(s: RussiaBesieged, unit: int) -> bool:
    """Does its rail move count against no capacity (7.09, 14.13)?"""
    return has(s, unit, FREE) or BOARD.pieces[unit].type == DICTATOR


def rail_verb(t: T, side: str) -> Verb:
    """`rail U P` (7.0)."""

    def ends(unit: int) -> Collection[Value]:
        return Members(rail.ends(t.s, t.d, unit, free(t.s, unit)))

    def why_not(unit: int, place: int) -> Why | None:
        return rail.why_not(t.s, t.d, unit, place, free(t.s, unit))

    def do(unit: int, place: int) -> Outcome:
        s, it = t.s, BOARD.pieces[unit]
        if not free(s, unit):
            s.railed[s.impulse - 1] += 1
        s.flags[unit] = (s.flags[unit] | RAILED) & ~CAME
        here = s.place[unit]
        arrive(t, unit, place, "goes by rail", "7.0")
        if first_turn(s) and it.nation == GERMAN and it.type in (INFANTRY, MOUNTAIN_INFANTRY):
            for country, bit in (("rumania", rail.TO_RUMANIA), ("hungary", rail.TO_HUNGARY)):
                where = _COUNTRIES[country]
                if where >> place & 1 and not where >> here & 1:
                    s.entered |= bit  # 24.11, 24.12
        return None

    def near() -> int:
        open_ = rail.usable(t.s, t.d, t.s.side)
        if rail.left(t.s):
            return open_
        flags, mine = t.s.flags, BOARD.of_side[t.s.side]
        return open_ & _places(t, [*_DICTATORS, *(u for u in mine if flags[u] & FREE)])

    hint = "A unit goes by rail, as far as your lines lead."
    return _from_to(t, "rail", "7.0", hint, ends, why_not, do, near)


# ships --------------------------------------------------------------------------------


def sail_verb(t: T, side: str) -> Verb:
    """`sail U P` (8.3)."""

    def ends(unit: int) -> Collection[Value]:
        return Sieve(sea.goals(t.s, t.d, unit), lambda port: why_not(unit, port) is None)

    def why_not(unit: int, place: int) -> Why | None:
        return sea.why_no_transport(t.s, t.d, unit, place)

    def do(unit: int, place: int) -> Outcome:
        area = _GROUND.cities[_GROUND.city_at[place]].area
        return voyage(t, unit, area, place, "is shipped", "8.31")

    def near(unit: int) -> Collection[int]:
        return ports_near(t, unit)

    hint = "A unit goes by sea from a port of yours to another; the die decides."

    def open_() -> int:
        return sea.piers(t.s, t.d, sea.open_areas(t.s, t.d))

    return _from_to(t, "sail", "8.3", hint, ends, why_not, do, open_, near)


def invade_verb(t: T, side: str) -> Verb:
    """`invade U P` (8.4)."""

    def area_of(unit: int) -> int:
        here = _GROUND.city_at[t.s.place[unit]]
        return _GROUND.cities[here].area if here >= 0 else -1

    def ends(unit: int) -> Collection[Value]:
        area = area_of(unit)
        if area < 0 or sea.why_no_lander(t.s, t.d, unit, area):
            return ()
        return Members(sea.beaches(t.s, t.d, area, unit, t.s.place[unit]))

    def why_not(unit: int, place: int) -> Why | None:
        area = area_of(unit)
        if area < 0:
            return Why("It must start in a port of yours in that sea.", "8.43")
        return sea.why_no_invasion(t.s, t.d, unit, area, place)

    def do(unit: int, place: int) -> Outcome:
        s, area = t.s, area_of(unit)
        s.landed |= 1 << area
        s.landings[3 * s.side + area] += 1  # 8.22: a try counts
        outcome = voyage(t, unit, area, place, "lands", "8.4")
        if s.place[unit] == place:
            s.flags[unit] |= LANDED | ASHORE
            if s.side == AXIS and _COAST >> place & 1:
                release(t, 3)  # 17.13
        return outcome

    def probe(unit: int) -> Collection[int]:
        area = area_of(unit)
        return members(_GROUND.seas[area]) if area >= 0 else ()

    hint = "A unit lands on a coast from a port of yours in that sea; the die decides."

    def open_() -> int:
        return sea.piers(t.s, t.d, sea.landing_areas(t.s, t.d))

    return _from_to(t, "invade", "8.4", hint, ends, why_not, do, open_, probe)


def evacuate_verb(t: T, side: str) -> Verb:
    """`evacuate U P` (8.6)."""

    def ends(unit: int) -> Collection[Value]:
        ports = [p for p in ports_near(t, unit) if controls(t.s, t.s.side, _GROUND.city_at[p])]
        return Sieve(ports, lambda port: why_not(unit, port) is None)

    def why_not(unit: int, place: int) -> Why | None:
        return sea.why_no_evacuation(t.s, t.d, unit, place)

    def do(unit: int, place: int) -> Outcome:
        area = _GROUND.cities[_GROUND.city_at[place]].area
        outcome = voyage(t, unit, area, place, "is evacuated", "8.6", evacuation=True)
        if t.s.place[unit] == place:  # who had to turn back fights where it stands (8.23)
            t.s.flags[unit] |= EVACUATED
        return outcome

    def near(unit: int) -> Collection[int]:
        return ports_near(t, unit)

    hint = "A unit is taken off a coast to a port of yours; the die decides."

    def open_() -> int:
        return _coasts(sea.open_areas(t.s, t.d))

    return _from_to(t, "evacuate", "8.6", hint, ends, why_not, do, open_, near)


def voyage(
    t: T, unit: int, area: int, goal: int, how: str, rule: str, *, evacuation: bool = False
) -> Outcome:
    """The die of a sea move and what it brings (8.01, 8.2)."""
    s = t.s
    s.sailed |= 1 << area
    s.flags[unit] = (s.flags[unit] | SAILED) & ~(CAME | ABOARD)
    forget(t)  # who came to go by sea bars nobody any more
    result = sea.SUCCESS
    if evacuation or sea.needs_die(s, area, goal):
        listed = sea.modifiers(s, t.d, s.side, area, goal, evacuation)
        (roll,) = t.roll("sea", 1, DIE, SIDES[s.side])
        total = sum(value for _, value in listed)
        result = sea.result(roll + total)
        say(t, f"Sea: {roll} {total:+} ({sums(listed)}): {AT_SEA[result]}.", "8.2")
    if result == sea.LOST:
        eliminate(t, unit, "lost at sea", "8.21")
        return None
    if result == sea.ABORT:
        say(t, f"{BOARD.pieces[unit].name} returns to {label(s.place[unit])}.", "8.23")
        return None
    if result == sea.LOSES_STEP:
        lose_step(t, unit, "8.2")
        if s.place[unit] >= HEXES:
            return None
    if first_turn(s) and _COUNTRIES["finland"] >> goal & 1:
        s.entered |= rail.TO_FINLAND  # 24.13
    arrive(t, unit, goal, how, rule)
    return after_landing(t, goal)


AT_SEA = {
    sea.SUCCESS: "it arrives",
    sea.LOSES_STEP: "it arrives and loses a step",
    sea.ABORT: "it turns back",
    sea.LOST: "it is lost",
}
"""What a sea move comes to, for people."""


def after_landing(t: T, place: int) -> Outcome:
    """Enemy bases in the hex are driven off (11.16)."""
    foe = 1 - t.s.side
    if t.d.present[foe] >> place & 1:
        return Call(DrivenOff(side=SIDES[foe]))
    return None


# ice and air --------------------------------------------------------------------------


def ice_verb(t: T, side: str) -> Verb:
    """`ice U`: over Lake Ladoga (6.3)."""

    def units(_: Picks) -> Collection[Value]:
        if t.s.iced:
            return ()
        found = [unit for place in _ICE for unit in t.d.units(SOVIET, place)]
        return [unit for unit in found if sea.why_no_ice(t.s, t.d, unit) is None]

    def why_unit(_: Picks, unit: Value) -> Why | None:
        if unit in units([]):
            return None
        why = sea.why_no_ice(t.s, t.d, int(unit))
        return why or Why("One unit goes over the ice in an impulse.", "6.31")

    def do(unit: int) -> Outcome:
        s = t.s
        s.iced = 1
        s.flags[unit] = (s.flags[unit] | MOVED) & ~CAME
        goal = _ICE[1] if s.place[unit] == _ICE[0] else _ICE[0]
        result = sea.SUCCESS
        if drm := sea.ice_modifier(t.d):
            (roll,) = t.roll("ice", 1, DIE, SIDES[SOVIET])
            result = sea.ice_result(roll + drm)
            say(t, f"Ice road: {roll} +{drm}: {AT_SEA[result]}.", "6.33")
        if result == sea.LOST:
            eliminate(t, unit, "lost on the ice", "6.33")
            return None
        if result == sea.LOSES_STEP:
            lose_step(t, unit, "6.33")
            if s.place[unit] >= HEXES:
                return None
        arrive(t, unit, goal, "crosses the ice", "6.31")
        return after_landing(t, goal)

    slot = Slot("unit", "unit", units, why_not=why_unit, label=where_of(t), rule="6.31")
    return Verb("ice", do, (slot,), rule="6.3", hint="A unit goes over the ice of Lake Ladoga.")


def drop_verb(t: T, side: str) -> Verb:
    """`para U P` (15.0)."""

    def ends(unit: int) -> Collection[Value]:
        if BOARD.pieces[unit].type != PARATROOP:
            return ()
        return Members(leaders.drop_zone(t.s, t.d, unit))

    def why_not(unit: int, place: int) -> Why | None:
        if why := leaders.why_no_drop(t.s, t.d, unit):
            return why
        if place in ends(unit):
            return None
        if _GROUND.grid.distance(t.s.place[unit], place) > leaders.DROP:
            return Why(f"It is farther than {leaders.DROP} hexes.", "15.03")
        return Why("No unit drops into that terrain, a city or an enemy zone.", "15.04")

    def do(unit: int, place: int) -> Outcome:
        t.s.flags[unit] = (t.s.flags[unit] | MOVED | DROPPED | LANDED) & ~CAME  # 15.05
        arrive(t, unit, place, "is dropped", "15.03")
        return after_landing(t, place)

    def near() -> int:
        return _CITIES & _places(t, _PARATROOPS)

    hint = "A paratroop unit is dropped within 8 hexes of its city."
    return _from_to(t, "para", "15.0", hint, ends, why_not, do, near)


def fly_verb(t: T, side: str) -> Verb:
    """`fly DICTATOR P` (14.16)."""

    def ends(unit: int) -> Collection[Value]:
        if BOARD.pieces[unit].type != DICTATOR or leaders.why_no_flight(t.s, t.d, unit):
            return ()
        return Members(leaders.refuges(t.s, unit))

    def why_not(unit: int, place: int) -> Why | None:
        if why := leaders.why_no_flight(t.s, t.d, unit):
            return why
        if place in ends(unit):
            return None
        return Why("He flies to a city of his side at home.", "14.16")

    def do(unit: int, place: int) -> Outcome:
        (roll,) = t.roll("dictator", 1, DIE, side)
        if roll == 1:
            eliminate(t, unit, "lost in the air", "14.16")
            return None
        t.s.flags[unit] |= AWAY | FLOWN_OUT | MOVED
        arrive(t, unit, place, "is flown out", "14.16")
        return None

    hint = "A Dictator who is cut off is flown home; on a 1 he is lost."
    return _from_to(t, "fly", "14.16", hint, ends, why_not, do, lambda: _places(t, _DICTATORS))
