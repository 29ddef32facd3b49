"""What stands beside the words that are offered."""

import pytest

import engine
from engine import Game
from tests.race_to_moscow.table import empty, table


def labels(game: object, side: str, text: str) -> list[str]:
    return [item.label for item in game.complete(side, text).items]  # type: ignore[attr-defined]


def test_armies_with_their_place_and_card() -> None:
    """§2.2"""
    game = table("at 1 gray actions")
    assert "4pz · 4. Panzergruppe in Tilsit: 3 fuel, 3 ammo" in labels(game, "gray", "move ")


def test_areas_with_what_waits_there() -> None:
    """§3.3, 7"""
    game = empty(
        "put panzergruppe_4 valmiera fuel=2 ammo=3", "mark pskov medal 2",
        "mark riga control gray", "mark pskov soviet placed", "at 1 gray actions",
    )  # fmt: skip
    found = labels(game, "gray", "move 4pz ")
    assert "pskov · Pskov: Soviet marker, bunker, 2 medals" in found
    assert any(label.endswith(("Pärnu", "Riga: gray", "Jekelopils")) for label in found)


def test_loads_and_limits() -> None:
    """11, 12"""
    game = table("at 1 gray actions")
    first, *others = labels(game, "gray", "train ")
    assert first == "danzig · Danzig: 3 fuel, 3 ammo, 3 food"
    assert others and all(label.endswith(": nothing") for label in others), "an empty train"
    assert labels(game, "gray", "train danzig ") == ["konigsberg · Königsberg: room for 6"]
    game.submit("gray", "train danzig konigsberg fuel 3 ammo 3")
    assert "danzig · Danzig: room for 6" in labels(game, "gray", "truck konigsberg ")


def test_what_a_card_can_hit() -> None:
    """§7.cards: whose track it is, where medals lie; and why others can't be"""
    track = [f"mark {area} control white\nmark {area} track" for area in ("vilnius", "minsk")]
    game = empty(
        "put 4pz tilsit fuel=2", *track, "mark siaulai control gray", "mark siaulai track",
        "mark pskov medal 2", "mark leningrad medal 1", "mark rzhev medal 1",
        "mark panevezys medal 1", "set hq.gray 0",
        "cards pursuit.gray pursuit_gray_partisans_1 pursuit_gray_befehl_halder_1 ...",
        "at 1 gray actions",
    )  # fmt: skip
    game.submit("gray", "move 4pz kedainai")
    assert labels(game, "gray", "cut ") == ["vilnius · Vilnius: white", "minsk · Minsk: white"]
    refusals(game, {
        "cut riga": "no track in Riga",
        "cut danzig": "is printed",
        "cut siaulai": "is your own",
    })  # fmt: skip
    game.submit("gray", "cut minsk\nmove 4pz panevezys")
    assert labels(game, "gray", "medal ") == [
        "pskov · Pskov: bunker, 2 medals",
        "leningrad · Leningrad: bunker, 1 medal",
    ]
    assert "same single colour" in game.pending()[0].prompt
    refusals(game, {
        "medal riga luga": "no medal in Riga",
        "medal panevezys luga": "just entered Panevezys",
        "medal rzhev kalinin": "of a single colour; Rzhev is none",
        "medal pskov rzhev": "other colours",
    })  # fmt: skip


def refusals(game: Game, texts: dict[str, str]) -> None:
    """Each line of Gray is refused by §7.cards, with these words."""
    for line, text in texts.items():
        with pytest.raises(engine.OrderError, match=text) as error:
            game.submit("gray", line)
        assert error.value.rule == "7.cards"
