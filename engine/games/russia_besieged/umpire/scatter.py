"""Random legal positions, written as edit lines: the fuzzer starts from them."""

from collections.abc import Iterator, Sequence
from random import Random

from engine.board.bits import members
from engine.games.russia_besieged.acts import T
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    AIRCRAFT,
    HOMES,
    MARSHAL,
    PARTISAN,
    POOL,
    REMOVED,
    SHOCK,
    SIDES,
    TURNED,
    WAITING,
    WEATHERS,
    WEC,
    Piece,
)
from engine.games.russia_besieged.law.stacking import why_over
from engine.games.russia_besieged.words import IDS

_GROUND = BOARD.ground
_TURNING = BOARD.turn_index["jan_feb_1944"]
"""From then on some units of allies stand on the Russian side (26.22)."""


def scatter(rng: Random, stations: Sequence[str], t: T) -> list[str]:
    """A line across the map somewhere, on some turn, at some station."""
    turn, side = rng.randint(1, 24), rng.choice(SIDES)
    impulse = rng.randint(1, 2)
    place = _Place(rng, turn)
    lines = [
        "clear",
        f"set turn {turn}",
        f"set weather.1 {rng.choice(WEATHERS)}",
        f"set weather.2 {rng.choice(WEATHERS)}",
        f"set points.german_infantry {rng.randint(0, 12)}",
        f"set points.german_armor {rng.randint(0, 9)}",
        f"set points.russian_infantry {rng.randint(0, 25)}",
        f"set points.russian_armor {rng.randint(0, 12)}",
        *place.control(),
        *place.lines(),
    ]
    return [*lines, f"at {turn}/{impulse} {side} {rng.choice(stations)}"]


def _column(hex_: int) -> int:
    """Counted from the east."""
    return hex_ % 40


class _Place:
    """The front is a column of the map: west of it the Axis, east the Russians. Where they crowd
    at it, some hexes are the other side's."""

    def __init__(self, rng: Random, turn: int) -> None:
        self.rng, self.turn = rng, turn
        self.front = rng.randint(10, 30)
        self.land = land = members(_GROUND.land)
        at_front = [hex_ for hex_ in land if abs(_column(hex_) - self.front) <= 1]
        centre, width = rng.choice(at_front), rng.randint(3, 9)
        self.crowd = [h for h in land if _GROUND.grid.distance(h, centre) <= width]
        share = rng.choice((0, 0.1, 0.4))
        self.pockets = {hex_ for hex_ in self.crowd if rng.random() < share}
        self.taken: dict[int, list[Piece]] = {}

    def west(self, hex_: int) -> bool:
        return (_column(hex_) >= self.front) != (hex_ in self.pockets)

    def control(self) -> Iterator[str]:
        for city in _GROUND.cities:
            yield f"mark {city.id} control {SIDES[0 if self.west(city.place) else 1]}"
        for hex_ in members(_GROUND.rails):
            if _GROUND.city_at[hex_] < 0:
                axis = self.west(hex_) and _GROUND.countries["russia"] >> hex_ & 1
                home = not _GROUND.countries["russia"] >> hex_ & 1
                if axis != home and (axis or not self.west(hex_)):
                    yield f"mark {IDS[hex_]} rails {SIDES[0 if axis else 1]}"

    def lines(self) -> Iterator[str]:
        for piece in BOARD.pieces:
            if line := self._line(piece):
                yield line

    def _line(self, piece: Piece) -> str:
        late = piece.arrival is not None and piece.arrival.turn > self.turn
        if late or piece.type in (MARSHAL, PARTISAN, SHOCK) or piece.trigger:
            return ""
        if piece.nation in TURNED.values():
            return self._turned(piece) if self.turn > _TURNING else ""
        if piece.type in (AIRCRAFT, WEC):
            return self._in_city(piece)
        if piece.cost and self.rng.random() < 0.2:
            return f"put {piece.id} {IDS[POOL[piece.side]]}"
        for _ in range(8):
            hex_ = self.rng.choice(self.crowd if self.rng.random() < 0.7 else self.land)
            if self.west(hex_) == (piece.side == 0) and self._fits(piece, hex_):
                self.taken.setdefault(hex_, []).append(piece)
                reduced = len(piece.faces) > 1 and self.rng.random() < 0.3
                return f"put {piece.id} {IDS[hex_]}{' reduced' if reduced else ''}"
        return f"put {piece.id} {IDS[POOL[piece.side] if piece.cost else REMOVED]}"

    def _turned(self, piece: Piece) -> str:
        """In its own country where the Russians are."""
        home = members(_GROUND.countries[HOMES[piece.nation]] & _GROUND.land)
        there = [h for h in home if not self.west(h) and self._fits(piece, h)]
        if not there or self.rng.random() < 0.5:
            return ""
        hex_ = self.rng.choice(there)
        self.taken.setdefault(hex_, []).append(piece)
        return f"put {piece.id} {IDS[hex_]}"

    def _fits(self, piece: Piece, hex_: int) -> bool:
        there = self.taken.get(hex_, [])
        if any(other.side != piece.side for other in there):
            return False
        return why_over([*there, piece], hex_) is None

    def _in_city(self, piece: Piece) -> str:
        cities = [
            c.place
            for c in _GROUND.cities
            if _GROUND.land >> c.place & 1 and self.west(c.place) == (piece.side == 0)
        ]
        if piece.area == "urals_box" or not cities:
            return f"put {piece.id} {IDS[WAITING if piece.type == AIRCRAFT else REMOVED]}"
        for _ in range(4):
            hex_ = self.rng.choice(cities)
            there = self.taken.get(hex_, [])
            if sum(other.type == piece.type for other in there) < 2 and all(
                other.side == piece.side for other in there
            ):
                self.taken.setdefault(hex_, []).append(piece)
                return f"put {piece.id} {IDS[hex_]}"
        return f"put {piece.id} {IDS[REMOVED]}"
