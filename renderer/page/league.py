"""The table of a league, as wide as a phone shows it: place, name, points, what parts equals."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image, ImageDraw

from renderer.inks import palette as p
from renderer.inks.text import Face, clip, fit, width
from renderer.page.panel import write
from renderer.page.plot import ALT_LIMIT, WIDE

_EDGE = 16
_TITLE, _SMALL, _WORDS = 40, 26, 30
"""Sizes of letters, which a phone shows at half."""
_LARGER = 1.2
_GAP = 22
"""Between columns."""

MOST = 40
"""Rows of a picture: more of them are pages of text."""


@dataclass(frozen=True)
class Line:
    """Somebody: place, name, figures as the columns say; one who has left is drawn paler."""

    place: str
    name: str
    figures: Sequence[str]
    left: bool = False


@dataclass(frozen=True)
class League:
    """Groups of lines, each with its name ("" for the only one)."""

    title: str
    head: str
    columns: Sequence[str]
    groups: Sequence[tuple[str, Sequence[Line]]]

    def alt(self) -> str:
        """The picture in words."""
        told = [f"{self.title}, {self.head}."]
        for name, lines in self.groups:
            told += [f"{name}:"] if name else []
            told += [f"{one.place} {one.name} {one.figures[0]}." for one in lines]
        return clip(" ".join(told), ALT_LIMIT)


def draw_league(table: League, *, large: bool = False) -> Image.Image:
    """The picture: of many people the first."""
    words = round(_WORDS * _LARGER) if large else _WORDS
    small = round(_SMALL * _LARGER) if large else _SMALL
    groups, room = [], MOST
    for name, lines in table.groups:
        groups.append((name, lines[:room]))
        room -= len(lines[:room])
    row = round(words * 1.5)
    count = sum(len(lines) + bool(name) for name, lines in groups)
    top = _EDGE + round(_TITLE * 1.4) + 2 * row
    page = p.blank(WIDE, top + count * row + _EDGE, p.PANEL)
    shown = [line for _, lines in groups for line in lines]
    ends = _ends(table.columns, shown, words, small)
    title = fit(table.title, "bold", _TITLE, WIDE - 2 * _EDGE)
    write(page, title, _EDGE, _EDGE + _TITLE * 0.7, _TITLE)
    head = fit(table.head, "regular", small, WIDE - 2 * _EDGE)
    write(page, head, _EDGE, _EDGE + _TITLE * 1.4 + row / 2, small, p.MUTED, "regular")
    for end, column in zip(ends, table.columns, strict=True):
        at = end - width(column, "bold", small)
        write(page, column, at, top - row / 2, small, p.GOLD)
    y = float(top)
    for name, lines in groups:
        if name:
            write(
                page, fit(name, "bold", words, WIDE - 2 * _EDGE), _EDGE, y + row / 2, words, p.GOLD
            )
            y += row
        for number, line in enumerate(lines):
            if number:
                rule = round(y)
                ImageDraw.Draw(page).line(
                    (_EDGE, rule, WIDE - _EDGE, rule), fill=p.nearest(p.PANEL_SOFT)
                )
            _line(page, line, y + row / 2, ends, words)
            y += row
    return page


def _ends(columns: Sequence[str], lines: Sequence[Line], words: int, small: int) -> list[float]:
    """Where each column ends, from the left."""
    wide = [
        max([width(name, "bold", small), *(width(one.figures[n], "bold", words) for one in lines)])
        for n, name in enumerate(columns)
    ]
    return [
        WIDE - _EDGE - sum(wide[n + 1 :]) - _GAP * (len(wide) - n - 1) for n in range(len(wide))
    ]


def _line(page: Image.Image, line: Line, y: float, ends: Sequence[float], size: int) -> None:
    """Points stand bold, the name gives way to the figures."""
    ink = p.MUTED if line.left else p.WHITE
    indent = _EDGE + width("00.", "bold", size)
    write(page, line.place, indent - width(line.place, "bold", size), y, size, ink)
    start = ends[0] - width(line.figures[0], "bold", size)
    name = fit(line.name, "regular", size, start - indent - 1.5 * _GAP)
    write(page, name, indent + _GAP / 2, y, size, ink, "regular")
    for number, (end, text) in enumerate(zip(ends, line.figures, strict=True)):
        face: Face = "regular" if number else "bold"
        write(page, text, end - width(text, face, size), y, size, ink, face)
