"""`python -m renderer sample --game G --out DIR`: a gallery of pictures from real games.

Every mode and theme of a game, from positions of one game between practice
opponents and of one played at random, both the same at each run.
"""

import argparse
import random
import sys
import time
from collections.abc import Callable, Iterator
from dataclasses import dataclass
from pathlib import Path

import engine
import renderer
from engine.core.entries import AnyEntry
from engine.core.view import View

_SECRET = bytes(range(32))
"""The gallery is the same each time: its dice come from this."""

_MOST_ACTIONS = 4000


@dataclass(frozen=True)
class Moment:
    """A position and what happened last in it."""

    name: str
    blob: bytes
    entries: list[AnyEntry]

    @property
    def game(self) -> engine.Game:
        return engine.load(self.blob)

    @property
    def view(self) -> View:
        return self.game.view(None)


Choose = Callable[[engine.Game, str], str]


def moments(game_id: str, choose: Choose, name: str) -> Iterator[Moment]:
    """The position after each action of one whole game."""
    game = engine.new_game(game_id, secret=_SECRET)
    for number in range(_MOST_ACTIONS):
        waiting = game.pending()
        if not waiting:
            return
        side = waiting[0].side
        receipt = game.submit(side, choose(game, side), cause=f"sample {number}")
        phase = game.view(None).phase.lower().replace(" ", "-")
        yield Moment(f"{name}-{number:04d}-{phase}", game.dump(), list(receipt.entries))


def spread(found: list[Moment], count: int) -> list[Moment]:
    """Those with most to see in equal parts of the game, and the last."""
    found = [moment for moment in found if any(not entry.to for entry in moment.entries)]
    if len(found) <= count:
        return found
    size = len(found) / count
    groups = [found[round(k * size) : round((k + 1) * size)] for k in range(count)]
    return [max(group, key=lambda moment: len(moment.entries)) for group in groups[:-1]] + [
        found[-1]
    ]


def pictures(game_id: str, count: int) -> Iterator[tuple[str, Callable[[], renderer.Picture]]]:
    """A name and a way to draw it, for every picture of the gallery."""
    chance = random.Random(game_id)
    practised = list(moments(game_id, lambda game, side: game.auto(side), "practice"))
    at_random = list(moments(game_id, lambda game, side: game.sample(side, chance), "random"))
    for moment in [*spread(practised, count), *spread(at_random, max(1, count // 3))]:
        for mode in renderer.modes(game_id):
            yield f"{moment.name}-{mode}", _picture(moment, mode)
        yield f"{moment.name}-large", _picture(moment, "crop", large=True)
    middle = practised[len(practised) // 2]
    for theme in renderer.THEMES:
        yield f"theme-{theme}-full", _picture(middle, "full", theme=theme)
        yield f"theme-{theme}-crop", _picture(middle, "crop", theme=theme)
    yield "overview", _picture(middle, "full", large=True)
    yield (
        "difference",
        _picture(Moment("", middle.blob, []), "full", before=practised[len(practised) // 4].view),
    )
    yield from _overlays(middle)
    yield from _hands(practised)


def _overlays(moment: Moment) -> Iterator[tuple[str, Callable[[], renderer.Picture]]]:
    """Everything that can be laid over the map, in light and dark."""
    game = moment.game
    for kind in engine.rules(game.id).overlays:
        movers = [item.value for item in game.movers()]
        units = movers[:: max(1, len(movers) // 2)][:3] if kind == "reach" else [""]
        for unit in units:
            overlay = game.overlay(kind, unit)
            mode = "crop" if unit else "full"
            for theme in ("light", "dark"):
                name = "-".join(filter(None, ("overlay", kind, unit, theme)))
                yield name, _picture(moment, mode, theme=theme, overlay=overlay)


def _hands(found: list[Moment]) -> Iterator[tuple[str, Callable[[], renderer.Picture]]]:
    """The fullest hand of each side."""
    for side in found[0].game.sides:
        best = max(found[:: max(1, len(found) // 40)], key=lambda m: len(m.game.hand(side)))
        held = best.game.hand(side)
        if held:
            yield f"hand-{side}", lambda held=held, side=side: renderer.cards(held, side.title())  # type: ignore[misc]


def _picture(moment: Moment, mode: str, **style: object) -> Callable[[], renderer.Picture]:
    return lambda: renderer.render(moment.view, moment.entries, mode, **style)  # type: ignore[arg-type]


def bases(game_id: str) -> Iterator[tuple[str, Callable[[], renderer.Picture]]]:
    """The empty map in every theme."""
    for theme in renderer.THEMES:
        yield f"base-{theme}", lambda theme=theme: renderer.empty(game_id, theme)  # type: ignore[misc]


def sample(game_id: str, out: Path, count: int) -> int:
    """Write the gallery; the number of pictures. A board whose rules are to come is shown empty."""
    out.mkdir(parents=True, exist_ok=True)
    drawn = list(bases(game_id))
    if game_id in renderer.GAMES:
        drawn += pictures(game_id, count)
    pages = []
    for name, draw in drawn:
        start = time.perf_counter()
        picture = draw()
        spent = (time.perf_counter() - start) * 1000
        file = out / f"{game_id}-{name}.png"
        file.write_bytes(picture.png)
        print(
            f"{file.name}: {picture.width} x {picture.height}, "
            f"{len(picture.png) / 1000:.0f} kB, {spent:.0f} ms"
        )
        pages.append(
            f'<figure><img src="{file.name}" alt="" loading="lazy">'
            f"<figcaption>{file.name}: {_escaped(picture.alt)}</figcaption></figure>"
        )
    page = _PAGE.format(figures="\n".join(pages))
    (out / f"{game_id}.html").write_text(page, "utf-8")
    return len(pages)


_PAGE = """<!doctype html><meta charset="utf-8"><title>Gallery</title>
<style>body{{font:16px sans-serif;margin:2em;background:#222;color:#eee}}
img{{max-width:100%}}figure{{margin:0 0 3em}}</style>
{figures}
"""


def _escaped(text: str) -> str:
    return text.replace("&", "&amp;").replace("<", "&lt;")


def main(arguments: list[str] | None = None) -> int:
    parser = argparse.ArgumentParser(prog="python -m renderer", description=__doc__)
    commands = parser.add_subparsers(dest="command", required=True)
    gallery = commands.add_parser("sample", help="a gallery of pictures from real games")
    known = sorted(renderer.BOARDS)
    gallery.add_argument("--game", required=True, choices=[*known, "all"])
    gallery.add_argument("--out", required=True, type=Path)
    gallery.add_argument("--count", type=int, default=9, help="positions of one game")
    given = parser.parse_args(arguments)
    games = known if given.game == "all" else [given.game]
    count = sum(sample(game, given.out, given.count) for game in games)
    print(f"{count} pictures in {given.out}")
    return 0 if count else 1


if __name__ == "__main__":
    sys.exit(main())
