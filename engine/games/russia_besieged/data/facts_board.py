"""The fixed facts as a whole: the map, the pieces, the tables, the dates."""

from collections.abc import Mapping
from dataclasses import dataclass

from engine.board.bits import Steps
from engine.board.hexgrid import HexMap, Hexsides
from engine.games.russia_besieged.data.facts import City, Piece, Rail, Start, Turn, Well


@dataclass(frozen=True, slots=True, eq=False)
class Ground:
    """The map. Masks have a bit for each hex of the rectangle."""

    grid: HexMap
    """All hexes, water too: air ranges are counted over it (11.8)."""
    land: int
    """Land that may be entered at all (1.0)."""
    terrain: tuple[int, ...]
    of_terrain: tuple[int, ...]
    """Terrain -> mask."""
    countries: Mapping[str, int]
    seas: tuple[int, ...]
    """Sea area -> mask of its coastal hexes."""
    azov: int
    """The coastal hexes of the Sea of Azov that touch no other part of the Black Sea."""
    rivers: Hexsides
    dry: tuple[int, ...]
    """Place -> mask of its land neighbours that no river parts from it."""
    wet: tuple[int, ...]
    """Place -> mask of those across a river, or across the strait of Kerch (6.23)."""
    foot: tuple[tuple[int, ...], ...]
    """Place -> where a step on the ground leads, over the strait too."""
    walk: Steps
    """The same steps on sets."""
    strait: tuple[int, int]
    """3922 and 3823."""
    zone: Steps
    """Where a zone of control reaches: neither over the coast nor over the strait (4.01)."""
    zone_closed: Steps
    """The same while Finland's border is closed (24.13)."""
    rails: int
    """Hexes with a railway."""
    rail_links: tuple[tuple[int, ...], ...]
    rail_steps: Steps
    """The same on sets."""
    tracks: tuple[tuple[int, ...], ...]
    """The links with those of the emergency line, be it built or not (20.7)."""
    junctions: int
    """Rail hexes with other than two lines (7.25)."""
    cities: tuple[City, ...]
    city_index: Mapping[str, int]
    city_at: tuple[int, ...]
    """Place -> city, -1 for none."""
    majors: int
    """Hexes of major cities."""
    minors: int
    wells: tuple[Well, ...]
    edges: tuple[int, int]
    """Side -> rail hexes that supply it without limit (13.31, 13.32)."""
    borders: tuple[int, int]
    """Side -> land hexes of its map edge, on which its units arrive (17.24, 19.23)."""
    northern: int
    """0120: Finns and Germans (13.33)."""
    murmansk: int
    """0111: the same, with a range of its own (13.24)."""
    regions: Mapping[str, int]
    setup_areas: Mapping[str, int]
    frozen: int
    """Swamps that are forest in snow (6.4, 10.35)."""
    emergency: tuple[int, ...]
    """The line of 20.7 in order."""

    def index(self, id_: str) -> int:
        """The place of a hex."""
        return self.grid.index[id_]


@dataclass(frozen=True, slots=True, eq=False)
class Charts:
    """The tables. Weathers are 0 to 3, rolls 1 to 10 (2.0)."""

    allowance: tuple[tuple[tuple[int, int], ...], ...]
    """[class][weather] -> (minus, cap) in the first impulse, cap -1 for none."""
    second: tuple[tuple[int, ...], ...]
    """[class][weather] -> points in the second impulse."""
    stops: Mapping[int, frozenset[str]]
    """Terrain -> kinds of unit that must stop in it."""
    drm: Mapping[str, int]
    cap: int
    ladder: tuple[str, ...]
    """Odds from the worst to the best."""
    crt: Mapping[str, tuple[str, ...]]
    """Odds -> results of rolls 1 to 10."""
    bat: Mapping[str, tuple[str, ...]]
    air_per_attack: tuple[int, ...]
    ranges: tuple[int, ...]
    """Weather -> hexes of the first leg (13.2)."""
    ranges_0111: tuple[int, ...]
    ranges_baku: tuple[int, ...]
    sevastopol: int
    cavalry: int
    axis_rail: Mapping[tuple[bool, bool], Rail]
    """(snow in the first, in the second impulse) -> units (7.01)."""
    bombers: Mapping[tuple[int, int, bool, int, int], tuple[int, int, int]]
    """(side, year, January to April, weathers) -> first, second, turn (11.3)."""
    sea: tuple[tuple[int, str], ...]
    """(highest modified roll, result) of the Sea Movement Table (8.2)."""
    sea_drm: Mapping[str, int]
    ice: tuple[tuple[int, str], ...]
    """The same of the ice road (6.33)."""
    weather: Mapping[str, tuple[tuple[int, int], ...]]
    """First month of a turn -> weather of both impulses by roll (3.0)."""
    lend: tuple[tuple[int, int, int], ...]
    """Roll -> points by Persia, Murmansk and Archangel (20.51)."""
    cut: tuple[tuple[int, int], ...]
    """(highest roll, modifier) of the oil that is cut off (21.05)."""
    flight: int
    staging: int
    forced_staging: int


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """All that never changes."""

    ground: Ground
    pieces: tuple[Piece, ...]
    piece_index: Mapping[str, int]
    short_index: tuple[Mapping[str, int], Mapping[str, int]]
    of_side: tuple[tuple[int, ...], tuple[int, ...]]
    turns: tuple[Turn, ...]
    turn_index: Mapping[str, int]
    """Turn id -> its number, 1 to 25."""
    charts: Charts
    starts: tuple[Start, ...]
    sources: Mapping[str, int]

    def turn(self, number: int) -> Turn:
        """The facts of a turn, 1 to 25."""
        return self.turns[number - 1]
