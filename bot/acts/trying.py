"""Trying orders out: what they would do, told and drawn for one person alone; nothing is played."""

import asyncio
import logging

import engine
from bot.acts import builder
from bot.acts.giving import draft_button, keep, onward
from bot.acts.here import Interaction
from bot.catalogue import phrase
from bot.channel import style
from bot.channel.pictures import Painting
from bot.desk import Desk
from bot.play.posts import SHOWN
from bot.play.table import Table
from bot.talk.buttons import Pressed, view_of
from bot.talk.reply import described, refused, say
from bot.words import trying
from bot.words.refusal import Refusal
from engine.core.entries import public
from engine.core.orders import LONGEST

log = logging.getLogger(__name__)

File = tuple[str, bytes, str]


async def try_out(
    desk: Desk, interaction: Interaction, table: Table, text: str, *, box: bool = False
) -> None:
    """Say what orders would do. Those of a box, and several, are kept as their writer's draft."""
    game, side = table.running(), table.seat(interaction.user.id)
    desk.pace.take(interaction.user.id)
    await interaction.response.defer(ephemeral=True, thinking=True)
    kept = len(text) <= LONGEST and (box or "\n" in text or ";" in text)
    if kept:
        await keep(desk, interaction, table, text)
    view = view_of()
    try:
        found = await asyncio.to_thread(_found, game.dump(), side, text)
    except engine.OrderError as error:
        if kept:
            view.add_item(draft_button(table, phrase("Edit these lines"), trying=True))
        await say(interaction, refused(error), view=view)
        return
    if found.good:
        give = onward(table, phrase("Give these orders"), text) if kept else None
        if give := give or builder.give_button(table, side, found.lines[0].line):
            view.add_item(give)
    if kept:
        view.add_item(draft_button(table, phrase("Edit these lines"), trying=True))
    file = await _picture(desk, interaction, table, found)
    await say(interaction, trying.report(game, found), view=view, file=file)


def _found(position: bytes, side: str, text: str) -> engine.Trial:
    """Beside the event loop: many lines take their time."""
    return engine.trial(engine.load(position), side, text)


async def _picture(
    desk: Desk, interaction: Interaction, table: Table, found: engine.Trial
) -> File | None:
    """The map as it would be, with arrows; None where there is nothing to draw, or it fails."""
    entries = public([entry for tried in found.lines for entry in tried.entries])
    focus = [place for tried in found.lines for place in tried.odds.places]
    drawn = [entry for entry in entries if isinstance(entry, SHOWN)]
    if not drawn and not focus:
        return None
    user = interaction.user.id
    try:
        looks = await style.of_user(desk.store, user, table.row.channel)
        painting = Painting(found.view, drawn, "crop", focus=() if drawn else tuple(focus))
        picture = await desk.outbox.paint(painting, looks, user)
    except Exception:
        log.exception("a try-out in game %s could not be drawn", table.id)
        return None
    return described("tried.png", picture)


async def press_try(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    """The line in a builder."""
    line = builder.line_in(interaction.message)
    if not line:
        raise Refusal(phrase("There is no order in this message yet; please choose one first."))
    await try_out(desk, interaction, table, line)
