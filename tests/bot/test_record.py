"""The record under each post: readers hold a receipt of the log, the export keeps all of it."""

import engine
from engine.core import record
from tests.bot.test_lobby import export
from tests.bot.world import World, quiet_moves


def shown(world: World) -> list[str]:
    return [one for post in world.posts() for one in record.posted(post.content)]


async def test_what_a_message_said_before_it_grew_is_in_the_export_too(world: World) -> None:
    table = await world.begin("iron_blood")
    await world.reach("move")
    copied = []
    for _ in range(40):
        game = table.running()
        side = game.pending()[0].side
        await world.order(world.player(side), game.auto(side))
        copied += shown(world)
    assert len(set(copied)) > 2 * len(shown(world))
    running = engine.verify(await export(world, world.clara))
    assert record.absent(copied, running.records) == []
    await world.play_on()
    verdict = engine.verify(await export(world, world.clara))
    assert verdict.faults == () and record.absent(copied, verdict.records) == []


async def test_posts_carry_the_record_and_the_export_holds_each(world: World) -> None:
    await world.every_act()
    table = await world.begin("iron_blood")
    await world.reach("move")
    game = table.running()
    side = game.pending()[0].side
    who = world.player(side)
    await world.order(who, quiet_moves(game, side)[0])
    await world.undo(who)
    await world.restart()
    await world.order(who, quiet_moves(game, side)[0])
    posted = shown(world)
    assert len(posted) == len(set(posted)) == 4 and {len(one) for one in posted} == {record.SHORT}
    running = engine.verify(await export(world, world.clara))
    assert running.running and record.absent(posted, running.records) == []
    await world.play_on()
    posted = shown(world)
    verdict = engine.verify(await export(world, world.clara))
    assert verdict.faults == () and verdict.uncompared == 0
    assert record.absent(posted, verdict.records) == []
    assert posted[-1] == verdict.records[-1]  # the last post has it whole


async def test_a_secret_order_leaves_the_record_alone(world: World, skirmish: str) -> None:
    table = await world.begin(skirmish)
    await world.order(world.anna, "plan bold")
    await world.order(world.boris, "plan wary")
    before, posts = table.record, len(world.posts())
    assert before
    game = table.running()
    side = next(side for side in game.sides if game.hand(side))
    card = game.complete(side, "arm ").items[0].value
    assert "Done" in await world.order(world.player(side), f"{card} at cancel")
    assert table.record == before and len(world.posts()) == posts
