"""The card of a game that is over: what was played, by whom, how it was won, and its curves."""

from collections.abc import Sequence
from dataclasses import dataclass

from PIL import Image

from renderer.inks import palette as p
from renderer.inks.text import clip, fit, width, wrap
from renderer.page.panel import write
from renderer.page.plot import ALT_LIMIT, TALL, WIDE, Plot, draw_plot

_EDGE = 16
_TITLE, _SMALL = 40, 28
"""Sizes of letters, which a phone shows at half."""
_LARGER = 1.25
_WHY = 3
"""Lines that say how it was won, at most."""


@dataclass(frozen=True)
class Card:
    """Words and curves; `seats` are (side, who played it, what it comes to), winners first."""

    title: str
    scenario: str
    won: str
    why: str
    seats: Sequence[tuple[str, str, str]]
    plots: Sequence[Plot] = ()

    def alt(self) -> str:
        """The picture in words."""
        seats = (f"{side}: {', '.join(filter(None, said))}." for side, *said in self.seats)
        told = [f"{self.title}, {self.scenario}.", self.won, self.why, *seats]
        return clip(" ".join([*told, *(plot.alt() for plot in self.plots)]), ALT_LIMIT)


def draw_card(card: Card, *, large: bool = False) -> Image.Image:
    """The picture: words at the top, the plots below each other."""
    small = round(_SMALL * _LARGER) if large else _SMALL
    room = WIDE - 2 * _EDGE
    why = wrap(card.why, "regular", small, room, _WHY)
    line = round(small * 1.4)
    head = 2 if card.scenario else 1
    seats = _EDGE + round(_TITLE * 1.4) + head * line + len(why) * line + _EDGE
    top = seats + len(card.seats) * line + _EDGE
    page = p.blank(WIDE, top + len(card.plots) * TALL, p.PANEL)
    y = _EDGE + _TITLE * 0.7
    write(page, fit(card.title, "bold", _TITLE, room), _EDGE, y, _TITLE)
    y += _TITLE * 0.7 + line / 2
    if card.scenario:
        scenario = fit(card.scenario, "regular", small, room)
        write(page, scenario, _EDGE, y, small, p.MUTED, "regular")
        y += line
    write(page, fit(card.won, "bold", small, room), _EDGE, y, small, p.GOLD)
    for words in why:
        y += line
        write(page, words, _EDGE, y, small, face="regular")
    for number, seat in enumerate(card.seats):
        _seat(page, seat, seats + (number + 0.5) * line, small)
    for number, plot in enumerate(card.plots):
        page.paste(draw_plot(plot, large=large), (0, top + number * TALL))
    return page


def _seat(page: Image.Image, seat: tuple[str, str, str], y: float, size: int) -> None:
    """A side, who played it, and at the right what it comes to; the name gives way."""
    side, who, score = seat
    end = WIDE - _EDGE - width(score, "bold", size)
    x = write(page, side, _EDGE, y, size) + size / 2
    write(page, fit(who, "regular", size, end - x - size / 2), x, y, size, face="regular")
    write(page, score, end, y, size)
