"""What a league says in its channel: words, and its table as a picture."""

import logging
from collections.abc import Mapping

import discord

from bot.catalogue import phrase
from bot.channel import style
from bot.channel.painter import NoPicture, Painter
from bot.channel.pictures import Tabled
from bot.channel.threads import open_one
from bot.play.leagues import Season
from bot.talk.reply import FAILURES, attachment
from bot.words import league as words
from bot.words import limits, texts
from renderer import League, Line, Picture
from storage import Store

log = logging.getLogger(__name__)


class Herald:
    """The teller of leagues."""

    def __init__(self, client: discord.Client, store: Store, painter: Painter) -> None:
        self._client = client
        self._store = store
        self._painter = painter

    def here(self, guild: int) -> bool:
        """Whether the bot is on that server still."""
        return self._client.get_guild(guild) is not None

    async def thread(self, place: int, name: str) -> int:
        """The thread of that name that this bot has opened, or a new one; 0 where it may not."""
        found = self._client.get_channel(place)
        for thread in found.threads if isinstance(found, discord.TextChannel) else ():
            if thread.name == name and thread.owner_id == getattr(self._client.user, "id", 0):
                return thread.id
        try:
            return await open_one(self._client, place, name)
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("no thread in channel %s: %s", place, error)
            return 0

    async def league(
        self, place: int, text: str, nonce: str, season: Season | None, call: int = 0
    ) -> None:
        """What its channel does not let in is not tried again: `/league` says it too."""
        found = self._client.get_partial_messageable(place)
        mentions = discord.AllowedMentions.none()
        mentions.users = [discord.Object(call)] if call > 0 else []
        parts = limits.pages(text) or [" "]
        picture = await self._picture(season) if season is not None else None
        files = [attachment(("table.png", picture.png, picture.alt))] if picture else []
        try:
            for number, part in enumerate(parts, 1):
                own = files if number == len(parts) else []
                await found.send(
                    part, allowed_mentions=mentions, nonce=f"{nonce}{number}", files=own
                )
        except (discord.Forbidden, discord.NotFound) as error:
            log.info("nothing of a league in channel %s: %s", place, error)

    async def _picture(self, season: Season) -> Picture | None:
        """The words go without it where it cannot be painted."""
        try:
            look = await style.of_channel(self._store, season.league.channel)
            what = Tabled(await pictured(self._client, season), look.theme, look.large)
            return await self._painter.paint(what, season.league.channel)
        except NoPicture:
            log.exception("the table of league %s could not be painted", season.league.id)
            return None


async def pictured(client: discord.Client, season: Season) -> League:
    """The table of a season, with the names of its people."""
    names = await _names(client, season)
    system = season.terms.system
    signs = words.BREAKS[system]
    groups = []
    in_hand = any(row.behind for rows in season.tables for row in rows)
    for number, rows in enumerate(season.tables, 1):
        name = phrase("Group {number}", number=number) if len(season.tables) > 1 else ""
        lines = []
        for row in rows:
            figures = [words.half(row.points), words.record(row)]
            figures += [figure for _, figure in words.breaks(row, system)]
            if in_hand:
                figures.append(f"+{row.behind}" if row.behind else "")
            lines.append(Line(f"{row.place}.", names[row.number], figures, row.left))
        groups.append((name, lines))
    return League(
        title=season.league.title,
        head=phrase(
            "Season {season}, round {round} of {last}",
            season=season.league.season,
            round=season.league.round,
            last=season.last,
        ),
        columns=[phrase("Points"), phrase("W-D-L"), *signs, *[phrase("in hand")] * in_hand],
        groups=groups,
    )


async def _names(client: discord.Client, season: Season) -> Mapping[int, str]:
    """What people are called on the server of a league."""
    guild, found = client.get_guild(season.league.guild), {}
    for one in season.entrants:
        name = one.name or texts.person(one.user) if one.user <= 0 else ""
        if guild is not None and one.user > 0:
            try:
                name = (await guild.fetch_member(one.user)).display_name
            except FAILURES:
                name = ""
        found[one.number] = name or phrase("a player who has left")
    return found
