"""Numbers and flags of the edit lines: transports, medals, staff cars, counters of the turn."""

from engine.core.edit import on_off, whole
from engine.core.errors import Malformed
from engine.games.race_to_moscow.acts import T
from engine.games.race_to_moscow.data.board import BOARD, COLOURS
from engine.games.race_to_moscow.state import AIR_PURSUIT, AIR_READY, AIR_SOVIET, AIR_SPENT
from engine.games.race_to_moscow.umpire.edit_marks import area_of

_TRAINS = range(BOARD.trains + max(BOARD.reserve) + sum(g.trains for g in BOARD.groups) + 1)
_TRUCKS = range(max(g.trucks for g in BOARD.groups) + 1)
SINGLE = {
    "stock_trains": ("stock_trains", _TRAINS),
    "reserve": ("reserve_trains", _TRAINS),
    "level": ("level", range(1, len(BOARD.levels) + 1)),
    "actions": ("actions", range(10)),
    "soviet_pool": ("soviet_pool", range(len(BOARD.markers) + 1)),
}
"""Name -> the state's, and what it can be."""
FLAGS = ("auxiliary", "frontline", "last_round")
BY_COLOUR = {
    "trucks": ("trucks", _TRUCKS),
    "trains": ("trains", _TRAINS),
    "stock_trucks": ("stock_trucks", _TRUCKS),
    "medals": ("won", range(100)),
    "hq": ("hq", range(2)),
    "bought": ("bought", range(len(BOARD.okh) + 1)),
}
AIR = {
    "ready": AIR_READY,
    "spent": AIR_SPENT,
    "pursuit": AIR_PURSUIT,
    "soviet": AIR_SOVIET,
}
NUMBERS = (*SINGLE, *FLAGS, *(f"{name}." for name in BY_COLOUR), "air.", "order")


def set_number(t: T, name: str, value: str) -> None:
    """`set NAME VALUE`, NAME with `.COLOUR` where each player has one."""
    first, _, who = name.partition(".")
    if who and first not in (*BY_COLOUR, "air"):
        raise Malformed(f"There is one {first} for all players.")
    if first == "order":
        _order(t, value.replace(",", " ").split())
    elif first == "air":
        t.s.air[_colour(who)] = AIR[value] if value in AIR else area_of(value)
    elif first in BY_COLOUR:
        field, allowed = BY_COLOUR[first]
        getattr(t.s, field)[_colour(who)] = whole(value, allowed)
    elif first in FLAGS:
        setattr(t.s, first, on_off(value))
    elif first in SINGLE:
        field, allowed = SINGLE[first]
        setattr(t.s, field, whole(value, allowed))
    else:
        known = ", ".join(f"{n}COLOUR" if n.endswith(".") else n for n in NUMBERS)
        raise Malformed(f"You can set {known}; not `{name[:30]}`.")


def read_number(t: T, name: str) -> str:
    """The value that `set NAME` would write."""
    first, _, who = name.partition(".")
    if first == "order":
        return ",".join(COLOURS[colour] for colour in t.s.order)
    if first == "active":
        return COLOURS[t.s.order[t.s.turn]]
    if first == "round":
        return str(t.s.round)
    if first == "winner":
        return "+".join(t.pos.winners or ["none"])
    if first == "air":
        where = t.s.air[_colour(who)]
        words = {place: word for word, place in AIR.items()}
        return words[where] if where < 0 else BOARD.places[where]
    if first in BY_COLOUR:
        return str(getattr(t.s, BY_COLOUR[first][0])[_colour(who)])
    if first in FLAGS:
        return str(int(getattr(t.s, first)))
    if first in SINGLE:
        return str(getattr(t.s, SINGLE[first][0]))
    raise Malformed(f"There is no `{name[:30]}` to look at.")


def _colour(word: str) -> int:
    if word not in COLOURS:
        raise Malformed(f"Name gray, white or brown; not `{word[:30]}`.")
    return COLOURS.index(word)


def _order(t: T, names: list[str]) -> None:
    order = [_colour(name) for name in names]
    if sorted(order) != sorted(t.s.order):
        raise Malformed("The turn order names each Army Group that plays, once.")
    t.s.order = order
