"""Giving an order and answering for it: the one way of all commands, buttons, menus and boxes.

What would end a phase while more could be ordered is asked first, whatever it came from.
Lines of a box that are not carried out are kept as their writer's draft.
"""

import hashlib

import discord

import engine
from bot.acts import builder
from bot.acts.back import ask_others
from bot.acts.guide import follow, guided, kept_of, what_now
from bot.acts.here import Interaction
from bot.acts.tips import tip
from bot.catalogue import msgid, of_game, phrase
from bot.desk import Desk
from bot.play.games import Done
from bot.play.table import Table
from bot.talk.buttons import Button, Style, button, next_view, view_of
from bot.talk.reply import promise, redraw, refused, say, stands
from bot.words import limits, texts
from bot.words.refusal import Refusal
from engine.core.entries import Ordered
from engine.core.orders import LONGEST, split, words_of

HELP = {"help", "?", "hilfe"}
"""Words in place of an order: not one of any game."""
ASKS_HELP = msgid(
    "`/help` explains the bot and the games. **What is this?** explains what is asked now, and "
    "`/legal` lists all that you can order."
)


async def give(
    desk: Desk,
    interaction: Interaction,
    table: Table,
    text: str,
    *,
    pending: str | None = None,
    edit: bool = False,
    sure: bool = False,
    box: bool = False,
) -> None:
    """Give an order and answer privately; with `edit` in place of the message that was pressed.

    `sure`: its giver was asked already. `box`: it was written in the box for several lines.
    """
    if text.strip().casefold() in HELP:
        explains = button("what", table.id, phrase("What is this?"))
        await say(interaction, phrase(ASKS_HELP), view=view_of(explains))
        return
    if table.lock.locked():
        await promise(interaction)
        edit = False
    user = interaction.user.id
    try:
        done = await desk.games.order(table, user, text, str(interaction.id), pending, ask=not sure)
    except engine.Unfinished as error:
        await _ask_first(desk, interaction, table, text, error, edit=edit)
    except engine.Stale:
        await stale(interaction, table)
    except engine.Ambiguous as error:
        if error.lines:
            await _refuse(desk, interaction, table, text, error, kept=True)
            return
        answer, view = builder.choices(table, error.candidates, refused(error))
        await say(interaction, answer, view=view)
    except engine.OrderError as error:
        await _refuse(desk, interaction, table, text, error, kept=box or bool(error.lines))
    else:
        try:
            await _receipt(desk, interaction, table, done, edit=edit, drafted=box or "\n" in text)
        except Exception as error:
            ran = phrase("Done: {line}", line=texts.lines_of(done.receipt.ran))
            await say(interaction, stands(error, interaction, ran))


async def _receipt(
    desk: Desk, interaction: Interaction, table: Table, done: Done, *, edit: bool, drafted: bool
) -> None:
    game, receipt = table.played(), done.receipt
    kept = await kept_of(desk, interaction.user.id)
    if receipt.left or drafted:
        await keep(desk, interaction, table, "\n".join(receipt.left))
    own = [e for e in receipt.entries if e.to == done.side and not isinstance(e, Ordered)]
    told = "\n".join(filter(None, map(game.tell, own)))
    told = of_game(limits.plain(told))
    text = texts.receipt(game, receipt.ran, receipt.left, told)
    trouble = desk.outbox.trouble(table.row.channel)
    if trouble:
        text = f"{text}\n{trouble}"
    edit = edit and len(text) <= builder.SAID  # none of it may be cut off
    if edit and table.open:
        text, view = builder.page(table, done.side, said=text)
    else:
        text = f"{text}\n{texts.next_step(game, done.side)}"
        led = guided(kept, interaction.user.id, table)
        if table.open and not led:
            asked = table.pending_of(done.side)
            moment = "order" if asked else "waiting"
            text += await tip(desk, interaction.user.id, moment, kept)
        view = next_view(table.id, game, done.side) if table.open else None
        if led:
            view = view or view_of()
            view.add_item(what_now(table))
    if receipt.left and table.open:
        view = view or view_of()
        view.add_item(onward(table, phrase("Go on"), "\n".join(receipt.left)))
        view.add_item(draft_button(table, phrase("Edit the rest")))
    await _answer(interaction, text, view, edit=edit)
    await follow(desk, interaction, table, kept)


async def _refuse(
    desk: Desk,
    interaction: Interaction,
    table: Table,
    text: str,
    error: engine.OrderError,
    *,
    kept: bool,
) -> None:
    """Why not, what would be possible instead, and the way back to lines that are kept."""
    why, near = refused(error), _near(table, interaction.user.id, text, error)
    view = view_of()
    if near:
        view.add_item(builder.more(table))
    if kept and len(text) <= LONGEST and table.open:
        await keep(desk, interaction, table, text)
        view.add_item(draft_button(table, phrase("Edit these lines")))
    text = f"{why}\n{texts.possible(near, why)}".strip()
    user = interaction.user.id
    text += await tip(desk, user, "refused", await kept_of(desk, user))
    await say(interaction, text, view=view)
    if error.rule:
        await desk.store.count_refusal(table.row.game, error.rule)


def _near(table: Table, user: int, text: str, error: engine.OrderError) -> list[engine.Item]:
    """The legal choices nearest to the line that was refused, where it would have stood."""
    if not table.open:
        return []
    side, line = table.seat(user), (error.lines or (text,))[-1]
    game = _before(table, side, error)
    return texts.nearest(game, side, " ".join(words_of(line))) if game.verbs(side) else []


def _before(table: Table, side: str, error: engine.OrderError) -> engine.Game:
    """The game as it would stand before the line that was refused, or asked about."""
    game, before = table.running(), error.lines[:-1]
    if before:
        game = engine.load(game.dump())
        game.submit(side, "\n".join(before))
    return game


async def _ask_first(
    desk: Desk,
    interaction: Interaction,
    table: Table,
    text: str,
    error: engine.Unfinished,
    *,
    edit: bool,
) -> None:
    """What ends something with orders left is asked once; nothing has been done yet."""
    side = table.seat(interaction.user.id)
    pending = table.pending_of(side)
    asked = pending.id if pending else ""
    if len(split(text)) == 1:
        yes = button(
            "go",
            table.id,
            phrase("Yes, {line}", line=error.line),
            asked,
            error.line,
            style=Style.danger,
        )
    else:
        await keep(desk, interaction, table, text)
        yes = button(
            "sure", table.id, phrase("Yes, all of it"), asked, mark_of(text), style=Style.danger
        )
    view = view_of(yes)
    if pending:
        view.add_item(builder.more(table))
    means = _before(table, side, error).preview(error.line).lines
    await _answer(interaction, texts.unfinished(error.line, error.left, means), view, edit=edit)


def mark_of(text: str) -> str:
    """Tells one draft from another."""
    return hashlib.sha256(text.encode()).hexdigest()[:8]


async def drafted(desk: Desk, interaction: Interaction, table: Table, mark: str) -> str:
    """The lines that a person was asked about. Refusal where they have written others since."""
    text = await desk.store.draft(table.id, interaction.user.id)
    if mark_of(text) != mark:
        raise Refusal(
            phrase("Those lines were given or changed since you were asked; nothing was done.")
        )
    return text


async def keep(desk: Desk, interaction: Interaction, table: Table, text: str) -> None:
    await desk.store.set_draft(table.id, interaction.user.id, text)


def draft_button(table: Table, label: str, *, trying: bool = False) -> Button:
    """Opens the box with the lines that were kept, to be given or to be tried."""
    if trying:
        return button("retry", table.id, label)
    return button("draft", table.id, label)


def onward(table: Table, label: str, text: str) -> Button:
    """Gives the lines that were kept, `text`, as the game stands when it is pressed."""
    return button("onward", table.id, label, "", mark_of(text), style=Style.success)


async def _answer(
    interaction: Interaction, text: str, view: discord.ui.View | None, *, edit: bool
) -> None:
    if edit:
        await redraw(interaction, text, view=view)
    else:
        await say(interaction, text, view=view)


async def stale(interaction: Interaction, table: Table) -> None:
    """A button of a question that is gone: say so, and show what is asked now."""
    side = table.seat(interaction.user.id)
    text = phrase("That question has been answered already, so this button did nothing.")
    if table.open:
        text = f"{text} {texts.next_step(table.running(), side)}"
        await say(interaction, text, view=next_view(table.id, table.running(), side))
    else:
        await say(interaction, phrase("{text} The game is over.", text=text))


# taking back ---------------------------------------------------------------------------


async def ask_back(desk: Desk, interaction: Interaction, table: Table) -> None:
    """Say what an undo would take back, and ask; where it is refused, what all can agree to."""
    try:
        lines = await desk.games.goes_back(table, interaction.user.id)
    except engine.Illegal as error:
        await ask_others(interaction, table, error)
        return
    game = table.running()
    asked = game.pending()[0].id
    yes = button("back", table.id, phrase("Take it back"), asked, style=Style.danger)
    await say(interaction, texts.goes_back(lines), view=view_of(yes))


async def take_back(desk: Desk, interaction: Interaction, table: Table, pending: str) -> None:
    """Undo the last order of one's own, in place of the question that was pressed."""
    games = desk.games
    try:
        lines = await games.undo(table, interaction.user.id, str(interaction.id), pending)
    except engine.Stale:
        await stale(interaction, table)
        return
    done = phrase("Taken back: {lines_of}", lines_of=texts.lines_of(lines.splitlines()))
    try:
        game, side = table.running(), table.seat(interaction.user.id)
        step = texts.next_step(game, side)
        await redraw(interaction, f"{done}\n{step}", view=next_view(table.id, game, side))
    except Exception as error:
        await say(interaction, stands(error, interaction, done))
