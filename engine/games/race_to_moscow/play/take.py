"""Take transport, chapter 13."""

from __future__ import annotations

from collections.abc import Callable, Sequence
from typing import Any

from engine.core.entries import Marked
from engine.core.frames import Call, Outcome
from engine.core.picks import pick
from engine.core.verbs import Pick, Verb, Why
from engine.games.race_to_moscow.acts import T, colour_of, spend_action
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import COLOURS
from engine.games.race_to_moscow.law.shut import shut
from engine.games.race_to_moscow.play.reorganize import Reorganize


def take_verbs(t: T, side: str) -> Sequence[Verb]:
    """`transport trucks n trains n`: from the Transportation Stock to the card (§13, rm-37)."""
    colour = colour_of(side)
    if _most(t, colour) <= 0:
        held = BOARD.levels[t.s.level - 1].possess
        return shut(("transport",), f"You have {held} trucks and trains already.", "13")
    if not t.s.stock_trucks[colour] and not t.s.stock_trains:
        return _EMPTY
    return (t.lasting(_take_verb, colour),)


def _most(t: T, colour: int) -> int:
    """Trucks and trains that a player may take now (§13)."""
    level = BOARD.levels[t.s.level - 1]
    return min(level.take, level.possess - t.s.trucks[colour] - t.s.trains[colour])


def _take_verb(t: T, colour: int) -> Verb:
    def trucks() -> range:
        return range(1, min(t.s.stock_trucks[colour], _most(t, colour)) + 1)

    def trains(taken: Pick) -> range:
        return range(1, min(t.s.stock_trains, _most(t, colour) - _count(taken)) + 1)

    def none_named(*picks: Pick) -> Why | None:
        named = _count(picks[0]) if len(picks) > 1 else trains([])
        return None if named else Why(_HOW, "13")

    def why_count(stock: Callable[[], int]) -> Callable[..., Why]:
        def why(*picks: Any) -> Why:
            *before, count = picks
            room, level = _most(t, colour) - sum(map(_count, before)), BOARD.levels[t.s.level - 1]
            if count > stock():
                return Why(f"There are {stock()} in the Transportation Stock.", "13")
            if count > room:
                text = f"You may take {room} now: {level.take} an action, {level.possess} in all."
                return Why(text, "13")
            return Why("Take at least one.", "13")

        return why

    def take(some_trucks: Pick, some_trains: Pick) -> Outcome:
        spend_action(t)
        new_trucks, new_trains = _count(some_trucks), _count(some_trains)
        t.s.trucks[colour] += new_trucks
        t.s.stock_trucks[colour] -= new_trucks
        t.s.trains[colour] += new_trains
        t.s.stock_trains -= new_trains
        value = f"{new_trucks} trucks, {new_trains} trains"
        t.note(Marked(place=COLOURS[colour], mark="transport", value=value, rule="13"))
        if not t.s.stock_trains:
            return Call(Reorganize())  # §14
        return None

    slots = (
        pick("trucks", "number", trucks, why_count(lambda: t.s.stock_trucks[colour]), key="trucks",
             optional=True, stop=none_named, rule="13"),
        pick("trains", "number", trains, why_count(lambda: t.s.stock_trains), key="trains",
             optional=True, stop=none_named, rule="13"),
    )  # fmt: skip
    hint = "Take trucks and trains from the stock."
    return Verb("transport", take, slots, hint=hint, rule="13")


_EMPTY = shut(("transport",), "The Transportation Stock is empty.", "13")
_HOW = "Say what and how many: `transport trucks 1 trains 2`, or one of the two."


def _count(pick: Pick) -> int:
    """A number that may have been left out."""
    return pick if isinstance(pick, int) else 0
