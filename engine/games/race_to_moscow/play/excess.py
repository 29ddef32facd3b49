"""More supplies in an area than it may hold: its controller takes some off, chapter 12.

Whatever brought them: a card, a transport, an army that unloads, the Supply Stock (rm-30).
"""

from collections.abc import Callable, Sequence

from engine.core.entries import Marked
from engine.core.frames import Call, Choice, Done, Outcome
from engine.core.picks import pick
from engine.core.tell import several
from engine.core.verbs import Value, Verb, Why
from engine.games.race_to_moscow.acts import T, id_of, shift, stored
from engine.games.race_to_moscow.cargo import cargo_slot, counted, written
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.law.shut import DROP_FIRST
from engine.games.race_to_moscow.state import room


def excess(t: T, side: str, area: int) -> Outcome:
    """What follows when the supplies of an area have changed.

    An overfull area puts the question to its controller; where it is being put and the
    army there has loaded what was too much (§7, §11), that is the answer.
    """
    top = t.pos.lanes[0].stack[-1]
    asked = isinstance(top, Excess) and top.area == area
    if room(t.s, area) >= 0:
        return Done() if asked else None
    return None if asked else Call(Excess(side=side, area=area))


class Excess(Choice, kw_only=True, tag="rm.excess"):
    """`drop AREA cargo`, as much as is too much."""

    area: int

    def prompt(self, t: T) -> tuple[str, str]:
        return dropping(t, self.area)

    def verbs(self, t: T) -> Sequence[Verb]:
        return drop_verb(t, self.area, Done), *DROP_FIRST


def dropping(t: T, area: int) -> tuple[str, str]:
    """The question, and its rule."""
    tokens = several(-room(t.s, area), "supply token")
    return f"{BOARD.place_names[area]} is overfull: drop {tokens} there.", "12"


def drop_verb(t: T, overfull: int, then: Callable[[], Outcome]) -> Verb:
    """`drop AREA cargo`; `then()` once nothing is too much any more."""
    over = -room(t.s, overfull)

    def drop(area: int, words: list[Value]) -> Outcome:
        load = counted(words)
        t.note(Marked(place=id_of(area), mark="lost", value=written(load), rule="12"))
        shift(t, load, area, BOARD.stock_store)
        return then() if room(t.s, area) >= 0 else None

    def why(area: int) -> Why:
        return Why(f"{BOARD.place_names[area]} is not overfull.", "12")

    slots = (
        pick("area", "place", [overfull], why, rule="12"),
        cargo_slot(lambda *_: (stored(t, overfull), over), "12"),
    )
    return Verb("drop", drop, slots, hint="Supplies go back to the stock.", rule="12")
