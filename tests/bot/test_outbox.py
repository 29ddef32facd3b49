"""What is posted: nothing is held back by what cannot go, nothing is posted twice."""

import asyncio
import re
from collections.abc import AsyncIterator
from typing import Any

import pytest

import engine
import renderer
from bot.channel import outbox
from bot.channel.panel import FOOT
from bot.channel.pictures import Drawn
from bot.local import simulated
from bot.play import posts as posts_of
from bot.play.posts import SHOWN
from bot.words import limits
from engine.core.entries import AnyEntry, decode, public
from storage import sqlite
from tests.bot.wire import Wire, no_files, posts, too_large, wired
from tests.bot.world import World, components, quiet_moves, said


@pytest.fixture
async def war(world: World) -> World:
    await world.begin("iron_blood")
    await world.reach("move")
    return world


@pytest.fixture
async def wire(war: World) -> AsyncIterator[Wire]:
    with wired(war.now) as found:
        yield found


async def mover(world: World) -> tuple[engine.Game, str, Any]:
    game = (await world.table()).running()
    side = game.pending()[0].side
    return game, side, world.player(side)


async def armed(world: World) -> str:
    """A line that arms a card of the Axis."""
    game = (await world.table()).running()
    line = game.complete("axis", "arm ").items[0].value.strip()
    while not game.complete("axis", line).complete:
        line = game.complete("axis", f"{line} ").items[0].value.strip()
    return line


async def later(world: World, seconds: int) -> None:
    """So much later; in steps, since simcord gives each 5 s of real time."""
    for _ in range(0, seconds, 20):
        await world.env.advance_time(20)


async def orders(world: World, number: int) -> None:
    """So many orders, told in one post."""
    count = iter(range(number + 1))
    await world.play_on(lambda *_: next(count) == number)


def told(world: World, words: str) -> list[str]:
    """The messages that have these words, as everybody reads them."""
    return [post.content for post in world.posts() if words in post.content]


# nothing that cannot go holds back the rest -----------------------------------------


async def test_without_attach_files_words_and_panel_go(war: World, wire: Wire) -> None:
    _, side, who = await mover(war)
    wire.refuse = no_files
    await war.press(who, (await war.press(who, war.panel(), "End movement")).response, "Yes")
    assert told(war, f"{side.title()}: end movement")
    await war.play_on(lambda game, side: bool(a_move(game, side)))
    game, side, who = await mover(war)
    assert "Done" in await war.order(who, a_move(game, side))
    assert told(war, outbox.NO_FILES)
    table = await war.table()
    asked = table.running().pending()[0]
    assert asked.prompt in war.panel().content, "the panel stands"
    assert not await war.bot.desk.store.pending_posts(war.channel.id)
    wire.refuse = None
    answer = await war.slash(who, "map")
    assert answer.response.attachments


def a_move(game: engine.Game, side: str) -> str:
    """A move that is a whole order, "" if there is none."""
    if "move" not in [verb.name for verb in game.verbs(side)]:
        return ""
    return next(iter(quiet_moves(game, side)), "")


@pytest.mark.parametrize("status", [400, 403, 413])
async def test_whatever_picture_is_refused_the_words_go_with_a_note(
    war: World, wire: Wire, status: int
) -> None:
    game, side, who = await mover(war)
    wire.refuse = lambda method, path, _, files: (
        (status, 0) if files and posts(method, path) else None
    )
    await war.order(who, quiet_moves(game, side)[0])
    [post] = [post for post in war.posts() if f"{side.title()}: move" in post.content]
    assert "/map" in post.content and not post.attachments
    assert not await war.bot.desk.store.pending_posts(war.channel.id)


async def test_words_that_are_refused_are_left_out_and_the_panel_goes(
    war: World, wire: Wire, incidents: list[str]
) -> None:
    game, side, who = await mover(war)
    wire.refuse = lambda method, path, body, _: (
        (400, 50035) if posts(method, path) and "move" in str(body.get("content")) else None
    )
    await war.order(who, quiet_moves(game, side)[0])
    assert told(war, outbox.NO_WORDS)
    assert not await war.bot.desk.store.pending_posts(war.channel.id)
    assert incidents
    incidents.clear()


async def test_a_private_answer_goes_without_a_file_that_is_too_large(
    war: World, wire: Wire
) -> None:
    wire.refuse = too_large
    for command in ("map", "hand", "game export"):
        answer = await war.slash(war.anna, command)
        text = said(answer)
        assert "did not take the file" in text or command == "hand", text
    await war.slash(war.clara, "map", public=True)
    assert told(war, "did not take the file")


@pytest.mark.incident
async def test_one_game_that_cannot_be_read_holds_up_no_other_of_its_channel(
    war: World, incidents: list[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    first = await war.table()
    await war.slash(war.anna, "game end")
    await war.slash(war.boris, "game end")
    await war.bot.desk.games.refresh_panel(first)
    await war.slash(war.anna, "game new", game="iron_blood")
    real = war.bot.desk.games.get

    async def get(number: int) -> Any:
        if number == first.id:
            raise ValueError("damaged")
        return await real(number)

    monkeypatch.setattr(war.bot.desk.games, "get", get)
    await war.bot.desk.store.add_post(first.id, 0, posts_of.panel(first.row))
    await war.slash(war.boris, "game join")
    await war.bot.desk.outbox.drained(5)
    assert "Soviet: <@" in war.panels()[-1].content
    before = len(incidents)
    await later(war, 60)
    assert len(incidents) - before <= 6, "tried again later and later"
    incidents.clear()


async def test_a_channel_that_cannot_be_posted_in_stops_no_other(war: World, wire: Wire) -> None:
    """However many posts of it wait."""
    table = await war.table()
    for _ in range(150):
        await war.bot.desk.store.add_post(table.id, table.row.seq, posts_of.panel(table.row))
    here = str(war.channel.id)
    wire.refuse = lambda method, path, *_: (403, 50013) if here in path else None
    there = war.guild.create_text_channel("elsewhere")
    wire.share = 1.0
    await war.clara.slash(there, "game new", game="iron_blood")
    wire.share = 0.0
    await later(war, 10)
    assert "waits for its players" in there.last_message.content


# secret orders move nothing ---------------------------------------------------------


async def test_a_secret_order_before_the_panel_does_not_strand_it(war: World, wire: Wire) -> None:
    _, _, who = await mover(war)
    wire.refuse = lambda method, path, *_: (403, 50013) if posts(method, path) else None
    await war.press(who, (await war.press(who, war.panel(), "End movement")).response, "Yes")
    line = await armed(war)
    assert "Done" in await war.order(war.anna, line)
    wire.refuse = None
    await later(war, 30)
    asked = (await war.table()).running().pending()[0]
    assert asked.prompt in war.panel().content
    assert not await war.bot.desk.store.pending_posts(war.channel.id)
    await war.restart()
    assert asked.prompt in war.panel().content


async def test_a_secret_order_has_nothing_tried_again(war: World, wire: Wire) -> None:
    game, side, who = await mover(war)
    wire.refuse = lambda method, path, *_: (403, 50013) if posts(method, path) else None
    await war.order(who, quiet_moves(game, side)[0])
    line = await armed(war)
    calls = sum(posts(method, path) for _, method, path, *_ in wire.calls)
    assert "Done" in await war.order(war.anna, line)
    await war.bot.desk.outbox.drained(5)
    assert sum(posts(method, path) for _, method, path, *_ in wire.calls) == calls


# nothing twice ----------------------------------------------------------------------


async def test_words_whose_answer_is_lost_are_posted_once_whatever_comes_after(
    war: World, wire: Wire
) -> None:
    game, side, who = await mover(war)
    first, *_ = quiet_moves(game, side)
    lose_answer(wire)
    await war.order(who, first)
    game, side, who = await mover(war)
    second = quiet_moves(game, side)[-1]
    await war.order(who, second)
    await later(war, 60)
    log = await war.bot.desk.store.actions((await war.table()).id)
    for action in log[-2:]:
        for entry in public(decode(action.entries)):
            assert len(told(war, limits.plain(game.tell(entry)))) == 1
    assert not told(war, outbox.REPEAT)


def edits(method: str, path: str) -> bool:
    return method == "PATCH" and "/messages/" in path


async def test_an_edit_for_which_there_were_too_many_is_made_again(war: World, wire: Wire) -> None:
    """Its answer was lost before: as another message it would say the same twice."""
    game, side, who = await mover(war)
    await war.order(who, quiet_moves(game, side)[0])
    once = wire._once

    def lost(path: str, body: Any, send: Any) -> Any:
        once(path, body, send)
        raise TimeoutError("no answer")

    def too_many(method: str, path: str, *_: Any) -> tuple[int, int] | None:
        wire._once = lost if edits(method, path) else once  # type: ignore[method-assign]
        return None

    wire.refuse = too_many
    game, side, who = await mover(war)
    assert "Done" in await war.order(who, quiet_moves(game, side)[-1])
    wire._once = once  # type: ignore[method-assign]
    [action] = (await war.bot.desk.store.actions((await war.table()).id))[-1:]
    [words, *_] = [limits.plain(game.tell(entry)) for entry in public(decode(action.entries))]
    assert len(told(war, words)) == 1
    wire.refuse = lambda method, path, *_: (429, 0) if edits(method, path) else None
    await later(war, 20)
    wire.refuse = None
    await later(war, 60)
    assert len(told(war, words)) == 1
    assert not await war.bot.desk.store.pending_posts(war.channel.id)


async def test_words_are_struck_out_though_there_were_too_many_edits(
    war: World, wire: Wire
) -> None:
    game, side, who = await mover(war)
    line = quiet_moves(game, side)[0]
    await war.order(who, line)
    wire.refuse = lambda method, path, *_: (429, 0) if edits(method, path) else None
    await war.undo(who)
    assert not told(war, f"~~{side.title()}: {line}~~")
    wire.refuse = None
    await later(war, 60)
    assert told(war, f"~~{side.title()}: {line}~~")


def lose_answer(wire: Wire) -> None:
    """The next message arrives, and its answer is lost."""
    once = wire._once

    def lost(path: str, body: Any, send: Any) -> Any:
        answer = once(path, body, send)
        if path.endswith("/messages") and isinstance(body, dict) and "nonce" in body:
            wire._once = once  # type: ignore[method-assign]
            raise simulated.refusal(500)
        return answer

    wire._once = lost  # type: ignore[method-assign]


async def test_a_repeat_after_the_nonce_is_forgotten_says_so(war: World, wire: Wire) -> None:
    game, side, who = await mover(war)
    lose_answer(wire)
    await war.order(who, quiet_moves(game, side)[0])
    wire.refuse = lambda method, path, *_: (500, 0) if posts(method, path) else None
    await later(war, 600)
    wire.refuse = None
    await later(war, 700)
    assert [text.startswith(outbox.REPEAT) for text in told(war, f"{side.title()}: move")][-2:] == [
        False,
        True,
    ]


async def test_a_panel_whose_answer_is_lost_is_posted_once(war: World, wire: Wire) -> None:
    for _ in range(4):
        lose_answer_of_panel(wire)
        await orders(war, 20)
        await later(war, 60)
        assert (await war.table()).running().pending()[0].prompt in war.panel().content


def lose_answer_of_panel(wire: Wire) -> None:
    once = wire._once

    def lost(path: str, body: Any, send: Any) -> Any:
        answer = once(path, body, send)
        if isinstance(body, dict) and ":p" in str(body.get("nonce")):
            wire._once = once  # type: ignore[method-assign]
            raise simulated.refusal(500)
        return answer

    wire._once = lost  # type: ignore[method-assign]


async def test_old_panels_lose_their_buttons_in_the_end(war: World, wire: Wire) -> None:
    wire.refuse = lambda method, *_: (500, 0) if method == "PATCH" else None
    for _ in range(2):
        await orders(war, 20)
    assert len(war.panels()) > 1
    wire.refuse = None
    await later(war, 700)
    assert len(war.panels()) == 1


# rows -------------------------------------------------------------------------------


async def test_looking_writes_nothing_and_posts_nothing_where_all_is_well(
    war: World, wire: Wire
) -> None:
    await war.slash(war.clara, "map")  # that she was given a tip is remembered
    before = await war.bot.desk.store._db.read("SELECT * FROM outbox")
    [(count,)] = await war.bot.desk.store._db.read("SELECT total_changes()")
    await war.slash(war.clara, "map")
    await war.bot.desk.outbox.drained(5)
    assert await war.bot.desk.store._db.read("SELECT total_changes()") == [(count,)]
    assert await war.bot.desk.store._db.read("SELECT * FROM outbox") == before
    assert not [call for call in wire.calls if call[1] == "PATCH" or posts(*call[1:3])]


async def test_rows_that_are_done_are_cleared_away(war: World) -> None:
    await orders(war, 50)
    for _ in range(3):
        game, side, who = await mover(war)
        await war.order(who, game.auto(side))
    table = await war.table()
    rows = await war.bot.desk.store._db.read("SELECT seq FROM outbox")
    assert len(rows) <= table.row.seq - table.row.door + 1
    assert table.row.seq > 40


async def test_a_clock_set_back_refuses_no_map(war: World, monkeypatch: pytest.MonkeyPatch) -> None:
    now = war.now()
    for _ in range(4):
        await war.slash(war.clara, "map")
    assert "One moment" in said(await war.slash(war.clara, "map"))
    monkeypatch.setattr(war.bot.desk.pace, "_clock", lambda: now - 3600)
    assert (await war.slash(war.clara, "map")).response.attachments


async def test_hands_have_a_pace(war: World) -> None:
    answers = [said(await war.slash(war.anna, "hand")) for _ in range(5)]
    assert "One moment" in answers[-1] and "One moment" not in answers[-2]


# what stands in the channel ---------------------------------------------------------


async def test_an_undo_shows_what_went_back_and_strikes_out_the_order(
    war: World, wire: Wire
) -> None:
    await war.every_act()
    game, side, who = await mover(war)
    line = quiet_moves(game, side)[0]
    await war.order(who, line)
    [order] = [post for post in war.posts() if f"{side.title()}: move" in post.content]
    await war.undo(who)
    [struck] = [post for post in war.posts() if post.id == order.id]
    *rows, kept = order.content.splitlines()
    assert struck.content.splitlines() == [*(f"~~{row}~~" for row in rows), kept]
    assert kept.startswith("-# record ")
    assert struck.attachments
    [undo] = told(war, "takes back")
    [picture] = [post for post in war.posts() if post.content == undo]
    assert len(picture.attachments) == 1
    assert "1 moved" in (picture.attachments[0].description or "")


async def test_only_what_was_taken_back_is_struck_out_of_a_message(war: World, wire: Wire) -> None:
    wire.refuse = lambda method, path, *_: (403, 50013) if posts(method, path) else None
    game, side, who = await mover(war)
    await war.order(who, quiet_moves(game, side)[0])
    await war.order(who, quiet_moves(game, side)[0])
    wire.refuse = None
    await later(war, 10)
    [both] = told(war, f"{side.title()}: move")
    await war.undo(who)
    [now] = told(war, f"{side.title()}: move")
    kept, gone = both.splitlines()[0], both.splitlines()[-2]
    assert now.splitlines()[0] == kept and now.splitlines()[-2] == f"~~{gone}~~"


async def test_the_panel_comes_to_the_foot_after_three_posts_and_calls_nobody(war: World) -> None:
    await war.every_act()
    while war.posts()[-1].id != war.panel().id:
        game, side, who = await mover(war)
        await war.order(who, quiet_moves(game, side)[0])
    panel = war.panel()
    called = len(war.called())
    for count in range(1, FOOT + 1):
        assert war.panel().id == panel.id, count
        game, side, who = await mover(war)
        await war.order(who, quiet_moves(game, side)[0])
    assert war.panel().id != panel.id and war.posts()[-1].id == war.panel().id
    assert len(war.called()) == called
    assert re.search(r"<t:\d+:R>", war.panel().content)


async def test_orders_in_which_nothing_changes_post_no_picture(war: World) -> None:
    """Seen over a whole season: a picture goes with every order that changes the board."""
    await war.every_act()
    changed = quiet = 0
    for _ in range(60):
        table = await war.table()
        if not table.open:
            break
        game, side, who = await mover(war)
        before, posted = game.view(None), {post.id for post in war.posts()}
        await war.order(who, game.auto(side))
        new = [post for post in war.posts() if post.id not in posted and not components(post)]
        if not game.view(None).same_board(before):
            changed += 1
            assert [post for post in new if post.attachments]
        elif not {type(entry) for entry in await last_entries(war)} & set(SHOWN):
            quiet += 1
            assert not [post for post in new if post.attachments]
    assert changed > 5 and quiet > 5


async def last_entries(world: World) -> list[AnyEntry]:
    table = await world.table()
    action = await world.bot.desk.store.action(table.id, table.row.seq)
    assert action is not None
    return public(decode(action.entries))


async def test_an_order_asks_the_database_for_little_before_its_picture_goes_out(
    war: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And one that hands over for little more: who is asked is noted before that is told."""
    asked: list[str] = []
    before: list[int] = []

    def counting(run: Any) -> Any:
        def counted(self: sqlite._Run, sql: str, *values: Any) -> Any:
            asked.append(sql)
            return run(self, sql, *values)

        return counted

    def noted(out: Any) -> Any:
        def noting(*arguments: Any, **options: Any) -> Any:
            before.append(len(asked))
            return out(*arguments, **options)

        return noting

    for name in ("read", "write", "each"):
        monkeypatch.setattr(sqlite._Run, name, counting(getattr(sqlite._Run, name)))
    for name in ("_say", "_edit"):
        monkeypatch.setattr(outbox, name, noted(getattr(outbox, name)))
    most = {False: 0, True: 0}
    for number in range(40):
        _, side, _ = await mover(war)
        asked.clear()
        before.clear()
        await orders(war, 1)
        handed_over = (await mover(war))[1] != side
        if number and before:  # tips are told, and who watches is looked up once a turn
            most[handed_over] = max(most[handed_over], before[0])
    assert 0 < most[False] <= 11 and 0 < most[True] <= 19


async def test_a_message_stands_as_tried_while_its_picture_is_drawn(
    war: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """And is not sent before: the write is part of no wait, and what may be out is on the disk."""
    store, painter = war.bot.desk.store, war.bot.desk.outbox.painter
    written, drawn, happened = asyncio.Event(), asyncio.Event(), list[str]()
    trying, work, say = store.trying, painter.work, outbox._say

    async def noting(*arguments: Any) -> None:
        await trying(*arguments)
        written.set()
        await drawn.wait()
        for _ in range(20):
            await asyncio.sleep(0)
        happened.append("noted")

    async def drawing(what: Drawn) -> renderer.Picture:
        await written.wait()
        picture = await work(what)
        drawn.set()
        return picture

    async def saying(*arguments: Any, **options: Any) -> int:
        happened.append("sent")
        return await say(*arguments, **options)

    monkeypatch.setattr(store, "trying", noting)
    monkeypatch.setattr(painter, "work", drawing)
    monkeypatch.setattr(outbox, "_say", saying)
    game, side, who = await mover(war)
    assert "Done" in await war.order(who, quiet_moves(game, side)[0])
    assert happened == ["noted", "sent"] and war.pictures()[-1].attachments
