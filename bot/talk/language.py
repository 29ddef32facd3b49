"""In whose language something is said."""

from typing import Any

import discord
from discord import app_commands

from bot.catalogue import LANGUAGE, translations


def reader(interaction: discord.Interaction[Any]) -> None:
    """From here on whoever did this reads what is said."""
    LANGUAGE.set(str(interaction.locale))


class Translator(app_commands.Translator):
    """Descriptions of commands and choices, as Discord shows them; their names stay as they are."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        found = translations(str(locale)).gettext(string.message)
        return None if found == string.message else found
