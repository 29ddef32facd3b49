"""Race to Moscow end to end: one to four seats, loads in one line, all asked at once, mats."""

from typing import Any

import pytest

from bot.play.table import Table
from tests.bot.world import World, said

HUNGRY = "clear units\n" + "\n".join(
    f"put {army} {area} food=1 fuel=1 ammo=1\nmark {area} food 1"
    for army, area in (("army_18", "memel"), ("army_9", "lyck"), ("army_6", "cholm"))
)
"""An army of each player that can eat from its card or from its area."""


async def lobby(world: World, **options: Any) -> Table:
    """anna is gray, boris white, clara brown; begun."""
    await world.slash(world.anna, "game new", game="race_to_moscow", side="gray", **options)
    await world.slash(world.boris, "game join", side="white")
    await world.slash(world.clara, "game join", side="brown")
    await world.slash(world.anna, "game start")
    return await world.table()


@pytest.fixture
async def race(world: World) -> World:
    await lobby(world)
    return world


async def test_three_seats_and_who_is_called(race: World) -> None:
    """5: in turn order, and only the one who must act"""
    table = await race.table()
    assert table.seats == {"gray": race.anna.id, "white": race.boris.id, "brown": race.clara.id}
    assert race.called()[-1] == [race.anna.id]
    assert "Gray" in race.panel().content
    refused = await race.order(race.boris, "end actions")
    assert "(rule" in refused or "turn" in refused.lower()
    await race.order(race.anna, "end actions")
    game = table.running()
    for _ in range(6):
        if game.pending()[0].side == "white":
            break
        side = game.pending()[0].side
        who = {"gray": race.anna, "white": race.boris, "brown": race.clara}[side]
        await race.order(who, game.auto(side))
    assert race.called()[-1] == [race.boris.id]
    assert "White" in race.panel().content


async def test_a_lobby_with_options(world: World) -> None:
    """4, 19, 20: seats follow from the options, wrong ones are told"""
    wrong = await world.slash(
        world.anna, "game new", game="race_to_moscow", options="abwehr=on sides=white"
    )
    assert "abwehr" in said(wrong)
    await world.slash(
        world.anna, "game new", game="race_to_moscow", side="soviet",
        options="sides=gray+brown soviet=on difficulty=hard order=brown+gray",
    )  # fmt: skip
    await world.slash(world.boris, "game join", side="gray")
    await world.slash(world.clara, "game join", side="brown")
    await world.slash(world.anna, "game start")
    table = await world.table()
    assert set(table.seats) == {"gray", "brown", "soviet"}
    game = table.running()
    assert game.options["soviet"] is True and game.options["difficulty"] == "hard"
    assert [pending.side for pending in game.pending()] == ["soviet"]
    secret = await world.order(world.anna, "place armor leningrad")
    assert "Done" in secret
    assert "armor" not in world.seen_by(world.boris), "20.1: the kind is secret"


async def test_alone_against_the_front_cards(world: World) -> None:
    """6.4, 18.2: a game of one seat"""
    await world.slash(world.anna, "game new", game="race_to_moscow", options="sides=white")
    await world.slash(world.anna, "game start")
    table = await world.table()
    assert table.seats == {"white": world.anna.id}
    game = table.running()
    while game.view(None).turn == "Round 1":
        assert "Done" in await world.order(world.anna, game.auto("white"))
    assert game.pending()[0].side == "white"


async def test_a_load_in_one_line(race: World) -> None:
    """11: the list knows lines, loads and limits"""
    game = (await race.table()).running()

    async def offered(text: str) -> list[str]:
        found = await race.anna.autocomplete(race.channel, "order", "line", text)
        return [choice["value"] for choice in found]

    assert any("konigsberg" in value for value in await offered("train danzig "))
    kinds = await offered("train danzig konigsberg ")
    assert any(value.endswith("fuel") for value in kinds)
    counts = await offered("train danzig konigsberg fuel ")
    assert any(value.endswith("3") for value in counts)
    assert not any(value.endswith("4") for value in counts)
    answer = await race.order(race.anna, "train danzig konigsberg fuel 3 ammo 3")
    assert "Done" in answer
    assert game.look(["konigsberg", "fuel"])[0] == "3"
    picture = race.pictures()[-1]
    assert "A train carries 3 fuel, 3 ammo" in (picture.attachments[0].description or "")
    assert "Taken back" in await race.undo(race.anna)
    refused = await race.order(race.anna, "train danzig riga fuel 1")
    assert "(rule: 11" in refused


async def test_a_reorganization_asks_all_at_once(race: World) -> None:
    """14: each player's part, in any order; then the turn goes on"""
    table = await race.table()
    game = table.running()
    game.submit("gm", f"{HUNGRY}\nset stock_trains 1\nset trains.gray 2\nat 1 gray actions")
    called = len(race.called())
    await race.order(race.anna, "transport trains 1")
    asked = {pending.side for pending in game.pending()}
    assert asked == {"gray", "white", "brown"}
    pinged = {user for pings in race.called()[called:] for user in pings}
    assert pinged >= {race.boris.id, race.clara.id}
    for name in ("Gray", "White", "Brown"):
        assert name in race.panel().content
    assert "Done" in await race.order(race.clara, "eat 6a area")
    assert {pending.side for pending in game.pending()} == {"gray", "white"}
    assert "Done" in await race.order(race.anna, "eat 18a card")
    assert "Done" in await race.order(race.boris, "eat 9a card")
    assert [pending.side for pending in game.pending()] == ["gray"]
    assert game.look(["level"])[0] == "2"


async def test_what_an_airman_sees_is_his_alone(race: World) -> None:
    """15: the card is named to him, not to the channel"""
    game = (await race.table()).running()
    game.submit("gm", "at 1 gray actions")
    await race.order(race.anna, "air soviet")
    view = game.view("gray")
    top = view.peeked["soviet.green"]  # type: ignore[attr-defined]
    name = top.removeprefix("soviet_").replace("_", " ")
    for person in (race.boris, race.clara):
        assert name not in race.seen_by(person).lower()
    assert "soviet.green" not in game.view("white").peeked  # type: ignore[attr-defined]


async def test_maps_and_mats(race: World) -> None:
    """2.2, 14: the map with overlays, the mats of all players"""
    for mode, title in (("supply", "Supply"), ("control", "Control"), ("mat", "Round 1")):
        answer = await race.slash(race.clara, "map", mode=mode)
        assert title in answer.response.content
        [file] = answer.response.attachments
        assert (await file.read()).startswith(b"\x89PNG")
    reach = await race.slash(race.clara, "map", mode="reach", unit="4pz")
    assert "Reach of 4. Panzergruppe" in reach.response.content
    plain = (await race.slash(race.boris, "map")).response.attachments[0]
    assert "Logistics level 1" in (plain.description or "")


async def test_practice_opponents_take_the_other_seats(world: World) -> None:
    """20: four seats, three of them for practice; the Soviet one is offered once it is there"""
    given = {"game": "race_to_moscow", "options": "soviet=on"}
    found = await world.anna.autocomplete(world.channel, "game new", "side", "", **given)
    assert [choice["value"] for choice in found] == ["gray", "white", "brown", "soviet"]
    await world.slash(world.anna, "game new", side="gray", **given)
    for side in ("white", "brown", "soviet"):
        await world.slash(world.anna, "game join", side=side, practice=True)
    await world.slash(world.anna, "game start")
    table = await world.table()
    game = table.running()
    assert set(table.seats) == {"gray", "white", "brown", "soviet"}
    await world.env.settle()
    assert sum(game.view(None).soviet) == 20  # type: ignore[attr-defined]
    assert "Done" in await world.order(world.anna, "end actions")
    for _ in range(8):
        await world.bot.desk.outbox.drained(10)
        side = game.pending()[0].side
        if side == "gray":
            if game.view(None).turn == "Round 2":
                break
            await world.order(world.anna, game.auto("gray"))
    assert game.view(None).turn == "Round 2"
