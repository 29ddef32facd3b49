"""A view in, a picture out: no rules, no chat.

>>> import renderer
>>> renderer.MODES
('crop', 'full', 'overview', 'nw', 'ne', 'sw', 'se')
"""

import io
from collections.abc import Mapping, Sequence
from dataclasses import dataclass, replace
from itertools import product
from types import MappingProxyType

from PIL import Image

import engine
from engine.core.entries import AnyEntry
from engine.core.overlay import Overlay
from engine.core.rules import HandCard
from engine.core.view import View
from renderer.base.printing import sheet
from renderer.games import ARTISTS, CHARTS
from renderer.inks import palette
from renderer.inks.text import clip
from renderer.page import draw, paint
from renderer.page import standing as roll
from renderer.page.card import Card as Card
from renderer.page.card import draw_card
from renderer.page.film import Patch as Patch
from renderer.page.film import film as film
from renderer.page.film import padded, patch
from renderer.page.hand import ALT_LIMIT, beneath, draw_hand, told
from renderer.page.league import League as League
from renderer.page.league import Line as Line
from renderer.page.league import draw_league
from renderer.page.plot import Curve as Curve
from renderer.page.plot import Plot as Plot
from renderer.page.plot import draw_plot
from renderer.page.windows import CORNERS
from renderer.scenes import compare, layers, standing

PARTS = ("overview", *CORNERS)
"""The whole map as small as a phone's picture, and its quarters."""
MODES = ("crop", "full", *PARTS)
"""Those that every game has; see `modes`."""
THEMES = tuple(palette.THEMES)
GAMES = ARTISTS
BOARDS = tuple(CHARTS)
LOOSE, LEVEL, DENSE = 1, 5, 6
"""How hard a picture is packed: one that nobody is sent, others, and one with an overlay, whose
tones take more room.

On a whole map (2,028 x 1,695 pixels) level 3 takes 25 ms for 376 kB, 5 takes 38 ms for 326 kB,
6 takes 58 ms for 310 kB; lossless WebP, which must go through RGB, 112 ms for 339 kB; JPEG is
twice as large. The largest map (2,569 x 2,657) under an overlay: 625 kB at level 5, 580 at 6.
"""


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG of `width` by `height` pixels; `alt` says in words what it shows (at most 1,024)."""

    png: bytes
    width: int
    height: int
    alt: str


@dataclass(frozen=True, slots=True)
class Shot(Picture):
    """A picture of a film, and what of it differs from the one before."""

    patch: Patch


def render(
    view: View,
    entries: Sequence[AnyEntry] = (),
    mode: str = "crop",
    *,
    theme: str = "light",
    large: bool = False,
    overlay: Overlay | None = None,
    before: View | None = None,
    focus: Sequence[str] = (),
) -> Picture:
    """Draw what `view` shows, with the last action from `entries`.

    `mode` is one of `modes`: "crop" shows the map round the last action (in up to three
    parts where that is spread, an overview where it is all over the map), "full" the whole
    map with its boxes, "overview" the whole map at the width of a phone's picture, "nw", "ne",
    "sw", "se" a quarter of it from closer by, "mat" what lies before the players.
    `theme` is one of `THEMES`; `large` is large print for phones. An `overlay` is
    laid over the map. With `before`, an earlier view of the game, what has changed
    since is marked, in place of the last action. With `focus`, ids of places, a crop
    shows these. Entries that the view's seat may not read are left out.

    >>> picture = render(engine.new_game("iron_blood").view(None))
    >>> picture.width, picture.png[1:4], picture.alt[:37]
    (800, b'PNG', '1941 Clear, Set-up. Axis to act: Depl')
    """
    image, alt = _map(view, entries, mode, large, overlay, before, focus)
    return _picture(image, alt, theme, DENSE if overlay else LEVEL)


def shot(
    view: View,
    entries: Sequence[AnyEntry] = (),
    *,
    theme: str = "light",
    large: bool = False,
    before: View | None = None,
    under: bytes = b"",
    tall: int = 0,
    hands: Sequence[tuple[str, Sequence[str]]] = (),
) -> Shot:
    """A picture for a `film`: an overview, and what of it differs from the PNG `under`.

    It is at least `tall` pixels tall, and no less than `under`, which stood before it. `hands`
    are (side, its cards) that stand below, open for everybody.
    """
    image, alt = _map(view, entries, "overview", large, None, before, ())
    if hands:
        image = beneath(image, hands, draw.LARGE_WORDS if large else 1.0)
        alt = clip(f"{told(hands)} {alt}", ALT_LIMIT)
    below = Image.open(io.BytesIO(under)) if under else None
    image = padded(image, max(tall, below.height if below else 0))
    changed = patch(image, below, theme)
    picture = _picture(image, alt, theme, LOOSE)  # what the next one is laid over
    return Shot(picture.png, picture.width, picture.height, alt, changed)


def _map(
    view: View,
    entries: Sequence[AnyEntry],
    mode: str,
    large: bool,
    overlay: Overlay | None,
    before: View | None,
    focus: Sequence[str],
) -> tuple[Image.Image, str]:
    """A map in the palette, and what it shows in words."""
    artist = ARTISTS[view.game]
    scene = artist.scene(view, () if before else entries)
    if focus:
        scene = replace(
            scene, focus=tuple(artist.names.cells[p] for p in focus if p in artist.names.cells)
        )
    if before is not None:
        scene = compare.difference(artist.scene(before, ()), scene)
    if overlay is not None:
        scene = layers.with_overlay(artist, scene, overlay)
    return draw.MODES[mode](artist.chart(), scene, large), scene.alt


def here(view: View, place: str, *, theme: str = "light", large: bool = False) -> Picture:
    """Who stands in a place of the map, each piece with its strength. KeyError: no such place."""
    artist = ARTISTS[view.game]
    scene = artist.scene(view, ())
    found = standing.standing(artist, view, scene, place)
    rows = [(named.piece, named.name, ", ".join(named.details)) for named in found.pieces]
    words = draw.LARGE_WORDS if large else 1.0
    image = roll.page(artist.chart(), scene, found.cell, found.head, rows, words)
    return _picture(image, found.alt(), theme)


def here_in_words(view: View, place: str) -> tuple[str, list[str]]:
    """The same as a title and lines: each side, and its pieces."""
    artist = ARTISTS[view.game]
    found = standing.standing(artist, view, artist.scene(view, ()), place)
    return found.head, found.lines()


def stands(view: View) -> list[tuple[str, str]]:
    """(place, words) of every place on the map in which somebody stands, the tallest first."""
    artist = ARTISTS[view.game]
    return standing.stands(artist, view, artist.scene(view, ()))


def modes(game_id: str) -> tuple[str, ...]:
    """The modes that a game has pictures in.

    >>> modes("iron_blood")[:2]
    ('crop', 'full')
    """
    return (*MODES, "mat") if ARTISTS[game_id].mats else MODES


def cards(
    held: Sequence[HandCard],
    title: str,
    *,
    orders: Mapping[str, str] = MappingProxyType({}),
    theme: str = "light",
    large: bool = False,
) -> Picture:
    """A hand as a picture of its cards; `orders`: id of a card -> how it is played now."""
    image, alt = draw_hand(held, title, orders, large=large)
    return _picture(image, alt, theme)


def plot(what: Plot, *, theme: str = "light", large: bool = False) -> Picture:
    """Curves over a scale."""
    return _picture(draw_plot(what, large=large), what.alt(), theme)


def card(what: Card, *, theme: str = "light", large: bool = False) -> Picture:
    """How a game ended, with its curves."""
    return _picture(draw_card(what, large=large), what.alt(), theme)


def league(what: League, *, theme: str = "light", large: bool = False) -> Picture:
    """How a league stands."""
    return _picture(draw_league(what, large=large), what.alt(), theme)


def empty(game_id: str, theme: str = "light") -> Picture:
    """The map of one of `BOARDS` with nothing on it."""
    return _picture(sheet(CHARTS[game_id]()).copy(), "The empty map.", theme)


def warm(game_id: str) -> None:
    """Have a game's base ready before the first picture, and the letters and counters of its start.

    The base is drawn, or fetched from the cache on disk.
    """
    chart = CHARTS[game_id]()
    draw.warm(chart)
    if game_id in ARTISTS:
        paint.names(chart)
        view = engine.new_game(game_id).view(None)
        for mode, large in product(("crop", "full"), (False, True)):
            render(view, (), mode, large=large)


def _picture(image: Image.Image, alt: str, theme: str, level: int = LEVEL) -> Picture:
    image.putpalette(palette.palette(theme))
    return Picture(encode(image, level), image.width, image.height, alt)


def encode(image: Image.Image, level: int = LEVEL) -> bytes:
    """PNG bytes in 256 colours."""
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=level)
    return out.getvalue()
