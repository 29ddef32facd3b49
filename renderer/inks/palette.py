"""One layout of 256 colours for bases, sprites and pictures; a theme is another set of values.

Everything is drawn in the colours below, which are those of the light theme, and
kept as indexes from the start: nothing is quantized while an order waits. An
index is a recipe (`Tone`), so that a theme swaps named colours and all tones
between them follow. A picture gets its theme when it is encoded; a base and a
sprite are drawn once for all themes.

Three groups share the indexes: `BASE` for the printed map, whose lightness a
dark theme turns round; `PAINT` for counters, marks and the panel, which look
alike in light and dark; and the tints of overlays (see `tinted`).
"""

from collections.abc import Iterator, Mapping
from dataclasses import dataclass, field
from functools import cache

from PIL import Image

Rgb = tuple[int, int, int]

INK: Rgb = (40, 35, 31)
PAPER: Rgb = (247, 242, 229)
WHITE: Rgb = (255, 255, 252)

# The printed map.
CLEAR: Rgb = (237, 229, 206)
HOME: Rgb = (224, 221, 211)
SWAMP: Rgb = (207, 219, 193)
MOUNTAIN: Rgb = (220, 203, 172)
WOODS: Rgb = (200, 210, 170)
ROUGH: Rgb = (229, 214, 188)
DESERT: Rgb = (243, 230, 190)
SHALLOW: Rgb = (219, 233, 238)
DEEP: Rgb = (164, 197, 215)
COAST: Rgb = (84, 110, 128)
STREAM: Rgb = (128, 170, 198)
RIVER: Rgb = (52, 112, 168)
RIVER_EDGE: Rgb = (24, 62, 108)
GRID: Rgb = (152, 142, 120)
MARSH: Rgb = (98, 138, 118)
RIDGE: Rgb = (138, 108, 72)
TREE: Rgb = (96, 122, 70)
RAIL: Rgb = (92, 82, 76)
BORDER: Rgb = (122, 70, 128)
FRONT: Rgb = (166, 52, 60)
EARTH: Rgb = (104, 78, 46)

# Liveries: the colours of counters. 0 and 1 are the two sides of most games.
AXIS: Rgb = (66, 88, 112)
AXIS_DARK: Rgb = (30, 42, 58)
AXIS_LIGHT: Rgb = (178, 196, 212)
SOVIET: Rgb = (200, 74, 36)
SOVIET_DARK: Rgb = (112, 30, 14)
SOVIET_LIGHT: Rgb = (246, 192, 156)
PALE: Rgb = (216, 214, 204)
PALE_DARK: Rgb = (62, 60, 66)
PALE_LIGHT: Rgb = (250, 250, 246)
BROWN: Rgb = (112, 82, 52)
BROWN_DARK: Rgb = (58, 40, 22)
BROWN_LIGHT: Rgb = (214, 192, 164)
ALLY: Rgb = (46, 124, 126)
ALLY_DARK: Rgb = (14, 58, 60)
ALLY_LIGHT: Rgb = (166, 220, 222)
NEUTRAL: Rgb = (118, 114, 106)

# Panel and marks.
PANEL: Rgb = (34, 41, 48)
PANEL_SOFT: Rgb = (58, 67, 76)
MUTED: Rgb = (168, 174, 176)
GOLD: Rgb = (242, 194, 48)
RED: Rgb = (190, 38, 34)
GOOD: Rgb = (38, 122, 92)
SKY: Rgb = (122, 178, 218)
MUD: Rgb = (184, 138, 92)

SIDE = (AXIS, SOVIET, PALE, BROWN, ALLY)
SIDE_DARK = (AXIS_DARK, SOVIET_DARK, PALE_DARK, BROWN_DARK, ALLY_DARK)
SIDE_LIGHT = (AXIS_LIGHT, SOVIET_LIGHT, PALE_LIGHT, BROWN_LIGHT, ALLY_LIGHT)
SIDE_INK = (WHITE, WHITE, PALE_DARK, WHITE, WHITE)
"""What is written on a face of `SIDE`."""

TINTS = (AXIS, SOVIET, PALE_LIGHT, BROWN, ALLY, GOOD, RED, GOLD)
"""What cells of a base can be tinted with: a livery, good, bad, within reach."""

FADED = 0.55
"""How far the world around the playing area goes towards paper."""

RELIEF = (-24, -11, 0)
"""The steps of light and shadow on land."""

_UNTINTED = (GOLD, RED, RIVER, RIVER_EDGE, BORDER, FRONT)
"""What is drawn in these keeps its colour under a tint: stars, cities, rivers, borders."""

_TINT_LEVELS = 6
_TINTED_INK = 0.1
"""How strong a tint is on ink; on paper it depends on the theme."""


def mix(a: Rgb, b: Rgb, t: float) -> Rgb:
    """`a` at 0, `b` at 1."""
    return (
        round(a[0] + (b[0] - a[0]) * t),
        round(a[1] + (b[1] - a[1]) * t),
        round(a[2] + (b[2] - a[2]) * t),
    )


def shade(colour: Rgb, by: float) -> Rgb:
    """Lighter or darker by so many steps of 255."""
    r, g, b = (max(0, min(255, round(v + by))) for v in colour)
    return r, g, b


def fade(colour: Rgb) -> Rgb:
    """How the land around the playing area is drawn."""
    return mix(colour, PAPER, FADED)


@dataclass(frozen=True, slots=True)
class Theme:
    """Values that replace named colours: `base` on the printed map, `paint` on all else.

    `relief` scales the steps of light and shadow. `tints` replace those of overlays;
    `tinted` is how strong these are on paper, and how strong the white one is.
    """

    base: Mapping[Rgb, Rgb] = field(default_factory=dict)
    paint: Mapping[Rgb, Rgb] = field(default_factory=dict)
    tints: Mapping[Rgb, Rgb] = field(default_factory=dict)
    tinted: tuple[float, float] = (0.45, 0.85)
    relief: float = 1.0


@dataclass(frozen=True, slots=True)
class Tone:
    """From `a` to `b` by `t`, shaded, then faded or tinted: the recipe of one index."""

    a: Rgb
    b: Rgb = PAPER
    t: float = 0.0
    shade: int = 0
    faded: bool = False
    tint: Rgb | None = None

    def value(self, swap: Mapping[Rgb, Rgb], relief: float = 1.0) -> Rgb:
        """The colour with some names swapped."""
        found = mix(swap.get(self.a, self.a), swap.get(self.b, self.b), self.t)
        found = shade(found, self.shade * relief)
        if self.faded:
            found = mix(found, swap.get(PAPER, PAPER), FADED)
        return found


# Pairs of colours that meet, and into how many steps the way between them is cut.
_BASE_RAMPS: tuple[tuple[Rgb, Rgb, int], ...] = (
    (SHALLOW, DEEP, 4),
    (INK, CLEAR, 4),
    (INK, DEEP, 2),
    (GRID, CLEAR, 3),
    (GRID, DEEP, 3),
    (STREAM, CLEAR, 2),
    (COAST, CLEAR, 2),
    (COAST, SHALLOW, 2),
    (RIVER, CLEAR, 3),
    (RIVER_EDGE, CLEAR, 3),
    (RIVER_EDGE, DEEP, 2),
    (MARSH, SWAMP, 3),
    (RIDGE, MOUNTAIN, 3),
    (TREE, WOODS, 3),
    (RAIL, CLEAR, 2),
    (BORDER, CLEAR, 3),
    (FRONT, CLEAR, 3),
    (EARTH, CLEAR, 3),
    (GOLD, INK, 2),
    (RED, CLEAR, 3),
    (RED, INK, 2),
    (AXIS_DARK, PAPER, 2),
    (AXIS_DARK, CLEAR, 2),
    (AXIS, INK, 2),
    (PALE, INK, 2),
    (BROWN, INK, 2),
)
_LANDS = (CLEAR, HOME, SWAMP, MOUNTAIN, WOODS, ROUGH, DESERT)

_PAINT_RAMPS: tuple[tuple[Rgb, Rgb, int], ...] = (
    (INK, PAPER, 7),
    (INK, WHITE, 3),
    *((face, PAPER, 3) for face in SIDE),
    *((dark, face, 2) for dark, face in zip(SIDE_DARK, SIDE, strict=True)),
    *((dark, light, 4) for dark, light in zip(SIDE_DARK, SIDE_LIGHT, strict=True)),
    (PANEL, WHITE, 8),
    (PANEL, MUTED, 3),
    (PANEL_SOFT, WHITE, 4),
    (PANEL, GOLD, 3),
    (GOLD, INK, 3),
    (GOLD, PAPER, 2),
    (RED, PAPER, 3),
    (GOOD, PAPER, 3),
    (NEUTRAL, PAPER, 2),
    (SKY, PANEL, 2),
    (MUD, PANEL, 2),
)


def _base_tones() -> Iterator[Tone]:
    for land in _LANDS:
        for step in RELIEF:
            yield Tone(land, shade=step)
    for step in (-14, 6):
        yield Tone(CLEAR, shade=step, faded=True)
    for a, b, steps in _BASE_RAMPS:
        for i in range(steps + 1):
            yield Tone(a, b, i / steps)


def _paint_tones() -> Iterator[Tone]:
    for a, b, steps in _PAINT_RAMPS:
        for i in range(steps + 1):
            yield Tone(a, b, i / steps)


def _tint_tones() -> Iterator[Tone]:
    for tint in TINTS:
        for level in range(_TINT_LEVELS):
            yield Tone(INK, CLEAR, level / (_TINT_LEVELS - 1), tint=tint)


def _distinct(tones: Iterator[Tone]) -> list[Tone]:
    """One tone for each colour of the light theme."""
    found: dict[Rgb, Tone] = {}
    for tone in tones:
        found.setdefault(tone.value({}), tone)
    return list(found.values())


_BASE, _PAINT, _TINT = _distinct(_base_tones()), _distinct(_paint_tones()), [*_tint_tones()]

BASE = range(len(_BASE))
PAINT = range(BASE.stop, BASE.stop + len(_PAINT))
_TINT_AT = PAINT.stop

Group = range | tuple[int, ...]
Box = tuple[float, float, float, float]

PLAIN: Group = tuple(
    i for i in BASE if (_BASE[i].t == 0 and _BASE[i].a in _LANDS) or _BASE[i].a == SHALLOW
)
"""Land and water alone, for the smallest maps."""

# The dark theme turns the map's lightness round and leaves counters as they are.
_NIGHT: dict[Rgb, Rgb] = {
    INK: (230, 226, 214),
    PAPER: (38, 41, 43),
    CLEAR: (66, 68, 62),
    HOME: (74, 75, 76),
    SWAMP: (56, 74, 64),
    MOUNTAIN: (92, 80, 62),
    WOODS: (54, 72, 50),
    ROUGH: (80, 72, 58),
    DESERT: (88, 82, 62),
    SHALLOW: (46, 64, 78),
    DEEP: (26, 40, 54),
    COAST: (132, 160, 178),
    STREAM: (88, 122, 148),
    RIVER: (70, 132, 190),
    RIVER_EDGE: (152, 200, 236),
    GRID: (116, 116, 106),
    MARSH: (122, 168, 144),
    RIDGE: (186, 156, 112),
    TREE: (130, 162, 100),
    RAIL: (190, 182, 170),
    BORDER: (218, 164, 222),
    FRONT: (242, 152, 148),
    EARTH: (206, 180, 138),
    RED: (232, 96, 84),
    AXIS_DARK: (176, 196, 216),
}

_NIGHT_TINTS: dict[Rgb, Rgb] = {
    AXIS: (70, 120, 186),
    BROWN: (160, 104, 48),
    ALLY: (60, 140, 142),
    GOLD: (170, 124, 6),
}

# Sides that stay apart where one kind of cone is missing.
_DEUTAN: dict[Rgb, Rgb] = {
    AXIS: (38, 84, 150),
    AXIS_DARK: (14, 36, 74),
    AXIS_LIGHT: (168, 198, 236),
    SOVIET: (188, 88, 0),
    SOVIET_DARK: (96, 42, 0),
    SOVIET_LIGHT: (250, 206, 146),
    BROWN: (92, 66, 34),
    ALLY: (64, 122, 142),
    ALLY_DARK: (24, 58, 76),
    ALLY_LIGHT: (190, 220, 234),
    RED: (176, 52, 0),
    GOOD: (24, 104, 180),
}
_PROTAN: dict[Rgb, Rgb] = {
    **_DEUTAN,
    SOVIET: (182, 93, 0),
    SOVIET_DARK: (96, 48, 0),
    RED: (190, 70, 0),
}
_TRITAN: dict[Rgb, Rgb] = {
    AXIS: (8, 66, 80),
    AXIS_DARK: (2, 36, 44),
    AXIS_LIGHT: (166, 212, 214),
    SOVIET: (214, 56, 66),
    SOVIET_DARK: (112, 12, 26),
    SOVIET_LIGHT: (250, 188, 188),
    BROWN: (92, 58, 50),
    ALLY: (58, 124, 117),
    ALLY_DARK: (20, 66, 62),
    ALLY_LIGHT: (190, 224, 218),
    RED: (200, 24, 48),
    GOOD: (0, 118, 120),
}

THEMES: dict[str, Theme] = {
    "light": Theme(),
    "dark": Theme(base=_NIGHT, tints=_NIGHT_TINTS, tinted=(0.4, 0.18), relief=0.5),
    "deutan": Theme(base=_DEUTAN, paint=_DEUTAN),
    "protan": Theme(base=_PROTAN, paint=_PROTAN),
    "tritan": Theme(base=_TRITAN, paint=_TRITAN),
}


def colours(theme: str) -> list[Rgb]:
    """The values of all indexes in use."""
    chosen = THEMES[theme]
    out = [tone.value(chosen.base, chosen.relief) for tone in _BASE]
    out += [tone.value(chosen.paint) for tone in _PAINT]
    swap = {**chosen.paint, **chosen.tints}
    for tone in _TINT:
        assert tone.tint is not None
        paper = chosen.tinted[tone.tint == PALE_LIGHT]
        strength = _TINTED_INK + (paper - _TINTED_INK) * tone.t
        out.append(mix(tone.value(chosen.base), swap.get(tone.tint, tone.tint), strength))
    return out


COLOURS: list[Rgb] = colours("light")


@cache
def palette(theme: str = "light") -> bytes:
    """768 bytes for `Image.putpalette`."""
    return bytes(v for colour in colours(theme) for v in colour).ljust(768, b"\0")


def blank(width: int, height: int, colour: Rgb = PAPER) -> Image.Image:
    """A new picture in the palette."""
    image = Image.new("P", (width, height), nearest(colour))
    image.putpalette(palette())
    return image


def quantize(image: Image.Image, group: Group = BASE) -> Image.Image:
    """An RGB image in the colours of a group, without dither (dither does not compress)."""
    found = image.quantize(palette=_reference(group), dither=Image.Dither.NONE)
    table = [group[i] if i < len(group) else group[0] for i in range(256)]
    out = found.point(table)
    out.putpalette(palette())
    return out


def resized(image: Image.Image, size: tuple[int, int], box: Box) -> Image.Image:
    """A part of a base (in pixels of it) at another size.

    Tones are mixed by how light they are in the light theme and in the dark one, and by
    their warmth, so that what lies between two of them fits either theme.
    """
    part = image.copy()
    part.putpalette(bytes(v for trait in _traits() for v in trait).ljust(768, b"\0"))
    larger = size[0] > box[2] - box[0]
    way = Image.Resampling.HAMMING if larger else Image.Resampling.LANCZOS
    mixed = part.convert("RGB").resize(size, way, box)
    found = mixed.quantize(palette=_traits_of_base(), dither=Image.Dither.NONE)
    out = found.point([i if i in BASE else BASE.start for i in range(256)])
    out.putpalette(palette())
    return out


@cache
def _traits() -> list[Rgb]:
    """Of each index: how light it is in the light theme and in the dark one, its warmth."""
    pairs = zip(COLOURS, colours("dark"), strict=True)
    return [
        (round(_light(day)), round(_light(night)), 128 + (day[0] - day[2]) // 2)
        for day, night in pairs
    ]


@cache
def _traits_of_base() -> Image.Image:
    return _filled([_traits()[i] for i in BASE])


@cache
def _reference(group: Group) -> Image.Image:
    """A palette of one group."""
    return _filled([COLOURS[i] for i in group])


def _filled(values: list[Rgb]) -> Image.Image:
    """A palette of some colours, filled up with the first."""
    image = Image.new("P", (1, 1))
    whole = values + [values[0]] * (256 - len(values))
    image.putpalette(bytes(v for colour in whole for v in colour))
    return image


@cache
def nearest(colour: Rgb, group: Group = PAINT) -> int:
    """The index of the closest colour in a group."""
    r, g, b = colour

    def distance(i: int) -> int:
        x, y, z = COLOURS[i]
        return 2 * (x - r) ** 2 + 4 * (y - g) ** 2 + 3 * (z - b) ** 2

    return min(group, key=distance)


@cache
def blend(back: Rgb, front: Rgb, group: Group = PAINT) -> bytes:
    """A table from coverage (0..255) to the palette: `back` at 0, `front` at 255."""
    steps = [nearest(mix(back, front, i / 16), group) for i in range(17)]
    return bytes(steps[(i + 8) * 16 // 263] for i in range(256))


@cache
def ramp(ink: Rgb, ground: Rgb) -> bytes:
    """A table from coverage (0..255) to the printed map's own tones between a pair of colours."""
    pairs = {(a, b): steps for a, b, steps in _BASE_RAMPS}
    steps = pairs.get((ink, ground)) or pairs[ground, ink]
    tones = [nearest(mix(ink, ground, i / steps), BASE) for i in range(steps + 1)]
    return bytes(tones[round((1 - i / 255) * steps)] for i in range(256))


@cache
def tinted(tint: int) -> bytes:
    """A table that tints a base: what is drawn there stays readable in tones of `TINTS[tint]`."""
    low, high = _light(INK), _light(CLEAR)
    out = list(range(256))
    for i, tone in zip(BASE, _BASE, strict=True):
        if tone.a in _UNTINTED and (tone.t < 0.5 or tone.b == INK):
            continue
        level = (_light(COLOURS[i]) - low) / (high - low)
        step = round(max(0.0, min(1.0, level)) * (_TINT_LEVELS - 1))
        out[i] = _TINT_AT + tint * _TINT_LEVELS + step
    return bytes(out)


def hatch(tint: int) -> int:
    """The index of slanted lines over a tint: darker than it, in the dark theme lighter."""
    return tinted(tint)[nearest(mix(INK, CLEAR, 0.4), BASE)]


def _light(colour: Rgb) -> float:
    r, g, b = colour
    return 0.299 * r + 0.587 * g + 0.114 * b
