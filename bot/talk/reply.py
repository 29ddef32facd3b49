"""Private answers to one person, and what happens when something goes wrong."""

import io
import logging
import secrets
from collections import OrderedDict
from typing import Any

import aiohttp
import discord
from discord import app_commands

import renderer
from bot.catalogue import msgid, of_game, phrase
from bot.house import tally
from bot.words import limits
from bot.words.refusal import Refusal, ruled
from engine.core.errors import OrderError
from storage.errors import StoreError

log = logging.getLogger(__name__)

NOBODY = discord.AllowedMentions.none()

FAILURES = (discord.HTTPException, aiohttp.ClientError, OSError)
"""What Discord, or the way to it, can do to us."""


def not_taken(error: BaseException) -> bool:
    """Whether Discord surely did not do what it was asked: it refused. Else it may have done it."""
    return isinstance(error, discord.HTTPException) and 400 <= error.status < 500


TOO_MANY = 429


def for_good(error: BaseException) -> bool:
    """Whether it would refuse the same later too: not because it was asked too often."""
    return not_taken(error) and getattr(error, "status", 0) != TOO_MANY


NO_FILE = msgid("(Discord did not take the file that belongs here.)")

REDRAWN = 500
_redrawn: OrderedDict[int, int] = OrderedDict()
"""Private message -> the interaction that changed it last."""


_GAME_OF = "game_of"


def of_channel(interaction: discord.Interaction, channel: int) -> None:
    """What is answered is about the game of another channel: answers say so."""
    interaction.extras[_GAME_OF] = channel


def about(interaction: discord.Interaction, text: str) -> str:
    """A text, with the channel whose game it is about where that is another one."""
    channel = interaction.extras.get(_GAME_OF)
    return (
        phrase("{text}\n(In the game of <#{channel}>.)", text=text, channel=channel)
        if channel
        else text
    )


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
        for part in parts[:-1]:
            await _answer(interaction, part)
        await _with_file(interaction, parts[-1], view, file)
    except FAILURES as error:
        _undelivered(interaction, error)


async def promise(interaction: discord.Interaction) -> None:
    """Say that the answer takes a moment. Where Discord does not take that, what was asked for is
    done nevertheless."""
    try:
        await interaction.response.defer(ephemeral=True, thinking=True)
    except FAILURES as error:
        _undelivered(interaction, error)


async def show(
    interaction: discord.Interaction,
    text: str,
    file: tuple[str, bytes, str] | None,
    *,
    view: discord.ui.View | None = None,
) -> None:
    """Answer for everybody in the channel, after a public deferral."""
    words = limits.cut(about(interaction, text), limits.MESSAGE)
    try:
        await _with_file(interaction, words, view, file, private=False)
    except FAILURES as error:
        _undelivered(interaction, error)


async def _with_file(
    interaction: discord.Interaction,
    text: str,
    view: discord.ui.View | None,
    file: tuple[str, bytes, str] | None,
    *,
    private: bool = True,
) -> None:
    """The words go even where Discord will not have the file."""
    extra = _extra(view, None)
    if file is not None:
        try:
            await _answer(interaction, text, private=private, file=attachment(file), **extra)
            return
        except discord.HTTPException as error:
            if not not_taken(error):
                raise
            log.warning("Discord would not take a file of %s bytes: %s", len(file[1]), error)
            lost = phrase(NO_FILE)
            text = f"{limits.cut(text, limits.MESSAGE - len(lost) - 1)}\n{lost}"
    await _answer(interaction, text, private=private, **extra)


async def _answer(
    interaction: discord.Interaction, text: str, *, private: bool = True, **extra: Any
) -> None:
    send = (
        interaction.followup.send
        if interaction.response.is_done()
        else interaction.response.send_message
    )
    await send(text, ephemeral=private, allowed_mentions=NOBODY, **extra)


async def redraw(
    interaction: discord.Interaction,
    text: str,
    *,
    view: discord.ui.View | None = None,
    file: tuple[str, bytes, str] | None = None,
) -> None:
    """Put a new text in place of the private message whose button was pressed, and its picture."""
    files = [attachment(file)] if file is not None else []
    if interaction.message is not None:
        _redrawn[interaction.message.id] = interaction.id
        _redrawn.move_to_end(interaction.message.id)
        if len(_redrawn) > REDRAWN:
            _redrawn.popitem(last=False)
    done = interaction.response.is_done()  # deferred, since it might take a while
    edit = interaction.edit_original_response if done else interaction.response.edit_message
    try:
        await edit(
            content=limits.cut(about(interaction, text), limits.MESSAGE),
            view=view,
            attachments=files,
            allowed_mentions=NOBODY,
        )
    except FAILURES as error:
        _undelivered(interaction, error)


async def amend(
    interaction: discord.Interaction, text: str, file: tuple[str, bytes, str] | None = None
) -> None:
    """Put words, and a file, where the answer stands that was promised by a deferral."""
    words = limits.cut(about(interaction, text), limits.MESSAGE)
    files = [attachment(file)] if file is not None else []
    try:
        await interaction.edit_original_response(
            content=words, attachments=files, allowed_mentions=NOBODY
        )
    except FAILURES as error:
        log.warning("answer to interaction %s not delivered: %s", interaction.id, error)
        if file is not None and not_taken(error):
            await amend(interaction, f"{text}\n{phrase(NO_FILE)}")


async def illustrate(interaction: discord.Interaction, file: tuple[str, bytes, str]) -> None:
    """Add a picture to what `redraw` has put there, unless something else stands there now."""
    message = interaction.message
    if message is None or _redrawn.get(message.id) != interaction.id:
        return
    try:
        await interaction.edit_original_response(attachments=[attachment(file)])
    except FAILURES as error:
        log.info("picture for interaction %s not delivered: %s", interaction.id, error)


def _undelivered(interaction: discord.Interaction, error: Exception) -> None:
    tally.undelivered()
    log.warning("answer to interaction %s not delivered: %s", interaction.id, error)


def described(name: str, picture: renderer.Picture) -> tuple[str, bytes, str]:
    """A file with a picture, and for people who do not see it what the painter says it shows."""
    return name, picture.png, of_game(picture.alt)


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
            return phrase(
                "Games are played in a server's channel; this does not work in a direct message."
            )
        case app_commands.CheckFailure():
            return phrase("You may not do that here.")
        case app_commands.TransformerError():
            return phrase("One of the options could not be read; please choose it from the list.")
        case _:
            return incident(error, f"interaction {interaction.id}")


def refused(error: OrderError) -> str:
    """Why an order was refused, with the rule. What a person typed is made harmless."""
    text = discord.utils.escape_mentions(limits.cut(error.text, 1_000))
    text = ruled(text, error.rule)
    return (
        phrase("{error}: {text} Nothing was done.", error=_where(error), text=text)
        if error.lines
        else text
    )


def _where(error: OrderError) -> str:
    """Line and word of several lines."""
    lines, code = len(error.lines), limits.code(error.lines[-1], 200)
    if not error.word:
        return phrase("Line {lines}, {code}", lines=lines, code=code)
    word = limits.code(error.word, 40)
    return phrase("Line {lines}, {code}, at {word}", lines=lines, code=code, word=word)


def incident(error: BaseException, where: str) -> str:
    """Log an unexpected error in detail; the words for the person carry only its id."""
    return phrase(
        "Something went wrong on our side; the game is as it was before. Please try "
        "again; if it happens again, tell the bot's owner this number: {error}.",
        error=_logged(error, where),
    )


def stands(error: BaseException, interaction: discord.Interaction, done: str) -> str:
    """The same for an error after `done` was on the disk: nobody should do it a second time."""
    number = _logged(error, f"interaction {interaction.id}, after its commit")
    return phrase(
        "{done}\nThat stands. Only this answer went wrong on our side; `/game status` "
        "says where the game is. If it happens again, tell the bot's owner this "
        "number: {number}.",
        done=done,
        number=number,
    )


def _logged(error: BaseException, where: str) -> str:
    number = secrets.token_hex(3)
    log.error("incident %s in %s", number, where, exc_info=error)
    return number
