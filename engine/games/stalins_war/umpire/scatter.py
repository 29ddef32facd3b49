"""Random legal positions, written as edit lines: the fuzzer starts from them."""

from collections.abc import Iterator, Sequence
from random import Random

from engine.board.bits import members
from engine.games.stalins_war.acts import T
from engine.games.stalins_war.cards import deck
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    COMBAT_CARD,
    FOREST,
    NATIONS,
    PARTISAN,
    REINFORCES,
    ROWS,
    SIDES,
    SOVIET,
    STALIN,
    SUPPLIES,
    SWAMP,
    Card,
    Unit,
)
from engine.games.stalins_war.law.stacking import why_over
from engine.games.stalins_war.play.war import HALVES
from engine.games.stalins_war.state import StalinsWar, new

_GROUND = BOARD.ground
_IDS = _GROUND.grid.ids
_DENS = (_GROUND.of_terrain[FOREST] | _GROUND.of_terrain[SWAMP]) & _GROUND.union & ~_GROUND.baltic
_COUNTRIES = {"ro": "hungary", "hu": "romania"}
"""Nation -> the country that it never enters (19.1.1, 19.2.1)."""


def scatter(rng: Random, stations: Sequence[str], t: T) -> list[str]:
    """A line across the map somewhere, on some turn, at some station."""
    turn, side, station = rng.randint(2, 17), rng.choice(SIDES), rng.choice(stations)
    when = f"{turn}/{rng.randint(1, BOARD.turn(turn).rounds)}" if station in HALVES else str(turn)
    place = _Place(rng, turn)
    return [
        "clear",
        *_numbers(rng, turn),
        *place.control(),
        *place.lines(),
        *place.works(),
        *_cards(rng, turn, deck.RANDOM in t.s.options),
        f"at {when} {side} {station}",
    ]


def _numbers(rng: Random, turn: int) -> Iterator[str]:
    yield f"set vp {rng.randint(1, 19)}"
    yield f"set crossed {rng.choice(('on', 'off'))}"
    yield f"set ops {rng.randint(0, 4)}"
    for side in SIDES:
        yield f"set bank.{side} {rng.randint(0, 3)}"
        yield f"set count.{side} {rng.randint(0, 4)}"
    for kind in ("ge", "pz", "ax", "su"):
        yield f"set points.{kind} {rng.randint(0, 6)}"
    if rng.random() < 0.5:
        yield f"set lend_from {rng.randint(2, turn)}"
        yield f"set lent {rng.randint(0, 3)}"


class _Place:
    """The front is a column of the map: west of it the Axis, east of it the Soviets."""

    def __init__(self, rng: Random, turn: int) -> None:
        self.rng, self.turn = rng, turn
        self.front = rng.randint(6, 20)
        self.land = members(_GROUND.land)
        centre, width = rng.choice(self._near_front()), rng.randint(3, 7)
        near = [p for p in self.land if _GROUND.grid.distance(p, centre) <= width]
        self.crowd = near or self.land
        self.empty: StalinsWar = new(0)
        self.taken: dict[int, list[Unit]] = {}

    def _near_front(self) -> list[int]:
        return [p for p in self.land if abs(p // ROWS - self.front) <= 1] or self.land

    def west(self, place: int) -> bool:
        return place // ROWS < self.front

    def control(self) -> Iterator[str]:
        for site in _GROUND.sites:
            side = AXIS if self.west(site.place) else SOVIET
            if side != site.start:
                yield f"mark {site.id} control {SIDES[side]}"

    def lines(self) -> Iterator[str]:
        for unit in BOARD.units:
            if line := self._line(unit):
                yield line

    def _line(self, unit: Unit) -> str:
        rng, card = self.rng, BOARD.card_index.get(unit.card, -1)
        if unit.type == PARTISAN or (card >= 0 and BOARD.cards[card].turns[0] > self.turn):
            return ""
        if card >= 0 and rng.random() < 0.3:
            return ""  # still to come
        if unit.type != STALIN and rng.random() < 0.12:
            return f"put {unit.id} {'removed' if unit.permanent else 'eliminated'}"
        for _ in range(12):
            place = rng.choice(self.crowd if rng.random() < 0.7 else self.land)
            if self.west(place) == (unit.side == AXIS) and self._fits(unit, place):
                self.taken.setdefault(place, []).append(unit)
                return f"put {unit.id} {_IDS[place]}{self._flags(unit)}"
        return ""

    def _fits(self, unit: Unit, place: int) -> bool:
        shut = _COUNTRIES.get(NATIONS[unit.nation])
        if shut and _GROUND.countries[shut] >> place & 1:
            return False
        there = [*self.taken.get(place, []), unit]
        return why_over(self.empty, there, place) is None

    def _flags(self, unit: Unit) -> str:
        rng, flags = self.rng, ""
        if unit.full > 1 and rng.random() < 0.4:
            flags += f" s={rng.randint(1, unit.full - 1)}"
        if rng.random() < 0.12:
            flags += f" supply={rng.choice(SUPPLIES)}"
        return flags

    def works(self) -> Iterator[str]:
        """Trenches of LCUs, Combat markers, a few Partisans, and events that allow such works."""
        rng = self.rng
        for place, units in self.taken.items():
            side = SIDES[units[0].side]
            if rng.random() < 0.1 and any(unit.lcu for unit in units):
                yield f"mark {_IDS[place]} trench_{side}"
            if rng.random() < 0.2:
                yield f"mark {_IDS[place]} combat"
        free = [p for p in members(_DENS) if p not in self.taken]
        for place in rng.sample(free, rng.randint(0, min(3, len(free)))):
            yield f"mark {_IDS[place]} partisan"


def _cards(rng: Random, turn: int, at_random: bool) -> Iterator[str]:
    """All cards of both sides in their piles; what has gone may have been an event."""
    total = turn >= 6 and rng.random() < 0.6
    if total:
        yield "set total_war on"
    for side, name in enumerate(SIDES):
        mine = [card for card in BOARD.cards if card.side == side]
        coming = [] if at_random else [c for c in mine if c.aside and rng.random() < 0.3]
        aside = [] if total else [c for c in mine if c.total_war]
        rest = [c for c in mine if c not in coming and c not in aside]
        rng.shuffle(rest)
        hand, rest = _dealt(rest, rng.randint(0, 6))
        gone, rest = _dealt(rest, rng.randint(0, len(rest) // 2))
        table = [c for c in gone if c.type == COMBAT_CARD and not c.asterisk][: rng.randint(0, 2)]
        piles = {
            f"hand.{name}": hand,
            f"draw.{name}": rest,
            f"aside.{name}": aside,
            f"table.{name}": table,
            f"removed.{name}": [c for c in gone if c.asterisk],
            f"discard.{name}": [c for c in gone if not c.asterisk and c not in table],
        }
        if side == SOVIET:
            piles["coming.soviet"] = coming
        for pile, cards in piles.items():
            yield f"cards {pile} {' '.join(card.id for card in cards)}".rstrip()
        for card in gone:
            if card.type not in (REINFORCES, COMBAT_CARD) and rng.random() < 0.7:
                yield f"set played.{card.id} on"


def _dealt(cards: Sequence[Card], count: int) -> tuple[list[Card], list[Card]]:
    return list(cards[:count]), list(cards[count:])
