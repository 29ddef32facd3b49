"""Which permissions a game channel needs, in Discord's own words."""

import discord

from bot.catalogue import msgid, phrase

NEEDED: tuple[tuple[str, str], ...] = (
    ("view_channel", msgid("View Channel")),
    ("attach_files", msgid("Attach Files")),
)
SEND = ("send_messages", msgid("Send Messages"))
IN_THREADS = ("send_messages_in_threads", msgid("Send Messages in Threads"))


def missing(permissions: discord.Permissions, *, thread: bool) -> list[str]:
    """What the bot may not do in a channel and must be able to do there."""
    send = IN_THREADS if thread else SEND
    return [phrase(name) for key, name in (*NEEDED, send) if not getattr(permissions, key)]


def may_open_threads(permissions: discord.Permissions) -> bool:
    """Whether the bot may open a thread in a channel, and write in it."""
    return permissions.create_public_threads and permissions.send_messages_in_threads


def runs_the_server(permissions: discord.Permissions) -> bool:
    """Whether somebody decides about the server as a whole: its owner can do everything."""
    return permissions.manage_guild or permissions.administrator


def invite() -> discord.Permissions:
    """What to ask for in the invitation: no more than a game needs."""
    return discord.Permissions(
        view_channel=True, send_messages=True, send_messages_in_threads=True, attach_files=True
    )
