"""People who came into a league by name: tied to somebody here, in public, and taken back."""

from tests.bot.test_league_season import beats, season
from tests.bot.world import World, components, said


async def cup(world: World) -> None:
    """Dora and Emil are known by name alone; Dora's game of the second round is open."""
    anna, boris = world.anna.id, world.boris.id
    text = (
        "round,table,side,player,points\n"
        f"1,1,axis,{anna},1\n1,1,soviet,{boris},0\n1,2,axis,Emil,½\n1,2,soviet,Dora,½\n"
        f"2,1,axis,{boris},1\n2,1,soviet,Emil,0\n2,2,axis,Dora,\n2,2,soviet,{anna},\n"
    )
    terms = {"game": "iron_blood", "title": "Old Cup", "system": "swiss", "rounds": 3}
    file = ("x.csv", text.encode())
    said(await world.slash(world.anna, "league import", file=file, **terms))
    await beats(world, 2)


async def test_whoever_organises_says_who_somebody_is(world: World) -> None:
    await cup(world)
    offers = await world.anna.autocomplete(world.channel, "league tie", "name", "")
    assert [choice["value"] for choice in offers] == ["Emil", "Dora"]
    refused = await world.slash(world.boris, "league tie", name="Dora", player=world.clara)
    assert "organises" in said(refused)
    assert "by the name" in said(await world.slash(world.anna, "league tie", name="Nobody"))
    already = await world.slash(world.anna, "league tie", name="Dora", player=world.boris)
    assert "is in this league already" in said(already)
    await world.slash(world.anna, "league tie", name="dora", player=world.clara)
    await beats(world, 2)
    assert any("Dora of this league is" in m.content for m in world.posts())
    at = await season(world)
    [dora] = [one for one in at.entrants if one.name == "Dora"]
    assert dora.user == world.clara.id
    rows = said(await world.slash(world.boris, "league table"))
    assert f"<@{world.clara.id}> · ½ · 0-1-0" in rows, "what she has played is hers"
    [waited] = [one for one in at.now if dora.number in one.seats.values()]
    table = await world.bot.desk.games.get(waited.game or 0)
    assert world.clara.id in table.people, "her game begins"
    again = await world.slash(world.anna, "league tie", name="Dora", player=world.anna)
    assert "is <@" in said(again) and "already" in said(again)
    await world.slash(world.anna, "league untie", name="Dora")
    at = await season(world)
    assert at.entrant(dora.number).user == 0
    assert "Dora · ½" in said(await world.slash(world.boris, "league table"))
    assert "tied to nobody" in said(await world.slash(world.anna, "league untie", name="Dora"))


async def test_somebody_says_it_of_themselves_and_whoever_organises_agrees(world: World) -> None:
    await cup(world)
    await world.slash(world.clara, "league tie", name="Emil")
    [asked] = [m for m in world.posts() if "I am Emil of this league" in m.content]
    [yes] = components(asked)
    assert "organises" in said(await world.boris.click(asked, custom_id=yes["custom_id"]))
    await world.anna.click(asked, custom_id=yes["custom_id"])
    at = await season(world)
    [emil] = [one for one in at.entrants if one.name == "Emil"]
    assert emil.user == world.clara.id
    [told] = [m for m in world.posts() if "Emil of this league is" in m.content]
    assert not components(told)
