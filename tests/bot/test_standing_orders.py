"""`/standing`: a seat's policies, what came of them, and what is armed; for its holder alone."""

from typing import Any

import pytest

import engine
from bot.play import seats
from bot.play.ahead import Ahead, handed_back, keep, own_move
from engine.core.entries import Ordered, decode
from tests.bot.test_months import dms
from tests.bot.test_secrecy import leaks
from tests.bot.world import World, components, latest, quiet_moves, said


def menus(message: Any) -> list[dict[str, Any]]:
    return [item for item in components(message) if "options" in item]


def value(message: Any, start: str) -> tuple[str, str]:
    """The menu and the value of the option whose label begins so."""
    for found in menus(message):
        for option in found["options"]:
            if option["label"].startswith(start):
                return str(found["custom_id"]), str(option["value"])
    raise AssertionError(f"no option {start!r} in {menus(message)}")


async def choose(world: World, who: Any, asked: Any, start: str) -> str:
    """Pick an option of an answer's menus; the answer as it stands then."""
    message = [m for m in (asked.response, *asked.followups) if m is not None][-1]
    custom_id, picked = value(message, start)
    await who.select(message, custom_id=custom_id, values=[picked])
    return latest(world, who, message.id).content


@pytest.fixture
async def war(world: World) -> World:
    await world.begin("iron_blood")
    await world.reach("move")
    return world


async def test_policies_stand_there_in_plain_words_and_are_changed_by_menu(war: World) -> None:
    asked = await war.slash(war.anna, "standing")
    text = said(asked)
    assert "Standing orders of Axis" in text and "Nothing is armed." in text
    assert "`commit` a General token before the dice of a combat" in text
    assert "You are asked." in text
    shown = await choose(war, war.anna, asked, "commit: let the default")
    assert "Done: `policy commit auto`" in shown
    assert "from the next player turn on the default answers" in shown
    assert (await war.table()).running().policies("axis")["commit"] == ("ask", "auto")
    assert any("policy commit auto" in post.content for post in war.posts())
    again = await war.slash(war.anna, "standing")
    assert "Done: `policy commit ask`" in await choose(war, war.anna, again, "commit: ask me")


async def test_a_card_is_armed_and_disarmed_by_menu_and_nobody_else_learns(war: World) -> None:
    table = await war.table()
    table.running().submit("gm", "clear cards; cards hand.axis axis_general_die")
    posts = len(war.posts())
    shown = await choose(war, war.anna, await war.slash(war.anna, "standing"), "arm die")
    assert "Armed; nobody else knows" in shown and "`die`" in shown
    asked = await war.slash(war.anna, "standing")
    assert "Armed; nobody else knows" in said(asked)
    theirs = said(await war.slash(war.boris, "standing"))
    assert "Nothing is armed." in theirs and not leaks(theirs, {"axis_general_die"})
    for other in (war.boris, war.clara):
        assert not leaks(war.seen_by(other), {"arm die", "axis_general_die"})
    assert "Nothing is armed." in await choose(war, war.anna, asked, "disarm die")
    assert len(war.posts()) == posts and (await war.table()).running().table.pos.arms == []


async def test_who_has_no_seat_has_no_standing_orders(war: World) -> None:
    assert "no seat" in said(await war.slash(war.clara, "standing"))


async def test_the_menu_of_a_seat_that_was_handed_over_does_nothing(war: World) -> None:
    asked = await war.slash(war.anna, "standing")
    message = asked.followups[-1] if asked.followups else asked.response
    custom_id, picked = value(message, "commit: let")
    await seats.hand_over(
        war.bot.desk.games, await war.table(), "axis", war.clara.id, "handed over"
    )
    answer = said(await war.anna.select(message, custom_id=custom_id, values=[picked]))
    assert "no seat" in answer
    assert (await war.table()).running().policies("axis")["commit"] == ("ask", "ask")


async def test_it_says_what_came_up_in_the_last_turn(world: World) -> None:
    await world.begin("iron_blood")
    for kind in ("commit", "rolled", "retreat"):
        await world.order(world.boris, f"policy {kind} auto")
    asked = settled = ""
    for _ in range(4):
        start = (await world.table()).running().view(None).turn
        await world.play_on(lambda game, _, start=start: game.view(None).turn != start)
        asked += said(await world.slash(world.anna, "standing"))
        settled += said(await world.slash(world.boris, "standing"))
        assert f"In {start}" in asked
        await world.wait(0.01)
    assert "the default would have given: " in asked and "answered by itself" not in asked
    assert "answered by itself: " in settled
    table = await world.table()
    log = [entry for a in await world.bot.desk.games.log_of(table) for entry in decode(a.entries)]
    itself = [entry for entry in log if isinstance(entry, Ordered) and entry.auto]
    assert itself and all("(by itself)" in table.running().tell(entry) for entry in itself)


async def leave(world: World, who: Any, lines: str) -> str:
    """Leave orders for somebody's next move."""
    asked = await world.slash(who, "standing")
    message = [m for m in (asked.response, *asked.followups) if m is not None][-1]
    opened = await world.press(who, message, "Orders for my next move")
    return said(await who.submit_modal(opened, {"lines": lines}))


def soviet_next(game: engine.Game, side: str) -> str:
    """What the Soviets can order once this side has given its next order, "" if they cannot."""
    after = engine.load(game.dump())
    after.submit(side, game.auto(side))
    there = side == "axis" and after.result() is None and own_move(after, "soviet")
    return next((v.name for v in after.verbs("soviet") if v.ends), "") if there else ""


@pytest.fixture
async def waiting(world: World) -> World:
    """It is the move of the Soviets after one more order of the Axis."""
    await world.begin("iron_blood")
    await world.play_on(lambda game, side: bool(soviet_next(game, side)))
    return world


async def axis_ends(world: World) -> None:
    await world.order(world.anna, (await world.table()).running().auto("axis"))


async def test_orders_for_the_next_move_are_given_when_it_comes(waiting: World) -> None:
    after = engine.load((await waiting.table()).running().dump())
    after.submit("axis", after.auto("axis"))
    line = quiet_moves(after, "soviet")[0]
    kept = await leave(waiting, waiting.boris, line)
    assert "waits for your next move" in kept
    assert "waits for your next move" in said(await waiting.slash(waiting.boris, "standing"))
    for other in (waiting.anna, waiting.clara):
        assert not leaks(waiting.seen_by(other), {"beforehand", "next move"})
        assert "next move, and" not in said(await waiting.slash(waiting.anna, "standing"))
    await waiting.restart()
    await axis_ends(waiting)
    await waiting.wait(0.001)
    await waiting.wait(0.001)
    given = (await waiting.bot.desk.games.log_of(await waiting.table()))[-1]
    short = (await waiting.table()).running().short(given.line)
    assert (given.side, given.user, short) == ("soviet", waiting.boris.id, line)
    assert any("Soviet had given that beforehand." in p.content for p in waiting.posts())
    assert await waiting.bot.desk.store.due_timers() == []


async def test_what_is_not_legal_when_it_comes_is_handed_back_with_the_reason(
    waiting: World,
) -> None:
    await leave(waiting, waiting.boris, "place 1inf 0104")
    await axis_ends(waiting)
    table = await waiting.table()
    seq = table.row.seq
    await waiting.wait(0.001)
    assert (await waiting.table()).row.seq == seq
    asked = await waiting.slash(waiting.boris, "standing")
    assert "was not given" in said(asked) and "can't be ordered now" in said(asked)
    assert await waiting.bot.desk.store.draft(table.id, waiting.boris.id) == "place 1inf 0104"
    assert "beforehand" not in waiting.seen_by(waiting.clara)
    [message] = dms(waiting.boris)
    assert "was not given" in message and "place 1inf 0104" in message
    assert not leaks(waiting.seen_by(waiting.clara), {"was not given"})


async def ending(world: World) -> str:
    """The line that ends Boris's next move while more could be ordered."""
    after = engine.load((await world.table()).running().dump())
    after.submit("axis", after.auto("axis"))
    for verb in after.verbs("soviet"):
        if verb.ends and not verb.slots:
            with pytest.raises(engine.Unfinished):
                engine.load(after.dump()).submit("soviet", verb.name, ask=True)
            return verb.name
    raise AssertionError("nothing ends that move")


@pytest.mark.parametrize("sure", [False, True])
async def test_what_ends_a_move_with_orders_left_asks_first(waiting: World, sure: bool) -> None:
    line = await ending(waiting)
    asked = await waiting.slash(waiting.boris, "standing")
    message = asked.followups[-1] if asked.followups else asked.response
    opened = await waiting.press(waiting.boris, message, "Orders for my next move")
    kept = await waiting.boris.submit_modal(opened, {"lines": line})
    if sure:
        pressed = await waiting.press(waiting.boris, kept.response, "Even if")
        assert "could order more" in said(pressed)
    await axis_ends(waiting)
    table = await waiting.table()
    await waiting.wait(0.001)
    given = (await waiting.bot.desk.games.log_of(table))[-1]
    if sure:
        assert (given.side, given.line) == ("soviet", line)
        return
    assert given.side == "axis"
    answer = said(await waiting.slash(waiting.boris, "standing"))
    assert "was not given" in answer and "You could still order" in answer


async def test_while_it_is_ones_move_nothing_waits(waiting: World) -> None:
    asked = await waiting.slash(waiting.boris, "standing")
    message = asked.followups[-1] if asked.followups else asked.response
    opened = await waiting.press(waiting.boris, message, "Orders for my next move")
    assert "at any time" in said(
        await waiting.boris.submit_modal(opened, {"lines": "policy commit auto"})
    )
    await axis_ends(waiting)
    assert "It is your move now" in said(
        await waiting.press(waiting.boris, message, "Orders for my next move")
    )


async def test_what_was_given_is_not_given_again_after_a_crash(waiting: World) -> None:
    """The process ended between the order and the note that it was given."""
    after = engine.load((await waiting.table()).running().dump())
    after.submit("axis", after.auto("axis"))
    line = quiet_moves(after, "soviet")[0]
    await leave(waiting, waiting.boris, line)
    await axis_ends(waiting)
    await waiting.wait(0.001)
    given = (await waiting.bot.desk.games.log_of(await waiting.table()))[-1]
    for again in (False, True):
        if again:
            await waiting.restart()
        store, table = waiting.bot.desk.store, await waiting.table()
        assert own_move(table.running(), "soviet")
        await keep(store, table, Ahead(waiting.boris.id, "soviet", line, given.cause))
        await waiting.wait(0.001)
        assert (await waiting.bot.desk.games.log_of(table))[-1].seq == given.seq
        assert await handed_back(store, table, "soviet", waiting.boris.id) is None
        assert await store.due_timers() == []


async def test_many_policies_fit_into_the_menus(world: World) -> None:
    table = await world.begin("no_retreat")
    start = table.running().view(None).turn
    await world.play_on(lambda game, _: game.view(None).turn != start)
    for who in (world.anna, world.boris):
        asked = await world.slash(who, "standing")
        message = [m for m in (asked.response, *asked.followups) if m is not None][-1]
        side = table.sides_of(who.id)[0]
        kinds = {
            option["value"].split()[2]
            for found in menus(message)
            for option in found["options"]
            if option["value"].startswith(f"{side} policy ")
        }
        assert kinds == set(table.running().policies(side))
        assert all(len(found["options"]) <= 25 for found in menus(message))
        custom_ids = [item["custom_id"] for item in components(message)]
        assert len(set(custom_ids)) == len(custom_ids)
        assert any(
            item.get("label") == "Orders for my next move" for item in components(message)
        ) is (not own_move(table.running(), side))
        shown = await choose(world, who, asked, "advance: ")
        assert "Done: `policy advance" in shown and len(shown) <= 2_000
        assert not shown.endswith("…")
        await world.wait(0.001)
