"""Areas and roads of a point to point map."""

from renderer.chart import Chart
from renderer.press import Press


def draw(press: Press, chart: Chart) -> None:
    """Roads first, areas over them."""
