"""Every way to give an order: line, options, list, menus, buttons, box; and every wrong one."""

import json
from typing import Any

import discord
import pytest

import engine
from bot.acts import builder, ordering
from bot.commands.orders import ATTACKS
from bot.play.table import Table
from bot.talk import reply
from tests.bot.world import World, components, latest, quiet_moves, said


@pytest.fixture
async def war(world: World) -> World:
    """Iron Blood, somebody about to move."""
    await world.begin("iron_blood")
    await world.reach("move")
    return world


async def mover(world: World) -> tuple[Table, str, Any]:
    """The game, the side that is asked and its player."""
    table = await world.table()
    side = table.running().pending()[0].side
    return table, side, world.player(side)


async def test_a_typed_line_is_answered_privately_and_posted_with_a_picture(war: World) -> None:
    table, side, who = await mover(war)
    before = len(war.pictures())
    assert (await war.order(who, table.running().auto(side))).startswith("Done: `")
    assert len(war.pictures()) == before + 1
    picture = war.pictures()[-1]
    assert (await picture.attachments[0].read()).startswith(b"\x89PNG")
    assert picture.attachments[0].description and f"{side.title()}: " in picture.content


async def test_what_is_refused_is_not_posted(war: World) -> None:
    seen, rev = len(war.posts()), (await war.table()).row.rev
    answer = await war.order((await mover(war))[2], "fight 0204")
    assert "can't be ordered now" in answer and "rule: " in answer
    assert answer.count("`end movement`") == 1, "what is possible is said once"
    assert len(war.posts()) == seen and (await war.table()).row.rev == rev


WRONG = [
    "hello",
    "move",
    "move 1inf",
    "move 1inf 9999",
    "move nobody 0204",
    "🙂",
    "@everyone move 1inf 0204",
    f"<@{'1' * 18}> `x`",
    "move; ; ;",
    "```\n\n```",
    "x" * 6_000,
    ";" * 500,
    "\u202e\u0000 move",
    "resign now please",
    "policy",
]


@pytest.mark.parametrize("line", WRONG)
async def test_wrong_input_gets_a_short_private_answer(war: World, line: str) -> None:
    seen, called = len(war.posts()), war.called()
    rev = (await war.table()).row.rev
    answer = await war.order((await mover(war))[2], line)
    assert 10 < len(answer) < 2_000 and "incident" not in answer and "Done" not in answer
    assert "@everyone" not in answer and "<@1" not in answer.replace("<@\u200b", "")
    assert len(war.posts()) == seen and (await war.table()).row.rev == rev
    assert war.called() == called


async def test_out_of_turn_spectator_and_no_game(war: World) -> None:
    _, _, who = await mover(war)
    other = war.boris if who is war.anna else war.anna
    assert "not your turn" in await war.order(other, "end movement")
    assert "no seat" in await war.order(war.clara, "end movement")
    elsewhere = war.guild.create_text_channel("empty")
    assert "no game in this channel" in said(
        await war.anna.slash(elsewhere, "order", line="end movement")
    )


async def test_the_list_of_the_whole_line_can_be_typed_on(war: World) -> None:
    table, _, who = await mover(war)
    line = ""
    for _ in range(6):
        offered = await who.autocomplete(war.channel, "order", "line", line)
        assert 0 < len(offered) <= 25
        assert all(len(choice["name"]) <= 100 for choice in offered)
        moves = [c["value"] for c in offered if c["value"].startswith("move")]
        line = moves[-1]
        if "Done" in (answer := await war.order(who, line)):
            assert f"`{table.title}`" not in answer
            return
        assert "needs a" in answer or "Name at least" in answer
        line += " "
    raise AssertionError(line)


async def test_move_by_options_with_lists(war: World) -> None:
    table, side, who = await mover(war)
    units = await who.autocomplete(war.channel, "move", "unit", "")
    assert all("move" not in unit["value"] for unit in units)
    unit, place = quiet_moves(table.running(), side)[0].split()[1:]
    label = next(choice["name"] for choice in units if choice["value"] == unit)
    places = await who.autocomplete(war.channel, "move", "to", place[:2], unit=label)
    shown = next(choice["name"] for choice in places if choice["value"] == place)
    # clients sometimes send what was shown instead of what was meant
    answer = said(await war.slash(who, "move", unit=label, to=shown))
    assert answer.startswith("Done: `move ")


async def test_choose_offers_whole_orders(war: World) -> None:
    _, _, who = await mover(war)
    offered = await who.autocomplete(war.channel, "choose", "option", "")
    assert offered
    [line, *_] = [row["value"] for row in offered if not row["value"].startswith("end")]
    answer = said(await war.slash(who, "choose", option=line))
    assert answer.startswith("Done: `")


async def test_attack_and_play_write_the_verb_that_the_game_has(war: World) -> None:
    _, _, who = await mover(war)
    answer = said(await war.slash(who, "attack", target="0203"))
    assert "`fight` can't be ordered now" in answer
    answer = said(await war.slash(who, "play", card="axis_general_die", how="x"))
    assert "Done" not in answer and "`play" in answer
    assert ATTACKS[-1] == "fight"


async def test_fight_through_attack(world: World) -> None:
    await world.begin("iron_blood")
    who = world.player(await world.reach("fight"))
    [target, *_] = await who.autocomplete(world.channel, "attack", "target", "")
    answer = said(await world.slash(who, "attack", target=target["name"]))
    assert answer.startswith("Done: `fight ")


async def test_a_batch_stops_at_a_door_and_gives_the_rest_back(war: World) -> None:
    table, _, who = await mover(war)
    seq = table.row.seq
    asked = await war.slash(who, "order", line="end movement\nmove 1inf 0204")
    assert "Really `end movement`?" in said(asked) and (await war.table()).row.seq == seq
    sure = await war.press(who, asked.response, "Yes, all of it")
    answer = latest(war, who, asked.response.id)
    assert "Done: `end movement`" in answer.content
    assert "Not carried out" in answer.content and "`move 1inf 0204`" in answer.content
    assert (await war.table()).row.seq == seq + 1
    rest = await war.press(who, answer, "Edit the rest")
    assert sure is not None and box(rest)["value"] == "move 1inf 0204"


async def test_a_batch_without_a_door_is_all_or_nothing(war: World) -> None:
    table, side, who = await mover(war)
    seq, posts = table.row.seq, len(war.posts())
    line = quiet_moves(table.running(), side)[0]
    assert "Done" not in await war.order(who, f"{line}\n{line}")
    assert (await war.table()).row.seq == seq and len(war.posts()) == posts


def box(result: Any) -> dict[str, Any]:
    """The text box of a modal that was opened."""
    assert result.modal, f"no box: {result!r}"
    [label] = result.modal["components"]
    return dict(label["component"])


WRONG_LINES = [
    ("{good}\nmove 1pz nowhere\nend movement", 2, "nowhere"),
    ("{good}; hello", 2, "hello"),
    ("- {good}\n- {good}", 2, "1inf"),
]


@pytest.mark.parametrize(("lines", "number", "word"), WRONG_LINES)
async def test_a_refused_batch_names_line_and_word_and_is_kept(
    war: World, lines: str, number: int, word: str
) -> None:
    table, side, who = await mover(war)
    text = lines.format(good=quiet_moves(table.running(), side)[0])
    seq = table.row.seq
    shown = await war.slash(who, "orders")
    answer = await who.submit_modal(shown, {"lines": text})
    assert said(answer).startswith(f"Line {number}, `") and "Nothing was done." in said(answer)
    assert f"at `{word}`" in said(answer) and "Possible: " in said(answer)
    assert (await war.table()).row.seq == seq
    await war.restart()
    assert box(await war.press(who, answer.response, "Edit these lines"))["value"] == text
    assert not box(await war.slash(who, "orders")).get("value")


async def test_a_draft_is_gone_once_its_lines_are_done(war: World) -> None:
    table, side, who = await mover(war)
    good = quiet_moves(table.running(), side)[0]
    refused = await who.submit_modal(await war.slash(who, "orders"), {"lines": f"{good}\nhello"})
    again = await war.press(who, refused.response, "Edit these lines")
    assert said(await who.submit_modal(again, {"lines": good})).startswith("Done: ")
    assert not box(await war.press(who, refused.response, "Edit these lines")).get("value")


ENDINGS = ["order", "choose", "orders", "builder", "panel"]


async def ends(war: World, who: Any, surface: str, line: str) -> Any:
    """The answer to an order that ends a phase, however it is given."""
    match surface:
        case "order":
            return await war.slash(who, "order", line=line)
        case "choose":
            return await war.slash(who, "choose", option=line)
        case "orders":
            return await who.submit_modal(await war.slash(who, "orders"), {"lines": line})
        case "builder":
            built = await war.press(who, war.panel(), "Give an order")
            menu = next(c for c in components(built.response) if c["type"] == 3)
            await who.select(built.response, [line], custom_id=menu["custom_id"])
            message = latest(war, who, built.response.id)
            await war.press(who, message, "Give this order")
            return message
        case _:
            return await war.press(who, war.panel(), line.capitalize())


@pytest.mark.parametrize("surface", ENDINGS)
async def test_every_surface_asks_once_before_a_phase_ends(war: World, surface: str) -> None:
    table, _, who = await mover(war)
    seq, side = table.row.seq, table.running().pending()[0].side
    answer = await ends(war, who, surface, "end movement")
    message = getattr(answer, "response", answer)
    message = latest(war, who, message.id)
    assert "You could still order: `move`" in message.content
    assert (await war.table()).row.seq == seq
    await war.press(who, message, "Yes, end movement")
    table = await war.table()
    assert table.row.seq == seq + 1 and table.running().pending()[0].side != side
    assert "Done: `end movement`" in latest(war, who, message.id).content


async def test_giving_up_is_asked_first(war: World) -> None:
    _, _, who = await mover(war)
    asked = await war.slash(who, "order", line="resign")
    assert "Really give the game up?" in said(asked) and (await war.table()).open
    await war.press(who, asked.response, "Yes, resign")
    assert not (await war.table()).open


async def test_a_row_that_informs_is_no_order(world: World) -> None:
    """Every list that is cut says so in a row of its own, which stands for nothing."""
    await world.begin("no_retreat")
    await world.reach("move", 12)
    table, side, who = await mover(world)
    unit = next(
        item.value.strip()
        for item in table.running().complete(side, "move ").items
        if len(table.running().complete(side, f"{item.value.strip()} ").items) > 25
    )
    word = unit.split()[-1]
    lists = [
        ("order", "line", f"{unit} ", {}),
        ("choose", "option", "", {}),
        ("move", "to", "", {"unit": word}),
    ]
    for command, option, typed, given in lists:
        offered = await who.autocomplete(world.channel, command, option, typed, **given)
        row = offered[-1]
        assert len(offered) == 25 and row["name"].startswith("… ") and "more" in row["name"]
        seq = table.row.seq
        answer = said(await world.slash(who, command, **given, **{option: row["value"]}))
        assert "That row only says" in answer and (await world.table()).row.seq == seq


async def test_a_list_marks_what_goes_on_and_names_what_it_offers(war: World) -> None:
    table, side, who = await mover(war)
    game = table.running()
    for command, option, start in [("order", "line", "move "), ("choose", "option", "")]:
        offered = await who.autocomplete(war.channel, command, option, start)
        for row in offered:
            line, _, name = row["name"].partition(" · ")
            if line.startswith("… "):
                assert row is offered[-1]
                continue
            assert name or game.complete(side, line).complete, row
            assert game.complete(side, row["value"]).complete != line.endswith(" …"), row


async def test_several_units_go_in_one_order_and_are_taken_back_one_by_one(world: World) -> None:
    await world.begin("no_retreat")
    side = await world.reach("move")
    who, game = world.player(side), (await world.table()).running()
    units = [item.value.split()[-1] for item in game.complete(side, "move ").items]
    group = next(
        f"move {one} {other} to {place}"
        for one in units
        for other in units
        if one != other
        for item in game.complete(side, f"move {one} ").items
        if game.whole(side, f"move {one} {other} to {(place := item.value.split()[-1])}")
    )
    one, other, place = group.split()[1], group.split()[2], group.split()[-1]
    state, posts = game.dump(), len(world.posts())
    answer = await world.order(who, group)
    game = (await world.table()).running()
    assert game.look([one, "at"]) == game.look([other, "at"]) and place in game.look([one, "at"])
    assert answer.count("move") >= 2 and len(world.posts()) == posts + 1
    await world.undo(who)
    game = (await world.table()).running()
    assert game.dump() != state and game.look([other, "at"]) != game.look([one, "at"])
    await world.undo(who)
    assert (await world.table()).running().dump() == state
    refused = await world.order(who, f"move {one} nobody to {place}")
    assert "nobody" in refused and (await world.table()).running().dump() == state


async def test_several_lines_in_a_box(war: World) -> None:
    table, side, who = await mover(war)
    shown = await war.slash(who, "orders")
    assert shown.modal and shown.modal["title"] == "Orders"
    await war.restart()
    rows = [table.running().auto(side), "nonsense"]
    answer = said(await who.submit_modal(shown, {"lines": "\n".join(rows)}))
    assert "nonsense" in answer
    answer = said(await who.submit_modal(await war.slash(who, "orders"), {"lines": rows[0]}))
    assert answer.startswith("Done: `")


async def test_the_box_button_and_a_spectator(war: World) -> None:
    assert "no seat" in said(await war.press(war.clara, war.panel(), "Type orders"))
    assert (await war.press(war.anna, war.panel(), "Type orders")).modal


async def test_menus_write_the_same_line(war: World) -> None:
    table, side, who = await mover(war)
    built = await war.press(who, war.panel(), "Give an order")
    message = built.response
    line = quiet_moves(table.running(), side)[0]
    for word in line.split():
        menu = next(c for c in components(message) if c["type"] == 3)
        await who.select(message, [word], custom_id=menu["custom_id"])
        message = latest(war, who, built.response.id)
    assert builder.line_in(message) == line
    posts = len(war.pictures())
    await war.press(who, message, "Give this order")
    receipt = latest(war, who, message.id)
    assert receipt.content.startswith("Done: `move ")
    assert len(war.pictures()) == posts + 1
    if (await war.table()).pending_of(side):
        assert "Order: (nothing yet)" in receipt.content, "the next order can be built at once"
        [asked] = table.running().pending()
        assert receipt.content.count(asked.prompt) == 1


async def test_a_builder_survives_a_restart_and_says_when_it_is_stale(war: World) -> None:
    _, side, who = await mover(war)
    built = await war.press(who, war.panel(), "Give an order")
    menu = next(c for c in components(built.response) if c["type"] == 3)
    await who.select(built.response, ["end movement"], custom_id=menu["custom_id"])
    message = latest(war, who, built.response.id)
    await war.restart()
    await war.order(who, (await war.table()).running().auto(side))
    rev = (await war.table()).row.rev
    answer = await war.press(who, message, "Give this order")
    assert "answered already" in said(answer)
    assert (await war.table()).row.rev == rev


async def test_undo_goes_back_to_the_last_door_and_no_further(war: World) -> None:
    table, side, who = await mover(war)
    other = war.boris if who is war.anna else war.anna
    state = table.running().dump()
    await war.order(who, quiet_moves(table.running(), side)[0])
    assert "not yours" in said(await war.slash(other, "undo"))
    asked = await war.slash(who, "undo")
    assert said(asked).startswith("This takes back: `move ")
    assert (await war.table()).running().dump() != state, "nothing goes back before it is said"
    await war.press(who, asked.response, "Take it back")
    assert latest(war, who, asked.response.id).content.startswith("Taken back: `move ")
    assert (await war.table()).running().dump() == state
    assert "takes back" in war.posts()[-1].content or "takes back" in war.posts()[-2].content
    assert "nothing to take back" in said(await war.slash(who, "undo"))


async def test_undo_works_after_a_restart(war: World) -> None:
    table, side, who = await mover(war)
    state = table.running().dump()
    await war.order(who, quiet_moves(table.running(), side)[0])
    await war.restart()
    await war.undo(who)
    assert (await war.table()).running().dump() == state


async def test_a_standing_order_survives_an_undo_and_a_restart(world: World, skirmish: str) -> None:
    table = await world.begin(skirmish)
    await world.order(world.anna, "plan bold")
    await world.order(world.boris, "plan wary")
    side = table.running().pending()[0].side
    who = {"red": world.anna, "blue": world.boris}[side]
    before = table.running().policies(side)["commit"]
    await world.order(who, quiet_moves(table.running(), side)[0])
    await world.order(who, "policy commit auto")
    await world.undo(who)
    await world.restart()
    game = (await world.table()).running()
    assert before == ("ask", "ask") and game.policies(side)["commit"][1] == "auto"
    assert "nothing to take back" in said(await world.slash(who, "undo"))


async def test_a_changed_policy_is_told_without_a_picture(world: World, skirmish: str) -> None:
    await world.begin(skirmish)
    pictures = len(world.pictures())
    await world.order(world.anna, "policy commit auto")
    assert any("policy commit auto" in post.content for post in world.posts())
    assert len(world.pictures()) == pictures


async def test_ambiguous_orders_are_asked_back(
    world: World, skirmish: str, monkeypatch: pytest.MonkeyPatch
) -> None:
    table = await world.begin(skirmish)
    lines = ("plan bold", "plan wary")
    real = engine.Game.submit

    def submit(self: engine.Game, side: str, text: str, *more: object, **named: object) -> object:
        if text == "plan":
            raise engine.Ambiguous("`plan` could be several.", lines)
        return real(self, side, text, *more, **named)  # type: ignore[arg-type]

    monkeypatch.setattr(engine.Game, "submit", submit)
    asked = await world.slash(world.anna, "order", line="plan")
    [menu] = [c for c in components(asked.response) if c["type"] == 3]
    assert [option["value"] for option in menu["options"]] == list(lines)
    await world.anna.select(asked.response, ["plan wary"], custom_id=menu["custom_id"])
    message = latest(world, world.anna, asked.response.id)
    await world.press(world.anna, message, "Give this order")
    assert table.row.seq == 1
    assert json.dumps("wary") in table.running().dump().decode()


async def test_odds_are_told_privately_and_in_the_builder(world: World) -> None:
    await world.begin("iron_blood")
    await world.reach("fight")
    table, side, who = await mover(world)
    seen = len(world.posts())
    line = table.running().auto(side)
    told = said(await world.slash(who, "odds", line=line))
    assert " dice (" in told and "Axis win" in told and len(world.posts()) == seen
    assert told in builder.page(table, side, line)[0]
    assert "I see no battle" in said(await world.slash(world.clara, "odds", line="move 1pz"))


async def test_a_menu_answers_before_its_picture_is_painted(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    """Discord gives an answer 3 seconds, and the painter may be at work for others."""
    await world.begin("iron_blood")
    who = world.player(await world.reach("move"))
    built = await world.press(who, world.panel(), "Give an order")
    answered: list[bool] = []

    async def spot(desk: object, interaction: discord.Interaction, *_: object) -> None:
        answered.append(interaction.response.is_done())

    monkeypatch.setattr(ordering, "spot", spot)
    [menu] = [c for c in components(built.response) if c.get("options")]
    await who.select(
        built.response, custom_id=menu["custom_id"], values=[menu["options"][0]["value"]]
    )
    assert answered == [True]


async def test_a_picture_that_comes_late_is_not_put_under_another_line(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    await world.begin("iron_blood")
    who = world.player(await world.reach("move"))
    built = await world.press(who, world.panel(), "Give an order")
    seen: list[discord.Interaction] = []

    async def spot(desk: object, interaction: discord.Interaction, *_: object) -> None:
        seen.append(interaction)

    monkeypatch.setattr(ordering, "spot", spot)
    for _ in range(2):
        message = latest(world, who, built.response.id)
        [menu] = [c for c in components(message) if c.get("options")]
        pick = menu["options"][0]["value"]
        await who.select(message, custom_id=menu["custom_id"], values=[pick])
    edits = len(world.env.http_requests)
    await reply.illustrate(seen[0], ("spot.png", b"", "late"))
    assert len(world.env.http_requests) == edits, "the message shows something else by now"
