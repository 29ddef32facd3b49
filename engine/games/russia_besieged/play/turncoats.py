"""Units of an Axis ally that has turned: the Russians put them on its land (26.22, 26.42)."""

from __future__ import annotations  # not worked out each time a verb is made

from collections.abc import Collection, Sequence
from typing import ClassVar

from engine.board.bits import Members
from engine.core.entries import Placed
from engine.core.frames import Call, Choice, Done, Frame, Outcome, Proc
from engine.core.picks import number
from engine.core.verbs import Picks, Slot, Value, Verb, Why
from engine.games.russia_besieged.acts import T, eliminate, hold, set_place
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import HUNGARIAN, IN_HAND, SOVIET, TURNED
from engine.games.russia_besieged.law import arrivals
from engine.games.russia_besieged.play.staging import on_map
from engine.games.russia_besieged.state import RussiaBesieged
from engine.games.russia_besieged.words import IDS, names

_ALL = tuple(piece.index for piece in BOARD.pieces if piece.nation in TURNED.values())


def waiting(s: RussiaBesieged) -> list[int]:
    """Units that have turned and stand nowhere yet."""
    return [unit for unit in _ALL if s.place[unit] == IN_HAND[SOVIET]]


class Turncoats(Proc, kw_only=True, tag="rb.turncoats"):
    """One by one until all stand; who finds no room is lost (rb-48)."""

    side: str

    STEPS: ClassVar[tuple[str, ...]] = ("next",)

    def next(self, t: T) -> Outcome:
        left = waiting(t.s)
        if any(arrivals.refuge(t.s, t.d, unit) for unit in left):
            return Call(Settle(side=self.side), then="next")
        for unit in left:
            eliminate(t, unit, "lost, no room at home", _rule(unit))
        return Done()


def _rule(unit: int) -> str:
    return "26.22" if BOARD.pieces[unit].nation == TURNED[HUNGARIAN] else "26.42"


class Settle(Choice, kw_only=True, tag="rb.settle"):
    """The Russians put one of them on its land."""

    def prompt(self, t: T) -> tuple[str, str]:
        left = waiting(t.s)
        return f"Your new allies: put them in their country: {names(left)}.", _rule(left[0])

    def verbs(self, t: T) -> Sequence[Verb]:
        def units(_: Picks) -> Collection[Value]:
            return [unit for unit in waiting(t.s) if arrivals.refuge(t.s, t.d, unit)]

        def why_unit(_: Picks, unit: Value) -> Why | None:
            if unit in units([]):
                return None
            return Why(f"{BOARD.pieces[int(unit)].name} is not to be placed now.", "26.22")

        def hexes(picks: Picks) -> Collection[Value]:
            return Members(arrivals.refuge(t.s, t.d, number(picks, 0)))

        def why_hex(picks: Picks, hex_: Value) -> Why | None:
            if hex_ in hexes(picks):
                return None
            text = "It stands in its own country, in no German zone, where there is room."
            return Why(text, _rule(number(picks, 0)))

        def do(unit: int, hex_: int) -> Outcome:
            set_place(t, unit, hex_)
            t.note(Placed(unit=BOARD.pieces[unit].id, place=IDS[hex_], rule=_rule(unit)))
            hold(t, unit, t.s.place[unit])
            return Done()

        slots = (
            Slot("unit", "unit", units, why_not=why_unit, rule="26.22"),
            Slot("hex", "place", hexes, why_not=on_map(why_hex), rule="26.22"),
        )
        hint = "A unit of an ally that has turned stands in its country, on your side."
        return (Verb("place", do, slots, rule="26.22", hint=hint),)


FRAMES: tuple[type[Frame], ...] = (Turncoats, Settle)
