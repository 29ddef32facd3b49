"""The fleet, chapter 10."""

from collections.abc import Sequence

from engine.core.frames import Outcome
from engine.core.picks import pick
from engine.core.verbs import Verb, Why
from engine.games.race_to_moscow.acts import T, colour_of, go, spend_action
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.law.shut import shut
from engine.games.race_to_moscow.play.encircle import encircle
from engine.games.race_to_moscow.state import in_play

_NOT_YOURS = shut(("fleet",), "Gray alone has a fleet.", "10")
_MOVED = shut(("fleet",), "The fleet has moved this turn.", "10")


def fleet_verbs(t: T, side: str) -> Sequence[Verb]:
    """`fleet SEA`: one sea area, once a turn (§10)."""
    fleet = BOARD.units[BOARD.fleet]
    if colour_of(side) != fleet.colour or not in_play(t.s, fleet.index):
        return _NOT_YOURS
    return _MOVED if t.s.moved[fleet.index] else (t.lasting(_fleet_verb),)


def _fleet_verb(t: T) -> Verb:
    fleet = BOARD.units[BOARD.fleet]

    def sail(sea: int) -> Outcome:
        here = t.s.at[fleet.index]
        spend_action(t)
        t.s.moved[fleet.index] = 1
        go(t, fleet.index, sea, "sails", "10")
        encircle(t, fleet.colour, t.d.free, here)
        return None

    def seas() -> Sequence[int]:
        return BOARD.seas[t.s.at[fleet.index] - len(BOARD.areas)].adjacent

    def why(place: int) -> Why:
        return Why(f"{BOARD.place_names[place]} is no sea area next to the fleet.", "10")

    slot = pick("sea area", "place", seas, why, rule="10")
    hint = "Move the fleet to the next sea area."
    return Verb("fleet", sail, (slot,), hint=hint, rule="10")
