"""The maps at the ends of phases, to page through."""

import io
from itertools import pairwise
from typing import Any

import pytest
from PIL import Image

from bot.channel.painter import Painter
from bot.channel.pictures import Drawn, Painting
from bot.play import history
from tests.bot.conftest import small_picture
from tests.bot.world import World, components, latest, said


@pytest.fixture
def painted(monkeypatch: pytest.MonkeyPatch) -> list[Drawn]:
    """What the painter was asked for, the newest last."""
    asked: list[Drawn] = []

    async def work(_: Painter, what: Drawn) -> Any:
        asked.append(what)
        return await small_picture()

    monkeypatch.setattr(Painter, "work", work)
    return asked


async def some_turns(world: World, count: int = 3) -> None:
    turns: set[str] = set()

    def enough(game: Any, _: str) -> bool:
        turns.add(game.view(None).turn)
        return len(turns) == count

    await world.play_on(enough)


async def test_a_gallery_has_each_phase_as_it_ended(world: World, painted: list[Drawn]) -> None:
    """Each page begins where the one before it ended, and the last one shows the game as it is."""
    table = await world.begin("iron_blood")
    await some_turns(world)
    steps = await history.steps(world.bot.desk.store, table)
    ends = [step.number for step in steps if step.turns]
    count = len({*ends, steps[-1].number})
    assert count > 5
    painted.clear()
    answer = await world.slash(world.clara, "game gallery")
    assert f"page 1 of {count}" in said(answer) and "Set-up" in said(answer)
    first = answer.response or answer.followups[0]
    labels = [c.get("label") for c in components(first)]
    assert labels == ["Next", "Last"]
    for number in range(2, count + 1):
        await world.env.advance_time(4)
        await world.press(world.clara, latest(world, world.clara, first.id), "Next")
        now = latest(world, world.clara, first.id)
        assert f"page {number} of {count}" in now.content and len(now.attachments) == 1
    assert "Next" not in [c.get("label") for c in components(now)]
    pages = [what for what in painted if isinstance(what, Painting)]
    assert len(pages) == count
    for one, other in pairwise(pages):
        assert one.view == other.before
    assert pages[-1].view == table.running().view(None)
    after = await history.game_after(world.bot.desk.store, table, steps[ends[0] - 1])
    assert pages[0].view == after.view(None)
    assert f"of {count}" not in world.seen_by(world.boris), "it is private"


async def test_a_gallery_for_all_can_be_turned_by_all(world: World, painted: list[Drawn]) -> None:
    """In the style of the channel, whoever turns the page, and never in a hand's view."""
    await world.begin("iron_blood")
    await some_turns(world, 2)
    await world.slash(world.boris, "style", theme="dark")
    await world.slash(world.anna, "game gallery", public=True)
    [post] = [post for post in world.posts() if "page 1 of" in post.content]
    await world.press(world.boris, post, "Next")
    assert "page 2 of" in latest(world, world.clara, post.id).content
    shown = painted[-1]
    assert isinstance(shown, Painting) and shown.theme == "light"
    await world.env.advance_time(11)
    own = await world.slash(world.boris, "game gallery")
    shown = painted[-1]
    assert "page 1 of" in said(own)
    assert isinstance(shown, Painting) and shown.theme == "dark" and shown.view.seat == ""


async def test_a_gallery_is_cut_by_a_rollback(world: World, painted: list[Drawn]) -> None:
    """What was taken back has no page; one whose page is gone is shown the last."""
    table = await world.begin("iron_blood")
    await some_turns(world)
    answer = await world.slash(world.clara, "game gallery")
    first = answer.response or answer.followups[0]
    await world.press(world.clara, first, "Last")
    store = world.bot.desk.store
    end = next(step.number for step in await history.steps(store, table) if step.turns)
    await world.slash(world.anna, "game rollback", to=end)
    [offer] = [p for p in world.posts() if any(c.get("label") == "Agree" for c in components(p))]
    await world.press(world.boris, offer, "Agree")
    await world.env.advance_time(11)
    await world.press(world.clara, latest(world, world.clara, first.id), "Back")
    kept = history.phase_ends(await history.steps(store, table))
    assert f"page {len(kept)} of {len(kept)}" in latest(world, world.clara, first.id).content


async def test_a_gallery_of_nothing_is_refused(world: World) -> None:
    none = said(await world.slash(world.clara, "game gallery"))
    assert "no game" in none.casefold()
    await world.begin("iron_blood")
    assert "no order in this game yet" in said(await world.slash(world.clara, "game gallery"))


@pytest.mark.parametrize("game", ["iron_blood", "no_retreat"])
async def test_a_gallery_is_drawn(world: World, game: str) -> None:
    table = await world.begin(game)
    for _ in range(3):
        await world.play_one(world.player(table.running().pending()[0].side))
    answer = await world.slash(world.clara, "game gallery")
    [file] = (answer.response or answer.followups[0]).attachments
    image = Image.open(io.BytesIO(await file.read()))
    assert image.width > 2_000 and "Since " in (file.description or "")
