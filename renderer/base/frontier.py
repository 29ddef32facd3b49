"""Borders from what country each hex belongs to."""

from collections.abc import Callable, Iterable, Sequence

from renderer.base.chart import Side


def frontiers(
    lands: Sequence[tuple[str, str, bool]], after: Callable[[str], Iterable[str]]
) -> list[Side]:
    """The sides between hexes of different countries.

    `lands` are the hexes of a chart in order: id, country ("" for none that matters),
    and whether it is inside the border of the first day. `after` gives three of
    a hex's neighbours, so that each pair is met once.
    """
    at = {id_: number for number, (id_, _, _) in enumerate(lands)}
    out = []
    for number, (id_, country, inside) in enumerate(lands):
        for other in after(id_):
            if other in at:
                _, beyond, there = lands[at[other]]
                if inside != there:
                    out.append(Side(number, at[other], "border"))
                elif country and beyond and country != beyond:
                    out.append(Side(number, at[other], "nation"))
    return out
