"""Everything fixed, in one object: map, tables, counters, cards, turns, scenarios."""

from dataclasses import dataclass

from engine.board.bits import Steps
from engine.board.hexgrid import HexMap, Hexsides
from engine.games.no_retreat.data.facts import (
    HEXES,
    Area,
    Card,
    Conditional,
    Hex,
    Scenario,
    Sea,
    Shift,
    Site,
    Terrain,
    TurnFacts,
    Unit,
    VictoryPoints,
    Weather,
    WeatherMarker,
)


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    """Everything fixed. Tables by place cover hexes and areas; masks have bit p for place p."""

    hexes: tuple[Hex, ...]
    areas: tuple[Area, ...]
    places: tuple[str, ...]
    place_names: tuple[str, ...]
    place_index: dict[str, int]
    sites: tuple[Site, ...]
    """Cities, then oil fields, then Finland."""
    site_index: dict[str, int]
    site_at: tuple[int, ...]
    """Place on the map -> site or -1."""
    seas: tuple[Sea, ...]
    terrains: tuple[Terrain, ...]
    weathers: tuple[Weather, ...]
    units: tuple[Unit, ...]
    unit_index: dict[str, int]
    of_side: tuple[tuple[int, ...], ...]
    conditionals: tuple[Conditional, ...]
    cards: tuple[Card, ...]
    """Card n is at n - 1; see `card`."""
    base_deck: tuple[int, ...]
    deck_1945: tuple[int, ...]
    red_barred: tuple[int, ...]
    green_circled: tuple[int, ...]
    joker: int
    turns: tuple[TurnFacts, ...]
    """Turn t is at t - 1; see `turn`."""
    event_turns: dict[str, tuple[int, ...]]
    """Event -> the turns whose box names it."""
    weather_markers: tuple[WeatherMarker, ...]
    columns: tuple[str, ...]
    tables: tuple[tuple[tuple[int, ...], ...], ...]
    """side of the table -> column -> roll - 1 -> result."""
    shifts: dict[str, Shift]
    vp: VictoryPoints
    scenarios: tuple[Scenario, ...]
    scenario_index: dict[str, int]
    grid: HexMap
    rivers: Hexsides
    river_names: tuple[tuple[int, int, str], ...]
    prohibited: Hexsides
    """Lake and sea hexsides."""
    objective_sides: tuple[int, ...]
    """direction -> mask of the Objective hexes that this side of theirs protects."""
    terrain: tuple[int, ...]
    """By place."""
    cost: tuple[tuple[int, ...], tuple[int, ...]]
    """[armor][place]: Movement Points to enter, 0 where nobody can."""
    adjacent: tuple[tuple[int, ...], ...]
    """Place -> land hexes and areas that touch it, whatever the hexside."""
    passable: tuple[tuple[int, ...], ...]
    """Place -> land hexes and areas across open sides: moves, ZOC, attacks, retreats."""
    paths: tuple[tuple[int, ...], ...]
    """Hex -> hexes that a Supply Path reaches: lakes are open, sea hexsides and areas closed."""
    ground: Steps
    """`passable`: what touches what across an open side, areas too (§8.5; nr-05)."""
    supply: Steps
    """`paths`, and what touches an area."""
    rails: tuple[Steps, Steps]
    """side -> `paths` walked back from the edge: from a hex to those whose city path enters it."""
    land: int
    """Hexes that a unit may enter."""
    cities: int
    objectives: tuple[int, ...]
    """side -> hexes that it needs (§12.1)."""
    countries: tuple[int, ...]
    """Masks of Greater Germany and the USSR."""
    west: int
    east: int
    south: int
    edges: tuple[int, int]
    """side -> its map edge: west; east and south (§6.1)."""
    sources: dict[str, int]
    """Where the data is from -> number of records."""

    def turn(self, number: int) -> TurnFacts:
        """The space of a turn, 1 to 28."""
        return self.turns[number - 1]

    def card(self, number: int) -> Card:
        """A card by its number, 1 to 55."""
        return self.cards[number - 1]

    def river(self, a: int, b: int) -> bool:
        """Whether the neighbours a and b are parted by a river."""
        return a < HEXES and b < HEXES and self.rivers.marked(a, b)

    def objective_side(self, target: int, attacker: int) -> bool:
        """Whether the target is an Objective hex attacked across an Objective side (§10.6.1)."""
        if target >= HEXES or attacker >= HEXES:
            return False
        direction = self.grid.direction(target, attacker)
        return direction >= 0 and bool(self.objective_sides[direction] >> target & 1)

    def label(self, place: int) -> str:
        """How people read a place: number and name of a hex, name of anything else."""
        name = self.place_names[place]
        return f"{self.places[place]} {name}".rstrip() if place < HEXES else name
