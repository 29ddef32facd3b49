"""Orders by button, menu and box: what each of them does."""

from typing import Any, cast

import discord

from bot.acts import builder, standing
from bot.acts.giving import ask_back, drafted, give, stale, take_back
from bot.acts.here import Interaction, numbered_table
from bot.acts.spot import spot
from bot.acts.trying import try_out
from bot.catalogue import phrase
from bot.desk import Desk
from bot.play.ahead import kept
from bot.play.table import Table
from bot.talk.buttons import Pressed
from bot.talk.reply import illustrate, redraw, say
from bot.words.limits import MODAL_TEXT
from bot.words.refusal import Refusal

MODAL = "u-lines:"
AHEAD = "u-ahead:"
TRIAL = "u-try:"


async def build(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    text, view = builder.page(table, table.seat(interaction.user.id))
    if builder.so_far(interaction.message.content if interaction.message else "") is not None:
        await redraw(interaction, text, view=view)
    else:
        await say(interaction, text, view=view)


async def pick(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    line = f"{builder.line_in(interaction.message)} {pressed.values[0]}".strip()
    await _go_on(desk, interaction, table, line)


async def page(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    await _go_on(
        desk, interaction, table, builder.line_in(interaction.message), int(pressed.rest or 0)
    )


async def _go_on(
    desk: Desk, interaction: Interaction, table: Table, line: str, number: int = 0
) -> None:
    """Builder and line in place of the message that was pressed; a crop of the battle follows."""
    text, view = builder.page(table, table.seat(interaction.user.id), line, number)
    seen = table.running().preview(builder.read(text))
    await redraw(interaction, text, view=view)
    if file := await spot(desk, interaction, table, seen.places if seen.lines else ()):
        await illustrate(interaction, file)


async def send(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    line = builder.line_in(interaction.message)
    if not line:
        raise Refusal(phrase("There is no order in this message yet; please choose one first."))
    await give(desk, interaction, table, line, pending=pressed.pending, edit=True)


async def go(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    pending = pressed.pending or None
    await give(desk, interaction, table, pressed.rest, pending=pending, edit=True, sure=True)


async def sure(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    text = await drafted(desk, interaction, table, pressed.rest)
    await give(
        desk, interaction, table, text, pending=pressed.pending, edit=True, sure=True, box=True
    )


async def end(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    """End a phase."""
    game = table.running()
    side = table.seat(interaction.user.id, pressed.pending)
    asked = next((p for p in game.pending() if p.id == pressed.pending), None)
    if asked is None:
        await stale(interaction, table)
        return
    if asked.side != side:
        raise Refusal(
            phrase("This decision is {side}'s, not yours.", side=table.called(asked.side))
        )
    await give(desk, interaction, table, pressed.rest, pending=pressed.pending)


async def undo(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    if all(pressed.pending != asked.id for asked in table.running().pending()):
        await stale(interaction, table)
        return
    await ask_back(desk, interaction, table)


async def back(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    await take_back(desk, interaction, table, pressed.pending)


async def lines(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    """The box with the lines that were not carried out: what is sent from it takes their place."""
    draft = await desk.store.draft(table.id, interaction.user.id)
    await ask_lines(interaction, table, draft)


async def give_line(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    await give(desk, interaction, table, pressed.rest, pending=pressed.pending)


async def onward(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    """Lines that were kept, as the game stands now."""
    text = await drafted(desk, interaction, table, pressed.rest)
    await give(desk, interaction, table, text, box=True)


async def tries(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    await ask_lines(interaction, table, trying=True)


async def retry(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    draft = await desk.store.draft(table.id, interaction.user.id)
    await ask_lines(interaction, table, draft, trying=True)


# several lines in a modal ----------------------------------------------------------


class Lines(discord.ui.Modal):
    """A box for several order lines. It is read in `sent`, also after a restart."""

    def __init__(self, table: Table, draft: str, kind: str = MODAL) -> None:
        titles = {
            MODAL: phrase("Orders"),
            TRIAL: phrase("Try orders; nothing is played"),
            AHEAD: phrase("Orders for your next move"),
        }
        super().__init__(title=titles[kind], timeout=600, custom_id=f"{kind}{table.id}")
        box: discord.ui.TextInput[Any] = discord.ui.TextInput(
            style=discord.TextStyle.paragraph,
            placeholder=phrase("One order a line, as in the log."),
            custom_id="lines",
            default=draft or None,
            max_length=MODAL_TEXT,
            required=kind != AHEAD,
        )
        self.add_item(discord.ui.Label(text=phrase("Orders, one a line"), component=box))


async def ask_lines(
    interaction: Interaction, table: Table, draft: str = "", *, trying: bool = False
) -> None:
    """Open the box for several lines, with those of a draft in it, to be given or only tried."""
    table.running()
    table.seat(interaction.user.id)
    await interaction.response.send_modal(Lines(table, draft, TRIAL if trying else MODAL))


async def ahead(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    """Open the box for one's next move, with what waits for it already."""
    if pressed.pending == "sure":
        await standing.sure_ahead(desk, interaction, table)
        return
    side = standing.may_wait(table, interaction.user.id)
    lines = await kept(desk.store, table, side, interaction.user.id)
    await interaction.response.send_modal(Lines(table, lines, AHEAD))


async def sent(desk: Desk, interaction: Interaction) -> None:
    """Lines from the box."""
    data = cast(dict[str, Any], interaction.data or {})
    custom_id = str(data.get("custom_id", ""))
    table = await numbered_table(desk, interaction, int(custom_id.rpartition(":")[2]))
    if custom_id.startswith(TRIAL):
        await try_out(desk, interaction, table, _typed(data), box=True)
    elif custom_id.startswith(AHEAD):
        await standing.keep_ahead(desk, interaction, table, _typed(data))
    else:
        await give(desk, interaction, table, _typed(data), box=True)


def _typed(data: dict[str, Any]) -> str:
    """The value of the one text box, wherever Discord nests it."""
    if isinstance(data.get("value"), str):
        return str(data["value"])
    inner = [*data.get("components", [])]
    if isinstance(data.get("component"), dict):
        inner.append(data["component"])
    return next(filter(None, map(_typed, inner)), "")
