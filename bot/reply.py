"""Private answers to one person, and what happens when something goes wrong."""

import io
import logging
import secrets
from typing import Any

import aiohttp
import discord
from discord import app_commands

from bot import limits
from engine.core.errors import OrderError
from storage.errors import StoreError

log = logging.getLogger("umpire")

NOBODY = discord.AllowedMentions.none()

FAILURES = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What Discord, or the way to it, can do to us."""


def not_taken(error: BaseException) -> bool:
    """Whether Discord surely did not do what it was asked: it refused. Else it may have done it."""
    return isinstance(error, discord.HTTPException) and 400 <= error.status < 500


class Refusal(Exception):
    """The bot says no, in one plain sentence for the person who asked."""


_GAME_OF = "game of"


def of_channel(interaction: discord.Interaction, channel: int) -> None:
    """What is answered is about the game of another channel: answers say so."""
    interaction.extras[_GAME_OF] = channel


def about(interaction: discord.Interaction, text: str) -> str:
    """A text, with the channel whose game it is about where that is another one."""
    channel = interaction.extras.get(_GAME_OF)
    return f"{text}\n(In the game of <#{channel}>.)" if channel else text


async def say(
    interaction: discord.Interaction,
    text: str,
    *,
    view: discord.ui.View | None = None,
    file: tuple[str, bytes, str] | None = None,
) -> None:
    """Answer so that only this person sees it; `file` is (name, bytes, alt text).

    An answer that Discord does not take is logged: the order behind it stands.
    """
    parts = limits.pages(about(interaction, text)) or [" "]
    try:
        for number, part in enumerate(parts):
            last = number == len(parts) - 1
            extra = _extra(view, file) if last else {}
            if interaction.response.is_done():
                await interaction.followup.send(
                    part, ephemeral=True, allowed_mentions=NOBODY, **extra
                )
            else:
                await interaction.response.send_message(
                    part, ephemeral=True, allowed_mentions=NOBODY, **extra
                )
    except FAILURES as error:
        log.warning("answer to interaction %s not delivered: %s", interaction.id, error)


async def redraw(
    interaction: discord.Interaction,
    text: str,
    *,
    view: discord.ui.View | None = None,
    file: tuple[str, bytes, str] | None = None,
) -> None:
    """Put a new text in place of the private message whose button was pressed, and its picture."""
    files = [attachment(file)] if file is not None else []
    try:
        await interaction.response.edit_message(
            content=limits.cut(text, limits.MESSAGE),
            view=view,
            attachments=files,
            allowed_mentions=NOBODY,
        )
    except FAILURES as error:
        log.warning("answer to interaction %s not delivered: %s", interaction.id, error)


def attachment(file: tuple[str, bytes, str]) -> discord.File:
    """A file to send, with its description for people who do not see it."""
    name, data, alt = file
    return discord.File(
        io.BytesIO(data), filename=name, description=limits.cut(alt, limits.ALT_TEXT) or None
    )


def _extra(view: discord.ui.View | None, file: tuple[str, bytes, str] | None) -> dict[str, Any]:
    extra: dict[str, Any] = {}
    if view is not None and view.children:
        extra["view"] = view
    if file is not None:
        extra["file"] = attachment(file)
    return extra


async def explain(interaction: discord.Interaction, error: BaseException) -> None:
    """Tell the person what went wrong; only what nobody expected goes to the log."""
    while isinstance(error, app_commands.CommandInvokeError):
        error = error.original
    await say(interaction, in_words(error, interaction))


def in_words(error: BaseException, interaction: discord.Interaction) -> str:
    """The sentence for a person; an unexpected error is logged under a short id."""
    match error:
        case Refusal():
            return str(error)
        case OrderError():
            return refused(error)
        case StoreError():
            return str(error)
        case app_commands.NoPrivateMessage():
            return "Games are played in a server's channel; this does not work in a direct message."
        case app_commands.CheckFailure():
            return "You may not do that here."
        case app_commands.TransformerError():
            return "One of the options could not be read; please choose it from the list."
        case _:
            return incident(error, f"interaction {interaction.id}")


def refused(error: OrderError) -> str:
    """Why an order was refused, with the rule. What a person typed is made harmless."""
    text = discord.utils.escape_mentions(limits.cut(error.text, 1_000))
    return f"{text} (rule: {error.rule})" if error.rule else text


def incident(error: BaseException, where: str) -> str:
    """Log an unexpected error in detail; the words for the person carry only its id."""
    return (
        "Something went wrong on our side; the game is as it was before. Please try again; "
        f"if it happens again, tell the bot's owner this number: {_logged(error, where)}."
    )


def stands(error: BaseException, interaction: discord.Interaction, done: str) -> str:
    """The same for an error after `done` was on the disk: nobody should do it a second time."""
    number = _logged(error, f"interaction {interaction.id}, after its commit")
    return (
        f"{done}\nThat stands. Only this answer went wrong on our side; `/game status` says where "
        f"the game is. If it happens again, tell the bot's owner this number: {number}."
    )


def _logged(error: BaseException, where: str) -> str:
    number = secrets.token_hex(3)
    log.error("incident %s in %s", number, where, exc_info=error)
    return number
