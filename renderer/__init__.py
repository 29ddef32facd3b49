"""A view in, a picture out: no rules, no chat.

>>> import renderer
>>> renderer.MODES
('crop', 'full')
"""

import io
from collections.abc import Callable, Sequence
from dataclasses import dataclass

from PIL import Image

from engine.core.entries import AnyEntry
from engine.core.view import View
from renderer import draw
from renderer.base import sheet
from renderer.chart import Chart
from renderer.games import iron_blood, iron_blood_chart
from renderer.scene import Scene

MODES = tuple(draw.MODES)


@dataclass(frozen=True, slots=True)
class Picture:
    """A PNG of `width` by `height` pixels; `alt` says in words what it shows (at most 1,024)."""

    png: bytes
    width: int
    height: int
    alt: str


_Artist = tuple[Callable[[], Chart], Callable[[View, Sequence[AnyEntry]], Scene]]

GAMES: dict[str, _Artist] = {
    "iron_blood": (iron_blood_chart.chart, iron_blood.scene),
}


def render(view: View, entries: Sequence[AnyEntry] = (), mode: str = "crop") -> Picture:
    """Draw what `view` shows, with the last action from `entries`.

    `mode` is one of `MODES`: "crop" shows the map round the last action (the
    whole map if nothing happened on it), "full" the whole map with its boxes.
    Entries that the view's seat may not read are left out.
    """
    chart, scene_of = GAMES[view.game]
    scene = scene_of(view, entries)
    image = draw.MODES[mode](chart(), scene)
    return Picture(encode(image), image.width, image.height, scene.alt)


def warm(game_id: str) -> None:
    """Draw a game's base, or fetch it from the cache on disk, before the first picture."""
    sheet(GAMES[game_id][0]())


def encode(image: Image.Image) -> bytes:
    """PNG bytes. Level 5: measured the best of time and size for a full map."""
    out = io.BytesIO()
    image.save(out, "PNG", compress_level=5)
    return out.getvalue()
