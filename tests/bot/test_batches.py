"""Many lines at once: tried out, given, refused, gone on with, taken back one by one."""

from typing import Any

import pytest

import engine
from engine.core.orders import LONGEST
from tests.bot.test_orders import box, mover
from tests.bot.world import World, button_id, components, latest, quiet_moves, said


@pytest.fixture
async def war(world: World) -> World:
    """Iron Blood, somebody about to move."""
    await world.begin("iron_blood")
    await world.reach("move")
    return world


def apart(game: engine.Game, side: str, count: int) -> list[str]:
    """Moves of so many different units that can be given one after the other."""
    copy, found, moved = engine.load(game.dump()), [], set()
    for line in quiet_moves(game, side):
        unit = line.split()[1]
        if unit in moved or len(found) == count:
            continue
        try:
            if not copy.submit(side, line).door:
                found.append(line)
                moved.add(unit)
        except engine.OrderError:
            continue
    assert len(found) == count
    return found


async def stored(world: World) -> list[Any]:
    """All that is on the disk of the game, drafts aside."""
    db = world.bot.desk.store._db
    tables = ("games", "actions", "snapshots", "outbox", "settings", "timers")
    return [await db.read(f"SELECT * FROM {table} ORDER BY 1, 2") for table in tables]


def labels(message: Any) -> list[str]:
    return [c.get("label") or "" for c in components(message)]


async def sent(world: World, who: Any, text: str, command: str = "orders") -> Any:
    return await who.submit_modal(await world.slash(who, command), {"lines": text})


# undo ------------------------------------------------------------------------------


async def test_lines_of_a_batch_are_taken_back_one_by_one(war: World) -> None:
    table, side, who = await mover(war)
    start = table.running().dump()
    lines, pictures = apart(table.running(), side, 3), len(war.pictures())
    assert said(await sent(war, who, "\n".join(lines))).startswith("Done:")
    assert len(war.pictures()) == pictures + 1, "one message for all of them"
    await war.restart()  # what can be taken back is on the disk
    units = [line.split()[1] for line in lines]
    for unit in reversed(units):
        before = len((await war.table()).running().steps)
        answer = await war.undo(who)
        assert answer.startswith("Taken back:") and answer.count("`") == 2
        assert f" {unit} " in answer, "the last that stands"
        assert len((await war.table()).running().steps) == before - 1
    game = (await war.table()).running()
    again = engine.load(start)
    assert game.view(None).same_board(again.view(None))


async def test_a_batch_that_was_partly_taken_back_is_verified(war: World) -> None:
    table, side, who = await mover(war)
    await sent(war, who, "\n".join(apart(table.running(), side, 3)))
    await war.undo(who)
    await war.slash(war.anna, "game resign")
    [asked] = [m for m in war.channel.history(viewer=war.anna) if "Really?" in m.content][-1:]
    await war.anna.click(asked, custom_id=button_id(asked, "Yes, resign"))
    exported = await war.slash(war.anna, "game export")
    [file] = (exported.response or exported.followups[0]).attachments
    verdict = engine.verify((await file.read()).decode())
    assert verdict.faults == () and verdict.orders > 2


async def test_all_lines_of_a_batch_or_none_are_written(war: World) -> None:
    table, side, who = await mover(war)
    before = await stored(war)
    lines = apart(table.running(), side, 3)
    answer = said(await sent(war, who, "\n".join([*lines, "move 1pz nowhere"])))
    assert answer.startswith("Line 4, ") and "Nothing was done." in answer
    assert await stored(war) == before


# 4,000 characters ------------------------------------------------------------------


def filled(lines: list[str], size: int = LONGEST) -> str:
    """A text of exactly so many characters."""
    text = "\n".join(lines)
    return text + "\n" + "#" + "x" * (size - len(text) - 2)


async def test_a_refused_text_of_four_thousand_characters_comes_back_whole(war: World) -> None:
    table, side, who = await mover(war)
    lines = apart(table.running(), side, 2)
    text = filled([*lines, "move 1pz nowhere"] + ["move 1inf 0204"] * 200)
    assert len(text) == LONGEST == 4_000
    shown = await war.slash(who, "orders")
    assert box(shown)["max_length"] == LONGEST
    answer = await who.submit_modal(shown, {"lines": text})
    assert said(answer).startswith("Line 3, `") and "at `" in said(answer)
    assert all(len(m.content) <= 2_000 for m in [answer.response, *answer.followups] if m)
    await war.restart()
    assert box(await war.press(who, answer.response, "Edit these lines"))["value"] == text


async def test_the_panel_opens_the_box_with_what_was_not_carried_out(war: World) -> None:
    """What waits behind a die is not lost to who opens the box again to answer what came of it;
    `/orders` begins afresh."""
    table, side, who = await mover(war)
    line = apart(table.running(), side, 1)[0]
    await sent(war, who, f"{line}\nmove 1pz nowhere")
    assert not box(await war.slash(who, "orders")).get("value")
    shown = await war.press(who, war.panel(), "Type orders")
    assert box(shown)["value"] == f"{line}\nmove 1pz nowhere"
    assert said(await who.submit_modal(shown, {"lines": line})).startswith("Done:")
    empty = await war.press(who, war.panel(), "Type orders")
    assert not box(empty).get("value"), "nothing waits any more"


async def test_four_thousand_characters_are_carried_out_and_answered_in_parts(war: World) -> None:
    table, side, who = await mover(war)
    lines, seq = apart(table.running(), side, 4), table.row.seq
    done = await sent(war, who, filled(lines))
    assert said(done).startswith("Done:")
    assert (await war.table()).row.seq == seq + 4
    assert all(len(m.content) <= 2_000 for m in war.channel.history(viewer=who))


async def test_a_text_that_is_too_long_is_refused_in_words(war: World) -> None:
    table, _, who = await mover(war)
    seq = table.row.seq
    answer = said(await war.slash(who, "order", line="move " * 1_000))
    assert "at most 4000 characters" in answer and len(answer) < 2_000
    assert (await war.table()).row.seq == seq


async def test_a_long_receipt_is_not_cut_where_something_was_asked_first(war: World) -> None:
    _, _, who = await mover(war)
    rest = [f"move {number}inf 0204" for number in range(1, 90)]
    asked = await sent(war, who, "\n".join(["end movement", *rest]))
    pressed = await war.press(who, asked.response, "Yes, all of it")
    answers = [m.content for m in [pressed.response, *pressed.followups] if m]
    assert all(len(answer) <= 2_000 for answer in answers)
    assert "`move 89inf 0204`" in "\n".join(answers)


# going on --------------------------------------------------------------------------


async def test_lines_left_behind_a_door_go_on_as_the_game_stands_then(war: World) -> None:
    _, _, who = await mover(war)
    asked = await war.slash(who, "order", line="end movement\nmove 1inf 0204")
    await war.press(who, asked.response, "Yes, all of it")
    answer = latest(war, who, asked.response.id)
    assert [name for name in labels(answer) if name in ("Go on", "Edit the rest")] == [
        *("Go on", "Edit the rest")
    ]
    await war.restart()
    seq = (await war.table()).row.seq
    pressed = await war.press(who, answer, "Go on")
    assert (await war.table()).row.seq == seq, "it is no order of this moment"
    assert said(pressed).startswith("It is not your turn")
    edited = await war.press(who, pressed.response, "Edit these lines")
    assert box(edited)["value"] == "move 1inf 0204"


async def test_going_on_does_nothing_once_other_lines_were_written(war: World) -> None:
    _, _, who = await mover(war)
    asked = await war.slash(who, "order", line="end movement\nmove 1inf 0204")
    await war.press(who, asked.response, "Yes, all of it")
    answer = latest(war, who, asked.response.id)
    await sent(war, who, "hello\nworld")
    assert "nothing was done" in said(await war.press(who, answer, "Go on"))


# trying ----------------------------------------------------------------------------


async def test_a_try_out_plays_nothing_and_shows_it_to_one_person(war: World) -> None:
    table, side, who = await mover(war)
    lines = apart(table.running(), side, 2)
    before, position = await stored(war), table.running().dump()
    public = war.seen_by(war.clara)
    found = await sent(war, who, "\n".join([*lines, "move 1pz nowhere"]), "try")
    answer = said(found)
    assert answer.startswith("Tried, not played") and answer.count("✓") == 2
    assert "✗ `move 1pz nowhere`" in answer
    [message] = [m for m in [found.response, *found.followups] if m and m.attachments]
    assert message.attachments[0].description
    assert "Give these orders" not in labels(message), "one of them is refused"
    assert await stored(war) == before and table.running().dump() == position
    assert war.seen_by(war.clara) == public


async def test_what_was_tried_can_be_given(war: World) -> None:
    table, side, who = await mover(war)
    lines, seq = apart(table.running(), side, 2), table.row.seq
    found = await sent(war, who, "\n".join(lines), "try")
    message = next(m for m in [found.response, *found.followups] if m and components(m))
    assert box(await war.press(who, message, "Edit these lines"))["value"] == "\n".join(lines)
    given = await war.press(who, message, "Give these orders")
    assert said(given).startswith("Done:\n")
    assert (await war.table()).row.seq == seq + 2
    again = await war.press(who, message, "Give these orders")
    assert "nothing was done" in said(again)


async def test_one_line_is_tried_by_command_and_in_the_builder(war: World) -> None:
    table, side, who = await mover(war)
    [line] = apart(table.running(), side, 1)
    await sent(war, who, "hello\nworld")  # a draft, which stays
    found = await war.slash(who, "try", line=line)
    message = next(m for m in [found.response, *found.followups] if m and components(m))
    assert "✓" in said(found)
    assert await war.bot.desk.store.draft(table.id, who.id) == "hello\nworld"
    assert said(await war.press(who, message, "Give this order")).startswith("Done:")
    offered = await who.autocomplete(war.channel, "try", "line", "move ")
    assert offered


async def test_a_try_out_stops_where_another_side_or_chance_comes_in(war: World) -> None:
    _, _, who = await mover(war)
    answer = said(await sent(war, who, "end movement\nmove 1inf 0204", "try"))
    assert "You could still order: `move`" in answer
    assert "not tried:\n`move 1inf 0204`" in answer


async def test_the_panel_opens_the_box_to_try_in(war: World) -> None:
    _, _, who = await mover(war)
    opened = await war.press(who, war.panel(), "Try orders")
    assert opened.modal and opened.modal["title"] == "Try orders; nothing is played"
    answer = said(await who.submit_modal(opened, {"lines": "resign"}))
    assert "cannot be tried" in answer and (await war.table()).open


async def test_only_who_plays_can_try(war: World) -> None:
    assert "no seat" in said(await war.slash(war.clara, "try", line="end movement"))


async def test_an_order_is_tried_where_it_is_written_with_menus(war: World) -> None:
    table, _, who = await mover(war)
    built = (await war.press(who, war.panel(), "Give an order")).response
    for _ in range(6):
        message = latest(war, who, built.id)
        if "Try it" in labels(message):
            break
        [menu] = [c for c in components(message) if c.get("options")]
        pick = menu["options"][0]["value"]
        await who.select(message, custom_id=menu["custom_id"], values=[pick])
    before = await stored(war)
    tried = await war.press(who, message, "Try it")
    assert said(tried).startswith("Tried, not played") and "✓ `" in said(tried)
    assert await stored(war) == before
    assert latest(war, who, built.id).content == message.content, "the order still stands there"
    assert await war.bot.desk.store.draft(table.id, who.id) == ""
