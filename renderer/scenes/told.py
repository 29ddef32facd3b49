"""What the entries of the last action name, as cells and words: for the scenes of all games."""

from collections.abc import Iterator, Mapping, Sequence

from engine.core.entries import AnyEntry, Moved, Ordered


def cells(places: Sequence[str], numbers: Mapping[str, int]) -> tuple[int, ...]:
    """The cells among `places`, in their order, none twice in a row; `numbers` has every cell."""
    out: list[int] = []
    for place in places:
        cell = numbers.get(place, -1)
        if cell >= 0 and (not out or out[-1] != cell):
            out.append(cell)
    return tuple(out)


def ways(
    told: Sequence[AnyEntry], units: Mapping[str, int], numbers: Mapping[str, int]
) -> Iterator[tuple[int, tuple[int, ...]]]:
    """(unit, two cells or more) of each move on the map."""
    for entry in told:
        if isinstance(entry, Moved) and entry.unit in units:
            way = cells(entry.places, numbers)
            if len(way) > 1:
                yield units[entry.unit], way


def ordered(told: Sequence[AnyEntry]) -> list[str]:
    """The words of the orders themselves."""
    return [word for e in told if isinstance(e, Ordered) for word in e.line.split()]
