"""A film: each of its pictures is what was drawn, all of one size, each for its time; small."""

import io
import random

import pytest
from PIL import Image

import engine
import renderer
from engine.core.entries import AnyEntry
from engine.core.view import View
from renderer.inks import palette as p
from renderer.page.film import film, patch


def moments(game_id: str, count: int) -> list[tuple[View, list[AnyEntry]]]:
    """Positions of a game, and what led to each."""
    game = engine.new_game(game_id, secret=b"a film of a game" * 2)
    found: list[tuple[View, list[AnyEntry]]] = [(game.view(None), [])]
    while len(found) < count:
        side = game.pending()[0].side
        ready = game.complete(side, "setup suggested").complete
        receipt = game.submit(side, "setup suggested" if ready else game.auto(side))
        found.append((game.view(None), list(receipt.entries)))
    return found


def shots(game_id: str, count: int, theme: str = "light", large: bool = False):
    """As the bot has them made: one on the other, the first one last."""
    shown = moments(game_id, count)
    found: list[renderer.Shot] = []
    for view, entries in shown:
        under = found[-1].png if found else b""
        found.append(renderer.shot(view, entries, theme=theme, large=large, under=under))
    tall = found[-1].height
    found[0] = renderer.shot(*shown[0], theme=theme, large=large, tall=tall)
    return found


def frames(webp: bytes) -> list[tuple[Image.Image, int]]:
    """Each picture of a film, and its milliseconds."""
    image = Image.open(io.BytesIO(webp))
    assert image.format == "WEBP"
    found = []
    for number in range(getattr(image, "n_frames", 1)):
        image.seek(number)
        image.load()
        found.append((image.convert("RGB"), image.info["duration"]))
    return found


@pytest.mark.parametrize(
    ("game_id", "theme", "large"), [("iron_blood", "light", False), ("no_retreat", "dark", True)]
)
def test_each_picture_of_a_film_is_what_was_drawn(game_id: str, theme: str, large: bool) -> None:
    made = shots(game_id, 14, theme, large)
    webp = renderer.film([(one.patch, 0.5 + n / 10) for n, one in enumerate(made)])
    shown = frames(webp)
    assert len(shown) == len(made)
    assert {image.size for image, _ in shown} == {(made[-1].width, made[-1].height)}
    for number, ((image, _), one) in enumerate(zip(shown, made, strict=True)):
        drawn = Image.open(io.BytesIO(one.png)).convert("RGB")
        assert image.crop((0, 0, *drawn.size)).tobytes() == drawn.tobytes(), number
    assert [round(time) for _, time in shown] == [500 + 100 * n for n in range(14)]


def test_a_picture_of_a_film_is_an_overview() -> None:
    [_, (view, entries)] = moments("iron_blood", 2)
    one, same = renderer.shot(view, entries), renderer.render(view, entries, "overview")
    assert (one.width, one.height, one.alt) == (same.width, same.height, same.alt)
    assert renderer.encode(Image.open(io.BytesIO(one.png))) == same.png  # packed as tightly


def test_only_what_differs_is_packed() -> None:
    made = shots("iron_blood", 12)
    whole = sum(len(renderer.encode(Image.open(io.BytesIO(one.png)))) for one in made[1:])
    assert sum(len(one.patch.data) for one in made[1:]) < whole / 3
    again = renderer.shot(*moments("iron_blood", 12)[-1], under=made[-1].png)
    assert (again.patch.width, again.patch.height) == (1, 1) and len(again.patch.data) < 100


def test_any_two_pictures_come_back_bit_for_bit() -> None:
    """Wherever they differ, at odd places too, and where the second one is taller."""
    rng = random.Random(7)
    for _ in range(60):
        wide, tall = rng.randint(1, 40), rng.randint(1, 40)
        one = p.blank(wide, tall, p.PANEL)
        other = p.blank(wide, tall + rng.choice((0, 3)), p.PANEL)
        for image in (one, other):
            for _ in range(rng.randint(0, 6)):
                image.putpixel((rng.randrange(wide), rng.randrange(tall)), rng.randrange(200))
        first = p.blank(wide, other.height, p.PANEL)
        first.paste(one, (0, 0))
        changes = [(patch(first, None, "light"), 1.0), (patch(other, one, "light"), 1.0)]
        shown = frames(film(changes))
        wanted = [image.convert("RGB").tobytes() for image in (first, other)]
        assert [image.tobytes() for image, _ in shown] == wanted


def test_open_hands_stand_below_the_map() -> None:
    """Each side's cards, as many lines as it takes and no more than four; told in words too."""
    view, entries = moments("iron_blood", 4)[-1]
    plain = renderer.shot(view, entries)
    hands = [("Axis", ["Re-roll", "Advance"]), ("Soviet", [])]
    one = renderer.shot(view, entries, hands=hands)
    assert one.alt.startswith("Axis: Re-roll, Advance. Soviet: no cards. ")
    below = Image.open(io.BytesIO(one.png)).convert("RGB")
    above = Image.open(io.BytesIO(plain.png)).convert("RGB")
    assert below.crop((0, 0, *above.size)).tobytes() == above.tobytes()
    many = renderer.shot(view, entries, hands=[("Axis", ["Re-roll"] * 90)])
    assert plain.height + 40 < one.height < many.height < plain.height + 160
    larger = renderer.shot(view, entries, hands=hands, large=True)
    assert larger.height > renderer.shot(view, entries, large=True).height + 60
    assert len(renderer.shot(view, hands=[("Axis", ["x" * 50] * 60)]).alt) <= 1024


def test_no_film_without_a_picture() -> None:
    with pytest.raises(ValueError, match="without a picture"):
        film([])
