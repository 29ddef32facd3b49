"""A game in a channel, as the bot holds it in memory."""

import asyncio
from collections import deque
from collections.abc import Mapping
from dataclasses import dataclass, field
from typing import NamedTuple, Protocol

import engine
import storage
from bot.catalogue import phrase
from bot.house.posting import Split
from bot.words import texts
from bot.words.refusal import Refusal
from engine import Game, Pending

PRACTICE = 0
"""The user of a seat that the practice opponent holds."""
Turns = Mapping[str, tuple[int, int]]
"""A turn by its name -> which of the public orders were given in it: after `from`, up to `to`."""


class Told(NamedTuple):
    """The sides that are asked and who has the seats, as the keeper was told last."""

    asked: tuple[str, ...]
    seats: Mapping[str, int]


@dataclass(eq=False)
class Table:
    """A game in a channel: its row, its seats, and the referee's game while it runs or is over."""

    row: storage.Game
    seats: dict[str, int]
    game: Game | None = None
    partners: dict[str, int] = field(default_factory=dict)
    """Who shares a side with its holder: either gives orders, both see the hand."""
    lock: asyncio.Lock = field(default_factory=asyncio.Lock)
    doubtful: bool = False
    """Memory may differ from the store: it is read again before anybody uses it."""
    damaged: bool = False
    """What is stored of the game cannot be read, or these rules do not know it."""
    record: str = ""
    """The record of the game: the chain of what everybody was told (`engine.core.record`)."""
    thread: int = 0
    """The thread in which a part of its posts stands, if it has one."""
    split: Split = "none"
    """Which part that is."""
    locked: bool = False
    """Moderators have locked it: its people can give no order."""
    causes: deque[str] = field(default_factory=lambda: deque(maxlen=50))
    driver: asyncio.Task[None] | None = None
    stuck: bool = False
    """The practice opponent failed when it acted last."""
    turns: tuple[int, Turns] | None = None
    """Its turns, as of a revision, where they were asked for."""
    told: Told | None = None
    heard: str | None = None
    """The turn at which it was looked last who watches: in the same one there is no news."""

    @property
    def id(self) -> int:
        return self.row.id

    @property
    def title(self) -> str:
        known = engine.catalogue().get(self.row.game)
        return known.title if known else self.row.game

    def called(self, side: str) -> str:
        """A side as people read it in this game."""
        return texts.name(self.row.game, side)

    @property
    def terms(self) -> str:
        """What is played: the scenario, and options that are not as usual."""
        return (
            "" if self.damaged else texts.terms(self.row.game, self.row.scenario, self.row.options)
        )

    @property
    def open(self) -> bool:
        return self.row.status in ("lobby", "running")

    def holds(self, channel: int) -> bool:
        """Is it the open game of a channel?"""
        return self.open and self.row.channel == channel

    @property
    def imported(self) -> bool:
        """Was it played elsewhere, and came here once it was over? One that was closed here has
        no result."""
        return self.row.status == "closed" and bool(self.game and self.game.result())

    @property
    def people(self) -> set[int]:
        """The users who hold a seat, the practice opponent aside."""
        return set(self.seats.values()) - {PRACTICE}

    def sides_of(self, user: int) -> list[str]:
        """The sides that a user holds or shares."""
        return [s for s, who in self.seats.items() if user in (who, self.partners.get(s, who))]

    def speaks_for(self, user: int) -> int:
        """Whose word a user gives where all people of a game are asked: of a shared seat, one."""
        if user in self.people:
            return user
        sides = [side for side, partner in self.partners.items() if partner == user]
        return self.seats.get(sides[0], user) if sides else user

    def running(self) -> Game:
        """The referee's game. Refusal when it has not begun or is over, or is damaged."""
        if self.damaged:
            raise Refusal(texts.damaged(self.title))
        if self.row.status == "lobby":
            raise Refusal(
                phrase(
                    "The game has not begun: it waits for its players. `/game join` "
                    "takes a seat, `/game start` begins."
                )
            )
        if self.game is None:
            raise Refusal(
                phrase("This game was closed before it began. `/game new` opens another.")
            )
        if not self.open:
            raise Refusal(phrase("This game is over. `/game export` has its whole log."))
        return self.game

    def unlocked(self) -> Game:
        """The referee's game, for its people to go on with it. Refusal also while it is locked."""
        game = self.running()
        if self.locked:
            raise Refusal(
                phrase(
                    "Moderators have locked this game: nobody can go on with it until they "
                    "unlock it. Its clocks stand. `/map` and `/hand` work as ever."
                )
            )
        return game

    def played(self) -> Game:
        """The referee's game, over or not. Refusal in the lobby, if it never began, if damaged."""
        return self.game if self.game is not None else self.running()

    def seat(self, user: int, pending: str | None = None) -> str:
        """The side that a user gives orders for; where they have several, the one that is asked.

        With `pending` it is the side of that question, if it is theirs.
        """
        own = self.sides_of(user)
        if not own:
            raise Refusal(
                phrase(
                    "You have no seat in this game, so you cannot give orders in it. "
                    "You are welcome to watch: `/map` and `/game status` work for "
                    "everybody."
                )
            )
        if self.game is not None:
            asked = [question for question in self.game.pending() if question.side in own]
            asked.sort(key=lambda question: question.id != pending)
            return asked[0].side if asked else own[0]
        return own[0]

    def not_twice(self, cause: str) -> None:
        """Refusal for what the interaction behind it has done already."""
        if cause in self.causes:
            raise Refusal(phrase("That was already done."))

    def pending_of(self, side: str) -> Pending | None:
        """The question that a side is asked now."""
        asked = self.game.pending() if self.game is not None else ()
        return next((pending for pending in asked if pending.side == side), None)


class Foreseen(NamedTuple):
    """What is to be kept of who is asked, when it is to be looked at again, if ever, of whom."""

    watch: storage.Json
    due: float | None
    told: Told


class Follower(Protocol):
    """Keeps who is asked."""

    async def turned(self, table: Table, *, earned: bool = True) -> None:
        """A game has gone on; `earned`: by an order, not by taking one back."""

    async def foreseen(self, table: Table, status: storage.Status) -> Foreseen | None:
        """What is to be kept once an order is on the disk, to be written with it; None: later."""
