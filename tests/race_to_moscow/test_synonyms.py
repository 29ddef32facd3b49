"""The words of the rulebook for orders that have shorter ones."""

import pytest

from tests.race_to_moscow.table import refused, table, words

ROOM = ("put 4pz tilsit fuel=3", "mark danzig ammo none", "at 1 gray actions")


@pytest.mark.parametrize(
    ("said", "meant"),
    [
        ("take supplies danzig ammo 1", "supply danzig ammo 1"),
        ("take transport trains 1", "transport trains 1"),
        ("transport train danzig konigsberg fuel 3", "train danzig konigsberg fuel 3"),
        ("transport truck danzig konigsberg food 2", "truck danzig konigsberg food 2"),
        ("air support soviet", "air soviet"),
        ("end turn", "end actions"),
    ],
)
def test_the_rulebooks_words(said: str, meant: str) -> None:
    """5, 11, 12, 13, 15"""
    assert table(*ROOM).submit("gray", said).ran == (meant,)


def test_what_is_offered_while_typing() -> None:
    """§11, §12, §13: a verb that is whole offers its own words alone"""
    game = table(*ROOM)
    offered = {
        text: [item.value.strip() for item in game.complete("gray", text).items]
        for text in ("take", "take ", "transport", "transport ", "transport truck ")
    }
    assert offered["take"] == offered["take "] == ["supply", "transport"]
    assert offered["transport"] == ["train", "truck", "transport"]
    assert offered["transport "] == ["transport trains"]
    assert offered["transport truck "][0] == "truck danzig"


def test_the_railhead() -> None:
    """17"""
    game = table("mark kedainai control gray", "at 1 gray railhead")
    assert words(game, "gray", "railhead ") == {"kedainai"}
    assert game.submit("gray", "railhead kedainai").ran == ("rail kedainai",)
    assert refused(game, "white", "railhead siedlce") == "17"


def test_in_total_war_okh_cards_are_bought() -> None:
    """§19.5, 16"""
    game = table("set medals.gray 2", "at 1 gray actions", total_war=True)
    card = game.view(None).open_cards["okh_open"][0]  # type: ignore[attr-defined]
    assert game.submit("gray", f"okh {card}").ran == (f"buy {card}",)
    plain = table("at 1 gray actions")
    assert plain.submit("gray", f"okh {card}").ran == (f"okh {card}",)


def test_supplies_and_cards_in_plain_words() -> None:
    """§7, §11, §16: pick up, drop off, use, recon"""
    game = table("put 4pz tilsit fuel=3", "cards kept.gray pursuit_gray_recon_1",
                 "cards okh.gray okh_luftbruecke", "at 1 gray actions")  # fmt: skip
    said = {
        "drop off 4pz fuel 1": "unload panzergruppe_4 fuel 1",
        "pick up 4pz fuel 1": "load panzergruppe_4 fuel 1",
        "use luftbruecke 4pz ammo": "play okh_luftbruecke panzergruppe_4 ammo",
        "recon soviet": "play pursuit_gray_recon_1 soviet",
    }
    for line, meant in said.items():
        assert game.submit("gray", line).ran == (meant,)
    assert refused(game, "gray", "drop 4pz fuel 1") == "12", "that is for an overfull area"
