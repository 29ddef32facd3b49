"""What became of games that are over: ratings, and how even the games are."""

import discord
from discord import app_commands
from discord.ext import commands

import engine
from bot.acts import rating, records
from bot.acts.here import Interaction, table_here
from bot.catalogue import msgid, phrase
from bot.commands.slash import command, titles
from bot.desk import Desk
from bot.words.limits import code
from bot.words.refusal import Refusal


class Records(commands.Cog):
    """The commands about them."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @command(name="rating", description=msgid("How strong you are, or somebody else, game by game"))
    @app_commands.describe(
        who=msgid("Whose rating; without, yours"), game=msgid("In this game alone")
    )
    async def rating(
        self, interaction: Interaction, who: discord.User | None = None, game: str = ""
    ) -> None:
        title = _known(game) if game else ""
        await rating.rating(self.desk, interaction, who or interaction.user, title)

    @command(name="leaderboard", description=msgid("The rated people of this server"))
    @app_commands.describe(game=msgid("In which game; without, in that of the channel"))
    async def leaderboard(self, interaction: Interaction, game: str = "") -> None:
        await rating.leaderboard(self.desk, interaction, await self._title(interaction, game))

    @command(name="stats", description=msgid("What the games that are over add up to"))
    @app_commands.describe(
        who=msgid("Whose games; without, yours"),
        against=msgid("Only those against this person"),
        game=msgid("All games of this title, instead of a person's"),
    )
    async def stats(
        self,
        interaction: Interaction,
        who: discord.User | None = None,
        against: discord.User | None = None,
        game: str = "",
    ) -> None:
        if game and (who or against):
            raise Refusal(phrase("Please name people or a game, not both."))
        if game:
            await records.of_title(self.desk, interaction, _known(game))
        else:
            await records.of_person(self.desk, interaction, who or interaction.user, against)

    @rating.autocomplete("game")
    @stats.autocomplete("game")
    @leaderboard.autocomplete("game")
    async def _games(self, _: Interaction, current: str) -> list[app_commands.Choice[str]]:
        return titles(current)

    async def _title(self, interaction: Interaction, game: str) -> str:
        """The game that is meant: the one named, or else that of the channel."""
        if game:
            return _known(game)
        try:
            return (await table_here(self.desk, interaction)).row.game
        except Refusal:
            raise Refusal(
                phrase("There is no game in this channel; please name one in `game`.")
            ) from None


def _known(game: str) -> str:
    """A game of the catalogue by its id or title. Refusal where there is none."""
    for info in engine.catalogue().values():
        if game.strip().casefold() in (info.id, info.title.casefold()):
            return info.id
    raise Refusal(phrase("I know no game called {game}; the list has all.", game=code(game, 60)))
