"""The maps with which each phase ended, page by page: a game as everybody could see it."""

from contextlib import nullcontext

import discord

from bot.acts.here import Interaction
from bot.catalogue import channel, phrase
from bot.channel import style
from bot.channel.pictures import Painting
from bot.desk import Desk
from bot.play import history
from bot.play.table import Table
from bot.talk.buttons import Pressed, page_turner
from bot.talk.reply import described, redraw, say, show
from bot.words.refusal import Refusal

Page = tuple[str, discord.ui.View, tuple[str, bytes, str]]


async def gallery(desk: Desk, interaction: Interaction, table: Table, *, public: bool) -> None:
    """The first page, for one person or for all: then whoever reads it may turn it."""
    table.played()
    desk.pace.take(interaction.user.id)
    if not await desk.store.told(table.id):
        raise Refusal(phrase("There is no order in this game yet."))
    await interaction.response.defer(ephemeral=not public, thinking=True)
    text, view, file = await _page(desk, interaction, table, 0, public=public)
    if public:
        with channel(table.row.guild):
            await show(interaction, text, file, view=view)
    else:
        await say(interaction, text, view=view, file=file)


async def press_gallery(
    desk: Desk, interaction: Interaction, table: Table, pressed: Pressed
) -> None:
    """Another page, in place of the one that was looked at."""
    desk.pace.take(interaction.user.id)
    message = interaction.message
    public = message is not None and not message.flags.ephemeral
    text, view, file = await _page(desk, interaction, table, int(pressed.rest or 0), public=public)
    await redraw(interaction, text, view=view, file=file)


async def _page(
    desk: Desk, interaction: Interaction, table: Table, at: int, *, public: bool
) -> Page:
    """How a phase left the map, with what has changed in it."""
    found = history.phase_ends(await history.steps(desk.store, table))
    if not found:
        raise Refusal(phrase("There is no order in this game yet."))
    at = min(at, len(found) - 1)
    again = history.Again(desk.store, table)
    before, after = [
        await again.after(step, lambda game: game.view(None))
        for step in (found[at - 1] if at else None, found[at])
    ]
    user, place = interaction.user.id, table.row.channel
    if public:
        looks = await style.of_channel(desk.store, place)
    else:
        looks = await style.of_user(desk.store, user, place)
    painting = Painting(after, (), "full", before=before)
    picture = await desk.outbox.paint(painting, looks, user)
    with channel(table.row.guild) if public else nullcontext():
        head = phrase(
            "**{title}** · page {page} of {pages}", title=table.title, page=at + 1, pages=len(found)
        )
        view = page_turner("gallery", table.id, at, len(found))
        file = described("map.png", picture)
    text = " · ".join(part for part in (head, before.turn, before.phase) if part)
    return text, view, file
