"""Back over dice and cards by consent; what is offered, declined, lapsed; a draw."""

import random
from typing import Any

import pytest

import engine
from bot.channel.batch import in_words
from bot.play import history
from storage import Store
from tests.bot.test_lobby import export
from tests.bot.world import World, quiet_moves, said


async def asked(world: World):
    """Who is asked, and who is not."""
    side = (await world.table()).running().pending()[0].side
    return (world.anna, world.boris) if side == "red" else (world.boris, world.anna)


async def orders(world: World, count: int, seed: int = 1) -> None:
    """So many random orders of whoever is asked, none of them the last of the game."""
    rng = random.Random(seed)
    for number in range(count):
        game = (await world.table()).running()
        side = game.pending()[0].side
        line = next(
            line
            for line in (game.sample(side, rng) for _ in range(50))
            if not engine_ends(game, side, line)
        )
        table = await world.table()
        await world.bot.desk.games.order(
            table, world.player(side).id, line, f"played-{table.row.seq}-{number}"
        )
    await world.bot.desk.outbox.drained(10)


def engine_ends(game: engine.Game, side: str, line: str) -> bool:
    trial = engine.load(game.dump())
    trial.submit(side, line)
    return trial.result() is not None


@pytest.fixture
async def war(world: World, skirmish: str) -> World:
    await world.begin(skirmish, scenario="close")
    await world.order(world.anna, "plan bold")
    await world.order(world.boris, "plan bold")
    await orders(world, 25)
    return world


def newest(world: World, words: str):
    """The newest post with buttons that says this."""
    return [p for p in world.posts() if words in p.content and p.components][-1]


async def test_back_to_an_earlier_order_if_all_agree(war: World) -> None:
    table = await war.table()
    who, other = await asked(war)
    rolls = table.game.table.pos.rolls
    answer = said(await war.slash(who, "game rollback", to=4))
    assert "The offer is made" in answer
    post = newest(war, "offers to go back")
    assert "orders are void" in post.content and "shuffled anew" in post.content
    assert war.called()[-1] == [other.id]
    assert "went back" in said(await war.press(other, post, "Agree"))
    assert table.row.seq == (await war.bot.desk.store.actions(table.id))[-1].seq
    log = await war.bot.desk.store.actions(table.id)
    assert log[-1].kind == "rollback"
    assert all(a.undone_by == log[-1].seq for a in log[4:-1])
    assert all(a.undone_by is None for a in log[:4])
    assert table.game.table.pos.rolls >= rolls
    assert any("By consent of its players the game goes back" in p.content for p in war.posts())
    await war.restart()
    reread = await war.table()
    assert reread.game.dump() == table.game.dump() and reread.game.steps == ()


async def test_a_game_with_rollbacks_an_undo_and_a_substitute_exports_and_verifies(
    war: World,
) -> None:
    for number, to in ((0, 7), (1, 2), (2, 0)):
        who, other = await asked(war)
        await war.slash(who, "game rollback", to=to)
        await war.press(other, newest(war, "offers to go back"), "Agree")
        await orders(war, 12, seed=number)
        await war.wait(0.02)
    who, other = await asked(war)
    game = (await war.table()).running()
    side = game.pending()[0].side
    for line in quiet_moves(game, side)[:1]:
        await war.order(who, line)
        await war.undo(who)
    war.let_manage(war.clara)
    await war.slash(war.clara, "game seat", side="red", practice=True)
    await war.slash(war.boris, "game resign")
    asked_ = await war.slash(war.boris, "game resign")
    await war.press(war.boris, asked_.response, "Yes, resign")
    table = await war.table()
    assert not table.open
    export = await war.slash(war.clara, "game export")
    file = (export.response or export.followups[0]).attachments[0]
    text = (await file.read()).decode()
    assert text.count("gm> rollback") == 3
    verdict = engine.verify(text)
    assert verdict.faults == ()
    assert not verdict.unrated and verdict.orders > 40


async def test_an_undo_that_is_refused_leads_to_the_offer(war: World) -> None:
    table = await war.table()
    who, other = await asked(war)
    await war.order(other, "policy cancel ask")
    refused = await war.slash(other, "undo")
    assert "take" in said(refused)
    before = table.row.seq
    result = await war.press(other, refused.response, "Ask to go back further")
    assert "The offer is made" in said(result)
    await war.press(who, newest(war, "offers to go back"), "Agree")
    assert table.row.seq == before + 1
    last = (await war.bot.desk.store.actions(table.id))[-1]
    assert last.kind == "rollback"
    assert table.running().pending()[0].side in table.sides_of(other.id)


async def test_to_ask_to_go_back_further_reads_no_log(
    war: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Only what came after the order that would go: a long game asks as fast as a short one."""
    _, other = await asked(war)
    refused = await war.slash(other, "undo")
    read: list[int] = []
    for name in ("actions", "told_actions"):
        method = getattr(Store, name)

        async def counted(*given: Any, method: Any = method, **options: Any) -> Any:
            found = await method(*given, **options)
            read.append(len(found))
            return found

        monkeypatch.setattr(Store, name, counted)
    table = await war.table()
    said(await war.press(other, refused.response, "Ask to go back further"))
    assert max(read) < table.row.seq / 2, read


async def test_an_offer_can_be_declined_and_taken_back(war: World) -> None:
    table = await war.table()
    who, other = await asked(war)
    before = table.row.seq
    await war.slash(who, "game rollback", to=4)
    post = newest(war, "offers to go back")
    assert "offer is gone" in said(await war.press(other, post, "Decline"))
    assert any("does not agree" in p.content for p in war.posts())
    assert war.called()[-1] == [who.id]
    assert "has lapsed" in said(await war.press(other, post, "Agree"))
    assert "lapsed already" in said(await war.press(who, post, "Decline"))
    await war.slash(who, "game rollback", to=4)
    assert "offer is gone" in said(
        await war.press(who, newest(war, "offers to go back"), "Decline")
    )
    assert any("takes the offer back" in p.content for p in war.posts())
    assert "no seat" in said(await war.press(war.clara, post, "Decline"))
    assert table.row.seq == before


async def test_an_offer_lapses_after_a_week_and_with_the_next_order(war: World) -> None:
    who, other = await asked(war)
    await war.slash(who, "game rollback", to=4)
    post = newest(war, "offers to go back")
    await war.wait(7.1)
    assert "has lapsed" in said(await war.press(other, post, "Agree"))
    await war.slash(who, "game rollback", to=4)
    post = newest(war, "offers to go back")
    await orders(war, 1, seed=3)
    assert "has lapsed" in said(await war.press(other, post, "Agree"))


async def test_points_that_are_none_are_refused(war: World) -> None:
    who, _ = await asked(war)
    assert "no order number 999" in said(await war.slash(who, "game rollback", to=999))
    assert "no seat" in said(await war.slash(war.clara, "game rollback", to=2))
    table = await war.table()
    last = (await history.steps(war.bot.desk.store, table))[-1].number
    assert "where the game is" in said(await war.slash(who, "game rollback", to=last))


async def test_nothing_that_was_secret_is_told(war: World) -> None:
    """The offer tells of dice and cards that everybody saw, and counts no secret order."""
    table = await war.table()
    who, other = await asked(war)
    await war.slash(who, "game rollback", to=4)
    plain = newest(war, "offers to go back").content
    await war.press(who, newest(war, "offers to go back"), "Decline")
    side = table.sides_of(other.id)[0]
    items = table.running().complete(side, "arm ").items
    for item in items[:1]:
        await war.order(other, f"{item.value} at cancel")
    await war.slash(who, "game rollback", to=4)
    again = newest(war, "offers to go back").content
    assert plain.partition(" can agree")[0] == again.partition(" can agree")[0]


async def test_what_a_rollback_voids_is_struck_out_wherever_it_stands(war: World) -> None:
    """Over dice and hand-offs, in messages that others have followed."""
    await orders(war, 12)
    who, other = await asked(war)
    table, store = await war.table(), war.bot.desk.store
    steps = await history.steps(store, table)
    kept, void = steps[:6], steps[6:]
    assert void[0].action.seq < table.row.door
    await war.slash(who, "game rollback", to=6)
    await war.press(other, newest(war, "offers to go back"), "Agree")
    await war.bot.desk.outbox.drained(10)
    posted = [line for post in war.posts() for line in post.content.split("\n")]
    for steps, struck in ((kept, False), (void, True)):
        for step in steps:
            for line in in_words(table.running(), step.entries):
                assert (f"~~{line}~~" in posted) == struck or posted.count(line) > 0
    lines = {line for step in void for line in in_words(table.running(), step.entries)}
    assert len([line for line in posted if line.startswith("~~")]) >= len(lines)


async def test_a_draw_by_consent(war: World) -> None:
    who, other = await asked(war)
    await war.slash(who, "game draw")
    assert "draw" in said(await war.press(other, newest(war, "offers a draw"), "Agree"))
    table = await war.table()
    assert table.row.status == "ended"
    result = table.game.result()
    assert result and result.winners == () and "agreement" in result.reason
    assert any("The game is a draw" in p.content for p in war.posts())
    await war.restart()
    assert "The game is a draw" in said(await war.slash(who, "game status"))
    text = await export(war, other)
    verdict = engine.verify(text)
    assert "gm> draw" in text and verdict.faults == () and not verdict.unrated
    assert "draw" in verdict.result


async def test_against_the_practice_opponent_one_question_is_enough(
    world: World, skirmish: str
) -> None:
    await world.slash(world.anna, "game new", game=skirmish, practice=True)
    await world.order(world.anna, "plan bold")
    await world.wait(0.01)
    before = (await world.table()).row.seq
    sure = await world.slash(world.anna, "game rollback", to=0)
    assert "Really?" in said(sure)
    await world.press(world.anna, sure.response, "Yes")
    table = await world.table()
    log = await world.bot.desk.store.actions(table.id)
    assert log[before].kind == "rollback"
