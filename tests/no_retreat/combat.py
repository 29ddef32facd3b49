"""Positions for tests of chapter 10: a few counters, the marks, the dice."""

from engine import Game
from engine.games.no_retreat.acts import T
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import SIDES
from engine.games.no_retreat.law.fight import fighting
from engine.games.no_retreat.law.odds import Preview
from engine.games.no_retreat.play.battle import battle_preview
from tests.no_retreat.table import empty, place, running, unit

EXAMPLE = (
    "put army_9 1402", "put army_16 1503", "put army_18 1503", "put pz_3 1404 reduced",
    "put army_4 1505", "put leningrad 1401 red", "put volkhov 1502", "put northwest 1504",
    "put kalinin 1506 red",
)  # fmt: skip
"""The Counterblow example (§10.7; T7)."""


def combat(
    *edits: str, turn: int = 7, side: str = "axis", weather: str = "clear", **options: object
) -> Game:
    """An empty map, these edit lines, and a Combat Phase; no windows open for lack of cards."""
    clock = (f"set turn {turn}", f"set weather.{turn - 1} clear", f"set weather.{turn} {weather}")
    return empty("clear cards", *clock, *edits, f"at {turn} {side} combat", joker=False, **options)


def declared(*edits: str, targets: str, turn: int = 7, side: str = "axis", **more: object) -> Game:
    """The same with these targets declared and no Counterblows."""
    game = combat(*edits, turn=turn, side=side, **more)
    game.submit(side, f"target {targets}")
    game.submit(side, "end targets")
    return game


def seen(game: Game, targets: str, units: str, support: str = "", side: str = "axis") -> Preview:
    """The preview of an attack by words."""
    t = running(game)
    hexes = [place(word) for word in targets.split()]
    return battle_preview(
        t.s, t.d, SIDES.index(side), hexes, [unit(u) for u in units.split()], support
    )


def shifts(preview: Preview) -> dict[str, int]:
    """Reason -> columns."""
    return {shift.reason: shift.columns for shift in preview.shifts}


def column(number: int) -> str:
    """A column by its words."""
    return "CA" if number < 0 else BOARD.columns[number]


def now(game: Game) -> T:
    """The table, with a battle on it."""
    t = running(game)
    fighting(t)
    return t
