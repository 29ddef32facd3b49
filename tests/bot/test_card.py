"""The card that is posted when a game ends, by name, with points and luck as the log has them."""

from types import SimpleNamespace
from typing import Any

import discord
import pytest

import engine
from bot.channel.card import by_turn, card
from bot.channel.painter import Painter
from bot.channel.pictures import Carded, Drawn
from bot.play import history
from bot.play.table import PRACTICE
from engine.core.entries import Rolled
from tests.bot.conftest import small_picture
from tests.bot.test_results import ANNA, BORIS, CLARA, Hall, hall
from tests.bot.world import World, components, said

__all__ = ["hall"]


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> list[Drawn]:
    """What the painter was asked for, the newest last."""
    asked: list[Drawn] = []

    async def work(_: Painter, what: Drawn) -> Any:
        asked.append(what)
        return await small_picture()

    monkeypatch.setattr(Painter, "work", work)
    return asked


async def test_the_end_of_a_game_is_posted_with_its_card(
    world: World, painted: list[Drawn]
) -> None:
    await world.begin("iron_blood")
    await world.reach("move")
    await world.order(world.anna, "resign")
    await world.env.advance_time(6)
    [post] = [post for post in world.posts() if "How it went" in post.content]
    assert len(post.attachments) == 1 and "engine verify" in post.content
    [made] = [what for what in painted if isinstance(what, Carded)]
    assert {(side, who) for side, who, _ in made.card.seats} == {
        ("Axis", "anna"),
        ("Soviet", "boris"),
    }
    assert made.card.won == "Won by Soviet" and made.card.seats[0][0] == "Soviet"
    over = next(p for p in world.posts() if "secret of the dice" in p.content)
    assert "How it went" not in over.content, "a message of its own, after the words of the end"
    assert over.id < post.id


async def test_a_card_that_cannot_be_made_holds_up_nothing(
    world: World, monkeypatch: pytest.MonkeyPatch, incidents: list[str]
) -> None:
    async def fails(*_: Any) -> None:
        raise RuntimeError("no card")

    monkeypatch.setattr("bot.channel.outbox.card", fails)
    await world.begin("iron_blood")
    await world.order(world.anna, "resign")
    await world.env.advance_time(6)
    [post] = [post for post in world.posts() if "How it went" in post.content]
    assert not post.attachments
    assert "no card" in incidents.pop()


@pytest.mark.parametrize("name", engine.catalogue())
async def test_a_card_of_each_game(hall: Hall, name: str) -> None:
    people = (ANNA, BORIS, CLARA) if name == "race_to_moscow" else (ANNA, BORIS)
    table = await hall.begin(*people, game=name)
    await hall.play(table, 250)
    if table.open:
        side = next(iter(table.seats))
        await hall.games.order(table, table.seats[side], "resign", "r")
    made = await card(hall.store, table, {ANNA: "Anna", BORIS: "Boris"})
    game = table.played()
    assert made is not None and len(made.seats) == len(game.sides)
    steps = await history.steps(hall.store, table)
    rolled = [e for s in steps for e in s.entries if isinstance(e, Rolled)]
    titles = [plot.title.split()[0] for plot in made.plots]
    counted = any(e.purpose in game.table.rules.high for e in rolled)
    assert titles == ["Score"] * bool(game.scores()) + ["Dice"] * counted
    for plot in made.plots:
        assert all(len(curve.points) == len(plot.ticks) + 1 for curve in plot.curves)
        assert [x for x, _ in plot.ticks] == list(range(1, len(plot.ticks) + 1))
    if game.scores():
        ends = [int(curve.points[-1][1]) for curve in made.plots[0].curves]
        assert ends == list(game.scores().values())
    start = (await history.game_after(hall.store, table, None)).view(None).turn
    turns = by_turn(start, steps)
    assert [step for _, own in turns for step in own] == steps
    names = [turn for turn, _ in turns]
    assert len(set(names)) == len(names), "no turn comes twice"
    assert Carded(made).paint().alt.startswith(made.title)


async def test_the_practice_opponent_and_who_has_left_have_words(hall: Hall) -> None:
    table = await hall.begin(ANNA, PRACTICE)
    assert await card(hall.store, table, {}) is None, "while it goes on"
    await hall.games.order(table, ANNA, "resign", "r")
    made = await card(hall.store, table, {})
    assert made is not None
    assert [who for _, who, _ in made.seats] == ["practice opponent", "a player who has left"]


async def over(world: World) -> discord.Message:
    """A game that was given up; the message with its card."""
    await world.begin("iron_blood")
    await world.reach("move")
    await world.order(world.anna, "resign")
    await world.env.advance_time(6)
    [post] = [post for post in world.posts() if "How it went" in post.content]
    return post


async def test_the_card_leads_to_film_maps_and_log_after_a_restart_too(world: World) -> None:
    post = await over(world)
    assert [c["label"] for c in components(post)] == ["Replay", "Maps", "Whole log"]
    await world.restart()
    film = await world.press(world.clara, post, "Replay")
    assert "the whole game" in said(film)
    await world.env.advance_time(11)
    maps = await world.press(world.clara, post, "Maps")
    assert "page 1 of" in said(maps)
    log = await world.press(world.clara, post, "Whole log")
    [file] = (log.response or log.followups[0]).attachments
    assert "secret " in (await file.read()).decode().splitlines()[0]


async def test_a_card_can_be_asked_for_again(world: World, painted: list[Drawn]) -> None:
    await world.begin("iron_blood")
    assert "once it has ended" in said(await world.slash(world.clara, "game card"))
    await world.order(world.anna, "resign")
    await world.env.advance_time(6)
    painted.clear()
    answer = await world.slash(world.clara, "game card")
    [made] = [what for what in painted if isinstance(what, Carded)]
    assert made.card.won == "Won by Soviet" and answer.ephemeral
    shown = answer.response or answer.followups[0]
    assert shown.attachments and next(c["label"] for c in components(shown)) == "Replay"


@pytest.mark.parametrize("status", [404, 429, 503])
async def test_whom_discord_does_not_name_for_a_moment_has_not_left(
    world: World, painted: list[Drawn], monkeypatch: pytest.MonkeyPatch, status: int
) -> None:
    async def fails(*_: Any) -> None:
        kind = discord.NotFound if status == 404 else discord.HTTPException
        raise kind(SimpleNamespace(status=status, reason=""), "")  # type: ignore[arg-type]

    monkeypatch.setattr(discord.Guild, "fetch_member", fails)
    await over(world)
    [made] = [what for what in painted if isinstance(what, Carded)]
    named = {who for _, who, _ in made.card.seats}
    assert ("a player who has left" in named) == (status == 404)
    assert status == 404 or "" not in named
