"""The fixed facts as a whole: the map, the units, the tables, the turns, the cards."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.board.bits import Steps
from engine.board.hexgrid import HexMap
from engine.games.stalins_war.data.facts import Card, Column, Sea, Site, Start, Turn, Unit, Ways


@dataclass(frozen=True, slots=True, eq=False)
class Sources:
    """Supply sources (13.2) as masks of places."""

    by_nation: tuple[int, ...]
    """Nation -> full sources."""
    baku: int
    """Place: a Soviet source, in full only with another Caspian port (13.2.3)."""
    caspian: tuple[int, ...]
    """Sites of those ports."""


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The map. Masks have a bit for each cell of the rectangle."""

    grid: HexMap
    land: int
    terrain: tuple[int, ...]
    of_terrain: tuple[int, ...]
    """Terrain -> mask."""
    countries: Mapping[str, int]
    union: int
    """The Soviet Union, Baltic States included (3.0)."""
    baltic: int
    germany: int
    """As 3.0 defines it."""
    beyond: int
    """East of the Paulus Line (2.1)."""
    caucasus: int
    """The Caucasus Zone (2.1)."""
    foot: tuple[tuple[int, ...], ...]
    """Place -> land hexes next to it across no sea or lake."""
    walk: Steps
    """The same steps on sets; zones of control reach as far (8.2)."""
    rivers: Mapping[tuple[int, int], str]
    """(place, place), both ways -> `river`, `major_river` or `kerch_crossing`."""
    volga: frozenset[tuple[int, int]]
    """Hexsides of 11.1.10, both ways."""
    rails: int
    rail_links: tuple[tuple[int, ...], ...]
    rail_steps: Steps
    sites: tuple[Site, ...]
    site_index: Mapping[str, int]
    site_at: tuple[int, ...]
    """Place -> site, -1 for none."""
    seas: tuple[Sea, ...]
    coasts: tuple[int, ...]
    """Sea -> mask of its coastal hexes."""
    stars: int
    oil: int
    cities: int
    ports: int
    west_edge: tuple[int, ...]
    """13.2.1, in order."""
    sources: Sources
    restricted: Mapping[str, int]
    """Event -> hexes that the Axis may not attack before it (11.1.9)."""

    def index(self, id_: str) -> int:
        """The place of a hex."""
        return self.grid.index[id_]

    def site(self, id_: str) -> Site:
        """A town or city by its id."""
        return self.sites[self.site_index[id_]]


@dataclass(frozen=True, slots=True, eq=False)
class Charts:
    """The tables."""

    ways: Mapping[str, Ways]
    """Terrain, feature, marker or hexside -> its line of the chart."""
    lcu: tuple[Column, ...]
    scu: tuple[Column, ...]
    shifts: Mapping[str, int]
    """Shift of 11.2.1 step 4 -> columns, positive to the right."""
    track: tuple[int, ...]
    """Consecutive OPS count -> OPS less; the last also beyond (7.3.2)."""
    markers: Mapping[str, int]
    """Kind of marker -> how many there are."""
    total_war: tuple[int, int, int]
    """7.6.4: earliest turn, asterisked cards removed by one side, by both."""


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """All that never changes."""

    ground: Ground
    units: tuple[Unit, ...]
    unit_index: Mapping[str, int]
    short_index: tuple[Mapping[str, int], Mapping[str, int]]
    of_side: tuple[tuple[int, ...], tuple[int, ...]]
    partisans: tuple[int, ...]
    stalin: int
    turns: tuple[Turn, ...]
    charts: Charts
    cards: tuple[Card, ...]
    card_index: Mapping[str, int]
    starts: tuple[Start, ...]
    sources: Mapping[str, int]

    def turn(self, number: int) -> Turn:
        """The facts of a turn, 1 to 18."""
        return self.turns[number - 1]
