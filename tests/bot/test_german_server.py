"""What is posted on a German server is German, what a game says marked as such; on others English.

It stays what it was where that matters: the records, and what waits to be posted.
"""

import re
from collections.abc import AsyncIterator
from pathlib import Path
from typing import Any

import discord
import pytest

from bot.catalogue import SERVERS
from tests.bot.test_months import dms
from tests.bot.world import World, button_id, components, said
from tests.bot.world import world as make_world


@pytest.fixture
async def berlin(tmp_path: Path) -> AsyncIterator[World]:
    async with make_world(tmp_path, "de") as made:
        yield made


def read(world: World) -> str:
    return "\n".join(message.content for message in world.posts())


def labels(message: Any) -> list[str]:
    return [c.get("label") or "" for c in components(message)]


def speak(guild: Any, language: str) -> None:
    """Whoever manages the server chooses its language."""
    guild._env.backend.edit_guild(guild.id, {"preferred_locale": language})


async def days(world: World, count: int) -> None:
    for _ in range(count):
        await world.wait(1)


async def test_from_the_lobby_to_an_undo(berlin: World) -> None:
    await berlin.slash(berlin.anna, "game new", game="iron_blood")
    assert "wartet auf Mitspieler" in berlin.panel().content
    assert labels(berlin.panel()) == ["Soviet spielen", "Beginnen"]
    await berlin.slash(berlin.boris, "game join")
    await berlin.slash(berlin.anna, "game start")
    assert "Die Würfel kommen aus einem Geheimnis" in read(berlin)
    assert ": [en] " in berlin.panel().content and "Gefragt <t:" in berlin.panel().content
    assert labels(berlin.panel())[0] == "Befehl geben"
    refused = said(await berlin.slash(berlin.anna, "order", line="end setup"))
    assert "(rule: Axis set-up)" in refused, "their own Discord is English"
    await berlin.order(berlin.anna, "setup suggested")
    [post] = [m for m in berlin.posts() if "setup suggested" in m.content]
    first, *_, last = post.content.split("\n")
    assert first.startswith("[en] Axis: setup suggested") and last.startswith("-# record ")
    line = (await berlin.table()).running().auto("axis")
    await berlin.order(berlin.anna, line)
    await berlin.undo(berlin.anna)
    assert "Axis nimmt zurück: " in read(berlin)
    assert "~~" in read(berlin), "what was taken back is struck out, whether or not it is marked"


async def test_the_records_are_those_of_any_server(tmp_path: Path) -> None:
    """The same game on a German and an English server: the same records, as `verify` reads them."""
    found = []
    for language in ("de", "en-GB"):
        (tmp_path / language).mkdir()
        async with make_world(tmp_path / language, language) as made:
            await made.every_act()
            await made.begin("iron_blood")
            await made.order(made.anna, "setup suggested")
            line = (await made.table()).running().auto("axis")
            await made.order(made.anna, line)
            await made.undo(made.anna)
            assert ("nimmt zurück" in read(made)) == (language == "de")
            found.append(re.findall("^-# record .*", read(made), re.MULTILINE))
    assert found[0] == found[1] and len(found[0]) >= 3


async def test_a_reminder_and_what_is_offered(berlin: World) -> None:
    await berlin.begin("iron_blood")
    await berlin.order(berlin.anna, "setup suggested")
    await berlin.slash(berlin.anna, "game rollback", to=0)
    offer = berlin.posts()[-1]
    assert (
        f"<@{berlin.anna.id}> bietet an, vor 1 · Axis: `setup suggested` zurückzu" in offer.content
    )
    assert "[en]" not in offer.content.split("\n")[-1]
    assert labels(offer) == ["Zustimmen", "Ablehnen"]
    await berlin.boris.click(offer, custom_id=button_id(offer, "Zustimmen"))
    assert "Im Einvernehmen aller geht das Spiel vor 1 · Axis: `" in read(berlin)
    await days(berlin, 4)
    called = f"<@{berlin.anna.id}>: **Iron, Blood, Snow & Mud** in <#{berlin.channel.id}> wartet"
    assert called in read(berlin)
    await berlin.slash(berlin.anna, "game end")
    await berlin.boris.click(
        berlin.posts()[-1], custom_id=button_id(berlin.posts()[-1], "Dem Ende")
    )
    assert "Das Spiel endet ohne Ergebnis" in read(berlin)
    assert "Das Geheimnis der Würfel: " in read(berlin)


async def test_the_word_of_a_league(berlin: World) -> None:
    await berlin.slash(
        berlin.anna, "league create", game="iron_blood", title="Ostfront", system="robin"
    )
    assert "**Ostfront**, Saison 1" in read(berlin)
    for who in (berlin.anna, berlin.boris, berlin.clara):
        await berlin.slash(who, "league join")
    await berlin.slash(berlin.anna, "league start")
    for _ in range(4):
        await berlin.env.advance_time(6)
    assert "Runde 1 von 3 beginnt" in read(berlin)


async def test_a_choice_holds_from_then_on_and_over_a_restart(world: World) -> None:
    """What stands there stays as it was written; what was taken back is still found in it."""
    await world.every_act()
    await world.begin("iron_blood")
    await world.order(world.anna, "setup suggested")
    line = (await world.table()).running().auto("axis")
    await world.order(world.anna, line)
    speak(world.guild, "de")
    await world.env.advance_time(1)
    assert "Gefragt <t:" not in world.panel().content
    await world.undo(world.anna)
    assert "Axis nimmt zurück: " in read(world) and f"~~Axis: {line}" in read(world)
    assert "Gefragt <t:" in world.panel().content
    await world.restart()
    assert {world.guild.id: "de"} == SERVERS
    number = len(world.posts())
    await world.order(world.anna, line)
    assert f"[en] Axis: {line}" in "\n".join(m.content for m in world.posts()[number - 1 :])
    speak(world.guild, "en-US")
    await world.env.advance_time(1)
    assert await world.bot.desk.store.settings("guild", world.guild.id) == {}


async def test_a_game_that_moves_takes_its_new_servers_language(world: World) -> None:
    await world.begin("iron_blood")
    number = (await world.table()).id
    guild = world.env.create_guild(preferred_locale="de")
    there = guild.create_text_channel("nach-osten")
    anna, boris = (guild.add_member(who.user) for who in (world.anna, world.boris))
    await anna.slash(there, "game move", game=number)
    await world.env.advance_time(3)
    await world.press(world.boris, world.posts()[-1], "Agree")
    await world.env.advance_time(6)
    assert f"This game goes on in <#{there.id}>." in read(world)
    new = "\n".join(m.content for m in there.history() if m.author.bot)
    assert "Dieses Spiel kam aus einem anderen Kanal" in new and "Gefragt <t:" in new
    await anna.slash(there, "order", line="setup suggested")
    new = "\n".join(m.content for m in there.history() if m.author.bot)
    assert "[en] Axis: setup suggested" in new
    assert boris is not None


@pytest.fixture
def german(monkeypatch: pytest.MonkeyPatch) -> set[int]:
    """People whose Discord is German."""
    people: set[int] = set()
    real = discord.Interaction._from_data

    def spoken(interaction: discord.Interaction, data: Any) -> None:
        real(interaction, data)
        if interaction.user.id in people:
            interaction.locale = discord.Locale.german

    monkeypatch.setattr(discord.Interaction, "_from_data", spoken)
    return people


async def test_a_message_is_in_the_language_of_whoever_gets_it(
    world: World, german: set[int]
) -> None:
    """Heard when they did something last; kept over a restart; in the channel it is the server's,
    and gone once they want nothing kept."""
    german.add(world.anna.id)
    await world.begin("iron_blood")
    await world.slash(world.anna, "me notices", how="message")
    await world.slash(world.clara, "watch", what="turns")
    german.add(world.clara.id)
    await world.slash(world.clara, "map")
    await world.restart()
    await days(world, 4)
    [*_, told] = dms(world.anna)
    assert "auf dich als Axis. [en] Deploy" in told
    await world.slash(world.anna, "me notices", how="channel")
    await days(world, 8)
    assert f"<@{world.anna.id}>: **Iron, Blood, Snow & Mud** in <#" in read(world)
    assert "waits for you as Axis" in read(world) and "auf dich als" not in read(world)
    await world.order(world.anna, "resign")
    ends = await world.slash(world.anna, "game resign")
    if components(ends.response):
        await world.press(world.anna, ends.response, "Ja")
    await days(world, 1)
    assert "ist zu Ende" in dms(world.clara)[-1]
    store = world.bot.desk.store
    assert (await store.user_settings(world.clara.id))["person"]["language"] == "de"
    german.clear()
    await world.slash(world.clara, "map")
    assert "language" not in str(await store.user_settings(world.clara.id))


async def test_what_was_not_given_is_handed_back_in_ones_own_language(
    world: World, german: set[int]
) -> None:
    german.add(world.boris.id)
    await world.begin("iron_blood")
    boxed = await world.boris.click(
        (await world.slash(world.boris, "standing")).response,
        label="Befehle für meinen nächsten Zug",
    )
    await world.boris.submit_modal(boxed, {"lines": "dance"})
    await world.play_on(lambda _, side: side == "soviet")
    await world.env.advance_time(6)
    [*_, told] = dms(world.boris)
    assert "Das hat auf deinen Zug gewartet" in told and "[en] " in told


async def test_what_comes_by_itself(berlin: World) -> None:
    """A lobby that waited too long, and the weekly recap."""
    staff = berlin.guild.create_role("staff", permissions=discord.Permissions(manage_guild=True))
    olga = berlin.guild.add_member(berlin.env.create_user("olga"), roles=[staff])
    await berlin.slash(olga, "gm recap", channel=berlin.channel)
    await berlin.slash(berlin.anna, "game new", game="iron_blood")
    await days(berlin, 15)
    assert "14 Tage" in read(berlin)
    await berlin.begin("iron_blood")
    await berlin.order(berlin.anna, "setup suggested")
    await days(berlin, 8)
    assert "**Die Spiele dieses Servers: die Woche**" in read(berlin)


async def test_nothing_is_kept_of_a_german_who_wants_that(world: World, german: set[int]) -> None:
    german.add(world.anna.id)
    await world.slash(world.anna, "help")
    store = world.bot.desk.store
    assert "users" in await store.kept(world.anna.id)
    asked = await world.slash(world.anna, "privacy delete")
    await world.press(world.anna, asked.response, "Ja")
    assert await store.kept(world.anna.id) == {}
    await world.slash(world.anna, "help")
    assert "users" in await store.kept(world.anna.id), "what they do from now on is kept again"
