"""Notes: by game and turn, for their owner alone."""

import pytest

from bot.acts import notes
from bot.channel.painter import Painter
from tests.bot.conftest import small_picture
from tests.bot.world import World, said


@pytest.fixture(autouse=True)
def small(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(Painter, "work", small_picture)


async def test_notes_are_added_listed_by_turn_and_removed(world: World) -> None:
    table = await world.begin("iron_blood")
    turn = table.running().view(None).turn
    assert "no notes" in said(await world.slash(world.anna, "note list"))
    assert "number 1" in said(await world.slash(world.anna, "note add", text="Minsk is thin"))
    await world.play_on(lambda game, _: game.view(None).turn != turn)
    await world.restart()
    await world.slash(world.anna, "note add", text="hold the air")
    later = (await world.table()).running().view(None).turn
    text = said(await world.slash(world.anna, "note list"))
    assert text.index(turn) < text.index("1) Minsk is thin") < text.index(later)
    assert text.index(later) < text.index("2) hold the air")
    assert "hold" not in said(await world.slash(world.anna, "note list", word="minsk"))
    assert "None of your notes" in said(await world.slash(world.anna, "note list", word="kiev"))
    offered = await world.anna.autocomplete(world.channel, "note remove", "number", "min")
    assert [choice["value"] for choice in offered] == [1]
    assert "Gone" in said(await world.slash(world.anna, "note remove", number=1))
    assert "1) hold the air" in said(await world.slash(world.anna, "note list"))
    assert "no note number 7" in said(await world.slash(world.anna, "note remove", number=7))


async def test_nobody_else_sees_a_note(world: World) -> None:
    await world.begin("iron_blood")
    await world.slash(world.anna, "note add", text="a secret plan")
    for other in (world.boris, world.clara):
        assert "no notes" in said(await world.slash(other, "note list"))
        assert "no note number 1" in said(await world.slash(other, "note remove", number=1))
        assert "secret plan" not in world.seen_by(other)
        assert await other.autocomplete(world.channel, "note remove", "number", "") == []
    assert "secret plan" in said(await world.slash(world.anna, "note list"))


async def test_notes_stay_when_the_game_is_over_and_have_a_limit(
    world: World, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setattr(notes, "MOST", 2)
    await world.slash(world.anna, "game new", game="iron_blood")
    await world.slash(world.anna, "note add", text="before it began")
    await world.slash(world.boris, "game join")
    await world.slash(world.anna, "game start")
    await world.slash(world.anna, "note add", text="x" * notes.LONGEST)
    assert "as many notes" in said(await world.slash(world.anna, "note add", text="one more"))
    quit_ = await world.slash(world.anna, "game resign")
    await world.press(world.anna, quit_.response, "Yes, resign")
    text = said(await world.slash(world.anna, "note list"))
    assert "Before the game" in text and "x" * notes.LONGEST in text
