"""Writing an order with menus: a private message that holds the line so far.

The line stands in the message itself, so that a restart forgets nothing and no
line is too long for a button.
"""

import re

import discord

import engine
from bot.catalogue import msgid, of_game, phrase
from bot.play.table import Table
from bot.talk.buttons import Button, Style, button, menu, view_of
from bot.words import texts
from bot.words.completing import marked
from bot.words.limits import CUSTOM_ID, OPTIONS, SELECT_TEXT, code, cut

ORDER = msgid("Order: {line}")
NOTHING = msgid("Order: (nothing yet)")
SAID = 700
"""Characters of a receipt that fit above the menus."""
PREVIEW = 800
"""Characters of odds and chances below the line."""
STEPS_ALONE = 12
"""Words that are added without asking because there is no other."""


def line_in(message: discord.Message | None) -> str:
    """The line that a builder message holds, "" if none."""
    return read(message.content) if message is not None else ""


def read(text: str) -> str:
    """The line in the text of a builder, "" if none."""
    return (so_far(text) or "").strip()


def so_far(text: str) -> str | None:
    """What the line of a builder's message holds, in the reader's language; None: it has none."""
    pattern = re.escape(phrase(ORDER)).replace(re.escape("{line}"), "`([^`]*)`")
    found = re.search(f"^{pattern}", text, re.MULTILINE)
    return found.group(1) if found else None


def page(
    table: Table, side: str, line: str = "", number: int = 0, said: str = ""
) -> tuple[str, discord.ui.View | None]:
    """Text and menus for going on from `line`; `said` stands before it (a receipt, a refusal)."""
    game = table.running()
    pending = table.pending_of(side)
    if pending is None:
        return "\n".join(part for part in (said, texts.next_step(game, side)) if part), None
    line, found = _advance(game, side, line)
    free = {verb.name for verb in game.verbs(side) if verb.free}
    items = [item for item in found.items if item.value.split()[0] not in free]
    shown = [
        _option(game, side, line, item) for item in items[number * OPTIONS : (number + 1) * OPTIONS]
    ]
    view = view_of()
    if shown:
        view.add_item(
            menu("pick", table.id, of_game(found.hint) or phrase("What next?"), shown, row=0)
        )
    trying = line not in {verb.name for verb in game.verbs(side)}  # else there is little to try
    for press in _buttons(
        table.id, pending.id, line, found.complete, number, len(items), trying=trying
    ):
        view.add_item(press)
    rows = [
        cut(said, SAID),
        f"**{of_game(pending.prompt)}**",
        phrase(ORDER, line=code(line, 1_000)) if line else phrase(NOTHING),
        of_game(cut("\n".join(game.preview(line).lines), PREVIEW)),
    ]
    if found.complete:
        whole = phrase("This is a whole order.")
        rows.append(phrase("This is a whole order. It can also go on.") if items else whole)
    elif not items:
        rows.append(of_game(found.hint))
    return "\n".join(row for row in rows if row), view


def choices(table: Table, lines: tuple[str, ...], said: str) -> tuple[str, discord.ui.View]:
    """A menu of whole lines: what an order that could mean several things can mean."""
    options = [(line, line, "") for line in dict.fromkeys(lines) if len(line) <= SELECT_TEXT]
    view = (
        view_of(menu("pick", table.id, phrase("Which do you mean?"), options))
        if options
        else view_of()
    )
    return f"{said}\n{phrase(NOTHING)}", view


def _advance(game: engine.Game, side: str, line: str) -> tuple[str, engine.Completions]:
    """Add the words to which there is no alternative."""
    line = " ".join(line.split())
    free = {verb.name for verb in game.verbs(side) if verb.free}
    for _ in range(STEPS_ALONE):
        found = game.complete(side, f"{line} " if line else "")
        nexts = [item.value.strip() for item in found.items]
        nexts = [value for value in nexts if line or value not in free]
        if found.complete or len(nexts) != 1:
            return line, found
        line = nexts[0]
    return line, game.complete(side, f"{line} ")


def _option(game: engine.Game, side: str, line: str, item: engine.Item) -> tuple[str, str, str]:
    """(value, label, description): the value is only what is added to the line."""
    added = item.value.strip().removeprefix(line).strip()
    word, _, text = item.label.partition(" · ")
    label = f"{added}{marked(game, side, item.value.strip())}"
    says = text if word == added else item.label
    return added, label, of_game(says) if says != added else ""


def _buttons(
    game: int, pending: str, line: str, complete: bool, number: int, size: int, *, trying: bool
) -> list[Button]:
    found = []
    if complete:
        found.append(
            button("send", game, phrase("Give this order"), pending, style=Style.success, row=1)
        )
    if complete and trying:
        found.append(button("try", game, phrase("Try it"), row=1))
    if line:
        found.append(button("build", game, phrase("Start again"), row=1))
    if number:
        found.append(
            button("page", game, phrase("Earlier choices"), pending, str(number - 1), row=2)
        )
    if size > (number + 1) * OPTIONS:
        found.append(button("page", game, phrase("More choices"), pending, str(number + 1), row=2))
    return found


def more(table: Table) -> Button:
    """The button that opens a builder."""
    return button("build", table.id, phrase("Give an order"), style=Style.primary)


def give_button(table: Table, side: str, line: str) -> Button | None:
    """Gives one line; None where no button can carry it, or the side is not asked."""
    pending = table.pending_of(side)
    if pending is None or len(f"u:give:{table.id}:{pending.id}:{line}") > CUSTOM_ID:
        return None
    return button(
        "give", table.id, phrase("Give this order"), pending.id, line, style=Style.success
    )
