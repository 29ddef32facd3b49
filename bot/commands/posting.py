"""The command by which a channel chooses how much is posted in it."""

import discord
from discord import app_commands
from discord.ext import commands

from bot.acts.here import Interaction, place
from bot.acts.rights import manages
from bot.catalogue import msgid, phrase
from bot.commands.slash import command
from bot.desk import Desk
from bot.house import posting
from bot.house.posting import How, Split
from bot.talk.permissions import may_open_threads
from bot.talk.reply import say
from bot.words.refusal import Refusal

HOW: dict[How, str] = {
    "every": msgid("every act is a message"),
    "phase": msgid("one message a phase, which grows"),
    "turn": msgid("one message a turn, which grows"),
}


THREAD: dict[Split, str] = {
    "none": msgid("no threads"),
    "log": msgid("the words in a thread, the pictures here"),
    "pictures": msgid("the pictures in a thread, the words here"),
}


class Posting(commands.Cog):
    """The command that changes it."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @command(name="posts", description=msgid("How much is posted in this channel"))
    @app_commands.describe(
        how=msgid("How many acts share a message"),
        thread=msgid("A thread for each game that begins from now on, and what goes into it"),
    )
    @app_commands.choices(
        how=[app_commands.Choice(name=name, value=key) for key, name in HOW.items()],
        thread=[app_commands.Choice(name=name, value=key) for key, name in THREAD.items()],
    )
    async def posts(self, interaction: Interaction, how: str = "", thread: str = "") -> None:
        store, here = self.desk.store, await place(self.desk, interaction)
        if (how or thread) and not manages(interaction, here):
            raise Refusal(
                phrase("Only whoever manages this channel can change how much is posted in it.")
            )
        if thread and posting.split(thread) != "none":
            _may_open(interaction)
        if how:
            await store.set_setting("channel", here, "posts", posting.how(how))
        if thread:
            await store.set_setting("channel", here, "thread", posting.split(thread))
        chosen = await store.settings("channel", here)
        much, split = posting.how(chosen.get("posts")), posting.split(chosen.get("thread"))
        await say(
            interaction,
            phrase(
                "In this channel: {how}; {thread}.",
                how=phrase(HOW[much]),
                thread=phrase(THREAD[split]),
            ),
        )


def _may_open(interaction: Interaction) -> None:
    """Refusal where no thread can be opened."""
    if isinstance(interaction.channel, discord.Thread):
        raise Refusal(phrase("A thread has no threads of its own; its channel can choose that."))
    if not may_open_threads(interaction.app_permissions):
        raise Refusal(
            phrase(
                "For that I need Create Public Threads and Send Messages in Threads here. Somebody "
                "who manages the server can give me that in the channel's settings."
            )
        )
