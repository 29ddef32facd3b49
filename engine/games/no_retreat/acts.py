"""What the procedures do to the pieces: each act changes the state and writes it down."""

from collections.abc import Sequence
from itertools import pairwise

from engine.core.entries import Lost, Marked, Moved, Noted, Placed, Played
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import (
    AXIS,
    DESTROYED,
    FINLAND,
    GREATER_GERMANY,
    HEXES,
    LAST_TURN,
    NOWHERE,
    ON_MAP,
    RAIL,
    REMOVED,
    SHATTERED,
    SIDES,
    SOVIET,
    SURRENDERED,
    TO_REMOVED,
    TO_TRACK,
    TRACK,
    USSR,
)
from engine.games.no_retreat.state import GG as GG
from engine.games.no_retreat.state import OIL as OIL
from engine.games.no_retreat.state import WARSAW as WARSAW
from engine.games.no_retreat.state import NoRetreat, after, enemy, occupancy, steps
from engine.games.no_retreat.state import T as T
from engine.games.no_retreat.state import foe as foe
from engine.games.no_retreat.state import side_of as side_of

JOKER = BOARD.joker
"""The card of §15.7. Cards lie in the piles by their printed numbers, 1 to 55."""
_OIL_SITE = BOARD.site_index["ploesti_oil"]
_WARSAW_SITE = BOARD.site_index["warsaw"]
_BERLIN = BOARD.unit_index["berlin_garrison"]


def acting(t: T, side: str) -> bool:
    """Is a side at the table now: in its player turn, in the Housekeeping, or by the order
    that is being carried out? To ask it costs no hand-off, so no default decides for it.
    """
    return t.s.phasing in (side_of(side), NOWHERE) or t.actor == side


def refresh(t: T) -> None:
    """What is derived is built anew; after faces, flags or places have changed by hand."""
    t.d = occupancy(t.s)


def set_place(t: T, unit: int, place: int) -> None:
    """Put a unit somewhere, without a word about it."""
    before, t.s.at[unit] = t.s.at[unit], place
    if place >= ON_MAP:
        _leave_map(t, unit)
    t.d = after(t.s, t.d, unit, before)
    if before not in t.d.at:
        _deserted(t, before)


def _deserted(t: T, where: int) -> None:
    """Markers that stand for the units of a place go with the last of them."""
    if where == t.s.works:
        t.s.works = t.s.works_side = NOWHERE  # card 41: until no unit of its side is there
    if where in t.s.blows:  # §10.7.3: it is "those units" that must be attacked
        t.s.blows = [other for other in t.s.blows if other != where]
        t.note(Marked(place=BOARD.places[where], mark="counterblow", value="none", rule="10.7.3"))


def _leave_map(t: T, unit: int) -> None:
    """Markers do not follow a unit off the map (§11.2, §15.3.4)."""
    s = t.s
    s.unsupplied[unit] = s.disorganized[unit] = s.moved[unit] = s.fought[unit] = 0
    side = BOARD.units[unit].side
    if s.support[side] == unit:
        s.support[side] = NOWHERE
    if s.reserve == unit and s.at[unit] not in _RAIL:
        s.reserve = NOWHERE


_RAIL = tuple(BOARD.place_index[f"rail_{name}"] for name in SIDES)


def place(t: T, unit: int, where: int, rule: str, face: int = -1) -> None:
    """A unit is put on a place, on a face if one is named; a site there changes hands."""
    if face >= 0:
        t.s.face[unit] = face
    before = t.s.at[unit]
    set_place(t, unit, where)
    t.note(Placed(unit=BOARD.units[unit].id, place=BOARD.places[where], rule=rule))
    if where < ON_MAP:
        enter(t, unit, before, where)


def go(t: T, unit: int, path: list[int], how: str, rule: str) -> None:
    """A unit goes along `path` (its own place first) and enters each place in turn."""
    set_place(t, unit, path[-1])
    ids = [BOARD.places[where] for where in path]
    t.note(Moved(unit=BOARD.units[unit].id, places=ids, how=how, rule=rule))
    for before, now in pairwise(path):
        enter(t, unit, before, now)


def enter(t: T, unit: int, before: int, now: int) -> None:
    """What happens when a unit passes through a place: control and red fronts in the Reich."""
    side = BOARD.units[unit].side
    capture(t, side, now)
    crossed = (
        side == SOVIET
        and t.s.face[unit] == 1
        and before < HEXES
        and now < HEXES
        and BOARD.hexes[before].country == USSR
        and BOARD.hexes[now].country == GREATER_GERMANY
    )
    if crossed:
        trigger(t, GG)  # §13.5 GG


def capture(t: T, side: int, where: int) -> bool:
    """Whoever passed through a city or oil field last controls it (§6.1, §12.7.1).

    True when it changed hands.
    """
    site = site_to_take(t.s, side, where)
    if site < 0:
        return False
    set_control(t, site, side, "12.7.1")
    t.s.captured = [*t.s.captured, site]
    return True


def site_to_take(s: NoRetreat, side: int, where: int) -> int:
    """The city or oil field that a side takes by going through a place, -1 for none (§12.7.1)."""
    site = BOARD.site_at[where]
    return -1 if site < 0 or where == FINLAND or s.control[site] == side else site


def set_control(t: T, site: int, side: int, rule: str) -> None:
    """A site changes hands."""
    t.s.control[site] = side
    value = SIDES[side] if side >= 0 else "none"
    t.note(Marked(place=BOARD.sites[site].id, mark="control", value=value, rule=rule))
    t.d = occupancy(t.s)  # supply is remembered with it
    if side == SOVIET and site == _OIL_SITE:
        trigger(t, OIL)  # §13.5 Oil
    if side == SOVIET and site == _WARSAW_SITE:
        trigger(t, WARSAW)  # §13.5 Warsaw


def trigger(t: T, event: int) -> None:
    """The first time counts; the event happens in the next game turn (§13.5)."""
    if not t.s.triggered[event]:
        t.s.triggered[event] = t.s.turn


def spend(t: T, side: str, cards: Sequence[int], how: str, rule: str) -> None:
    """Cards of a hand pay for something (§5.4): face up on the discard pile, the last on top.

    The Joker counts as a card and goes to the other side's hand (§15.7).
    """
    for card in cards:
        t.reveal(f"hand.{side}", card)
        seen = t.pile(f"hand.{side}").remove(card)
        if card == JOKER:
            t.pile(f"hand.{foe(side)}").push(card, seen)
        else:
            discard = t.pile("discard")
            discard.ids.insert(0, card)
            discard.seen.insert(0, seen)
        t.note(Played(side=side, card=str(card), how=how, rule=rule))


def score(t: T, side: int, points: int, why: str, rule: str) -> None:
    """Event VP: the round marker goes up to 6 for either side, the rest is lost (§12.7.4)."""
    sign = 1 if side == AXIS else -1
    before = t.s.event_vp
    t.s.event_vp = max(-6, min(6, before + sign * points))
    text = f"{SIDES[side].title()} {points:+} VP: {why}"
    t.note(Noted(text=text if why.endswith("!") else f"{text}.", rule=rule))


def flip(t: T, unit: int, face: int, why: str, rule: str) -> None:
    """A counter is turned over."""
    t.s.face[unit] = face
    t.d = after(t.s, t.d, unit, t.s.at[unit])
    record = BOARD.units[unit]
    text = f"{record.name} is turned to its {record.faces[face].label} side: {why}."
    t.note(Noted(text=text, rule=rule))


def lose_step(t: T, unit: int, rule: str) -> bool:
    """A unit takes a step loss (§10.7.1). True when it was eliminated by it."""
    if steps(t.s, unit) < 2:
        eliminate(t, unit, "eliminated", rule)
        return True
    record = BOARD.units[unit]
    where = BOARD.places[t.s.at[unit]]
    t.s.face[unit] = record.reduced
    t.d = after(t.s, t.d, unit, t.s.at[unit])
    t.note(Lost(unit=record.id, place=where, how="reduced", rule=rule))
    return False


def eliminate(t: T, unit: int, how: str, rule: str, *, surrender: bool = False) -> None:
    """A unit leaves the map for the box that its counter names (§10.7.1, §11.1, §14.9.3).

    An Unsupplied one, or one that is to `surrender`, goes to the Surrendered box
    for a VP, unless its counter sends it elsewhere.
    """
    record = BOARD.units[unit]
    where = BOARD.places[t.s.at[unit]]
    lost_supply = surrender or bool(t.s.unsupplied[unit])
    box = destination(t, unit, lost_supply)
    set_place(t, unit, box)
    t.note(Lost(unit=record.id, place=where, how=how, rule=rule))
    if box == SURRENDERED[record.side]:
        score(t, enemy(record.side), 1, f"{record.name} surrendered", "12.7.4")
    if unit == _BERLIN and how != "overstacked" and t.pos.winners is None:  # nr-42
        t.end([SIDES[SOVIET]], "Hitler is dead: the Berlin Garrison was eliminated")  # §12.5


def destination(t: T, unit: int, unsupplied: bool) -> int:
    """The box of a unit that is eliminated (§10.7.1, §11.1)."""
    record = BOARD.units[unit]
    if record.cadre:
        return _cadre_space(t, unit)
    if record.eliminated == TO_REMOVED:
        return REMOVED
    if record.eliminated == TO_TRACK:
        return _space(t.s.turn + record.delay)
    return SURRENDERED[record.side] if unsupplied else DESTROYED[record.side]  # nr-09


def _space(turn: int) -> int:
    return TRACK + turn if turn <= LAST_TURN else REMOVED


def _cadre_space(t: T, unit: int) -> int:
    """The first space of the track without a cadre of that side on it (§14.9.3)."""
    record = BOARD.units[unit]
    turn = t.s.turn + max(1, record.delay)
    taken = {
        t.s.at[other]
        for other in BOARD.of_side[record.side]
        if BOARD.units[other].cadre and other != unit
    }
    while TRACK + turn in taken:
        turn += 1
    return _space(turn)


def shatter(t: T, unit: int, rule: str) -> None:
    """A unit goes to the Shattered box; a cadre to the turn track (§10.7.6, §14.9.3)."""
    record = BOARD.units[unit]
    where = BOARD.places[t.s.at[unit]]
    box = _cadre_space(t, unit) if record.cadre else SHATTERED[record.side]
    set_place(t, unit, box)
    t.note(Lost(unit=record.id, place=where, how="shattered", rule=rule))


def mark(t: T, unit: int, marker: str, on: bool, rule: str) -> None:
    """An Unsupplied or Disorganized marker is put on a unit or taken off."""
    flags: list[int] = getattr(t.s, marker)
    if flags[unit] == on:
        return
    flags[unit] = int(on)
    t.d = after(t.s, t.d, unit, t.s.at[unit])
    value = "on" if on else "none"
    t.note(Marked(place=BOARD.units[unit].id, mark=marker, value=value, rule=rule))


def entrain(t: T, unit: int, rule: str) -> None:
    """A unit is picked up and put in the Rail Movement Box of its side."""
    before = BOARD.places[t.s.at[unit]]
    box = RAIL[BOARD.units[unit].side]
    set_place(t, unit, box)
    places = [before, BOARD.places[box]]
    t.note(Moved(unit=BOARD.units[unit].id, places=places, how="entrains", rule=rule))


def detrain(t: T, unit: int, where: int, rule: str = "9.2") -> None:
    """A unit of the Rail Movement Box is put on the map."""
    place(t, unit, where, rule)
    if t.s.reserve == unit:
        t.s.reserve = NOWHERE
