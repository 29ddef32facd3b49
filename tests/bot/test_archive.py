"""A finished export becomes a game of the archive: checked whole, never rated; and hostile ones."""

import asyncio
import base64
import re
import zlib
from typing import Any

import pytest

import engine
from bot.catalogue import speaking
from bot.play import apart, archive, history, moderating, places
from bot.play.back import end_drawn, roll_back
from bot.play.export import script
from bot.play.renewal import positions
from bot.play.table import Table
from bot.words.refusal import Refusal
from tests.bot.test_results import ANNA, BORIS, CLARA, Hall, hall
from tests.bot.world import World, components, said

__all__ = ["hall"]


async def export(hall: Hall, table: Table) -> str:
    log = await hall.games.log_of(table)
    renewed = await positions(hall.store, log)
    return script(table, log, ANNA, renewed)[1].decode()


async def finished(hall: Hall, game: str = "iron_blood", orders: int = 60, **end: Any) -> str:
    """The export of a game with undos, a rollback and standing orders in it."""
    people = (ANNA, BORIS, CLARA) if game == "race_to_moscow" else (ANNA, BORIS)
    table = await hall.begin(*people, game=game)
    games = hall.games
    await hall.play(table, orders // 2)
    now = table.running()
    side = now.pending()[0].side
    for kind in list(now.policies(side))[:1]:
        await games.order(table, table.seats[side], f"policy {kind} auto", "policy")
    if now.steps and now.last:
        await games.undo(table, table.seats[now.last], "undo")
    await hall.play(table, orders // 2)
    if not end:
        await roll_back(games, table, orders // 3, "back", "Back.")
        await hall.play(table, 12)
    if end.get("drawn"):
        await end_drawn(games, table, "drawn")
    elif table.open:
        await games.order(table, next(iter(table.seats.values())), "resign", "over")
    return await export(hall, table)


async def brought(hall: Hall, text: str, channel: int = 77) -> Table:
    found = archive.read(text.encode())
    return await places.bring_in(hall.games, found, 1, channel, CLARA)


@pytest.mark.parametrize("game", engine.catalogue())
async def test_what_was_exported_comes_in_as_it_was(hall: Hall, game: str) -> None:
    """Its log is the same letter by letter, its orders and positions those of the game."""
    text = await finished(hall, game)
    own = await hall.games.at(5)
    table = await brought(hall, text)
    assert await export(hall, table) == text
    assert table.imported and not own.imported and not table.open and not table.seats
    theirs, here = [await history.steps(hall.store, one) for one in (own, table)]
    assert [s.entries for s in here] == [s.entries for s in theirs]
    again, before = history.Again(hall.store, table), history.Again(hall.store, own)
    for one, other in zip([None, *here], [None, *theirs], strict=True):
        seen = [
            await played.after(step, lambda game: game.view(None))
            for played, step in ((again, one), (before, other))
        ]
        assert seen[0] == seen[1]
    mine, log = [await hall.games.log_of(one) for one in (own, table)]
    assert [(a.kind, a.line, a.undone_by) for a in log] == [
        (a.kind, a.line, a.undone_by) for a in mine
    ]


async def test_one_with_an_edit_and_one_that_was_drawn_come_in(hall: Hall) -> None:
    text = await finished(hall, drawn=True)
    drawn = await brought(hall, text)
    assert drawn.played().result() and (await hall.games.log_of(drawn))[-1].kind == "draw"
    table = await hall.begin(ANNA, BORIS, channel=6)
    await hall.play(table, 10)
    purpose, faces = next(iter(table.running().table.rules.editor.faces.items()))
    deed = moderating.deed(table, 9, "edit")
    await moderating.edit(hall.games, table, deed, f"dice {purpose} {max(faces)}", "edit")
    await hall.games.order(table, ANNA, "resign", "over")
    edited = await brought(hall, await export(hall, table), 78)
    assert edited.played().edited


async def test_it_is_never_rated_and_stands_in_no_table(hall: Hall) -> None:
    table = await brought(hall, await finished(hall))
    assert await hall.store.result(table.id) is None
    assert table.id not in {row.id for row in await hall.store.without_result()}
    assert table.id not in {result.game for result in await hall.store.results()}
    again = type(hall)(hall.store)
    assert (await again.games.get(table.id)).imported, "read again as it was"


def changed(text: str, line: str, old: str, new: str) -> str:
    """The export with a word of one of its lines changed: the last one that matches."""
    rows = text.splitlines(keepends=True)
    at = max(n for n, row in enumerate(rows) if re.search(line, row))
    assert re.search(old, rows[at])
    rows[at] = re.sub(old, new, rows[at], count=1)
    return "".join(rows)


def flipped(text: str, line: str, word: int) -> str:
    """The export with a digit of a hex word changed, in the middle one of the lines that match."""
    rows = text.splitlines(keepends=True)
    found = [n for n, row in enumerate(rows) if re.search(line, row)]
    at = found[len(found) // 2]
    words = rows[at].split()
    words[word] = ("0" if words[word][0] != "0" else "1") + words[word][1:]
    rows[at] = " ".join(words) + "\n"
    return "".join(rows)


def without(text: str, line: str) -> str:
    """The export without the last line that matches, and the `~` behind it."""
    rows = text.splitlines(keepends=True)
    at = max(n for n, row in enumerate(rows) if re.search(line, row))
    return "".join(rows[:at] + rows[at + 2 :])


DOCTORED = {
    "another winner": (lambda t: changed(t, "> resign", "^\\w+", "soviet"), "does not hold: `line"),
    "an order left out": (lambda t: without(t, "> move"), "does not hold: `line"),
    "a hash": (lambda t: flipped(t, "^~", 2), "position differs from the one played"),
    "a record": (lambda t: flipped(t, "^~", 4), "record differs from the one kept"),
    "a cause, and so the dice": (lambda t: changed(t, "^~ played", "~ played", "~ prayed"), "line"),
    "another secret": (lambda t: flipped(t, "^game", -1), "not the one that was promised"),
    "an order twice": (lambda t: t.replace("axis> ", "axis> ", 1) + t.splitlines()[-2] + "\n", ""),
    "no commitment": (lambda t: re.sub("# commitment.*\n", "", t), "commitment of the dice is"),
    "no secret": (lambda t: re.sub(" secret \\w+", "", t), "while the game went on"),
    "no hashes": (lambda t: re.sub("\n~ (\\S+) \\w{20,} ", r"\n~ \1 - ", t), "nobody can check"),
    "not to the end": (lambda t: "\n".join(t.splitlines()[:60]) + "\n", "not over"),
    "other rules": (lambda t: re.sub("\n(~ \\S+ \\S+) \\S+", r"\n\1 99", t), "other rules"),
    "no such game": (lambda t: t.replace("game iron_blood", "game chess", 1), "no game `chess"),
    "of another game": (lambda t: t.replace("game iron_blood", "game stalins_war", 1), "no game"),
    "no such scenario": (lambda t: t.replace("scenario standard", "scenario x", 1), "no game"),
    "no such option": (lambda t: t.replace(" option ", " option q=1 option ", 1), "no export"),
    "no export": (lambda t: "hello\nworld\n", "no export"),
    "nothing": (lambda t: "", "no export"),
    "a question": (lambda t: t + "= minsk control soviet\n", "no part of an export"),
    "a cause twice": (lambda t: re.sub("\n~ \\S+", "\n~ same", t), "does not hold: `line"),
    "odd words": (lambda t: t.replace("axis> ", "axis> \u2028@everyone \u202e` ", 1), "line"),
}


async def test_doctored_exports_are_refused_with_the_reason(hall: Hall) -> None:
    """Whatever was changed, nothing is kept of it, and the line is named."""
    text = await finished(hall)
    assert archive.read(text.encode()).verdict.faults == ()
    wrong = []
    for what, (change, why) in DOCTORED.items():
        told = ""
        try:
            archive.read(change(text).encode())
        except Refusal as refusal:
            told = str(refusal)
        if not told or why not in told:
            wrong.append((what, told))
    assert wrong == []


async def test_no_changed_letter_passes(hall: Hall) -> None:
    """In an order, a cause, a hash or a record; what reads the same is the same."""
    text = await finished(hall, orders=24)
    lines = [one.action.line for one in archive.read(text.encode()).log]
    rows = text.splitlines(keepends=True)
    refused = 0
    for flip in range(40):
        number = 2 + flip * (len(rows) - 2) // 40
        at = flip * 7 % (len(rows[number]) - 1)
        letter = "b" if rows[number][at] != "b" else "c"
        row = rows[number][:at] + letter + rows[number][at + 1 :]
        try:
            found = archive.read("".join([*rows[:number], row, *rows[number + 1 :]]).encode())
        except Refusal:
            refused += 1
            continue
        assert [one.action.line for one in found.log] == lines
    assert refused > 36


async def test_hostile_files_are_refused_at_once(
    hall: Hall, monkeypatch: pytest.MonkeyPatch
) -> None:
    text = await finished(hall, orders=24)
    for data in (
        b"\xff\xfe\x00",
        b"x" * (archive.LARGEST + 1),
        b"\n" * (archive.LINES + 1),
        (text + "axis> " + "move " * 100_000 + "\n").encode(),
        ("game iron_blood " + "option a=b " * 1000).encode(),
    ):
        with pytest.raises(Refusal):
            archive.read(data)
    bomb = base64.b64encode(zlib.compress(bytes(50_000_000), 9)).decode()
    head = "\n".join(text.splitlines()[:2])
    with pytest.raises(Refusal, match="position"):
        archive.read(f"{head}\n@ a b 2 - {bomb}\n".encode())
    monkeypatch.setattr(archive, "LONGEST", -1.0)
    with pytest.raises(Refusal, match="too long to check"):
        archive.read(text.encode())


async def of_world(world: World) -> bytes:
    """The export of the game here, once it is over."""
    result = await world.slash(world.clara, "game export")
    [file] = (result.response or result.followups[0]).attachments
    return bytes(await file.read())


async def bring(world: World, who: Any, data: bytes) -> str:
    """`/game import` with a file."""
    return said(await world.slash(who, "game import", file=("export.txt", data)))


async def test_an_export_is_brought_in_and_looked_at(world: World) -> None:
    await world.begin("iron_blood")
    await world.reach("move")
    await world.order(world.anna, "resign")
    data = await of_world(world)
    assert "Only whoever manages" in await bring(world, world.clara, data)
    world.let_manage(world.clara)
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(apart, "read", inside)
        assert "does not hold" in await bring(world, world.clara, data.replace(b"resign", b"pass"))
    told = await bring(world, world.clara, data)
    assert "is in the archive" in told and "played again" in told
    await world.env.advance_time(6)
    [post] = [post for post in world.posts() if "brings in a finished game" in post.content]
    assert post.attachments and "not rated" in post.content
    assert [c["label"] for c in components(post)] == ["Replay", "Maps", "Whole log"]
    await world.restart()
    await world.env.advance_time(61)
    assert "page 1 of" in said(await world.press(world.clara, post, "Maps"))
    film = await world.press(world.clara, post, "Replay")
    assert (film.response or film.followups[0]).attachments
    assert "played elsewhere" in said(await world.slash(world.boris, "game status"))
    card = await world.slash(world.boris, "game card")
    assert (card.response or card.followups[0]).attachments
    assert await of_world(world) == data


async def test_an_open_game_keeps_its_channel(world: World) -> None:
    await world.begin("iron_blood")
    world.let_manage(world.clara)
    assert "open game in this channel" in await bring(world, world.clara, b"game iron_blood")


async def test_a_running_game_is_meant_though_one_was_brought_in(world: World) -> None:
    """Its channel is its own, and the thread for its posts: an archive does not come between."""
    await world.begin("iron_blood")
    await world.order(world.anna, "resign")
    data = await of_world(world)
    world.let_manage(world.clara)
    number = (await world.table()).id
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(apart, "read", inside)
        await bring(world, world.clara, data)
        brought = (await world.table()).id
        assert brought > number, "the archive's game is the newest of the channel"
        await world.slash(world.clara, "posts", thread="log")
        running = await world.begin("iron_blood")
        assert running.thread and (await world.table()).id == running.id
        [thread] = [one for one in world.channel.threads if one.id == running.thread]
        answer = await world.clara.slash(thread, "game import", file=("export.txt", data))
        assert "open game in this channel" in said(answer)
    assert "Done" in await world.order(world.anna, "setup suggested")
    await world.restart()
    assert (await world.table()).id == running.id and (await world.table()).row.seq == 1
    assert "is being played" in said(await world.slash(world.clara, "game status"))


async def inside(data: bytes) -> archive.Archive:
    """In place of the process of its own, which takes its time to start."""
    return await asyncio.to_thread(archive.read, data)


async def test_the_process_of_its_own_says_no_in_its_reader_s_language() -> None:
    with speaking("de"), pytest.raises(Refusal, match="Das ist kein Protokoll"):
        await apart.read(b"nonsense")
