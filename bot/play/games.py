"""The way of an order: lock, apply, commit; and the games that are open in memory.

Everything that changes a game goes through here, whatever it was asked by: a
typed line, a slash command, a button, a menu or the practice opponent.
"""

import asyncio
import contextlib
import logging
import os
from collections import OrderedDict
from collections.abc import AsyncIterator, Callable, Mapping, Sequence
from contextlib import asynccontextmanager
from contextvars import Context
from dataclasses import dataclass
from typing import Any

from msgspec.structs import replace

import engine
import storage
from bot.catalogue import channel, msgid, phrase
from bot.house import tally
from bot.house.precedence import Precedence
from bot.play import posts, reading, results, writing
from bot.play.history import impulse
from bot.play.table import PRACTICE, Follower, Table
from bot.words import texts
from bot.words.refusal import Refusal
from bot.words.summary import ends, summary
from engine import Receipt
from engine.core.entries import Ordered, decode, public
from engine.core.groups import grouped
from engine.core.orders import split
from storage import NewDeed, Store, Write

log = logging.getLogger(__name__)

LOCK_WAIT = 2.0
"""Seconds that an order waits for the one before it."""

OPEN_GAMES = 64
"""Games kept in memory; the others are read again when they are needed."""

NO_GAME = msgid("There is no game in this channel. `/game new` opens one.")


@dataclass(frozen=True)
class Done:
    """An order that is safe on the disk: what ran, what was left, and the private part."""

    side: str
    receipt: Receipt


class Games:
    """All games of one store. `kick` is called with a channel after each commit."""

    def __init__(self, store: Store, kick: Callable[[int], None]) -> None:
        self.store = store
        self._kick = kick
        self._follower: Follower | None = None
        self._tables: OrderedDict[int, Table] = OrderedDict()
        self._channels: dict[int, int] = {}
        self._loading = asyncio.Lock()
        self._closing = False
        self.precedence = Precedence()
        self.unsure: set[int] = set()  # may have gone on, and nothing is noted of who is asked

    def follow(self, follower: Follower) -> None:
        """Have it told of each change that is on the disk, while the game is still alone."""
        self._follower = follower

    async def close(self) -> None:
        """Let the practice opponents come to the end of what they do."""
        self._closing = True
        drivers = [table.driver for table in self._tables.values() if table.driver]
        if drivers:
            await asyncio.wait(drivers, timeout=LOCK_WAIT)

    # finding ---------------------------------------------------------------

    async def at(self, channel: int) -> Table:
        """The open game of a channel, or else its last one. Refusal when there was none."""
        table = await self.find(channel)
        if table is None:
            raise Refusal(phrase(NO_GAME))
        return table

    async def find(self, channel: int) -> Table | None:
        """The open game of a channel, or else its last one, or none."""
        known = self._channels.get(channel, 0)
        if known in self._tables and (table := await self.get(known)).holds(channel):
            return table
        row = await self.store.game_in(channel)
        if row is None:
            return None
        self._channels[channel] = row.id
        return await self.get(row.id)

    async def get(self, number: int) -> Table:
        """A game by its number, from memory or from the store. Refusal when there is none."""
        async with self._loading:
            table = self._tables.get(number)
            if table is None:
                table = self._tables[number] = await reading.table(self.store, number)
                self._forget_old()
        self._tables.move_to_end(number)
        if table.doubtful:
            async with self.alone(table):
                pass
        self.drive(table)
        return table

    def _forget_old(self) -> None:
        for number in list(self._tables):
            if len(self._tables) <= OPEN_GAMES:
                return
            if not self._tables[number].lock.locked():
                del self._tables[number]

    def doubt(self, number: int = 0) -> None:
        """What is in memory of a game, or (0) of all, may differ from the store."""
        for game in [number] if number else list(self._tables):
            if table := self._tables.get(game):
                table.doubtful = True

    def forget(self, number: int) -> None:
        """A game is not in the store any more."""
        if table := self._tables.pop(number, None):
            self._channels.pop(table.row.channel, None)

    async def _refresh(self, table: Table) -> None:
        """Take what is stored for the truth."""
        table.doubtful = False  # first: what is heard meanwhile makes it so again
        try:
            fresh = await reading.table(self.store, table.id)
        except BaseException:
            table.doubtful = True
            raise
        table.row, table.seats, table.game = fresh.row, fresh.seats, fresh.game
        table.damaged, table.record = fresh.damaged, fresh.record
        table.partners = fresh.partners
        table.thread, table.split = fresh.thread, fresh.split
        table.locked = fresh.locked
        table.told = None

    async def _moved_on(self, table: Table) -> bool:
        """Whether another process has gone on with a game: word of it may be under way yet."""
        shared = self.store.shared
        return shared and await self.store.revision(table.id) != table.row.rev

    @asynccontextmanager
    async def alone(self, table: Table) -> AsyncIterator[Table]:
        """The game for oneself. If anything unexpected happens, memory is thrown away."""
        try:
            async with asyncio.timeout(LOCK_WAIT):
                await table.lock.acquire()
        except TimeoutError:
            raise Refusal(
                phrase("The last order is still being worked on. Please try again in a moment.")
            ) from None
        try:
            if table.doubtful or await self._moved_on(table):
                await self._refresh(table)
            yield table
        except (engine.OrderError, Refusal):
            raise
        except BaseException:
            table.doubtful = True
            self.unsure.add(table.id)
            raise
        finally:
            table.lock.release()

    # orders ----------------------------------------------------------------

    async def order(
        self,
        table: Table,
        user: int,
        text: str,
        cause: str,
        pending: str | None = None,
        *,
        ask: bool = False,
    ) -> Done:
        """Carry out one or more lines for the user's side; on return they are on the disk.

        With `ask` what would leave something undone raises engine.Unfinished first.
        """
        async with tally.order(table.row.game), self.precedence.person(), self.alone(table):
            table.unlocked()
            side = table.seat(user, pending)
            table.not_twice(cause)
            receipt = await self._submit(table, side, user, text, cause, pending, ask=ask)
        self.drive(table)
        return Done(side, receipt)

    async def undo(self, table: Table, user: int, cause: str, pending: str | None = None) -> str:
        """Take the last order of the user's side back, to the last door; the lines taken back."""
        async with self.precedence.person(), self.alone(table):
            game = table.unlocked()
            side = table.seat(user)
            table.not_twice(cause)
            if pending is not None and all(p.id != pending for p in game.pending()):
                raise engine.Stale(
                    phrase("That question has been answered already; nothing was done.")
                )
            free = {verb.name for verb in game.verbs(side) if verb.free}
            before = game.dump()
            receipt = game.undo(side)
            last, lines = await self.last_order(table, free)
            action = writing.action(table, "undo", side, user, "undo", cause, receipt.entries)
            written = await self.store.undo(
                table.id,
                table.row.rev,
                action,
                posts.undone(table, side, lines, last, before, action.record),
                state=game.dump(),
            )
            await self.written(table, written)
        return lines

    async def goes_back(self, table: Table, user: int) -> str:
        """The lines that an undo would take back now. An OrderError where it would be refused."""
        game = table.unlocked()
        side = table.seat(user)
        engine.load(game.dump(), game.steps).undo(side)
        free = {verb.name for verb in game.verbs(side) if verb.free}
        return (await self.last_order(table, free))[1]

    async def last_order(self, table: Table, free: set[str]) -> tuple[storage.Action | None, str]:
        """The order that stands last, and its lines as everybody may read them."""
        for action in reversed(await self.store.actions(table.id, since=table.row.door)):
            orders = [e for e in public(decode(action.entries)) if isinstance(e, Ordered)]
            lines = [e.line for e in orders if e.line.split()[0] not in free]
            if action.undone_by is None and action.kind == "order" and lines:
                return action, "\n".join(map(table.played().short, lines))
        return None, ""

    async def _submit(
        self,
        table: Table,
        side: str,
        user: int | None,
        text: str,
        cause: str,
        pending: str | None = None,
        *,
        ask: bool = False,
    ) -> Receipt:
        """Have the referee carry an order out, and write it: only then it counts.

        Each line of several is an action of its own, so that it can be taken back by itself;
        they are written together, and posted together.
        """
        game = table.running()
        lines: Sequence[str] = (text,)
        left: Sequence[str] = ()
        several = len(split(text)) > 1 or grouped(game.table, side, game.offers(side), text)
        if several:  # all or none of them: they are tried together first
            copy = engine.load(game.dump())
            tried = copy.submit(side, text, cause=cause, pending=pending, ask=ask)
            lines, left, ask = tried.ran, tried.left, False
        receipts: list[Receipt] = []
        writes: list[Write] = []
        begun = game.view(None).turn
        for number, line in enumerate(lines):
            about = cause if number == 0 else f"{cause}.{number + 1}"
            answers = pending if number == 0 else None
            receipt, write = self._one(table, side, user, line, about, answers, ask=ask)
            receipts.append(receipt)
            writes.append(write)
        if ends(receipts[-1].entries, begun, side):
            told = await impulse(self.store, table, begun, side)
            told += [public(receipt.entries) for receipt in receipts]
            with channel(table.row.guild):
                posts.summed_up(writes[-1].posts, summary(table.row.game, begun, side, told))
        *first, last = writes
        follower = self._follower
        seen = await follower.foreseen(table, last.status) if follower else None
        written = await self.store.commit(
            table.id,
            table.row.rev,
            last.state,
            last.action,
            door=last.door,
            step=last.step,
            status=last.status,
            posts=last.posts,
            first=first,
            watching=(seen.watch, seen.due) if seen else None,
        )
        table.told = seen.told if seen else table.told
        table.causes.extend(write.action.cause for write in first)
        news = any(write.posts for write in writes)
        await self.written(table, written, news=news, writes=len(writes))
        return Receipt(
            tuple(line for receipt in receipts for line in receipt.ran),
            tuple(left),
            [entry for receipt in receipts for entry in receipt.entries],
            receipts[-1].revision,
            receipts[-1].door,
        )

    def _one(
        self,
        table: Table,
        side: str,
        user: int | None,
        text: str,
        cause: str,
        pending: str | None,
        *,
        ask: bool,
    ) -> tuple[Receipt, Write]:
        """Have the referee carry one line out; what is to be written of it."""
        game = table.running()
        asked = pending or getattr(table.pending_of(side), "id", "")
        steps, before = len(game.steps), game.view(None)
        receipt = game.submit(side, text, cause=cause, pending=pending, ask=ask)
        [line] = receipt.ran
        kind: storage.Kind = "auto" if user is None else "order"
        kind = "resign" if line == "resign" else kind
        action = writing.action(table, kind, side, user, line, cause, receipt.entries)
        table.record = action.record
        told = public(receipt.entries)
        return receipt, Write(
            state=game.dump(),
            action=replace(action, pending=asked),
            door=receipt.door,
            step=len(game.steps) > steps,
            status=writing.status(game, action),
            posts=posts.order(table, side, told, before, action.record),
        )

    async def written(
        self, table: Table, action: storage.Action, *, news: bool = True, writes: int = 1
    ) -> None:
        """An action is on the disk."""
        table.causes.append(action.cause)
        table.record = action.record
        earned = action.kind not in ("undo", "rollback", "edit")
        await self.read_back(table, news=news, earned=earned, writes=writes)

    async def read_back(
        self, table: Table, *, news: bool = True, earned: bool = True, writes: int = 1
    ) -> None:
        """A change is on the disk: nothing that fails from here on may say otherwise.

        Without `news` for the channel nothing is posted there, not even what waits to be
        tried again: when that goes out would tell of a secret order.
        """
        written = table.row.rev + writes
        try:
            table.row = await self.store.game(table.id)
            if self.store.shared and table.row.rev != written:  # another has gone on with it
                table.doubtful = True
        except Exception:
            log.exception("game %s could not be read back", table.id)
            table.doubtful = True
        if not table.open:
            try:
                await results.settle(self.store, table)
            except Exception:  # the next start tries again
                log.exception("the result of game %s could not be kept", table.id)
        if self._follower is not None:
            try:
                await self._follower.turned(table, earned=earned)
            except Exception:
                log.exception("who is asked in game %s could not be noted", table.id)
                table.told = None
                self.unsure.add(table.id)
        if news:
            self._kick(table.row.channel)
            if table.thread:
                self._kick(table.thread)

    # the practice opponent -------------------------------------------------

    def drive(self, table: Table) -> None:
        """Let the practice opponent act if it is asked; it works beside the answer, and where the
        game's server is."""
        if not self.store.shards.has(table.row.guild):
            return
        if table.driver is None and self.practice_asked(table):
            table.driver = asyncio.create_task(
                self._drive(table), name=f"practice {table.id}", context=Context()
            )

    def practice_asked(self, table: Table) -> str | None:
        """The side of the practice opponent that is asked now, if any."""
        if table.row.status != "running" or table.game is None or table.locked or not table.people:
            return None  # without a person nobody would see it play
        asked = (p.side for p in table.game.pending())
        return next((side for side in asked if table.seats.get(side) == PRACTICE), None)

    def practice_acts(self, table: Table) -> bool:
        """Whether the practice opponent is at work, so that the panel would soon be another."""
        return table.driver is not None and not table.stuck

    async def _drive(self, table: Table) -> None:
        try:
            while not self._closing and self.practice_asked(table):
                # somebody's order takes long, or came from elsewhere: once more
                with contextlib.suppress(Refusal, storage.Conflict):
                    async with self.precedence.practice(), self.alone(table):
                        await self._auto(table)
            table.stuck = False
        except Exception:
            log.exception("the practice opponent of game %s stopped", table.id)
            table.stuck = True
        finally:
            table.driver = None
        if not table.stuck:
            self._kick(table.row.channel)  # the panel has waited for it

    async def _auto(self, table: Table) -> None:
        side = self.practice_asked(table)
        game = table.game
        if side is None or game is None:
            return
        cause = f"auto-{game.chain[:32]}"  # counts no secret order: exports show it
        await self._submit(table, side, None, game.auto(side), cause)

    # life of a game --------------------------------------------------------

    async def create(
        self,
        *,
        guild: int,
        channel: int,
        owner: int,
        game: str,
        scenario: str,
        options: Mapping[str, Any],
        seats: Mapping[str, int] = {},
        settings: Mapping[str, Any] = {},
    ) -> Table:
        """A new game in its lobby. Refusal when its channel has an open one that can be read."""
        before = await self.find(channel)
        if before is not None and before.damaged and before.open:
            await self._give_way(before)
        try:
            row = await self.store.create_game(
                guild=guild,
                channel=channel,
                owner=owner,
                game=game,
                scenario=scenario,
                options=dict(options),
                seats=seats,
                settings=settings,
            )
        except storage.ChannelBusy:
            raise Refusal(
                phrase(
                    "This channel has an open game already. Play it to the end, agree to "
                    "`/game end` it, or open the new one in another channel or thread."
                )
            ) from None
        self._channels[channel] = row.id
        return await self.get(row.id)

    async def _give_way(self, damaged: Table) -> None:
        with channel(damaged.row.guild):
            await self.end(damaged, texts.gave_way(damaged.title))

    def sides(self, table: Table) -> tuple[str, ...]:
        """The sides of a game as it was set up."""
        if table.game is not None:
            return table.game.sides
        if table.damaged:
            return tuple(table.seats)
        info = engine.catalogue()[table.row.game]
        return tuple(info.sides(table.row.scenario, table.row.options))

    async def take_seat(self, table: Table, side: str, user: int) -> None:
        """Give a free side to a user. Refusal when it is taken or the game has begun."""
        if table.row.status != "lobby":
            raise Refusal(phrase("The seats of this game are given; it has begun."))
        if side not in self.sides(table):
            names = ", ".join(self.sides(table))
            raise Refusal(phrase("This game has no such side. Its sides: {names}.", names=names))
        try:
            await self.store.take_seat(table.id, side, user)
        except storage.SeatTaken:
            raise Refusal(phrase("{side} is taken already.", side=table.called(side))) from None
        table.seats[side] = user

    async def leave_seats(self, table: Table, user: int) -> list[str]:
        """Free the sides of a user in the lobby; which. Refusal when there are none to leave."""
        async with self.alone(table):
            if table.row.status != "lobby":
                raise Refusal(
                    phrase("The game has begun: `/game resign` gives it up, `/game end` asks all.")
                )
            left = table.sides_of(user)
            if not left:
                raise Refusal(phrase("You have no seat in this game."))
            for side in left:
                await self.store.leave_seat(table.id, side, user)
                del table.seats[side]
        return left

    async def start(self, table: Table, user: int) -> None:
        """Begin: the secret of the dice is made and its commitment posted."""
        async with self.alone(table):
            if table.row.status != "lobby":
                raise Refusal(phrase("This game has begun already."))
            if table.damaged:
                raise Refusal(texts.damaged(table.title))
            if user not in (*table.seats.values(), table.row.owner):
                raise Refusal(
                    phrase("Only its players can begin the game. `/game join` takes a seat.")
                )
            free = [side for side in self.sides(table) if side not in table.seats]
            if free:
                raise Refusal(
                    phrase(
                        "Still without a player: {free}. Somebody can `/game join`, or `/game "
                        "join practice:True` gives the seat to the practice opponent.",
                        free=texts.both(table.row.game, free),
                    )
                )
            if not table.people:
                raise Refusal(
                    phrase(
                        "A game needs a person in it: with `/game leave` and `/game "
                        "join` somebody can take a seat, or `/game end` closes it."
                    )
                )
            row = table.row
            game = engine.new_game(row.game, row.scenario, row.options, secret=os.urandom(32))
            await self.store.start_game(
                row.id,
                row.rev,
                game.dump(),
                game.commitment,
                posts.started(row, game),
            )
            table.game = game
            await self.read_back(table)
        self.drive(table)

    async def expire(self, table: Table, text: str) -> None:
        """Close a game that still waits for its players. Refusal when it has begun."""
        async with self.alone(table):
            if table.row.status != "lobby":
                raise Refusal(phrase("This game has begun."))
            await self._close(table, text)

    async def end(self, table: Table, text: str, deed: NewDeed | None = None) -> None:
        """End an open game without a result; `deed` is the moderator's who does it."""
        async with self.alone(table):
            if not table.open:
                raise Refusal(phrase("This game is over already."))
            await self._close(table, text, deed)

    async def _close(self, table: Table, text: str, deed: NewDeed | None = None) -> None:
        words = posts.closed(table.row, text, table.game, table.record)
        await self.store.close_game(table.id, table.row.rev, words, deed)
        await self.read_back(table)

    async def post(self, table: Table, *news: storage.Post) -> None:
        """Have something posted, though no order was given."""
        for post in news:
            await self.store.add_post(table.id, table.row.seq, post)
        self._kick(table.row.channel)

    async def refresh_panel(self, table: Table) -> None:
        """Have the panel looked at, though no order was given."""
        await self.post(table, posts.panel(table.row))

    async def lost(self, channel: int) -> None:
        """A channel is gone: so is the game in it, for nobody could reach it any more."""
        row = await self.store.game_in(channel)
        if row is None:
            return
        table = await self.get(row.id)
        async with self.alone(table):
            if table.open:
                await self.store.close_game(table.id, table.row.rev)
                await self.read_back(table)
                log.info("game %s was closed: its channel %s is gone", table.id, channel)

    async def forfeit(self, table: Table, side: str, cause: str) -> None:
        """A side has lost on time: the game ends as if it had given up."""
        async with self.alone(table):
            table.running()
            table.not_twice(cause)
            await self._submit(table, side, None, "resign", cause)

    async def log_of(self, table: Table) -> list[storage.Action]:
        """The actions of a game, those taken back included."""
        return await self.store.actions(table.id)
