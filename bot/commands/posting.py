"""The command by which a channel chooses how much is posted in it."""

from discord import app_commands
from discord.ext import commands

from bot.acts.here import Interaction, place
from bot.acts.rights import manages
from bot.catalogue import msgid, phrase
from bot.commands.slash import command
from bot.desk import Desk
from bot.house import posting
from bot.house.posting import How
from bot.talk.reply import say
from bot.words.refusal import Refusal

HOW: dict[How, str] = {
    "every": msgid("every act is a message"),
    "phase": msgid("one message a phase, which grows"),
    "turn": msgid("one message a turn, which grows"),
}


class Posting(commands.Cog):
    """The command that changes it."""

    def __init__(self, desk: Desk) -> None:
        self.desk = desk

    @command(name="posts", description=msgid("How much is posted in this channel"))
    @app_commands.describe(how=msgid("How many acts share a message"))
    @app_commands.choices(
        how=[app_commands.Choice(name=name, value=key) for key, name in HOW.items()]
    )
    async def posts(self, interaction: Interaction, how: str = "") -> None:
        store, here = self.desk.store, await place(self.desk, interaction)
        if how:
            if not manages(interaction, here):
                raise Refusal(
                    phrase("Only whoever manages this channel can change how much is posted in it.")
                )
            await store.set_setting("channel", here, "posts", posting.how(how))
        chosen = posting.how((await store.settings("channel", here)).get("posts"))
        await say(interaction, phrase("In this channel: {how}.", how=phrase(HOW[chosen])))
