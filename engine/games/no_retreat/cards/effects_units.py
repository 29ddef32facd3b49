"""What events do to units out of battle: moves, rail, flips, placement, cadres."""

from collections.abc import Callable

from engine.board.bits import Members, mask
from engine.core.entries import Marked
from engine.core.events import Args, Effect, Moment, Play
from engine.core.frames import Call, Outcome
from engine.core.verbs import Why
from engine.games.no_retreat.acts import T, detrain, entrain, flip, mark, place, set_place, side_of
from engine.games.no_retreat.cards.arrival import arrive
from engine.games.no_retreat.cards.moments import CANCEL, Paid
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import (
    AXIS,
    CITY,
    DESTROYED,
    GREATER_GERMANY,
    HEXES,
    INFANTRY,
    LAST_TURN,
    ON_MAP,
    REMOVED,
    SOVIET,
    SURRENDERED,
    TRACK,
    USSR,
    Op,
)
from engine.games.no_retreat.law import movement, organization, rail
from engine.games.no_retreat.law.stacking import full
from engine.games.no_retreat.state import NoRetreat, face, weather

RULE = "5.3.1"

SNEAK = (movement.CROSS_ON, movement.CROSS)
"""Side -> how far its event lets a unit slip through enemy zones (cards 21, 38)."""

_POLISH = next(unit.index for unit in BOARD.units if unit.nationality == "polish")
_BALTIC = next(sea.coast for sea in BOARD.seas if sea.id == "baltic_sea")
_WINTER_PLACES = BOARD.east | mask(
    BOARD.sites[BOARD.site_index[name]].place for name in ("moscow", "gorki")
)
"""Where Siberian divisions come on (card 19)."""
_REICH = mask(
    site.place
    for site in BOARD.sites
    if site.terrain == CITY and site.country == GREATER_GERMANY and site.place < HEXES
)
_RETURN = 4
"""Turns until the Paratroop/Partisan marker is back (§15.9)."""


def in_time(t: T, m: Moment, op: Op) -> bool:
    """The turns and the weather that the event itself names."""
    return (
        t.s.turn not in op.barred_turns
        and t.s.turn >= op.first_turn
        and (not op.weather or weather(t.s) in op.weather)
    )


# moving ----------------------------------------------------------------------------------


def favoured(s: NoRetreat, unit: int) -> bool:
    """Has the unit had its movement event of this player turn (§5.3.4; nr-99)?"""
    return str(unit) in s.mp or str(unit) in s.sneak


def why_not_favour(t: T, m: Moment, op: Op, args: Args, unit: int) -> Why | None:
    """Why a unit gets no movement event, None where another rule says so."""
    if not favoured(t.s, unit):
        return None
    name = BOARD.units[unit].name
    return Why(f"{name} has had its movement event of this player turn; it gets no other.", "5.3.4")


def why_none_favoured(t: T, m: Moment, op: Op) -> Why | None:
    """The first unit of the side that has had its movement event."""
    reasons = (why_not_favour(t, m, op, {}, unit) for unit in BOARD.of_side[side_of(m.side)])
    return next(filter(None, reasons), None)


def _movers(t: T, m: Moment, fit: Callable[[int], bool]) -> list[int]:
    """Units of the side that have not moved yet and had no movement event (§5.3.4)."""
    s = t.s
    return [
        unit
        for unit in BOARD.of_side[side_of(m.side)]
        if s.at[unit] < ON_MAP
        and not s.moved[unit]
        and face(s, unit).movement
        and not favoured(s, unit)
        and fit(unit)
    ]


def _of_type(s: NoRetreat, kind: str) -> Callable[[int], bool]:
    if kind == "armor":
        return lambda unit: face(s, unit).armor and BOARD.units[unit].nationality == "german"
    if kind == "tank_unit":
        return lambda unit: face(s, unit).tank
    return lambda unit: True


def faster(t: T, m: Moment, op: Op, args: Args) -> list[int] | None:
    return None if op.units == "all" else _movers(t, m, _of_type(t.s, op.type))


def faster_too(t: T, m: Moment, op: Op, args: Args) -> list[int] | None:
    if op.units != "2":
        return None
    return [unit for unit in _movers(t, m, _of_type(t.s, op.type)) if unit != args.get("unit")]


def change_allowance(t: T, play: Play, op: Op) -> Outcome:
    """More Movement Points for the units named, or fewer for all of the enemy (cards 6, 13)."""
    if op.units == "all":
        t.s.mp_all += op.mp
        return None
    named = [play.args[name] for name in ("unit", "other") if name in play.args]
    t.s.mp = {**t.s.mp, **{str(unit): op.mp for unit in named}}
    return None


def slippery(t: T, m: Moment, op: Op, args: Args) -> list[int]:
    return _movers(t, m, lambda unit: True)


def slip(t: T, play: Play, op: Op) -> Outcome:
    """A unit may go from one enemy zone to another (cards 21, 38)."""
    t.s.sneak = {**t.s.sneak, str(play.args["unit"]): SNEAK[side_of(play.side)]}
    return None


def extra_movers(t: T, side: int) -> list[int]:
    """Units that can move now and have no Unsupplied marker (card 22; §6.5.5)."""
    return [
        unit
        for unit in movement.movable(t.s, t.d, side)
        if not favoured(t.s, unit) and not t.s.unsupplied[unit]
    ]


def may_move_more(t: T, m: Moment, op: Op) -> bool:
    return bool(extra_movers(t, side_of(m.side)))


def extra_move(t: T, play: Play, op: Op) -> Outcome:
    return Call(t.rules.frame("nr.extra_move", side=play.side))


# rail ------------------------------------------------------------------------------------


def may_go_by_rail(t: T, m: Moment, op: Op) -> bool:
    return m.kind != CANCEL and in_time(t, m, op)


def bound_for_rail(t: T, m: Moment, op: Op, args: Args) -> list[int] | None:
    """Units on the coast that the event takes along (card 46)."""
    side = side_of(m.side)
    if not op.filter:
        return None
    if len(rail.riding(t.s, side)) >= rail.CAPACITY:
        return []
    return [
        unit
        for unit in BOARD.of_side[side]
        if t.s.at[unit] < HEXES
        and _BALTIC >> t.s.at[unit] & 1
        and face(t.s, unit).movement
        and not t.s.moved[unit]
    ]


def free_rail(t: T, play: Play, op: Op) -> Outcome:
    """Rail moves that cost no card; the box still holds three (§9.1.2)."""
    if op.filter:
        entrain(t, play.args["unit"], RULE)
    else:
        t.s.free_rail += op.count
    return None


def detrainable(t: T, m: Moment, op: Op, args: Args) -> list[int]:
    return rail.detrainable(t.s, t.d, side_of(m.side))


def detrain_places(t: T, m: Moment, op: Op, args: Args) -> Members:
    return Members(rail.detrain_places(t.s, t.d, args["unit"]) if "unit" in args else 0)


def detrain_now(t: T, play: Play, op: Op) -> Outcome:
    detrain(t, play.args["unit"], play.args["place"], RULE)
    return None


def riders(t: T, m: Moment, op: Op, args: Args) -> list[int]:
    """Enemy units in his Rail Movement Box that are not held yet."""
    return [unit for unit in rail.riding(t.s, 1 - side_of(m.side)) if unit not in t.s.held]


def hold_up(t: T, play: Play, op: Op) -> Outcome:
    t.s.held = [*t.s.held, play.args["unit"]]
    return None


# flips -----------------------------------------------------------------------------------


def improvable(t: T, m: Moment, op: Op, args: Args) -> list[int]:
    """Units with an Overland Supply Path, and a stronger side to turn to (§7.0 A; nr-101)."""
    side = side_of(m.side)
    fit = _of_type(t.s, op.type)
    return [
        unit
        for unit in BOARD.of_side[side]
        if t.s.at[unit] < ON_MAP
        and fit(unit)
        and organization.why_not_turn_up(t.s, t.d, side, unit) is None
    ]


def improve(t: T, play: Play, op: Op) -> Outcome:
    _turn_up(t, play)
    return None


def _turn_up(t: T, play: Play) -> None:
    unit = play.args["unit"]
    flip(t, unit, BOARD.units[unit].full, play.face(t).name, RULE)


def may_upgrade(t: T, m: Moment, op: Op) -> bool:
    """In the Flip Step, if there is a unit that could be turned (§7.0 A, §7.2)."""
    return _step(t, "nr.flips") and in_time(t, m, op) and bool(improvable(t, m, op, {}))


def _step(t: T, *steps: str) -> bool:
    """Is this one of these steps of the Organization Phase (§5.0)?"""
    return any(frame.tag in steps for frame in t.pos.lanes[0].stack)


def upgrade(t: T, play: Play, op: Op) -> Outcome:
    """One `educate` more in this phase (cards 16, 26)."""
    t.s.free_upgrades += op.count
    return None


# placement -------------------------------------------------------------------------------


def replaceable(t: T, m: Moment, op: Op, args: Args) -> list[int]:
    """Units of the Destroyed box that an event brings back, if they have a place (§7.9)."""
    return [u for u in _destroyed(t, m, op) if _replacement_places(t, u, op)]


def _destroyed(t: T, m: Moment, op: Op) -> list[int]:
    side = side_of(m.side)
    return [
        unit
        for unit in BOARD.of_side[side]
        if t.s.at[unit] == DESTROYED[side]
        and (op.box != "destroyed" or side == SOVIET or _german(unit))
        and (not op.type or face(t.s, unit).type == INFANTRY)
    ]


def _german(unit: int) -> bool:
    return BOARD.units[unit].nationality == "german"


def _replacement_places(t: T, unit: int, op: Op) -> int:
    """The usual places (§7.6), fewer where the event names its own (cards 19, 48; nr-100)."""
    found = organization.places(t.s, t.d, unit)
    if op.weather:
        return found & _WINTER_PLACES
    return found & _REICH if op.type else found


def replacement_places(t: T, m: Moment, op: Op, args: Args) -> Members | None:
    if "unit" in args and t.s.at[args["unit"]] < ON_MAP:
        return None  # it is improved where it stands
    return Members(_replacement_places(t, args["unit"], op) if "unit" in args else 0)


def replace(t: T, play: Play, op: Op) -> Outcome:
    arrive(t, play.args["unit"], play.args["place"], ready=not op.disorganized, rule=RULE)
    return None


def replaceable_or_improvable(t: T, m: Moment, op: Op, args: Args) -> list[int]:
    return [*replaceable(t, m, op, args), *improvable(t, m, op, args)]


def replace_or_improve(t: T, play: Play, op: Op) -> Outcome:
    """Card 11: a Replacement, Disorganized as usual, or an Improvement."""
    if "place" not in play.args:
        _turn_up(t, play)
    else:
        arrive(t, play.args["unit"], play.args["place"], rule=RULE)
    return None


def returnable(t: T, m: Moment, op: Op, args: Args) -> list[int]:
    """The Polish unit (card 46), or Volkssturm that was eliminated (card 43)."""
    if op.filter == "polish":
        if t.s.at[_POLISH] in (DESTROYED[SOVIET], SURRENDERED[SOVIET]):
            return [_POLISH] if organization.places(t.s, t.d, _POLISH) else []
        refusal = organization.why_not_turn_up(t.s, t.d, SOVIET, _POLISH)
        return [_POLISH] if refusal is None else []
    return [
        unit.index
        for unit in BOARD.units
        if unit.volkssturm and t.s.at[unit.index] == REMOVED and _levy_places(t, unit.index)
    ]


def _levy_places(t: T, unit: int) -> int:
    own = mask(site.place for site in BOARD.sites if t.s.control[site.index] == AXIS)
    return _REICH & own & ~full(t.s, t.d, unit)


def return_places(t: T, m: Moment, op: Op, args: Args) -> Members | None:
    unit = args.get("unit", _POLISH)
    if op.filter != "polish":
        return Members(_levy_places(t, unit))
    if t.s.at[unit] < ON_MAP:
        return None
    return Members(organization.places(t.s, t.d, unit))


def return_unit(t: T, play: Play, op: Op) -> Outcome:
    unit = play.args["unit"]
    if "place" not in play.args:
        _turn_up(t, play)
    elif op.filter == "polish":
        arrive(t, unit, play.args["place"], rule=RULE)
    else:
        place(t, unit, play.args["place"], RULE, 0)
    return None


def allies_to_come(t: T, m: Moment, op: Op, args: Args) -> list[int]:
    """Axis Allied armies on the turn track for a later turn (card 27)."""
    side = side_of(m.side)
    if not _early_places(t, side):
        return []
    return [
        unit
        for unit in BOARD.of_side[side]
        if BOARD.units[unit].ally and t.s.at[unit] > TRACK + t.s.turn
    ]


def _early_places(t: T, side: int) -> int:
    return organization.sites(t.s, t.d, side, recovering=False)


def early_places(t: T, m: Moment, op: Op, args: Args) -> Members:
    room = ~full(t.s, t.d, args["unit"]) if "unit" in args else -1
    return Members(_early_places(t, side_of(m.side)) & room)


def come_early(t: T, play: Play, op: Op) -> Outcome:
    place(t, play.args["unit"], play.args["place"], RULE)
    return None


def groups_to_come(t: T, m: Moment, op: Op, args: Args) -> list[int]:
    """Kampfgruppen on the turn track, for a German unit that was just lost (card 7)."""
    if not _german(m.unit):
        return []
    return [
        unit
        for unit in BOARD.of_side[side_of(m.side)]
        if BOARD.units[unit].cadre and t.s.at[unit] > TRACK
    ]


def lost_place(t: T, m: Moment, op: Op) -> Args:
    return {"place": m.place}


def place_cadre(t: T, play: Play, op: Op) -> Outcome:
    place(t, play.args["unit"], play.args["place"], "14.9.2")
    return None


def may_cheapen(t: T, m: Moment, op: Op) -> bool:
    """While Replacements are still to come, if there is a unit to replace (§5.0, §7.9)."""
    side = side_of(m.side)
    lost = any(t.s.at[unit] == SURRENDERED[side] for unit in BOARD.of_side[side])
    return lost and _step(t, "nr.flips", "nr.placement")


def cheapen(t: T, play: Play, op: Op) -> Outcome:
    """One Replacement of this phase costs a card less (card 39)."""
    t.s.cheap_surrendered += op.count
    return None


def make_dearer(t: T, play: Play, op: Op) -> Outcome:
    """The Replacement under way costs a card more (card 14)."""
    for lane in t.pos.lanes:
        for frame in lane.stack:
            if isinstance(frame, Paid):
                frame.extra += op.cards
    return None


# zones, supply and markers ------------------------------------------------------------------


def exposed(t: T, m: Moment, op: Op, args: Args) -> list[int]:
    """Enemy units next to own ones that still have a Zone of Control (card 3)."""
    side = side_of(m.side)
    near = BOARD.ground.spread(t.d.present[side])
    return [
        unit
        for unit in BOARD.of_side[1 - side]
        if t.s.at[unit] < ON_MAP
        and near >> t.s.at[unit] & 1
        and face(t.s, unit).zoc
        and not t.s.unsupplied[unit]
        and unit not in t.s.no_zoc
    ]


def take_zone(t: T, play: Play, op: Op) -> Outcome:
    unit = play.args["unit"]
    t.s.no_zoc = [*t.s.no_zoc, unit]
    t.d = t.rules.derive(t.s)
    t.note(Marked(place=BOARD.units[unit].id, mark="no_zoc", value="on", rule=RULE))
    return None


def _cut_off(t: T, side: int) -> list[int]:
    return [u for u in BOARD.of_side[side] if t.s.unsupplied[u] and t.s.at[u] < ON_MAP]


def cut_off_units(t: T, m: Moment, op: Op, args: Args) -> list[int] | None:
    return _cut_off(t, SOVIET) if side_of(m.side) == SOVIET else None


def cut_off_hexes(t: T, m: Moment, op: Op, args: Args) -> list[int] | None:
    if side_of(m.side) == SOVIET:
        return None
    return list(dict.fromkeys(t.s.at[unit] for unit in _cut_off(t, AXIS)))


def relieve(t: T, play: Play, op: Op) -> Outcome:
    """Unsupplied markers come off: one Soviet unit, or the Axis units of a hex (25, 36)."""
    side = side_of(play.side)
    unit = play.args.get("unit")
    units = [unit] if unit is not None else t.d.units(side, play.args["place"])
    for cut_off in units:
        mark(t, cut_off, "unsupplied", False, RULE)
    return None


def may_sweep(t: T, m: Moment, op: Op) -> bool:
    return m.kind != CANCEL and op.marker == "partisan" and t.s.at[rail.PARTISAN] < ON_MAP


def sweep(t: T, play: Play, op: Op) -> Outcome:
    """The Paratroop/Partisan marker goes, and what it did to a unit (card 38; nr-104)."""
    where = t.s.at[rail.PARTISAN]
    back = t.s.turn + _RETURN
    set_place(t, rail.PARTISAN, TRACK + back if back <= LAST_TURN else REMOVED)
    tired = [unit for unit in t.d.units(AXIS, where) if t.s.disorganized[unit]]
    for unit in tired[:1]:
        mark(t, unit, "disorganized", False, RULE)
    return None


def sources(t: T, m: Moment, op: Op, args: Args) -> list[int] | None:
    """Enemy cities in the USSR without a unit that supply still (card 5)."""
    if op.until != "end_of_player_turn":
        return None
    foe = 1 - side_of(m.side)
    return [
        site.place
        for site in BOARD.sites
        if site.terrain == CITY
        and site.country == USSR
        and t.s.control[site.index] == foe
        and site.index not in t.s.cut
        and not t.d.present[foe] >> site.place & 1
    ]


def may_cut(t: T, m: Moment, op: Op) -> bool:
    """The city just captured must be of the right country (cards 7, 53)."""
    if op.until == "end_of_player_turn":
        return True
    site = BOARD.site_at[m.place] if 0 <= m.place < ON_MAP else -1
    wanted = USSR if side_of(m.side) == SOVIET else GREATER_GERMANY
    return site >= 0 and BOARD.sites[site].terrain == CITY and BOARD.sites[site].country == wanted


def captured_place(t: T, m: Moment, op: Op) -> Args:
    return {} if op.until == "end_of_player_turn" else {"place": m.place}


def cut(t: T, play: Play, op: Op) -> Outcome:
    """A city supplies nobody: in this player turn, or until its marker goes (cards 5, 7, 53)."""
    s = t.s
    site = BOARD.site_at[play.args["place"]]
    if op.until == "end_of_player_turn":
        s.cut = [*s.cut, site]
        mark_, value = "cut", "on"
    else:
        s.scorched, s.scorched_until = site, s.turn + 1
        s.scorched_side = 1 - side_of(play.side)
        mark_, value = "scorched", "on"
    t.d = t.rules.derive(s)
    t.note(Marked(place=BOARD.sites[site].id, mark=mark_, value=value, rule=RULE))
    return None


def work_hexes(t: T, m: Moment, op: Op, args: Args) -> list[int] | None:
    """Hexes, not cities, with a unit of the side and without its marker (card 41)."""
    side = side_of(m.side)
    if op.marker != "defensive_works":
        return None
    return [
        place_
        for place_ in sorted(t.d.at)
        if place_ < HEXES
        and t.d.present[side] >> place_ & 1
        and BOARD.terrain[place_] != CITY
        and (t.s.works, t.s.works_side) != (place_, side)
    ]


def put_marker(t: T, play: Play, op: Op) -> Outcome:  # nr-103
    if op.marker == "defensive_works":
        t.s.works, t.s.works_side = play.args["place"], side_of(play.side)
        where = BOARD.places[t.s.works]
        t.note(Marked(place=where, mark="works", value=play.side, rule=RULE))
    return None


EFFECTS = {
    "movement_bonus": Effect(
        change_allowance,
        args={"unit": faster, "other": faster_too},
        why=why_none_favoured,
        reasons={"unit": why_not_favour, "other": why_not_favour},
    ),
    "ignore_ezoc": Effect(
        slip,
        args={"unit": slippery},
        why=why_none_favoured,
        reasons={"unit": why_not_favour},
    ),
    "extra_move": Effect(extra_move, may_move_more),
    "free_entrain": Effect(free_rail, may_go_by_rail, args={"unit": bound_for_rail}),
    "detrain_now": Effect(detrain_now, args={"unit": detrainable, "place": detrain_places}),
    "block_detrain": Effect(hold_up, args={"unit": riders}),
    "free_improvement": Effect(improve, in_time, args={"unit": improvable}),
    "free_upgrade": Effect(upgrade, may_upgrade),
    "free_replacement": Effect(
        replace, in_time, args={"unit": replaceable, "place": replacement_places}
    ),
    "free_replacement_or_improvement": Effect(
        replace_or_improve,
        in_time,
        args={"unit": replaceable_or_improvable, "place": replacement_places},
    ),
    "return_unit": Effect(return_unit, args={"unit": returnable, "place": return_places}),
    "advance_reinforcement": Effect(
        come_early, args={"unit": allies_to_come, "place": early_places}
    ),
    "place_cadre_from_turn_track": Effect(
        place_cadre, args={"unit": groups_to_come}, implied=lost_place
    ),
    "reduce_cost": Effect(cheapen, may_cheapen),
    "increase_cost": Effect(make_dearer),
    "remove_zoc": Effect(take_zone, args={"unit": exposed}),
    "remove_unsupplied": Effect(relieve, args={"unit": cut_off_units, "place": cut_off_hexes}),
    "remove_marker": Effect(sweep, may_sweep),
    "disable_city_supply": Effect(cut, may_cut, args={"place": sources}, implied=captured_place),
    "place_marker": Effect(put_marker, args={"place": work_hexes}),
}
