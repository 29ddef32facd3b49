"""How pictures look: the theme and the size of print, for a channel or for one person.

A picture in a channel has the channel's style. What only one person sees has
theirs, and the channel's where they have chosen nothing.
"""

from dataclasses import dataclass
from typing import Any

from bot.catalogue import msgid, phrase
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
    return chosen(await store.settings("channel", channel))


async def of_user(store: Store, user: int, channel: int) -> Style:
    """The style of what only this person sees there."""
    there = await store.settings("channel", channel)
    return chosen({**there, **await store.user_settings(user)})


def chosen(settings: dict[str, Any]) -> Style:
    """The style among somebody's settings, or a channel's."""
    theme = settings.get("theme", "light")
    return Style(theme if theme in THEMES else "light", bool(settings.get("large", False)))
