"""Leagues: their people, and the games of their rounds. Contract: test_store_leagues.py.

A round begins in one write, with all its pairings; a game belongs to its pairing by the thread
that it stands in, so that one begun in the moment of a crash is found again.
"""

from collections.abc import Sequence
from typing import Any

import msgspec

from storage.database import Database, Run
from storage.records import Entrant, League, NewLeague, Pairing
from storage.rows import columns, encoded, record

LEAGUE, ENTRANT, PAIRING = columns(League), columns(Entrant), columns(Pairing)


class Leagues:
    """This part of a store."""

    _db: Database

    async def create_league(
        self, league: NewLeague, entrants: Sequence[Entrant] = (), pairings: Sequence[Pairing] = ()
    ) -> League:
        """A new league, with the people and pairings that it comes with; their ids are given."""
        async with self._db.transaction(None) as run:
            [(number,)] = await run.read(
                f"INSERT INTO leagues ({columns(NewLeague)})"
                " VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?) RETURNING id",
                *_values(league),
            )
            await run.each(ADD_ENTRANT, [_entrant(number, league.guild, one) for one in entrants])
            await run.each(ADD_PAIRING, [_pairing(number, league.guild, one) for one in pairings])
        return await self.league(number)

    async def league(self, league: int) -> League:
        """A league. KeyError where there is none."""
        rows = await self._db.read(f"SELECT {LEAGUE} FROM leagues WHERE id = ?", league)
        if not rows:
            raise KeyError(league)
        return record(League, rows[0], "terms")

    async def league_in(self, channel: int) -> League | None:
        """The newest league of a channel."""
        rows = await self._db.read(
            f"SELECT {LEAGUE} FROM leagues WHERE channel = ? ORDER BY id DESC LIMIT 1", channel
        )
        return record(League, rows[0], "terms") if rows else None

    async def running_leagues(self) -> list[League]:
        """The leagues whose season is under way."""
        rows = await self._db.read(
            f"SELECT {LEAGUE} FROM leagues WHERE status = 'running' ORDER BY id"
        )
        return [record(League, row, "terms") for row in rows]

    async def change_league(
        self,
        league: League,
        entrants: Sequence[Entrant] | None = None,
        pairings: Sequence[Pairing] = (),
    ) -> None:
        """Write how far it has come; `entrants` in place of all it had, and new pairings."""
        async with self._db.transaction(None) as run:
            sets = ", ".join(f"{name} = ?" for name in NewLeague.__struct_fields__)
            await run.write(f"UPDATE leagues SET {sets} WHERE id = ?", *_values(league), league.id)
            if entrants is not None:
                await self._enter(run, league, entrants)
            new = [_pairing(league.id, league.guild, one) for one in pairings]
            await run.each(ADD_PAIRING, new)

    async def set_entrants(self, league: League, entrants: Sequence[Entrant]) -> None:
        """The people of a league, in place of all that it had."""
        async with self._db.transaction(None) as run:
            await self._enter(run, league, entrants)

    async def _enter(self, run: Run, league: League, entrants: Sequence[Entrant]) -> None:
        await run.write("DELETE FROM entrants WHERE league = ?", league.id)
        new = [_entrant(league.id, league.guild, one) for one in entrants]
        await run.each(ADD_ENTRANT, new)

    async def entrants(self, league: int) -> list[Entrant]:
        """The people of a league, by number."""
        rows = await self._db.read(
            f"SELECT {ENTRANT} FROM entrants WHERE league = ? ORDER BY number", league
        )
        return [record(Entrant, row) for row in rows]

    async def entered(self, user: int) -> list[League]:
        """The leagues in which somebody is, those that are over aside."""
        rows = await self._db.read(
            f"SELECT {LEAGUE} FROM leagues WHERE status <> 'over'"
            " AND id IN (SELECT league FROM entrants WHERE user = ?) ORDER BY id",
            user,
        )
        return [record(League, row, "terms") for row in rows]

    async def pairings(self, league: int) -> list[Pairing]:
        """All games and rounds off of a league, as they were paired."""
        rows = await self._db.read(
            f"SELECT {PAIRING} FROM pairings WHERE league = ? ORDER BY id", league
        )
        return [record(Pairing, row, "seats", "points") for row in rows]

    async def pairing_of(self, game: int) -> tuple[int, Pairing] | None:
        """The league that a game is of, and its pairing."""
        rows = await self._db.read(
            f"SELECT league, {PAIRING} FROM pairings WHERE game = ? ORDER BY id DESC LIMIT 1", game
        )
        return (rows[0][0], record(Pairing, rows[0][1:], "seats", "points")) if rows else None

    async def set_pairing(self, pairing: Pairing) -> None:
        """Write where a pairing is played, and what it has come to."""
        await self._db.write(
            "UPDATE pairings SET how = ?, points = ?, thread = ?, game = ?, judge = ?, reason = ?"
            " WHERE id = ?",
            *(pairing.how, encoded(pairing.points), pairing.thread, pairing.game),
            *(pairing.judge, pairing.reason, pairing.id),
        )


ADD_ENTRANT = f"INSERT INTO entrants (league, guild, {ENTRANT}) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?)"
ADD_PAIRING = (
    "INSERT INTO pairings (league, guild, round, pool, seats, how, points, thread, game, judge,"
    " reason) VALUES (?, ?, ?, ?, ?, ?, ?, ?, ?, ?, ?)"
)


def _values(league: NewLeague) -> list[Any]:
    values = [getattr(league, name) for name in NewLeague.__struct_fields__]
    return [encoded(value) if isinstance(value, dict) else value for value in values]


def _entrant(league: int, guild: int, entrant: Entrant) -> tuple[Any, ...]:
    return (league, guild, *msgspec.structs.astuple(entrant))


def _pairing(league: int, guild: int, pairing: Pairing) -> tuple[Any, ...]:
    _, *values = msgspec.structs.astuple(pairing)
    return (league, guild, *(encoded(v) if isinstance(v, dict) else v for v in values))
