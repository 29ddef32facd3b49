"""The printed map: geography, terrain, grid, rivers, border, names. Drawn once per chart."""

from functools import cache

from PIL import Image, ImageChops

from renderer import areas, cartouche, ground, labels, pens, press, signs
from renderer import cache as disk
from renderer import palette as p
from renderer.chart import Chart
from renderer.geo import Geography


@cache
def sheet(chart: Chart) -> Image.Image:
    """The base of a chart in the palette, from memory, from disk or drawn now."""
    return _kept(chart, lettered=True)


def unlettered(chart: Chart) -> Image.Image:
    """The base without names and cartouche, for small maps that write their own; not kept."""
    return _kept(chart, lettered=False)


def _kept(chart: Chart, lettered: bool) -> Image.Image:
    name = f"{chart.game}-{'' if lettered else 'bare-'}{disk.key(repr(chart))}"
    image = disk.load(name)
    if image is None:
        image = build(chart, lettered)
        disk.keep(name, image)
    return image


def build(chart: Chart, lettered: bool = True) -> Image.Image:
    """Draw the base. Mode P; the size is `chart.size`."""
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
    if lettered:
        labels.letters(on, labels.place_labels(chart, laid.dry))
        cartouche.draw(on, chart)
    pens.frame(on, chart)
    on.sheet.putpalette(p.palette())
    return on.sheet
