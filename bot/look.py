"""Looking: the map, one's hand, what is legal. Nothing here changes a game."""

import logging

import discord
from discord import app_commands
from discord.ext import commands

from bot import texts
from bot.buttons import Pressed, button, on, view_of
from bot.games import Table
from bot.limits import pages
from bot.orders import Interaction, pressed_table, table_here, umpire
from bot.reply import FAILURES, NOBODY, attachment, say
from engine import Game
from engine.core.entries import AnyEntry, decode, readable

PLAYS = 4
"""Cards that get a button below a hand."""

log = logging.getLogger("umpire")

DM_CLOSED = (
    "Your direct messages are closed to me, which is quite all right: here it is, and "
    "only you can see it. The button opens it again."
)


async def show_map(interaction: Interaction, table: Table, *, public: bool = False) -> None:
    """The whole map as everybody may see it. Also mends what the channel may lack."""
    game = table.played()
    bot = umpire(interaction)
    bot.pace.take(interaction.user.id)
    await interaction.response.defer(ephemeral=not public, thinking=True)
    view = game.view(None)
    picture = await bot.outbox.paint(view, await _last_entries(interaction, table), "full")
    text = " · ".join(part for part in (table.title, view.turn, view.phase) if part)
    file = ("map.png", picture.png, picture.alt)
    if public:
        try:
            await interaction.followup.send(text, file=attachment(file), allowed_mentions=NOBODY)
        except FAILURES as error:
            log.warning("map for interaction %s not delivered: %s", interaction.id, error)
    else:
        trouble = bot.outbox.trouble.get(table.row.channel, "")
        await say(interaction, f"{text}\n{trouble}".strip(), file=file)
    await bot.outbox.repair(table)


async def _last_entries(interaction: Interaction, table: Table) -> list[AnyEntry]:
    """What happened last, for the arrow on the map; only what everybody may read."""
    action = await umpire(interaction).games.store.action(table.id, table.row.seq)
    if action is None or action.kind == "undo":
        return []
    return readable(decode(action.entries), None)


async def show_hand(interaction: Interaction, table: Table, *, dm: bool = False) -> None:
    """A hand, privately; with `dm` as a direct message, if that is open."""
    game = table.played()
    side = table.seat(interaction.user.id)
    text = texts.hand(game.hand(side), side)
    again = view_of(button("hand", table.id, "Open again"))
    if not dm:
        await say(interaction, text, view=_hand_view(table, game, side))
        return
    try:
        for part in pages(text):
            await interaction.user.send(part, allowed_mentions=NOBODY)
    except FAILURES as error:
        log.info("direct message to %s not delivered: %s", interaction.user.id, error)
        await say(interaction, f"{DM_CLOSED}\n{text}", view=again)
    else:
        await say(interaction, "I have sent you your hand as a direct message.", view=again)


def _hand_view(table: Table, game: Game, side: str) -> discord.ui.View:
    """Buttons to play what can be played now, where naming the card is the whole order."""
    view = view_of(button("hand", table.id, "Open again", row=0))
    pending = table.pending_of(side)
    if pending is None:
        return view
    for line in _plays(game, side)[:PLAYS]:
        label = line[:1].upper() + line[1:]
        view.add_item(button("go", table.id, label, pending.id, line, row=0))
    return view


def _plays(game: Game, side: str) -> list[str]:
    """Whole orders that play a card."""
    verbs = [verb.name for verb in game.verbs(side) if verb.name.split()[0] == "play"]
    lines = [*verbs]
    for verb in verbs:
        lines += [item.value.strip() for item in game.complete(side, f"{verb} ").items]
    return [line for line in dict.fromkeys(lines) if game.complete(side, line).complete]


@on("map")
async def _map(interaction: Interaction, pressed: Pressed) -> None:
    await show_map(interaction, await pressed_table(interaction, pressed))


@on("hand")
async def _hand(interaction: Interaction, pressed: Pressed) -> None:
    await show_hand(interaction, await pressed_table(interaction, pressed))


@on("legal")
async def _legal(interaction: Interaction, pressed: Pressed) -> None:
    table = await pressed_table(interaction, pressed)
    await say(interaction, texts.legal(table.running(), table.seat(interaction.user.id)))


class Look(commands.Cog):
    """Commands that only look."""

    @app_commands.command(name="map", description="The whole map as it is now")
    @app_commands.describe(public="Show it to the channel instead of only to you")
    async def map(self, interaction: Interaction, public: bool = False) -> None:
        await show_map(interaction, await table_here(interaction), public=public)

    @app_commands.command(name="hand", description="Your cards, for your eyes only")
    @app_commands.describe(dm="Send them as a direct message")
    async def hand(self, interaction: Interaction, dm: bool = False) -> None:
        await show_hand(interaction, await table_here(interaction), dm=dm)

    @app_commands.command(name="legal", description="What you can order now")
    @app_commands.describe(about="A unit, or the beginning of an order")
    async def legal(self, interaction: Interaction, about: str = "") -> None:
        table = await table_here(interaction)
        side = table.seat(interaction.user.id)
        await say(interaction, texts.legal(table.running(), side, about))
