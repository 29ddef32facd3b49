"""What is kept about a person: their notes, and all of it shown, taken away, left without a name.

`TRACES` names every column in which a person can stand; a test compares it with the tables, so
that a table of tomorrow is in it too. Contract: tests/storage/test_store_people.py.
"""

import hashlib
import re
from collections.abc import Callable, Mapping
from dataclasses import dataclass
from typing import Any

import msgspec

from storage.database import ALL, Database, Run
from storage.records import Json, Note
from storage.rows import columns, encoded, record, upsert
from storage.shards import Shards

NOTE = columns(Note)

NAMES = {"settings": "(scope || ' ' || owner || ' ' || key)", "posted": "message"}
"""What names a row, where it has no id."""


@dataclass(frozen=True)
class Trace:
    """Where a person can stand in a table.

    `user` is the column of their id, "" where they are only named in others. A row that
    `stays` goes by a pseudonym after a deletion, without what they wrote (`wrote`); the others go.
    `names` are columns of JSON or text in which somebody may be named: they are named no more
    after a deletion. A `loose` row goes with a name in it.
    """

    user: str = ""
    stays: bool = False
    wrote: tuple[str, ...] = ()
    names: tuple[str, ...] = ()
    loose: bool = False
    shown: tuple[str, ...] = ()
    """What is exported of it; all columns where there are none."""


TRACES: Mapping[str, Trace] = {
    "games": Trace(
        "owner", stays=True, shown=("id", "guild", "channel", "game", "scenario", "status")
    ),
    "seats": Trace("user", stays=True),
    "partners": Trace("user"),
    "insiders": Trace("user", stays=True),
    "parts": Trace("user", stays=True),
    "actions": Trace("user", stays=True, shown=("game", "seq", "time", "kind", "side", "line")),
    "drafts": Trace("user"),
    "notes": Trace("user"),
    "watchers": Trace("user"),
    "deeds": Trace("user", stays=True, wrote=("reason",), names=("what", "reason")),
    "leagues": Trace("organiser", stays=True, shown=("id", "guild", "channel", "title", "season")),
    "entrants": Trace("user", stays=True, wrote=("name",)),
    "pairings": Trace("judge", stays=True, wrote=("reason",), names=("reason",)),
    "users": Trace("id"),
    "settings": Trace(names=("value", "key"), shown=("scope", "owner", "key", "value")),
    "timers": Trace(names=("payload", "key"), loose=True, shown=("key", "due", "game", "payload")),
    "outbox": Trace(names=("payload",), shown=("game", "seq", "channel")),
    "posted": Trace(names=("text",), shown=("game", "channel", "message", "text")),
}
"""By table."""

FLEETING = ("offer", "invited", "ahead:", "seen:")
"""Settings of a game, by how their key begins, that go with whoever they name."""

GONE = "gone:"
"""Before the mark of who knew a side of a game, and had their data deleted."""

NOBODY = "a former player"
"""In place of a mention."""


class Persons:
    """This part of a store."""

    _db: Database
    _clock: Callable[[], float]
    shards: Shards

    # --- notes ---

    async def add_note(self, game: int, user: int, turn: str, text: str) -> None:
        """Something that a user writes down about a game, in a turn of it."""
        await self._db.write(
            "INSERT INTO notes (game, user, time, turn, text) VALUES (?, ?, ?, ?, ?)",
            *(game, user, self._clock(), turn, text),
        )

    async def notes(self, game: int, user: int) -> list[Note]:
        """A user's notes about a game, oldest first."""
        rows = await self._db.read(
            f"SELECT {NOTE} FROM notes WHERE game = ? AND user = ? ORDER BY id", game, user
        )
        return [record(Note, row) for row in rows]

    async def remove_note(self, note: int, user: int) -> bool:
        """Take a note (id) away; False if it was not this user's."""
        gone = await self._db.write("DELETE FROM notes WHERE id = ? AND user = ?", note, user)
        return gone > 0

    # --- a person ---

    async def kept(self, user: int) -> dict[str, list[Json]]:
        """All that is kept about a user, by table: each row with its columns."""
        found: dict[str, list[Json]] = {}
        for table, trace in TRACES.items():
            rows = await self._rows(table, trace, user)
            if rows:
                found[table] = rows
        return found

    async def _rows(self, table: str, trace: Trace, user: int) -> list[Json]:
        shown = trace.shown or (await self._db.layout())[table]
        looked = [name for name in (trace.user, *trace.names) if name]
        rows = await self._db.read(
            f"SELECT {', '.join((*looked, *shown))} FROM {table} WHERE {_where(trace)}",
            *_meant(trace, user),
        )
        return [
            {name: _about(one, user) for name, one in zip(shown, row[len(looked) :], strict=True)}
            for row in rows
            if any(_mentions(one, user) for one in row[: len(looked)])
        ]

    async def erase(self, user: int) -> int:
        """Leave nothing by which a user is known, all or nothing; their pseudonym.

        What was theirs alone goes. What is part of a game stays under the pseudonym, the same
        in all of them: a negative number, so that results can still be counted.
        """
        async with self._db.transaction(ALL) as run:
            [(number,)] = await run.read(
                "INSERT INTO former (time) VALUES (?) RETURNING id", self._clock()
            )
            pseudonym = -int(number)
            await self._mark(run, user)
            await self._unsay(run, user)
            for table, trace in TRACES.items():
                await self._unname(run, table, trace, user, pseudonym)
                if trace.user and trace.stays:
                    empty = "".join(f", {name} = ''" for name in trace.wrote)
                    await run.write(
                        f"UPDATE {table} SET {trace.user} = ?{empty} WHERE {trace.user} = ?",
                        pseudonym,
                        user,
                    )
                elif trace.user:
                    await run.write(f"DELETE FROM {table} WHERE {trace.user} = ?", user)
        return pseudonym

    async def _mark(self, run: Run, user: int) -> None:
        """Until the games that they knew from within are over, a mark keeps them out of other
        seats; it says nothing to who does not know them."""
        rows = await run.read(
            "SELECT games.id, commitment, side FROM games JOIN insiders ON insiders.game = games.id"
            " WHERE insiders.user = ? AND status = 'running'",
            user,
        )
        await run.each(
            upsert("settings", "scope owner key", "value"),
            [("game", game, f"{GONE}{_hidden(lot, user)}:{side}", "1") for game, lot, side in rows],
        )

    async def knew(self, game: int, user: int) -> set[str]:
        """The sides that a user knew before they had their data deleted, while the game runs."""
        rows = await self._db.read(
            "SELECT key, commitment FROM settings s JOIN games ON id = s.owner"
            f" WHERE scope = 'game' AND id = ? AND key LIKE '{GONE}%'",
            game,
        )
        found = [(key.removeprefix(GONE).split(":"), lot) for key, lot in rows]
        return {side for (mark, side), lot in found if mark == _hidden(lot, user)}

    async def _unsay(self, run: Run, user: int) -> None:
        """Reasons that they gave stand in no message that is kept, either."""
        rows = await run.read(
            "SELECT game, reason FROM deeds WHERE user = ? AND reason <> ''"
            " UNION SELECT game, reason FROM pairings WHERE judge = ? AND reason <> ''",
            *(user, user),
        )
        for game, reason in rows:
            await run.write(
                "UPDATE posted SET text = replace(text, ?, '…') WHERE game = ?", reason, game
            )
            await run.write(
                "UPDATE outbox SET payload = replace(payload, ?, '…') WHERE game = ?",
                encoded(reason)[1:-1],
                game,
            )

    async def _unname(self, run: Run, table: str, trace: Trace, user: int, pseudonym: int) -> None:
        """Where they are named in JSON or text, they are so no more."""
        if not trace.names:
            return
        names, named = ", ".join(trace.names), Trace(names=trace.names)
        rows = await run.read(
            f"SELECT {_id(table)}, {names} FROM {table} WHERE {_where(named)}",
            *_meant(named, user),
        )
        for id_, *values in rows:
            if not any(_mentions(value, user) for value in values):
                continue
            key = dict(zip(trace.names, values, strict=True)).get("key", "")
            if trace.loose or key.startswith(FLEETING):
                await run.write(f"DELETE FROM {table} WHERE {_id(table)} = ?", id_)
                continue
            changed = [_without(value, user, pseudonym) for value in values]
            sets = ", ".join(f"{name} = ?" for name in trace.names)
            await run.write(f"UPDATE {table} SET {sets} WHERE {_id(table)} = ?", *changed, id_)

    # --- a server ---

    async def forget_guild(self, guild: int) -> list[int]:
        """Delete the games of a server and all that belongs to them; their ids."""
        children, layout = await self._db.children(), await self._db.layout()
        async with self._db.transaction(ALL) as run:
            rows = await run.read("SELECT id, channel FROM games WHERE guild = ?", guild)
            games = [(game,) for game, _ in rows]
            for table, column in children:
                await run.each(f"DELETE FROM {table} WHERE {column} = ?", games)
            await run.each("DELETE FROM settings WHERE scope = 'game' AND owner = ?", games)
            await run.each(
                "DELETE FROM settings WHERE scope = 'channel' AND owner = ?",
                [(channel,) for _, channel in rows],
            )
            await run.write("DELETE FROM settings WHERE scope = 'guild' AND owner = ?", guild)
            for table, names in layout.items():
                if table != "games" and "guild" in names:
                    await run.write(f"DELETE FROM {table} WHERE guild = ?", guild)
            await run.each("DELETE FROM games WHERE id = ?", games)
        return [game for (game,) in games]

    async def guilds(self) -> list[int]:
        """The servers of its shards of which anything is here: games, whatever became of them,
        leagues, what moderators did, settings."""
        rows = await self._db.read(
            "SELECT guild FROM (SELECT guild FROM games UNION SELECT guild FROM leagues"
            " UNION SELECT guild FROM deeds UNION SELECT owner FROM settings WHERE scope = 'guild')"
            f" AS found WHERE {self.shards.where()} ORDER BY guild"
        )
        return [guild for (guild,) in rows]


# --- a name in a value ---


def _hidden(lot: str, user: int) -> str:
    """A mark of a user for one game, by what its dice were promised with."""
    return hashlib.sha256(f"{lot}:{user}".encode()).hexdigest()


def _id(table: str) -> str:
    """What names a row."""
    return NAMES.get(table, "id")


def _where(trace: Trace) -> str:
    """Rows that may be about somebody: looked at more closely when they are read."""
    ways = [f"{trace.user} = ?"] if trace.user else []
    return " OR ".join([*ways, *(f"{name} LIKE ?" for name in trace.names)])


def _meant(trace: Trace, user: int) -> list[int | str]:
    """The values for it."""
    return [*([user] if trace.user else []), *[f"%{user}%"] * len(trace.names)]


def _mentions(value: object, user: int) -> bool:
    """Does a text or JSON name that id, and no longer number in which it stands?

    >>> _mentions('{"call":[17]}', 17), _mentions("<@17> and", 17), _mentions("<@170>", 17)
    (True, True, False)
    """
    return re.search(rf"(?<!\d){user}(?!\d)", str(value)) is not None


def _about(value: object, user: int) -> Any:
    """What of a value is about somebody: of JSON that names others too, their part alone."""
    if isinstance(value, bytes):
        return None
    if not isinstance(value, str) or not value.startswith(("{", "[")):
        return value
    try:
        whole = msgspec.json.decode(value)
    except msgspec.MsgspecError:
        return value
    return _part(whole, user) if _mentions(value, user) else whole


def _part(value: Any, user: int) -> Any:
    """None where nothing is."""
    if isinstance(value, dict):
        if value.get("user") == user:
            return value
        found = {k: one if _mentions(k, user) else _part(one, user) for k, one in value.items()}
        return {key: one for key, one in found.items() if one is not None} or None
    if isinstance(value, list):
        return [one for one in (_part(one, user) for one in value) if one is not None] or None
    return value if _mentions(value, user) else None


def _without(value: str, user: int, pseudonym: int) -> str:
    """A text or JSON in which somebody is named no more."""
    try:
        whole = msgspec.json.decode(value)
    except msgspec.MsgspecError:
        return _unmention(value, user)
    return encoded(_renamed(whole, user, pseudonym))


def _renamed(value: Any, user: int, pseudonym: int) -> Any:
    if isinstance(value, dict):
        return {
            key: _renamed(one, user, pseudonym)
            for key, one in value.items()
            if not _mentions(key, user)
        }
    if isinstance(value, list):
        return [_renamed(one, user, pseudonym) for one in value]
    if isinstance(value, str):
        return _unmention(value, user)
    return pseudonym if value == user and type(value) is int else value


def _unmention(text: str, user: int) -> str:
    """
    >>> _unmention("<@17> and <@170>", 17)
    'a former player and <@170>'
    """
    text = re.sub(rf"<@!?{user}>", NOBODY, text)
    return re.sub(rf"(?<!\d){user}(?!\d)", "…", text)
