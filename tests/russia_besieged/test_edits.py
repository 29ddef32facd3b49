"""The umpire's edit lines: what is set can be read, and set again."""

import pytest

import engine
from engine.games.russia_besieged.state import BOUND, has
from tests.russia_besieged.staged import EMPTY, game
from tests.russia_besieged.table import unit
from tests.table import look, places, prompt, round_trips

LINES = (
    "set turn 7",
    "set impulse 2",
    "set weather.1 snow",
    "set rail.1 2",
    "set air.2 1",
    "set points.german_armor 7",
    "set landings.axis_black 1",
    "set bereft.soviet 1",
    "set trigger.rumania 20",
    "set taken.oil_maikop 8",
    "set frozen.oil_maikop 1",
    "set partisan_rail 1",
    "set released 3",
    "set murmansk 6",
    "set emergency 5",
    "set cut 4",
    "set helped 1",
    "set bid -3",
    "set moscow 1",
    "set iced 1",
    "set settled 1",
    "mark riga control axis",
    "mark 1624 rails axis",
    "mark 1624 converting 1",
    "mark 1117 entered 1",
    "mark 3922 shore axis",
    "mark minsk fallen 1",
    "mark oil_maikop captured 1",
    "mark 2719 promised 1",
    "mark 2719 attacked 1",
)


@pytest.mark.parametrize("line", ["cards deck 1", "see none 1", "see axis 7"])
def test_edit_lines_about_cards_are_refused_in_a_game_without(line: str) -> None:
    """A moderator who types one reads why, and the position stays"""
    g = game(*EMPTY, "at 3 axis movement")
    before = g.dump()
    with pytest.raises(engine.OrderError, match="no cards"):
        g.submit("gm", line)
    assert g.dump() == before


def test_edit_lines_round_trip() -> None:
    round_trips(game(*EMPTY, "at 3 axis movement"), LINES)


def test_pieces_are_put_with_their_flags() -> None:
    g = game(*EMPTY)
    flags = (
        *("moved", "railed", "sailed", "fought", "took", "victor", "staged", "flown", "landed"),
        *("landed_before", "dropped", "spent", "retreated", "came", "free", "joined", "aboard"),
        *("paid", "ashore", "evacuated", "evacuated_before", "flown_out", "rebuilt"),
    )
    for flag in flags:
        g.submit("gm", f"put rus_inf_18 moscow {flag}=1")
        assert look(g, f"rus_inf_18 {flag}") == "1"
    g.submit("gm", "put rus_inf_18 moscow reduced oos=2")
    assert (look(g, "rus_inf_18 s"), look(g, "rus_inf_18 oos")) == ("1", "2")
    g.submit("gm", "put partisan_1 1624 stage2=1\nput rus_inf_18 pool")
    assert look(g, "partisan_1 stage2") == "1" and places(g, "rus_inf_18") == ["pool_soviet"]


def test_dictators_are_put_with_the_side_that_is_up() -> None:
    """14.11, 14.14, 14.16: the stronger one in the capital, the weaker one elsewhere or for good"""
    g = game(*EMPTY)
    for line, steps, away in (
        ("stalin moscow", "2", "0"), ("stalin gorki", "1", "0"), ("stalin moscow away=1", "1", "1"),
        ("stalin moscow away=0", "2", "0"), ("hitler minsk away=1", "1", "1"),
        ("hitler minsk away=0", "1", "0"),
    ):  # fmt: skip
        g.submit("gm", f"put {line}")
        who = line.split()[0]
        assert (look(g, f"{who} s"), look(g, f"{who} away")) == (steps, away), line


@pytest.mark.parametrize(
    "line",
    [
        "put rus_inf_18 moscow away=1",
        "put fm_zhukov moscow",
        "put rus_inf_18 pool_axis",
        "put rus_inf_18 0713",
        "put rus_inf_18 pool oos=1",
        "put rus_inf_18 moscow s=4",
        "put rus_inf_18 moscow stage2=1",
        "mark 0101 rails axis",
        "mark 3824 shore axis",
        "set turn 26",
        "at 26 axis movement",
        "at 2/3 axis movement",
    ],
)
def test_what_cannot_be_edited(line: str) -> None:
    g = game(*EMPTY)
    before = g.dump()
    with pytest.raises(engine.OrderError):
        g.submit("gm", line)
    assert g.dump() == before


def test_who_must_attack_is_asked_anew_when_the_umpire_begins_the_battles_again() -> None:
    """10.1: who was put there since is bound too, and who was taken away binds nobody"""
    g = game(*EMPTY, "put ger_inf_1 2720", "put rus_inf_18 2719", "at 8/1 axis combat")
    assert prompt(g).startswith("You must attack 2719")
    again = ("put rus_inf_18 moscow", "put ger_pz_24 2519", "put rus_inf_3 2518")
    g.submit("gm", "\n".join((*again, "at 8/1 axis combat")))
    assert prompt(g).startswith("You must attack 2518")
    assert not has(g.table.s, unit("ger_inf_1"), BOUND)
    assert has(g.table.s, unit("ger_pz_24"), BOUND)
