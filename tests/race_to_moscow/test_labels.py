"""What stands beside the words that are offered."""

from tests.race_to_moscow.table import empty, table


def labels(game: object, side: str, text: str) -> list[str]:
    return [item.label for item in game.complete(side, text).items]  # type: ignore[attr-defined]


def test_armies_with_their_place_and_card() -> None:
    """2.2"""
    game = table("at 1 gray actions")
    assert "4pz · 4. Panzergruppe in Tilsit: 3 fuel, 3 ammo" in labels(game, "gray", "move ")


def test_areas_with_what_waits_there() -> None:
    """3.3, 7"""
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
    assert labels(game, "gray", "train ") == ["danzig · Danzig: 3 fuel, 3 ammo, 3 food"]
    assert labels(game, "gray", "train danzig ") == ["konigsberg · Königsberg: room for 6"]
    game.submit("gray", "train danzig konigsberg fuel 3 ammo 3")
    assert "danzig · Danzig: room for 6" in labels(game, "gray", "truck konigsberg ")
