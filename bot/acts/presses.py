"""Every act that a button or a menu can name, and what it does; and the box for orders."""

from collections.abc import Awaitable, Callable
from typing import Any, cast

from bot.acts import (
    archive,
    back,
    consent,
    ending,
    gallery,
    gm,
    guide,
    helping,
    league,
    league_names,
    looking,
    moving,
    ordering,
    privacy,
    recap,
    seating,
    standing,
    timing,
    trying,
    vacant,
)
from bot.acts.here import Interaction, numbered_table
from bot.desk import Desk
from bot.play.table import Table
from bot.talk.buttons import Pressed, read
from bot.talk.language import reader
from bot.talk.reply import explain

Handler = Callable[[Desk, Interaction, Table, Pressed], Awaitable[None]]

DEEDS: dict[str, consent.Deed] = {
    "end": ending.by_consent,
    "seat": seating.by_consent,
    "pause": timing.paused,
    "resume": timing.resumed,
    "rollback": back.rolled_back,
    "draw": back.drawn,
    "moderate": gm.allowed,
    "move": moving.moved,
}
"""What can be offered to all people of a game, by the first word of an offer."""


async def _agree(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    what = pressed.rest or "end"
    deed = DEEDS[what.split()[0]]
    await consent.agree(desk, interaction, table, pressed.pending, what, deed)


async def _decline(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    await consent.decline(desk, interaction, table, pressed.pending, pressed.rest or "end")


ACTS: dict[str, Handler] = {
    "build": ordering.build,
    "pick": ordering.pick,
    "page": ordering.page,
    "send": ordering.send,
    "go": ordering.go,
    "sure": ordering.sure,
    "end": ordering.end,
    "undo": ordering.undo,
    "back": ordering.back,
    "lines": ordering.lines,
    "draft": ordering.lines,
    "give": ordering.give_line,
    "onward": ordering.onward,
    "try": trying.press_try,
    "tries": ordering.tries,
    "retry": ordering.retry,
    "map": looking.press_map,
    "hand": looking.press_hand,
    "legal": looking.press_legal,
    "what": looking.press_what,
    "join": seating.press_join,
    "start": seating.press_start,
    "resign": ending.press_resign,
    "adjourn": ending.press_adjourn,
    "agree": _agree,
    "decline": _decline,
    "further": back.press_further,
    "claim": timing.press_claim,
    "extend": timing.press_extend,
    "wait": timing.press_wait,
    "snooze": timing.press_snooze,
    "take": vacant.press_take,
    "stand": standing.press_stand,
    "ahead": ordering.ahead,
    "recap": recap.press_recap,
    "gallery": gallery.press_gallery,
    "film": archive.press_film,
    "pages": archive.press_pages,
    "whole": archive.press_whole,
    "guide": guide.press_guide,
    "impartial": gm.press_impartial,
    "gmback": gm.press_back,
    "gmend": gm.press_end,
}

Elsewhere = Callable[[Desk, Interaction, Pressed], Awaitable[None]]

APART: dict[str, Elsewhere] = {
    "gmlog": gm.press_log,
    "erase": privacy.press_erase,
    "help": helping.press_help,
    "first": helping.press_first,
    "enough": guide.press_enough,
    "hints": guide.press_hints,
    "withdraw": league.press_withdraw,
    "closeleague": league.press_close,
    "tie": league_names.press_tie,
}
"""The acts that are about no game."""


async def pressed(desk: Desk, interaction: Interaction) -> None:
    """A button was pressed, or something chosen in a menu."""
    data = cast(dict[str, Any], interaction.data or {})
    found = read(str(data.get("custom_id", "")), data.get("values", ()))
    if found is None or found.act not in {*ACTS, *APART}:
        return
    reader(interaction)
    try:
        await desk.keeper.speaks(interaction.user.id, str(interaction.locale))
        desk.acts.take(interaction.user.id)
        if found.act in APART:
            await APART[found.act](desk, interaction, found)
            return
        table = await numbered_table(desk, interaction, found.game)
        await ACTS[found.act](desk, interaction, table, found)
    except Exception as error:
        await explain(interaction, error)


async def sent(desk: Desk, interaction: Interaction) -> None:
    """A box was sent."""
    data = cast(dict[str, Any], interaction.data or {})
    if str(data.get("custom_id", "")).startswith((ordering.MODAL, ordering.TRIAL, ordering.AHEAD)):
        reader(interaction)
        try:
            await desk.keeper.speaks(interaction.user.id, str(interaction.locale))
            desk.acts.take(interaction.user.id)
            await ordering.sent(desk, interaction)
        except Exception as error:
            await explain(interaction, error)
