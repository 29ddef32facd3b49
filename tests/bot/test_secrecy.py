"""Nothing that others can see tells what a hand holds, whatever is pressed or typed."""

import logging
import re

import pytest

import engine
from bot.__main__ import _log_to_stderr
from tests.bot.world import World, said

STEPS = 45


COMMON = {"cancel", "reroll"}
"""Cards of the toy game that are also words of its rules."""


def hidden(game: engine.Game, side: str | None) -> set[str]:
    """What would name a card that a side (None: a spectator) has not seen: its id, its order."""
    table = game.table
    bit = table.bit(side) if side else table.everyone
    lexicon = table.rules.lexicons["card"]
    unseen: set[str] = set()
    told: set[str] = set()
    for pile in table.pos.piles.values():
        for item, seen in zip(pile.ids, pile.seen, strict=True):
            names = {lexicon.write(item), f"play {lexicon.short(item)}"}
            (told if seen & bit == bit else unseen).update(names)
    return unseen - told - COMMON  # two sides have cards of one short name


def leaks(text: str, words: set[str]) -> set[str]:
    return {word for word in words if re.search(rf"(?<![\w]){re.escape(word)}(?![\w])", text)}


async def look_round(world: World, who: object, other: object) -> None:
    """Press and type what a curious person would."""
    for command in ("hand", "legal", "game status"):
        await world.slash(who, command)
        await world.slash(other, command)
    for label in ("My hand", "Legal orders", "Give an order"):
        await world.press(who, world.panel(), label)
        await world.press(other, world.panel(), label)
        await world.press(world.clara, world.panel(), label)


@pytest.mark.parametrize("name", ["skirmish", "iron_blood"])
async def test_hands_stay_hidden_while_a_game_is_played(
    world: World, skirmish: str, name: str
) -> None:
    table = await world.begin(name)
    if name == "iron_blood":
        await world.reach("move")
    sides = table.running().sides
    people = [*((side, world.player(side)) for side in sides), (None, world.clara)]
    read: dict[str, str] = {}
    held = 0
    for number in range(STEPS):
        if not table.open:
            break
        game = table.running()
        side = game.pending()[0].side
        who = world.player(side)
        other = world.boris if who is world.anna else world.anna
        if number % 12 == 5:
            await look_round(world, who, other)
        line = game.auto(side)
        assert "Done" in await world.order(who, line)
        for seat, person in people:
            everything = world.seen_by(person)
            fresh = everything.removeprefix(read.get(person.name, ""))
            read[person.name] = everything.removesuffix("]")
            unseen = hidden(game, seat)
            held += len(unseen)
            assert not leaks(fresh, unseen), (seat, line)
    assert held > STEPS


async def test_an_owner_does_see_the_hand(world: World) -> None:
    table = await world.begin("iron_blood")
    await world.reach("move")
    [card] = table.running().hand("axis")
    assert leaks(said(await world.slash(world.anna, "hand")), {card.name})
    assert card.id in hidden(table.running(), "soviet") & hidden(table.running(), None)
    assert card.id not in hidden(table.running(), "axis")


async def test_a_secret_order_is_public_only_by_its_verb(world: World, skirmish: str) -> None:
    await world.begin(skirmish)
    assert "`plan bold`" in await world.order(world.anna, "plan bold")
    for other in (world.boris, world.clara):
        assert "bold" not in world.seen_by(other)
    assert "Red: plan" in [post.content.splitlines()[0] for post in world.posts()]


async def test_taking_a_secret_order_back_tells_nothing(world: World, skirmish: str) -> None:
    await world.begin(skirmish)
    await world.order(world.anna, "plan bold")
    answer = await world.undo(world.anna)
    assert "Taken back" in answer, answer
    for other in (world.boris, world.clara):
        assert "bold" not in world.seen_by(other)
    assert "Red takes back: `plan`" in world.seen_by(world.clara)


async def test_an_armed_card_is_no_public_event(world: World) -> None:
    table = await world.begin("iron_blood")
    await world.reach("move")
    table.running().submit("gm", "clear cards; cards hand.axis axis_general_die")
    posts = len(world.posts())
    line = "arm die"
    while not table.running().complete("axis", f"{line} ").complete:
        line = table.running().complete("axis", f"{line} ").items[0].value.strip()
    assert "Done" in await world.order(world.anna, line)
    assert len(world.posts()) == posts
    for other in (world.boris, world.clara):
        assert not leaks(world.seen_by(other), {line, "arm"})


async def test_lists_show_a_hand_only_to_its_owner(world: World) -> None:
    table = await world.begin("iron_blood")
    await world.reach("move")
    table.running().submit("gm", "clear cards; cards hand.axis axis_general_die")
    mine = await world.anna.autocomplete(world.channel, "order", "line", "arm ")
    assert [choice["value"].strip() for choice in mine] == ["arm die"]
    theirs = await world.boris.autocomplete(world.channel, "order", "line", "arm ")
    nobodys = await world.clara.autocomplete(world.channel, "order", "line", "")
    assert theirs == [] and nobodys == []


async def test_logs_name_no_order(world: World, caplog: pytest.LogCaptureFixture) -> None:
    caplog.set_level("DEBUG", logger="bot")
    await world.begin("iron_blood")
    await world.order(world.anna, "arm axis_general_hits nonsense")
    await world.slash(world.anna, "hand")
    assert "axis_general" not in "\n".join(
        record.getMessage() for record in caplog.records if record.name.startswith("bot")
    )


async def armed(world: World) -> str:
    """A line that arms a card of the Axis."""
    game = (await world.table()).running()
    line = game.complete("axis", "arm ").items[0].value.strip()
    while not game.complete("axis", line).complete:
        line = game.complete("axis", f"{line} ").items[0].value.strip()
    return line


async def test_an_offer_to_end_does_not_tell_of_a_secret_order(world: World) -> None:
    await world.begin("iron_blood")
    await world.reach("move")
    line = await armed(world)
    await world.slash(world.boris, "game end")
    await world.order(world.anna, line)
    noted = said(await world.slash(world.boris, "game end"))
    assert "agreed already" in noted, noted
    await world.slash(world.anna, "game end")
    assert (await world.table()).row.status == "closed"


async def test_the_log_at_debug_shows_no_hand_and_no_secret(
    world: World, capsys: pytest.CaptureFixture[str]
) -> None:
    """What libraries log at debug is all that passes through them: statements, requests."""
    root, own = logging.getLogger(), logging.getLogger("bot")
    handlers, levels = list(root.handlers), (root.level, own.level)
    _log_to_stderr("debug")
    own.debug("so it is at debug")
    try:
        table = await world.begin("iron_blood")
        await world.reach("move")
        [card] = table.running().hand("axis")
        await world.slash(world.anna, "hand")
        await world.order(world.anna, await armed(world))
        secret = table.running().secret.hex()
    finally:
        root.handlers[:] = handlers
        root.setLevel(levels[0])
        own.setLevel(levels[1])
    told = capsys.readouterr().err
    assert "so it is at debug" in told
    assert secret not in told and card.name not in told and card.id not in told
