"""A season whose bot is killed with SIGKILL at random moments, while its rounds begin and end."""

import contextlib
import os
import signal
import time
from collections import Counter
from pathlib import Path
from random import Random

import msgspec

from bot.house.league.meetings import by_place
from bot.play import leagues
from bot.play.leagues import Terms
from storage import Entrant, NewLeague, Store
from tests.bot.league_child import Town, now
from tests.bot.test_kill import Nursery

PEOPLE, ROUNDS = 8, 3
KILLS = int(os.environ.get("UMPIRE_KILLS", "60")) * 2 // 5
LONGEST = 0.12
"""Seconds that a life has at most, once it is up."""


async def begun(database: Path) -> None:
    """A Swiss season that is about to pair its first round."""
    async with await Store.open(database, now) as store:
        terms = Terms(
            game="iron_blood", scenario="standard", options={}, system="swiss", rounds=ROUNDS
        )
        league = await store.create_league(
            NewLeague(
                guild=1, channel=1, organiser=1, title="Cup", terms=msgspec.to_builtins(terms)
            ),
            [Entrant(number, 100 + number) for number in range(1, PEOPLE + 1)],
        )
        await leagues.start(store, league, now(), Random(1))


def killed_again_and_again(database: Path) -> int:
    """Lives of the bot until the season is over; how many of them ended by a kill."""
    nursery, dice, killed = (
        Nursery(str(database), 0.0, module="tests.bot.league_child"),
        Random(3),
        0,
    )
    while ["OVER"] not in nursery.heard:
        bot = nursery.start("go")
        if killed < KILLS:
            if dice.random() < 0.8:  # else while it starts
                nursery.until("UP")
            time.sleep(dice.uniform(0, LONGEST))
            with contextlib.suppress(ProcessLookupError):  # the season is over
                os.kill(bot, signal.SIGKILL)
                killed += 1
        nursery.until("DEAD")
        assert ["FAILED"] not in nursery.heard
    nursery.close()
    return killed


async def test_each_pairing_has_one_thread_and_game_and_counts_once(tmp_path: Path) -> None:
    database, file = tmp_path / "umpire.db", tmp_path / "umpire.threads"
    await begun(database)
    killed = killed_again_and_again(database)
    assert killed > KILLS // 3, "the season was over before much could go wrong"
    async with await Store.open(database, now) as store:
        league = await store.league_in(1)
        assert league is not None and (league.status, league.round) == ("over", ROUNDS)
        at = await leagues.season(store, league)
        assert Counter(one.round for one in at.pairings) == dict.fromkeys(
            range(1, ROUNDS + 1), PEOPLE // 2
        )
        met = {frozenset(one.seats.values()) for one in at.pairings}
        assert len(met) == len(at.pairings), "a round was paired twice"
        games = [one.game for one in at.pairings]
        threads = [one.thread for one in at.pairings]
        assert None not in games and len(set(games)) == len(games)
        opened = Town(file).threads()
        assert sorted(t or 0 for t in threads) == [number for number, _ in opened]
        assert len({name for _, name in opened}) == len(opened)
        rows = await store._db.read("SELECT id, channel, status FROM games")
        assert {(row[0], row[1]) for row in rows} == set(zip(games, threads, strict=True))
        assert {row[2] for row in rows} == {"resigned"}
        for one in at.pairings:
            result = await store.result(one.game or 0)
            assert result is not None and one.how == "played"
            places = {part.side: part.place for part in result.parts if part.place}
            assert one.points == {str(one.seats[s]): p for s, p in by_place(places).items()}
        [rows] = at.tables
        assert sum(row.points for row in rows) == len(at.pairings)
        assert all(row.played == ROUNDS for row in rows)
