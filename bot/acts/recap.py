"""What happened since somebody last looked, page by page, for their eyes only."""

from dataclasses import dataclass, field

import discord

from bot.acts.here import Interaction
from bot.catalogue import of_game, phrase
from bot.channel import style
from bot.channel.batch import in_words
from bot.channel.painter import NoPicture
from bot.channel.pictures import Painting
from bot.desk import Desk
from bot.play import history, since
from bot.play.history import Step
from bot.play.table import Table
from bot.talk.buttons import Pressed, page_turner
from bot.talk.reply import described, redraw, say
from bot.words import limits
from bot.words.refusal import Refusal
from engine import Game
from engine.core.entries import AnyEntry, Phased

LONGEST = 1_600
"""Characters of a page, its head aside."""


@dataclass
class Page:
    """Orders of one hand in one phase, in words and with the last of them."""

    last: Step
    lines: list[str] = field(default_factory=list)
    entries: list[AnyEntry] = field(default_factory=list)


def pages(game: Game, steps: list[Step]) -> list[Page]:
    """The orders, as many on a page as belong together and fit."""
    found: list[Page] = []
    for step in steps:
        lines = in_words(game, step.entries)
        page = found[-1] if found else None
        if page is None or page.last.action.side != step.action.side or _full(page, lines):
            page = Page(step)
            found.append(page)
        page.last = step
        page.lines += lines
        page.entries += step.entries
    return found


def _full(page: Page, lines: list[str]) -> bool:
    ended = any(isinstance(entry, Phased) for entry in page.entries)
    return ended or len("\n".join([*page.lines, *lines])) > LONGEST


async def recap(desk: Desk, interaction: Interaction, table: Table, word: str) -> None:
    """The first page since then; that it was read is noted."""
    table.played()
    user = interaction.user.id
    number = await since.meant(desk.store, table, user, word or "me")
    desk.pace.take(user)
    await interaction.response.defer(ephemeral=True, thinking=True)
    text, view, file = await _page(desk, interaction, table, number, 0)
    await say(interaction, text, view=view, file=file)
    await since.looked(desk.store, table, user)


async def press_recap(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    """Another page, in place of the one that was read."""
    desk.pace.take(interaction.user.id)
    number, at = int(pressed.pending), int(pressed.rest or 0)
    text, view, file = await _page(desk, interaction, table, number, at)
    await redraw(interaction, text, view=view, file=file)


async def _page(
    desk: Desk, interaction: Interaction, table: Table, number: int, at: int
) -> tuple[str, discord.ui.View, tuple[str, bytes, str] | None]:
    game = table.played()
    await history.step_at(desk.store, table, number)
    found = pages(game, await history.steps(desk.store, table, number))
    if not found:
        raise Refusal(phrase("Nothing has happened since then."))
    at = min(at, len(found) - 1)
    page = found[at]
    then = await history.game_after(desk.store, table, page.last)
    painted = Painting(then.view(None), page.entries, "crop")
    user = interaction.user.id
    file = None
    try:
        looks = await style.of_user(desk.store, user, table.row.channel)
        picture = await desk.outbox.paint(painted, looks, user)
        file = described("map.png", picture)
    except NoPicture:  # the words say what happened
        pass
    head = phrase(
        "**{title}** · since order {number} · page {page} of {pages}",
        title=table.title,
        number=number,
        page=at + 1,
        pages=len(found),
    )
    text = limits.cut("\n".join([head, of_game("\n".join(page.lines))]), limits.MESSAGE)
    return text, page_turner("recap", table.id, at, len(found), str(number)), file
