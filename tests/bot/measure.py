"""Where what we send to Discord passes one of its limits; the simulated one enforces few."""

from typing import Any

import discord
from discord import app_commands

from bot.words.limits import (
    BUTTON_LABEL,
    BUTTONS_IN_ROW,
    CHOICES,
    CUSTOM_ID,
    OPTIONS,
    PLACEHOLDER,
    ROWS,
    SELECT_TEXT,
)

MODAL_TITLE = 45
MODAL_ITEMS = 5
COMMANDS = 100
SUBCOMMANDS = 25
COMMAND_TEXT = 8_000
COMMAND_NAME = 32
DESCRIPTION = 100
"""Limits that we never come near: here alone they are looked at."""


def view_problems(view: discord.ui.View) -> list[str]:
    """Where a message's buttons and menus pass a limit."""
    found: list[str] = []
    rows = view.to_components()
    _at_most(found, "rows", len(rows), ROWS)
    for row in rows:
        _at_most(found, "components in a row", len(row["components"]), BUTTONS_IN_ROW)
        for item in row["components"]:
            found += component_problems(item)
    ids = [item.get("custom_id") for row in rows for item in row["components"]]
    if len(ids) != len(set(ids)):
        found.append(f"a custom_id is used twice: {ids}")
    return found


def component_problems(item: dict[str, Any]) -> list[str]:
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
    _at_most(found, f"description of {path}", len(payload.get("description", "")), DESCRIPTION)
    options = payload.get("options", [])
    _at_most(found, f"options of {path}", len(options), SUBCOMMANDS)
    _at_most(found, f"choices of {path}", len(payload.get("choices") or []), CHOICES)
    for option in options:
        found += _command_problems(option, f"{path} {option['name']}")
    return found


def _text_length(payload: dict[str, Any]) -> int:
    own = len(payload["name"]) + len(payload.get("description", ""))  # a menu's entry has none
    own += sum(
        len(str(choice["name"])) + len(str(choice["value"]))
        for choice in payload.get("choices") or []
    )
    return own + sum(_text_length(option) for option in payload.get("options", []))


def _at_most(found: list[str], what: str, size: int, limit: int) -> None:
    if size > limit:
        found.append(f"{what}: {size} of {limit}")
