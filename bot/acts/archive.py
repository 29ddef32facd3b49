"""A game that is over, looked into: its card, and the buttons that stand below it.

Each is answered to who pressed it alone.
"""

import discord

from bot.acts import gallery, replay
from bot.acts.here import Interaction, channels
from bot.acts.rights import manages
from bot.acts.seating import check_permissions
from bot.catalogue import phrase
from bot.channel import card, style
from bot.channel.pictures import Carded
from bot.desk import Desk
from bot.play import apart, archive, places, posts
from bot.play.export import script
from bot.play.renewal import positions
from bot.play.table import Table
from bot.talk.buttons import Pressed, answers_view
from bot.talk.reply import FAILURES, described, say
from bot.words.refusal import Refusal


async def show_card(desk: Desk, interaction: Interaction, table: Table) -> None:
    """The card of a game that is over, made anew."""
    if table.open or table.played().result() is None:
        raise Refusal(
            phrase("A card shows how a game went once it has ended with a result; this has none.")
        )
    user = interaction.user.id
    desk.pace.take(user)
    await interaction.response.defer(ephemeral=True, thinking=True)
    made = await card.card(desk.store, table, await card.people(interaction.client, table))
    assert made is not None
    looks = await style.of_user(desk.store, user, table.row.channel)
    picture = await desk.outbox.paint(Carded(made), looks, user)
    view = answers_view(table.id, posts.archive())
    await say(interaction, f"**{table.title}**", view=view, file=described("card.png", picture))


async def export(desk: Desk, interaction: Interaction, table: Table) -> None:
    """The log of a game as a file, as whoever asks may read it."""
    table.played()
    desk.pace.take(interaction.user.id)
    log = await desk.games.log_of(table)
    renewed = await positions(desk.store, log)
    insiders = await desk.store.insiders(table.id)
    file = script(table, log, interaction.user.id, renewed, insiders)
    await say(interaction, phrase("Here is the log; only you see this."), file=file)


async def bring_in(desk: Desk, interaction: Interaction, file: discord.Attachment) -> None:
    """A finished export becomes the game of a channel that has no open one. Refusal, with the
    reason, where it does not hold."""
    place, user = interaction.channel_id or 0, interaction.user.id
    check_permissions(interaction)
    if not manages(interaction, place):
        raise Refusal(phrase("Only whoever manages this channel can bring a game in."))
    await _is_free(desk, interaction)
    if file.size > archive.LARGEST:
        raise Refusal(
            phrase(
                "This file is too large for an export of a game ({n} MB).", n=archive.LARGEST >> 20
            )
        )
    desk.replays.take(user)
    await interaction.response.defer(ephemeral=True, thinking=True)
    try:
        data = await file.read()
    except FAILURES as error:
        raise Refusal(phrase("Discord did not hand the file over; please try again.")) from error
    async with desk.films.checking:
        found = await apart.read(data)
    await _is_free(desk, interaction)
    table = await places.bring_in(desk.games, found, interaction.guild_id or 0, place, user)
    desk.outbox.kick(place)
    await say(
        interaction,
        phrase(
            "**{title}** is in the archive. {checked} `/game gallery`, `/game replay`, "
            "`/game card` and `/map` show it.",
            title=table.title,
            checked=archive.checked(found.verdict),
        ),
    )


async def _is_free(desk: Desk, interaction: Interaction) -> None:
    """Refusal where a game is open: its channel is its own, and the thread for its posts."""
    for channel in channels(interaction):
        there = await desk.games.find(channel)
        own = (there.row.channel, there.thread) if there is not None and there.open else ()
        if interaction.channel_id not in own:
            continue
        raise Refusal(
            phrase(
                "There is an open game in this channel. Please bring the other one in elsewhere, "
                "in a thread say."
            )
        )


async def press_film(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    await replay.replay(desk, interaction, table, replay.GAME, public=False)


async def press_pages(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    await gallery.gallery(desk, interaction, table, public=False)


async def press_whole(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    await export(desk, interaction, table)
