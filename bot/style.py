"""How pictures look: the theme and the size of print, for a channel or for one person.

A picture in a channel has the channel's style. What only one person sees has
theirs, and the channel's where they have chosen nothing.
"""

from dataclasses import dataclass
from typing import Any

from discord import app_commands
from discord.ext import commands

from bot.catalogue import msgid, phrase
from bot.here import Interaction, place, umpire
from bot.reply import Refusal, say
from bot.rights import manages
from bot.slash import command
from storage import Store

THEMES = {
    "light": msgid("Light"),
    "dark": msgid("Dark"),
    "deutan": msgid("Colours for weak green sight (deutan)"),
    "protan": msgid("Colours for weak red sight (protan)"),
    "tritan": msgid("Colours for weak blue sight (tritan)"),
}


@dataclass(frozen=True)
class Style:
    """What `renderer.render` takes."""

    theme: str = "light"
    large: bool = False

    def words(self) -> str:
        theme = phrase(THEMES[self.theme])
        if self.large:
            return phrase("{theme}, large print", theme=theme)
        return phrase("{theme}, usual print", theme=theme)


async def of_channel(store: Store, channel: int) -> Style:
    """The style of pictures that are posted there."""
    return _style(await store.settings("channel", channel))


async def of_user(store: Store, user: int, channel: int) -> Style:
    """The style of what only this person sees there."""
    chosen = await store.settings("channel", channel)
    return _style({**chosen, **await store.user_settings(user)})


def _style(settings: dict[str, Any]) -> Style:
    theme = settings.get("theme", "light")
    return Style(theme if theme in THEMES else "light", bool(settings.get("large", False)))


async def choose(interaction: Interaction, chosen: dict[str, Any], *, channel: bool) -> None:
    """Keep a choice and say how pictures look now."""
    store, user = umpire(interaction).store, interaction.user.id
    here = await place(interaction)
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
        await choose(interaction, chosen, channel=channel)
