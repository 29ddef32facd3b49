"""What pictures of Stalin's War show: markers, badges, places, boxes and the strips."""

import engine
from renderer.games.stalins_war import ARTIST
from renderer.scene import Piece, Scene
from tests.stalins_war.test_show import bare

CELLS = ARTIST.names.cells


def drawn(*lines: str, order: str = "") -> Scene:
    game = bare(*lines)
    entries = game.submit("axis", order).entries if order else ()
    return ARTIST.scene(game.view(None), entries)


def pieces(scene: Scene, place: str) -> list[Piece]:
    return [
        piece
        for stack in scene.stacks
        if stack.cell == CELLS[place]
        for piece in (*stack.big, *stack.small)
    ]


def test_counters_tell_strength_steps_and_supply() -> None:
    """§2.2.1, §13.2: an army with three of four steps; limited and no supply have a badge each"""
    scene = drawn(
        "put ge_4th_army 2020 s=3", "put ro_4th_army 2121 supply=out", "put su_13r_army 2120",
        "put su_west_front 2722 supply=limited", "mark 2020 combat", "at 6 axis attacks",
    )  # fmt: skip
    [army] = pieces(scene, "2020")
    assert (army.strength, army.steps, army.size) == ("4-4-3", (3, 4), "XXXX")
    assert "combat" in army.badges
    [ally] = pieces(scene, "2121")
    assert (ally.nation, ally.badges) == ("RO", ("unsupplied",))
    assert pieces(scene, "2722")[0].badges == ("limited",)


def test_works_lie_on_the_map() -> None:
    """§10.3, §16.1, §16.3, §8.2: Trench, Festung, Zone in words, an Inactive Partisan as a piece"""
    scene = drawn(
        "mark 2020 trench_axis", "mark 2120 partisan", "mark minsk control axis",
        f"mark {hex_of('minsk')} festung", "mark 2419 zone", "at 6 axis round",
    )  # fmt: skip
    texts = {(note.cell, note.text) for note in scene.notes}
    assert texts == {
        (CELLS["2020"], "Trench"), (CELLS[hex_of("minsk")], "Festung"), (CELLS["2419"], "Zone"),
    }  # fmt: skip
    [den] = pieces(scene, "2120")
    assert den.symbol == "partisan" and not den.ids, "which counter it is, nobody knows"
    minsk = next(plate for plate in scene.plates if plate.text == "Minsk")
    assert minsk.side == 0


def test_towns_that_changed_hands_have_a_marker() -> None:
    """§3.0: every place tells who holds it: plates of cities, markers of towns"""
    scene = drawn("mark kovel control axis", "at 6 axis round")
    [token] = scene.tokens
    assert token.side == 0 and not any(plate.text == "Kovel" for plate in scene.plates)


def test_boxes_beside_the_map_and_the_turn_track() -> None:
    """§11.3.6, §13.3.8: Eliminated, Other Fronts, LCUs on the turn track"""
    scene = drawn(
        "put su_13r_army eliminated", "put ge_57_pz_corps other_fronts", "put ge_4th_army turn_8",
        "at 6 axis round",
    )  # fmt: skip
    boxes = {box.title: [piece.label for piece in box.pieces] for box in scene.boxes}
    assert boxes == {
        "Axis eliminated": [], "Soviet eliminated": ["13r"], "Other Fronts": ["57pz"],
        "Back in turn 8": ["4a"],
    }  # fmt: skip
    assert len(scene.track) == 18 and scene.now == 5 and scene.track[7].arrivals == (1, 0)


def test_strips_tell_ops_counts_points_cards_and_the_last_fire() -> None:
    """§7.3.2, §14.1.3, §18.1.1, §7.5.5: what each side has, kept cards, and both fires"""
    scene = drawn(
        "put ge_4th_army 2020", "put su_13r_army 2120", "mark 2020 combat", "set bank.axis 2",
        "set points.su 3", "cards table.axis axis_12", "set vp 11", "dice fire.axis 6",
        "dice fire.soviet 1", "at 6 axis attacks", order="attack 2120 with ge_4th_army",
    )  # fmt: skip
    texts = [hand.text for hand in scene.status.hands]
    assert texts[0].startswith("0 OPS · 2 banked · ") and "RP: 1.5 SU" in texts
    assert "Kept: Kleist" in texts and any(text.startswith("VP 11") for text in texts)
    assert [text for text in texts if text.startswith("Fire ")] == [
        "Fire 5 LCU, forest -1: 2", "Fire 2 SCU: 0",
    ]  # fmt: skip
    assert scene.clashes or scene.status.asked


def hex_of(site: str) -> str:
    lexicon = engine.rules("stalins_war").lexicons["place"]
    return lexicon.write(lexicon.read(site)[0])
