"""Alt text and the words around the map."""

import renderer
from engine.core.entries import Ended, Fought, Lost, Marked, Moved, Noted, Ordered, Phased, Rolled
from engine.core.view import Asked
from renderer import text
from renderer.games.iron_blood_words import news, place_name, unit_name
from tests.renderer.positions import start


def test_alt_text_tells_what_changed_and_whose_move_it_is() -> None:
    alt = renderer.render(
        start(),
        [
            Ordered(side="axis", line="move 1pz 0205 0204"),
            Moved(unit="axis_tank_1", places=["0105", "0205", "0204"], how="goes by convoy"),
        ],
    ).alt
    assert alt == (
        "1941 Clear, Movement. Panzergruppe 1 (1pz) goes by convoy from Warschau West 0105 "
        "by 0205 to Bialystok 0204. Axis to act: Move your units."
    )


def test_battles_losses_and_control_in_words() -> None:
    lines = news(
        [
            Rolled(n=3, purpose="combat.axis", values=[3, 2]),
            Fought(
                places=["0203"],
                sides=["axis", "soviet"],
                scores=[8, 7],
                winner="axis",
                result="Axis wins.",
            ),
            Lost(unit="soviet_tank_1", place="0304", how="eliminated, no retreat"),
            Marked(place="odessa", mark="control", value="axis"),
            Phased(turn="1941 Clear", phase="supply"),
            Phased(turn="1941 Clear", phase="reinforcements"),
        ]
    )
    assert lines == [
        "Battle at Riga South 0203: Axis 8, Soviet 7. Axis wins.",
        "Soviet Tank 1 (1tk) at Minsk North 0304: eliminated, no retreat.",
        "Odessa: control Axis.",
        "1941 Clear: Reinforcements begins.",
    ]


def test_remarks_and_dice_are_news_only_without_changes() -> None:
    dice = Rolled(n=3, purpose="blitz", values=[1])
    remark = Noted(text="It gets no further.")
    assert news([Ordered(side="axis", line="blitz 1pz"), dice, remark]) == [
        "Dice (blitz): 1.",
        "It gets no further.",
    ]
    assert news([Ordered(side="axis", line="pass")]) == ["Axis: pass."]
    assert news([]) == []


def test_the_end_is_told() -> None:
    view = start(winners=["soviet"], reason="No fortress has fallen.", asked=[])
    alt = renderer.render(view, [Ended(winners=["soviet"], reason="x")], "full").alt
    assert alt.endswith("The game is over. Soviet wins: No fortress has fallen.")


def test_several_sides_to_act() -> None:
    view = start(asked=[Asked("axis", "window", "Commit"), Asked("soviet", "window", "Commit")])
    assert renderer.render(view).alt.endswith("Axis and Soviet are to act.")


def test_alt_text_is_cut_at_a_word_within_the_limit() -> None:
    long = [Noted(text=f"Remark number {n} about nothing much.") for n in range(60)]
    alt = renderer.render(start(), long, "full").alt
    assert 900 < len(alt) <= 1024
    assert alt.endswith("…")


def test_words_that_are_no_ids_are_left_as_they_are() -> None:
    assert unit_name("somebody") == "somebody"
    assert place_name("somewhere") == "somewhere"
    assert place_name("box_ostsee") == "Ostsee"


def test_text_is_wrapped_and_cut_to_its_room() -> None:
    words = "The quick brown fox jumps over the lazy dog and does not come back"
    lines = text.wrap(words, "regular", 20, 150, 3)
    assert len(lines) == 3 and lines[-1].endswith("…")
    assert all(text.width(line, "regular", 20) <= 150 for line in lines)
    assert text.wrap("Short", "regular", 20, 150, 3) == ["Short"]


def test_cutting_keeps_as_much_as_fits() -> None:
    whole = "Panzergruppe 1 goes by convoy to Minsk"
    for room in range(20, 240, 7):
        cut = text.fit(whole, "bold", 18, room)
        assert text.width(cut, "bold", 18) <= room
        if cut != whole:
            longer = whole[: len(cut) + 1] + "…"
            assert text.width(longer, "bold", 18) > room
