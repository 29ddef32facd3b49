"""The words around a map that every game has. What entries say is the engine's to word."""

from collections.abc import Mapping, Sequence

import engine
from engine.core.entries import (
    AnyEntry,
    Ended,
    Fought,
    Lost,
    Marked,
    Moved,
    Noted,
    Ordered,
    Phased,
    Placed,
    Played,
    Rolled,
)
from engine.core.tell import tell
from engine.core.view import View
from renderer.inks.text import clip
from renderer.scene import Status

ALT_LIMIT = 1024

# What is told first; remarks and dice are news only where nothing changed, the
# order itself only where there is nothing else.
_WEIGHTS = (
    (Moved, Fought, Lost, Marked, Placed, Played),
    (Noted, Rolled),
    (Ordered,),
)


def todo(view: View) -> str:
    """Whose move it is and what is asked, or how the game ended."""
    if view.winners is not None:
        winners = " and ".join(engine.side_name(view.game, w) for w in view.winners) or "Nobody"
        reason = f": {view.reason.rstrip('.')}" if view.reason else ""
        win = "win" if len(view.winners) > 1 else "wins"
        return f"The game is over, {winners} {win}{reason}"
    sides = list(dict.fromkeys(engine.side_name(view.game, asked.side) for asked in view.asked))
    if not sides:
        return "Nobody is to act"
    if len(sides) > 1:
        return " and ".join(sides) + " are to act"
    prompt = view.asked[0].prompt.rstrip(".")
    return f"{sides[0]} to act: {prompt}" if prompt else f"{sides[0]} is to act"


def asked(view: View, sides: Mapping[str, int]) -> tuple[int, ...]:
    """The looks of the sides that are to act."""
    return tuple(sorted({sides[a.side] for a in view.asked if a.side in sides}))


def sentence(text: str) -> str:
    """With a full stop, if nothing else closes it."""
    return text if text.endswith((".", "!", "?", "…")) else f"{text}."


def news(game: str, told: Sequence[AnyEntry]) -> tuple[str, ...]:
    """Sentences about what happened, the weightiest kind alone, then the phase that began last."""
    phases = [entry for entry in told if isinstance(entry, Phased)][-1:]
    if any(isinstance(entry, Ended) for entry in told):
        phases = []
    rules = engine.rules(game)
    for kinds in _WEIGHTS:
        chosen = _results_first([entry for entry in told if isinstance(entry, kinds)], told)
        if chosen:
            lines = [tell(rules, entry) for entry in (*chosen, *phases)]
            return tuple(sentence(line) for line in lines if line)
    return tuple(sentence(tell(rules, entry)) for entry in phases)


def _results_first(chosen: Sequence[AnyEntry], told: Sequence[AnyEntry]) -> list[AnyEntry]:
    """Battles, or the dice of what is no battle, before what followed from them."""
    first: list[AnyEntry] = [entry for entry in chosen if isinstance(entry, Fought)]
    if chosen and not first:
        first += [entry for entry in told if isinstance(entry, Rolled)]
    return [*first, *(entry for entry in chosen if entry not in first)]


def alt(status: Status, more: Sequence[str] = ()) -> str:
    """A picture in words: when, what happened, `more` that it shows, and whose move it is."""
    head = f"{status.title}, {status.phase}." if status.phase else f"{status.title}."
    last = clip(sentence(status.todo), ALT_LIMIT // 2)
    told = " ".join([head, *map(sentence, status.news), *map(sentence, more)])
    return f"{clip(told, ALT_LIMIT - len(last) - 1)} {last}"
