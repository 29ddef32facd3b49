"""Games for tests: a position built by the umpire's edit lines, orders, and what came of them."""

import engine
from engine import Game
from engine.games.iron_blood.show.view import IronBloodView
from tests.table import (
    SECRET,
    asked,
    kinds,
    look,
    names,
    piles_round_trip,
    places,
    prompt,
    refused,
    round_trips,
    told,
    words,
)

__all__ = [
    "SECRET",
    "asked",
    "empty",
    "hands",
    "kinds",
    "look",
    "names",
    "piles_round_trip",
    "places",
    "prompt",
    "refused",
    "round_trips",
    "stalin",
    "table",
    "told",
    "view",
    "won",
    "words",
]


def table(*edits: str, option: bool = False) -> Game:
    """A fresh game after these edit lines; `option` is the Anti-Partisan Division."""
    game = engine.new_game("iron_blood", options={"anti_partisan": option}, secret=SECRET)
    if edits:
        game.submit("gm", "\n".join(edits))
    return game


def empty(*edits: str, option: bool = False) -> Game:
    """An empty map (the fortresses stand), all else as these edit lines say."""
    return table("clear units", *edits, option=option)


def hands(axis: str = "", soviet: str = "", used: str = "") -> list[str]:
    """Edit lines that deal these tokens, by their last words (`used` by whole ids)."""
    lines = ["clear cards"]
    for side, kinds_ in (("axis", axis), ("soviet", soviet)):
        tokens = " ".join(f"{side}_general_{kind}" for kind in kinds_.split())
        lines.append(f"cards hand.{side} {tokens}".strip())
    return [*lines, f"cards used {used}".strip()]


def view(game: Game) -> IronBloodView:
    found = game.view(None)
    assert isinstance(found, IronBloodView)
    return found


def won(game: Game) -> tuple[tuple[str, ...], str] | None:
    result = game.result()
    return None if result is None else (result.winners, result.reason)


def stalin(*more: str, season: str = "1942_snow") -> Game:
    """The moment when Stalin may try."""
    game = empty(
        "put axis_infantry_1 0104",
        "put soviet_infantry_1 1003",
        *more,
        *hands(),
        "dice partisans 1",
        f"at {season} axis reinforce",
    )
    game.submit("soviet", "partisan 0504")
    game.submit("soviet", "end partisans")
    return game
