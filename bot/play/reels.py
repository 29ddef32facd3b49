"""What a film of a game shows, one after the other, and how long each: by what weighs most."""

from collections.abc import Sequence
from dataclasses import dataclass
from itertools import pairwise

from bot.play.history import Step, phase_ends
from bot.play.table import Turns
from bot.words import texts
from engine import Game
from engine.core.entries import AnyEntry, Ended, Fought, Lost, Phased, Played, Rolled
from engine.core.view import View

MOST, MOST_OF_A_TURN = 300, 120
"""Pictures of a film, which takes a minute at most, and of one of a turn, which takes five seconds:
one of a large map takes 30 to 40 ms."""
LAST = 5.0
"""Seconds of the last picture."""
Hand = tuple[str, Sequence[str]]
"""A side, as people read it, and the cards that it holds."""
_WEIGHTS: dict[type, float] = {
    Rolled: 0.2,
    Fought: 0.5,
    Lost: 0.5,
    Played: 0.8,
    Phased: 0.4,
    Ended: 2.0,
}


@dataclass(frozen=True)
class Moment:
    """The position after an order (None: before the first), and what led there."""

    step: Step | None
    entries: list[AnyEntry]


@dataclass(frozen=True)
class Reel:
    """The moments of a film. `phases`: each is a phase, marked by what has changed in it; else
    each is an order, with its arrows and words."""

    moments: list[Moment]
    phases: bool

    def seconds(self) -> list[float]:
        """How long each picture stands: an order 1 to 4 s, a phase 0.8 to 2.5, the last 5."""
        shortest, longest, share = (0.8, 2.5, 0.2) if self.phases else (1.0, 4.0, 1.0)
        weights = [sum(_WEIGHTS.get(type(e), 0) for e in one.entries) for one in self.moments]
        found = [min(shortest + share * weight, longest) for weight in weights]
        return [*found[:-1], LAST]

    def halved(self) -> "Reel":
        """Two moments in one, but for the start."""
        start, *rest = self.moments
        pairs = [rest[n : n + 2] for n in range(0, len(rest), 2)]
        merged = [Moment(two[-1].step, [e for one in two for e in one.entries]) for two in pairs]
        return Reel([start, *merged], self.phases)


def of_game(steps: Sequence[Step]) -> Reel:
    """The start, and each phase as it ended."""
    ends = [0, *(step.number for step in phase_ends(list(steps)))]
    moments = [
        Moment(steps[end - 1], [e for step in steps[start:end] for e in step.entries])
        for start, end in pairwise(ends)
    ]
    return _short(Reel([Moment(None, []), *moments], phases=True), MOST)


def of_turn(before: Step | None, steps: Sequence[Step]) -> Reel:
    """What stood before the turn, and each of its orders; in a long one two stand together."""
    orders = [Moment(step, step.entries) for step in steps]
    return _short(Reel([Moment(before, []), *orders], phases=False), MOST_OF_A_TURN)


def without_hands(game: Game) -> tuple[View, Sequence[Hand]]:
    """What a picture of a game that goes on shows: what everybody may know."""
    return game.view(None), ()


def with_hands(game: Game) -> tuple[View, Sequence[Hand]]:
    """What one of a game that is over shows: everybody's cards beside it."""
    held = {side: game.hand(side) for side in game.sides}
    hands = [
        (texts.name(game.id, side), [f"{card.number} {card.name}".strip() for card in cards])
        for side, cards in held.items()
    ]
    return game.view(None), hands if any(held.values()) else ()


def _short(reel: Reel, most: int) -> Reel:
    while len(reel.moments) > most:
        reel = reel.halved()
    return reel


def turns(first: str, steps: Sequence[Step]) -> Turns:
    """Each turn that has orders, by name: which of `steps` were given in it (from, to).

    `first` is the turn in which the game begins.
    """
    found: dict[str, tuple[int, int]] = {}
    turn, start = first, 0
    for number, step in enumerate(steps, 1):
        if step.turns and step.turns[-1] != turn:
            found[turn] = (found.get(turn, (start, 0))[0], number)
            turn, start = step.turns[-1], number
    if start < len(steps):
        found[turn] = (found.get(turn, (start, 0))[0], len(steps))
    return found
