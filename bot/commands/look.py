"""Commands that only look."""

import discord
from discord import app_commands
from discord.ext import commands

import engine
import renderer
from bot.acts.here import Interaction, table_here
from bot.acts.looking import Wish, going_on, show_at_message, show_hand, show_map
from bot.acts.recap import recap
from bot.catalogue import msgid, of_game, phrase
from bot.commands.slash import choices, command, numbers
from bot.desk import Desk
from bot.play.since import WORDS
from bot.talk.reply import explain, say
from bot.words import completing, texts
from bot.words.limits import CHOICES
from bot.words.refusal import Refusal
from engine.core.lexicon import fold

MODES = {
    "full": msgid("The whole map"),
    "crop": msgid("The last action from close by"),
    "mat": msgid("Players' mats: armies, transport, cards"),
    "supply": msgid("Supply: lines and who is cut off"),
    "zoc": msgid("Zones of control"),
    "control": msgid("Control"),
    "threat": msgid("Threat: what the units of each side could enter"),
    "duties": msgid("Duties: who must attack, and what must be attacked"),
    "rail": msgid("Railways that carry units"),
    "air": msgid("Air range of both sides"),
    "reach": msgid("Reach of a unit"),
}
"""The list offers those that the game of the channel has."""

PARTS = {
    "overview": msgid("The whole map, small, for a phone"),
    "nw": msgid("The north-west from close by"),
    "ne": msgid("The north-east from close by"),
    "sw": msgid("The south-west from close by"),
    "se": msgid("The south-east from close by"),
}


class Look(commands.Cog):
    """The map, a hand, what is legal."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk
        name = app_commands.locale_str(msgid("Position at this message"))
        self.at_message = app_commands.ContextMenu(name=name, callback=self.position)

    @command(name="map", description=msgid("The map, as it is or as it was"))
    @app_commands.describe(
        mode=msgid("The whole map, the last action from close by, or something laid over it"),
        part=msgid("A quarter of the map, or all of it small; with any mode"),
        here=msgid("Who stands there: a hex, an area, or a name"),
        unit=msgid("Whose reach to show"),
        at=msgid("As it was after this order"),
        since=msgid("What has changed since you looked, your last order, the last turn, an order"),
        public=msgid("Show it to the channel instead of only to you"),
    )
    @app_commands.choices(
        part=[app_commands.Choice(name=name, value=key) for key, name in PARTS.items()]
    )
    async def map(
        self,
        interaction: Interaction,
        mode: str | None = None,
        part: str = "",
        here: str = "",
        unit: str = "",
        at: int | None = None,
        since: str = "",
        public: bool = False,
    ) -> None:
        offered = self.desk.offered
        meant, there = (offered.meant(interaction.user.id, word.strip()) for word in (unit, here))
        table = await table_here(self.desk, interaction)
        wish = Wish(mode or ("reach" if meant else "full"), part, meant, there, at, since)
        await show_map(self.desk, interaction, table, wish, public=public)

    @map.autocomplete("mode")
    async def _mode(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        try:
            game = (await table_here(self.desk, interaction)).played()
        except Refusal:
            return []
        there = {*renderer.modes(game.id), *engine.rules(game.id).overlays}
        pairs = [(phrase(text), mode) for mode, text in MODES.items() if mode in there]
        word = fold(current.strip())
        return choices(pair for pair in pairs if word in fold(" ".join(pair)))

    @map.autocomplete("here")
    async def _here(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        try:
            view = (await table_here(self.desk, interaction)).played().view(None)
        except Refusal:
            return []
        word = fold(current.strip())
        pairs = [(words, id_) for id_, words in renderer.stands(view) if word in fold(words)]
        return self._shown(interaction, pairs)

    @map.autocomplete("unit")
    async def _unit(self, interaction: Interaction, current: str) -> list[app_commands.Choice[str]]:
        try:
            movers = (await table_here(self.desk, interaction)).played().movers()
        except Refusal:
            return []
        word = fold(current.strip())
        pairs = [(item.label, item.value) for item in movers if word in fold(item.label)]
        return self._shown(interaction, pairs)

    def _shown(
        self, interaction: Interaction, pairs: list[completing.Pair]
    ) -> list[app_commands.Choice[str]]:
        """As many as a list takes; the last row says how many more there are."""
        self.desk.offered.remember(interaction.user.id, pairs[:CHOICES])
        return choices(completing.noted(pairs, len(pairs)))

    @map.autocomplete("at")
    async def _at(self, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
        return await numbers(self.desk, interaction, current)

    @map.autocomplete("since")
    async def _since(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return await self._moments(interaction, current)

    async def _moments(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        """Words for a moment, and then the orders."""
        word = fold(current.strip())
        words = [(phrase(text), key) for key, text in WORDS.items()]
        found = [pair for pair in words if word in fold(" ".join(pair))]
        orders = await numbers(self.desk, interaction, current)
        return choices([*found, *((order.name, str(order.value)) for order in orders)])

    @command(name="recap", description=msgid("What happened since you last looked, page by page"))
    @app_commands.describe(since=msgid("Since when"))
    async def recap(self, interaction: Interaction, since: str = "me") -> None:
        await recap(self.desk, interaction, await table_here(self.desk, interaction), since)

    @recap.autocomplete("since")
    async def _recap(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        return await self._moments(interaction, current)

    async def position(self, interaction: Interaction, message: discord.Message) -> None:
        """The entry of a message's menu."""
        try:
            self.desk.acts.take(interaction.user.id)
            table = await table_here(self.desk, interaction)
            await show_at_message(self.desk, interaction, table, message)
        except Exception as error:
            await explain(interaction, error)

    @command(name="hand", description=msgid("Your cards, for your eyes only"))
    @app_commands.describe(dm=msgid("Send them as a direct message"))
    async def hand(self, interaction: Interaction, dm: bool = False) -> None:
        await show_hand(self.desk, interaction, await table_here(self.desk, interaction), dm=dm)

    @command(name="legal", description=msgid("What you can order now"))
    @app_commands.describe(about=msgid("A unit, or the beginning of an order"))
    async def legal(self, interaction: Interaction, about: str = "") -> None:
        table = await table_here(self.desk, interaction)
        side = table.seat(interaction.user.id)
        text = texts.legal(table.running(), side, about)
        await say(interaction, text, view=going_on(interaction, table))

    @legal.autocomplete("about")
    async def _about(
        self, interaction: Interaction, current: str
    ) -> list[app_commands.Choice[str]]:
        """Ways to pick units out of many, where the game has them."""
        try:
            game = (await table_here(self.desk, interaction)).played()
        except Refusal:
            return []
        word = fold(current.strip())
        pairs = [
            (f"{key} · {of_game(text)}", key) for key, text in engine.rules(game.id).filters.items()
        ]
        return choices(pair for pair in pairs if word in fold(pair[0]))
