"""Letters: fonts from the package, text as sprites, wrapping and cutting."""

from bisect import bisect_right
from collections.abc import Sequence
from functools import lru_cache
from pathlib import Path
from typing import Literal

from PIL import Image, ImageDraw, ImageFont

from renderer.inks.palette import PAINT, Rgb, blank, blend
from renderer.inks.sprite import Sprite

Face = Literal["bold", "regular", "italic"]

_FILES = {
    "bold": "RobotoCondensed-Bold.ttf",
    "regular": "RobotoCondensed-Regular.ttf",
    "italic": "Caladea-Italic.ttf",
}
_NARROW = 0.15
"""No letter is narrower, in sizes."""
_FONTS = Path(__file__).parents[1] / "fonts"


def font(face: Face, size: float) -> ImageFont.FreeTypeFont:
    """One of the three faces that the package brings along, `size` in pixels."""
    return _font(face, max(1, round(size)))


@lru_cache(maxsize=256)
def _font(face: Face, size: int) -> ImageFont.FreeTypeFont:
    return ImageFont.truetype(
        str(_FONTS / _FILES[face]), size, layout_engine=ImageFont.Layout.BASIC
    )


@lru_cache(maxsize=4096)
def width(text: str, face: Face, size: float) -> float:
    """Pixels that `text` takes."""
    return font(face, size).getlength(text)


@lru_cache(maxsize=4096)  # the numbers of all hexes of a map among them
def text_sprite(
    text: str,
    face: Face,
    size: int,
    ink: Rgb,
    back: Rgb,
    halo: int = 0,
    group: range = PAINT,
) -> Sprite:
    """`text` in `ink`, its edges blended into `back`.

    With a `halo` (pixels) it brings its own ground in `back`; without, the
    ground must be `back` already. Letters that belong to the map are of the
    palette's `BASE`. The anchor is the middle of the text.
    """
    chosen = font(face, size)
    left, _, right, _ = chosen.getbbox(text)
    pad = halo + 1
    box = (int(right - left) + 2 * pad, size + size // 3 + 2 * pad)
    at = (pad - left, box[1] // 2)
    core = Image.new("L", box, 0)
    ImageDraw.Draw(core).text(at, text, 255, chosen, anchor="lm")
    ground = core
    if halo:
        ground = Image.new("L", box, 0)
        ImageDraw.Draw(ground).text(at, text, 255, chosen, anchor="lm", stroke_width=halo)
    threshold = 100 if halo else 12
    mask = ground.point([0] * threshold + [255] * (256 - threshold), "1")
    image = blank(*box)
    image.paste(core.point(blend(back, ink, group)))
    return Sprite(image, mask, -box[0] // 2, -box[1] // 2)


def fit(text: str, face: Face, size: int, room: float) -> str:
    """`text`, cut with an ellipsis where it is wider than `room` pixels."""
    most = int(max(0.0, room) / (size * _NARROW)) + 1
    if len(text) <= most and width(text, face, size) <= room:
        return text
    measured = font(face, size).getlength
    fits = bisect_right(range(min(most, len(text))), room, key=lambda n: measured(text[:n] + "…"))
    return text[: max(0, fits - 1)].rstrip(" ,;:") + "…"


def wrap(text: str, face: Face, size: int, room: float, lines: int) -> list[str]:
    """`text` in at most `lines` lines of `room` pixels; the last is cut."""
    out: list[str] = []
    words = text.split()
    space = width(" ", face, size)
    start = 0
    while start < len(words) and len(out) < lines - 1:
        end, used = start + 1, width(words[start], face, size)
        while end < len(words) and used + space + width(words[end], face, size) <= room:
            used += space + width(words[end], face, size)
            end += 1
        out.append(fit(" ".join(words[start:end]), face, size, room))
        start = end
    if start < len(words):
        out.append(fit(" ".join(words[start:]), face, size, room))
    return out


def whole(sentences: Sequence[str], face: Face, size: int, room: float, lines: int) -> list[str]:
    """The first of `sentences` that `lines` lines hold, and how many are left out."""

    def wrapped(kept: int) -> list[str]:
        left = len(sentences) - kept
        more = [f"And {left} more."] if left else []
        return wrap(" ".join([*sentences[:kept], *more]), face, size, room, lines + 1)

    if len(found := wrapped(len(sentences))) <= lines:
        return found
    fits = bisect_right(range(1, len(sentences)), lines, key=lambda n: len(wrapped(n)))
    return wrapped(fits) if fits else wrap(" ".join(sentences), face, size, room, lines)


def clip(text: str, limit: int) -> str:
    """At most `limit` characters, cut at a word."""
    if len(text) <= limit:
        return text
    return text[: limit - 1].rsplit(" ", 1)[0].rstrip(",;:. ") + "…"
