"""Where what is sent to Discord passes one of its limits: one walk over any call of its API.

`problems` knows commands, messages, answers, lists and boxes by what a call carries, so nothing
that is added has to be named here. The tests hold every call of the bot to it; the bot itself its
commands before it registers them (`client.Umpire`). An empty list means that all is well.
"""

import re
from collections.abc import Iterator, Mapping, Sequence
from typing import Any

from bot.words import limits

Json = Mapping[str, Any]


def problems(method: str, path: str, body: Any, files: Sequence[int] = ()) -> list[str]:
    """What is too large in a call; `files` are the sizes of its files in bytes."""
    if method == "PUT" and path.endswith("/commands"):
        return commands(body or ())
    found = [*_files(files)]
    if not isinstance(body, Mapping):
        return found
    if path.endswith("/callback"):
        return [*found, *answer(body)]
    if path.endswith("/threads"):
        return [*found, *_most("name of a thread", len(body.get("name") or ""), limits.THREAD)]
    return [*found, *message(body)]


# commands ------------------------------------------------------------------------------


def commands(payloads: Sequence[Json]) -> list[str]:
    """All commands of the bot, as they are registered at once."""
    kinds = [payload.get("type", SLASH) for payload in payloads]
    found = [*_most("slash commands", kinds.count(SLASH), limits.COMMANDS)]
    for kind in set(kinds) - {SLASH}:
        found += _most(f"menu commands of type {kind}", kinds.count(kind), limits.MENU_COMMANDS)
    found += _twice("a command", [f"{p.get('type', SLASH)} {p['name']}" for p in payloads])
    for payload in payloads:
        path = f"/{payload['name']}"
        found += _most(f"text of {path}", _length(payload), limits.COMMAND_TEXT)
        found += _command(payload, path, slash=payload.get("type", SLASH) == SLASH)
    return found


SLASH = 1
"""A slash command among the types of commands; the others stand in menus and may have blanks."""
NAME = re.compile(r"[-_'\w]{1,32}")


def _command(payload: Json, path: str, *, slash: bool = True) -> Iterator[str]:
    """A command, a group of them, or an option."""
    for language, name in _said(payload, "name"):
        yield from _most(f"name of {path}{language}", len(name), limits.COMMAND_NAME)
        if slash and (NAME.fullmatch(name) is None or name != name.lower()):
            yield f"name of {path}{language}: {name!r} is no name for Discord"
    for language, text in _said(payload, "description"):
        yield from _most(f"description of {path}{language}", len(text), limits.DESCRIPTION)
        if slash and not text:
            yield f"description of {path}{language}: there is none"
    options = payload.get("options") or ()
    yield from _most(f"options of {path}", len(options), limits.COMMAND_OPTIONS)
    languages = {language for option in options for language, _ in _said(option, "name")}
    for language in sorted({"", *languages}):
        names = [dict(_said(option, "name")).get(language, option["name"]) for option in options]
        yield from _twice(f"an option of {path}{language}", names)
    needed = [bool(option.get("required")) for option in options]
    if needed != sorted(needed, reverse=True):
        yield f"options of {path}: one that may be left out stands before one that may not"
    yield from _choices(payload.get("choices") or (), path)
    for option in options:
        yield from _command(option, f"{path} {option['name']}")


def _choices(choices: Sequence[Json], path: str) -> Iterator[str]:
    """The fixed choices of an option, or what a list offers while somebody types."""
    yield from _most(f"choices of {path}", len(choices), limits.CHOICES)
    for choice in choices:
        for language, name in _said(choice, "name"):
            yield from _most(f"choice of {path}{language}", len(name), limits.CHOICE)
            if not name:
                yield f"choice of {path}{language}: it has no name"
        yield from _most(f"value of {path}", len(str(choice["value"])), limits.CHOICE)


def _said(payload: Json, key: str) -> Iterator[tuple[str, str]]:
    """A name or description in all its languages: (" in de", text), "" for the usual one."""
    yield "", payload.get(key) or ""
    for language, text in (payload.get(f"{key}_localizations") or {}).items():
        yield f" in {language}", text


def _length(payload: Json) -> int:
    """Characters of a command; of several languages the longest counts."""
    own = sum(max(len(text) for _, text in _said(payload, key)) for key in ("name", "description"))
    for choice in payload.get("choices") or ():
        own += max(len(name) for _, name in _said(choice, "name")) + len(str(choice["value"]))
    return own + sum(_length(option) for option in payload.get("options") or ())


# answers and messages --------------------------------------------------------------------


def answer(body: Json) -> list[str]:
    """The first answer to an interaction: a message, a list, or a box."""
    data = body.get("data") or {}
    if body.get("type") == AUTOCOMPLETE:
        return [*_choices(data.get("choices") or (), "a list")]
    return box(data) if body.get("type") == MODAL else message(data)


AUTOCOMPLETE, MODAL = 8, 9
"""Types of answers."""


def message(body: Json) -> list[str]:
    """A message, new or edited."""
    found = [*_most("content", len(body.get("content") or ""), limits.MESSAGE)]
    found += _most("nonce", len(str(body.get("nonce") or "")), limits.NONCE)
    found += _embeds(body.get("embeds") or ())
    found += _components(body.get("components") or ())
    told = body.get("attachments") or ()
    found += _most("attachments", len(told), limits.FILES)
    for file in told:
        found += _most("alt text", len(file.get("description") or ""), limits.ALT_TEXT)
    return found


def box(body: Json) -> list[str]:
    """A box to write in."""
    found = [*_most("title of a box", len(body.get("title") or ""), limits.BOX_TITLE)]
    found += _most("custom_id", len(body.get("custom_id") or ""), limits.CUSTOM_ID)
    rows = body.get("components") or ()
    found += _most("rows of a box", len(rows), limits.ROWS)
    if not rows:
        found.append("a box has nothing in it")
    return [*found, *_ids(rows), *(said for item in _all(rows) for said in _item(item))]


def _files(sizes: Sequence[int]) -> Iterator[str]:
    yield from _most("files", len(sizes), limits.FILES)
    yield from _most("bytes of files", sum(sizes), limits.FILE_BYTES)


def _embeds(embeds: Sequence[Json]) -> Iterator[str]:
    yield from _most("embeds", len(embeds), limits.EMBEDS)
    total = 0
    for embed in embeds:
        footer, author = embed.get("footer") or {}, embed.get("author") or {}
        parts = [
            ("title", embed.get("title"), limits.EMBED_NAME),
            ("description", embed.get("description"), limits.EMBED_TEXT),
            ("footer", footer.get("text"), limits.EMBED_FOOTER),
            ("author", author.get("name"), limits.EMBED_NAME),
        ]
        fields = embed.get("fields") or ()
        yield from _most("fields of an embed", len(fields), limits.EMBED_FIELDS)
        for field in fields:
            parts.append(("field name", field.get("name"), limits.EMBED_NAME))
            parts.append(("field value", field.get("value"), limits.EMBED_VALUE))
        for what, text, limit in parts:
            yield from _most(f"{what} of an embed", len(text or ""), limit)
            total += len(text or "")
    yield from _most("text of all embeds", total, limits.EMBEDS_TEXT)


ROW, TEXT_DISPLAY = 1, 10
"""Types of components."""


def _components(rows: Sequence[Json]) -> Iterator[str]:
    """Buttons, menus, and layouts of the second version."""
    if all(row.get("type") == ROW for row in rows):
        yield from _most("rows", len(rows), limits.ROWS)
    every = [*_all(rows)]
    yield from _most("components", len(every), limits.COMPONENTS)
    shown = sum(len(item.get("content") or "") for item in every if item["type"] == TEXT_DISPLAY)
    yield from _most("text displays", shown, limits.TEXT_DISPLAYS)
    yield from _ids(rows)
    for item in every:
        yield from _item(item)


def _all(components: Sequence[Json]) -> Iterator[Json]:
    """Components with those in them."""
    for item in components:
        yield item
        inner = [*(item.get("components") or ())]
        inner += [item[key] for key in ("component", "accessory") if item.get(key)]
        yield from _all(inner)


def _ids(rows: Sequence[Json]) -> Iterator[str]:
    yield from _twice(
        "custom_id", [item["custom_id"] for item in _all(rows) if "custom_id" in item]
    )


def _item(item: Json) -> Iterator[str]:
    """One component."""
    in_row = len(item.get("components") or ()) if item.get("type") == ROW else 0
    yield from _most("components in a row", in_row, limits.BUTTONS_IN_ROW)
    yield from _most("custom_id", len(item.get("custom_id") or ""), limits.CUSTOM_ID)
    label = limits.BOX_LABEL if "component" in item else limits.BUTTON_LABEL
    yield from _most("label", len(item.get("label") or ""), label)
    for key, limit in (
        ("placeholder", limits.PLACEHOLDER),
        ("value", limits.MODAL_TEXT),
        ("max_length", limits.MODAL_TEXT),
    ):
        size = item.get(key) or 0
        yield from _most(key, size if isinstance(size, int) else len(size), limit)
    if (options := item.get("options")) is not None:
        yield from _options(options)


def _options(options: Sequence[Json]) -> Iterator[str]:
    yield from _most("options", len(options), limits.OPTIONS)
    if not options:
        yield "a menu has no options"
    yield from _twice("a value", [option["value"] for option in options])
    for option in options:
        for key in ("label", "value", "description"):
            yield from _most(f"option {key}", len(option.get(key) or ""), limits.SELECT_TEXT)


def _twice(what: str, names: Sequence[str]) -> Iterator[str]:
    again = sorted({name for name in names if names.count(name) > 1})
    if again:
        yield f"{what} is there twice: {', '.join(again)}"


def _most(what: str, size: int, limit: int) -> Iterator[str]:
    if size > limit:
        yield f"{what}: {size} of {limit}"
