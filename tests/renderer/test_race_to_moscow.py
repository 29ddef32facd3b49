"""Race to Moscow as a scene and as a picture: what lies in areas, on lines and on mats."""

import io
import math
from dataclasses import replace
from itertools import combinations

import pytest
from PIL import Image, ImageChops

import engine
import renderer
from engine.core.entries import AnyEntry, Fought, Marked, Moved, Phased
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.show.view import RaceToMoscowView
from renderer import scene as scenes
from renderer.base.labels import Box
from renderer.games.race_to_moscow import scene
from renderer.games.race_to_moscow_chart import chart
from renderer.games.race_to_moscow_words import held, score, standing
from renderer.inks import palette as p
from renderer.inks.sprite import Sprite
from renderer.page import boxes, draw, paint
from renderer.page.column import column_width
from renderer.pieces import tracks
from renderer.pieces.counters import STORES
from renderer.pieces.layout import Ground, Window, shared
from renderer.pieces.symbols import row_width
from renderer.scene import Arrow, Carrier, Depot, Piece, Scene
from renderer.scenes import compare
from tests.race_to_moscow.table import empty, table
from tests.renderer.conftest import Seen, most

GRAY, SOVIET, WHITE, BROWN = range(4)


def view(game: engine.Game, seat: str | None = None) -> RaceToMoscowView:
    found = game.view(seat)
    assert isinstance(found, RaceToMoscowView)
    return found


def shown_to(game: engine.Game, *entries: AnyEntry, seat: str | None = None) -> Scene:
    return scene(view(game, seat), entries)


def area(id_: str) -> int:
    return BOARD.place_index[id_]


def pieces(found: Scene, id_: str) -> list[Piece]:
    cell = BOARD.place_index[id_]
    return [p for stack in found.stacks if stack.cell == cell for p in (*stack.big, *stack.small)]


def depot(found: Scene, id_: str) -> Depot | None:
    return next((d for d in found.depots if d.cell == area(id_)), None)


def test_an_army_shows_its_card() -> None:
    """2.2, 14"""
    game = empty(
        "put panzergruppe_4 riga fuel=2 ammo=3", "put army_9 lyck food=1 halt moved",
        "at 2 white actions",
    )  # fmt: skip
    found = shown_to(game)
    [tanks] = pieces(found, "riga")
    assert (tanks.symbol, tanks.side, tanks.label) == ("armour", GRAY, "4pz")
    assert tanks.stores == (("fuel", 2), ("ammo", 3)) and not tanks.spent
    [foot] = pieces(found, "lyck")
    assert (foot.symbol, foot.side, foot.badges) == ("infantry", WHITE, ("halted",))
    assert foot.stores == (("food", 1),) and foot.spent
    [fleet] = pieces(found, "sea_danzig")
    assert fleet.symbol == "fleet"


def test_markers_track_supplies_and_medals_lie_in_areas() -> None:
    """3.2, 11, 17"""
    game = empty(
        "mark riga control gray", "mark siaulai control gray", "mark siaulai track",
        "mark riga ammo 2", "mark pskov medal 1", "mark kiev soviet placed", "at 1 gray actions",
    )  # fmt: skip
    found = shown_to(game)
    assert {token.side for token in found.tokens if token.cells == (area("riga"),)} == {GRAY}
    assert depot(found, "riga") == Depot(area("riga"), (("ammo", 2),), -1)
    assert depot(found, "siaulai") == Depot(area("siaulai"), (), GRAY)
    assert depot(found, "pskov") == Depot(area("pskov"), (("medal", 1),), -1)
    assert [piece.symbol for piece in pieces(found, "kiev")] == ["leader", "fortress"]
    assert [piece.symbol for piece in pieces(found, "pskov")] == ["fortress"]
    assert all(piece.side == SOVIET for piece in pieces(found, "kiev"))


def test_rails_lie_between_areas_with_track_of_one_colour() -> None:
    """11: lines that are printed with track are left to the base"""
    game = empty(
        "mark siaulai control gray", "mark siaulai track", "mark vilnius control white",
        "mark vilnius track", "mark kaunas control gray", "mark kaunas track",
        "at 1 gray actions",
    )  # fmt: skip
    ends = {frozenset((BOARD.places[a], BOARD.places[b])) for a, b in shown_to(game).rails}
    assert frozenset(("tilsit", "siaulai")) in ends and frozenset(("tilsit", "kaunas")) in ends
    assert frozenset(("kaunas", "vilnius")) not in ends
    assert frozenset(("danzig", "konigsberg")) not in ends


def test_trucks_and_trains_lie_on_their_lines() -> None:
    """11"""
    game = table("at 1 gray actions")
    receipt = game.submit("gray", "train danzig konigsberg fuel 3")
    game.submit("gray", "truck danzig konigsberg food 3")
    found = shown_to(game, *receipt.entries)
    line = BOARD.connections[BOARD.connection_at[area("danzig"), area("konigsberg")]]
    assert set(found.carriers) == {
        Carrier(line.a, line.b, "train", lit=True),
        Carrier(line.a, line.b, "truck", GRAY),
    }
    assert set(found.focus) == {area("danzig"), area("konigsberg")}


def test_a_march_is_one_arrow_and_a_combat_has_its_price() -> None:
    """7, 8"""
    entries = (
        Moved(unit="panzergruppe_2", places=["siedlce", "brest"], how="moves"),
        Moved(unit="panzergruppe_2", places=["brest", "bereza"], how="moves"),
        Fought(places=["bereza"], sides=["white", "soviet"], scores=[2, 3], winner="soviet",
               result="withdraws"),
        Moved(unit="panzergruppe_2", places=["bereza", "brest"], how="withdraws"),
    )  # fmt: skip
    found = shown_to(table("at 1 white actions"), *entries)
    [arrow] = found.arrows
    assert [BOARD.places[c] for c in arrow.cells] == ["siedlce", "brest", "bereza", "brest"]
    [clash] = found.clashes
    assert (clash.scores, clash.sides, clash.winner) == ((2, 3), (WHITE, SOVIET), SOVIET)


def test_the_focus_is_what_happened_last() -> None:
    entries = (
        Marked(place="riga", mark="track", value="laid"),
        Phased(turn="Round 1", phase="Soviet reaction", side="gray"),
        Marked(place="kiev", mark="soviet", value="placed"),
    )
    game = table("at 1 white actions")
    assert shown_to(game, *entries).focus == (area("kiev"),)
    assert shown_to(game, *entries[:2]).focus == (area("riga"),)


def test_kinds_of_markers_are_for_whom_knows_them() -> None:
    """20.1: others see a marker, nothing more; all pictures of it are the same"""
    pictures = set()
    for kind in ("infantry", "armor"):
        game = table("at 1 gray actions", soviet=True)
        game.submit("gm", f"mark pskov soviet {kind}")
        for seat in (None, "gray"):
            assert pieces(shown_to(game, seat=seat), "pskov")[0].symbol == "leader"
        own = pieces(shown_to(game, seat="soviet"), "pskov")[0].symbol
        assert own == {"infantry": "infantry", "armor": "armour"}[kind]
        for mode in renderer.modes("race_to_moscow"):
            pictures.add((mode, renderer.render(game.view(None), (), mode).png))
    assert len(pictures) == len(renderer.modes("race_to_moscow"))


def test_what_lies_face_down_is_a_number() -> None:
    """9, 15: no name of a hidden card is in any word of the picture"""
    game = table("at 1 gray actions")
    game.submit("gm", "cards pocket.gray soviet_3_army soviet_1_shock_army")
    found = shown_to(game)
    assert held(view(game), GRAY) == "0 points · 2 face down"
    words = repr((found.status, found.mats, found.boxes, found.alt))
    known = {id_ for ids in view(game).open_cards.values() for id_ in ids}
    for card in BOARD.cards:
        if card.id not in known:
            assert card.name not in words or card.family == "pursuit"
    assert "3 Army" not in words and "Shock" not in words


def test_points_are_tokens_medals_cubes_and_cities() -> None:
    """6.3"""
    game = empty("set medals.brown 2", "mark rostov control brown", "at 1 brown actions")
    game.submit(
        "gm", "cards beaten.brown soviet_1_shock_army soviet_3_army pursuit_brown_reserve_army_1"
    )
    assert score(view(game), 2) == 2 + 1 + 1 + 2


def test_the_mats_show_what_players_have() -> None:
    """2.2, 3.1, 14, 16"""
    game = table("at 1 gray actions")
    game.submit("gray", f"okh {view(game).open_cards['okh_open'][0]}")
    found = shown_to(game)
    assert [mat.side for mat in found.mats] == [GRAY, WHITE, BROWN, -1]
    own = dict(found.mats[0].lines)
    [taken] = view(game).open_cards["okh.gray"]
    assert own["OKH"] == BOARD.cards[BOARD.item_index[taken]].name
    assert own["Markers"] == "staff car used, air support ready"
    assert found.mats[0].stores == (("truck", 5), ("train", 3), ("medal", 0))
    assert [text for _, text in found.mats[1].pieces] == [
        "Warschau",
        "Suwalki",
        "Ostrow Mazowiecka",
        "Lyck",
    ]
    common = dict(found.mats[-1].lines)
    assert common["Logistics"] == "level 1: take 6, place 3, possess 9"
    assert common["Transport"] == "9 trains, 8 in reserve; trucks: none"
    assert "6 markers in the pool" in common["Soviets"]


@pytest.mark.parametrize("large", [False, True])
def test_all_words_of_the_mats_lie_in_their_frames(large: bool, seen: Seen) -> None:
    """Also where a line is longer than the mat is wide, and what is asked longer than the page."""
    shown = scene(view(table("at 1 gray actions")), ())
    long = [(head, f"{text}, and so on for some more words") for head, text in shown.mats[0].lines]
    whole = replace(
        shown,
        mats=tuple(replace(mat, lines=(*mat.lines, *long)) for mat in shown.mats),
        status=replace(shown.status, todo="Gray to act: " + "Say what is to be done now, " * 3),
    )
    image = draw.mat(chart(), whole, large)
    left, inside = 14 * (draw.LARGE_WORDS if large else 1), p.nearest(p.PANEL_SOFT)
    heads = {head for head, _ in long} | {text for mat in whole.mats for text, _ in mat.lines}
    rows = [box for text, box in seen.boxes if text in heads]
    assert len(rows) > 12
    for _, top, _, bottom in rows:
        for y in (round(top), round(bottom)):
            assert image.getpixel((round(left), y)) == inside
    assert max(box[3] for _, box in seen.boxes) < image.height - 8
    assert seen.clashes() == []
    assert any("be done" in text for text, _ in seen.boxes[1:4]), "what is asked has two lines"


def test_the_basic_game_has_no_staff_car() -> None:
    game = table("at 1 gray actions", scenario="basic")
    found = shown_to(game)
    assert "Markers" not in dict(found.mats[0].lines)
    assert "OKH display" not in dict(found.mats[-1].lines)


def test_the_track_is_the_turn_order() -> None:
    """4"""
    game = table(order=["brown", "white", "gray"])
    found = shown_to(game)
    assert [turn.year for turn in found.track] == ["Brown", "White", "Gray"]
    assert found.now == 0 and found.status.asked == (BROWN,)


@pytest.mark.parametrize("mode", renderer.modes("race_to_moscow"))
@pytest.mark.parametrize("large", [False, True])
def test_pictures_are_small_enough_for_discord(mode: str, large: bool) -> None:
    game = table("at 1 gray actions")
    receipt = game.submit("gray", "train danzig konigsberg fuel 3")
    picture = renderer.render(game.view(None), receipt.entries, mode, large=large)
    image = Image.open(io.BytesIO(picture.png))
    assert image.size == (picture.width, picture.height) and max(image.size) <= 3600
    assert len(picture.png) < most(mode)
    assert len(picture.alt) <= 1024


def test_what_changed_is_marked() -> None:
    game = table("at 1 gray actions")
    before = game.view(None)
    game.submit("gm", "put army_18 riga\nmark riga control gray")
    picture = renderer.render(game.view(None), (), "full", before=before)
    assert "1 moved" in picture.alt and "1 changed hands" in picture.alt


def test_a_difference_shows_supplies_loads_and_transports() -> None:
    game = table("at 1 gray actions")
    before = view(game)
    before.supply[1][area("riga")] = 2
    before.supply[2][area("tilsit")] = 1
    game.submit("gray", "train danzig konigsberg fuel 3")
    after = view(game)
    after.supply[0][area("riga")] = 1
    after.supply[2][area("memel")] = 3
    after.supply[2][area("tilsit")] = 1
    found = compare.difference(scene(before, ()), scene(after, ()))
    lit = {BOARD.places[depot.cell]: depot.stores for depot in found.depots if depot.lit}
    assert lit["riga"][:2] == (("fuel", 1), ("ammo", 0)) and lit["memel"] == (("food", 3),)
    assert "konigsberg" in lit and "tilsit" not in lit
    assert [carrier.kind for carrier in found.carriers if carrier.lit] == ["train"]
    picture = renderer.render(after, (), "full", before=before)
    assert "0 moved, 4 with other supplies, 1 new on the roads" in picture.alt
    image = Image.open(io.BytesIO(picture.png))
    for id_, rim in (("memel", True), ("tilsit", False)):
        x, y = chart().centre(area(id_))
        y += tracks.STORES_AT * chart().hex_px
        strip = image.crop((round(x) - 24, round(y) - 16, round(x) + 24, round(y) + 16)).tobytes()
        assert (strip.count(p.nearest(p.GOLD)) > 60) == rim, id_


def test_names_lie_over_rails_and_arrows() -> None:
    """What is printed of a name stays: Kaunas beside its rails, Baranovichi under an arrow."""
    bare = replace(
        shown_to(table("at 1 gray actions")), stacks=(), depots=(), carriers=(), tokens=()
    )
    ends = tuple((line.a, line.b) for line in BOARD.connections)
    over = replace(bare, rails=ends, arrows=tuple(Arrow(pair, WHITE) for pair in ends[::7]))
    plain, laid = (draw.full(chart(), each).crop((0, 0, *chart().size)) for each in (bare, over))
    free = paint.names(chart())
    changed = ImageChops.difference(plain.convert("RGB"), laid.convert("RGB")).convert("L")
    assert sum(changed.histogram()[1:]) > 50_000
    assert ImageChops.logical_and(changed.point([0] + [255] * 255, "1"), free).getbbox() is None
    letters = ImageChops.logical_and(plain.point([0, *[255] * 255], "1"), free)
    assert letters.histogram()[255] > 50_000


def test_trucks_and_trains_keep_off_names_and_arrows() -> None:
    """On each way one truck alone, then a truck and a train beside an arrow."""
    ground = Ground(chart())
    blank = Image.new("P", chart().size)
    for line in BOARD.connections:
        mark = Carrier(line.a, line.b, "truck", GRAY)
        bare = replace(shown_to(table("at 1 gray actions")), carriers=(mark,))
        painter = paint.Painter(blank, ground, bare, Window(0, 0, *chart().size), (0, 0))
        sprite = tracks.carrier("truck", GRAY, False, painter.marks)
        least = min(painter._printed(at, sprite) for at in tracks.on_the_way(ground, mark, 0))
        assert least < 0.25 * sprite.width * sprite.height, (line.a, line.b)
    (ax, ay), (bx, by) = ground.centre(line.a), ground.centre(line.b)
    beside = tracks.on_the_way(ground, mark, 1)[0]
    middle = (ax + bx) / 2, (ay + by) / 2
    assert math.dist(beside, middle) > 0.15 * ground.hex_px


def test_stores_stay_on_the_map_and_trains_off_them(monkeypatch: pytest.MonkeyPatch) -> None:
    """All kinds in every area: no strip over the edge, the train from Tilsit beside them."""
    shown = shown_to(table("at 1 gray actions"))
    full = (("fuel", 3), ("ammo", 3), ("food", 3))
    depots = tuple(Depot(cell, full) for cell in range(len(BOARD.areas)))
    for zoom in (draw.PHONE / chart().size[0], 1.0):
        ground = Ground(chart(), zoom)
        view = Window(0, 0, *ground.size)
        painter = paint.Painter(
            Image.new("P", ground.size), ground, replace(shown, depots=depots), view, (0, 0)
        )
        strips = [sprite.at(*at) for sprite, at in painter._strips()]
        assert len(strips) == len(BOARD.areas)
        assert all(box[0] >= 0 and box[2] <= ground.size[0] for box in strips)
    line = BOARD.connections[BOARD.connection_at[area("tilsit"), area("siaulai")]]
    painter.scene = replace(shown, depots=depots, carriers=(Carrier(line.a, line.b, "train"),))
    found: list[Box] = []
    monkeypatch.setattr(Sprite, "paste", lambda self, _, x, y: found.append(self.at(x, y)))
    painter._carriers()
    [train] = found
    lying = [*painter._strips(), *painter._counters()]
    assert len(lying) > len(depots)
    assert not any(shared(train, sprite.at(*at)) for sprite, at in lying)


def test_no_truck_hides_another(monkeypatch: pytest.MonkeyPatch) -> None:
    """A truck of each player and a train on every way, armies with stores in every area."""
    marks = tuple(
        Carrier(line.a, line.b, kind, side)
        for line in BOARD.connections[::3]
        for kind, side in (("truck", GRAY), ("truck", WHITE), ("train", -1))
    )
    shown = replace(shown_to(table("at 1 gray actions")), carriers=marks)
    ground, view = Ground(chart()), Window(0, 0, *chart().size)
    painter = paint.Painter(Image.new("P", ground.size), ground, shown, view, (0, 0))
    found: list[Box] = []
    monkeypatch.setattr(Sprite, "paste", lambda self, _, x, y: found.append(self.at(x, y)))
    painter._carriers()
    assert len(found) == len(marks)
    for a, b in combinations(found, 2):
        assert shared(a, b) < 0.25 * (a[2] - a[0]) * (a[3] - a[1])


def test_a_march_leads_under_the_markers_on_its_way() -> None:
    game = table("at 1 white actions")
    way = Moved(unit="panzergruppe_2", places=["warschau", "siedlce", "brest"], how="moves")
    plain, marched = shown_to(game), shown_to(game, way)
    x, y = chart().centre(area("siedlce"))
    box = tuple(round(v) for v in (x - 8, y - 8, x + 8, y + 8))
    one, two = (
        draw.full(chart(), replace(shown, stacks=())).crop(box) for shown in (plain, marched)
    )
    assert marched.arrows and one.tobytes() == two.tobytes()


def test_the_score_of_a_soviet_player() -> None:
    """20.9: the medals that lie on the map"""
    game = empty("mark kiev medal 2", "mark lvov medal 1", soviet=True)
    assert "The Soviet player: 3 points left on the map" in standing(view(game))
    assert ("Their score", "3 points left on the map") in shown_to(game).mats[-1].lines
    assert not any("left on the map" in text for text in standing(view(empty())))


def test_the_stores_of_armies_in_a_box_do_not_touch() -> None:
    """9: four armies with three kinds of supplies each stand side by side in the column."""
    strip = row_width(3, 54 * STORES)
    army = Piece("infantry", WHITE, "4a", stores=(("fuel", 3), ("ammo", 3), ("food", 3)))
    box = scenes.Box("White", WHITE, (army,) * 4)
    assert boxes._apart(box) > strip + 3
    assert boxes._columns(box, column_width(chart().size[0]) - 44) == 4
