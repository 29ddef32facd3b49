"""What can be laid over the map: threat, duties, rails, air range, reach."""

import pytest

from engine import Game
from engine.core.entries import AnyEntry
from engine.core.overlay import Area, Overlay
from engine.games.russia_besieged.data.facts import RUSSIAN
from engine.games.russia_besieged.law import supply
from engine.games.russia_besieged.show.view import RussiaBesiegedView
from renderer.games.russia_besieged_words import status
from tests.russia_besieged.staged import EMPTY, game
from tests.russia_besieged.table import ids
from tests.table import words

FRONT = ("put ger_inf_1 1727", "put rus_inf_4 1725", "put rus_inf_8 1718")


def area(found: Overlay, text: str) -> Area:
    """The one area whose words begin so; none has no places."""
    match = [area for area in found.areas if area.text.startswith(text)]
    return match[0] if match else Area("", text, ())


def places(found: Overlay, *texts: str) -> set[str]:
    """The places of these areas together."""
    return {place for text in texts for place in area(found, text).places}


def test_threat_is_what_the_units_of_each_side_could_enter() -> None:
    """6.0: the mover's in this impulse, the others' in their next; the hexes of both hatched"""
    g = game(*EMPTY, *FRONT, "at 3 axis movement")
    found = g.overlay("threat")
    axis, soviet, both = (f"in reach of {who}" for who in ("the Axis", "the Russians", "both"))
    assert places(found, axis, both) == {*words(g, "axis", "move ger_inf_1 ")}
    then = game(*EMPTY, *FRONT, "at 3 soviet movement")
    theirs = {*words(then, "soviet", "move rus_inf_4 "), *words(then, "soviet", "move rus_inf_8 ")}
    assert places(found, soviet, both) == theirs
    assert area(found, both).marked and places(found, both)
    g.submit("axis", "move ger_inf_1 1728")
    moved = g.overlay("threat")
    assert not places(moved, axis, both) and moved.text.startswith("The Axis could enter 0 hexes")


def test_supply_of_both_sides_is_a_tone_of_its_own() -> None:
    """13.2: no land between two armies looks as if nobody were fed there"""
    g = game("at 1 soviet movement")
    areas = {area.text: set(area.places) for area in g.overlay("supply").areas}
    german, russian = areas["German units are in supply"], areas["Russian units are in supply"]
    both = areas["units of both are in supply"]
    assert both and not both & (german | russian)
    fed = supply.unlimited(g.table.s, g.table.d, RUSSIAN)
    assert ids(fed) == russian | both


def test_the_strip_has_the_kinds_of_points_apart_and_no_initiative() -> None:
    """19.02, 7.01: infantry points build no armor"""
    g = game("set points.russian_infantry 15", "set points.russian_armor 6", "at 1 soviet movement")
    view = g.view(None)
    assert isinstance(view, RussiaBesiegedView)
    found = status(view, ())
    assert found.initiative == -1
    assert [hand.text for hand in found.hands][:2] == [
        "8 major cities · no points",
        "18 major cities · 15 infantry, 6 armor points",
    ]


def test_duties_show_who_must_attack_and_the_best_odds() -> None:
    """10.1, 10.11: both ways, as all stand"""
    g = game(*EMPTY, "put ger_inf_1 1725", "put rus_inf_4 1724", "at 3 axis movement")
    found = g.overlay("duties")
    assert places(found, "must be attacked") == {"1724"}
    assert places(found, "units that must attack") == {"1725"}
    [label] = found.labels
    assert (label.place, label.text) == ("1724", "1-1")
    assert "1 Axis unit must attack" in found.text


def test_rails_and_air_of_both_sides() -> None:
    """7.03, 7.06, 11.41: an enemy zone shuts a line; Air units fly 9 hexes"""
    g = game(*EMPTY, "put ger_inf_1 0935", "put stuka_1 warsaw", "at 3 axis movement")
    lines = g.overlay("rail")
    there = places(lines, "Axis trains")
    assert {*words(g, "axis", "rail ger_inf_1 ")} < there
    assert "Axis trains take" in lines.text and "Russian trains take" in lines.text
    found = g.overlay("air")
    near = places(found, "in range of the Axis")
    grid = g.table.rules.near
    assert near and len(grid) and not places(found, "in range of the Russians")
    assert [label.text for label in found.labels] == ["1"]
    assert found.text.startswith("Air units that have not flown: 1 of the Axis")


@pytest.mark.parametrize("bereft", [0, 1])
def test_reach_has_the_limit_of_a_side_without_its_dictator(bereft: int) -> None:
    """14.15: its units end no farther from their edge or supply; enemies show their next move"""
    board = (*EMPTY, *FRONT, f"set bereft.soviet {bereft}", "at 4 soviet movement")
    g = game(*board)
    found = g.overlay("reach", "rus_inf_8")
    ends = {hex_ for hex_ in words(g, "soviet", "move rus_inf_8 ") if _ends_there(g, hex_)}
    assert places(found, "on the ground") == ends
    assert places(g.overlay("reach", "ger_inf_1"), "on the ground")


def _ends_there(g: Game, hex_: str) -> bool:
    return g.whole("soviet", f"move rus_inf_8 {hex_}")


def test_filters_pick_units_out_of_an_army() -> None:
    """6.0, 10.1, 10.11: not moved, must attack, can attack; sectors by hex rows"""
    board = ("put ger_inf_1 1725", "put ger_inf_5 1024", "put ger_inf_9 3131")
    g = game(*EMPTY, *board, "put rus_inf_4 1724", "put rus_inf_8 3128", "at 3 axis movement")

    def units(words: str, side: str = "axis") -> list[str]:
        found = g.picked(side, words)
        assert found is not None
        return [item.value for item in found if item.value not in ("hitler", "stalin")]

    assert units("not moved") == ["ger_inf_5", "ger_inf_1", "ger_inf_9"]
    assert "ger_inf_1" in units("must attack") and "ger_inf_5" not in units("can attack")
    assert units("Sector North") == ["ger_inf_5", "ger_inf_1"]
    assert units("sector south") == ["ger_inf_9"]
    assert units("sector south", "soviet") == ["rus_inf_8"]
    assert units("not moved", "soviet") == [] and g.picked("axis", "move") is None
    g.submit("axis", "move ger_inf_5 1023")
    assert units("not moved") == ["ger_inf_1", "ger_inf_9"]


def test_an_impulse_begins_with_what_is_to_be_seen_to() -> None:
    """17.0, 19.0, 18.0: arrivals, points and withdrawals in the log"""
    g = game("at 2 axis movement")
    entries = [g.tell(entry) for entry in _to_the_soviets(g)]
    assert any(text.startswith("Can be placed now: 16 Army") for text in entries)
    assert any(text.startswith("To spend: Russian infantry") for text in entries)


@pytest.mark.parametrize(
    ("start", "to", "wanted"),
    [
        ("at 4/2 soviet movement", (5, 1), "To be withdrawn: 3 Air units."),
        ("at 14 axis movement", (14, 2), "To be withdrawn: 2 SS Panzer Corps."),
    ],
)
def test_an_impulse_begins_with_who_is_to_go(start: str, to: tuple[int, int], wanted: str) -> None:
    """18.0, 18.1, 18.21: withdrawals stand in the log before they are asked for"""
    g = game("set weather.1 clear", start)
    told: list[str] = []
    while (g.table.s.turn, g.table.s.impulse) != to:
        side = g.pending()[0].side
        line = "end movement" if g.whole(side, "end movement") else g.auto(side)
        told = [g.tell(entry) for entry in g.submit(side, line).entries]
    assert wanted in told


def _to_the_soviets(g: Game) -> list[AnyEntry]:
    found: list[AnyEntry] = []
    while g.table.s.side == 0:
        side = g.pending()[0].side
        found = g.submit(
            side, "end movement" if g.whole(side, "end movement") else g.auto(side)
        ).entries
    return found
