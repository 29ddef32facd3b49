"""All that German people can see on a German server is German, or marked as a game's own.

One session goes through every command and every act of a button or menu; it fails for one that it
does not come to, and for a sentence that was said past the catalogue.
"""

import inspect
import re
from collections.abc import AsyncIterator, Callable, Iterator, Sequence
from pathlib import Path
from typing import Any

import discord
import pytest
from discord import app_commands

from bot import catalogue
from bot.acts import presses
from bot.catalogue import language_of
from bot.local import simulated
from tests.bot import bracketed
from tests.bot.test_russia_besieged import ATTACK, STALINGRAD
from tests.bot.test_russia_besieged import GAME as LARGE
from tests.bot.world import World, components, latest
from tests.bot.world import world as make_world


@pytest.fixture
def language(request: pytest.FixtureRequest) -> str:
    """Of the server; on an English one what is said to everybody is not looked at."""
    return str(getattr(request, "param", "de"))


@pytest.fixture
def sent(language: str, monkeypatch: pytest.MonkeyPatch) -> Iterator[list[str]]:
    """All texts that the bot sends, in brackets where they are the catalogue's."""
    found: list[str] = []
    german, english = bracketed.Bracketed(), catalogue.translations("en")
    all_german = language == "de"
    channels: set[str] = set()

    def public(path: str) -> bool:
        return path.startswith("/channels/") and path.split("/")[2] not in channels

    monkeypatch.setattr(catalogue, "translations", lambda name: german if name == "de" else english)
    real = discord.Interaction._from_data

    def spoken(interaction: discord.Interaction, data: Any) -> None:
        real(interaction, data)
        interaction.locale = discord.Locale.german

    monkeypatch.setattr(discord.Interaction, "_from_data", spoken)

    def between(
        method: str, path: str, body: Any, files: Sequence[Any], send: Callable[[], Any]
    ) -> Any:
        if not path.endswith("/commands"):
            told = list(bracketed.texts_of(body))
            if all_german or not public(path):
                found.extend(told)
            elif strange := [text for text in told if bracketed.OPEN in text]:
                found.append(f"to everybody, in one reader's language: {strange[0]}")
        answer = send()
        if path == "/users/@me/channels":
            channels.add(str(answer["id"]))
        return answer

    with simulated.on_the_wire(between):
        yield found


@pytest.fixture
async def german(tmp_path: Path, language: str, sent: list[str]) -> AsyncIterator[World]:
    async with make_world(tmp_path, language) as made:
        yield made


class Walk:
    """Somebody goes everywhere; what is answered, and where they have been."""

    def __init__(self, world: World, place: Any = None) -> None:
        self.world = world
        self.place = place or world.channel
        self.names = bracketed.names()

    async def give(self, who: Any, name: str, /, **options: Any) -> Any:
        found = await who.slash(self.place, name, **options)
        await self.world.env.advance_time(3)  # people are not that quick
        self._named()
        return found

    def _named(self) -> None:
        """Turns, phases and cards are names, too."""
        for table in self.world.bot.desk.games._tables.values():
            if (game := table.game) is not None:
                view = game.view(None)
                self.names |= {view.turn, view.phase}
                self.names |= {card.name for side in game.sides for card in game.hand(side)}

    async def press(self, who: Any, shown: Any, act: str) -> Any:
        """Press what has this act, on a message or below an answer."""
        messages = [shown.response, *shown.followups] if hasattr(shown, "followups") else [shown]
        found = [(m, c) for m in messages if m for c in components(m) if act_of(c) == act]
        assert found, f"no {act} below {messages}"
        message, first = found[0]
        await self.world.env.advance_time(3)
        if "options" in first:
            values = [first["options"][0]["value"]]
            return await who.select(message, values, custom_id=first["custom_id"])
        return await who.click(message, custom_id=first["custom_id"])

    def newest(self, act: str) -> discord.Message:
        """The newest message with a button of an act."""
        return [m for m in self.world.posts() if act in map(act_of, components(m))][-1]


def act_of(component: dict[str, Any]) -> str:
    custom_id = str(component.get("custom_id", ""))
    return custom_id.replace("/", ":").split(":")[1] if custom_id.startswith("u") else ""


async def lobby(walk: Walk) -> None:
    """Help, what is about a person, and a game until it begins."""
    world = walk.world
    anna, boris, clara = world.anna, world.boris, world.clara
    opened = await walk.give(anna, "help")
    await walk.press(anna, opened, "help")
    for topic in ("begin", "iron_blood.combat", "no_such"):
        await walk.give(anna, "help", topic=topic)
    for word in ("convoy", "no_such"):
        await walk.give(anna, "help", word=word)
    await walk.give(boris, "game status")
    await walk.give(anna, "game new", game="no_such")
    await walk.give(anna, "game new", game="iron_blood", options="anti_partisan=on", clock="fast")
    await walk.give(anna, "game join")
    await walk.give(clara, "game leave")
    await walk.give(boris, "game status")
    await walk.give(boris, "game about", game="iron_blood")
    await walk.press(boris, world.panel(), "join")
    await walk.give(boris, "game leave")
    await walk.give(boris, "game join")
    await walk.press(anna, world.panel(), "start")
    await walk.give(anna, "game start")
    await walk.give(anna, "game end")
    elsewhere = world.guild.create_text_channel("elsewhere")
    await walk.press(anna, await anna.slash(elsewhere, "help"), "first")
    told = [m for m in elsewhere.history(viewer=anna) if "guide" in map(act_of, components(m))][-1]
    await walk.press(anna, told, "guide")
    silent = await walk.press(anna, told, "enough")
    await walk.press(anna, silent, "hints")


async def alone(walk: Walk) -> None:
    """What is about a person and not one game."""
    world = walk.world
    anna, clara = world.anna, world.clara
    await world.begin("no_retreat")
    await walk.give(clara, "style", theme="dark", channel=True)
    await walk.give(anna, "style", theme="dark")
    await walk.give(clara, "posts")
    world.let_manage(clara)
    await walk.give(clara, "posts", how="every")
    await walk.give(clara, "posts", thread="log")
    await walk.give(anna, "me notices", how="message", zone="Europe/Berlin", quiet="22-7")
    await walk.give(anna, "me notices", zone="Mars")
    await walk.give(anna, "me vacation", days=3)
    await walk.give(anna, "me vacation", days=0)
    await walk.give(anna, "games")
    await walk.give(anna, "nudge")
    await walk.give(anna, "rating")
    await walk.give(anna, "leaderboard", game="iron_blood")
    await walk.give(anna, "stats")
    await walk.give(anna, "note add", text="Im Süden")
    await walk.give(anna, "note list")
    await walk.give(anna, "note remove", number=1)
    await walk.give(clara, "watch")
    await walk.give(anna, "watch")
    await walk.give(anna, "privacy show")
    await walk.give(anna, "privacy export")
    asked = await walk.give(anna, "privacy delete")
    await walk.press(anna, asked, "erase")


async def orders(walk: Walk) -> None:
    """One person's orders, and all ways to look."""
    world = walk.world
    anna, boris = world.anna, world.boris
    await world.begin("iron_blood")
    await walk.give(boris, "order", line="move 1pz 0304")
    await walk.give(anna, "order", line="dance")
    await walk.give(anna, "order", line="end setup")
    await walk.give(anna, "order", line="help")
    await walk.press(anna, world.panel(), "what")
    await walk.press(anna, world.panel(), "legal")
    built = await walk.press(anna, world.panel(), "build")
    await walk.press(anna, built, "pick")
    await walk.give(anna, "order", line="setup suggested")
    await walk.give(anna, "recap", since="0")
    for about in ("", "fleet", "nothing"):
        await walk.give(anna, "legal", about=about)
    line = (await world.table()).running().auto("axis")
    tried = await walk.give(anna, "try", line=line)
    await walk.press(anna, tried, "give")
    await walk.press(anna, await walk.give(anna, "undo"), "back")
    await walk.give(anna, "order", line=line)
    await walk.press(anna, world.panel(), "undo")
    boxed = await walk.press(anna, world.panel(), "lines")
    refused = await anna.submit_modal(boxed, {"lines": "fleet 0202\nend support\ndance"})
    await walk.press(anna, refused, "draft")
    boxed = await walk.press(anna, world.panel(), "tries")
    tried = await anna.submit_modal(boxed, {"lines": "ltf1 0405\nltf1 0406"})
    await walk.press(anna, tried, "retry")
    built = await walk.press(anna, world.panel(), "build")
    await walk.press(anna, built, "page")
    await walk.press(anna, built, "pick")
    await walk.press(anna, latest(world, anna, built.response.id), "pick")
    await walk.press(anna, latest(world, anna, built.response.id), "try")
    await walk.press(anna, latest(world, anna, built.response.id), "send")
    boxed = await walk.press(anna, world.panel(), "tries")
    line = (await world.table()).running().auto("axis")
    tried = await anna.submit_modal(boxed, {"lines": f"{line}\n{line}"})
    await walk.press(anna, tried, "onward")
    await walk.give(anna, "orders")
    await walk.press(anna, world.panel(), "map")
    await walk.press(anna, world.panel(), "hand")
    await walk.give(anna, "hand", dm=True)
    await walk.give(anna, "map", here="0203")
    await walk.give(anna, "map", here="nowhere")
    await walk.give(anna, "map", mode="supply")
    await walk.give(anna, "map", at=1, public=language_of(world.guild.id) == "de")
    await walk.give(anna, "map", since="0")
    await walk.give(anna, "odds", line="fight 0304")
    await walk.give(anna, "choose", option="pass")
    await walk.give(anna, "play", card="55")
    await walk.give(anna, "move", unit="1pz", to="0304")
    await walk.give(anna, "attack", target="0304")
    await walk.give(boris, "standing")
    await world.play_on(lambda game, side: (game.view(None).phase, side) == ("Movement", "axis"))
    await walk.press(anna, walk.newest("end"), "end")
    await walk.press(anna, await walk.give(anna, "undo"), "further")
    boxed = await walk.press(anna, walk.newest("lines"), "lines")
    line = (await world.table()).running().auto("axis")
    sure = await anna.submit_modal(boxed, {"lines": f"{line}\nend movement"})
    await walk.press(anna, await walk.give(anna, "order", line="end movement"), "go")
    await walk.press(anna, sure, "sure")


async def together(walk: Walk) -> None:
    """What all agree to, seats, time, and the end of a game."""
    world = walk.world
    anna, boris, clara = world.anna, world.boris, world.clara
    await world.begin("iron_blood", clock="fast")
    await walk.give(clara, "watch", what="turns")
    await world.order(anna, "setup suggested")
    await walk.give(anna, "game pause")
    await walk.press(boris, walk.newest("decline"), "decline")
    await walk.give(anna, "game draw")
    await walk.give(anna, "game rollback", to=0)
    await walk.give(anna, "game seat", side="axis", player=clara)
    await walk.give(anna, "game pause")
    await walk.press(boris, walk.newest("agree"), "agree")
    await walk.give(anna, "game resume")
    await walk.press(boris, walk.newest("agree"), "agree")
    await walk.give(anna, "nudge")
    for _ in range(9):
        await world.wait(1.1)
    await walk.press(anna, walk.newest("snooze"), "snooze")
    await walk.press(boris, walk.newest("wait"), "wait")
    await walk.press(boris, walk.newest("extend"), "extend")
    for _ in range(4):
        await world.wait(1.1)
    await walk.press(boris, walk.newest("claim"), "claim")
    await walk.press(clara, walk.newest("take"), "take")
    await walk.give(clara, "game share", player=anna)
    await walk.give(clara, "game share")
    await walk.give(clara, "game away", days=2)
    await walk.give(clara, "game away", days=0)
    await walk.give(clara, "undo")
    await walk.give(clara, "game gallery")
    await walk.give(clara, "game replay")
    await walk.give(clara, "game export")
    await walk.give(clara, "game card")
    there = world.guild.create_text_channel("there")
    table = await world.table()
    away = Walk(world, there)
    await away.give(clara, "game move", game=table.id)
    resigns = await walk.give(clara, "game resign")
    await walk.press(clara, resigns, "resign")
    await walk.press(clara, walk.newest("film"), "film")
    await walk.press(clara, walk.newest("pages"), "pages")
    await walk.press(clara, walk.newest("whole"), "whole")
    await walk.give(clara, "game card")
    await walk.give(clara, "game end")
    await walk.give(clara, "game import", file=("x.txt", b"x"))


async def moderated(walk: Walk) -> None:
    """What moderators do."""
    world = walk.world
    anna, boris = world.anna, world.boris
    await world.begin("iron_blood")
    await world.order(anna, "setup suggested")
    await walk.give(boris, "gm lock")
    umpires = world.guild.create_role("umpires")
    staff = world.guild.create_role("staff", permissions=discord.Permissions(manage_guild=True))
    olga = world.guild.add_member(world.env.create_user("olga"), roles=[staff, umpires])
    dora = world.guild.add_member(world.env.create_user("dora"), roles=[umpires])
    await walk.give(olga, "gm role", role=umpires)
    await walk.give(olga, "gm recap", channel=world.channel)
    await walk.give(olga, "gm lock", reason="Streit")
    await walk.give(anna, "order", line="fleet 0203")
    await walk.give(olga, "gm unlock")
    await walk.give(olga, "gm edit", lines="dance")
    await walk.give(olga, "gm edit", lines="remove 1pz", reason="Fehler")
    await walk.give(olga, "gm dice", purpose="combat", results="1 2")
    await world.order(anna, "fleet 0203")
    await walk.give(olga, "gm undo")
    await world.slash(boris, "game share", player=dora)
    await world.slash(boris, "game share")
    asked = await walk.give(dora, "gm lock")
    await walk.press(dora, asked, "impartial")
    await walk.give(olga, "gm seat", side="soviet", vacant=True)
    await world.env.advance_time(11)
    await walk.press(olga, await walk.give(olga, "gm rollback", to=0), "gmback")
    for _ in range(6):
        await walk.give(olga, "gm lock")
        await walk.give(olga, "gm unlock")
    await walk.press(olga, await walk.give(olga, "gm log"), "gmlog")
    await walk.press(olga, await walk.give(olga, "gm end"), "gmend")
    await world.wait(8)


async def league(walk: Walk) -> None:
    """A season, of which little is played."""
    world = walk.world
    anna, boris, clara = world.anna, world.boris, world.clara
    world.let_manage(clara)
    wanted = {"game": "iron_blood", "title": "Ostfront", "system": "robin"}
    await walk.give(anna, "league table")
    await walk.give(anna, "league create", **wanted)
    for who in (anna, boris, clara):
        await walk.give(who, "league join")
    await walk.give(clara, "league leave")
    await walk.give(clara, "league join")
    await walk.give(anna, "league start")
    for _ in range(4):
        await world.env.advance_time(6)
    await walk.give(anna, "league pairings")
    await walk.give(anna, "league table")
    await walk.give(anna, "league export")
    await walk.give(anna, "league next")
    at = await world.bot.desk.store.league_in(world.channel.id)
    assert at is not None
    found = [p for p in await world.bot.desk.store.pairings(at.id) if p.game]
    await walk.give(clara, "league adjudicate", game=found[0].id, outcome="axis", reason="kurz")
    await walk.give(clara, "league forfeit", player=anna, reason="abwesend")
    await walk.press(boris, await walk.give(boris, "league leave"), "withdraw")
    await walk.press(anna, await walk.give(anna, "league close"), "closeleague")
    await walk.give(clara, "league import", file=("x.csv", b"\xff"), **wanted)
    rows = f"1,1,axis,{anna.id},1\n1,1,soviet,Dora,0\n2,1,axis,Dora,\n2,1,soviet,{anna.id},\n"
    table = f"round,table,side,player,points\n{rows}".encode()
    await walk.give(anna, "league import", file=("x.csv", table), **wanted)
    if language_of(world.guild.id) == "de":  # what is asked and answered is for all
        await walk.give(boris, "league tie", name="Dora")
        await walk.press(clara, walk.newest("tie"), "tie")
        await walk.give(clara, "league untie", name="Dora")
    await walk.give(clara, "league tie", name="Dora", player=boris)
    await walk.give(clara, "league deadline", days=9)


async def cards(walk: Walk) -> None:
    """A hand, what is answered beforehand, several orders at once."""
    world = walk.world
    anna, boris = world.anna, world.boris
    await world.begin("no_retreat")
    await walk.give(anna, "games")
    await world.play_on(lambda _, side: side == "soviet")
    await walk.give(anna, "games")
    await world.play_on(
        lambda game, side: side == "axis" and game.view(None).turn.startswith("Turn 2")
    )
    await walk.press(anna, await walk.give(anna, "recap", since="0"), "recap")
    await walk.press(anna, await walk.give(anna, "game gallery"), "gallery")
    await walk.give(anna, "hand")
    await walk.give(boris, "hand")
    await walk.press(boris, await walk.give(boris, "standing"), "stand")
    boxed = await walk.press(boris, await walk.give(boris, "standing"), "ahead")
    await walk.press(boris, await boris.submit_modal(boxed, {"lines": "end movement"}), "ahead")
    await walk.give(boris, "standing")
    await walk.give(anna, "game rollback", to=1)
    world.let_manage(world.clara)
    await walk.press(world.clara, await walk.give(world.clara, "game end"), "adjourn")


async def besieged(walk: Walk) -> None:
    """Russia Besieged: an army in parts, dice before they fall, a question off turn, no hand."""
    world = walk.world
    anna, boris = world.anna, world.boris
    table = await world.begin(LARGE)
    await walk.give(boris, "game status")
    table.running().submit("gm", STALINGRAD)
    for about in ("", "sector", "sector south", "can attack", "not moved", "attack"):
        await walk.give(anna, "legal", about=about)
        await walk.give(boris, "legal", about=about)
    await walk.press(anna, world.panel(), "what")
    for line in (ATTACK, "sail 1inf riga", "sail nobody", "fly stalin gorki", "ice", "dance"):
        await walk.give(anna, "odds", line=line)
    for mode in ("duties", "supply"):
        await walk.give(anna, "map", mode=mode)
    await walk.give(anna, "map", mode="reach", unit="48pz")
    await walk.give(anna, "hand")
    await walk.give(boris, "order", line="arm konev at marshal if 3711")
    await walk.give(boris, "standing")
    await walk.give(anna, "order", line=f"{ATTACK} marshal hoth kleist")
    await walk.give(anna, "try", line=ATTACK)
    await walk.give(anna, "order", line=ATTACK)
    await walk.press(boris, world.panel(), "legal")
    await walk.press(boris, world.panel(), "what")
    await walk.give(boris, "order", line="go")
    await walk.give(anna, "recap", since="0")
    await walk.give(anna, "game about", game=LARGE)
    await walk.give(anna, "help", topic=LARGE)
    await walk.give(anna, "help", word="WEC")
    await walk.give(anna, "games")


SESSIONS = {
    one.__name__: one
    for one in (lobby, alone, orders, cards, besieged, together, moderated, league)
}


def test_an_english_sentence_of_the_bot_is_found() -> None:
    """Past the catalogue, without a mark, whatever stands around it; in labels and lists too."""
    for text in (
        "It begins here now.",
        "‹Now: ›it is your turn",
        "[en] A card.\n‹Done:› nothing was done",
    ):
        assert bracketed.escaped(text, set()), text
    for text in ("‹Now: ›`move 1pz`, [en] any time", "Axis‹ begins.›", "~~[en] it is void~~"):
        assert not bracketed.escaped(text, set()), text
    button = {"label": "End the movement", "custom_id": "u:end:1::pass"}
    assert list(bracketed.texts_of({"components": [button]})) == ["End the movement"]


async def test_the_sessions_come_everywhere(german: World) -> None:
    """To each command, and to each act of a button, menu or box."""
    told = "".join(inspect.getsource(session) for session in SESSIONS.values())
    commands = set(re.findall(r'(?:walk|away).give\(\w+, "([^"]+)"', told))
    acts = set(re.findall(r'walk.press\(.*"(\w+)"\)', told))
    tree = german.bot.tree.walk_commands()
    assert commands == {c.qualified_name for c in tree if not isinstance(c, app_commands.Group)}
    assert acts == {*presses.ACTS, *presses.APART}


@pytest.mark.parametrize("language", ["de", "en-US"], indirect=True)
@pytest.mark.parametrize("name", SESSIONS)
async def test_a_session(german: World, sent: list[str], name: str) -> None:
    """On an English server all that is private; and nothing for all is in a reader's language."""
    walk = Walk(german)
    await SESSIONS[name](walk)
    found = {text: left for text in sent if (left := bracketed.escaped(text, walk.names))}
    assert not found, "\n".join(f"{left!r}\n    in {text!r:.400}" for text, left in found.items())
