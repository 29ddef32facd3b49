"""`python -m renderer sample --game G --out DIR`: a gallery of pictures from a real game."""

import argparse
import sys
import time
from collections.abc import Iterator
from pathlib import Path

import engine
import renderer
from engine.core.entries import AnyEntry
from engine.core.view import View

_SECRET = bytes(range(32))
"""The gallery is the same each time: its dice come from this."""

_MOST_ACTIONS = 4000


def positions(game_id: str) -> Iterator[tuple[str, View, list[AnyEntry]]]:
    """A name, the spectator's view and the last entries, after each action of one whole game.

    Both sides are played by the practice opponent.
    """
    game = engine.new_game(game_id, secret=_SECRET)
    for number in range(_MOST_ACTIONS):
        waiting = game.pending()
        if not waiting:
            return
        side = waiting[0].side
        receipt = game.submit(side, game.auto(side), cause=f"sample {number}")
        view = game.view(None)
        yield f"{number:04d}-{view.phase.lower().replace(' ', '-')}", view, list(receipt.entries)


def chosen(game_id: str, count: int) -> list[tuple[str, View, list[AnyEntry]]]:
    """Positions spread over the game: the first, the last and those with most to see between."""
    found = [p for p in positions(game_id) if any(not e.to for e in p[2])]
    if len(found) <= count:
        return found
    size = len(found) / count
    groups = [found[round(k * size) : round((k + 1) * size)] for k in range(count)]
    return [max(group, key=lambda p: len(p[2])) for group in groups[:-1]] + [found[-1]]


def sample(game_id: str, out: Path, count: int) -> int:
    """Write the gallery; the number of pictures."""
    out.mkdir(parents=True, exist_ok=True)
    renderer.warm(game_id)
    pages = []
    for name, view, entries in chosen(game_id, count):
        for mode in renderer.MODES:
            start = time.perf_counter()
            picture = renderer.render(view, entries, mode)
            spent = (time.perf_counter() - start) * 1000
            file = out / f"{game_id}-{name}-{mode}.png"
            file.write_bytes(picture.png)
            print(
                f"{file.name}: {picture.width} x {picture.height}, "
                f"{len(picture.png) / 1000:.0f} kB, {spent:.0f} ms"
            )
            pages.append(
                f'<figure><img src="{file.name}" alt="" loading="lazy">'
                f"<figcaption>{file.name}: {_escaped(picture.alt)}</figcaption></figure>"
            )
    (out / "index.html").write_text(_PAGE.format(figures="\n".join(pages)), "utf-8")
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
    gallery = commands.add_parser("sample", help="a gallery of pictures from one played game")
    gallery.add_argument("--game", required=True, choices=sorted(renderer.GAMES))
    gallery.add_argument("--out", required=True, type=Path)
    gallery.add_argument("--count", type=int, default=12, help="positions, two pictures each")
    given = parser.parse_args(arguments)
    count = sample(given.game, given.out, given.count)
    print(f"{count} pictures in {given.out}")
    return 0 if count else 1


if __name__ == "__main__":
    sys.exit(main())
