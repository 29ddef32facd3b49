"""No Retreat! as a scene and as a picture: what is on the counters, marks, boxes, words."""

import io
from dataclasses import replace

import pytest
from PIL import Image, ImageChops

import engine
import renderer
from engine.core.entries import AnyEntry, Fought, Lost, Marked, Moved, Noted
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.show.view import NoRetreatView
from renderer.base.labels import number_at
from renderer.games.no_retreat import ARTIST, scene
from renderer.games.no_retreat_chart import chart
from renderer.games.no_retreat_words import short_date
from renderer.inks import palette as p
from renderer.inks.text import text_sprite
from renderer.page import draw, windows
from renderer.scene import ALLY, Piece, Scene
from tests.no_retreat.table import bare, table
from tests.renderer.conftest import most


def view(game: engine.Game, seat: str | None = None) -> NoRetreatView:
    found = game.view(seat)
    assert isinstance(found, NoRetreatView)
    return found


def seen(game: engine.Game, *entries: AnyEntry) -> Scene:
    return scene(view(game), entries)


def pieces(found: Scene, place: str) -> list[Piece]:
    cell = BOARD.place_index[place]
    return [p for stack in found.stacks if stack.cell == cell for p in (*stack.big, *stack.small)]


def test_both_faces_of_a_counter_can_be_told_apart() -> None:
    game = bare(
        "put pz_3 1404 s=1", "put pz_4 1503", "put kalinin 1502", "put northwest 1506 s=2",
        "put rum_3 1017", "at 2 axis movement",
    )  # fmt: skip
    found = seen(game)
    reduced, full = pieces(found, "1404")[0], pieces(found, "1503")[0]
    assert (reduced.strength, reduced.steps) == ("5-6", (1, 2))
    assert (full.strength, full.steps, full.symbol) == ("6-6", (2, 2), "armour")
    brown, red = pieces(found, "1502")[0], pieces(found, "1506")[0]
    assert brown.strength == "4-3" and red.strength == "7-4" and brown.livery != red.livery
    [ally] = pieces(found, "1017")
    assert (ally.nation, ally.livery) == ("RO", ALLY)


def test_soviet_fronts_show_two_steps_from_turn_17() -> None:
    for turn, steps in ((16, (1, 1)), (17, (2, 2))):
        game = bare("put northwest 1506 s=2", "put pz_4 1105", f"at {turn} soviet movement")
        assert pieces(seen(game), "1506")[0].steps == steps


def test_markers_lie_on_the_counters() -> None:
    game = bare(
        "put pz_3 1404 unsupplied", "put army_4 1505 disorganized", "put northwest 1504",
        "put kalinin 1506", "mark 1504 target axis", "mark 1506 counterblow soviet",
        "at 2 axis combat",
    )  # fmt: skip
    found = seen(game)
    assert pieces(found, "1404")[0].badges == ("unsupplied",)
    assert pieces(found, "1505")[0].badges == ("disorganized",)
    assert pieces(found, "1504")[0].badges == ("target",)
    assert pieces(found, "1506")[0].badges == ("counterblow",)


def test_markers_of_cards_are_read_below_the_counters() -> None:
    game = bare(
        "put army_16 1302", "mark 1302 works axis", "mark smolensk scorched axis",
        "at 8 axis movement",
    )  # fmt: skip
    found = {(note.cell, note.text) for note in seen(game).notes}
    assert found == {
        (BOARD.place_index["1302"], "Works"),
        (BOARD.sites[BOARD.site_index["smolensk"]].place, "Scorched"),
    }


def test_boxes_show_what_is_off_the_map_and_the_track_what_comes() -> None:
    game = bare(
        "put kalinin 1502", "put pz_4 1105", "put west destroyed", "put rum_4 destroyed",
        "put south surrendered", "put reserve shattered", "put kg_1 cadre_available",
        "put central rail", "put army_2 t:5", "put don t:9", "at 4 soviet movement",
    )  # fmt: skip
    found = seen(game)
    inside = {box.title: [piece.label for piece in box.pieces] for box in found.boxes}
    assert inside["Soviet Destroyed"] == ["west"] and inside["Axis Destroyed"] == ["4rum"]
    assert inside["Soviet Surrendered"] == ["south"] and inside["Soviet Shattered"] == ["res"]
    assert inside["Axis Cadres"] == ["kg1"] and inside["Soviet Rail Movement"] == ["cen"]
    assert inside["Turn 5"] == ["2"] and inside["Turn 9"] == ["don"]
    assert "Axis Surrendered" not in inside
    assert found.now == 3 and len(found.track) == 28
    assert found.track[4].arrivals == (1, 0) and found.track[8].arrivals == (0, 1)
    assert found.track[2].weather == "mud" and found.track[3].weather == "snow"


def test_control_and_its_change_show_on_the_plates() -> None:
    game = bare("put pz_4 1105", "put west 1807", "mark riga control axis", "at 2 axis movement")
    changed = Marked(place="riga", mark="control", value="axis")
    plates = {plate.text: plate for plate in seen(game, changed).plates}
    assert plates["Riga"].side == 0 and plates["Riga"].lit
    assert plates["Moscow"].side == 1 and not plates["Moscow"].lit
    assert plates["Rumanian oil"].icon == "industry"


def test_the_last_action_is_drawn_and_told() -> None:
    game = bare("put pz_4 1503", "put west 1807", "put northwest destroyed", "at 2 axis combat")
    found = seen(
        game,
        Moved(unit="pz_4", places=["1404", "1503"], how="advances"),
        Fought(
            places=["1504"], sides=["axis", "soviet"], scores=[12, 3], winner="axis", result="DS."
        ),
        Lost(unit="northwest", place="1504", how="eliminated"),
        Noted(text="You draw a card.", to="axis"),
    )
    assert [[ARTIST.names.cells[p] for p in ("1404", "1503")]] == [
        list(a.cells) for a in found.arrows
    ]
    [clash] = found.clashes
    assert (clash.scores, clash.winner, clash.open) == ((12, 3), 0, False)
    assert [piece.lost for piece in pieces(found, "1504")] == [True]
    assert pieces(found, "1503")[0].lit
    assert "Northwest Front in 1504" in found.alt
    assert "draw a card" not in found.alt


def test_a_battle_under_way_is_marked() -> None:
    game = bare(
        "put pz_3 1404", "put army_4 1505", "put northwest 1504", "put west 2105",
        "cards hand.axis 2", "at 2 axis combat",
    )  # fmt: skip
    game.submit("axis", "target 1504\nend targets")
    game.submit("axis", "battle 1504 with pz_3 army_4")
    assert view(game).battle
    found = seen(game)
    assert [clash.open for clash in found.clashes] == [True]
    assert {arrow.cells[-1] for arrow in found.arrows} == {BOARD.place_index["1504"]}
    assert set(found.focus) == {BOARD.place_index[p] for p in ("1504", "1404", "1505")}


def test_hands_are_numbers_and_the_words_tell_score_and_weather() -> None:
    game = table()
    hands = [hand.text for hand in seen(game).status.hands]
    sizes = view(game).hand_sizes
    assert f"{sizes[0]} card" in hands[0] and "VP" in hands[0] and "Joker" in hands[0]
    alt = seen(game).alt
    assert "Weather: Clear." in alt and "The Axis side has the initiative." in alt
    names = {half.name for card in BOARD.cards for half in card.halves if half.name != "Joker"}
    for seat in (None, "axis"):
        told = scene(view(game, seat), ()).alt
        assert not any(name in told for name in names)
        assert scene(view(game, seat), ()).stacks == seen(game).stacks


def test_dates_are_short() -> None:
    assert short_date("November-December 1943") == "Nov-Dec 1943"
    assert short_date("May 1945") == "May 1945"


@pytest.mark.parametrize("scenario", ["campaign", "operation_bagration"])
@pytest.mark.parametrize("mode", renderer.MODES)
def test_pictures_are_small_enough_for_discord(scenario: str, mode: str) -> None:
    picture = renderer.render(view(table(scenario=scenario)), (), mode)
    image = Image.open(io.BytesIO(picture.png))
    assert image.size == (picture.width, picture.height)
    assert max(image.size) <= 2800 and len(picture.png) < most(mode)
    assert len(picture.alt) <= 1024


def test_every_overlay_can_be_drawn() -> None:
    game = table(scenario="citadel")
    for kind in engine.rules("no_retreat").overlays:
        overlay = game.overlay(kind, "pz_1" if kind == "reach" else "")
        picture = renderer.render(view(game), (), "full", overlay=overlay)
        assert overlay.title in picture.alt


def test_numbers_are_sharp_where_the_base_is_drawn_larger() -> None:
    """A hex far from units and edges: the number's own sprite, not that of the base grown."""
    board, place = chart(), "1610"
    bare = replace(seen(table(scenario="campaign")), stacks=(), plates=())
    shown = replace(bare, focus=(ARTIST.names.cells[place],))
    found = windows.around(board, shown)
    assert found is not None and found.ground.zoom > 1
    ground, [view] = found.ground, found.windows
    image = draw.crop(board, shown)
    size = max(8, round(ground.hex_px / 11))
    sprite = text_sprite(place, "regular", size, p.INK, p.CLEAR, 2, p.BASE)
    x, y = ground.centre(ARTIST.names.cells[place])
    left = round(x) - view.x + sprite.dx
    top = round(y + number_at(board) * ground.hex_px) - view.y + sprite.dy
    here = image.crop((left, top, left + sprite.width, top + sprite.height))
    differ = ImageChops.difference(here.convert("RGB"), sprite.image.convert("RGB")).convert("L")
    wrong = ImageChops.multiply(differ.point([0] + [255] * 255), sprite.mask.convert("L"))
    assert wrong.getbbox() is None


def test_a_crop_shows_what_it_is_asked_for() -> None:
    game = table(scenario="citadel")
    here, there = (renderer.render(view(game), (), "crop", focus=[p]) for p in ("1401", "0819"))
    assert here.width == there.width and here.png != there.png
