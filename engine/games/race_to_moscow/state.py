"""The state of a game, and who stands where, derived from it.

A state is small, flat and integer; areas, places, units, connections, stores and
colours are indices of `BOARD`. Cards and, with a Soviet player, the Soviet markers
are in the piles of the core, not here.
"""

import msgspec

from engine.board.bits import mask
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import COLOURS, NOWHERE, STANDARD, SUPPLIES

_AREAS = len(BOARD.areas)
CAPACITY = (*(area.capacity for area in BOARD.areas), *(unit.capacity for unit in BOARD.units))
"""Store -> the tokens that it may hold."""

AIR_READY, AIR_SPENT, AIR_PURSUIT, AIR_SOVIET = -1, -2, -3, -4
"""Where an air support marker is: with its owner, face up or down, or on a deck (§15);
0 and more is an area (§20.5)."""


class RaceToMoscow(msgspec.Struct, forbid_unknown_fields=True):
    """One game of 1941: Race to Moscow."""

    order: list[int]
    """The colours that play, in turn order (§4)."""
    at: list[int]
    """Unit -> place; the pool when it is not in play."""
    supply: list[list[int]]
    """Fuel, ammo, food -> store -> tokens. Stores: areas, army cards, the Supply Stock."""
    control: list[int]
    """Area -> colour of its marker, printed ones and those of a missing Army Group too."""
    track: list[int]
    """Area -> 1 when its marker shows track."""
    bunker: list[int]
    """Area -> 1 while its bunker stands."""
    soviet: list[int]
    """Area -> 1 when a Soviet marker lies there."""
    medals: list[int]
    """Area -> medal tokens that lie there."""
    trucks: list[int]
    """Colour -> trucks on its Logistics card."""
    trains: list[int]
    """Colour -> trains on its Logistics card."""
    stock_trucks: list[int]
    """Colour -> its trucks in the Transportation Stock."""
    stock_trains: int
    reserve_trains: int
    trucks_on: list[list[int]]
    """Colour -> the connections with a truck of its, in order: few of them have any."""
    trains_on: list[int]
    """The connections with a train, in order."""
    won: list[int]
    """Colour -> medal tokens that it has."""
    hq: list[int]
    """Colour -> 1 while its staff car is at hand (§16)."""
    air: list[int]
    """Colour -> where its air support marker is (§15)."""
    bought: list[int]
    """Colour -> OKH cards bought so far (§19.5)."""
    halted: list[int]
    """Unit -> 1 while a HALT marker grounds it (§14)."""
    soviet_pool: int
    """Soviet markers beside the board."""
    level: int = 1
    """Of all Logistics cards (§14)."""
    round: int = 1
    turn: int = 0
    """Index into `order`."""
    actions: int = 0
    """Regular actions that are left to the player whose turn it is (§5)."""
    moved: list[int] = msgspec.field(default_factory=lambda: [0] * len(BOARD.units))
    """Unit -> 1 once it has been activated this turn (§7, §10)."""
    auxiliary: bool = False
    """An Axis Auxiliaries card has been used this turn (§5)."""
    frontline: bool = False
    """Supplies have been taken at the Frontline Supply Base this turn (§12)."""
    pioneers: int = NOWHERE
    """Army whose next move of this turn pays nothing for bunkers (§16)."""
    quick: int = NOWHERE
    """Army whose next move of this turn may enter a fourth area (§16)."""
    big_trucks: bool = False
    """One more truck, and five tokens each, in this Transport action (§16)."""
    waiting: list[int] = msgspec.field(default_factory=list)
    """Lost armies that will be formed again in their base once it is free (§19.4)."""
    last_round: bool = False
    """The pool of Soviet markers has run out (§6.1)."""
    basic: bool = False
    """No starred rules: 15, 16."""
    difficulty: int = STANDARD
    """§19.2"""
    reverse: bool = False
    """Front cards show their asterisk side (§19.2)."""
    redeployment: bool = False
    """§19.1"""
    abwehr: bool = False
    """§19.3"""
    winter: bool = False
    """§19.4"""
    total_war: bool = False
    """§19.5"""
    soviet_player: bool = False
    """20"""
    lent: list[int] = msgspec.field(default_factory=lambda: [0] * len(SUPPLIES))
    """Fuel, ammo, food -> tokens that Pursuit cards stand for while the stock lacks them (§7)."""


def active(state: RaceToMoscow) -> int:
    """The colour whose turn it is."""
    return state.order[state.turn]


def acting(state: RaceToMoscow, side: str) -> bool:
    """Is it this side's turn? Then it is asked, whatever its policies say."""
    return side == COLOURS[active(state)]


def playing(state: RaceToMoscow) -> tuple[int, ...]:
    """The colours that play, in the order gray, white, brown."""
    return tuple(sorted(state.order))


def rivals(state: RaceToMoscow, colour: int) -> tuple[int, ...]:
    """Whose markers its cards and reactions are aimed at: others', alone its own (§7, §18.1)."""
    return tuple(other for other in playing(state) if other != colour) or (colour,)


def left_of(state: RaceToMoscow, colour: int) -> int:
    """The player to the left of `colour`; alone it is himself (§18.2)."""
    seat = BOARD.groups[colour].left
    while seat not in state.order:
        seat = BOARD.groups[seat].left
    return seat


def in_play(state: RaceToMoscow, unit: int) -> bool:
    """Whether the unit stands somewhere on the board."""
    return state.at[unit] != BOARD.pool


def load_of(state: RaceToMoscow, store: int) -> int:
    """Tokens in a store."""
    fuel, ammo, food = state.supply
    return fuel[store] + ammo[store] + food[store]


def room(state: RaceToMoscow, store: int) -> int:
    """How many more tokens an area (§12) or an army's card (§2.2) takes."""
    fuel, ammo, food = state.supply
    return CAPACITY[store] - fuel[store] - ammo[store] - food[store]


def truck_on(state: RaceToMoscow, line: int) -> int:
    """The colour of the truck on a connection, -1 for none."""
    return next((colour for colour in range(len(COLOURS)) if line in state.trucks_on[colour]), -1)


def printed(area: int) -> bool:
    """Whether its marker is printed on the board and can never go (§3.2)."""
    return BOARD.areas[area].printed >= 0


class Situation:
    """Who stands where and who holds what. Built from a state, never stored."""

    __slots__ = ("armies", "army_in", "free", "held", "soviet")

    army_in: list[int]
    """Area -> army, -1 for none."""
    armies: int
    """Mask of the areas with an army."""
    held: list[int]
    """Colour -> mask of the areas that it controls."""
    free: int
    """Mask of the uncontrolled areas."""
    soviet: int
    """Mask of the areas with a Soviet marker."""

    def __init__(self, state: RaceToMoscow) -> None:
        self.army_in = [NOWHERE] * _AREAS
        for unit, place in enumerate(state.at):
            if place < _AREAS:
                self.army_in[place] = unit
        self.armies = mask(place for place in state.at if place < _AREAS)
        self.held = [0] * len(COLOURS)
        free = 0
        for area, colour in enumerate(state.control):
            if colour >= 0:
                self.held[colour] |= 1 << area
            else:
                free |= 1 << area
        self.free = free
        self.soviet = mask(area for area, here in enumerate(state.soviet) if here)
