"""What the renderer must be given for a game: its chart, and how its view becomes a scene."""

from collections.abc import Callable, Mapping, Sequence
from dataclasses import dataclass

from engine.core.entries import AnyEntry
from engine.core.view import View
from renderer.base.chart import Chart
from renderer.scene import Scene


@dataclass(frozen=True, slots=True)
class Artist:
    """`sides` maps the game's sides to looks, `cells` ids of places to cells of the chart.

    A place that is no cell (a box) is not in `cells`. Entries that the view's seat may
    not read are left out by `scene`. `mats`: its scenes have mats, so there is a page `mat`.
    """

    chart: Callable[[], Chart]
    scene: Callable[[View, Sequence[AnyEntry]], Scene]
    sides: Mapping[str, int]
    cells: Mapping[str, int]
    mats: bool = False
