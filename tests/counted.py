"""How many orders a verb has, every branch of its slots walked: `test_counts` of the games."""

from engine import Game
from engine.core.verbs import Picks, Verb, has_line, may_stop

CAP = 20_000
"""No verb is counted further."""


def lines(verb: Verb) -> int:
    """The number of orders with this verb, every branch of its slots walked; CAP at the most.

    Of a list (waypoints, units) only the first value is walked, so that the numbers stay small.
    """
    found = 0

    def rest(number: int, picks: Picks) -> None:
        nonlocal found
        if found >= CAP:
            return
        if number == len(verb.slots):
            found += 1
            return
        slot = verb.slots[number]
        if slot.many:
            _many(number, picks)
            return
        for value in slot.domain(picks):
            rest(number + 1, [*picks, value])
        if slot.optional and (slot.stop is None or slot.stop([*picks, []]) is None):
            rest(number + 1, [*picks, []])

    def _many(number: int, picks: Picks) -> None:
        slot = verb.slots[number]
        if slot.optional and (slot.stop is None or slot.stop([*picks, []]) is None):
            rest(number + 1, [*picks, []])
        for value in slot.domain([*picks, []]):
            passed = slot.via([*picks, []], value) if slot.via else ()
            whole: Picks = [*picks, [*passed, value]]
            if may_stop(slot, whole) is None:
                rest(number + 1, whole)

    rest(0, [])
    return found


def counts(game: Game, side: str) -> dict[str, int]:
    """Verb -> its number of orders, for what a side can order now."""
    return {
        verb.name: lines(verb) for verb in game.offers(side) if not verb.free and has_line(verb)
    }
