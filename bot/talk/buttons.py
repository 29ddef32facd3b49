"""Buttons and menus that outlive the process: all they know is in their custom_id.

`u:ACT:GAME` looks and `u:ACT:GAME:PENDING[:LINE]` commits; `acts/presses.py` has what each
act does. Nothing is kept in views.
"""

import re
from collections.abc import Sequence
from dataclasses import dataclass
from typing import Any

import discord

from bot.catalogue import phrase
from bot.words.limits import BUTTON_LABEL, CUSTOM_ID, OPTIONS, PLACEHOLDER, SELECT_TEXT, cut
from bot.words.texts import has_cards, name
from engine import Game, Pending

Style = discord.ButtonStyle
Button = discord.ui.Button[discord.ui.View]
Menu = discord.ui.Select[discord.ui.View]


@dataclass(frozen=True)
class Pressed:
    """A button or a menu choice: what to do in which game, for which question, and the rest."""

    act: str
    game: int
    pending: str = ""
    rest: str = ""
    values: tuple[str, ...] = ()


PRESS = re.compile(r"u:(?P<act>[a-z]+):(?P<game>\d+)(?::(?P<pending>[^:]*))?(?::(?P<rest>.*))?")
PICK = re.compile(r"u/(?P<act>[a-z]+):(?P<game>\d+)(?::\d+)?")


def read(custom_id: str, values: Sequence[str] = ()) -> Pressed | None:
    """What a custom_id carries, with what was picked in a menu; None: it is none of ours."""
    if match := PRESS.fullmatch(custom_id):
        found = match.groupdict(default="")
        return Pressed(found["act"], int(found["game"]), found["pending"], found["rest"])
    if match := PICK.fullmatch(custom_id):
        return Pressed(match["act"], int(match["game"]), values=tuple(values))
    return None


def button(
    act: str,
    game: int,
    label: str,
    *parts: str,
    style: Style = Style.secondary,
    row: int | None = None,
) -> Button:
    """A button for `act`; `parts` are the pending id and the line, for those that commit."""
    custom_id = ":".join(["u", act, str(game), *parts])
    if PRESS.fullmatch(custom_id) is None or len(custom_id) > CUSTOM_ID:
        raise ValueError(f"no button can carry {custom_id!r}")
    return discord.ui.Button(
        label=cut(label, BUTTON_LABEL), style=style, custom_id=custom_id, row=row
    )


def menu(
    act: str,
    game: int,
    hint: str,
    options: Sequence[tuple[str, str, str]],
    row: int | None = None,
    part: int = 0,
) -> Menu:
    """A menu of at most 25 (value, label, description); `part` tells those of one message apart."""
    return discord.ui.Select(
        custom_id=f"u/{act}:{game}:{part}" if part else f"u/{act}:{game}",
        placeholder=cut(hint, PLACEHOLDER) or None,
        row=row,
        options=[
            discord.SelectOption(
                value=value,
                label=cut(label, SELECT_TEXT),
                description=cut(text, SELECT_TEXT) or None,
            )
            for value, label, text in options[:OPTIONS]
        ],
    )


def view_of(*items: discord.ui.Item[Any]) -> discord.ui.View:
    """A view that keeps nothing. What is pressed is found by its custom_id, so that discord.py
    need not keep it either: for a private answer it would, with a task, for 15 minutes."""
    view = discord.ui.View(timeout=None)
    view.stop()
    for item in items:
        view.add_item(item)
    return view


def page_turner(act: str, game: int, at: int, count: int, about: str = "") -> discord.ui.View:
    """The buttons below page `at` (from 0) of `count`; `about` is what the pages hang on."""
    view = view_of()
    if at:
        view.add_item(button(act, game, phrase("Back"), about, str(at - 1)))
    if at + 1 < count:
        view.add_item(button(act, game, phrase("Next"), about, str(at + 1)))
    if at + 2 < count:
        view.add_item(button(act, game, phrase("Last"), about, str(count - 1)))
    return view


CLOSING = ("pass", "done")
"""Orders of all games that close a question without ending a phase."""

# the views that are posted in channels -----------------------------------------


def panel_view(game_id: int, game: Game) -> discord.ui.View:
    """The buttons of a panel: looking carries the game, ending a phase the question too."""
    view = view_of(
        button("build", game_id, phrase("Give an order"), style=Style.primary, row=0),
        button("lines", game_id, phrase("Type orders"), row=0),
    )
    if has_cards(game.id):
        view.add_item(button("hand", game_id, phrase("My hand"), row=0))
    view.add_item(button("legal", game_id, phrase("Legal orders"), row=0))
    view.add_item(button("map", game_id, phrase("Map"), row=0))
    asked = game.pending()
    for pending in asked[:2]:
        for line in endings(game, pending)[:2]:
            label = line[:1].upper() + line[1:]
            if len(asked) > 1:
                label = f"{name(game.id, pending.side)}: {label}"
            view.add_item(button("end", game_id, label, pending.id, line, row=1))
    if asked and game.steps:
        view.add_item(button("undo", game_id, phrase("Undo"), asked[0].id, row=1))
    if asked:
        view.add_item(button("tries", game_id, phrase("Try orders"), row=2))
        view.add_item(button("what", game_id, phrase("What is this?"), row=2))
    return view


def next_view(game_id: int, game: Game, side: str) -> discord.ui.View:
    """Below a private answer: what its reader needs next."""
    asked = next((pending for pending in game.pending() if pending.side == side), None)
    if asked is None:
        view = view_of(button("map", game_id, phrase("Map")))
        if has_cards(game.id):
            view.add_item(button("hand", game_id, phrase("My hand")))
        return view
    view = view_of(button("build", game_id, phrase("Give an order"), style=Style.primary))
    for line in endings(game, asked)[:2]:
        label = line[:1].upper() + line[1:]
        view.add_item(button("end", game_id, label, asked.id, line))
    if game.steps:
        view.add_item(button("undo", game_id, phrase("Undo"), asked.id))
    return view


def endings(game: Game, pending: Pending) -> list[str]:
    """The lines that close what is asked (`end movement`, `pass`), as everybody may know them."""
    return [
        verb.name
        for verb in game.verbs(pending.side)
        if (verb.ends or verb.name in CLOSING)
        and not verb.slots
        and not verb.secret
        and not verb.free
    ]


def lobby_view(game_id: int, game: str, free: Sequence[str]) -> discord.ui.View:
    """Seats to take, and the start."""
    seats = [
        button("join", game_id, phrase("Play {side}", side=name(game, side)), side)
        for side in free[:4]
    ]
    return view_of(*seats, button("start", game_id, phrase("Start"), style=Style.success))


def answers_view(game_id: int, answers: Sequence[Sequence[str]]) -> discord.ui.View:
    """The answers to something that was said in a channel: act, label, and the parts behind it."""
    return view_of(*(button(act, game_id, label, *parts) for act, label, *parts in answers))


def offer_view(game_id: int, when: str, what: str) -> discord.ui.View:
    """The answer to an offer; it holds only until the next order."""
    label = phrase("Agree to end") if what == "end" else phrase("Agree")
    return view_of(
        button("agree", game_id, label, when, what, style=Style.danger),
        button("decline", game_id, phrase("Decline"), when, what),
    )
