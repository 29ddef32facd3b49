"""Reinforcements and withdrawals (17.0, 18.0): what can come, where, and whether by free rail."""

from collections.abc import Sequence
from functools import cache

from msgspec import structs

from engine.board.bits import mask, members
from engine.board.occupancy import Occupancy
from engine.core.verbs import Why
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    AIRCRAFT,
    AXIS,
    FINNISH,
    GERMAN,
    HEXES,
    HOMES,
    HUNGARIAN,
    MARSHAL,
    NOWHERE,
    PARTISAN,
    RUMANIAN,
    RUSSIAN,
    SHOCK,
    SOVIET,
    TURNED,
    VOLKSSTURM,
    WAITING,
    WEC,
    Piece,
)
from engine.games.russia_besieged.law.movement import ALLIES, closed, ends
from engine.games.russia_besieged.law.rail import ends as rides
from engine.games.russia_besieged.law.sea import harbours
from engine.games.russia_besieged.law.stacking import room, why_over
from engine.games.russia_besieged.law.supply import edge_supplied, unlimited
from engine.games.russia_besieged.state import (
    FREE,
    RussiaBesieged,
    bodies,
    controlled,
    controls,
    enemy,
    gone_finland,
    has,
    marker,
    mates,
    stand,
)

_GROUND = BOARD.ground
_CITY = _GROUND.city_index
_CAPITALS = {RUMANIAN: "bucharest", HUNGARIAN: "budapest", FINNISH: "helsinki"}  # 17.2
_NORTH = "northern_finland_entry"
_NO_FACTORY = tuple(_CITY[id_] for id_ in ("wilno", "riga", "brest", "lvov", "tallinn"))
_TRIGGER = {
    **dict.fromkeys(
        (BOARD.piece_index[id_] for id_ in ("ger_mtn_19", "ger_mtn_36", "fin_inf_3")), 0
    ),
    BOARD.piece_index["ger_mtn_22"]: 1,
    BOARD.piece_index["rus_inf_14"]: 2,
}
"""Piece -> which of `triggers` calls it (17.14, 17.3)."""


def due_now(s: RussiaBesieged, piece: Piece) -> bool:
    """Does its date say this very impulse (17.01)? What an event calls comes in the turn after
    (17.14, 17.3), what was away in the impulse in which it is back (18.2, 26.15).
    """
    if piece.trigger:
        return s.turn == _called(s, piece)
    if has(s, piece.index, FREE):
        return True
    if piece.arrival is None:
        return False
    return (piece.arrival.turn, piece.arrival.impulse) == (s.turn, s.impulse)


def available(s: RussiaBesieged, number: int) -> bool:
    """Can a piece be placed in this impulse (17.0, 20.11)?"""
    return number in _dated(s.side, s.turn, s.impulse) and _comes(s, number)


def _comes(s: RussiaBesieged, number: int) -> bool:
    """Can one whose date is no bar?"""
    piece = BOARD.pieces[number]
    if s.place[number] != WAITING:
        return False
    if s.surrendered >> piece.nation & 1 and piece.side == AXIS:
        return False
    if piece.type == WEC and s.impulse != 1:
        return False
    if piece.trigger:
        return 0 < _called(s, piece) <= s.turn
    return True


def _called(s: RussiaBesieged, piece: Piece) -> int:
    """The turn in which an event brings a piece: the one after it (17.14, 17.3), 0 for none."""
    which = _TRIGGER.get(piece.index, -1)
    if which < 0 or not s.triggers[which]:
        return 0
    return max(s.triggers[which] + 1, piece.since)


def waiting(s: RussiaBesieged) -> list[int]:
    """What the phasing side can place now."""
    due = _dated(s.side, s.turn, s.impulse)
    return [number for number in due if s.place[number] == WAITING and _comes(s, number)]


@cache
def _dated(side: int, turn: int, impulse: int) -> Sequence[int]:
    """The pieces of a side whose date has come, and those that have none: they come back (11.16,
    26.15) or are called. Marshals, Shock Armies, partisans, the Volkssturm (17.62) and turncoats
    (26.22) come in other ways.
    """
    return tuple(
        piece.index
        for piece in BOARD.pieces
        if piece.side == side
        and piece.type not in (MARSHAL, SHOCK, PARTISAN, VOLKSSTURM)
        and piece.nation not in TURNED.values()
        and ((date := piece.arrival) is None or (date.turn, date.impulse) <= (turn, impulse))
    )


def entries(s: RussiaBesieged, d: Occupancy, number: int) -> int:
    """Mask of the hexes on which a piece may be placed now, ports to sail from too (8.32).

    It goes on from there by any way that units go (17.04).
    """
    return listed(s, d, number) | harbours(s, d, number)


def listed(s: RussiaBesieged, d: Occupancy, number: int) -> int:
    """Mask of those from which it may go on in any way (17.1, 17.2, 20.11)."""
    piece = BOARD.pieces[number]
    if piece.type == AIRCRAFT:
        return _airfields(s, d, piece)
    if piece.type == WEC:
        return _factories(s, d, piece)
    side = piece.side
    edge = _GROUND.borders[side] & ~bodies(d, enemy(side))
    if number in ALLIES:
        edge &= ~closed(s, d, piece)  # 25.1, 25.2
    place = _listed(piece)
    if place == _NORTH and due_now(s, piece):
        return _GROUND.regions[_NORTH] & ~bodies(d, enemy(side)) & ~gone_finland(s)
    if not isinstance(place, int) or place == NOWHERE or not due_now(s, piece):
        return edge  # 17.06
    open_ = _capital(s, piece) or _open_city(s, d, piece, int(place))
    return 1 << int(place) if open_ else edge


def _listed(piece: Piece) -> int | str:
    """Where its card says: a hex, a region, or NOWHERE for the board edge."""
    words = piece.arrival.place if piece.arrival else ""
    if not words and piece.nation in _CAPITALS:
        words = _CAPITALS[piece.nation]
    if piece.trigger:
        words = {0: _NORTH, 2: "0107"}.get(_TRIGGER.get(piece.index, -1), "")
    if words == _NORTH:
        return words
    if words in _CITY:
        return _GROUND.cities[_CITY[words]].place
    return _GROUND.index(words) if words.isdigit() else NOWHERE


def _capital(s: RussiaBesieged, piece: Piece) -> bool:
    """17.21 to 17.23: an Axis city that its units enter by, if it is the Axis's."""
    place = _listed(piece)
    if piece.side != AXIS or not isinstance(place, int):
        return False
    city = _GROUND.city_at[place]
    return city >= 0 and controls(s, AXIS, city)


def _open_city(s: RussiaBesieged, d: Occupancy, piece: Piece, place: int) -> bool:
    """17.11: is it the Russians', in supply, with room or a way for the unit to where there is?"""
    if piece.side != SOVIET or not _russian(s, place):
        return False
    if bodies(d, AXIS) >> place & 1 or not unlimited(s, d, RUSSIAN) >> place & 1:
        return False
    return not _full(d, piece, place) or _goes_on(s, d, piece, place)


def _russian(s: RussiaBesieged, place: int) -> bool:
    """Is a place on the Russian card the Russians'? 0107 is no city: its railway tells."""
    city = _GROUND.city_at[place]
    return controls(s, SOVIET, city) if city >= 0 else not int(s.rails, 16) >> place & 1


def _goes_on(s: RussiaBesieged, d: Occupancy, piece: Piece, place: int) -> bool:
    """Could a unit that is put on a place move or ride to where it finds room (17.11)?"""
    when = s.turn, s.impulse, s.released, s.promised, tuple(s.railed)
    key = ("goes on", piece.index, place, when, s.rails, s.converting, s.cities)
    return d.once(key, lambda: _finds_room(s, d, piece, place))


def _finds_room(s: RussiaBesieged, d: Occupancy, piece: Piece, place: int) -> bool:
    me = piece.index
    there = structs.replace(s, place=[*s.place])
    there.place[me] = place
    around = d.after(me, s.place[me], place, stand(there, me))
    goals = ends(there, around, me) | rides(there, around, me, free_rail(s, piece))
    return any(not _full(d, piece, hex_) for hex_ in members(goals))


def _airfields(s: RussiaBesieged, d: Occupancy, piece: Piece) -> int:
    """17.12: cities of the side in general supply with room for a base; of the Russians those in
    Russia that were theirs, and in supply, at the start of the impulse.
    """
    fed = unlimited(s, d, GERMAN) & ~gone_finland(s)
    if piece.side == SOVIET:
        fed = unlimited(s, d, RUSSIAN) & _GROUND.countries["russia"] & _were_fed(s, _ANY_LINE)
    found = 0
    for city in _GROUND.cities:
        if not fed >> city.place & 1 or not controls(s, piece.side, city.index):
            continue
        if piece.side == SOVIET and not controlled(s, SOVIET, city.index):
            continue
        if bodies(d, enemy(piece.side)) >> city.place & 1:
            continue  # partisans of the second stage would drive it off (11.16, 16.45)
        there = [BOARD.pieces[unit] for unit in d.units(piece.side, city.place)]
        if room(there, city.place):
            found |= 1 << city.place
    return found


def _factories(s: RussiaBesieged, d: Occupancy, piece: Piece) -> int:
    """20.11: Russian cities that trace to the east edge, those with the fewest WECs.

    They must be theirs, and trace there, as the impulse begins. A WEC that has a city of its own
    waits for it while that is cut off.
    """
    fed, count = edge_supplied(s, d) & _GROUND.countries["russia"] & _were_fed(s, _TO_EDGE), {}
    for city in _GROUND.cities:
        if city.index in _NO_FACTORY or not fed >> city.place & 1:
            continue
        if controls(s, SOVIET, city.index) and controlled(s, SOVIET, city.index):
            there = mates(d, SOVIET, city.place)
            count[city.place] = sum(other.type == WEC for other in there)
    own = _CITY.get(piece.area, -1)
    if own >= 0 and controls(s, SOVIET, own):  # Voronezh, while it is the Russians'
        place = _GROUND.cities[own].place
        return 1 << place if place in count else 0
    least = min(count.values(), default=0)
    return sum(1 << place for place, number in count.items() if number == least)


_ANY_LINE, _TO_EDGE = range(2)
"""As in `fed`."""


def fed_cities(s: RussiaBesieged, d: Occupancy) -> list[str]:
    """Which cities can take Air units and WECs as the Russian impulse begins (17.12, 20.11)."""
    if not any(BOARD.pieces[unit].type in (AIRCRAFT, WEC) for unit in waiting(s)):
        return ["", ""]
    near = unlimited(s, d, RUSSIAN), edge_supplied(s, d)
    return [f"{mask(c.index for c in _GROUND.cities if fed >> c.place & 1):x}" for fed in near]


def _were_fed(s: RussiaBesieged, which: int) -> int:
    """Mask of the hexes of those cities; of all where nobody has asked."""
    if not s.fed[which]:
        return -1
    before = int(s.fed[which], 16)
    return mask(city.place for city in _GROUND.cities if before >> city.index & 1)


def refuge(s: RussiaBesieged, d: Occupancy, number: int) -> int:
    """Mask of the hexes on which a unit that has turned may be put (26.22, 26.42, rb-48)."""
    piece = BOARD.pieces[number]
    home = _GROUND.countries[HOMES[piece.nation]] & _GROUND.land
    home &= ~_german_zone(s) & ~bodies(d, AXIS)
    full = (h for h in members(home & d.present[SOVIET]) if _full(d, piece, h))
    return home & ~mask(full)


def _german_zone(s: RussiaBesieged) -> int:
    """Mask of the zones of German units alone: other Axis units bar nobody (1.0, 26.22, 26.42)."""
    units = [unit for unit in _GERMANS if s.place[unit] < HEXES]
    wide = [u for u in units if BOARD.pieces[u].full_zone and not marker(s, u)]  # 4.07
    own, reach = (mask(s.place[unit] for unit in some) for some in (units, wide))
    return own | _GROUND.zone.spread(reach)


_GERMANS = tuple(
    unit
    for unit in BOARD.of_side[AXIS]
    if BOARD.pieces[unit].nation == GERMAN and BOARD.pieces[unit].type != MARSHAL
)


def _full(d: Occupancy, piece: Piece, hex_: int) -> bool:
    return why_over([*mates(d, piece.side, hex_), piece], hex_) is not None


def why_not(s: RussiaBesieged, d: Occupancy, number: int, place: int) -> Why | None:
    """Why a piece may not be placed on a hex; None if it may."""
    piece = BOARD.pieces[number]
    if not available(s, number):
        return Why(f"{piece.name} does not arrive now.", "17.01")
    found = entries(s, d, number)
    if found >> place & 1:
        return None
    land = listed(s, d, number)
    edge = land != 0 and not land & ~_GROUND.borders[piece.side]
    hexes = ", ".join(_GROUND.grid.ids[hex_] for hex_ in members(found)[:6])
    where = f"in {hexes}" if found else "nowhere now"
    if edge:
        near = min(members(found), key=lambda hex_: _GROUND.grid.distance(place, hex_), default=-1)
        where = ("on the west edge", "on the east edge")[piece.side]
        if near >= 0:
            where += f"; nearest to that is {_GROUND.grid.ids[near]}"
    rule = "20.11" if piece.type == WEC else "17.11" if piece.side == SOVIET else "17.24"
    return Why(f"{piece.name} arrives {where}.", rule)


def free_rail(s: RussiaBesieged, piece: Piece) -> bool:
    """Does a reinforcement go by rail beyond the capacity (7.09, 17.07, 17.12)?"""
    if has(s, piece.index, FREE):
        return True
    if not due_now(s, piece):
        return False
    late_city = piece.side == SOVIET and s.impulse == 2 and _listed(piece) != NOWHERE
    return not late_city
