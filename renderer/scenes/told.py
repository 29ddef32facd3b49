"""What happened last, in cells, units and looks: for the scenes of all games."""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass, field, replace

from engine.core.entries import (
    AnyEntry,
    Fought,
    Lost,
    Marked,
    Moved,
    Ordered,
    Phased,
    Placed,
    readable,
)
from engine.core.view import View
from renderer.scene import Arrow, Clash


@dataclass(frozen=True, slots=True)
class Names:
    """What the words of a game's entries and orders stand for.

    `cells`: a place on the map -> its cell. `units`: a unit -> its number. `sides`: a side ->
    its look, in the order in which scores are written. `sites`: a city or the like -> its
    cells, where it is no place itself.
    """

    cells: Mapping[str, int]
    units: Mapping[str, int]
    sides: Mapping[str, int]
    sites: Mapping[str, tuple[int, ...]] = field(default_factory=dict)


class Told:
    """The entries that the seat of a view may read.

    `at` is the cell of each unit; any other number is a box off the map.
    """

    def __init__(
        self, names: Names, view: View, entries: Sequence[AnyEntry], at: Sequence[int]
    ) -> None:
        self.names, self.at = names, at
        self.entries = readable(list(entries), view.seat or None)

    def units(self, *kinds: type[Moved | Placed | Lost]) -> set[int]:
        """The units that entries of these kinds are about."""
        named = {entry.unit for entry in self.entries if isinstance(entry, kinds)}
        return {self.names.units[unit] for unit in named if unit in self.names.units}

    def lost(self) -> list[tuple[int, int]]:
        """(unit, cell) of each loss on the map."""
        return [
            (self.names.units[entry.unit], cell)
            for entry in self.entries
            if isinstance(entry, Lost) and entry.unit in self.names.units
            for cell in self.cells([entry.place])
        ]

    def marked(self, *marks: str) -> set[str]:
        """The places with a new marker: any, or one of these."""
        return {
            entry.place
            for entry in self.entries
            if isinstance(entry, Marked) and (not marks or entry.mark in marks)
        }

    # where -----------------------------------------------------------------------------

    def cells(self, places: Iterable[str]) -> tuple[int, ...]:
        """The cells among `places`, in their order, none twice in a row."""
        out: list[int] = []
        for place in places:
            cell = self.names.cells.get(place, -1)
            if cell >= 0 and (not out or out[-1] != cell):
                out.append(cell)
        return tuple(out)

    def standing(self, units: Iterable[int]) -> tuple[int, ...]:
        """The cells of those of some units that are on the map, each once."""
        on_map = range(len(self.names.cells))
        return tuple(dict.fromkeys(self.at[unit] for unit in units if self.at[unit] in on_map))

    def where(self, word: str) -> tuple[int, ...]:
        """The cells of a site, of a unit on the map, or of a place."""
        if word in self.names.sites:
            return self.names.sites[word]
        if word in self.names.units:
            return self.standing([self.names.units[word]])
        return self.cells([word])

    def focus(self, under_way: Iterable[int] = (), *, latest: bool = False) -> tuple[int, ...]:
        """The cells of the last action: where something happened, else what the order names.

        `under_way` are cells where it goes on. With `latest`, of what happened in more than
        one phase what came last.
        """
        found: dict[int, None] = {}
        earlier: dict[int, None] = {}
        for entry in self.entries:
            match entry:
                case Phased() if latest and found:
                    found, earlier = {}, found
                case Moved(places=places) | Fought(places=places):
                    found.update(dict.fromkeys(self.cells(places)))
                case Lost(place=place) | Placed(place=place) | Marked(place=place):
                    found.update(dict.fromkeys(self.where(place)))
                case _:
                    pass
        found.update(dict.fromkeys(under_way))
        return tuple(found or earlier) or self._ordered()

    def _ordered(self) -> tuple[int, ...]:
        """What stands in the orders themselves."""
        words = [w for e in self.entries if isinstance(e, Ordered) for w in e.line.split()]
        return tuple(dict.fromkeys(cell for word in words for cell in self.where(word)))

    # what --------------------------------------------------------------------------------

    def ways(self) -> Iterator[tuple[str, tuple[int, ...]]]:
        """(unit, two cells or more) of each move on the map; what goes on from its end is one."""
        last, way = "", [-1]
        for entry in self.entries:
            if isinstance(entry, Moved) and (cells := self.cells(entry.places)):
                if (last, way[-1]) == (entry.unit, cells[0]):
                    way += cells[1:]
                    continue
                if len(way) > 1:
                    yield last, tuple(way)
                last, way = entry.unit, list(cells)
        if len(way) > 1:
            yield last, tuple(way)

    def arrows(self, look: Callable[[str], int]) -> tuple[Arrow, ...]:
        """The way of each unit, in the look of its side."""
        return tuple(dict.fromkeys(Arrow(way, look(unit)) for unit, way in self.ways()))

    def clashes(self, under_way: Iterable[int] = ()) -> tuple[Clash, ...]:
        """The battles just fought with their scores, and those `under_way`."""
        found = {cell: Clash(cell, open=True) for cell in under_way}
        order, looks = list(self.names.sides), self.names.sides
        for entry in self.entries:
            if isinstance(entry, Fought):
                both = sorted(zip(entry.sides, entry.scores, strict=True),
                              key=lambda pair: order.index(pair[0]))  # fmt: skip
                (one, mine), (other, theirs) = both
                fought = Clash(
                    0, (mine, theirs), looks.get(entry.winner, -1), sides=(looks[one], looks[other])
                )
                for cell in self.cells(entry.places)[:1]:
                    found.setdefault(cell, replace(fought, cell=cell))
        return tuple(found.values())
