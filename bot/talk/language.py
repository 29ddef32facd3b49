"""In whose language something is said."""

from typing import Any

import discord
from discord import app_commands

from bot.catalogue import LANGUAGE, translations


def reader(interaction: discord.Interaction[Any]) -> None:
    """From here on whoever did this reads what is said."""
    LANGUAGE.set(str(interaction.locale))


NAMES = {
    app_commands.TranslationContextLocation.command_name,
    app_commands.TranslationContextLocation.group_name,
    app_commands.TranslationContextLocation.parameter_name,
}
"""What people type: it is the same in all languages, as texts in a channel name it."""


class Translator(app_commands.Translator):
    """Descriptions of commands and choices, as Discord shows them; their names stay as they are."""

    async def translate(
        self,
        string: app_commands.locale_str,
        locale: discord.Locale,
        context: app_commands.TranslationContextTypes,
    ) -> str | None:
        if context.location in NAMES and not isinstance(context.data, app_commands.ContextMenu):
            return None
        found = translations(str(locale)).gettext(string.message)
        return None if found == string.message else found
