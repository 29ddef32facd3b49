"""Positions for tests of events: a battle or a phase, with these cards in the hands."""

import engine
from engine import Game, Receipt
from engine.core.events import Moment
from engine.games.no_retreat.acts import T
from engine.games.no_retreat.cards import moments
from engine.games.no_retreat.cards.events import EVENTS
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import SIDES
from engine.games.no_retreat.law.fight import Fight, battle, fighting
from tests.no_retreat.table import SECRET, names, running, told, words

FRONT = ("put pz_4 1808", "put army_9 1808", "put west 1908", "put kalinin 2008")
"""Axis and Soviets face each other in clear hexes, both in supply."""


def hands(axis: str = "", soviet: str = "") -> list[str]:
    """Edit lines for the hands; all other cards stay in the deck."""
    named = (("axis", axis), ("soviet", soviet))
    return [f"cards hand.{side} {cards}" for side, cards in named if cards]


def phase(
    station: str,
    *edits: str,
    axis: str = "",
    soviet: str = "",
    turn: int = 7,
    weather: str = "clear",
    ask: tuple[str, ...] = (),
    **options: object,
) -> Game:
    """An empty map, these edit lines and hands; entered at `SIDE PHASE`.

    `ask`: policies `SIDE KIND` that are on `ask` from the start.
    """
    scenario = str(options.pop("scenario", "campaign"))
    game = engine.new_game("no_retreat", scenario, {"joker": False, **options}, secret=SECRET)
    for words_ in ask:
        running(game).pos.policy[":".join(words_.split())] = "ask"
    clock = [f"set turn {turn}", f"set weather.{turn} {weather}"]
    if turn > 1 and weather == "snow":
        clock.append(f"set weather.{turn - 1} clear")
    if turn > 11:
        clock.append("set initiative soviet")
    cards = ["clear units", "clear cards", *hands(axis, soviet)]
    game.submit("gm", "\n".join([*cards, *clock, *edits, f"at {turn} {station}"]))
    return game


def attack(
    *edits: str,
    axis: str = "",
    soviet: str = "",
    dice: str = "3",
    by: str = "axis",
    target: str = "",
    units: str = "",
    arm: str = "",
    **more: object,
) -> Game:
    """The battle of FRONT at the attacker's window, or past it where he has no cards."""
    lines = [*FRONT, *edits, f"dice battle {dice}"]
    game = phase(f"{by} combat", *lines, axis=axis, soviet=soviet, **more)  # type: ignore[arg-type]
    target = target or {"axis": "1908", "soviet": "1808"}[by]
    units = units or {"axis": "pz_4 army_9", "soviet": "west"}[by]
    if arm:
        side, line = arm.split(maxsplit=1)
        game.submit(side, f"arm {line}")
    game.submit(by, f"target {target}")
    game.submit(by, "end targets")
    while game.pending()[0].side != by and battle(running(game)) is None:
        counterblows = "Counterblow" in game.pending()[0].prompt
        game.submit(game.pending()[0].side, "done" if counterblows else "pass")
    if game.pending()[0].prompt.startswith("Attack your targets"):
        game.submit(by, f"battle {target} with {units}")
    return game


def fought(*edits: str, by: str = "axis", answer: str = "pass", **more: object) -> str:
    """All that is told from the attacker's event on to the end of the battle, cards armed."""
    game = attack(*edits, by=by, **more)  # type: ignore[arg-type]
    log = ""
    while battle(running(game)) and "the die?" in game.pending()[0].prompt:
        log += told(game, game.submit(game.pending()[0].side, answer))
    return log


def playable(game: Game, side: str) -> set[str]:
    """The cards that a side can play now."""
    return words(game, side, "play ") if "play" in names(game, side) else set()


def finish(game: Game, side: str) -> None:
    """Phase after phase is ended, until the player turn of the side is over."""
    while running(game).s.phasing == SIDES.index(side):
        asked = game.pending()[0].side
        closing = {"pass", "done", "decline"}
        game.submit(asked, next(n for n in names(game, asked) if n[:4] == "end " or n in closing))


def fight(game: Game) -> Fight:
    """The battle under way."""
    return fighting(running(game))


def play(game: Game, side: str, line: str) -> str:
    """Play an event; what was told of it. Its card must have left the hand."""
    receipt: Receipt = game.submit(side, line)
    return told(game, receipt)


def half(card: int, side: str) -> str:
    """The name of a half."""
    return BOARD.card(card).halves[SIDES.index(side)].name


def could_hold(game: Game, side: str, kind: str, place: int = -1) -> bool:
    """Could the side play an event then, for all that everyone knows?"""
    return EVENTS.could_hold(running(game), Moment(side, kind, place))


def kinds(card: int, side: str) -> tuple[str, ...]:
    """When a half is played."""
    return moments.kinds(card, SIDES.index(side))


def table(game: Game) -> T:
    """The table, for what the rules code sees."""
    return running(game)
