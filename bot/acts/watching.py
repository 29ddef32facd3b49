"""Who watches: notices of a game for one person, and the weekly recap for a server."""

import discord

from bot.acts.here import Interaction, table_here
from bot.catalogue import phrase
from bot.desk import Desk
from bot.play import spectators, weekly
from bot.talk.permissions import missing, runs_the_server
from bot.talk.reply import say
from bot.words.refusal import Refusal
from storage import NewDeed, Watched


async def watch(desk: Desk, interaction: Interaction, what: Watched | None, *, off: bool) -> None:
    """Choose what one hears of the game here, or nothing any more, or be told what one chose."""
    table, user = await table_here(desk, interaction), interaction.user.id
    desk.pace.take(user)
    if off:
        await spectators.stop(desk.store, table, user)
    elif what is not None:
        if not table.open:
            raise Refusal(phrase("This game is over: there is nothing more to hear of it."))
        await spectators.begin(desk.store, table, user, what)
    chosen = [one.what for one in await desk.store.watchers(table.id) if one.user == user]
    if not chosen:
        await say(
            interaction,
            phrase("You hear nothing of this game. `/watch` with `what` changes that."),
        )
        return
    await say(
        interaction,
        phrase(
            "You hear of this game by direct message, in the channel if you take none: {what}. "
            "Not in your quiet hours (`/me notices`), and of turns once an hour at most.",
            what=phrase(spectators.WHAT[chosen[0]]),
        ),
    )


async def choose_recap(
    desk: Desk, interaction: Interaction, channel: discord.TextChannel | None, *, nowhere: bool
) -> None:
    """Choose where a server's recap stands, or say where it does."""
    guild = interaction.guild_id or 0
    if channel is not None or nowhere:
        if not runs_the_server(interaction.permissions):
            raise Refusal(
                phrase(
                    "Only its owner, and whoever manages the server, can choose where it stands."
                )
            )
        if channel is not None:
            _may_write(channel)
        await weekly.choose(desk.store, guild, channel.id if channel else 0, desk.now())
        what = f"<#{channel.id}>" if channel is not None else ""
        await desk.store.add_deed(NewDeed(guild, None, interaction.user.id, "recap", what))
    place = (await desk.store.settings("guild", guild)).get(weekly.KIND)
    timer = await desk.store.timer(f"{weekly.KIND}:{guild}")
    if place and timer is not None:
        text = phrase(
            "A recap of this server's games stands in <#{channel}> once a week, next <t:{due}:f>.",
            channel=place,
            due=int(timer.due),
        )
    else:
        text = phrase("No recap of this server's games is posted.")
    await say(interaction, text)


def _may_write(channel: discord.TextChannel) -> None:
    """Refusal where the recap could not be posted."""
    lacking = missing(channel.permissions_for(channel.guild.me), thread=False)
    if lacking:
        raise Refusal(
            phrase(
                "In <#{channel}> I lack: {missing}.",
                channel=channel.id,
                missing=", ".join(lacking),
            )
        )
