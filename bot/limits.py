"""Discord's limits as code, and the guards that keep what we send within them.

The simulated Discord enforces few of these, so the tests walk the command tree
and every layout with `tree_problems` and `view_problems`.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Any

import discord
from discord import app_commands

MESSAGE = 2_000
FILE_BYTES = 10 * 1024 * 1024
ROWS = 5
BUTTONS_IN_ROW = 5
OPTIONS = 25
CUSTOM_ID = 100
BUTTON_LABEL = 80
SELECT_TEXT = 100
PLACEHOLDER = 150
MODAL_TITLE = 45
MODAL_ITEMS = 5
COMMANDS = 100
SUBCOMMANDS = 25
COMMAND_TEXT = 8_000
COMMAND_NAME = 32
DESCRIPTION = 100
CHOICES = 25
CHOICE = 100
ALT_TEXT = 1_024


def cut(text: str, limit: int) -> str:
    """`text`, shortened to `limit` characters with a mark that something is missing."""
    return text if len(text) <= limit else text[: limit - 1].rstrip() + "…"


def pages(text: str, limit: int = MESSAGE) -> list[str]:
    """`text` as parts of at most `limit` characters, parted at line ends where that can be."""
    parts: list[str] = []
    now = ""
    for line in plain(text).split("\n"):
        for piece in _pieces(line, limit):
            if now and len(now) + 1 + len(piece) > limit:
                parts.append(now)
                now = piece
            else:
                now = f"{now}\n{piece}" if now else piece
    return [part for part in [*parts, now] if part.strip()]


def _pieces(line: str, limit: int) -> Iterator[str]:
    for start in range(0, max(len(line), 1), limit):
        yield line[start : start + limit]


def code(text: str, limit: int = 1_500) -> str:
    """`text` as inline code; a backtick in it cannot end it."""
    flat = " ".join(text.replace("`", "ˋ").split())
    return f"`{cut(flat, limit) or ' '}`"


def plain(sentence: str) -> str:
    """A sentence that Discord shows as it is: `1. Panzer Army` does not begin a numbered list.

    >>> plain("4. Panzer Army moves.")
    '4\\\\. Panzer Army moves.'
    """
    return _NUMBERED.sub(r"\1\.", sentence)


_NUMBERED = re.compile(r"^(\d+)\.(?=\s)", re.MULTILINE)


def choices(items: Iterable[tuple[str, str]]) -> list[app_commands.Choice[str]]:
    """(label, value) pairs as autocomplete choices; a value that is too long cannot be offered."""
    fit = [(cut(label, CHOICE), value) for label, value in items if 0 < len(value) <= CHOICE]
    return [app_commands.Choice(name=label, value=value) for label, value in fit[:CHOICES]]


def view_problems(view: discord.ui.View) -> list[str]:
    """Where a message's buttons and menus pass a limit."""
    found: list[str] = []
    rows = view.to_components()
    _at_most(found, "rows", len(rows), ROWS)
    for row in rows:
        _at_most(found, "components in a row", len(row["components"]), BUTTONS_IN_ROW)
        for item in row["components"]:
            found += _component_problems(item)
    ids = [item.get("custom_id") for row in rows for item in row["components"]]
    if len(ids) != len(set(ids)):
        found.append(f"a custom_id is used twice: {ids}")
    return found


def _component_problems(item: dict[str, Any]) -> list[str]:
    found: list[str] = []
    _at_most(found, "custom_id", len(item.get("custom_id", "")), CUSTOM_ID)
    _at_most(found, "label", len(item.get("label") or ""), BUTTON_LABEL)
    _at_most(found, "placeholder", len(item.get("placeholder") or ""), PLACEHOLDER)
    options = item.get("options")
    if options is not None:
        _at_most(found, "options", len(options), OPTIONS)
        if not options:
            found.append("a menu has no options")
        if len({option["value"] for option in options}) != len(options):
            found.append("two options have one value")
        for option in options:
            for key in ("label", "value", "description"):
                _at_most(found, f"option {key}", len(option.get(key) or ""), SELECT_TEXT)
    return found


def modal_problems(modal: discord.ui.Modal) -> list[str]:
    """Where a modal passes a limit."""
    found: list[str] = []
    _at_most(found, "modal title", len(modal.title), MODAL_TITLE)
    _at_most(found, "modal items", len(modal.children), MODAL_ITEMS)
    return found


def tree_problems(tree: app_commands.CommandTree[Any]) -> list[str]:
    """Where the slash commands pass a limit."""
    found: list[str] = []
    commands = tree.get_commands()
    _at_most(found, "commands", len(commands), COMMANDS)
    for command in commands:
        payload = command.to_dict(tree)
        _at_most(found, f"text of /{payload['name']}", _text_length(payload), COMMAND_TEXT)
        found += _command_problems(payload, f"/{payload['name']}")
    return found


def _command_problems(payload: dict[str, Any], path: str) -> list[str]:
    found: list[str] = []
    _at_most(found, f"name of {path}", len(payload["name"]), COMMAND_NAME)
    _at_most(found, f"description of {path}", len(payload["description"]), DESCRIPTION)
    options = payload.get("options", [])
    _at_most(found, f"options of {path}", len(options), SUBCOMMANDS)
    _at_most(found, f"choices of {path}", len(payload.get("choices") or []), CHOICES)
    for option in options:
        found += _command_problems(option, f"{path} {option['name']}")
    return found


def _text_length(payload: dict[str, Any]) -> int:
    own = len(payload["name"]) + len(payload["description"])
    own += sum(
        len(str(choice["name"])) + len(str(choice["value"]))
        for choice in payload.get("choices") or []
    )
    return own + sum(_text_length(option) for option in payload.get("options", []))


def _at_most(found: list[str], what: str, size: int, limit: int) -> None:
    if size > limit:
        found.append(f"{what}: {size} of {limit}")
