"""The bot in a process of its own, to be killed at any moment.

Takes the database, the lull before an edit (seconds), how many shards there are, and the seconds of
silence after which a lease is free (0: at once, where its process is dead). With two shards it is
one of two processes, each with a server of its own, and gives an order in a game of the other's now
and then. Reads `go` and `finish` from standard input and forks a bot for each; says what it does on
standard output, one line each: PID, SHARD number, ACK game seq hash, POST game:seq.., LOST,
DRAINED, DEAD.
"""

import asyncio
import io
import os
import random
import secrets
import sys
from collections.abc import Sequence
from dataclasses import replace
from datetime import timedelta
from typing import Any

from PIL import Image
from simcord import Env

import engine
import renderer
import storage.lease
from bot import desk
from bot.channel.batch import Batch
from bot.channel.outbox import LONGEST_LULL, Outbox
from bot.channel.painter import Painter
from bot.client import Umpire
from bot.house.rules import AT_ONCE
from bot.local import simulated
from bot.play.games import Games
from bot.play.table import Table
from bot.words.refusal import Refusal
from engine.core.errors import OrderError
from storage import Conflict, LeaseLost, Posted, Store
from tests.bot.world import components


def say(*words: object) -> None:
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


async def small_picture(*_: object) -> renderer.Picture:
    out = io.BytesIO()
    Image.new("P", (8, 8)).save(out, "PNG")
    return renderer.Picture(out.getvalue(), 8, 8, "a small picture")


async def bot(database: str, lull: float, shards: int, finish: bool) -> None:
    """Play at random until killed; with `finish` only post what waits, and end."""
    with simulated.short_settle():
        tell_posts()
        note_causes()
        client = Umpire(database, house=replace(AT_ONCE, lull=lull), shards=shards, each=1)
        await client.open()
        own = client.desk.store.shards
        say("SHARD", own.first)
        env = simulated.env_for(client)
        if lull:
            wait_outside(env)
        fronts = servers(env, shards)
        channel, people = fronts[own.first]
        simulated.use_present_time(env)
        if shards > 1:
            beating = asyncio.create_task(beat(client))  # noqa: F841, RUF006
        async with simulated.running(env):
            await client.desk.outbox.beat()
            await env.settle()
            if finish:
                await asyncio.sleep(0.2 + 2 * lull)
                await env.settle()
                await client.desk.outbox.drained(10)
                if (
                    shards > 1
                ):  # until all shards are drained: given back, they would be taken again
                    say("DRAINED")
                    await asyncio.Event().wait()
            while not finish:
                if shards > 1 and random.random() < 0.3:
                    await from_elsewhere(client, *fronts[1 - own.first])
                table = await table_of(client, channel, people)
                await act(client, env, channel, people, table)
                await env.advance_time(random.choice((0.0, lull, 2 * lull)))
            await client.close()


def servers(env: Env, shards: int) -> list[tuple[Any, list[Any]]]:
    """A channel and its people on each shard, the same in every process."""
    users = [env.create_user(name) for name in ("anna", "boris")]
    found = {}
    while len(found) < shards:
        guild = env.create_guild()
        channel = guild.create_text_channel("front")
        found[(guild.id >> 22) % shards] = channel, [guild.add_member(user) for user in users]
        env.backend.clock._epoch += timedelta(milliseconds=1)
    return [found[shard] for shard in range(shards)]


async def beat(client: Umpire) -> None:
    """Hold the lease by the clock on the wall, which the simulated one does not follow."""
    while True:
        await asyncio.sleep(storage.lease.STALE / 5)
        try:
            await client.desk.store.beat_lease()
        except LeaseLost:
            lost()


def lost() -> None:
    """As it ends when it has lost its lease, but at once."""
    say("LOST", os.getpid())
    os._exit(1)


CAUSES: list[str] = []
"""Of what was asked last."""


def note_causes() -> None:
    order, undo = Games.order, Games.undo

    async def noted(games: Games, table: Table, user: int, text: str, cause: str, *more: Any,
                    **named: Any) -> Any:  # fmt: skip
        CAUSES.append(cause)
        return await order(games, table, user, text, cause, *more, **named)

    async def undone(games: Games, table: Table, user: int, cause: str, *more: Any) -> str:
        CAUSES.append(cause)
        return await undo(games, table, user, cause, *more)

    Games.order, Games.undo = noted, undone  # type: ignore[method-assign]


async def acknowledged(client: Umpire, game: int) -> None:
    """What was asked last in a game has been answered: it is done."""
    rows = await client.desk.store._db.read(
        "SELECT seq, hash FROM actions WHERE game = ? AND cause = ?", game, CAUSES[-1]
    )
    say("ACK", game, *(rows[0] if rows else (1_000_000, "gone")))


async def from_elsewhere(client: Umpire, channel: Any, people: Sequence[Any]) -> None:
    """An order in a game of the other process, as one that comes by direct message would be."""
    row = await client.desk.store.game_in(channel.id)
    if row is None or row.status != "running":
        return
    table = await client.desk.games.get(row.id)
    side = table.running().pending()[0].side
    setup = table.running().complete(side, "setup suggested").complete
    line = "setup suggested" if setup else table.running().auto(side)
    user = people[side == "soviet"].id
    try:
        await client.desk.games.order(table, user, line, f"elsewhere-{secrets.token_hex(8)}")
    except (Refusal, OrderError, Conflict):  # the other has gone on with it meanwhile
        say("MISSED", row.id)
    except LeaseLost:
        lost()
    else:
        say("ELSEWHERE", row.id)
        await acknowledged(client, row.id)


def wait_outside(env: Env) -> None:
    """Nobody waits for the end of a lull: the simulated clock brings it, or a kill."""
    wait = Outbox._lull

    async def lull(outbox: Outbox, channel: int, game: int) -> Batch:
        found = wait(outbox, channel, game)
        return await env.external_wait(found, reason="for further orders")

    Outbox._lull = lull  # type: ignore[method-assign]


def tell_posts() -> None:
    sent = Store.sent

    async def told(
        store: Store, posts: Sequence[int], message: int, stands: Sequence[Posted] = ()
    ) -> None:
        marks = ", ".join("?" * len(posts))
        rows = await store._db.read(
            f"SELECT game, seq, id FROM outbox WHERE id IN ({marks})", *posts
        )
        say("POST", *(f"{game}:{seq}" for game, seq, _ in rows))
        await sent(store, posts, message, stands)
        say("SENT", posts[0], *(row for *_, row in rows))

    Store.sent = told  # type: ignore[method-assign]


async def table_of(client: Umpire, channel: object, people: Sequence[object]) -> Table:
    """The open game of the channel; a new one when there is none."""
    anna, boris = people
    try:
        table = await client.desk.games.at(channel.id)
    except Refusal:
        table = None
    if table is None or not table.open:
        await anna.slash(channel, "game new", game="iron_blood", clock="fast")
        table = await client.desk.games.at(channel.id)
    if table.row.status == "lobby":
        await boris.slash(channel, "game join", side="soviet")
        await anna.slash(channel, "game start")
        table = await client.desk.games.at(channel.id)
        say("ACK", table.id, table.row.seq, table.running().hash)
    return table


SURE = ("Yes, ", "Take it back")


async def act(client: Umpire, env: Env, channel: Any, people: Sequence[Any], table: Table) -> None:
    """One order, or now and then an undo; said only after the private answer has come."""
    if random.random() < 0.3:
        await offer(env, channel, people, table)
        return
    game = table.running()
    side = game.pending()[0].side
    who = people[side == "soviet"]
    if random.random() < 0.1 and game.steps:
        answer = await who.slash(channel, "undo")
    else:
        setup = game.complete(side, "setup suggested").complete
        line = "setup suggested" if setup else game.auto(side)
        answer = await who.slash(channel, "order", line=line)
    text = answer.response.content if answer.response else ""
    sure = [c for c in components(answer.response) if (c.get("label") or "").startswith(SURE)]
    if sure:
        await who.click(answer.response, custom_id=sure[0]["custom_id"])
        asked = answer.response.id
        text = next(m.content for m in channel.history(viewer=who) if m.id == asked)
    if text.startswith(("Done", "Taken back")):
        await acknowledged(client, table.id)


OFFERS = ("game pause", "game resume", "game rollback", "game draw")


async def offer(env: Env, channel: Any, people: Sequence[Any], table: Table) -> None:
    """Something that both agree to, or not."""
    one, other = random.sample(list(people), 2)
    what = random.choices(OFFERS, (5, 5, 3, 1))[0]
    options = {"to": random.randint(0, table.row.seq)} if what == "game rollback" else {}
    await one.slash(channel, what, **options)
    await env.advance_time(LONGEST_LULL)  # what is offered stands in the channel
    label = random.choice(("Agree", "Agree", "Decline"))
    for message in reversed(channel.history(viewer=other)[-5:]):
        for button in components(message):
            if button.get("label") == label:
                await other.click(message, custom_id=button["custom_id"])
                say("OFFER", what.split()[1], label)
                return


def main() -> None:
    Painter.work = small_picture  # type: ignore[assignment, method-assign]
    Painter.warm = lambda *_: None  # type: ignore[method-assign]
    database, lull, shards = sys.argv[1], float(sys.argv[2]), int(sys.argv[3])
    if silence := float(sys.argv[4]):  # as on machines of their own
        storage.lease.STALE = silence
        storage.lease._dead = lambda _: False  # type: ignore[assignment]
    desk.WAITS = 0.1
    engine.catalogue()  # the rules are read once, not in every life
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            say("PID", os.getpid())
            random.seed()
            asyncio.run(bot(database, lull, shards, line.strip() == "finish"))
            os._exit(0)
        os.waitpid(child, 0)
        say("DEAD")


if __name__ == "__main__":
    main()
