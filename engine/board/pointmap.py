"""Point-to-point maps: areas joined by links of several colours."""

from collections.abc import Collection, Iterable, Mapping
from dataclasses import dataclass


@dataclass(frozen=True, slots=True)
class Link:
    """A connection between two areas; two areas can be joined by links of several colours."""

    index: int
    a: int
    b: int
    colour: str

    def other(self, area: int) -> int:
        """The far end as seen from one end."""
        return self.b if area == self.a else self.a


@dataclass(frozen=True, slots=True, eq=False)
class PointMap:
    """Areas are 0..n-1 in the order given; so are links. Build it with `point_map`."""

    ids: tuple[str, ...]
    index: Mapping[str, int]
    links: tuple[Link, ...]
    links_of: tuple[tuple[Link, ...], ...]
    """area -> its links."""
    neighbours: tuple[tuple[int, ...], ...]
    """area -> areas joined to it by any link, each once."""

    def __len__(self) -> int:
        return len(self.ids)

    def between(self, a: int, b: int) -> tuple[Link, ...]:
        """The links that join two areas."""
        return tuple(link for link in self.links_of[a] if link.other(a) == b)

    def by_colour(self, colours: Collection[str]) -> tuple[tuple[int, ...], ...]:
        """area -> areas joined to it by a link of one of these colours: links for floods."""
        return tuple(
            tuple(dict.fromkeys(link.other(area) for link in links if link.colour in colours))
            for area, links in enumerate(self.links_of)
        )


def point_map(ids: Iterable[str], links: Iterable[tuple[str, str, str]]) -> PointMap:
    """A map of areas and (area, area, colour) links.

    Raises ValueError for an id given twice, a link from an area to itself or
    the same link given twice, KeyError for an unknown area.
    """
    names = tuple(ids)
    index = {name: number for number, name in enumerate(names)}
    if len(index) != len(names):
        raise ValueError("two areas have the same id")
    built: list[Link] = []
    known: set[tuple[int, int, str]] = set()
    of_area: list[list[Link]] = [[] for _ in names]
    for name_a, name_b, colour in links:
        a, b = index[name_a], index[name_b]
        key = (min(a, b), max(a, b), colour)
        if a == b or key in known:
            raise ValueError(f"the {colour} link {name_a}-{name_b} makes no sense")
        known.add(key)
        link = Link(len(built), a, b, colour)
        built.append(link)
        of_area[a].append(link)
        of_area[b].append(link)
    return PointMap(
        ids=names,
        index=index,
        links=tuple(built),
        links_of=tuple(tuple(links_) for links_ in of_area),
        neighbours=tuple(
            tuple(dict.fromkeys(link.other(area) for link in links_))
            for area, links_ in enumerate(of_area)
        ),
    )
