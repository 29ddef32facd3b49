"""A quarter of all calls fails, half of these after they were carried out: nothing is lost."""

import random
from collections import Counter
from typing import Any

import pytest

import engine
from bot.channel.outbox import REPEAT
from bot.channel.painter import Painter
from bot.words import limits
from engine.core.entries import Ended, decode, public
from tests.bot.conftest import small_picture
from tests.bot.wire import wired
from tests.bot.world import World, components

ORDERS = 200
SHARE = 0.25


async def act(world: World, who: Any, line: str) -> None:
    """An order, or an undo; and the button of what is asked first, if that arrives."""
    asked = await (world.slash(who, "order", line=line) if line else world.slash(who, "undo"))
    for button in components(asked.response) if asked.response else ():
        if str(button.get("label")).startswith(("Yes, ", "Take it back")):
            await who.click(asked.response, custom_id=button["custom_id"])


async def played(world: World, dice: random.Random, seed: int) -> None:
    """Orders by slash command, an undo now and then, with time between them."""
    table = await world.table()
    with wired(world.now, seed) as wire:
        wire.share = SHARE
        for _ in range(ORDERS):
            if not table.open:
                break
            game, before = table.running(), table.row.seq
            side = game.pending()[0].side
            if dice.random() < 0.05:  # an offer is under way; it lapses with the next order
                await world.slash(world.player(side), "game pause")
            undo = game.steps and dice.random() < 0.2 and game.table.pos.last == side
            setup = game.complete(side, "setup suggested").complete
            line = "setup suggested" if setup else game.auto(side)
            for _ in range(30):  # what is asked first may not arrive: people try again
                await act(world, world.player(side), "" if undo else line)
                if table.row.seq > before:
                    break
            assert table.row.seq == before + 1
            if dice.random() < 0.5:
                await world.env.advance_time(dice.choice((1, 3, 8)))
        failed = len(wire.calls)
        wire.share = 0.0
        for _ in range(60):
            await world.env.advance_time(20)
            if not await world.bot.desk.store.pending_posts(world.channel.id):
                break
        assert failed > ORDERS * 3


async def test_a_quarter_of_all_calls_fails(world: World, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Painter, "work", small_picture)
    table = await world.begin("iron_blood", clock="fast")
    await played(world, random.Random(12), seed=12)
    assert table.row.seq > 180
    assert not await world.bot.desk.store.pending_posts(world.channel.id)
    posted = Counter(
        line.replace("~~", "")
        for post in world.posts()
        if not post.content.startswith(REPEAT)
        for line in post.content.splitlines()
    )
    expected = await told(world, table.running() if table.open else table.played())
    missing, twice = (
        expected - posted,
        Counter(
            {line: posted[line] - count for line, count in expected.items() if posted[line] > count}
        ),
    )
    assert not missing, missing
    assert not twice, twice
    assert sum("Asked <t:" in panel.content for panel in world.panels()) == table.open
    timers = await world.bot.desk.store.timers_of(table.id)
    assert sum(timer.kind == "watch" for timer in timers) == table.open
    watch = await world.bot.desk.keeper.watch(table)
    asked = [pending.side for pending in table.played().pending()]
    assert sorted(watch.calls) == sorted(asked)
    assert watch.clocks is not None and sorted(watch.clocks.ends()) == sorted(asked)


async def told(world: World, game: engine.Game) -> Counter[str]:
    """All that everybody has to be told, from the log."""
    found: Counter[str] = Counter()
    table = await world.table()
    for action in await world.bot.desk.store.actions(table.id):
        for entry in public(decode(action.entries)):
            if not isinstance(entry, Ended):
                found.update(limits.plain(game.tell(entry)).splitlines())
        if action.kind == "undo":
            found["an undo"] += 1
    undos = sum("takes back: " in post.content for post in world.posts())
    assert undos, "the run has undos"
    taken_back = Counter(
        line
        for post in world.posts()
        for line in post.content.splitlines()
        if "takes back: " in line
    )
    assert sum(taken_back.values()) == found.pop("an undo")
    return found
