"""What the fixed facts look like: types and numbers, without the facts themselves."""

from dataclasses import dataclass

from engine.board.pointmap import PointMap
from engine.core.sheets import Fact, NamedFact

GRAY, WHITE, BROWN, SOVIET = range(4)
COLOURS = ("gray", "white", "brown")
SIDES = (*COLOURS, "soviet")

FUEL, AMMO, FOOD = range(3)
SUPPLIES = ("fuel", "ammo", "food")  # §2.3

STANDARD, HARD, VETERAN = range(3)
DIFFICULTIES = ("standard", "hard", "veteran")

NOWHERE = -1


@dataclass(frozen=True, slots=True)
class Area(NamedFact):
    """`colours` may enter it (§3.3). `printed`: colour of the printed marker, -1 for none.

    `base` is main, frontline or "". `sea`: the sea area that a Baltic harbour
    opens to, -1 for none; `basin` is baltic, black_sea or "".
    """

    also: tuple[str, ...]
    """Other names of the town."""
    lat: float
    lon: float
    kind: str
    colours: tuple[int, ...]
    fortified: bool
    victors: tuple[int, ...]
    """Colours that win by capturing it (§6.2)."""
    soviet: bool
    """It has a Soviet symbol: a marker lies here at the start."""
    medals: int
    basin: str
    sea: int
    army: int
    """The army that starts here, -1 for none."""
    base: str
    printed: int
    rail: bool
    season: str
    winter: bool
    capacity: int


@dataclass(frozen=True, slots=True)
class Connection(Fact):
    """A line between two areas: open to its `colours`; a red one has none (§3.3)."""

    a: int
    b: int
    colours: tuple[int, ...]

    @property
    def red(self) -> bool:
        """It matters for encirclement and the Soviet reaction alone."""
        return not self.colours


@dataclass(frozen=True, slots=True)
class SeaArea:
    """`place` is its number among all places; `adjacent` are places too."""

    place: int
    id: str
    name: str
    harbours: tuple[int, ...]
    adjacent: tuple[int, ...]


@dataclass(frozen=True, slots=True)
class Unit(NamedFact):
    """An army or the fleet. `place` is where it starts, `supplies` fuel, ammo and food then."""

    short: str
    colour: int
    kind: str
    """armored, field or fleet."""
    place: int
    supplies: tuple[int, int, int]
    capacity: int
    move: int


@dataclass(frozen=True, slots=True)
class Card(Fact):
    """A Pursuit, Soviet or OKH card; its index is its number among all that lies in piles.

    `type`: the effect of a Pursuit card, the class of a Soviet unit, the id of an
    OKH card without `okh_`. `ammo` and `fuel` are the price of a victory over it;
    `cubes` and `medals` are what it counts for when it is beaten.
    """

    number: int
    name: str
    family: str
    """pursuit, soviet or okh."""
    type: str
    effect: str
    colour: int = NOWHERE
    edge: str = ""
    """green or blue on a Soviet card."""
    armor: bool = False
    """A card of the armor deck of §20.3."""
    hand: bool = False
    ammo: int = 0
    fuel: int = 0
    cubes: int = 0
    medals: int = 0
    timing: str = ""

    @property
    def enemy(self) -> bool:
        """It is an enemy unit: there is combat."""
        return self.ammo > 0


@dataclass(frozen=True, slots=True)
class SovietMarker(Fact):
    """One of the 26; back and mark matter with a Soviet player alone (§20.1, §20.2)."""

    armor: bool
    mark: str


@dataclass(frozen=True, slots=True)
class Front:
    """A Front card (§3.1). `reverse_both`: its asterisk side strikes and places as well (§19.2)."""

    colour: int
    id: str
    name: str
    city: int
    order: tuple[str, ...]
    """counter_attack, objective_city, victory_city: what is tried, first to last."""
    reverse_order: tuple[str, ...]
    reverse_both: bool


@dataclass(frozen=True, slots=True)
class Level:
    """A side of the Logistics card."""

    take: int
    place: int
    possess: int


@dataclass(frozen=True, slots=True)
class Group:
    """An Army Group. `left` is who sits to its left (§18.2)."""

    colour: int
    name: str
    trucks: int
    trains: int
    markers: int
    left: int
    base: int
    """Its Main Supply Base."""
    units: tuple[int, ...]
    armies: tuple[int, ...]


@dataclass(frozen=True, slots=True, eq=False)
class Board:
    areas: tuple[Area, ...]
    seas: tuple[SeaArea, ...]
    places: tuple[str, ...]
    """Place -> id: the areas, the sea areas, the pool of units that are not in play."""
    place_names: tuple[str, ...]
    place_index: dict[str, int]
    pool: int
    """The place of units that are not in play."""
    connections: tuple[Connection, ...]
    connection_at: dict[tuple[int, int], int]
    """(area, area) -> the connection between them, either way round."""
    map: PointMap
    near: tuple[int, ...]
    """area -> mask of the areas that any line joins to it, red ones too (§3.3)."""
    roads: tuple[tuple[tuple[int, ...], ...], ...]
    """colour -> area -> areas that a line of that colour joins to it."""
    road_near: tuple[tuple[int, ...], ...]
    """colour -> area -> the same as a mask."""
    open_to: tuple[int, ...]
    """colour -> mask of the areas that it may enter."""
    victory: int
    """Mask of the victory areas."""
    symbols: tuple[int, ...]
    """Areas with a Soviet symbol."""
    groups: tuple[Group, ...]
    units: tuple[Unit, ...]
    unit_index: dict[str, int]
    fleet: int
    """The unit that is the fleet."""
    cards: tuple[Card, ...]
    markers: tuple[SovietMarker, ...]
    items: tuple[str, ...]
    """Item -> id: the cards, then the Soviet markers. Piles hold items."""
    item_index: dict[str, int]
    pursuit: tuple[tuple[int, ...], ...]
    """colour -> its Pursuit cards."""
    soviet_cards: tuple[int, ...]
    okh: tuple[int, ...]
    fronts: tuple[Front, ...]
    """colour -> its Front card."""
    levels: tuple[Level, ...]
    """Logistics level less one -> the side of the card."""
    totals: tuple[int, ...]
    """Fuel, ammo and food tokens in the box."""
    stock: tuple[int, int, int]
    """Fuel, ammo and food in the Supply Stock at the start."""
    base_supplies: tuple[int, int, int]
    """Fuel, ammo and food in each Main Supply Base at the start."""
    trains: int
    """In the Transportation Stock at the start."""
    reserve: tuple[int, ...]
    """Axis players -> trains of the Transport Reserve."""
    truck_load: int
    train_load: int
    pools: tuple[tuple[int, ...], ...]
    """difficulty -> Axis players -> Soviet markers in the pool (§4, §19.2)."""
    without: tuple[tuple[tuple[int, ...], ...], ...]
    """difficulty -> Axis players -> marker items left out with a Soviet player (§20.2)."""
    open_okh: tuple[int, ...]
    """Axis players -> OKH cards that lie open."""
    okh_prices: tuple[int, ...]
    """Medals for the first, second, … OKH card in Total War (§19.5)."""
    actions: int
    cubes_per_medal: int
    city_medals: int
    """Medals for a victory area at the end (§6.3)."""
    sources: dict[str, int]
    """Where the data is from -> number of records."""

    def card_store(self, unit: int) -> int:
        """The store that is an army's card. (Stores: areas, army cards, the Supply Stock.)"""
        return len(self.areas) + unit

    @property
    def stock_store(self) -> int:
        """The store that is the Supply Stock."""
        return len(self.areas) + len(self.units)

    def blocked_by(self, area: int, playing: tuple[int, ...]) -> int:
        """The missing colour that holds an area from the start, -1 where play is open.

        In a two-player game every area that shows the missing colour is closed, but for
        the double ones of a missing white; alone, white keeps all double ones (§4).
        Moskva is never closed.
        """
        colours = self.areas[area].colours
        if len(colours) == len(COLOURS) or self.areas[area].printed >= 0:
            return NOWHERE
        missing = [colour for colour in colours if colour not in playing]
        if len(colours) == 2 and len(missing) == 1:
            alone_white = playing == (WHITE,)
            if alone_white or (len(playing) == 2 and missing == [WHITE]):
                return NOWHERE
        return missing[0] if missing else NOWHERE
