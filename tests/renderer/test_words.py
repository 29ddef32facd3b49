"""Alt text and the words around the map."""

import renderer
from engine.core.entries import Ended, Fought, Lost, Marked, Moved, Noted, Ordered, Phased, Rolled
from engine.core.view import Asked
from renderer.inks import text
from renderer.scenes.words import news, sentence
from tests.renderer.positions import start


def test_alt_text_tells_what_changed_and_whose_move_it_is() -> None:
    alt = renderer.render(
        start(),
        [
            Ordered(side="axis", line="move axis_tank_1 0205 0204"),
            Moved(unit="axis_tank_1", places=["0105", "0205", "0204"], how="goes by convoy"),
        ],
    ).alt
    assert alt.startswith("1941 Clear, Movement. Panzergruppe 1 goes by convoy from 0105 Warschau")
    assert "0204 Bialystok" in alt
    assert alt.endswith("Axis to act: Move your units.")


def test_battles_losses_control_and_the_last_phase_are_told_in_order() -> None:
    lines = news(
        "iron_blood",
        [
            Ordered(side="axis", line="battle 0203"),
            Rolled(n=3, purpose="combat.axis", values=[3, 2]),
            Fought(
                places=["0203"],
                sides=["axis", "soviet"],
                scores=[8, 7],
                winner="axis",
                result="Axis wins.",
            ),
            Lost(unit="soviet_tank_1", place="0304", how="eliminated, no retreat"),
            Phased(turn="1941 Clear", phase="Supply"),
            Marked(place="odessa", mark="control", value="axis"),
            Phased(turn="1941 Clear", phase="Reinforcements"),
        ],
    )
    assert len(lines) == 4
    for line, words in zip(
        lines,
        (("Riga", "8", "7"), ("Tank 1", "Minsk"), ("Odessa", "Axis"), ("Reinforcements",)),
        strict=True,
    ):
        assert all(word in line for word in words), line


def test_remarks_and_dice_are_news_only_without_changes() -> None:
    dice = Rolled(n=3, purpose="blitz", values=[1])
    remark = Noted(text="It gets no further.")
    order = Ordered(side="axis", line="blitz")
    assert len(news("iron_blood", [order, dice, remark])) == 2
    assert news("iron_blood", [order, dice, remark])[1] == "It gets no further."
    assert news("iron_blood", [order]) == ("Axis: blitz.",)
    assert news("iron_blood", []) == ()


def test_the_end_is_told() -> None:
    view = start(winners=["soviet"], reason="No fortress has fallen.", asked=[])
    ended = [Phased(turn="1944 Snow", phase="Calendar"), Ended(winners=["soviet"], reason="x")]
    alt = renderer.render(view, ended, "full").alt
    assert alt.endswith("The game is over, Soviet wins: No fortress has fallen.")
    assert "Calendar" not in alt


def test_every_sentence_is_closed_once() -> None:
    assert [sentence(said) for said in ("Axis: pass", "A token?", "Done.")] == [
        "Axis: pass.",
        "A token?",
        "Done.",
    ]


def test_several_sides_to_act() -> None:
    view = start(asked=[Asked("axis", "window", "Commit"), Asked("soviet", "window", "Commit")])
    assert renderer.render(view).alt.endswith("Axis and Soviet are to act.")


def test_alt_text_is_cut_at_a_word_within_the_limit() -> None:
    long = [Noted(text=f"Remark number {n} about nothing much.") for n in range(60)]
    alt = renderer.render(start(), long, "full").alt
    assert 900 < len(alt) <= 1024
    assert alt.endswith("Axis to act: Move your units.")


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


def test_results_come_first_in_a_caption() -> None:
    """Whatever is left out as "and 2 more", a battle or a die that decided is not."""
    fought = Fought(
        places=["0203"], sides=["axis", "soviet"], scores=[8, 7], winner="axis", result=""
    )
    moved = Moved(unit="axis_tank_1", places=["0203", "0204"], how="")
    rolled = Rolled(n=1, purpose="blitz", values=[4], side="axis", cause="c")
    battle = news("iron_blood", [moved, moved, fought, rolled])
    assert battle[0].startswith("Battle") or "Riga" in battle[0]
    assert battle[0] == news("iron_blood", [fought])[0] and len(battle) == 3
    blitz = news("iron_blood", [moved, rolled])
    assert blitz[0] == news("iron_blood", [rolled])[0] and len(blitz) == 2
