"""A running game goes on in another channel, of this server or another: asked for there, offered
in its own channel to all its people, done when they agree.
"""

import discord
from discord import app_commands

from bot.acts.consent import offer
from bot.acts.here import Interaction
from bot.acts.seating import check_permissions, open_thread
from bot.catalogue import phrase
from bot.desk import Desk
from bot.play import places
from bot.play.table import Table
from bot.talk import permissions
from bot.talk.reply import FAILURES, say
from bot.words.limits import CHOICE, CHOICES, code, cut
from bot.words.refusal import Refusal


async def own(desk: Desk, interaction: Interaction, current: str) -> list[app_commands.Choice[int]]:
    """The running games of who asks, but for that of this channel."""
    found = []
    for row in await desk.store.games_of(interaction.user.id):
        if row.status == "running" and row.channel != interaction.channel_id:
            place = desk.client.get_channel(row.channel)
            name = f"#{place}" if place is not None else f"{row.channel}"
            words = f"{(await desk.games.get(row.id)).title} · {name}"
            if current.casefold() in words.casefold():
                found.append(app_commands.Choice(name=cut(words, CHOICE), value=row.id))
    return found[:CHOICES]


async def move(desk: Desk, interaction: Interaction, number: int) -> None:
    """Offer to all people of a game that it goes on in the channel where this is asked."""
    table = await _own(desk, number, interaction.user.id)
    table.unlocked()
    place = interaction.channel_id or 0
    if table.row.channel == place:
        raise Refusal(phrase("That game is in this channel."))
    check_permissions(interaction)
    await _fits(desk, table, place)
    user = interaction.user.id
    if table.people <= {table.speaks_for(user)}:
        await say(interaction, await moved(desk, table, [str(place)]))
        return

    def plea() -> str:
        return phrase(
            "<@{user}> offers to go on with this game in <#{place}> ({server}).",
            user=user,
            place=place,
            server=code(interaction.guild.name if interaction.guild else "", 60),
        )

    note = phrase("It stands in <#{channel}>.", channel=table.row.channel)
    await offer(desk, interaction, table, f"move {place}", moved, plea, note)


async def moved(desk: Desk, table: Table, words: list[str]) -> str:
    """All people of the game have agreed."""
    place = int(words[0])
    found = await _fits(desk, table, place)
    old, panel = table.row.channel, (await desk.store.settings("game", table.id)).get("panel")
    await places.move(desk.games, table, found.guild.id, place)
    desk.outbox.kick(old)
    await desk.outbox.retire(old, (panel or {}).get("message", 0))
    there = phrase("The game goes on in <#{channel}>.", channel=place)
    return f"{there}\n{await open_thread(desk, table)}".strip()


async def _own(desk: Desk, number: int, user: int) -> Table:
    """A game of somebody's. Refusal for any other: that there is one is nobody else's business."""
    if all(row.id != number for row in await desk.store.games_of(user)):
        raise Refusal(phrase("That is none of your games; the list has them."))
    return await desk.games.get(number)


async def _fits(desk: Desk, table: Table, place: int) -> discord.abc.GuildChannel | discord.Thread:
    """The channel, if a game can go there. Refusal where the bot or one of its people could not
    write or look, or another game is open."""
    found = desk.client.get_channel(place)
    if not isinstance(found, discord.TextChannel | discord.Thread):
        raise Refusal(phrase("I cannot see that channel; please name another."))
    thread = isinstance(found, discord.Thread)
    if lacks := permissions.missing(found.permissions_for(found.guild.me), thread=thread):
        raise Refusal(
            phrase("In <#{channel}> I lack: {missing}.", channel=place, missing=", ".join(lacks))
        )
    there = await desk.games.find(place)
    if there is not None and there.open:
        raise Refusal(
            phrase("There is an open game in that channel already; a game needs it for itself.")
        )
    for user in sorted(table.people | {*table.partners.values()}):
        if user > 0 and not await _sees(found, user):
            raise Refusal(
                phrase(
                    "<@{user}> cannot see <#{channel}>: all people of a game must be able to.",
                    user=user,
                    channel=place,
                )
            )
    return found


async def _sees(found: discord.TextChannel | discord.Thread, user: int) -> bool:
    try:
        member = await found.guild.fetch_member(user)
    except discord.NotFound:
        return False
    except FAILURES as error:
        raise Refusal(phrase("Discord does not answer at present; please try again.")) from error
    return found.permissions_for(member).view_channel
