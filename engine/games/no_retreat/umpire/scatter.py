"""Random legal positions, written as edit lines: the fuzzer starts from them."""

from collections.abc import Iterator, Sequence
from random import Random

from engine.board.bits import members
from engine.games.no_retreat.acts import T
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import (
    AXIS,
    HEXES,
    LAST_TURN,
    MARKER,
    NOWHERE,
    SIDES,
    SOVIET,
    WEATHERS,
    Unit,
)
from engine.games.no_retreat.law.stacking import LIMIT
from engine.games.no_retreat.law.victory import FIRST_1945, INITIATIVE_TURN
from engine.games.no_retreat.options import JOKER

_RED = 6
"""Turn from which fronts may be red (§7.2)."""
_EVENTS = 18
"""Turn from which the conditional events may have happened."""


def scatter(rng: Random, stations: Sequence[str], t: T) -> list[str]:
    """A crowded front somewhere, on some turn, at some station."""
    turn, side = rng.randint(1, LAST_TURN - 1), rng.choice(SIDES)
    events = turn >= _EVENTS and rng.random() < 0.6
    return [
        "clear",
        f"set turn {turn}",
        *_numbers(rng, turn, events),
        *_sites(rng),
        *_Units(rng, turn, events, t.s.options).lines(),
        *_cards(rng, turn, JOKER in t.s.options),
        f"at {turn} {side} {rng.choice(stations)}",
    ]


def _numbers(rng: Random, turn: int, events: bool) -> Iterator[str]:
    yield f"set event_vp {rng.randint(-6, 6)}"
    yield f"set blitz {rng.randint(0, 3)}"
    yield f"set shock {rng.randint(0, 3)}"
    late = turn >= INITIATIVE_TURN
    yield f"set initiative {SIDES[late]}"
    if late:
        yield f"set high_tide {rng.randint(15, 30)}"
    yield f"set berlin {'on' if turn >= FIRST_1945 else 'off'}"
    for name in ("gg", "oil", "warsaw"):
        yield f"set {name} {rng.randint(_EVENTS - 1, turn - 1) if events else 0}"
    for marker in BOARD.weather_markers:
        for its in marker.turns:
            yield f"set weather.{its} {WEATHERS[rng.choice((marker.default, marker.other))]}"


def _sites(rng: Random) -> Iterator[str]:
    for site in BOARD.sites:
        if site.place < HEXES and rng.random() < 0.4:
            yield f"mark {site.id} control {rng.choice(SIDES)}"


class _Units:
    """The units of both sides round one spot, with a few elsewhere."""

    def __init__(self, rng: Random, turn: int, events: bool, options: list[str]) -> None:
        self.rng, self.turn, self.events, self.options = rng, turn, events, options
        self.taken: dict[int, list[int]] = {}
        land = members(BOARD.land)
        centre, width = rng.choice(land), rng.randint(2, 6)
        self.crowd = [h for h in land if BOARD.grid.distance(h, centre) <= width]
        self.land = land

    def lines(self) -> Iterator[str]:
        for unit in BOARD.units:
            line = self._line(unit)
            if line:
                yield line

    def _line(self, unit: Unit) -> str:
        late = unit.entry_turn > self.turn
        if unit.option and unit.id not in self.options:
            return ""
        if unit.condition and not self.events:
            return ""
        if late or (unit.entry_place != NOWHERE and unit.entry_turn >= self.turn):
            return f"put {unit.id} t:{max(unit.entry_turn, self.turn + 1)}"
        if unit.faces[0].type == MARKER:
            return f"put {unit.id} t:{min(self.turn + 2, LAST_TURN)}"
        if unit.id == "fin_army":
            return f"put {unit.id} finland"
        if self.rng.random() < 0.25:
            return f"put {unit.id} {self._box(unit)}"
        where = self._hex(unit)
        return f"put {unit.id} {where}{self._flags(unit)}" if where else ""

    def _box(self, unit: Unit) -> str:
        side = SIDES[unit.side]
        if unit.cadre:
            return f"cadre_available_{side}"
        if unit.eliminated:
            return f"t:{min(self.turn + self.rng.randint(1, 2), LAST_TURN)}"
        return f"{self.rng.choice(('destroyed', 'surrendered', 'shattered'))}_{side}"

    def _hex(self, unit: Unit) -> str:
        wanted = self.crowd if self.rng.random() < 0.75 else self.land
        for _ in range(5):
            hex_ = self.rng.choice(wanted)
            here = self.taken.setdefault(hex_, [])
            if any(BOARD.units[other].side != unit.side for other in here):
                continue
            if len(here) >= (1 if unit.side == SOVIET else LIMIT):
                continue
            here.append(unit.index)
            return BOARD.places[hex_]
        return ""

    def _flags(self, unit: Unit) -> str:
        rng, flags = self.rng, ""
        if len(unit.faces) > 1 and rng.random() < 0.4 and self._may_turn(unit):
            flags += " back"
        if rng.random() < 0.1:
            flags += " unsupplied"
        if rng.random() < 0.1:
            flags += " disorganized"
        return flags

    def _may_turn(self, unit: Unit) -> bool:
        return unit.side == AXIS or self.turn >= _RED or unit.faces[1].fort


def _cards(rng: Random, turn: int, joker: bool) -> Iterator[str]:
    late = turn >= FIRST_1945
    deck = list(BOARD.deck_1945 if late else BOARD.base_deck)
    rng.shuffle(deck)
    piles: dict[str, list[int]] = {"out": list(BOARD.red_barred)} if late else {}
    if not late:
        piles["green"] = list(BOARD.green_circled)
    for side in SIDES:
        count = rng.randint(0, 6)
        piles[f"hand.{side}"], deck = deck[:count], deck[count:]
    count = rng.randint(0, len(deck) - 2)
    piles["discard"], piles["deck"] = deck[:count], deck[count:]
    where = f"hand.{rng.choice(SIDES)}" if joker else "out"
    piles.setdefault(where, []).append(BOARD.joker)
    for name, cards in piles.items():
        yield f"cards {name} {' '.join(map(str, cards))}".rstrip()
