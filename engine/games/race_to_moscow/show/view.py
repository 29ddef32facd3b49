"""What a seat sees of 1941: Race to Moscow."""

from engine.core.view import View
from engine.games.race_to_moscow.acts import MARKER_PILES, T, pool_of
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import COLOURS, NOWHERE
from engine.games.race_to_moscow.state import RaceToMoscow


class RaceToMoscowView(View, kw_only=True):
    """Parallel lists by the dense indices of `BOARD`; see `RaceToMoscow` for the public state.

    Cards are named by their ids, colours are 0 gray, 1 white, 2 brown.
    """

    PASSING = View.PASSING | {"active", "actions", "moved", "halted", "bought"}

    round: int
    order: list[int]
    active: int
    """The colour whose turn it is."""
    actions: int
    level: int
    at: list[int]
    moved: list[int]
    halted: list[int]
    supply: list[list[int]]
    control: list[int]
    track: list[int]
    bunker: list[int]
    soviet: list[int]
    markers: dict[str, str]
    """Area -> infantry or armor: the backs of Soviet markers that this seat knows (20)."""
    markers_left: dict[str, int]
    """Infantry, armor -> markers in the pool; for the Soviet player's own eyes (§20.1)."""
    medals: list[int]
    trucks: list[int]
    trains: list[int]
    stock_trucks: list[int]
    stock_trains: int
    reserve_trains: int
    truck_on: list[int]
    """Connection -> colour of the truck on it, -1 for none."""
    train_on: list[int]
    """Connection -> 1 when a train is on it."""
    won: list[int]
    hq: list[int]
    air: list[int]
    bought: list[int]
    soviet_pool: int
    last_round: bool
    decks: dict[str, int]
    """Pile -> its size, for the piles that lie face down."""
    peeked: dict[str, str]
    """Deck -> its top card, where this seat knows it."""
    open_cards: dict[str, list[str]]
    """Pile -> its cards, for the piles that lie face up."""


_LINES = len(BOARD.connections)
_POCKETS = tuple(f"pocket.{colour}" for colour in COLOURS)
_DECKS = (
    *(f"pursuit.{colour}" for colour in COLOURS),
    "soviet.green",
    "soviet.blue",
    "soviet.infantry",
    "soviet.armor",
    "okh",
    *_POCKETS,
)
_OPEN = (
    *(f"{pile}.{colour}" for colour in COLOURS for pile in ("discard", "kept", "okh", "beaten")),
    "okh_open",
    "drawn",
)


class _Cards:
    """The piles as all see them: looked through again only where they may have changed."""

    def __init__(self, t: T) -> None:
        self.decks: dict[str, int] = {}
        self.tops: dict[str, tuple[int, str]] = {}
        """Deck -> who has seen its top card, and that card; where anybody has."""
        self.open: dict[str, list[str]] = {}
        piles, everyone, word = t.pos.piles, t.everyone, BOARD.items.__getitem__
        for name in _DECKS:
            if name in piles and (ids := piles[name].ids):
                self.decks[name], seen = len(ids), piles[name].seen
                if seen[0]:
                    self.tops[name] = seen[0], word(ids[0])
                if name in _POCKETS and seen.count(everyone) == len(ids):  # §6.3: at the end
                    self.open[name] = list(map(word, ids))
        for name in _OPEN:
            if name in piles and (ids := piles[name].ids):
                self.open[name] = list(map(word, ids))

    def peeked(self, bit: int, everyone: int) -> dict[str, str]:
        return {
            name: card for name, (seen, card) in self.tops.items() if seen & bit or seen == everyone
        }


def view(t: T, side: str | None) -> RaceToMoscowView:
    """A fresh whitelist for a seat."""
    bit = t.bit(side) if side else 0
    fuel, ammo, food = t.s.supply
    s, cards = t.s, t.dealt("cards", _Cards, t)
    return RaceToMoscowView(
        turn=f"Round {s.round}",
        round=s.round,
        order=s.order.copy(),
        active=s.order[s.turn],
        actions=s.actions,
        level=s.level,
        at=s.at.copy(),
        moved=s.moved.copy(),
        halted=s.halted.copy(),
        supply=[fuel.copy(), ammo.copy(), food.copy()],
        control=s.control.copy(),
        track=s.track.copy(),
        bunker=s.bunker.copy(),
        soviet=s.soviet.copy(),
        markers=_markers(t, bit) if s.soviet_player else {},
        markers_left=_markers_left(t) if side == "soviet" else {},
        medals=s.medals.copy(),
        trucks=s.trucks.copy(),
        trains=s.trains.copy(),
        stock_trucks=s.stock_trucks.copy(),
        stock_trains=s.stock_trains,
        reserve_trains=s.reserve_trains,
        truck_on=_trucks(s),
        train_on=_trains(s),
        won=s.won.copy(),
        hq=s.hq.copy(),
        air=s.air.copy(),
        bought=s.bought.copy(),
        soviet_pool=s.soviet_pool,
        last_round=s.last_round,
        decks=cards.decks.copy(),
        peeked=cards.peeked(bit, t.everyone),
        open_cards={name: ids.copy() for name, ids in cards.open.items()},
    )


def _trucks(s: RaceToMoscow) -> list[int]:
    found = [NOWHERE] * _LINES
    for colour, lines in enumerate(s.trucks_on):
        for line in lines:
            found[line] = colour
    return found


def _trains(s: RaceToMoscow) -> list[int]:
    found = [0] * _LINES
    for line in s.trains_on:
        found[line] = 1
    return found


def _markers_left(t: T) -> dict[str, int]:
    return {kind: len(pool_of(t, kind == "armor")) for kind in ("infantry", "armor")}


def _markers(t: T, bit: int) -> dict[str, str]:
    """The Soviet markers whose backs a seat knows: its own, or those it has looked at."""
    found = {}
    first = BOARD.markers[0].index
    for area, here in enumerate(t.s.soviet):
        if not here:
            continue
        pile = t.pos.piles[MARKER_PILES[area]]
        if pile.seen[0] & bit:
            armor = BOARD.markers[pile.ids[0] - first].armor
            found[BOARD.places[area]] = "armor" if armor else "infantry"
    return found
