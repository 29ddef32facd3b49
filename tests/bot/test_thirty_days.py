"""Thirty days of one game: two seats, nights, days off, a pause, an outage, daylight saving, a
restart each night, a rollback, a claim and a substitute. Nothing is said twice, nothing is
forgotten, and the clocks agree to the second with an account of its own.
"""

import random
from collections import Counter
from dataclasses import dataclass, field

import pytest

import engine
from bot.channel.painter import Painter
from bot.house.clocks import GRACE, PRESETS
from bot.house.rules import DAY, HOUR
from tests.bot.conftest import small_picture
from tests.bot.test_months import dms
from tests.bot.world import START, World, said

CONTROL = PRESETS["normal"]
HERS = "axis"
"""Anna's side: she is called by direct message, and not at night."""


@dataclass
class Account:
    """A second set of books: each side's bank, added up from one event to the next."""

    at: float
    bank: dict[str, float]
    asked: set[str] = field(default_factory=set)
    off: set[str] = field(default_factory=set)
    """Sides whose clocks stand."""
    graced: set[str] = field(default_factory=set)

    def until(self, now: float) -> None:
        for side in self.asked - self.off:
            self.bank[side] -= now - self.at
            if self.bank[side] <= 0 and side not in self.graced:
                self.graced.add(side)
                self.bank[side] += GRACE
        self.at = now

    def turn(self, asked: set[str], now: float, *, earned: bool = True) -> None:
        self.until(now)
        for side in self.asked - asked:
            self.bank[side] = max(self.bank[side], 0.0)
            if earned:
                bonus = min(self.bank[side] + CONTROL.bonus, CONTROL.most)
                self.bank[side] = max(self.bank[side], bonus)
        self.asked = set(asked)


@dataclass
class Month:
    """The game, its books, and how often each side was asked."""

    world: World
    books: Account
    rng: random.Random
    since: dict[str, float] = field(default_factory=dict)
    """Side that is asked -> since when."""
    heard: int = 0
    """Messages that anna had when she came to be asked."""
    turns: Counter[str] = field(default_factory=Counter)

    async def note(self, *, earned: bool = True) -> None:
        """What is asked now, in the books and in the counts."""
        table = await self.world.table()
        asked = {p.side for p in table.running().pending()}
        now = table.row.updated
        self.turns.update(asked - self.books.asked)
        messages = len(dms(self.world.anna))
        if HERS in self.books.asked - asked and now - self.since[HERS] > 12 * HOUR:
            assert messages > self.heard or self.turns[HERS] == 1, "asked for a night, and not told"
        if HERS in asked - self.books.asked:
            self.heard = messages
        self.since.update(dict.fromkeys(asked - self.books.asked, now))
        self.books.turn(asked, table.row.updated, earned=earned)

    async def check(self) -> None:
        table = await self.world.table()
        watch = await self.world.bot.desk.keeper.watch(table)
        now = self.world.now()
        self.books.until(now)
        for side, clock in watch.clocks.seats.items():
            assert clock.at(now) == pytest.approx(self.books.bank[side], abs=1.0), side

    async def play(self, count: int) -> None:
        for _ in range(count):
            table = await self.world.table()
            game = table.running()
            side = game.pending()[0].side
            cause = f"played-{table.row.seq}-{self.rng.random()}"
            await self.world.bot.desk.games.order(table, table.seats[side], game.auto(side), cause)
            await self.note()
        await self.world.bot.desk.outbox.drained(10)

    async def days(self, count: float, *, playing: bool = True) -> None:
        """Six hours at a time, with some orders, and a restart each night."""
        for step in range(round(count * 4)):
            await self.world.wait(0.25)
            if playing and self.rng.random() < 0.6:
                await self.play(self.rng.randrange(1, 3))
            if step % 4 == 3:
                await self.world.restart()
            await self.check()


async def test_thirty_days(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Painter, "work", small_picture)
    world.later = 1_792_000_000.0 - START  # in October: the clocks of Berlin change on the 25th
    table = await world.begin("iron_blood", clock="normal")
    books = Account(table.row.updated, dict.fromkeys(table.game.sides, CONTROL.bank))
    month = Month(world, books, random.Random(5))
    await month.note()
    await world.slash(world.anna, "me notices", how="message", zone="Europe/Berlin", quiet="22-7")
    await month.days(6)

    # days off for one
    [side] = (await world.table()).sides_of(world.boris.id)
    await world.slash(world.boris, "me vacation", days=4)
    books.until(world.now())
    books.off.add(side)
    await world.env.advance_time(6)
    await month.days(3)
    await world.slash(world.boris, "me vacation", days=0)
    books.until(world.now())
    books.off.clear()
    await world.env.advance_time(6)
    await month.days(3)

    # two days without the bot
    await world.bot.close()
    books.until(world.now())
    world.later += 2 * DAY
    books.at = world.now()
    world.bot = world.new_bot()
    await world.env.restart_bot(world.bot)
    await month.days(5)

    # back to an earlier point
    await world.slash(world.anna, "game rollback", to=20)
    offer = [p for p in world.posts() if "offers to go back" in p.content][-1]
    assert "went back" in said(await world.press(world.boris, offer, "Agree"))
    await month.note(earned=False)
    await month.days(5)

    # nobody plays: the time of one runs out, the other claims, somebody else takes the seat
    (late,) = books.asked
    before = sum("you decide" in p.content for p in world.posts())
    while sum("you decide" in p.content for p in world.posts()) == before:
        await world.wait(0.25)
        await month.check()
    seats = (await world.table()).seats
    other = world.anna if seats[late] == world.boris.id else world.boris
    post = [p for p in world.posts() if "you decide" in p.content][-1]
    assert "practice opponent" in said(await world.press(other, post, "Claim"))
    await world.wait(0.01)
    post = [p for p in world.posts() if "Take the seat" in repr(p.components)][-1]
    assert "You play" in said(await world.press(world.clara, post, "Take the seat"))
    table = await world.table()
    watch = await world.bot.desk.keeper.watch(table)
    assert watch.clocks.seats[late].at(world.now()) == pytest.approx(CONTROL.bank, abs=HOUR)
    assert (world.now() - books.at) < HOUR

    # what people heard
    calls = [text for text in dms(world.anna) if "you are asked as" in text]
    assert len(calls) <= month.turns[HERS]

    # and the record of it all
    quit_ = await world.slash(world.clara, "game resign")
    await world.press(world.clara, quit_.response, "Yes, resign")
    export = await world.slash(other, "game export")
    file = (export.response or export.followups[0]).attachments[0]
    text = (await file.read()).decode()
    assert "gm> rollback" in text
    assert engine.verify(text).faults == ()
