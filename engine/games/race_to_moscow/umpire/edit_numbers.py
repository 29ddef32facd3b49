"""Numbers and flags of the edit lines: transports, medals, staff cars, counters of the turn."""

from engine.core.edit import on_off
from engine.core.errors import Malformed
from engine.games.race_to_moscow.acts import T
from engine.games.race_to_moscow.data.board import BOARD, COLOURS
from engine.games.race_to_moscow.state import AIR_PURSUIT, AIR_READY, AIR_SOVIET, AIR_SPENT
from engine.games.race_to_moscow.umpire.edit_marks import area_of, count

SINGLE = {
    "stock_trains": "stock_trains",
    "reserve": "reserve_trains",
    "level": "level",
    "actions": "actions",
    "soviet_pool": "soviet_pool",
}
FLAGS = ("auxiliary", "frontline", "last_round")
BY_COLOUR = {
    "trucks": "trucks",
    "trains": "trains",
    "stock_trucks": "stock_trucks",
    "medals": "won",
    "hq": "hq",
    "bought": "bought",
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
        most = 1 if first == "hq" else 99
        getattr(t.s, BY_COLOUR[first])[_colour(who)] = min(count(value), most)
    elif first in FLAGS:
        setattr(t.s, first, on_off(value))
    elif first == "level":
        if value not in ("1", "2"):
            raise Malformed("The Logistics level is 1 or 2.")
        t.s.level = int(value)
    elif first in SINGLE:
        setattr(t.s, SINGLE[first], count(value))
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
        return str(getattr(t.s, BY_COLOUR[first])[_colour(who)])
    if first in FLAGS:
        return str(int(getattr(t.s, first)))
    if first in SINGLE:
        return str(getattr(t.s, SINGLE[first]))
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
