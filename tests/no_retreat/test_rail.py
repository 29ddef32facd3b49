"""Rail movement (chapter 9), the Strategic Reserve (§14.12), partisans (§15.9)."""

import pytest

from engine import Game
from engine.core.entries import Moved
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.law import rail
from tests.no_retreat.table import (
    asked,
    bare,
    changed,
    kinds,
    look,
    names,
    place,
    places,
    refused,
    running,
    unit,
    words,
)

SOVIETS = ("put west 1705", "put kalinin 1905", "put bryansk 2008", "put central 2110")


def hands(axis: str = "", soviet: str = "") -> list[str]:
    """Edit lines that deal these cards."""
    return [f"cards hand.axis {axis}".strip(), f"cards hand.soviet {soviet}".strip()]


def detrain_hexes(game: Game, id_: str) -> set[str]:
    t = running(game)
    mask = rail.detrain_places(t.s, t.d, unit(id_))
    return {BOARD.places[p] for p in range(len(BOARD.hexes)) if mask >> p & 1}


# entraining --------------------------------------------------------------------------


def test_first_is_free() -> None:
    """§9.0, §9.1: one supplied unit entrains for free, instead of moving."""
    game = bare(*SOVIETS, *hands(soviet="9 10"), "at 7 soviet movement")
    receipt = game.submit("soviet", "entrain west")
    assert places(game, "west") == ["rail_soviet"]
    (moved,) = kinds(receipt.entries, Moved)
    assert isinstance(moved, Moved) and moved.places == ["1705", "rail_soviet"]
    game.submit("soviet", "move kal 1904")
    assert refused(game, "soviet", "entrain kal") == "9.1"


def test_more_cost_a_card_each() -> None:
    """§9.1.1, §5.4: every further unit costs a discard."""
    game = bare(*SOVIETS, *hands(soviet="9 10"), "at 7 soviet movement")
    game.submit("soviet", "entrain west")
    assert refused(game, "soviet", "entrain kal") == "9.1.1"
    game.submit("soviet", "entrain kal pay 9")
    assert running(game).pile("discard").ids[0] == 9
    assert running(game).pile("hand.soviet").ids == [10]
    game.submit("soviet", "entrain bry pay 10")
    assert refused(game, "soviet", "entrain cen") == "9.1.2"


def test_no_card_no_second_move() -> None:
    """§9.1.1: without a card there is no second rail move."""
    game = bare(*SOVIETS, *hands(), "at 7 soviet movement")
    game.submit("soviet", "entrain west")
    assert refused(game, "soviet", "entrain kal") == "9.1.1"


def test_capacity() -> None:
    """§9.1.2: three units in the box, the reserve among them (nr-16)."""
    boxed = ("put west rail_soviet", "put kalinin rail_soviet reserve", "put bryansk rail_soviet")
    game = bare(*boxed, "put central 2110", "at 7 soviet movement")
    assert refused(game, "soviet", "entrain cen") == "9.1.2"


def test_disruption() -> None:
    """§9.1.3, §13.5: on turns 1 and 2 no Axis rail, and no bought Soviet one."""
    axis = bare("put army_6 0911", "at 2 axis movement")
    assert refused(axis, "axis", "entrain 6") == "9.1.3"
    soviet = bare(*SOVIETS, *hands(soviet="9 10"), "at 2 soviet movement")
    soviet.submit("soviet", "entrain west")
    assert refused(soviet, "soviet", "entrain kal pay 9") == "9.1.3"
    later = bare("put army_6 0911", "at 3 axis movement")
    later.submit("axis", "entrain 6")
    assert places(later, "6") == ["rail_axis"]


def test_who_may_entrain() -> None:
    """§9.0, §9.1, §6.5.2: mobile units without an Unsupplied marker, in an enemy zone too."""
    game = bare(
        "put leningrad 1401 back", "put west 1705 unsupplied", "put kalinin 1508", "put pz_1 1408",
        "at 7 soviet movement",
    )  # fmt: skip
    assert refused(game, "soviet", "entrain len") == "8.0"
    assert refused(game, "soviet", "entrain west") == "6.5.2"
    assert refused(game, "soviet", "entrain 1pz") == "8.0"
    game.submit("soviet", "entrain kal")
    assert places(game, "kal") == ["rail_soviet"]


def test_free_rail_moves_of_cards() -> None:
    """§9.1.1, §5.3: events give rail moves that cost nothing."""
    game = bare(*SOVIETS, *hands(soviet="9"), "at 7 soviet movement")
    running(game).s.free_rail = 1
    changed(game)
    game.submit("soviet", "entrain west; entrain kal")
    assert running(game).s.free_rail == 0
    assert refused(game, "soviet", "entrain bry") == "9.1.1"


# the Strategic Reserve --------------------------------------------------------------------


def test_reserve() -> None:
    """§14.12, §14.12.1: the last act of movement, from turn 4 on, of a unit supplied now."""
    early = bare(*SOVIETS, "at 3 soviet movement")
    assert "reserve" not in names(early, "soviet")
    game = bare(*SOVIETS, "put crimean 0409", "put pz_1 1408", "at 4 soviet movement")
    assert refused(game, "soviet", "reserve cri") == "14.12.1"
    game.submit("soviet", "move west 1706; reserve west")
    assert places(game, "west") == ["rail_soviet"]
    assert look(game, "west reserve") == "1"
    assert refused(game, "soviet", "move kal 1904") == "8.0"
    assert refused(game, "soviet", "entrain kal") == "8.0"
    assert "reserve" not in names(game, "soviet")


def test_reserve_marker_passes() -> None:
    """§14.12.1: it passes from unit to unit in the box."""
    game = bare(
        "put west rail_soviet reserve", "put kalinin rail_soviet", *SOVIETS[2:],
        "at 6 soviet movement",
    )  # fmt: skip
    assert refused(game, "soviet", "reserve west") == "14.12.1"
    game.submit("soviet", "reserve kal")
    assert (look(game, "west reserve"), look(game, "kal reserve")) == ("0", "1")


def test_reserve_detrains_in_either_turn() -> None:
    """§14.12.2: at the end of the Axis Detraining Phase too, or it is kept."""
    edits = ("put west rail_soviet reserve", "put kalinin 1905", "put pz_1 1408")
    game = bare(*edits, "at 7 axis detraining")
    assert asked(game) == ["soviet"]
    assert names(game, "soviet") == {"detrain", "done"}
    assert refused(game, "soviet", "detrain kal 1705") == "9.2"
    game.submit("soviet", "detrain west 1705")
    assert places(game, "west") == ["1705"]
    assert running(game).s.reserve == -1
    kept = bare(*edits, "at 7 axis detraining")
    kept.submit("soviet", "done")
    assert places(kept, "west") == ["rail_soviet"]
    auto = bare(*edits, "at 7 axis movement")
    changed(auto).pos.policy["soviet:reserve"] = "auto"
    auto.submit("gm", "at 7 axis detraining")
    assert places(auto, "west") == ["rail_soviet"]


# detraining ---------------------------------------------------------------------------------


def test_detrain_in_a_city() -> None:
    """§9.2: a friendly city with an Overland Supply Path, even in an enemy zone."""
    game = bare("put west rail_soviet", "put pz_1 1706", "at 7 soviet detraining")
    found = detrain_hexes(game, "west")
    assert "1806" in found  # Moscow, in a zone
    assert "1707" not in found  # a plain hex in a zone
    game.submit("soviet", "detrain west moscow")
    assert places(game, "west") == ["1806"]
    cut_off = bare("put west rail_soviet", "put pz_1 1717", "at 7 soviet detraining")
    assert "1619" not in detrain_hexes(cut_off, "west")  # Sevastopol: the sea is no such path


def test_not_in_a_city_captured_this_turn() -> None:
    """§9.2: not in a city that was captured in this player turn."""
    game = bare("put west rail_soviet", "at 7 soviet detraining")
    running(game).s.captured = [BOARD.site_index["moscow"]]
    changed(game)
    assert refused(game, "soviet", "detrain west moscow") == "9.2"
    running(game).s.captured = [BOARD.site_index["moscow"]]
    changed(game)
    game.submit("soviet", "end detraining")
    assert running(game).s.captured == []  # another player turn has begun


def test_detrain_in_open_country() -> None:
    """§9.2: three hexes from a supplied city or the edge, away from enemy cities and zones."""
    game = bare(
        "put west rail_soviet",
        "put army_6 1313",
        "at 7 soviet detraining",
    )
    found = detrain_hexes(game, "west")
    assert "1807" in found
    near = {BOARD.places[p] for p in BOARD.adjacent[place("0911")]} | {"0911"}
    assert not near & found
    assert refused(game, "soviet", "detrain west 0911") == "9.2"
    assert refused(game, "soviet", "detrain west 1313") == "8.4"
    assert refused(game, "soviet", "detrain west 1412") == "9.2"  # in a zone
    assert refused(game, "soviet", "detrain west finland") == "9.2"


def test_detrain_path_of_three() -> None:
    """§9.2: three hexes, one less than a unit's Supply Path."""
    game = bare("put army_6 rail_axis", "at 7 axis detraining")
    assert {"0911", "1008"} <= detrain_hexes(game, "army_6")
    far = bare(
        "put army_6 rail_axis", "mark minsk control axis", "mark lvov control axis",
        "at 7 axis detraining",
    )  # fmt: skip
    minsk = BOARD.sites[BOARD.site_index["minsk"]].place
    east = {h for h in detrain_hexes(far, "army_6") if int(h) > 1500}
    assert east and all(BOARD.grid.distance(place(h), minsk) == 3 for h in east)


def test_no_room() -> None:
    """§9.2, §8.4.1: nobody detrains where there is no room (nr-50)."""
    game = bare("put west rail_soviet", "put kalinin 1806", "at 7 soviet detraining")
    assert refused(game, "soviet", "detrain west moscow") == "8.4.1"
    axis = bare("put army_6 rail_axis", "put pz_1 0710", "at 7 axis detraining")
    axis.submit("axis", "detrain 6 warsaw")
    assert places(axis, "6", "1pz") == ["0710", "0710"]


def test_any_or_none() -> None:
    """§9.2: none, any or all; the others stay as long as they like."""
    boxed = ("put west rail_soviet", "put kalinin rail_soviet")
    game = bare(*boxed, "at 7 soviet detraining")
    game.submit("soviet", "detrain kal 1705")
    assert refused(game, "soviet", "detrain bry 1706") == "9.2"
    game.submit("soviet", "end detraining")
    assert places(game, "west", "kal") == ["rail_soviet", "1705"]


def test_held_units_stay() -> None:
    """§9.2, §5.3.2: an event may hold a unit up."""
    game = bare("put west rail_soviet", "put kalinin rail_soviet", "at 7 soviet detraining")
    running(game).s.held = [unit("west")]
    changed(game)
    assert words(game, "soviet", "detrain ") == {"kal"}
    assert refused(game, "soviet", "detrain west 1705") == "9.2"


# partisans --------------------------------------------------------------------------------


@pytest.mark.parametrize(("turn", "there"), [(4, True), (6, True), (7, False)])
def test_partisans(turn: int, there: bool) -> None:
    """§15.9: in Snow and Mud, on an Axis unit in the USSR next to a supplied Soviet unit."""
    game = bare(
        "put partisan rail_soviet", "put west 1508", "put pz_1 1408", "put army_6 1212",
        "put kalinin rail_soviet", f"at {turn} soviet detraining", partisan=True,
    )  # fmt: skip
    assert ("partisan" in names(game, "soviet")) == there
    if there:
        assert refused(game, "soviet", "partisan 6") == "15.9"
        game.submit("soviet", "partisan 1pz")
        assert places(game, "partisan") == ["1408"]
        assert look(game, "1pz disorganized") == "1"
    axis = [f"mark {city} control axis" for city in ("minsk", "lvov", "kiev", "riga", "smolensk")]
    alone = (
        "put west 1110",
        "put pz_1 1109",
        "put partisan rail_soviet",
        "put kalinin rail_soviet",
    )
    game = bare(*alone, *axis, f"at {turn} soviet detraining", partisan=True)
    assert look(game, "west supplied") == "0" and "partisan" not in names(game, "soviet")


def test_partisans_are_no_passengers() -> None:
    """§15.9, §9.1.2: the marker in the box takes no room and does not detrain."""
    game = bare("put partisan rail_soviet", "put west 1508", "at 7 soviet movement", partisan=True)
    t = running(game)
    assert rail.riding(t.s, 1) == []
