"""Random legal positions, written as edit lines: the fuzzer starts from them."""

from collections.abc import Iterator, Sequence
from random import Random

from engine.games.race_to_moscow.acts import MARKER_PILES, T
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import COLOURS, SUPPLIES
from engine.games.race_to_moscow.law.chain import flood
from engine.games.race_to_moscow.law.setup import new_state
from engine.games.race_to_moscow.play.encircle import cut_off


def scatter(rng: Random, stations: Sequence[str], t: T) -> list[str]:
    """Fronts somewhere between the border and Moscow, at some station of some turn."""
    colour = COLOURS[rng.choice(t.s.order)]
    if rng.random() < 1 / len(stations):
        return [f"at 1 {colour} setup"]
    made = _Scattered(rng, t)
    station = rng.choice([station for station in stations if station != "setup"])
    return [
        "clear units",
        "clear marks",
        *made.stock(),
        *made.markers(),
        *made.armies(),
        *made.supplies(),
        *made.transport(),
        *made.numbers(),
        f"at {rng.randint(1, 9)} {colour} {station}",
    ]


class _Scattered:
    """What lies where: each army group has grown from its base."""

    def __init__(self, rng: Random, t: T) -> None:
        self.rng, self.t = rng, t
        self.order = tuple(t.s.order)
        fresh = new_state(self.order)
        self.control = fresh.control
        self.left = [8, 12, 8]
        for colour in self.order:
            for _ in range(rng.randint(0, 12)):
                own = [a for a, held in enumerate(self.control) if held == colour]
                near = [
                    area
                    for area in BOARD.roads[colour][rng.choice(own)]
                    if self.control[area] < 0 and not BOARD.victory >> area & 1
                ]
                if near:
                    self.control[rng.choice(near)] = colour
        self._close_pockets()

    def _close_pockets(self) -> None:
        """What is cut off belongs to somebody at once (§9)."""
        free = sum(1 << area for area, held in enumerate(self.control) if held < 0)
        lost = cut_off(free, BOARD.units[BOARD.fleet].place)
        for area in BOARD.areas:
            if lost >> area.index & 1:
                playing = [colour for colour in area.colours if colour in self.order]
                self.control[area.index] = playing[0] if playing else area.colours[0]

    def stock(self) -> Iterator[str]:
        for kind, count in zip(SUPPLIES, self.left, strict=True):
            yield f"set stock.{kind} {count + 3}"

    def markers(self) -> Iterator[str]:
        """Players' markers, track that grows from the base; Soviet markers, medals."""
        free = [area for area in BOARD.areas if self.control[area.index] < 0]
        for area in BOARD.areas:
            held = self.control[area.index]
            if held in self.order and area.printed < 0:
                yield f"mark {area.id} control {COLOURS[held]}"
        for colour in self.order:
            own = sum(1 << a for a, held in enumerate(self.control) if held == colour)
            base = 1 << BOARD.groups[colour].base
            joined = flood(base, own, BOARD.road_near[colour])
            for area in BOARD.areas:
                if joined >> area.index & 1 and area.printed < 0 and self.rng.random() < 0.4:
                    yield f"mark {area.id} track"
        for area in free:
            if area.medals:
                yield f"mark {area.id} medal {area.medals}"
        kinds = self._kinds()
        symbols = [area for area in free if area.soviet] or free
        for area in self.rng.sample(symbols, min(len(symbols), max(0, len(kinds) - 1))):
            yield f"mark {area.id} soviet {kinds.pop()}"

    def _kinds(self) -> list[str]:
        """A word for each Soviet marker, with a Soviet player its kind (§20.1)."""
        s, first = self.t.s, BOARD.markers[0].index
        if not s.soviet_player:
            return ["placed"] * (s.soviet_pool + sum(s.soviet))
        piles = ("markers", *MARKER_PILES)
        items = [i for name in piles for i in (self.t.pos.piles[name].ids
                 if name in self.t.pos.piles else ())]  # fmt: skip
        kinds = ["armor" if BOARD.markers[i - first].armor else "infantry" for i in items]
        self.rng.shuffle(kinds)
        return kinds

    def armies(self) -> Iterator[str]:
        """Each somewhere in an own area, with some supplies."""
        taken: set[int] = set()
        for colour in self.order:
            for army in BOARD.groups[colour].armies:
                own = [
                    area.index
                    for area in BOARD.areas
                    if self.control[area.index] == colour
                    and area.index not in taken
                    and BOARD.open_to[colour] >> area.index & 1
                ]
                if own:
                    taken.add(area := self.rng.choice(own))
                    halt = " halt" if self.rng.random() < 0.15 else ""
                    held = self._load(2, food=not halt)
                    yield f"put {BOARD.units[army].id} {BOARD.places[area]}{held}{halt}"
        self.armed = taken

    def _load(self, most: int, food: bool = True) -> str:
        words = ""
        for kind, name in enumerate(SUPPLIES):
            if name == "food" and not food:
                continue
            count = min(self.left[kind], self.rng.randint(0, most))
            self.left[kind] -= count
            words += f" {name}={count}"
        return words

    def supplies(self) -> Iterator[str]:
        """In areas without an army, so that nobody is grounded beside food."""
        for area in BOARD.areas:
            held = self.control[area.index] in self.order and area.index not in self.armed
            kind = self.rng.randrange(len(SUPPLIES))
            if held and self.left[kind] and self.rng.random() < 0.25:
                self.left[kind] -= 1
                yield f"mark {area.id} {SUPPLIES[kind]} 1"

    def transport(self) -> Iterator[str]:
        """Some trucks and trains are spent; the stock keeps one train at least."""
        for colour in self.order:
            name, group = COLOURS[colour], BOARD.groups[colour]
            trucks = self.rng.randint(0, group.trucks)
            yield f"set trucks.{name} {trucks}"
            yield f"set stock_trucks.{name} {group.trucks - trucks}"
            yield f"set trains.{name} {self.rng.randint(0, group.trains)}"
        yield f"set stock_trains {self.rng.randint(1, BOARD.trains)}"

    def numbers(self) -> Iterator[str]:
        for colour in self.order:
            yield f"set medals.{COLOURS[colour]} {self.rng.randint(0, 6)}"
        if not self.t.s.soviet_player and self.rng.random() < 0.3:
            yield f"set soviet_pool {self.rng.randint(0, 3)}"
        yield f"set actions {self.rng.randint(1, 2)}"
