"""What every game's pictures must show, from positions in the middle of a game."""

import io
import math
import subprocess
import sys
from dataclasses import dataclass, replace
from functools import cache
from itertools import product

import pytest
from PIL import Image, ImageChops

import engine
import renderer
from engine.core.entries import AnyEntry
from engine.core.overlay import Overlay
from renderer.base import labels
from renderer.base.chart import Chart
from renderer.base.projection import Point
from renderer.games import ARTISTS, CHARTS
from renderer.inks import palette as p
from renderer.inks.sprite import Sprite
from renderer.page import draw, paint
from renderer.page.panel import legend_height
from renderer.pieces import marks
from renderer.pieces.counters import counter
from renderer.pieces.layout import Ground, Spot, spots
from renderer.scene import Arrow, Hand, Layer, Piece, Plate, Scene, Stack, Status, Turn
from renderer.scenes import layers
from renderer.scenes.artist import Artist
from renderer.scenes.words import sentence
from tests.renderer.conftest import Seen, most
from tests.renderer.eyes import contrast

every_game = pytest.mark.parametrize("game_id", sorted(ARTISTS))
every_board = pytest.mark.parametrize("game_id", sorted(CHARTS))


@dataclass(frozen=True)
class Moment:
    """A game under way, its last entries, and the dump of an earlier position."""

    game: engine.Game
    entries: list[AnyEntry]
    before: bytes


@cache
def middle(game_id: str) -> Moment:
    game = engine.new_game(game_id, secret=bytes(range(32)))
    before, entries = game.dump(), []
    for number in range(70):
        side = game.pending()[0].side
        entries = list(game.submit(side, game.auto(side)).entries)
        if number == 20:
            before = game.dump()
    return Moment(game, entries, before)


def shown(game_id: str) -> tuple[Artist, Chart, Scene]:
    artist, found = ARTISTS[game_id], middle(game_id)
    return artist, artist.chart(), artist.scene(found.game.view(None), found.entries)


def top(chart: Chart, scene: Scene) -> int:
    """Where the map begins in the full picture."""
    width, height = chart.size
    return 0 if height > width else draw.HEADER + legend_height(scene, width, 1.6)


def bare(scene: Scene) -> Scene:
    return replace(scene, stacks=(), arrows=(), clashes=(), depots=(), carriers=(), tokens=())


def part(image: Image.Image, x: float, y: float, half: float) -> Image.Image:
    return image.crop((round(x - half), round(y - half), round(x + half), round(y + half)))


@every_game
@pytest.mark.parametrize("large", [False, True])
def test_pictures_keep_to_the_limits_and_no_words_touch(
    game_id: str, large: bool, seen: Seen
) -> None:
    found = middle(game_id)
    view = found.game.view(None)
    for mode in renderer.modes(game_id):
        for more in ({}, {"before": engine.load(found.before).view(None)}):
            seen.boxes.clear()
            picture = renderer.render(view, found.entries, mode, large=large, **more)
            image = Image.open(io.BytesIO(picture.png))
            assert image.mode == "P" and image.size == (picture.width, picture.height)
            assert max(image.size) <= 2800
            assert len(picture.png) <= most(mode)
            status = ARTISTS[game_id].scene(view, found.entries).status
            assert status.title in picture.alt and 40 < len(picture.alt) <= 1024
            if more:
                assert "Since " in picture.alt and " moved" in picture.alt
            else:
                assert picture.alt.endswith(sentence(status.todo)), "whose move it is"
                assert status.news[0][:200] in picture.alt, "what happened"
            assert len(seen.boxes) > 3
            assert seen.clashes() == [], mode


@every_game
def test_overlays_have_their_words_and_their_tints(game_id: str, seen: Seen) -> None:
    found = middle(game_id)
    for kind in engine.rules(game_id).overlays:
        unit = found.game.movers()[0].value if kind == "reach" else ""
        overlay = found.game.overlay(kind, unit)
        seen.boxes.clear()
        picture = renderer.render(found.game.view(None), (), "full", overlay=overlay)
        assert overlay.title in picture.alt and overlay.text.split(".")[0] in picture.alt
        assert seen.clashes() == [], kind
        assert len(picture.png) <= 600_000 and len(picture.alt) <= 1024
        _tinted_where_it_says(game_id, overlay)


def test_the_fullest_map_stays_small_under_an_overlay() -> None:
    game = engine.new_game("russia_besieged", "summer_1943", secret=bytes(32))
    for kind in ("rail", "air"):
        picture = renderer.render(game.view(None), (), "full", overlay=game.overlay(kind))
        assert len(picture.png) <= most("full"), kind


def _tinted_where_it_says(game_id: str, overlay: Overlay) -> None:
    """The middle of each cell of a layer is in its tint, that of all others in none."""
    artist, chart, scene = shown(game_id)
    under = replace(bare(scene), plates=())
    laid = replace(layers.with_overlay(artist, under, overlay), threads=(), notes=())
    image, down = draw.full(chart, laid), top(chart, laid)
    tints = {cell: layer for layer in laid.layers for cell in layer.cells}
    every = {p.tinted(tint)[i] for tint in range(len(p.TINTS)) for i in p.BASE} - {*p.BASE}
    for cell, look in enumerate(chart.cells):
        if look.played and look.terrain != "box":
            x, y = chart.centre(cell)
            found = set(part(image, x, y + down, 0.1 * chart.hex_px).tobytes()) & every
            own = (
                {p.tinted(tints[cell].tint)[i] for i in p.BASE} & every if cell in tints else set()
            )
            assert found <= own and bool(found) == bool(own), (overlay.title, look.id)


@every_game
def test_every_piece_shows_in_its_cell(game_id: str) -> None:
    """The counter's own pixels are there: its face, and what makes it this piece."""
    _, chart, scene = shown(game_id)
    scene = replace(bare(scene), stacks=scene.stacks)
    image = draw.full(chart, scene)
    down = top(chart, scene)
    pieces = 0
    for stack in scene.stacks:
        places, rests = spots(Ground(chart), stack)
        assert len(places) + sum(rest.count for rest in rests) >= len(stack.big + stack.small)
        for spot in places:
            sprite = counter(spot.piece, spot.size)
            x, y = round(spot.x), round(spot.y) + down
            here = image.crop(
                (x + sprite.dx, y + sprite.dy, x + sprite.dx + sprite.width,
                 y + sprite.dy + sprite.height)
            )  # fmt: skip
            assert hidden_share(here, sprite) < 0.2, spot.piece
            look = spot.piece.livery if spot.piece.livery >= 0 else spot.piece.side
            face = p.SIDE_LIGHT[look] if spot.piece.spent else p.SIDE[look]
            seen = here.tobytes()
            assert seen.count(p.nearest(face)) > 0.15 * spot.size**2, "its face"
            assert seen.count(p.nearest(p.PAPER)) > 0.06 * spot.size**2, "its symbol's ground"
            if not spot.piece.spent:  # edge and symbol are of one ink
                assert seen.count(p.nearest(p.SIDE_DARK[look])) > 0.03 * spot.size**2, "its symbol"
            assert dark(here) > 0.02 * spot.size**2, "its symbol"
            pieces += 1
    assert pieces > 10


def dark(here: Image.Image) -> int:
    """How many pixels in the middle of a counter, inside the frame of its symbol, are no paper:
    nearer to black than to white."""
    wide, tall = here.size
    middle = here.convert("L").crop(
        (wide * 3 // 10, tall * 3 // 10, wide * 7 // 10, tall * 7 // 10)
    )
    return sum(middle.histogram()[:128])


def hidden_share(here: Image.Image, sprite: Sprite) -> float:
    """How much of a sprite other things lie on, in the part of a picture where it lies."""
    ink = sprite.mask.convert("L")
    off = ImageChops.difference(here.convert("RGB"), sprite.image.convert("RGB"))
    wrong = ImageChops.multiply(off.convert("L").point([0] + [255] * 255), ink)
    return wrong.histogram()[255] / ink.histogram()[255]


@pytest.mark.parametrize("game_id", ["iron_blood", "no_retreat"])
def test_name_plates_are_whole_with_ringed_units_below_them(game_id: str) -> None:
    """A unit, lit, in each hex that has a plate."""
    _, chart, scene = shown(game_id)
    plates = [plate for plate in scene.plates if chart.cells[plate.cell].terrain != "box"]
    units = tuple(Stack(plate.cell, (Piece("armour", 0, lit=True),)) for plate in plates)
    whole = replace(bare(scene), stacks=units, layers=())
    image, grain = draw.full(chart, whole), Ground(chart).grain
    for plate in plates:
        sprite = marks.plate(plate, grain)
        x, y = chart.centre(plate.cell)
        y += labels.plate_at(chart) * chart.hex_px + top(chart, whole)
        left, head = round(x) + sprite.dx, round(y) + sprite.dy
        here = image.crop((left, head, left + sprite.width, head + sprite.height))
        assert hidden_share(here, sprite) < 0.05, plate.text


@every_game
def test_an_arrow_shows_from_its_start_to_its_end(game_id: str) -> None:
    _, chart, scene = shown(game_id)
    stack = scene.stacks[len(scene.stacks) // 2].cell
    here = chart.centre(stack)
    there, _ = min(
        (
            (number, abs(x - here[0]) + abs(y - here[1]))
            for number in range(len(chart.cells))
            for x, y in [chart.centre(number)]
            if chart.cells[number].played
            and math.dist((x, y), here) > 2.4 * chart.hex_px
            and abs(x - here[0]) > 0.4 * chart.hex_px  # down a column it runs under the names
            and chart.cells[number].terrain != "box"
        ),
        key=lambda pair: pair[1],
    )
    plain = replace(bare(scene), plates=())
    with_arrow = replace(plain, arrows=(Arrow((stack, there), 1),))
    down = top(chart, scene)
    (ax, ay), (bx, by) = here, chart.centre(there)
    for share in (0.35, 0.45):
        x, y = ax + (bx - ax) * share, ay + (by - ay) * share + down
        before, after = (part(draw.full(chart, s), x, y, 5) for s in (plain, with_arrow))
        assert _inks(after) > _inks(before) + 8
    back = replace(plain, arrows=(Arrow((there, stack), 1),))
    wings = []
    for drawn in (draw.full(chart, with_arrow), draw.full(chart, back)):
        shares = (t / 40 for t in range(2, 39))
        wings.append([t for t in shares if _wide(drawn, chart, here, (bx, by), t, down)])
    assert min(wings[0]) > 0.5 > max(wings[1]), "its head is at its end"


def _wide(
    image: Image.Image, chart: Chart, start: Point, end: Point, share: float, down: int
) -> bool:
    """Whether the arrow is as wide as its head on both sides there."""
    (ax, ay), (bx, by) = start, end
    aside = 13 * max(0.6, Ground(chart).grain) / math.dist(start, end)
    x, y = ax + (bx - ax) * share, ay + (by - ay) * share + down
    dx, dy = -(by - ay) * aside, (bx - ax) * aside
    return all(_inks(part(image, x + k * dx, y + k * dy, 1)) for k in (-1, 1))


def _inks(image: Image.Image) -> int:
    """Pixels in the colour of a Soviet arrow."""
    return image.tobytes().count(p.nearest(p.SOVIET_DARK))


@every_game
def test_who_holds_a_place_shows_there(game_id: str) -> None:
    """Another holder, another colour: on its plate and edge, or on the marker in an area."""
    _, chart, scene = shown(game_id)
    down = top(chart, scene)
    if chart.grid_kind == "areas":
        held = next(token for token in scene.tokens if token.side == 0)
        other = replace(held, side=1)
        one, two = (replace(bare(scene), tokens=(token,)) for token in (held, other))
        cell = held.cells[0]
    else:
        plate = next(plate for plate in scene.plates if plate.icon != "ruin" and plate.side == 0)
        one, two = (
            replace(bare(scene), plates=(found,)) for found in (plate, replace(plate, side=1))
        )
        cell = plate.cell
    x, y = chart.centre(cell)
    for here, own, foe in ((one, p.AXIS, p.SOVIET), (two, p.SOVIET, p.AXIS)):
        pixels = part(draw.full(chart, here), x, y + down, chart.hex_px * 0.55).tobytes()
        assert pixels.count(p.nearest(own)) > 40
        assert pixels.count(p.nearest(own)) > 3 * pixels.count(p.nearest(foe))
        if chart.grid_kind != "areas" and labels.plate_grain(chart) >= paint.BARE:
            head = y + down + labels.plate_at(chart) * chart.hex_px
            name = part(draw.full(chart, here), x, head, 9 * labels.plate_grain(chart)).tobytes()
            assert name.count(p.nearest(own)) > 40 and not name.count(p.nearest(foe))


@every_board
@pytest.mark.parametrize("theme", p.THEMES)
def test_names_of_a_base_have_contrast(game_id: str, theme: str) -> None:
    """WCAG: 4.5 on their ground, in the strength in which they are printed."""
    values = p.colours(theme)
    for style in {label.style for label in labels.place_labels(CHARTS[game_id]())}:
        for ground in filter(None, (style.ground, style.water)):
            ink = values[p.ramp(style.ink, ground)[style.strength]]
            assert contrast(ink, values[p.nearest(ground, p.BASE)]) >= 4.5, style


@every_board
def test_a_map_full_of_counters_keeps_to_the_limit(game_id: str) -> None:
    """150 of them, 0.6 MB and 2,800 pixels, for the boards whose rules come later too."""
    chart = CHARTS[game_id]()
    cells = [n for n, cell in enumerate(chart.cells) if cell.played and cell.terrain != "box"]
    step = max(1, round(len(cells) / 150))
    stacks = tuple(
        Stack(cell, (Piece("infantry", n % 2, f"{n}", strength=f"{n % 9}-4", size="XX"),))
        for n, cell in enumerate(cells[::step])
    )
    status = Status("Turn 5", "Movement", "Axis to act: move", (0,), ("News.",), 0,
                    (Hand(0, "4 cards"), Hand(1, "5 cards")))  # fmt: skip
    scene = Scene(
        stacks=stacks, plates=(), tokens=(), arrows=(), clashes=(), boxes=(),
        track=tuple(Turn(f"{n}") for n in range(24)), now=3, status=status, focus=(), alt="",
    )  # fmt: skip
    image = draw.full(chart, scene)
    assert max(image.size) <= 2800
    assert len(renderer.encode(image)) <= 600_000


def test_a_tall_map_has_all_its_words_beside_it(seen: Seen) -> None:
    _, chart, scene = shown("race_to_moscow")
    layers = (Layer((0, 1), 2, "held by White", hatched=True), Layer((2,), 5, "in supply"))
    image = draw.full(chart, replace(scene, layers=layers))
    assert image.height == chart.size[1] and image.width > chart.size[0] + 350
    words = {text for text, _ in seen.boxes}
    assert {"held by White", "in supply", scene.status.title} <= words
    for box in scene.boxes:
        assert box.title in words
    for hand in scene.status.hands:
        assert hand.text in words
    assert all(box[0] >= chart.size[0] for text, box in seen.boxes if text in words)
    assert seen.clashes() == []
    hatch = p.hatch(2)
    x, y = chart.centre(0)
    assert hatch in part(image, x, y, 30).tobytes(), "white lines would not show on a white tint"


def test_a_small_map_of_areas_writes_its_own_names(seen: Seen) -> None:
    _, chart, scene = shown("race_to_moscow")
    draw.overview(chart, scene)
    names = {plate.text for plate in scene.plates if isinstance(plate, Plate)}
    written = {text for text, _ in seen.boxes} & names
    assert len(written) > 0.7 * len(names)
    assert {plate.text for plate in scene.plates if plate.lit} <= written


@pytest.mark.parametrize("game_id", [g for g in sorted(CHARTS) if g != "race_to_moscow"])
def test_counters_never_cover_both_the_number_and_the_name_of_a_hex(game_id: str) -> None:
    """However many lie there: one of the two stays readable, on all four maps of hexes."""
    chart = CHARTS[game_id]()
    placed = labels.place_labels(chart)
    numbers = {label.text: label.box for label in placed}
    grain, at = labels.plate_grain(chart), labels.plate_at(chart)
    plates = dict(chart.plates)
    for city in chart.cities:
        cell = city.cells[0]
        if chart.cells[cell].id not in numbers:
            continue
        x, y = chart.centre(cell)
        if cell in plates:
            wide, tall = (size * grain for size in labels.plate_size(plates[cell]))
            y += at * chart.hex_px
            name = (x - wide / 2, y - tall / 2, x + wide / 2, y + tall / 2)
        else:
            found = [label.box for label in placed if label.text.lower() == city.name.lower()]
            if not found:
                continue
            name = found[0]
        for many, few in product(range(5), range(4)):
            big = tuple(Piece("armour", n % 2) for n in range(many))
            small = tuple(Piece("air", n % 2) for n in range(few))
            spotted, _ = spots(Ground(chart), Stack(cell, big, small))
            hidden = [_hidden(box, spotted) for box in (numbers[chart.cells[cell].id], name)]
            assert min(hidden) < 0.25, (city.name, many, few)


def _hidden(box: labels.Box, spotted: list[Spot]) -> float:
    """The share of a box under counters."""
    left, top, right, bottom = box
    area = 0.0
    for spot in spotted:
        half = spot.size / 2
        wide = min(right, spot.x + half) - max(left, spot.x - half)
        tall = min(bottom, spot.y + half) - max(top, spot.y - half)
        area += max(0.0, wide) * max(0.0, tall)
    return area / ((right - left) * (bottom - top))


def test_a_game_is_loaded_when_it_is_drawn() -> None:
    """A painter holds the data of the games that are played, not of the whole shelf."""
    loaded = (
        "import sys, renderer; print([m for m in sys.modules if m.startswith('engine.games.')])"
    )
    found = subprocess.run(
        [sys.executable, "-c", loaded], capture_output=True, text=True, check=True
    )
    assert found.stdout.strip() == "[]"
    for game_id in ARTISTS:
        assert game_id in CHARTS
        assert ARTISTS[game_id].chart is CHARTS[game_id]
    with pytest.raises(KeyError):
        ARTISTS["chess"]


def test_boxes_without_room_in_the_column_are_counted(seen: Seen) -> None:
    """They never run into the hands at its foot: late in a war the pools are full."""
    _, chart, scene = shown("russia_besieged")
    draw.full(chart, scene)
    seen.boxes.clear()
    draw.full(chart, replace(scene, boxes=scene.boxes * 3))
    assert len(seen.boxes) > 3 and seen.clashes() == []
