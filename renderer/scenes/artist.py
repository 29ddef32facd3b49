"""What the renderer must be given for a game: its chart, and how its view becomes a scene."""

from collections.abc import Callable, Sequence
from dataclasses import dataclass

from engine.core.entries import AnyEntry
from engine.core.view import View
from renderer.base.chart import Chart
from renderer.scene import Scene
from renderer.scenes.told import Names


@dataclass(frozen=True, slots=True)
class Artist:
    """`mats`: its scenes have mats, so there is a page `mat`.

    A place that is no cell (a box) is not in `names`. Entries that the view's seat may
    not read are left out by `scene`.
    """

    chart: Callable[[], Chart]
    scene: Callable[[View, Sequence[AnyEntry]], Scene]
    names: Names
    mats: bool = False
