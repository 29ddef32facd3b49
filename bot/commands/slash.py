"""Slash commands that answer whatever comes of them: no refusal leaves a command as an exception.

To Discord's library, and to a simulated Discord, an exception is a command that has failed.
"""

from collections.abc import Callable, Coroutine, Iterable
from functools import wraps
from typing import Any

from discord import app_commands

import engine
from bot.acts.here import Interaction, table_here
from bot.desk import Desk
from bot.play import history
from bot.talk.reply import explain
from bot.words.limits import CHOICE, CHOICES, cut
from bot.words.refusal import Refusal
from bot.words.texts import name

Callback = Callable[..., Coroutine[Any, Any, None]]


def command(
    *, name: str, description: str
) -> Callable[[Callback], app_commands.Command[Any, ..., None]]:
    """A command of a cog, in place of `app_commands.command`."""

    def make(callback: Callback) -> app_commands.Command[Any, ..., None]:
        return app_commands.command(name=name, description=description)(_answering(callback))

    return make


def _answering(callback: Callback) -> Callback:
    @wraps(callback)
    async def run(cog: Any, interaction: Interaction, **options: Any) -> None:
        try:
            cog.desk.acts.take(interaction.user.id)
            await callback(cog, interaction, **options)
        except Exception as error:
            await explain(interaction, error)

    return run


def choices(items: Iterable[tuple[str, str]]) -> list[app_commands.Choice[str]]:
    """(label, value) pairs as autocomplete choices; a value that is too long cannot be offered."""
    fit = [(cut(label, CHOICE), value) for label, value in items if 0 < len(value) <= CHOICE]
    return [app_commands.Choice(name=label, value=value) for label, value in fit[:CHOICES]]


async def numbers(
    desk: Desk, interaction: Interaction, current: str
) -> list[app_commands.Choice[int]]:
    """The public orders of the game here, as numbers."""
    try:
        table = await table_here(desk, interaction)
        game = table.played()
    except Refusal:
        return []
    typed = int(current) if current.strip().isdecimal() else None
    found = await history.offered(desk.store, table, typed)
    return [
        app_commands.Choice(name=words, value=number)
        for words, number in history.choices(found, game, typed)
    ]


async def sides_here(
    desk: Desk, interaction: Interaction, current: str
) -> list[app_commands.Choice[str]]:
    """The sides of the game of this channel, as a list."""
    try:
        table = await table_here(desk, interaction)
    except Refusal:
        return []
    sides = desk.games.sides(table)
    return choices(
        (name(table.row.game, side), side) for side in sides if side.startswith(current.casefold())
    )


def titles(current: str) -> list[app_commands.Choice[str]]:
    """The games of the catalogue, as a list."""
    wanted = current.casefold().strip()
    return choices(
        (info.title, info.id)
        for info in engine.catalogue().values()
        if wanted in info.title.casefold() or wanted in info.id
    )
