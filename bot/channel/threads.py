"""Channels that may be threads: is it still there, and is it open?

Discord tells a bot of open threads alone: what is not known may be archived, or gone.
"""

import discord


async def exists(client: discord.Client, channel: int) -> bool:
    """Is there a channel or thread of that id still?"""
    if client.get_channel(channel) is not None:
        return True
    try:
        await client.fetch_channel(channel)
    except discord.NotFound:
        return False
    except discord.HTTPException:  # it may not be looked at now
        return True
    return True


async def wake(client: discord.Client, channel: int) -> None:
    """Open an archived thread again, before somebody is called in it.

    Raises Shut where that is not allowed, and discord.HTTPException where Discord fails.
    """
    found = client.get_channel(channel) or await client.fetch_channel(channel)
    if isinstance(found, discord.Thread) and found.archived:
        try:
            await found.edit(archived=False)
        except discord.Forbidden as error:
            raise Shut from error


async def open_one(client: discord.Client, channel: int, name: str) -> int:
    """A new public thread of a channel. Raises discord.HTTPException where that is not allowed."""
    found = client.get_channel(channel) or await client.fetch_channel(channel)
    if not isinstance(found, discord.TextChannel):
        return 0
    thread = await found.create_thread(
        name=name, type=discord.ChannelType.public_thread, auto_archive_duration=10_080
    )
    return thread.id


class Shut(Exception):
    """A thread is archived, and who manages threads has to open it: it is locked, say."""
