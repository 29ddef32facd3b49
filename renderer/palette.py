"""One palette of 256 colours for bases, sprites and pictures.

Everything is drawn in these colours, so a picture is a paletted PNG from the
start and nothing is quantized while an order waits. Sides are told apart by
blue against vermilion, by dark against light and by shape (see `counters`).
"""

from functools import cache

from PIL import Image

Rgb = tuple[int, int, int]

INK: Rgb = (40, 35, 31)
PAPER: Rgb = (247, 242, 229)
WHITE: Rgb = (255, 255, 252)

CLEAR: Rgb = (237, 229, 206)
HOME: Rgb = (224, 221, 211)
SWAMP: Rgb = (207, 219, 193)
MOUNTAIN: Rgb = (220, 203, 172)
SHALLOW: Rgb = (219, 233, 238)
DEEP: Rgb = (164, 197, 215)
COAST: Rgb = (84, 110, 128)
STREAM: Rgb = (128, 170, 198)
RIVER: Rgb = (52, 112, 168)
RIVER_EDGE: Rgb = (24, 62, 108)
GRID: Rgb = (152, 142, 120)
MARSH: Rgb = (98, 138, 118)
RIDGE: Rgb = (138, 108, 72)
BORDER: Rgb = (122, 70, 128)

AXIS: Rgb = (66, 88, 112)
AXIS_DARK: Rgb = (30, 42, 58)
AXIS_LIGHT: Rgb = (178, 196, 212)
SOVIET: Rgb = (204, 78, 40)
SOVIET_DARK: Rgb = (112, 30, 14)
SOVIET_LIGHT: Rgb = (246, 192, 156)
NEUTRAL: Rgb = (138, 134, 126)

PANEL: Rgb = (34, 41, 48)
PANEL_SOFT: Rgb = (58, 67, 76)
MUTED: Rgb = (168, 174, 176)
GOLD: Rgb = (242, 194, 48)
RED: Rgb = (190, 38, 34)
SKY: Rgb = (122, 178, 218)
MUD: Rgb = (184, 138, 92)

SIDE = (AXIS, SOVIET)
SIDE_DARK = (AXIS_DARK, SOVIET_DARK)
SIDE_LIGHT = (AXIS_LIGHT, SOVIET_LIGHT)


def mix(a: Rgb, b: Rgb, t: float) -> Rgb:
    """`a` at 0, `b` at 1."""
    return (
        round(a[0] + (b[0] - a[0]) * t),
        round(a[1] + (b[1] - a[1]) * t),
        round(a[2] + (b[2] - a[2]) * t),
    )


def shade(colour: Rgb, by: int) -> Rgb:
    """Lighter or darker by so many steps of 255."""
    r, g, b = (max(0, min(255, v + by)) for v in colour)
    return r, g, b


FADED = 0.55
"""How far the world around the playing area goes towards paper."""

RELIEF = (-36, -23, -11, 0, 9)
"""The steps of light and shadow on land."""

# Pairs of colours that meet in a picture, and how many tones lie between them.
_RAMPS: tuple[tuple[Rgb, Rgb, int], ...] = (
    (SHALLOW, DEEP, 9),
    (INK, PAPER, 12),
    (INK, WHITE, 6),
    (AXIS, PAPER, 8),
    (AXIS_DARK, AXIS, 4),
    (AXIS_DARK, AXIS_LIGHT, 6),
    (AXIS_LIGHT, WHITE, 3),
    (SOVIET, PAPER, 8),
    (SOVIET_DARK, SOVIET, 4),
    (SOVIET_DARK, SOVIET_LIGHT, 6),
    (SOVIET_LIGHT, WHITE, 3),
    (PANEL, WHITE, 10),
    (PANEL, MUTED, 5),
    (PANEL_SOFT, WHITE, 6),
    (PANEL, GOLD, 4),
    (GOLD, INK, 5),
    (GOLD, PAPER, 4),
    (RED, CLEAR, 5),
    (RED, WHITE, 4),
    (GRID, CLEAR, 5),
    (GRID, DEEP, 3),
    (STREAM, CLEAR, 5),
    (COAST, CLEAR, 4),
    (COAST, SHALLOW, 4),
    (RIVER, CLEAR, 5),
    (RIVER, RIVER_EDGE, 3),
    (RIVER_EDGE, CLEAR, 4),
    (MARSH, SWAMP, 4),
    (RIDGE, MOUNTAIN, 5),
    (BORDER, CLEAR, 5),
    (NEUTRAL, PAPER, 4),
    (NEUTRAL, INK, 3),
    (SKY, WHITE, 3),
    (SKY, PANEL, 3),
    (MUD, PAPER, 3),
    (MUD, PANEL, 3),
)


def _colours() -> list[Rgb]:
    found: dict[Rgb, None] = {(0, 0, 0): None, (255, 255, 255): None}
    for land in (CLEAR, HOME, SWAMP, MOUNTAIN):
        for step in RELIEF:
            found[shade(land, step)] = None
        for step in (-22, -6, 6, 18):
            found[fade(shade(land, step))] = None
    for t in (0.0, 0.5, 1.0):
        found[fade(mix(SHALLOW, DEEP, t))] = None
    for a, b, steps in _RAMPS:
        for i in range(steps + 1):
            found[mix(a, b, i / steps)] = None
    return list(found)


def fade(colour: Rgb) -> Rgb:
    """How the land around the playing area is drawn."""
    return mix(colour, PAPER, FADED)


COLOURS: list[Rgb] = _colours()

_BYTES = bytes(v for colour in COLOURS for v in colour).ljust(768, b"\0")


def blank(width: int, height: int, colour: Rgb = PAPER) -> Image.Image:
    """A new picture in the palette."""
    image = Image.new("P", (width, height), nearest(colour))
    image.putpalette(_BYTES)
    return image


def quantize(image: Image.Image) -> Image.Image:
    """An RGB image in the palette, without dither (dither does not compress)."""
    return image.quantize(palette=_reference(), dither=Image.Dither.NONE)


@cache
def _reference() -> Image.Image:
    return blank(1, 1)


@cache
def nearest(colour: Rgb) -> int:
    """The index of the closest colour."""
    r, g, b = colour

    def distance(i: int) -> int:
        x, y, z = COLOURS[i]
        return 2 * (x - r) ** 2 + 4 * (y - g) ** 2 + 3 * (z - b) ** 2

    return min(range(len(COLOURS)), key=distance)


@cache
def blend(back: Rgb, front: Rgb) -> bytes:
    """A table from coverage (0..255) to the palette: `back` at 0, `front` at 255."""
    steps = [nearest(mix(back, front, i / 16)) for i in range(17)]
    return bytes(steps[(i + 8) * 16 // 263] for i in range(256))
