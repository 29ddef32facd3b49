"""Games for tests: a position built by the umpire's edit lines, orders, and what came of them."""

from collections.abc import Mapping

from engine import Game
from engine.core.game import new_game
from engine.core.script import play
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.rules import RULES
from tests.table import SECRET, asked, kinds, look, names, refused, told, words

__all__ = [
    "SECRET",
    "asked",
    "empty",
    "fresh",
    "holding",
    "kinds",
    "look",
    "lying_open",
    "names",
    "refused",
    "run",
    "table",
    "told",
    "words",
]


def fresh(
    id_: str = "race_to_moscow",
    scenario: str | None = None,
    options: Mapping[str, object] | None = None,
    secret: bytes = SECRET,
) -> Game:
    """A new game; `id_` is there for play scripts."""
    return new_game(RULES, scenario, options, secret)


def table(*edits: str, scenario: str = "standard", **options: object) -> Game:
    """A new game after these edit lines."""
    game = fresh(scenario=scenario, options=options)
    if edits:
        game.submit("gm", "\n".join(edits))
    return game


def empty(*edits: str, scenario: str = "standard", **options: object) -> Game:
    """An empty board with a full Supply Stock, all else as these edit lines say."""
    stock = ("set stock.fuel 20", "set stock.ammo 30", "set stock.food 15")
    return table("clear units", "clear marks", *stock, *edits, scenario=scenario, **options)


def lying_open(*cards: str) -> list[str]:
    """Edit lines: these OKH cards lie open, all others are in the box."""
    types = [BOARD.cards[card].type for card in BOARD.okh]
    rest = " ".join(f"okh_{kind}" for kind in types if kind not in cards)
    return [f"cards box {rest} ...", "cards okh_open " + " ".join(f"okh_{card}" for card in cards)]


def run(script: str) -> Game:
    """Run a play script."""
    return play(script, fresh)


def holding(
    *cards: str, colour: str = "white", edits: tuple[str, ...] = (), **options: object
) -> Game:
    """A player in his turn who has these cards before him."""
    okh = [card for card in cards if card.startswith("okh")]
    kept = [card for card in cards if not card.startswith("okh")]
    lines = [f"cards okh.{colour} {' '.join(okh)}"] if okh else []
    lines += [f"cards kept.{colour} {' '.join(kept)}"] if kept else []
    return empty(*edits, *lines, f"set hq.{colour} 0", f"at 1 {colour} actions", **options)
