"""Who stands in a place: all of a tall stack, in words and on a page."""

import io
from dataclasses import replace

import pytest
from PIL import Image

import engine
import renderer
from engine.core.view import View
from renderer.games import ARTISTS, CHARTS
from renderer.inks import palette as p
from renderer.page import standing as page
from renderer.scene import Piece, Scene, Stack
from renderer.scenes.standing import standing
from tests.no_retreat.table import bare
from tests.renderer.conftest import Seen
from tests.renderer.positions import put, start
from tests.renderer.test_every_game import every_game, middle

WHOLE = (
    Piece("armour", 0, "3pz", strength="5-6", steps=(1, 2), badges=("unsupplied",), ids=("pz_3",)),
    Piece("fortress", 0, strength="2-0", nation="RO"),
    Piece("air", 0, count=3, spent=True, ids=("army_9", "army_4", "army_16")),
    Piece("hidden", 1, stores=(("fuel", 2),)),
    Piece("infantry", 1, "x", lost=True, ids=("kalinin",)),
)


def scene_of(*pieces: Piece) -> tuple[View, Scene]:
    view = bare("put pz_3 1404", "put kalinin 1502", "at 2 axis movement").view(None)
    artist = ARTISTS["no_retreat"]
    found = artist.scene(view, ())
    return view, replace(found, stacks=(Stack(artist.names.cells["1907"], pieces),))


def test_every_piece_is_named_with_strength_and_state_and_the_lost_are_not() -> None:
    view, scene = scene_of(*WHOLE)
    there = standing(ARTISTS["no_retreat"], view, scene, "1907")
    assert there.head == "1907 Tula: 6 pieces"
    assert there.lines() == [
        "Axis:",
        "3. Panzer Army (3pz), armour, 5-6, 1 of 2 steps, out of supply",
        "Fortress, 2-0, RO",
        "3 air, 9th Army (9), 4th Army (4), 16th Army (16), has acted",
        "Soviet:",
        "Face down, 2 fuel",
    ]
    assert there.alt() == (
        "1907 Tula: 6 pieces. Axis: 3. Panzer Army (3pz), armour, 5-6, 1 of 2 steps, out of "
        "supply; Fortress, 2-0, RO; 3 air, 9th Army (9), 4th Army (4), 16th Army (16), has "
        "acted. Soviet: Face down, 2 fuel."
    )


@pytest.mark.parametrize("large", [False, True])
def test_a_stack_of_thirteen_is_on_one_page(large: bool, seen: Seen) -> None:
    """Each counter with its own pixels, each name; readable at the width of a phone."""
    chart = CHARTS["russia_besieged"]()
    _, scene = scene_of()
    army = [Piece("infantry", n % 2, f"{n}", strength=f"{n}-4", size="XX") for n in range(13)]
    rows = [(piece, f"{piece.label}th Army", "infantry, 3-4, out of supply") for piece in army]
    image = page.page(chart, scene, 700, "1709: 13 pieces", rows, 1.3 if large else 1.0)
    assert image.width == 800 and image.height <= 1300
    assert len(renderer.encode(image)) <= 200_000
    words = [text for text, _ in seen.boxes]
    assert all(words.count(f"{n}th Army") == 1 for n in range(13)) and seen.clashes() == []
    below = image.crop((0, 320, 800, image.height)).tobytes()
    for side in (0, 1):
        assert below.count(p.nearest(p.SIDE[side])) > 6 * 1000


@every_game
def test_the_tallest_stacks_come_first_and_each_can_be_shown(game_id: str) -> None:
    view = middle(game_id).game.view(None)
    found = renderer.stands(view)
    assert len(found) > 10 and len(dict(found)) == len(found)
    counts = [int(words.split(": ")[1].split()[0]) for _, words in found]
    assert counts == sorted(counts, reverse=True)
    for place, words in found[:3]:
        picture = renderer.here(view, place)
        assert picture.alt.startswith(words) and len(picture.alt) <= 1024
        head, lines = renderer.here_in_words(view, place)
        assert head == words and all(line.rstrip(":") in picture.alt for line in lines)
        image = Image.open(io.BytesIO(picture.png))
        assert image.mode == "P" and len(picture.png) <= 200_000


def test_nobody_stands_in_an_empty_place_and_there_is_no_other() -> None:
    view = engine.new_game("race_to_moscow", secret=bytes(32)).view(None)
    empty = next(
        place
        for place in ARTISTS[view.game].names.cells
        if place not in dict(renderer.stands(view))
    )
    assert renderer.here(view, empty).alt.endswith("nobody stands here.")
    with pytest.raises(KeyError):
        renderer.here(view, "no such place")


def test_who_stands_there_is_what_the_view_shows() -> None:
    view = start()
    put(view, "axis_tank_1", "0304")
    _, lines = renderer.here_in_words(view, "0304")
    assert "Panzergruppe 1 (1pz), armour" in lines
