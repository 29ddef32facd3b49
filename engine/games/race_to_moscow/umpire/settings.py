"""What the umpire sets and reads in Race to Moscow: numbers, marks of areas and lines, flags.

Supplies that are put somewhere come from the Supply Stock, and go back to it.
"""

from bisect import insort
from collections.abc import Callable

from engine.core.errors import Illegal, Malformed
from engine.core.settings import (
    SWITCH,
    Setting,
    Settings,
    Word,
    field,
    one_of,
    row,
    seen,
    term,
    whole,
)
from engine.games.race_to_moscow import acts
from engine.games.race_to_moscow.acts import T
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import COLOURS, NOWHERE, SUPPLIES
from engine.games.race_to_moscow.state import (
    AIR_PURSUIT,
    AIR_READY,
    AIR_SOVIET,
    AIR_SPENT,
    Situation,
    in_play,
    truck_on,
)
from engine.games.race_to_moscow.words import MOST, PLACES, UNITS

COLOUR = one_of(*COLOURS)
HOLDER = one_of("none", *COLOURS, first=NOWHERE)
AREA = term("AREA", PLACES, lambda place: int(place) < len(BOARD.areas))
ARMY = term("ARMY", UNITS)
KIND = one_of(*SUPPLIES)
TOKENS = whole(range(MOST + 1))


def _link(t: T, word: str) -> int:
    """The connection A-B."""
    first, _, second = word.partition("-")
    found = BOARD.connection_at.get((AREA.read(t, first), AREA.read(t, second)))
    if found is None:
        raise Malformed(f"No line joins `{word[:60]}`; it reads A-B.")
    return found


LINK = Word("A-B", _link)
AIR = {AIR_READY: "ready", AIR_SPENT: "spent", AIR_PURSUIT: "pursuit", AIR_SOVIET: "soviet"}


def _air(t: T, word: str) -> int:
    states = {name: state for state, name in AIR.items()}
    return states[word] if word in states else int(AREA.read(t, word))


AIRFIELD = Word(
    "|".join((*AIR.values(), "AREA")), _air, lambda t, v: AIR.get(v) or AREA.write(t, v)
)


# supplies ------------------------------------------------------------------------------


def set_store(t: T, kind: int, store: int, tokens: int) -> None:
    """A store gets exactly so many tokens of a kind; the stock gives them or takes them."""
    stores = t.s.supply[kind]
    stores[BOARD.stock_store] += stores[store] - tokens
    stores[store] = tokens


def _tokens(kind: int, of: Word, store: Callable[[int], int], default: str = "") -> Setting:
    """Tokens of a kind in an area, or on an army's card."""

    def put(t: T, about: int, tokens: int) -> None:
        set_store(t, kind, store(about), tokens)

    return Setting((TOKENS,), lambda t, a: t.s.supply[kind][store(a)], put, of, default)


def _set_stock(t: T, kind: int, tokens: int) -> None:
    t.s.supply[kind][BOARD.stock_store] = tokens


# marks of areas ------------------------------------------------------------------------


def set_control(t: T, area: int, colour: int) -> None:
    """A marker of a player comes with all that a capture brings, but for the medals."""
    if BOARD.areas[area].printed >= 0:
        raise Illegal(f"{BOARD.place_names[area]} has a printed marker.", "3.2")
    t.s.control[area] = colour
    if colour == NOWHERE:
        t.s.track[area] = 0
    elif colour in t.s.order:
        t.s.bunker[area] = t.s.medals[area] = 0
        take_off(t, area)


def _set_soviet(t: T, area: int, marker: int) -> None:
    take_off(t, area)
    if marker:
        armor = marker == _ARMOR
        if t.s.soviet_player and not acts.pool_of(t, armor):
            raise Illegal("No such Soviet marker is left in the pool.", "20.2")
        acts.place_marker(t, area, "18.1", armor=armor)


def take_off(t: T, area: int) -> None:
    """The Soviet marker of an area goes back to the pool, unless a line has moved it already."""
    t.d = Situation(t.s)
    if t.s.soviet_player and not t.ids(acts.MARKER_PILES[area]):
        t.s.soviet[area] = 0
    if t.s.soviet[area]:
        acts.remove_marker(t, area, "18.1")


_ARMOR = 2
MARKER = one_of("0", "1", "armor", also={"none": 0, "placed": 1, "infantry": 1})


def _kind(t: T, area: int) -> str:
    here = t.ids(acts.MARKER_PILES[area])
    armor = [BOARD.markers[item - BOARD.markers[0].index].armor for item in here]
    return ("armor" if armor[0] else "infantry") if armor else "none"


# trucks and trains ---------------------------------------------------------------------


def set_truck(t: T, link: int, colour: int) -> None:
    """Trucks of a colour come from the Transportation Stock, or else from its player's card (§13);
    they go back to the stock."""
    before = truck_on(t.s, link)
    if before >= 0:
        t.s.stock_trucks[before] += 1
        t.s.trucks_on[before].remove(link)
    if colour != NOWHERE:
        (t.s.stock_trucks if t.s.stock_trucks[colour] > 0 else t.s.trucks)[colour] -= 1
        insort(t.s.trucks_on[colour], link)


def set_train(t: T, link: int, there: bool) -> None:
    """Trains come from the Transportation Stock, and go back to it."""
    if link in t.s.trains_on:
        t.s.stock_trains += 1
        t.s.trains_on.remove(link)
    if there:
        t.s.stock_trains -= 1
        insort(t.s.trains_on, link)


def _set_order(t: T, _: None, *order: int) -> None:
    if sorted(order) != sorted(t.s.order):
        raise Malformed("The turn order names each Army Group that plays, once.")
    t.s.order = list(order)


# the table -----------------------------------------------------------------------------

_TRAINS = whole(range(BOARD.trains + max(BOARD.reserve) + sum(g.trains for g in BOARD.groups) + 1))
_TRUCKS = whole(range(max(g.trucks for g in BOARD.groups) + 1))
MEDALS = whole(range(100))

SETTINGS: Settings = {
    "stock_trains": field("stock_trains", _TRAINS),
    "reserve": field("reserve_trains", _TRAINS),
    "level": field("level", whole(range(1, len(BOARD.levels) + 1))),
    "actions": field("actions", whole(range(10))),
    "soviet_pool": field("soviet_pool", whole(range(len(BOARD.markers) + 1))),
    "auxiliary": field("auxiliary", SWITCH),
    "frontline": field("frontline", SWITCH),
    "last_round": field("last_round", SWITCH),
    "order": Setting((COLOUR,), lambda t, _: t.s.order, _set_order, many=True),
    "trucks.": row("trucks", _TRUCKS, COLOUR),
    "trains.": row("trains", _TRAINS, COLOUR),
    "stock_trucks.": row("stock_trucks", _TRUCKS, COLOUR),
    "medals.": row("won", MEDALS, COLOUR),
    "hq.": row("hq", whole(range(2)), COLOUR),
    "bought.": row("bought", whole(range(len(BOARD.okh) + 1)), COLOUR),
    "air.": row("air", AIRFIELD, COLOUR),
    "stock.": Setting(
        (MEDALS,), lambda t, kind: t.s.supply[kind][BOARD.stock_store], _set_stock, KIND
    ),
    "active": seen(lambda t, _: COLOURS[t.s.order[t.s.turn]]),
    "round": seen(lambda t, _: t.s.round),
    "winner": seen(lambda t, _: "+".join(t.pos.winners or ["none"])),
}
MARKS: Settings = {
    "control": Setting((HOLDER,), lambda t, area: t.s.control[area], set_control, AREA),
    "track": row("track", SWITCH, AREA, "1"),
    "soviet": Setting(
        (MARKER,), lambda t, area: t.s.soviet[area], _set_soviet, AREA, "1", hidden=True
    ),  # its kind is the Soviet player's to know (§20.1)
    "kind": seen(_kind, AREA),
    "bunker": row("bunker", SWITCH, AREA, "1"),
    "medal": row("medals", MEDALS, AREA, "1"),
    "truck": Setting((HOLDER,), lambda t, link: truck_on(t.s, link), set_truck, LINK),
    "train": Setting((SWITCH,), lambda t, link: link in t.s.trains_on, set_train, LINK, "1"),
    **{name: _tokens(kind, AREA, lambda area: area, "1") for kind, name in enumerate(SUPPLIES)},
}
FLAGS: Settings = {
    "halt": row("halted", SWITCH, ARMY, "1"),
    "moved": row("moved", SWITCH, ARMY, "1"),
    **{name: _tokens(kind, ARMY, BOARD.card_store) for kind, name in enumerate(SUPPLIES)},
    "place": seen(lambda t, u: BOARD.places[t.s.at[u]] if in_play(t.s, u) else "none", ARMY),
}
