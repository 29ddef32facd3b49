"""What happened since: the map compared, a recap to page through, the position at a message."""

from itertools import pairwise

import pytest

from bot.channel.painter import Painter
from bot.play import history, since
from tests.bot.conftest import small_picture
from tests.bot.world import World, components, latest, quiet_moves, said


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Painter, "work", small_picture)


@pytest.fixture
async def war(world: World) -> World:
    await world.begin("iron_blood")
    await world.reach("move")
    return world


async def one_more(world: World) -> str:
    """One more move of who is asked; its line."""
    game = (await world.table()).running()
    side = game.pending()[0].side
    line = quiet_moves(game, side)[0]
    assert "Done" in await world.order(world.player(side), line)
    return line


async def asked(world: World):
    side = (await world.table()).running().pending()[0].side
    who = world.player(side)
    return who, world.boris if who is world.anna else world.anna


async def test_since_i_last_looked(war: World) -> None:
    _, other = await asked(war)
    await war.slash(other, "map")
    store, table = war.bot.desk.store, await war.table()
    count = await store.told(table.id)
    for _ in range(2):
        await one_more(war)
    answer = said(await war.slash(other, "map", since="me"))
    assert f"what has changed since order {count}" in answer
    answer = said(await war.slash(other, "map", since="me"))
    assert f"what has changed since order {count + 2}" in answer


async def test_since_my_last_order_and_the_last_turn(war: World) -> None:
    who, other = await asked(war)
    await one_more(war)
    store, table = war.bot.desk.store, await war.table()
    count = await store.told(table.id)
    answer = said(await war.slash(who, "map", since="order"))
    assert f"since order {count}" in answer
    assert "no order in this game" in said(await war.slash(war.clara, "map", since="order"))
    assert "since order 0" in said(await war.slash(other, "map", since="turn"))
    assert "none of me, order, turn" in said(await war.slash(other, "map", since="yore"))
    offered = await other.autocomplete(war.channel, "map", "since", "")
    assert [choice["value"] for choice in offered[:4]] == ["me", "order", "turn", str(count)]


async def test_the_last_turn_began_where_its_first_phase_did(war: World) -> None:
    """Found from the end of the log as it is from its beginning."""
    table = await war.table()
    turns: set[str] = set()
    await war.play_on(lambda game, _: bool(turns.add(game.view(None).turn)) or len(turns) == 4)
    store = war.bot.desk.store
    began = await history.turn_began(store, table)
    steps = await history.steps(store, table)
    names = [(step.number, turn) for step in steps for turn in step.turns]
    changes = [number for (_, a), (number, b) in pairwise(names) if a != b]
    assert len(changes) == 3 and began == changes[-2]
    after = (await history.game_after(store, table, steps[began - 1])).view(None).turn
    assert after != table.running().view(None).turn and after in turns


async def test_a_recap_pages_through_what_happened(war: World) -> None:
    _, other = await asked(war)
    count = await war.bot.desk.store.told((await war.table()).id)
    lines = [await one_more(war) for _ in range(2)]
    for _ in range(15):
        await war.play_one((await asked(war))[0])
    answer = await war.slash(other, "recap", since=str(count))
    first = answer.response or answer.followups[0]
    assert said(answer).startswith("**Iron, Blood") and first.attachments
    assert all(line.split()[1] in first.content for line in lines)
    pages, text = 1, first.content
    while any(c.get("label") == "Next" for c in components(latest(war, other, first.id))):
        await war.env.advance_time(4)  # however many pages, at a reader's pace
        await war.press(other, latest(war, other, first.id), "Next")
        now = latest(war, other, first.id)
        assert now.content != text and len(now.attachments) == 1
        text, pages = now.content, pages + 1
    assert pages > 1 and f"page {pages} of {pages}" in text
    await war.press(other, latest(war, other, first.id), "Back")
    assert f"page {pages - 1} of {pages}" in latest(war, other, first.id).content
    await war.env.advance_time(11)
    assert "Nothing has happened" in said(await war.slash(other, "recap"))
    assert not any("page 1 of" in post.content for post in war.posts()), "it is private"


async def test_the_position_at_a_message(war: World) -> None:
    table, store = await war.table(), war.bot.desk.store
    await war.every_act()
    positions, messages = [], []
    for _ in range(3):
        await one_more(war)
        positions.append(await store.told(table.id))
        messages.append([p for p in war.posts() if "-# record" in p.content][-1])
    for number, message in zip(positions, messages, strict=True):
        found = await war.clara.context_menu(war.channel, "Position at this message", message)
        assert f"after order {number} · " in said(found)
    [first] = [post for post in war.posts() if "SHA-256" in post.content]
    assert "at the start" in said(
        await war.clara.context_menu(war.channel, "Position at this message", first)
    )


async def test_a_message_that_has_grown_has_its_latest_position(war: World) -> None:
    table, store = await war.table(), war.bot.desk.store
    for _ in range(3):
        await one_more(war)
    message = [p for p in war.posts() if "-# record" in p.content][-1]
    found = await war.clara.context_menu(war.channel, "Position at this message", message)
    assert f"after order {await store.told(table.id)} · " in said(found)


async def test_the_map_of_a_moment_reads_the_last_snapshot_and_what_follows(
    war: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await war.play_on(lambda *_: False)
    table, store = await war.table(), war.bot.desk.store
    number = await store.told(table.id)
    read = []
    actions, told = store.actions, store.told_actions

    async def counting(game: int, since: int = 0, until: int = 2**62):
        found = await actions(game, since, until)
        read.extend(found)
        return found

    async def counting_told(game: int, skip: int, count: int = -1):
        found = await told(game, skip, count)
        read.extend(found)
        return found

    monkeypatch.setattr(store, "actions", counting)
    monkeypatch.setattr(store, "told_actions", counting_told)
    for at in (1, number // 2, number - 1):
        read.clear()
        await war.slash(war.clara, "map", at=at)
        kept = await store.snapshot(table.id, read[0].seq)
        assert 0 < len(read) <= read[0].seq - kept.seq + 1 < 12
    read.clear()
    await war.clara.autocomplete(war.channel, "map", "at", "")
    assert len(read) == 25


async def test_only_players_are_noted_unless_they_ask(war: World) -> None:
    table, store = await war.table(), war.bot.desk.store
    await war.slash(war.clara, "map")
    assert await since.seen(store, table, war.clara.id) == 0
    await war.slash(war.clara, "map", since="me")
    assert await since.seen(store, table, war.clara.id) == table.row.seq
