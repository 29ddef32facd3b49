"""Game turn events (§13.5): units that leave, units whose event has come, 1945, the initiative."""

from engine.board.bits import mask
from engine.board.occupancy import Occupancy
from engine.core.entries import Lost, Noted
from engine.core.verbs import Why
from engine.games.no_retreat.acts import GG, OIL, WARSAW, T, place, refresh, set_place
from engine.games.no_retreat.cards import deck
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import (
    AXIS,
    CITY,
    DESTROYED,
    GREATER_GERMANY,
    HEXES,
    NOWHERE,
    ON_MAP,
    REMOVED,
    SIDES,
    SOUTHERN_BALKANS,
    SOVIET,
    SS_RESERVE,
    SURRENDERED,
    TRACK,
    WAITING,
    WESTERN_BALKANS,
)
from engine.games.no_retreat.law import supply, victory
from engine.games.no_retreat.options import NO_SURRENDER
from engine.games.no_retreat.state import NoRetreat, enemy
from engine.games.no_retreat.words import PEOPLE

SS_PANZER = BOARD.unit_index["ss_panzer"]
FESTUNG = BOARD.unit_index["festung"]
GERMAN_GROUPS = tuple(BOARD.unit_index[id_] for id_ in ("group_e", "group_f"))
YUGOSLAVS = tuple(BOARD.unit_index[id_] for id_ in ("yugoslav_1", "yugoslav_2"))
RUMANIANS = tuple(BOARD.unit_index[id_] for id_ in ("rum_3", "rum_4"))
_NAMES = {"gg": GG, "oil": OIL, "warsaw": WARSAW}
_CITIES = mask(site.place for site in BOARD.sites if site.terrain == CITY)


def _within(site: str, steps: int) -> int:
    """Hexes at most so many steps from a city or oil field."""
    return mask(BOARD.grid.within(BOARD.sites[BOARD.site_index[site]].place, steps))


_NEAR = {
    "hungarian": _within("budapest", 4),
    "german": _within("bucharest", 4),
    "rumanian_soviet": _within("ploesti_oil", 2),
    "polish": _within("warsaw", 2),
}
_BALKANS = (1 << WESTERN_BALKANS) | (1 << SOUTHERN_BALKANS)


# units that leave ------------------------------------------------------------------


def remove_units(t: T) -> None:
    """The units that leave on this turn, wherever they are (§13.5, §11.3)."""
    for unit in BOARD.units:
        if unit.removal_turn != t.s.turn or t.s.at[unit.index] in (REMOVED, SS_RESERVE, WAITING):
            continue
        if unit.entry_place == NOWHERE and _lost(t, unit.index):
            t.s.draw_change[AXIS] -= 1
            text = f"{unit.name} was lost or cut off: the Axis draw one card fewer this turn."
            t.note(Noted(text=text, rule="13.5"))
        leave(t, unit.index, SS_RESERVE if unit.index == SS_PANZER else REMOVED)


def _lost(t: T, unit: int) -> bool:
    """Is the unit eliminated, or on the map without supply, traced now (nr-38)?"""
    where = t.s.at[unit]
    if where < ON_MAP:
        return not supply.supplied(t.s, t.d, unit)
    return where > TRACK or where in (DESTROYED[AXIS], SURRENDERED[AXIS])


def leave(t: T, unit: int, box: int) -> None:
    """A unit is taken out of play; that is no elimination."""
    where = BOARD.places[t.s.at[unit]]
    set_place(t, unit, box)
    t.note(Lost(unit=BOARD.units[unit].id, place=where, how="withdrawn", rule="13.5"))


# conditional events ----------------------------------------------------------------


def fire(t: T) -> None:
    """The events whose trigger was met in an earlier turn (§13.5 GG, Oil, Warsaw)."""
    for number, event in enumerate(BOARD.conditionals):
        which = _NAMES[event.id]
        assert which == number
        if t.s.happened[which] or not 0 < t.s.triggered[which] < t.s.turn:
            continue
        t.s.happened[which] = 1
        t.note(Noted(text=f"{event.name}.", rule="13.5"))
        if which == OIL:
            for unit in RUMANIANS:  # §11.3, §14.2; nr-23
                if t.s.at[unit] not in (REMOVED, WAITING):
                    leave(t, unit, REMOVED)


def waiting(s: NoRetreat, side: int) -> list[int]:
    """Units of a side whose event has happened and that are not in play yet."""
    return [
        unit
        for number, event in enumerate(BOARD.conditionals)
        if s.happened[number]
        for unit in event.units
        if BOARD.units[unit].side == side and s.at[unit] == WAITING
    ]


def arrival_places(s: NoRetreat, d: Occupancy, unit: int) -> int:
    """Mask of the places where a unit of a conditional event may be put (§13.5)."""
    record = BOARD.units[unit]
    foe = d.present[enemy(record.side)]
    if unit == FESTUNG:
        cities = _controlled(s, AXIS) & _CITIES & BOARD.countries[GREATER_GERMANY]
        return cities & ~foe
    if unit in YUGOSLAVS:
        return _BALKANS & ~foe
    near = _NEAR[record.nationality] & supply.overland_places(s, d, record.side)
    free = near & ~(d.present[AXIS] | d.present[SOVIET])
    if record.nationality != "polish":
        free &= _held(s, d, record.side)
    if unit in GERMAN_GROUPS:
        free |= (1 << WESTERN_BALKANS) & ~foe
    return free


def _controlled(s: NoRetreat, side: int) -> int:
    return mask(site.place for site in BOARD.sites if s.control[site.index] == side)


def _held(s: NoRetreat, d: Occupancy, side: int) -> int:
    """Hexes that count as controlled: sites by marker, others without an enemy ZOC (nr-28)."""
    others = _controlled(s, enemy(side))
    sites = mask(site.place for site in BOARD.sites)
    return ~others & (sites | ~d.zone(enemy(side))) & ((1 << HEXES) - 1)


def why_not_arrive(s: NoRetreat, d: Occupancy, unit: int, where: int) -> Why | None:
    """Why the unit of an event may not be put there; None if it may."""
    if where < ON_MAP and arrival_places(s, d, unit) >> where & 1:
        return None
    record = BOARD.units[unit]
    if unit == FESTUNG:
        return Why(
            f"{record.name} appears in a city of Greater Germany that the Axis control.", "13.5"
        )
    if unit in YUGOSLAVS:
        return Why(f"{record.name} appears in a Balkans area without Axis units.", "13.5")
    return Why(
        f"{BOARD.label(where)} is not an empty hex of yours near enough, "
        "with an Overland Supply Path.",
        "13.5",
    )


# 1945 --------------------------------------------------------------------------------


def reset_1945(t: T) -> None:
    """The Event marker shows the difference, and only Greater Germany scores (§12.4)."""
    difference = victory.points(t.s, t.d, SOVIET) - max(t.s.high_tide, 0)
    t.s.event_vp = -min(difference, BOARD.vp.event_max)
    t.s.berlin = True
    refresh(t)  # points are remembered
    text = "The war goes on into 1945; only hexes of Greater Germany score now."
    t.note(Noted(text=text, rule="12.4"))


def place_garrisons(t: T) -> None:
    """The Berlin Garrison and the Volkssturm appear in their cities (§13.5 Reich Defenses)."""
    for unit in BOARD.units:
        if unit.entry_place == NOWHERE or unit.entry_place >= HEXES:
            continue
        if t.s.at[unit.index] != TRACK + t.s.turn:
            continue
        site = BOARD.site_at[unit.entry_place]
        if t.s.control[site] == unit.side:
            place(t, unit.index, unit.entry_place, "13.5", 0)
        else:  # nr-17
            leave(t, unit.index, REMOVED)


# the initiative ------------------------------------------------------------------------


def shift_initiative(t: T) -> None:
    """High Tide is placed and the initiative goes to the Soviets (§12.10)."""
    if t.s.initiative == SOVIET:
        return
    t.s.high_tide = victory.points(t.s, t.d, AXIS)
    if t.s.event_vp > 0:  # on its German side: it is reset
        t.s.event_vp = 0
    t.s.initiative = SOVIET
    text = f"High Tide stands at {t.s.high_tide}. The initiative passes to the Soviets."
    t.note(Noted(text=text, rule="12.10"))


def sudden_death(t: T, side: int) -> None:
    """Does the side with the initiative win at once (§12.2)? With §15.6 the other pays instead."""
    bar = victory.sudden_death_bar(t.s, side)
    if t.pos.winners is not None or bar < 0 or t.s.initiative != side:
        return
    over = victory.points(t.s, t.d, side) - bar
    if NO_SURRENDER in t.s.options:
        if over >= 0:
            _pressed(t, enemy(side), min(over, 2))
    elif over > 0:
        points = bar + over
        scores = {name: victory.points(t.s, t.d, number) for number, name in enumerate(SIDES)}
        t.end([SIDES[side]], f"Sudden Death with {points} VP on turn {t.s.turn}", scores)


def _pressed(t: T, side: int, fewer: int) -> None:
    """No Surrender: a card at random is discarded, and up to two draws are lost (§15.6; nr-43)."""
    deck.discard_at_random(t, side, "No Surrender", "15.6")
    if fewer:
        t.s.draw_change[side] -= fewer
        text = f"The {PEOPLE[side]} draw {fewer} card{'s' * (fewer > 1)} fewer next time."
        t.note(Noted(text=text, rule="15.6"))


def remember(s: NoRetreat) -> None:
    """Events that lie behind a set-up have happened: their units are in play."""
    for number, event in enumerate(BOARD.conditionals):
        if any(s.at[unit] != WAITING for unit in event.units):
            s.happened[number] = 1
            s.triggered[number] = max(1, s.turn - 1)
