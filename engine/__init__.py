"""The referee: pure rules, without input or output.

>>> import engine
>>> g = engine.new_game("iron_blood")
>>> [p.side for p in g.pending()]
['axis']
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass
from functools import cache
from importlib import import_module
from importlib.resources import files
from typing import Any

import msgspec

from engine.core import game as _game
from engine.core.answers import Pending, Receipt, Result, SlotInfo, VerbInfo
from engine.core.errors import (
    Ambiguous,
    Illegal,
    Malformed,
    OrderError,
    OutOfTurn,
    Over,
    Stale,
    Unfinished,
    Unreadable,
)
from engine.core.explain import Explained, explain
from engine.core.game import Game
from engine.core.logbook import Heard, Logged, Verdict, export
from engine.core.logbook import verify as _verify
from engine.core.orders import Completions, Item
from engine.core.overlay import Overlay
from engine.core.position import opened
from engine.core.rules import HandCard, Option, OptionValue, Preview, Rules
from engine.core.script import ScriptError
from engine.core.script import play as _play
from engine.core.tell import side as called
from engine.core.trial import Stop, Trial, Tried, trial
from engine.games import ROOMS

__all__ = [
    "Ambiguous",
    "Completions",
    "Explained",
    "Game",
    "GameInfo",
    "HandCard",
    "Illegal",
    "Item",
    "Logged",
    "Malformed",
    "Option",
    "OrderError",
    "OutOfTurn",
    "Over",
    "Overlay",
    "Pending",
    "Preview",
    "Receipt",
    "Result",
    "ScriptError",
    "SlotInfo",
    "Stale",
    "Stop",
    "Trial",
    "Tried",
    "Unfinished",
    "Unreadable",
    "VerbInfo",
    "Verdict",
    "catalogue",
    "explain",
    "export",
    "info",
    "load",
    "new_game",
    "play",
    "rule_name",
    "rules",
    "side_name",
    "trial",
    "verify",
]


@dataclass(frozen=True, slots=True)
class GameInfo:
    """A game of the catalogue: `scenarios` maps ids to titles; `sides(scenario, options)`."""

    id: str
    title: str
    scenarios: Mapping[str, str]
    options: tuple[Option, ...]
    sides: Callable[[str, Mapping[str, OptionValue]], tuple[str, ...]]
    provenance: str


@cache
def rules(game: str) -> Rules[Any, Any]:
    """The rules of a game. Malformed when there is no such game.

    >>> rules("iron_blood").title
    'Iron, Blood, Snow & Mud'
    """
    if game not in ROOMS:
        raise Malformed(f"There is no game {game!r}; there are {', '.join(sorted(ROOMS))}.")
    found: Rules[Any, Any] = import_module(f"engine.games.{game}.rules").RULES
    return found


def side_name(game: str, side: str) -> str:
    """A side as people read it, in the word of the game's book.

    >>> side_name("russia_besieged", "soviet"), side_name("no_retreat", "soviet")
    ('Russian', 'Soviet')
    """
    names = rules(game).names if game in ROOMS else {}
    return called(names, side)


def rule_name(rule: str) -> str:
    """A rule as people find it in its rulebook: by its number, or by the heading that has none.

    >>> rule_name("10.2"), rule_name("7.5.5a"), rule_name("phase2.convoy"), rule_name("7.cards")
    ('10.2', '7.5.5a', 'Convoy', '7, Pursuit cards and effects')
    """
    if rule not in _headings():
        return rule
    number = rule.partition(".")[0]
    heading = _headings()[rule]
    return f"{number}, {heading}" if number.isdecimal() else heading


@cache
def _headings() -> Mapping[str, str]:
    """The rules whose ids are words of our own, of all games -> their headings."""
    found: dict[str, str] = {}
    for room in ROOMS:
        index = json.loads((files(f"engine.games.{room}.data") / "rules_index.json").read_bytes())
        found |= {rule["id"]: rule["words"] for rule in index if re.search("[a-z]{2}", rule["id"])}
    return found


def catalogue() -> dict[str, GameInfo]:
    """The games on the shelf, by id.

    >>> sorted(catalogue())
    ['iron_blood', 'no_retreat', 'race_to_moscow', 'russia_besieged', 'stalins_war']
    """
    return {room: info(room) for room in ROOMS}


def info(game: str) -> GameInfo:
    """What there is to know of a game before it begins.

    >>> len(info("russia_besieged").scenarios)
    7
    """
    r = rules(game)
    return GameInfo(r.id, r.title, r.scenarios, r.options, r.sides, r.provenance)


def new_game(
    id: str,
    scenario: str | None = None,
    options: Mapping[str, object] | None = None,
    secret: bytes = b"",
) -> Game:
    """A fresh game. Its dice come from `secret`: 32 random bytes in earnest play.

    >>> new_game("race_to_moscow", options={"soviet": True}, secret=bytes(32)).sides
    ('gray', 'white', 'brown', 'soviet')
    """
    return _game.new_game(rules(id), scenario, options, secret)


class _Head(msgspec.Struct):
    game: str


_head = msgspec.json.Decoder(_Head)


def load(blob: bytes, steps: Sequence[bytes] = ()) -> Game:
    """The game that was dumped; `steps` (of the game that was dumped) give it its undo.

    Raises Unreadable where the bytes are no game.

    >>> load(new_game("iron_blood").dump()).id
    'iron_blood'
    """
    try:
        found = rules(_head.decode(opened(blob)).game)
    except (msgspec.MsgspecError, ValueError, Malformed) as error:
        raise Unreadable(f"The bytes are no game: {error}") from error
    return _game.load_game(found, blob, steps)


def play(script: str) -> Game:
    """Run a play script (see `engine.core.script`). ScriptError where it does not hold.

    >>> game = play("game iron_blood\\naxis> setup suggested\\n= minsk control soviet")
    >>> [asked.side for asked in game.pending()]
    ['axis']
    """
    return _play(script, new_game)


def verify(script: str, heard: Heard | None = None) -> Verdict:
    """Play an export again and check its orders, dice and positions; `heard` is told of each."""
    return _verify(script, new_game, heard)
