"""What an open question means, for somebody who meets it for the first time."""

import random
import re
from collections.abc import Mapping

import msgspec

from engine.core import runner
from engine.core.game import Game
from engine.core.verbs import has_line


class Explained(msgspec.Struct, frozen=True):
    """A question with its rule, the kind that policies speak of, and the words used in it."""

    side: str
    frame: str
    """The tag of its frame: what kind of question it is."""
    prompt: str
    rule: str
    kind: str
    """The kind of question for `policy`, "" where the side is always asked."""
    about: str
    """What that kind asks, and what `auto` answers; "" without a kind."""
    asks: str
    """The rule behind it in our own words, "" where the game has none written."""
    examples: tuple[str, ...]
    """Whole orders that would be legal now, of different verbs if it can be; for its own eyes."""
    orders: tuple[tuple[str, str], ...]
    """What its side can order now, each with a hint; for its own eyes."""
    words: Mapping[str, str]
    """Words of the field that stand in all this -> what they mean."""


def explain(game: Game, reader: str = "") -> tuple[Explained, ...]:
    """Every open question as everybody may know it; what `reader` can order, to that side alone.

    >>> import engine
    >>> [first] = explain(engine.new_game("iron_blood", secret=bytes(32)), "axis")
    >>> first.side, first.orders[0][0]
    ('axis', 'setup suggested')
    """
    t = game.table
    found = []
    for _, choice in runner.waiting(t):
        prompt, rule = choice.prompt(t)
        kind = choice.question if choice.question in t.rules.questions else ""
        offered = tuple(
            (verb.name, verb.hint)
            for verb in (game.offers(choice.side) if choice.side == reader else ())
            if not verb.free and has_line(verb)
        )
        about = t.rules.questions.get(kind, "")
        asks = t.rules.help.asks.get(choice.tag, "")
        said = " ".join([prompt, about, asks, *(f"{name} {hint}" for name, hint in offered)])
        words = {
            word: means
            for word, means in t.rules.glossary.items()
            if re.search(rf"\b{re.escape(word)}s?\b", said, re.IGNORECASE)
        }
        lines = examples(game, reader) if choice.side == reader else ()
        found.append(
            Explained(
                choice.side, choice.tag, prompt, rule, kind, about, asks, lines, offered, words
            )
        )
    return tuple(found)


EXAMPLES = 2
DRAWS = 6


def examples(game: Game, side: str) -> tuple[str, ...]:
    """Legal lines for a side that is asked, in short words: those that name something first.

    The same ones in the same position, and no advice: they are drawn by lot.

    >>> import engine
    >>> examples(engine.new_game("iron_blood", secret=bytes(32)), "axis")[1]
    'setup suggested'
    """
    verbs = [verb for verb in game.offers(side) if not verb.free and has_line(verb)]
    verbs.sort(key=lambda verb: not verb.slots)
    rng = random.Random(f"{game.chain}|{side}")
    found: dict[str, None] = {}
    for verb in verbs * DRAWS:  # a lot may fall on the same line twice
        if len(found) == EXAMPLES:
            break
        found[game.short(game.sample(side, rng, [verb]))] = None
    return tuple(found)
