"""Twin worlds, alike but for what is secret: nobody else can tell which one they are in.

Everything is compared: posts, pictures, panels, descriptions, lists, exports, log lines, ids,
nonces, and when each went out.
"""

import hashlib
import io
import logging
import re
from collections.abc import Iterator
from pathlib import Path
from typing import Any

import msgspec
import pytest
from PIL import Image

import engine
import renderer
from bot.channel.painter import Painter
from bot.channel.pictures import Held, Painting
from engine.core.entries import public
from tests.bot.wire import posts, wired
from tests.bot.world import World, components
from tests.bot.world import world as make_world

ORDERS = 40
FAILING = range(12, 18)
"""Orders during which the channel cannot be posted in, so that rows wait to be tried again."""


class Twin:
    """One of the worlds, and all that others than the one with the secret could notice."""

    def __init__(self, world: World, secretive: str, *, keyed: bool = False) -> None:
        self.keyed = keyed
        self.world = world
        self.secretive = secretive
        self.seen: list[Any] = []
        self._ids: dict[str, str] = {}

    async def begin(self, game: str, **options: Any) -> None:
        await self.world.slash(self.world.anna, "game new", game=game, **options)
        table = await self.world.table()
        for side in self.world.bot.desk.games.sides(table):
            if side not in table.seats:
                await self.world.slash(self.world.boris, "game join", side=side)
        await self.world.slash(self.world.anna, "game start")

    async def order(self, number: int, side: str, line: str) -> None:
        """An order that both worlds have; its dice must be the same too."""
        table = await self.world.table()
        await self.world.bot.desk.games.order(table, table.seats[side], line, f"o{number}")
        await self.world.bot.desk.outbox.drained(5)

    async def secretly(self, line: str) -> None:
        """As an order of the one with the secret, by slash command."""
        table = await self.world.table()
        [who] = [p for p in self.people() if p.id == table.seats[self.secretive]]
        answer = await self.world.slash(who, "order", line=line)
        assert answer.response.content.startswith("Done"), answer.response.content

    async def tries(self, side: str, line: str) -> None:
        """What somebody else learns by trying an order out."""
        table = await self.world.table()
        [who] = [p for p in self.people() if p.id == table.seats[side]]
        answer = await self.world.slash(who, "try", line=line)
        for message in filter(None, [answer.response, *answer.followups]):
            await self.note(f"{who.name} try", message)

    def people(self) -> list[Any]:
        return [self.world.anna, self.world.boris, self.world.clara]

    async def others(self) -> list[Any]:
        table = await self.world.table()
        return [p for p in self.people() if p.id != table.seats[self.secretive]]

    async def look(self) -> None:
        """What the others find who look everywhere."""
        table = await self.world.table()
        for person in await self.others():
            maps = (("map", {}), ("map", {"mode": "crop"}))
            for command, options in (
                *(maps if table.row.game in renderer.GAMES else ()),
                ("game status", {}),
                ("legal", {}),
                ("hand", {}),
                ("game export", {}),
            ):
                answer = await self.world.slash(person, command, **options)
                for message in filter(None, [answer.response, *answer.followups]):
                    await self.note(f"{person.name} {command}", message)
            for command, option, typed in (
                ("order", "line", ""),
                ("choose", "option", ""),
                ("map", "at", ""),
                ("map", "since", "1"),
            ):
                found = await person.autocomplete(self.world.channel, command, option, typed)
                self.put(f"{person.name} {option}", found)
            await self.world.env.advance_time(15)  # looking has its pace

    async def note(self, what: str, message: Any) -> None:
        """A message as it is read: the bytes of its files too."""
        files = [
            (file.filename, file.description, hashlib.sha256(await file.read()).hexdigest())
            if not file.filename.endswith(".txt")
            else re.sub(r"(?m)^(~ \S+) [0-9a-f]{64}", r"\1 HASH", (await file.read()).decode())
            for file in message.attachments
        ]
        self.put(what, message.content, components(message), files)

    def put(self, *what: Any) -> None:
        self.seen.append(self.plain(what))

    def plain(self, what: Any) -> str:
        """Without the ids that Discord gives, which count all that happens in a world.

        The keyed hash of a position, in an export, has the armed cards in it too; without
        the key it is noise.
        """
        words = re.sub(r"<t:\d+:R>", "<since>", repr(what))
        if self.keyed:  # questions are numbered by a keyed hash of the orders
            words = re.sub(r"(?<=:)[0-9a-f]{8}\d+(?=[:'])", "PENDING", words)
        return re.sub(r"\d{17,20}", self._number, words)

    def _number(self, found: re.Match[str]) -> str:
        known = {str(person.id): person.name for person in self.people()}
        known[str(self.world.channel.id)] = "channel"
        return known.get(found[0]) or self._ids.setdefault(found[0], f"#{len(self._ids)}")


@pytest.fixture(autouse=True)
def painted(monkeypatch: pytest.MonkeyPatch) -> None:
    """Pictures that are the same exactly where all that went into them is."""

    async def work(_: Painter, what: Painting | Held) -> renderer.Picture:
        if isinstance(what, Painting):
            told: list[Any] = [what.mode, list(what.focus)]
            told += [msgspec.json.encode(part) for part in (what.view, list(what.entries))]
            told += [msgspec.json.encode(what.before), repr(what.overlay)]
        else:
            told = [repr(what)]
        digest = hashlib.sha256(repr(told).encode()).digest()
        out = io.BytesIO()
        Image.frombytes("L", (8, 4), digest).save(out, "PNG")
        return renderer.Picture(out.getvalue(), 8, 4, digest.hex())

    monkeypatch.setattr(Painter, "work", work)


@pytest.fixture
def heard() -> Iterator[list[str]]:
    """Every line of the bot's log, at debug."""
    lines: list[str] = []
    handler = logging.Handler()
    handler.emit = lambda record: lines.append(record.getMessage())  # type: ignore[method-assign]
    logger = logging.getLogger("bot")
    logger.addHandler(handler)
    before, level = logger.level, logging.DEBUG
    logger.setLevel(level)
    yield lines
    logger.setLevel(before)
    logger.removeHandler(handler)


def arming(game: engine.Game, side: str) -> str:
    """A line that arms a card, "" where there is none."""
    line = "arm"
    for _ in range(6):
        found = game.complete(side, f"{line} ")
        if found.complete or not found.items:
            return line if found.complete else ""
        line = found.items[0].value.strip()
        if game.complete(side, line).complete:
            return line
    return ""


def card_of(line: str) -> str:
    return line.removeprefix("arm ").partition(" at ")[0]


def tells(game: engine.Game, side: str, line: str, cause: str) -> list[Any]:
    """What everybody would read of an order, tried on a copy."""
    copy = engine.load(game.dump())
    return [*public(copy.submit(side, line, cause).entries), copy.chain]


async def lived(
    folder: Path, game_id: str, secretive: str, heard: list[str], *, secret: bool
) -> list[Any]:
    """A world's whole life; all that others can notice of it."""
    heard.clear()
    armed = 0
    async with make_world(folder) as world:
        twin = Twin(world, secretive)
        with wired(world.now) as wire:
            await twin.begin(game_id)
            table = await world.table()
            for number in range(ORDERS):
                if not table.open:
                    break
                game = table.running()
                wire.refuse = (
                    (lambda method, path, *_: (500, 0) if posts(method, path) else None)
                    if number in FAILING
                    else None
                )
                side = game.pending()[0].side
                setup = game.complete(side, "setup suggested").complete
                line = "setup suggested" if setup else game.auto(side)
                plain = tells(game, side, line, f"o{number}")
                arm = arming(game, secretive)
                stays = False
                if secret and arm and not number % 2:
                    await twin.secretly(arm)
                    armed += 1
                    stays = tells(game, side, line, f"o{number}") == plain
                    if not stays:
                        await twin.secretly(f"disarm {card_of(arm)}")
                if side != secretive and not number % 4:
                    await twin.tries(side, line)
                await twin.order(number, side, line)
                if stays and card_of(arm):
                    left = table.open and game.complete(secretive, "disarm ").items
                    for item in left or ():
                        await twin.secretly(item.value.strip())
                await world.env.advance_time(3)
                if number % 10 == 9:
                    await twin.look()
            wire.refuse = None
            for _ in range(5):
                await world.env.advance_time(20)
            for when, method, path, body, _ in wire.calls:
                if path.startswith("/channels/"):
                    twin.put(round(when - world.now(), 1), method, path, body)
        for message in world.channel.history(viewer=world.clara):
            await twin.note("post", message)
        for line in heard:
            twin.put("log", line)
        assert not secret or armed > 3, armed
    return twin.seen


@pytest.mark.parametrize(
    ("game_id", "secretive"),
    [
        ("iron_blood", "axis"),
        ("no_retreat", "axis"),
        ("no_retreat", "soviet"),
        ("skirmish", "red"),
    ],
)
async def test_nobody_can_tell_whether_cards_were_armed(
    tmp_path: Path, skirmish: str, heard: list[str], game_id: str, secretive: str
) -> None:
    for name in ("plain", "secret"):
        (tmp_path / name).mkdir()
    plain = await lived(tmp_path / "plain", game_id, secretive, heard, secret=False)
    secret = await lived(tmp_path / "secret", game_id, secretive, heard, secret=True)
    assert len(plain) > 100 and any("Tried, not played" in one for one in plain)
    for one, other in zip(plain, secret, strict=False):
        assert one == other
    assert len(plain) == len(secret)


def alike(game: engine.Game, side: str, verb: str) -> list[str]:
    """Whole orders of a secret verb that nobody else can tell apart."""
    waiting, found = [verb], []
    while waiting and len(found) < 40:
        line = waiting.pop(0)
        if game.complete(side, line).complete:
            found.append(line)
        waiting += [item.value.strip() for item in game.complete(side, f"{line} ").items]
    groups: dict[str, list[str]] = {}
    for line in found:
        copy = engine.load(game.dump())
        told = public(copy.submit(side, line, "try").entries)
        groups.setdefault(repr((told, copy.pending()[0].prompt)), []).append(line)
    return max(groups.values(), key=len)


async def picked(
    folder: Path, game_id: str, options: dict[str, Any], heard: list[str], last: bool
) -> list[Any]:
    """A world in which one side's secret orders pick the first, or the last, of what they may."""
    heard.clear()
    choices: list[int] = []
    async with make_world(folder) as world:
        twin = Twin(world, "", keyed=True)
        with wired(world.now) as wire:
            await twin.begin(game_id, **options)
            table = await world.table()
            for number in range(6):
                game = table.running()
                secrets = [
                    (p.side, verb.name)
                    for p in game.pending()
                    for verb in game.verbs(p.side)
                    if verb.secret and not verb.free and twin.secretive in ("", p.side)
                ]
                if not secrets:
                    break
                side, verb = secrets[0]
                twin.secretive = twin.secretive or side
                lines = alike(game, side, verb)
                choices.append(len(lines))
                line = lines[-1 if last else 0]
                await twin.order(number, side, line)
                await world.env.advance_time(3)
            assert max(choices) > 1, "there was something to keep secret"
            await twin.look()
            for when, method, path, body, _ in wire.calls:
                if path.startswith("/channels/"):
                    twin.put(round(when - world.now(), 1), method, path, body)
        for message in world.channel.history(viewer=world.clara):
            await twin.note("post", message)
        for row in heard:
            twin.put("log", row)
    return twin.seen


@pytest.mark.parametrize(
    ("game_id", "options"),
    [("race_to_moscow", {"options": "sides=gray soviet=on"}), ("skirmish", {})],
)
async def test_nobody_can_tell_what_was_picked_in_secret(
    tmp_path: Path, skirmish: str, heard: list[str], game_id: str, options: dict[str, Any]
) -> None:
    for name in ("first", "last"):
        (tmp_path / name).mkdir()
    one = await picked(tmp_path / "first", game_id, options, heard, last=False)
    other = await picked(tmp_path / "last", game_id, options, heard, last=True)
    for first, second in zip(one, other, strict=False):
        assert first == second
    assert len(one) == len(other) > 20
