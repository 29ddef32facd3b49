"""The panel and its buttons: who is called, what is stale, what survives a restart."""

import re
from typing import Any

import pytest

from bot.channel.panel import face
from bot.channel.pictures import Painting
from tests.bot.world import World, button_id, components, quiet_moves, said


async def move_phase(world: World) -> tuple[str, object]:
    await world.begin("iron_blood")
    side = await world.reach("move")
    return side, world.player(side)


async def test_the_panel_says_who_what_and_since_when(world: World) -> None:
    side, who = await move_phase(world)
    panel = world.panel()
    asked = (await world.table()).running().pending()[0]
    assert f"<@{who.id}> ({side.title()}): {asked.prompt}" in panel.content
    assert re.search(r"Asked <t:\d+:R>", panel.content)
    labels = [c["label"] for c in components(panel)]
    assert labels[:5] == ["Give an order", "Type orders", "My hand", "Legal orders", "Map"]
    assert "End movement" in labels


async def test_buttons_that_look_carry_the_game_and_those_that_commit_the_question(
    world: World,
) -> None:
    await move_phase(world)
    table = await world.table()
    pending = table.running().pending()[0].id
    ids = {c["label"]: c["custom_id"] for c in components(world.panel())}
    for label in ("Give an order", "Type orders", "My hand", "Legal orders", "Map"):
        assert re.fullmatch(rf"u:[a-z]+:{table.id}", ids[label])
    assert ids["End movement"] == f"u:end:{table.id}:{pending}:end movement"


async def test_orders_within_a_phase_keep_the_panel_and_its_buttons_stay_true(
    world: World,
) -> None:
    side, who = await move_phase(world)
    panel = world.panel()
    table = await world.table()
    await world.order(who, quiet_moves(table.running(), side)[0])
    assert world.panel().id == panel.id
    pending = table.running().pending()[0].id
    assert pending in button_id(world.panel(), "End movement")
    assert pending in button_id(world.panel(), "Undo")


async def test_a_new_phase_has_a_new_panel_and_calls_the_new_seat_once(world: World) -> None:
    side, who = await move_phase(world)
    panel, called = world.panel(), len(world.called())
    asked = await world.press(who, panel, "End movement")
    assert "You could still order: `move`" in said(asked) and world.panel().id == panel.id
    await world.press(who, asked.response, "Yes, end movement")
    now = (await world.table()).running().pending()[0]
    assert world.panel().id != panel.id, "the old panel has lost its buttons"
    if now.side != side:
        assert world.called()[called:] == [[world.player(now.side).id]]
    await world.order(world.player(now.side), (await world.table()).running().auto(now.side))
    still = (await world.table()).running().pending()[0]
    if still.side == now.side:
        assert len(world.called()) == called + (now.side != side), "called once, not at each order"


async def test_an_order_is_shown_as_a_crop_and_the_end_of_a_phase_only_where_it_changed_something(
    world: World,
) -> None:
    side, who = await move_phase(world)
    modes = []
    work = world.bot.desk.outbox.painter.work

    async def note(what: Painting) -> object:
        modes.append(what.mode)
        return await work(what)

    world.bot.desk.outbox.painter.work = note  # type: ignore[method-assign,assignment]
    game = (await world.table()).running()
    await world.order(who, quiet_moves(game, side)[0])
    await world.order(who, "end movement")
    assert modes == ["crop"]
    *_, last = [post for post in world.posts() if "end movement" in post.content]
    assert not last.attachments


async def test_only_the_owner_of_a_seat_presses(world: World) -> None:
    side, who = await move_phase(world)
    other = world.boris if who is world.anna else world.anna
    rev = (await world.table()).row.rev
    for label in ("Give an order", "My hand", "Legal orders", "End movement", "Type orders"):
        assert "no seat" in said(await world.press(world.clara, world.panel(), label)), label
    assert f"This decision is {side.title()}'s" in said(
        await world.press(other, world.panel(), "End movement")
    )
    assert "to decide; you will be called" in said(
        await world.press(other, world.panel(), "Give an order")
    )
    assert (await world.table()).row.rev == rev


async def test_a_stale_button_answers_privately_and_does_nothing(world: World) -> None:
    side, who = await move_phase(world)
    old = world.panel()
    old_id = button_id(old, "End movement")
    asked = await world.press(who, old, "End movement")
    yes = button_id(asked.response, "Yes")
    game = (await world.table()).running()
    await world.order(who, quiet_moves(game, side)[0])
    rev, posts = (await world.table()).row.rev, len(world.posts())
    assert "answered already" in said(await who.click(asked.response, custom_id=yes))
    await press_anyway(world, who, old_id)
    assert (await world.table()).row.rev == rev and len(world.posts()) == posts


async def press_anyway(world: World, who: object, custom_id: str) -> None:
    """A press that was on its way when the panel changed."""
    panel = world.panel()
    stored = world.env.backend.get_message(world.channel.id, panel.id)
    kept = stored.components
    stored.components = [{"type": 1, "components": [{
        "type": 2, "style": 2, "label": "Old", "custom_id": custom_id}]}]  # fmt: skip
    answer = await who.click(panel, custom_id=custom_id)  # type: ignore[attr-defined]
    assert "answered already" in said(answer)
    stored.components = kept


async def test_one_interaction_delivered_twice_acts_once(world: World) -> None:
    side, who = await move_phase(world)
    table = await world.table()
    line = quiet_moves(table.running(), side)[0]
    await world.bot.desk.games.order(table, who.id, line, "same click")
    seq = table.row.seq
    with pytest.raises(Exception, match="already done"):
        await world.bot.desk.games.order(table, who.id, line, "same click")
    await world.restart()
    table = await world.table()
    await world.undo(who)  # the same line is legal again, the click is still the same
    with pytest.raises(Exception, match="already done"):
        await world.bot.desk.games.order(table, who.id, line, "same click")
    assert (await world.table()).row.seq == seq + 1


async def test_two_presses_of_one_button_act_once(world: World) -> None:
    _, who = await move_phase(world)
    asked = await world.press(who, world.panel(), "End movement")
    yes = button_id(asked.response, "Yes")
    seq = (await world.table()).row.seq
    await who.click(asked.response, custom_id=yes)
    shown = world.env.backend.get_message(world.channel.id, asked.response.id)
    shown.components = [{"type": 1, "components": [{
        "type": 2, "style": 2, "label": "Yes", "custom_id": yes}]}]  # fmt: skip
    assert "answered already" in said(await who.click(asked.response, custom_id=yes))
    assert (await world.table()).row.seq == seq + 1


async def test_all_buttons_work_after_a_restart(world: World) -> None:
    side, who = await move_phase(world)
    await world.restart()
    panel = world.panel()
    assert "Order: (nothing yet)" in said(await world.press(who, panel, "Give an order"))
    assert "hand" in said(await world.press(who, panel, "My hand")) or side == "soviet"
    assert "`move`" in said(await world.press(who, panel, "Legal orders"))
    assert (await world.press(who, panel, "Map")).ephemeral
    assert (await world.press(who, panel, "Type orders")).modal
    assert "Really `end movement`?" in said(await world.press(who, panel, "End movement"))


async def test_a_restart_posts_nothing_anew(world: World) -> None:
    await move_phase(world)
    posts = [post.id for post in world.posts()]
    await world.restart()
    await world.env.advance_time(60)
    assert [post.id for post in world.posts()] == posts


async def test_map_puts_a_deleted_panel_back(world: World) -> None:
    _, who = await move_phase(world)
    panel = world.panel()
    world.env.backend.delete_message(world.channel.id, panel.id)
    assert world.panels() == []
    answer = await world.slash(who, "map")
    assert answer.ephemeral
    assert world.panel().content.splitlines()[0] == panel.content.splitlines()[0]


async def test_a_deleted_panel_does_not_stop_the_game(world: World) -> None:
    side, who = await move_phase(world)
    world.env.backend.delete_message(world.channel.id, world.panel().id)
    game = (await world.table()).running()
    assert "Done" in await world.order(who, quiet_moves(game, side)[0])
    assert "End movement" in [c["label"] for c in components(world.panel())]


async def test_maps_are_private_unless_asked_and_not_too_many(world: World) -> None:
    await move_phase(world)
    pictures = len(world.pictures())
    assert (await world.slash(world.clara, "map")).ephemeral
    assert len(world.pictures()) == pictures + 1  # clara sees her own
    await world.slash(world.anna, "map", public=True)
    seen_by_boris = [m for m in world.channel.history(viewer=world.boris) if m.attachments]
    assert len(seen_by_boris) == pictures + 1
    for _ in range(4):
        answer = await world.slash(world.clara, "map")
    assert "One moment" in said(answer)


async def test_simultaneous_questions_are_on_one_panel(world: World, skirmish: str) -> None:
    await world.begin(skirmish)
    panel = world.panel()
    assert f"<@{world.anna.id}> (Red)" in panel.content
    assert f"<@{world.boris.id}> (Blue)" in panel.content
    assert world.called() == [[world.anna.id], [world.anna.id, world.boris.id]]
    await world.order(world.boris, "plan bold")
    assert "(Blue)" not in world.panel().content
    assert len(world.called()) == 2
    table = await world.table()
    shown = face(table, 0)
    assert shown is not None and list(shown.users) == ["red"]


async def test_a_panel_too_old_to_be_edited_is_posted_anew(world: World) -> None:
    side, who = await move_phase(world)
    panel = world.panel()
    game = (await world.table()).running()
    world.env.inject_error("PATCH", "/channels/*/messages/*", status=400, code=30046)
    await world.order(who, quiet_moves(game, side)[0])
    assert world.panel().id != panel.id
    assert "End movement" in [c["label"] for c in components(world.panel())]


async def window(world: World) -> Any:
    """Somebody is asked for a card and has only to say no; that person."""
    await world.begin("iron_blood")
    await world.play_on(
        lambda game, side: (
            game.pending()[0].kind == "window"
            and [verb.name for verb in game.verbs(side) if not verb.free] == ["pass"]
        )
    )
    return world.player((await world.table()).running().pending()[0].side)


async def test_one_press_answers_a_question_with_no(world: World) -> None:
    who = await window(world)
    seq = (await world.table()).row.seq
    answer = said(await world.press(who, world.panel(), "Pass"))
    assert answer.startswith("Done: `pass`") and (await world.table()).row.seq == seq + 1


async def test_a_menu_of_one_order_is_left_out(world: World) -> None:
    who = await window(world)
    builder = await world.press(who, world.panel(), "Give an order")
    assert "Order: `pass`" in said(builder)
    labels = [c.get("label") for c in components(builder.response)]
    assert labels[0] == "Give this order" and len(labels) == 2


async def test_who_plays_all_sides_answers_the_question_of_the_button(
    world: World, skirmish: str
) -> None:
    await world.slash(world.anna, "game new", game=skirmish)
    await world.slash(world.anna, "game join", side="blue")
    await world.slash(world.anna, "game start")
    table = await world.table()
    for side in ("blue", "red"):
        pending = table.pending_of(side)
        assert pending is not None
        done = await world.bot.desk.games.order(table, world.anna.id, "plan wary", side, pending.id)
        assert done.side == side
