"""Moderators: who may, what they do, what everybody reads of it and what nobody does."""

import logging
import re
from pathlib import Path
from typing import Any

import discord
import pytest

import engine
from bot.channel.painter import Painter
from engine.core.game import UMPIRE
from tests.bot.conftest import small_picture
from tests.bot.test_lobby import export
from tests.bot.world import World, quiet_moves, said
from tests.bot.world import world as make_world


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Painter, "work", small_picture)


def hire(world: World) -> tuple[Any, Any]:
    """mara, who has the role of the umpires, and olga, who manages the server."""
    umpires = world.guild.create_role("umpires")
    staff = world.guild.create_role("staff", permissions=discord.Permissions(manage_guild=True))
    mara = world.guild.add_member(world.env.create_user("mara"), roles=[umpires])
    olga = world.guild.add_member(world.env.create_user("olga"), roles=[staff])
    return mara, olga


async def moderator(world: World) -> Any:
    """mara moderates here."""
    mara, olga = hire(world)
    [role] = [r for name, r in world.guild.roles.items() if r.name == "umpires"]
    assert "moderate games on this server" in said(await world.slash(olga, "gm role", role=role))
    return mara


def told(world: World) -> str:
    """All that stands in the channel."""
    return "\n".join(post.content for post in world.posts())


# who may -----------------------------------------------------------------------------


async def test_the_role_is_chosen_by_who_manages_the_server(world: World) -> None:
    mara, olga = hire(world)
    await world.begin("iron_blood")
    [role] = [r for name, r in world.guild.roles.items() if r.name == "umpires"]
    assert "Nobody moderates" in said(await world.slash(mara, "gm role"))
    assert "Nobody moderates" in said(await world.slash(mara, "gm lock"))
    assert "Only its owner" in said(await world.slash(mara, "gm role", role=role))
    assert "too many" in said(await world.slash(olga, "gm role", role=world.guild.default_role))
    assert "moderate games on this server" in said(await world.slash(olga, "gm role", role=role))
    assert "Only people with the role" in said(await world.slash(olga, "gm lock"))
    await world.restart()
    assert "locked" in said(await world.slash(mara, "gm lock"))
    assert "Nobody moderates" in said(await world.slash(olga, "gm role", nobody=True))
    assert "Nobody moderates" in said(await world.slash(mara, "gm unlock"))
    deeds = await world.bot.desk.store.deeds(world.guild.id)
    assert [one.deed for one in deeds] == ["role", "lock", "role"]


@pytest.mark.parametrize("how", ["holds", "held", "shares", "shared"])
async def test_nobody_moderates_a_game_they_have_or_had_a_part_in(world: World, how: str) -> None:
    mara = await moderator(world)
    table = await world.begin("iron_blood")
    store = world.bot.desk.store
    if how in ("shares", "shared"):
        await world.slash(world.boris, "game share", player=mara)
    else:
        await world.slash(world.anna, "game seat", side="soviet", player=mara)
        offers = [post for post in world.posts() if "offers" in post.content]
        await world.press(world.boris, offers[-1], "Agree")
    if how == "shared":
        await world.slash(world.boris, "game share")
    if how == "held":
        await world.slash(world.anna, "game seat", side="soviet", player=world.boris)
        offers = [post for post in world.posts() if "offers" in post.content]
        await world.press(mara, offers[-1], "Agree")
    assert any(one.user == mara.id for one in await store.insiders(table.id))
    before = table.row.rev
    for command in ("gm lock", "gm end", "gm undo"):
        assert "only if all its people agree" in said(await world.slash(mara, command))
    edit = await world.slash(mara, "gm edit", lines="dice combat.axis 2")
    assert "only if all its people agree" in said(edit) and table.row.rev == before
    # unless they agree
    await world.press(mara, edit.response, "Ask its people")
    asked = [who for who in (world.anna, world.boris) if who.id in table.people]
    for who in asked:
        offers = [post for post in world.posts() if "offers to moderate" in post.content]
        await world.press(who, offers[-1], "Agree")
    assert "By consent of its players" in told(world)
    assert "locked" in said(await world.slash(mara, "gm lock"))


async def test_consent_ends_when_somebody_else_takes_a_seat(world: World) -> None:
    mara = await moderator(world)
    table = await world.begin("iron_blood")
    await world.slash(world.boris, "game share", player=mara)
    edit = await world.slash(mara, "gm edit", lines="dice combat.axis 2")
    await world.press(mara, edit.response, "Ask its people")
    for who in (world.anna, world.boris):
        offers = [post for post in world.posts() if "offers to moderate" in post.content]
        await world.press(who, offers[-1], "Agree")
    assert "Done" in said(await world.slash(mara, "gm edit", lines="dice combat.axis 2"))
    await world.slash(world.anna, "game seat", side="soviet", player=world.clara)
    offers = [post for post in world.posts() if "offers" in post.content]
    await world.press(world.boris, offers[-1], "Agree")
    assert world.clara.id in table.people
    assert "only if" in said(await world.slash(mara, "gm edit", lines="dice combat.axis 2"))


async def test_who_has_edited_a_game_takes_no_seat_in_it(world: World) -> None:
    mara = await moderator(world)
    await world.begin("no_retreat")
    await world.slash(mara, "gm edit", lines="dice weather 1")  # refused, and yet
    again = await world.slash(mara, "gm edit", lines="set turn 1")
    assert "part in this game" not in said(again), "who moderates goes on"
    await world.slash(world.boris, "game seat", side="soviet", vacant=True)
    seats = [post for post in world.posts() if "opens the seat" in post.content]
    assert "cannot take" in said(await world.press(mara, seats[-1], "Take"))


# what they do --------------------------------------------------------------------------


async def test_an_edit_is_posted_with_its_author_and_can_be_gone_back_over(world: World) -> None:
    mara = await moderator(world)
    table = await world.begin("iron_blood")
    await world.order(world.anna, table.running().auto("axis"))
    before = table.running().view(None)
    answer = await world.slash(
        mara, "gm edit", lines="put 4pz pool; dice combat.axis 2 2", reason="a slip of  the hand"
    )
    assert "Done" in said(answer), said(answer)
    assert f"<@{mara.id}>, a moderator, corrects the game" in told(world)
    assert "`a slip of the hand`" in told(world) and "Umpire: put" in told(world)
    assert table.running().edited and not table.running().view(None).same_board(before)
    wrong = await world.slash(mara, "gm edit", lines="put 4pz atlantis")
    assert "Nothing was changed" in said(wrong)
    await world.restart()
    table = await world.table()
    asked = await world.slash(mara, "gm rollback", to=1, reason="it was right")
    assert "goes back to before" in said(asked)
    await world.press(mara, asked.response, "Go back")
    assert table.running().view(None).same_board(before)
    assert "takes the game back" in told(world) and "`it was right`" in told(world)
    asked = await world.slash(mara, "gm rollback", to=0)
    await world.play_one(world.anna)
    late = said(await world.press(mara, asked.response, "Go back"))
    assert "gone on since you were asked" in late


async def test_dice_are_set_and_taken_away(world: World) -> None:
    mara = await moderator(world)
    table = await world.begin("iron_blood")
    set_ = await world.slash(mara, "gm dice", purpose="combat.axis", results="2, 2")
    assert "Done" in said(set_) and table.running().look(["dice", "combat.axis"]) == ("2,2",)
    assert "dice combat.axis 2 2" in told(world)
    await world.slash(mara, "gm dice", purpose="combat.axis", results="none")
    assert table.running().look(["dice", "combat.axis"]) == ("none",)
    offered = await mara.autocomplete(world.channel, "gm dice", "purpose", "comb")
    assert [choice["value"] for choice in offered] == ["combat.axis", "combat.soviet"]


async def test_the_last_order_is_taken_back_whosever_it_is(world: World) -> None:
    mara = await moderator(world)
    table = await world.begin("iron_blood")
    side = await world.reach("move")
    nothing = await world.slash(mara, "gm undo")
    assert "`/gm rollback`" in said(nothing)
    before = table.running().dump()
    await world.order(world.player(side), quiet_moves(table.running(), side)[0])
    done = await world.slash(mara, "gm undo", reason="not allowed by the league")
    assert "Taken back" in said(done)
    assert table.running().dump() == before
    assert f"<@{mara.id}>, a moderator, takes the last order back" in told(world)
    [undo] = [a for a in await world.bot.desk.store.actions(table.id) if a.kind == "undo"]
    assert (undo.side, undo.user) == (UMPIRE, mara.id)


async def test_a_locked_game_waits_with_its_clocks(world: World) -> None:
    mara = await moderator(world)
    await world.slash(world.anna, "game new", game="iron_blood", clock="fast")
    await world.slash(world.boris, "game join")
    await world.slash(world.anna, "game start")
    table, keeper = await world.table(), world.bot.desk.keeper
    left = (await keeper.watch(table)).clocks
    assert left is not None and left.seats["axis"].ends is not None
    assert "locked" in said(await world.slash(mara, "gm lock", reason="wait"))
    assert "locked already" in said(await world.slash(mara, "gm lock"))
    assert "locked the game" in world.panel().content
    line = table.running().auto("axis")
    assert "locked this game" in said(await world.slash(world.anna, "order", line=line))
    for command in ("undo", "game draw", "game pause", "game end"):
        assert "locked this game" in said(await world.slash(world.anna, command)), command
    await world.wait(9)
    await world.restart()
    table, keeper = await world.table(), world.bot.desk.keeper
    await world.wait(1)
    watch = await keeper.watch(table)
    assert watch.out == {} and watch.locked and table.locked
    assert watch.clocks is not None and watch.clocks.seats["axis"].ends is None
    assert not [p for p in world.posts() if "waits for you" in p.content], "nobody is reminded"
    assert "goes on" in said(await world.slash(mara, "gm unlock"))
    assert "not locked" in said(await world.slash(mara, "gm unlock"))
    assert "Done" in await world.order(world.anna, line)


async def test_a_locked_practice_opponent_waits_too(world: World) -> None:
    mara = await moderator(world)
    await world.slash(world.anna, "game new", game="iron_blood", practice=True)
    table = await world.table()
    assert "locked" in said(await world.slash(mara, "gm lock"))
    assert world.bot.desk.games.practice_asked(table) is None


async def test_a_game_is_ended(world: World) -> None:
    mara = await moderator(world)
    table = await world.begin("iron_blood")
    asked = await world.slash(mara, "gm end", reason="a quarrel: both")
    assert table.open
    await world.press(mara, asked.response, "Yes, end it")
    assert table.row.status == "closed" and "`a quarrel: both`" in told(world)
    assert "over already" in said(await world.slash(mara, "gm end"))


async def test_seats_are_given_and_taken(world: World) -> None:
    mara = await moderator(world)
    table = await world.begin("iron_blood")
    assert "no such side" in said(await world.slash(mara, "gm seat", side="gray", practice=True))
    given = await world.slash(
        mara, "gm seat", side="soviet", player=world.clara, reason="boris asked"
    )
    assert "changed hands" in said(given) and table.seats["soviet"] == world.clara.id
    assert "gives a seat" in told(world) and "`boris asked`" in told(world)
    other = await world.slash(mara, "gm seat", side="axis", player=world.boris)
    assert "held another seat" in said(other)
    await world.slash(mara, "gm seat", side="soviet", vacant=True)
    assert table.seats["soviet"] == 0
    seats = [post for post in world.posts() if "is open" in post.content]
    await world.press(world.boris, seats[-1], "Take")
    assert table.seats["soviet"] == world.boris.id
    await world.slash(mara, "gm seat", side="soviet", practice=True)
    last = await world.slash(mara, "gm seat", side="axis", vacant=True)
    assert "Nobody else plays" in said(last)


async def test_the_log_of_a_server_in_pages(world: World) -> None:
    mara = await moderator(world)
    table = await world.begin("iron_blood")
    assert "for moderators" in said(await world.slash(world.anna, "gm log"))
    for number in range(12):
        await world.slash(mara, "gm edit", lines="dice combat.axis 2", reason=f"no. {number}")
        await world.env.advance_time(4)  # more at once are too many
    page = await world.slash(mara, "gm log")
    assert page.ephemeral and "`no. 11`" in said(page) and "`no. 1`" not in said(page)
    await world.restart()
    await world.press(mara, page.response, "Next")
    [second] = [m for m in world.channel.history(viewer=mara) if m.id == page.response.id]
    assert "`no. 0`" in second.content and f"<#{world.channel.id}>" in second.content
    assert "chooses who moderates" in second.content and table.open
    assert second.content not in told(world)


# what is hidden --------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("name", "lines"),
    [
        ("no_retreat", "cards hand.axis {0} {1} ...; see soviet {2}; cards deck {3} {4} ..."),
        ("stalins_war", "cards hand.axis {0} {1} ...; see axis {2}"),
        ("iron_blood", "cards hand.axis {0} ...; see axis {1}"),
    ],
)
async def test_an_edit_of_what_is_hidden_tells_none_of_it(
    world: World,
    name: str,
    lines: str,
    caplog: pytest.LogCaptureFixture,
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    monkeypatch.setattr(engine, "ROOMS", sorted({*engine.ROOMS, name}))
    mara = await moderator(world)
    table = await world.begin(name)
    if name == "no_retreat":
        await world.reach("move")
    game = table.running()
    caplog.set_level(logging.INFO)
    caplog.set_level(logging.DEBUG, "bot")
    pos, lexicon = game.table.pos, engine.rules(name).lexicons["card"]
    hidden = [
        card
        for pile, found in pos.piles.items()
        for card, seen in zip(found.ids, found.seen, strict=True)
        if not seen and pile.split(".")[0] in ("deck", "bag", "draw") and "soviet" not in pile
    ]
    cards = [lexicon.write(card) for card in hidden[:5]]
    assert len(cards) == 5
    done = await world.slash(mara, "gm edit", lines=lines.format(*cards), reason="a test")
    assert "Done" in said(done), said(done)
    if name == "iron_blood":
        held = {game.hand("axis")[0].word}
    else:
        held = {card.word for card in game.hand("axis")}
    assert held
    await world.slash(world.clara, "map", at=1, public=True)
    public = world.seen_by(world.clara) + await export(world, world.clara)
    public += said(await world.slash(mara, "gm log")) + caplog.text
    boris = said(await world.slash(world.boris, "map", since="turn"))
    for card in cards:
        [term] = [t for t in lexicon.terms.values() if t.id == card] or [None]
        words = {card, term.name if term else card}
        for word in words:
            assert not any(w in public + boris for w in (f" {word} ", f" {word}\n", f" {word}`"))
    assert "Umpire: cards hand.axis\n" in told(world) + "\n"
    assert "gm> cards hand.axis\n" in await export(world, world.clara)


PAIRS = {
    "a hand": ("cards hand.axis {0} {1} ...", "cards hand.axis {2} {3} ..."),
    "the order of the deck": ("cards deck {0} {1} {2} ...", "cards deck {2} {1} {0} ..."),
    "what a side has seen": ("see axis {0}", "see axis {1}"),
}


@pytest.fixture
def folders(tmp_path: Path) -> list[Path]:
    """Room for two worlds."""
    found = [tmp_path / "one", tmp_path / "other"]
    for folder in found:
        folder.mkdir()
    return found


@pytest.mark.parametrize("what", PAIRS)
async def test_two_edits_that_differ_in_what_is_hidden_look_alike(
    what: str, folders: list[Path]
) -> None:
    """Everything that the other side and a spectator can read, ids and lists included."""
    seen = [await _seen(*pair) for pair in zip(folders, PAIRS[what], strict=True)]
    assert seen[0] == seen[1]


async def _seen(folder: Path, lines: str) -> list[str]:
    async with make_world(folder) as world:
        mara = await moderator(world)
        table = await world.begin("no_retreat")
        await world.reach("move")
        pile, lexicon = (
            table.running().table.pos.piles["deck"],
            table.running().table.rules.lexicons,
        )
        unseen = [card for card, seen in zip(pile.ids, pile.seen, strict=True) if not seen]
        cards = map(lexicon["card"].write, sorted(unseen)[:4])
        done = await world.slash(mara, "gm edit", lines=lines.format(*cards), reason="a test")
        assert "Done" in said(done), said(done)
        found = [world.seen_by(who) for who in (world.boris, world.clara)]
        for who in (world.boris, world.clara):
            found += [said(await world.slash(who, c)) for c in ("game status", "recap", "legal")]
            found.append(await export(world, who))
        found.append(said(await world.slash(world.boris, "hand")))
        found.append(said(await world.slash(mara, "gm log")))
        return [re.sub(r"[0-9a-f]{8,}", "#", text) for text in found]  # keyed hashes tell nothing
