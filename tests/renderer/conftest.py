from collections.abc import Iterator
from dataclasses import dataclass, field
from itertools import combinations
from pathlib import Path
from typing import Any

import pytest
from PIL import Image

import renderer
from renderer.base.labels import Box, overlaps
from renderer.inks import text
from renderer.inks.sprite import Sprite
from renderer.page import boxes, hand, mats, paint, panel
from renderer.page.windows import CORNERS
from renderer.pieces import marks


def most(mode: str) -> int:
    """Bytes that a picture of this mode may have: a whole map or a quarter of it has more."""
    return 600_000 if mode in ("full", *CORNERS) else 200_000


@pytest.fixture(scope="session", autouse=True)
def own_cache(tmp_path_factory: pytest.TempPathFactory) -> Iterator[Path]:
    """Bases of this run go to a folder of its own; the base is drawn once."""
    folder = tmp_path_factory.mktemp("umpire-cache")
    with pytest.MonkeyPatch.context() as patch:
        patch.setenv("UMPIRE_CACHE", str(folder))
        renderer.warm("iron_blood")
        yield folder


@dataclass
class Seen:
    """The words pasted and where."""

    words: dict[int, str] = field(default_factory=dict)
    boxes: list[tuple[str, Box]] = field(default_factory=list)

    def clashes(self) -> list[tuple[str, str]]:
        return [(a, b) for (a, x), (b, y) in combinations(self.boxes, 2) if overlaps(x, y)]


@pytest.fixture
def seen(monkeypatch: pytest.MonkeyPatch) -> Iterator[Seen]:
    """Notes every sprite of text and its box of ink."""
    found = Seen()
    paste = Sprite.paste

    def sprite(words: str, *rest: Any, **more: Any) -> Sprite:
        made = text.text_sprite(words, *rest, **more)
        found.words[id(made)] = words
        return made

    def noted(self: Sprite, onto: Image.Image, x: float, y: float) -> None:
        paste(self, onto, x, y)
        ink = self.mask.getbbox()
        if id(self) in found.words and ink:
            left, top = round(x) + self.dx, round(y) + self.dy
            box = (left + ink[0], top + ink[1], left + ink[2], top + ink[3])
            found.boxes.append((found.words[id(self)], box))

    space = panel._space

    def apart(*given: Any) -> Image.Image:
        """A space of the track is a picture of its own: its words are at no place of the page."""
        known = len(found.boxes)
        made = space(*given)
        del found.boxes[known:]
        return made

    monkeypatch.setattr(panel, "_space", apart)
    for module in (panel, paint, hand, marks, boxes, mats):  # where words are written
        monkeypatch.setattr(module, "text_sprite", sprite)
    monkeypatch.setattr(Sprite, "paste", noted)
    yield found
