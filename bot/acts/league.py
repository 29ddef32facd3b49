"""Leagues: begun, joined and left, and how they stand."""

from collections.abc import AsyncIterator
from contextlib import asynccontextmanager
from random import SystemRandom
from typing import Any

import discord
import msgspec
from msgspec.structs import replace

import engine
from bot.acts.here import Interaction
from bot.acts.rights import manages
from bot.acts.seating import check_permissions
from bot.catalogue import counted, phrase
from bot.channel import style
from bot.channel.league import pictured
from bot.channel.pictures import Tabled
from bot.desk import Desk
from bot.house import waiting
from bot.house.clocks import PRESETS
from bot.house.league.meetings import System
from bot.house.rules import DAY
from bot.play import leagues
from bot.play.leagues import Season, Terms
from bot.talk import permissions
from bot.talk.buttons import Pressed, Style, button, view_of
from bot.talk.reply import redraw, say
from bot.words import league as words
from bot.words import limits, texts
from bot.words.refusal import Refusal
from storage import Entrant, League, NewLeague, Pairing

MOST = 64
"""People of a league."""


async def here(desk: Desk, interaction: Interaction) -> League:
    """The league of the channel, or of the channel of the thread. Refusal where there is none."""
    place = interaction.channel
    channel = place.parent_id if isinstance(place, discord.Thread) else interaction.channel_id
    found = await desk.store.league_in(channel or 0)
    if found is None:
        raise Refusal(phrase("There is no league in this channel. `/league create` begins one."))
    return found


async def season_here(desk: Desk, interaction: Interaction) -> Season:
    """All that is kept of it."""
    return await leagues.season(desk.store, await here(desk, interaction))


@asynccontextmanager
async def changing(desk: Desk, interaction: Interaction) -> AsyncIterator[Season]:
    """The league of the channel for oneself. It may be waiting for Discord just then, so that the
    answer is promised first."""
    await interaction.response.defer(ephemeral=True, thinking=True)
    while True:
        number = (await here(desk, interaction)).id
        async with desk.keeper.leagues.alone(number):
            league = await here(desk, interaction)
            if league.id == number:  # no further season has begun meanwhile
                yield await leagues.season(desk.store, league)
                return


def organises(interaction: Interaction, league: League) -> None:
    """Refusal for who neither organises a league nor manages its channel."""
    if interaction.user.id != league.organiser and not manages(interaction, league.channel):
        raise Refusal(
            phrase(
                "Only {who}, who organises this league, or whoever manages this channel can do "
                "that.",
                who=texts.person(league.organiser),
            )
        )


async def create(
    desk: Desk,
    interaction: Interaction,
    title: str,
    terms: Terms,
    entrants: list[Entrant] | None = None,
    pairings: list[Pairing] | None = None,
    round_: int = 0,
) -> None:
    """A league that gathers its people, or goes on where it came from."""
    if isinstance(interaction.channel, discord.Thread) or not permissions.may_open_threads(
        interaction.app_permissions
    ):
        raise Refusal(
            phrase(
                "A league opens a thread for each game: please use a channel where I have Create "
                "Public Threads and Send Messages in Threads."
            )
        )
    check_permissions(interaction)
    fits(terms)
    channel = interaction.channel_id or 0
    ends = desk.now() + terms.days * DAY if pairings and terms.days else None
    async with desk.keeper.leagues.alone(channel):
        open_ = await desk.store.league_in(channel)
        if open_ is not None and open_.status != "over":
            raise Refusal(
                phrase(
                    "This channel has a league already, {title}. `/league close` ends it.",
                    title=limits.plain(open_.title),
                )
            )
        desk.calls.take(interaction.user.id)
        league = await desk.store.create_league(
            NewLeague(
                guild=interaction.guild_id or 0,
                channel=channel,
                organiser=interaction.user.id,
                title=limits.cut(" ".join(title.split()), 60),
                terms=msgspec.to_builtins(terms),
                status="running" if pairings else "signup",
                round=round_,
                ends=ends,
            ),
            entrants or (),
            pairings or (),
        )
        if pairings:
            await leagues.wake(desk.store, league.id, desk.now())
    await say(interaction, f"{_opened(league, terms)}\n{_next(league)}")
    await desk.keeper.leagues.tell(league, lambda: _opened(league, terms))


def fits(terms: Terms) -> None:
    """Refusal where a game has other seats than a way of pairing takes."""
    title, seats = engine.catalogue()[terms.game].title, len(terms.sides)
    if seats < 2:
        raise Refusal(
            phrase("{title} has one seat with these options: a league takes two.", title=title)
        )
    if (terms.system == "tables") != (seats > 2):
        raise Refusal(
            counted(
                "{title} has {n} seat with these options: `system` can be `tables` for three or "
                "four seats, and one of the others for two.",
                "{title} has {n} seats with these options: `system` can be `tables` for three or "
                "four seats, and one of the others for two.",
                seats,
                title=title,
            )
        )


def _opened(league: League, terms: Terms) -> str:
    info = engine.catalogue()[terms.game]
    played = texts.terms(terms.game, terms.scenario, terms.options)
    rows = [
        phrase("**{title}**, season {season}", title=league.title, season=league.season),
        f"{', '.join(filter(None, (info.title, played)))}. {phrase(words.SYSTEMS[terms.system])}.",
    ]
    if terms.clock is not None:
        rows.append(waiting.terms(terms.clock, terms.claim))
    if terms.days:
        rows.append(words.deadline(terms.days, terms.late))
    return "\n".join(rows)


def _next(league: League) -> str:
    if league.status == "running":
        return phrase("It goes on by itself: games that are open begin in threads of their own.")
    return phrase("`/league join` takes part; `/league start` begins the season.")


async def join(desk: Desk, interaction: Interaction, side: str, pace: str) -> None:
    """Take part, or change what one would like."""
    user = interaction.user.id
    async with changing(desk, interaction) as at:
        if at.league.status != "signup":
            raise Refusal(phrase("The season has begun; the next one takes people again."))
        side, pace = side.casefold().strip(), pace.casefold().strip()
        if side and side not in at.terms.sides:
            names = ", ".join(at.terms.sides)
            raise Refusal(phrase("This game has no such side. Its sides: {names}.", names=names))
        if pace and pace not in PRESETS:
            raise Refusal(phrase("The pace is one of {paces}.", paces=", ".join(PRESETS)))
        if pace and at.terms.clock is None:
            raise Refusal(phrase("This league plays without clocks, so there is no pace."))
        others = [one for one in at.entrants if one.user != user]
        if len(others) >= MOST:
            raise Refusal(phrase("This league is full: {n} people.", n=MOST))
        mine = [one for one in at.entrants if one.user == user]
        number = mine[0].number if mine else len(others) + 1
        people = sorted([*others, Entrant(number, user, "", side, pace)], key=lambda e: e.number)
        await desk.store.set_entrants(at.league, people)
    await say(
        interaction,
        counted(
            "You are in **{title}**, with {n} person so far. `/league leave` takes it back.",
            "You are in **{title}**, with {n} people so far. `/league leave` takes it back.",
            len(people),
            title=limits.plain(at.league.title),
        ),
    )


async def leave(desk: Desk, interaction: Interaction) -> None:
    """Withdraw; in a season that is asked first."""
    at, user = await season_here(desk, interaction), interaction.user.id
    if all(one.user != user or one.gone is not None for one in at.entrants):
        raise Refusal(phrase("You are not in this league."))
    if at.league.status == "running":
        yes = button("withdraw", at.league.id, phrase("Yes, withdraw"), style=Style.danger)
        await say(
            interaction,
            phrase(
                "Withdraw from this season? No further round has you, and what you have played "
                "stays. A game that runs is yours to its end; `/game resign` gives it up."
            ),
            view=view_of(yes),
        )
        return
    if at.league.status == "over":
        raise Refusal(phrase("This season is over."))
    await interaction.response.defer(ephemeral=True, thinking=True)
    await _leave(desk, at.league.id, user)
    await say(interaction, phrase("You are not in this league any more."))


async def press_withdraw(desk: Desk, interaction: Interaction, pressed: Pressed) -> None:
    await interaction.response.defer()
    await _leave(desk, pressed.game, interaction.user.id)
    await redraw(interaction, phrase("You have withdrawn from this season."))


async def _leave(desk: Desk, league: int, user: int) -> None:
    async with desk.keeper.leagues.alone(league):
        await leagues.leave(desk.store, await desk.store.league(league), user)


async def start(desk: Desk, interaction: Interaction) -> None:
    """Begin the season."""
    async with changing(desk, interaction) as at:
        league = at.league
        organises(interaction, league)
        if league.status != "signup":
            raise Refusal(phrase("The season has begun already."))
        desk.calls.take(interaction.user.id)
        await leagues.start(desk.store, league, desk.now(), SystemRandom())
    await say(interaction, phrase("The season begins: the first round is paired in a moment."))


async def next_season(desk: Desk, interaction: Interaction) -> None:
    """Gather people for the next season: those of this one are in it."""
    async with changing(desk, interaction) as at:
        organises(interaction, at.league)
        if at.league.status != "over":
            raise Refusal(phrase("This season is not over yet."))
        desk.calls.take(interaction.user.id)
        league = await desk.store.create_league(*leagues.onward(at))
    text = phrase(
        "Season {season} gathers its people: those of the last one are in it, in the order of its "
        "table, and can `/league leave`. {then}",
        season=league.season,
        then=_next(league),
    )
    await say(interaction, text)
    await desk.keeper.leagues.tell(league, lambda: _opened(league, at.terms))


async def close(desk: Desk, interaction: Interaction) -> None:
    """End a league as it stands; asked first."""
    league = await here(desk, interaction)
    organises(interaction, league)
    if league.status == "over":
        raise Refusal(phrase("This season is over."))
    yes = button("closeleague", league.id, phrase("Yes, end it"), style=Style.danger)
    await say(
        interaction,
        phrase("End the season as it stands? No further round begins; games that run go on."),
        view=view_of(yes),
    )


async def press_close(desk: Desk, interaction: Interaction, pressed: Pressed) -> None:
    await interaction.response.defer()
    async with desk.keeper.leagues.alone(pressed.game):
        league = await desk.store.league(pressed.game)
        organises(interaction, league)
        await desk.store.change_league(replace(league, status="over", due=None, ends=None))
    await redraw(interaction, phrase("The season is over. `/league table` has how it stands."))


async def table(desk: Desk, interaction: Interaction) -> None:
    """How people stand, as words and as a picture."""
    desk.pace.take(interaction.user.id)
    await interaction.response.defer(ephemeral=True, thinking=True)
    at = await season_here(desk, interaction)
    if not at.entrants:
        raise Refusal(phrase("Nobody has joined yet. `/league join` takes part."))
    look = await style.of_user(desk.store, interaction.user.id, at.league.channel)
    what: Any = Tabled(await pictured(interaction.client, at))
    picture = await desk.outbox.paint(what, look, interaction.user.id)
    text = words.table(at.tables, at.name, at.terms.system)
    await say(interaction, text, file=("table.png", picture.png, picture.alt))


async def pairings(desk: Desk, interaction: Interaction, round_: int | None) -> None:
    """The games of a round, and what has become of them."""
    desk.pace.take(interaction.user.id)
    at = await season_here(desk, interaction)
    wanted = at.league.round if round_ is None else round_
    rows = [
        words.pairing(at.terms.game, one, at.name) for one in at.pairings if one.round == wanted
    ]
    if not rows:
        raise Refusal(phrase("Round {round} has not been paired.", round=wanted))
    head = phrase("Round {round} of {last}", round=wanted, last=at.last)
    rows.insert(0, f"**{head}**")
    if wanted == at.league.round and at.league.ends is not None:
        rows.append(phrase("It is to be over by <t:{ends}:f>.", ends=int(at.league.ends)))
    await say(interaction, "\n".join(rows))


SYSTEMS: tuple[System, ...] = ("swiss", "robin", "double", "tables")
