"""The printed map: geography, terrain, grid, rivers, border, names. Drawn once per chart."""

from functools import cache, lru_cache

from PIL import Image, ImageChops

from renderer.base import areas, cartouche, ground, labels, lettering, pens, press, signs
from renderer.base import cache as disk
from renderer.base.chart import Chart
from renderer.base.geo import Geography
from renderer.inks import palette as p


@lru_cache(maxsize=2)
def sheet(chart: Chart) -> Image.Image:
    """The base of a chart in the palette, from disk or drawn now; the two used last are at hand."""
    return _kept(chart, lettered=True)


def unlettered(chart: Chart) -> Image.Image:
    """The base without names and cartouche, for small maps that write their own; not kept."""
    return _kept(chart, lettered=False)


def _kept(chart: Chart, lettered: bool) -> Image.Image:
    key, names = _key(chart), (f"{chart.game}-bare", chart.game)
    image = disk.load(names[lettered], key)
    if image is None:
        images = build(chart)
        for name, made in zip(names, images, strict=True):
            disk.keep(name, key, made)
        image = images[lettered]
    return image


@cache
def _key(chart: Chart) -> str:
    return disk.key(repr(chart))


def build(chart: Chart) -> tuple[Image.Image, Image.Image]:
    """Draw the base without letters, and with them. Mode P; the size is `chart.size`."""
    geography = Geography(chart)
    laid = ground.lay(chart, geography)
    on = press.Press(laid.sheet, ImageChops.invert(laid.dry).convert("1"))
    pens.streams(on, chart, geography, laid.outside)
    pens.shores(on, laid.shores)
    if chart.grid_kind == "areas":
        areas.draw(on, chart)
        signs.cities(on, chart)
    else:
        pens.grid(on, chart)
        pens.railways(on, chart)
        pens.borders(on, chart)
        pens.rivers(on, chart)
        pens.closed(on, chart)
        pens.prizes(on, chart)
        pens.lines(on, chart)
        pens.ferries(on, chart)
        signs.arrows(on, chart)
        pens.boxes(on, chart)
        signs.cities(on, chart)
    pens.frame(on, chart)
    on.sheet.putpalette(p.palette())
    bare = on.sheet.copy()
    lettering.letters(on, labels.place_labels(chart, laid.dry))
    cartouche.draw(on, chart)
    return bare, on.sheet
