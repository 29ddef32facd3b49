"""Units that go the same way by one order are told of in one row."""

import engine
from bot.channel.batch import in_words
from engine.core.entries import AnyEntry


def told(line: str) -> tuple[list[str], list[AnyEntry]]:
    game = engine.new_game("russia_besieged", secret=bytes(32))
    entries = game.submit("axis", line).entries
    return in_words(game, entries), list(entries)


def test_a_stack_that_moves_is_one_row_below_its_order() -> None:
    rows, _ = told("move 2inf 10inf 26inf 0927 0926\nmove 41pz 56pz 1inf 1027 1026 1126")
    assert rows == [
        "Axis: move 2inf 10inf 26inf 0927 0926",
        "2, 10 and 26 Infantry Corps move from 0928 to 0926.",
        "Axis: move 41pz 56pz 1inf 1027 1026 1126",
        "41 Panzer, 56 Panzer and 1 Infantry Corps move from 1028 to 1126.",
    ]


def test_other_ways_and_other_orders_keep_rows_of_their_own() -> None:
    """Each order is struck out by its own rows when it is taken back."""
    lines = ("move 2inf 0927", "move 10inf 0927", "move 28inf to 1025", "rail 7inf krakow")
    rows, _ = told("\n".join(lines))
    assert [row for row in rows if not row.startswith("Axis: ")] == [
        "2 Infantry Corps moves from 0928 to 0927.",
        "10 Infantry Corps moves from 0928 to 0927.",
        "28 Infantry Corps moves from 1029 to 1025.",
        "7 Infantry Corps goes by rail from Warsaw (1331) to Krakow (1535).",
    ]


def test_what_happens_on_the_way_stands_where_it_did() -> None:
    """A railway that is taken by the first of a stack comes after all of them in words."""
    game = engine.new_game("russia_besieged", secret=bytes(32))
    game.submit("gm", "clear\nput hitler berlin\nput stalin moscow\n"
                "put ger_inf_6 1128\nput ger_inf_8 1128\nat 1 axis movement")  # fmt: skip
    entries = game.submit("axis", "move 6inf 8inf 1227").entries
    rows = in_words(game, entries)
    assert rows[1] == "6 and 8 Infantry Corps move from 1128 to 1227."
    assert any("railway in 1227" in row for row in rows[2:])
