"""The bot in a process of its own, to be killed at any moment.

Takes the database and the lull before an edit (seconds). Reads `go` and `finish` from standard
input and forks a bot for each; says what it does on standard output, one line each: PID,
START game seq, ACK game seq hash, POST row.., DEAD.
"""

import asyncio
import io
import os
import random
import sys
from collections.abc import Sequence
from dataclasses import replace
from pathlib import Path
from typing import Any

from PIL import Image
from simcord import Env

import engine
import renderer
from bot.channel.batch import Batch
from bot.channel.outbox import LONGEST_LULL, Outbox
from bot.channel.painter import Painter
from bot.client import Umpire
from bot.house.rules import AT_ONCE
from bot.local import simulated
from bot.play.table import Table
from bot.words.refusal import Refusal
from storage import Posted, Store
from tests.bot.world import components


def say(*words: object) -> None:
    os.write(1, (" ".join(map(str, words)) + "\n").encode())


async def small_picture(*_: object) -> renderer.Picture:
    out = io.BytesIO()
    Image.new("P", (8, 8)).save(out, "PNG")
    return renderer.Picture(out.getvalue(), 8, 8, "a small picture")


async def bot(database: Path, lull: float, finish: bool) -> None:
    """Play at random until killed; with `finish` only post what waits, and end."""
    with simulated.short_settle():
        tell_posts()
        client = Umpire(database, house=replace(AT_ONCE, lull=lull))
        await client.open()
        env = simulated.env_for(client)
        if lull:
            wait_outside(env)
        guild = env.create_guild()
        channel = guild.create_text_channel("front")
        people = [guild.add_member(env.create_user(name)) for name in ("anna", "boris")]
        simulated.use_present_time(env)
        async with simulated.running(env):
            await client.desk.outbox.beat()
            await env.settle()
            if finish:
                await asyncio.sleep(0.2 + 2 * lull)
                await env.settle()
                await client.desk.outbox.drained(10)
            while not finish:
                table = await table_of(client, channel, people)
                await act(client, env, channel, people, table)
                await env.advance_time(random.choice((0.0, lull, 2 * lull)))
            await client.close()


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
        [first, *_] = posts
        rows = await store._db.read(
            "SELECT game, seq FROM outbox WHERE id BETWEEN ? AND ?", first, posts[-1]
        )
        say("POST", *(f"{game}:{seq}" for game, seq in rows))
        await sent(store, posts, message, stands)

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
        say("ACK", table.id, table.row.seq, game.hash)


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
    database, lull = Path(sys.argv[1]), float(sys.argv[2])
    engine.catalogue()  # the rules are read once, not in every life
    for line in sys.stdin:
        child = os.fork()
        if child == 0:
            say("PID", os.getpid())
            random.seed()
            asyncio.run(bot(database, lull, line.strip() == "finish"))
            os._exit(0)
        os.waitpid(child, 0)
        say("DEAD")


if __name__ == "__main__":
    main()
