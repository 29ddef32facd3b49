"""What is about a person and not about one game: notices, days off, all their games, nudges."""

from typing import get_args

import msgspec
from discord import app_commands
from discord.ext import commands

from bot.acts import timing
from bot.acts.here import Interaction, table_here
from bot.acts.rights import manages
from bot.catalogue import counted, msgid, phrase
from bot.commands.slash import choices, command
from bot.desk import Desk
from bot.house import person as persons
from bot.house import waiting
from bot.house.person import Notice, Person
from bot.house.rules import DAY
from bot.house.vacations import DAYS_A_YEAR, Vacation, ended, fits, left
from bot.house.watch import Watch
from bot.talk.reply import say
from bot.words import limits
from bot.words.refusal import Refusal

NOTICES: dict[Notice, str] = {
    "channel": msgid("in the channel of the game, at once"),
    "message": msgid("by direct message, at once"),
    "digest": msgid("once a day, in one direct message"),
}


class Me(
    commands.GroupCog, group_name="me", group_description=msgid("How you are called, days off")
):
    """The commands under /me."""

    def __init__(self, desk: Desk) -> None:
        super().__init__()
        self.desk = desk

    @command(name="notices", description=msgid("How you are called when it is your move"))
    @app_commands.describe(
        how=msgid("Where and when"),
        zone=msgid("Your time zone, for example Europe/Berlin"),
        quiet=msgid("Hours in which you are not called, for example 22-7 (0-0: none)"),
        digest=msgid("When the daily message comes, for example 8:00"),
        on_deck=msgid("A direct message when you are next"),
    )
    @app_commands.choices(
        how=[app_commands.Choice(name=name, value=key) for key, name in NOTICES.items()]
    )
    async def notices(
        self,
        interaction: Interaction,
        how: str = "",
        zone: str = "",
        quiet: str = "",
        digest: str = "",
        on_deck: bool | None = None,
    ) -> None:
        user = interaction.user.id
        person = await self.desk.keeper.person(user)
        changed = msgspec.structs.replace(
            person,
            notice=next((known for known in get_args(Notice) if known == how), person.notice),
            zone=_zone(zone) if zone else person.zone,
            quiet=_hours(quiet) if quiet else person.quiet,
            digest=_minute(digest) if digest else person.digest,
            deck=person.deck if on_deck is None else on_deck,
        )
        if changed != person:
            await self.desk.keeper.choose(user, changed)
        await say(interaction, self._words(changed))

    @notices.autocomplete("zone")
    async def _zones(self, _: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return choices((name, name) for name in persons.zones(current))

    @command(name="vacation", description=msgid("Days off: your clocks stand in all your games"))
    @app_commands.describe(
        days=msgid("How many days from now on (0: you are back)"),
    )
    async def vacation(
        self, interaction: Interaction, days: app_commands.Range[int, 0, DAYS_A_YEAR]
    ) -> None:
        user, now = interaction.user.id, self.desk.now()
        person = await self.desk.keeper.person(user)
        current = person.away(now)
        others = tuple(v for v in person.vacations if v != current)
        if days == 0:
            if current is None:
                raise Refusal(phrase("You are not on vacation."))
            kept = (*others, ended(current, now))
            await self.desk.keeper.choose(user, msgspec.structs.replace(person, vacations=kept))
            await say(
                interaction,
                phrase("Welcome back! {rest}", rest=_rest(kept, self.desk.year())),
            )
            return
        wanted = Vacation(current.start if current else now, now + days * DAY)
        if not fits(others, wanted):
            raise Refusal(
                counted(
                    "That is more than you have: a day a year. {rest}",
                    "That is more than you have: {n} days a year. {rest}",
                    DAYS_A_YEAR,
                    rest=_rest(person.vacations, self.desk.year()),
                )
            )
        kept = (*others, wanted)
        await self.desk.keeper.choose(user, msgspec.structs.replace(person, vacations=kept))
        await say(
            interaction,
            phrase(
                "Until <t:{end}:f> your clocks stand in all your games, and you are not called. "
                "`/me vacation days:0` ends it sooner. {rest}",
                end=int(wanted.end),
                rest=_rest(kept, self.desk.year()),
            ),
        )

    def _words(self, person: Person) -> str:
        rows = [phrase("You are called: {how}.", how=phrase(NOTICES[person.notice]))]
        rows.append(phrase("Your time zone: {zone}.", zone=person.zone))
        if person.quiet[0] != person.quiet[1]:
            rows.append(
                phrase(
                    "Not from {start} to {end}.",
                    start=_clock(person.quiet[0]),
                    end=_clock(person.quiet[1]),
                )
            )
        if person.notice == "digest":
            rows.append(phrase("The daily message comes at {at}.", at=_clock(person.digest)))
        if person.deck:
            rows.append(phrase("You hear by direct message when you are next."))
        return "\n".join(rows)


class Around(commands.Cog):
    """What is about several games."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @command(name="games", description=msgid("Your games, and where it is your move"))
    @app_commands.describe(
        where=msgid("On this server, or everywhere"),
        all=msgid("All games of this server, the longest waiting first (for whoever manages it)"),
    )
    @app_commands.choices(
        where=[
            app_commands.Choice(name=msgid("On this server"), value="here"),
            app_commands.Choice(name=msgid("Everywhere"), value="everywhere"),
        ]
    )
    async def games(
        self, interaction: Interaction, where: str = "everywhere", all: bool = False
    ) -> None:
        self.desk.pace.take(interaction.user.id)
        user, guild = interaction.user.id, interaction.guild_id or 0
        if all:
            if not manages(interaction, 0):
                raise Refusal(
                    phrase("Only whoever manages the server's channels sees all its games.")
                )
            rows = await self.desk.store.open_games(guild=guild)
        else:
            rows = [
                row
                for row in await self.desk.store.games_of(user)
                if row.status == "running" and (where == "everywhere" or row.guild == guild)
            ]
        found = []
        for row in rows:
            table = await self.desk.games.get(row.id)
            watch = await self.desk.keeper.watch(table)
            text = waiting.row(row.game, table.title, row.channel, watch, user)
            found.append((_since(watch, user, own=not all), text))
        found.sort(key=lambda pair: pair[0])
        if not found:
            none = (
                phrase("No game is open on this server.")
                if all
                else phrase("You have no running game. `/game new` opens one.")
            )
            raise Refusal(none)
        await say(interaction, "\n".join(text for _, text in found))

    @command(name="nudge", description=msgid("Have those called who are asked"))
    async def nudge(self, interaction: Interaction) -> None:
        await timing.nudge(self.desk, interaction, await table_here(self.desk, interaction))


def _since(watch: Watch, user: int, *, own: bool) -> tuple[bool, float]:
    """Own moves first, and then the longest waiting."""
    mine = [call.since for call in watch.calls.values() if call.user == user]
    since = min((call.since for call in watch.calls.values()), default=float("inf"))
    return (own and not mine, min(mine) if own and mine else since)


def _zone(text: str) -> str:
    found = persons.zone(text)
    if found is None:
        raise Refusal(
            phrase(
                "I do not know the time zone {text}; the list finds yours by its town.",
                text=limits.code(text, 60),
            )
        )
    return found


def _hours(text: str) -> tuple[int, int]:
    found = persons.hours(text)
    if found is None:
        raise Refusal(
            phrase("{text} are no hours; please write them like 22-7.", text=limits.code(text, 60))
        )
    return found


def _minute(text: str) -> int:
    found = persons.minute(text)
    if found is None:
        raise Refusal(
            phrase("{text} is no time; please write it like 8:00.", text=limits.code(text, 60))
        )
    return found


def _clock(minute: int) -> str:
    return f"{minute // 60}:{minute % 60:02}"


def _rest(vacations: tuple[Vacation, ...], year: int) -> str:
    return phrase("You have {days:.1f} days left this year.", days=left(vacations, year))
