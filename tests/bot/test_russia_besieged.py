"""Russia Besieged end to end against the practice opponent: lobby, set-up, impulses, pictures."""

from collections.abc import Callable

from bot.play.table import PRACTICE
from engine import Game
from tests.bot.world import World, components, said

GAME = "russia_besieged"


async def quickly(world: World, stop: Callable[[Game], bool]) -> None:
    """Play on by advice for anna, past the slash commands; one post tells it all."""
    table, games = await world.table(), world.bot.desk.games
    kick, games._kick = games._kick, lambda _: None
    while not stop(table.running()):
        if table.driver is not None:
            await table.driver
            continue
        line = table.running().auto("axis")
        await games.order(table, world.anna.id, line, f"played-{table.row.seq}")
    games._kick = kick
    world.bot.desk.outbox.kick(world.channel.id)
    await world.bot.desk.outbox.drained(20)


async def test_an_impulse_of_each_side_against_the_practice_opponent(world: World) -> None:
    """§3.0: set-up in its areas, an impulse by orders with pictures, then the Russians' own"""
    await world.slash(world.anna, "game new", game=GAME, options="setup=free", practice=True)
    table = await world.table()
    assert table.seats == {"axis": world.anna.id, "soviet": PRACTICE}
    await world.env.settle()
    asked = table.running().pending()[0]
    assert asked.side == "axis", "the Russians stand where the sheet puts them"
    assert asked.prompt.startswith("Put your units where you like")
    assert "Done" in await world.order(world.anna, "deploy 41pz 0929")
    assert "(rule: 23.04)" in await world.order(world.anna, "deploy 41pz warsaw")
    assert "Done" in await world.order(world.anna, "end setup")
    assert "May/June 1941 · Movement, first impulse" in world.panel().content
    line = table.running().auto("axis")
    assert line.startswith("move ") and "Done" in await world.order(world.anna, line)
    picture = world.pictures()[-1]
    assert " moves " in (picture.attachments[0].description or "")
    assert picture.attachments[0].size < 600_000
    await quickly(world, lambda game: game.pending()[0].kind != "turn" or fights(game))
    before = len(world.pictures())
    attack = table.running().auto("axis")
    assert attack.startswith("attack ") and "Done" in await world.order(world.anna, attack)
    assert len(world.pictures()) > before
    await quickly(world, lambda game: game.table.s.turn == 2 and game.table.s.side == 0)
    log = await world.bot.desk.games.log_of(table)
    russian = [action for action in log if action.side == "soviet"]
    assert {action.kind for action in russian} == {"auto"}
    assert sum(action.line == "end movement" for action in russian) == 2, "both their impulses"
    assert "July 1941" in world.panel().content
    shown = await world.slash(world.clara, "map")
    assert shown.response.attachments[0].size < 600_000
    assert "July 1941" in (shown.response.attachments[0].description or "")
    status = said(await world.slash(world.clara, "game status"))
    assert "Axis" in status and "Russian" in status, "the book's word for the side"
    seen = "\n".join([status, *(post.content for post in world.posts())])
    assert "Soviet" not in seen and "Russian: end movement" in seen


async def test_a_lobby_and_its_lists_name_the_sides_as_the_book_does(world: World) -> None:
    """2.0: the side is the Russians'; its id in orders and commands stays `soviet`"""
    await world.slash(world.anna, "game new", game=GAME, side="axis")
    assert "Russian: free" in world.panel().content
    assert "Play Russian" in str(components(world.panel()))
    assert "You play Russian" in said(await world.slash(world.boris, "game join", side="soviet"))


async def test_who_ends_a_movement_phase_reads_first_what_is_owed(world: World) -> None:
    """§10.1: the question before `end movement` names each attack and its best odds"""
    await world.slash(world.anna, "game new", game=GAME, practice=True)
    table = await world.table()
    await world.env.settle()
    await quickly(world, lambda game: "up to" in game.preview("end movement").lines[0])
    owed = table.running().preview("end movement").lines
    asked = said(await world.slash(world.anna, "order", line="end movement"))
    assert all(line in asked for line in owed)
    assert table.running().pending()[0].prompt.startswith("May 1941"), "nothing has ended yet"


async def test_of_several_lines_the_last_one_tells_what_those_before_it_bring(world: World) -> None:
    """§10.1: who goes next to the enemy in the same text owes an attack when movement ends"""
    await world.slash(world.anna, "game new", game=GAME, practice=True)
    await world.env.settle()
    box = await world.slash(world.anna, "orders")
    asked = said(await world.anna.submit_modal(box, {"lines": "move 41pz 0826\nend movement"}))
    assert "0825: up to " in asked and "Really `end movement`?" in asked


def fights(game: Game) -> bool:
    """Is it time to attack?"""
    return game.pending()[0].prompt.startswith(("Attack", "You must attack"))
