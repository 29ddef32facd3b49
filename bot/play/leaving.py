"""A person who wants nothing kept: their seats go on without them, then their data goes.

It is noted first as something that is due, so that it comes to its end after a crash too: each
step can be done again. And a server that took the bot away: its games are deleted after a while,
if it does not come back.
"""

import logging

from bot.catalogue import channel, phrase
from bot.house.rules import DAY
from bot.play import seats
from bot.play.games import Games
from bot.play.leagues import Leagues
from bot.play.table import Table
from bot.words import texts
from storage import Store, Timer

log = logging.getLogger(__name__)

ERASE = "erase"
"""The kind of timer for somebody whose data is to be deleted."""
GUILD = "guild"
"""The kind of timer for a server that took the bot away."""
KEPT = 30
"""Days for which its games are kept."""


async def ask(store: Store, user: int, now: float) -> Timer:
    """Somebody wants their data deleted: that is certain from now on."""
    await store.set_timer(f"{ERASE}:{user}", now, ERASE, {"user": user})
    timer = await store.timer(f"{ERASE}:{user}")
    assert timer is not None
    return timer


async def erase(store: Store, games: Games, leagues: Leagues, timer: Timer) -> None:
    """Have somebody leave all games, and then nothing kept of them. Refusal while one is busy."""
    user = int(timer.payload["user"])
    for game in await _games(store, user):
        table = await games.get(game)
        if table.open:
            await _leave(games, table, user)
    await leagues.withdraw(user)
    await store.erase(user)
    games.doubt()
    await store.drop_timer(timer.id)
    log.info("a person's data was deleted")


async def _games(store: Store, user: int) -> list[int]:
    """The games in which somebody is, and those that they opened."""
    own = await store.open_games(owner=user)
    return sorted({row.id for row in (*await store.games_of(user), *own)})


async def _leave(games: Games, table: Table, user: int) -> None:
    """Somebody leaves a game: who shares the seat has it, or it is open, or the game ends."""
    if table.row.status == "lobby":
        if table.sides_of(user):
            await games.leave_seats(table, user)
        if table.row.owner == user and not table.people:
            with channel(table.row.guild):
                text = phrase("The game is closed: whoever opened it has left.")
            await games.expire(table, text)
        else:
            await games.refresh_panel(table)
        return
    for side in table.sides_of(user):
        with channel(table.row.guild):
            await _leave_seat(games, table, side, user)
    if not table.people - {user} and table.open:
        with channel(table.row.guild):
            text = texts.adjourned(phrase("Nobody plays in this game any more."))
        await games.end(table, text)


async def _leave_seat(games: Games, table: Table, side: str, user: int) -> None:
    partner = table.partners.get(side)
    named = table.called(side)
    if partner == user:
        text = phrase("Whoever shared the seat of {side} has left.", side=named)
        await seats.share(games, table, side, None, text)
    elif partner is not None:
        text = phrase(
            "The player of {side} has left: <@{user}> plays on.", side=named, user=partner
        )
        await seats.hand_over(games, table, side, partner, text)
    elif table.people - {user}:
        text = phrase(
            "The player of {side} has left, so the seat is open. The practice opponent stands in "
            "until somebody takes it: anybody who has seen no other hand of this game.",
            side=named,
        )
        await seats.vacate(games, table, side, text)


# servers ---------------------------------------------------------------------------


async def went(store: Store, guild: int, now: float) -> None:
    """A server took the bot away. A second time changes nothing."""
    if guild in await store.guilds() and await store.timer(f"{GUILD}:{guild}") is None:
        due = now + KEPT * DAY
        await store.set_timer(f"{GUILD}:{guild}", due, GUILD, {"guild": guild}, guild=guild)


async def missed(store: Store) -> set[int]:
    """The servers that took the bot away and have not got it back."""
    return {int(timer.payload["guild"]) for timer in await store.timers_for(GUILD)}


async def came(store: Store, guild: int) -> float | None:
    """It has the bot; since when it had not, if it had not."""
    timer = await store.timer(f"{GUILD}:{guild}")
    if timer is None:
        return None
    await store.drop_timer(timer.id)
    return timer.due - KEPT * DAY


async def forget(store: Store, games: Games, timer: Timer) -> None:
    """It has not come back: its games go, with all that is theirs."""
    guild = int(timer.payload["guild"])
    for game in await store.forget_guild(guild):
        games.forget(game)
    await store.drop_timer(timer.id)
    log.info("the games of server %s were deleted", guild)
