"""Encirclement, §9: which areas are cut off, and what becomes of them."""

from engine.board.bits import members
from engine.core.entries import Noted
from engine.games.race_to_moscow.acts import T, place_control, remove_marker
from engine.games.race_to_moscow.cards.decks import air_home
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import COLOURS
from engine.games.race_to_moscow.law.chain import flood
from engine.games.race_to_moscow.state import active
from engine.games.race_to_moscow.words import title

_FIRST_SEA = len(BOARD.areas)
_HARBOURS = tuple(sum(1 << area for area in sea.harbours) for sea in BOARD.seas)


def cut_off(free: int, fleet: int) -> int:
    """The uncontrolled areas (mask `free`) with no way to a victory area among them (§9).

    A way goes over any line, red ones too, and by sea between harbours, where the
    fleet is not: `fleet` is its place.
    """
    alive = free & BOARD.victory
    while True:
        alive = flood(alive, free, BOARD.near)
        landed = _over_sea(alive, fleet) & free
        if not landed & ~alive:
            return free & ~alive
        alive |= landed


def _over_sea(alive: int, fleet: int) -> int:
    """The harbours that a ship reaches from a harbour among `alive` (rm-18)."""
    reached = 0
    open_seas = [sea for sea in BOARD.seas if sea.place != fleet]
    todo = [sea.place for sea in open_seas if _HARBOURS[sea.place - _FIRST_SEA] & alive]
    seen = set(todo)
    while todo:
        place = todo.pop()
        reached |= _HARBOURS[place - _FIRST_SEA]
        for other in BOARD.seas[place - _FIRST_SEA].adjacent:
            if other != fleet and other not in seen:
                seen.add(other)
                todo.append(other)
    return reached


def capture(t: T, area: int, colour: int, rule: str) -> None:
    """A player marker comes to an area, and all that it cuts off falls at once (§9)."""
    free, fleet = t.d.free, t.s.at[BOARD.fleet]
    place_control(t, area, colour, rule)
    encircle(t, colour, free, fleet)


def encircle(t: T, placer: int, free: int, fleet: int) -> None:
    """What has been cut off changes hands; `placer` put the marker, or moved the fleet (§9).

    `free` were the uncontrolled areas before, `fleet` its place: what was cut off
    before is not cut off by this act, and stays: a counter-attack can make such areas (rm-45).

    An area of one colour goes to the owner of that colour (rm-09), a double one to the
    placer (rm-44). For each Soviet marker there the player whose turn it is gets the top
    Soviet card, face down; with a Soviet player no card is taken (§20.7).
    """
    fallen = cut_off(t.d.free, t.s.at[BOARD.fleet])
    if fallen:
        fallen &= ~cut_off(free, fleet)
    for area in members(fallen):
        colours = BOARD.areas[area].colours
        owner = colours[0] if len(colours) == 1 else placer
        if t.s.soviet[area]:
            remove_marker(t, area, "9")
            air_home(t, area)
            _take_card(t)
        place_control(t, area, owner, "9")


def _take_card(t: T) -> None:
    """The top of the Soviet deck, green before blue, unseen (§9, rm-29)."""
    if t.s.soviet_player:
        return
    for deck in ("soviet.green", "soviet.blue"):
        if t.ids(deck):
            side = COLOURS[active(t.s)]
            t.deal(deck, f"pocket.{side}")
            t.note(Noted(text=f"{title(side)} takes a Soviet card, face down.", rule="9"))
            return
