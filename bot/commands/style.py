"""The command by which people choose how pictures look."""

from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.acts.here import Interaction, place
from bot.acts.rights import manages
from bot.catalogue import msgid, phrase
from bot.channel.style import THEMES, of_channel, of_user
from bot.commands.slash import command
from bot.desk import Desk
from bot.talk.reply import say
from bot.words.refusal import Refusal


async def choose(
    desk: Desk, interaction: Interaction, chosen: dict[str, Any], *, channel: bool
) -> None:
    """Keep a choice and say how pictures look now."""
    store, user = desk.store, interaction.user.id
    here = await place(desk, interaction)
    if channel:
        if not manages(interaction, here):
            raise Refusal(
                phrase(
                    "Only whoever manages this channel can change how its pictures look. "
                    "Without `channel` you change them for yourself."
                )
            )
        for key, value in chosen.items():
            await store.set_setting("channel", here, key, value)
        style = await of_channel(store, here)
        await say(interaction, phrase("Pictures in this channel: {words}.", words=style.words()))
        return
    if chosen:
        await store.set_user_settings(user, {**await store.user_settings(user), **chosen})
    style = await of_user(store, user, here)
    await say(interaction, phrase("Pictures that only you see: {words}.", words=style.words()))


class Styles(commands.Cog):
    """The command that changes it."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @command(name="style", description=msgid("How pictures look: colours and size of print"))
    @app_commands.describe(
        theme=msgid("Light, dark, or colours for weak sight of one colour"),
        large=msgid("Large print, for phones"),
        channel=msgid("For all pictures in this channel, instead of those that only you see"),
    )
    @app_commands.choices(
        theme=[app_commands.Choice(name=name, value=key) for key, name in THEMES.items()]
    )
    async def style(
        self,
        interaction: Interaction,
        theme: str | None = None,
        large: bool | None = None,
        channel: bool = False,
    ) -> None:
        given = {"theme": theme, "large": large}
        chosen = {key: value for key, value in given.items() if value is not None}
        await choose(self.desk, interaction, chosen, channel=channel)
