"""What can be laid over the map."""

import pytest

import engine
from engine.core.overlay import Area, Overlay
from tests.iron_blood.table import empty, table


def area(found: Overlay, text: str) -> Area:
    """The one area whose words begin so."""
    [match] = [area for area in found.areas if area.text.startswith(text)]
    return match


def test_units_out_of_supply_are_marked_and_the_others_have_a_line() -> None:
    """§phase6: a unit without a line to a city of its territory or to its sea is cut off."""
    ring = ("0204", "0303", "0404", "0403")
    partisans = [f"put soviet_partisan_{n} {hex_}" for n, hex_ in enumerate(ring, 1)]
    units = ("put axis_tank_1 0205", "put axis_tank_2 0304", "put soviet_infantry_1 0903")
    game = empty(*units, *partisans)
    found = game.overlay("supply")
    cut = area(found, "out of supply")
    assert cut.places == ("0304",) and cut.marked
    assert "Panzergruppe 2" in found.text and "Panzergruppe 1" not in found.text
    assert {line.places[0] for line in found.lines if line.tone == "axis"} == {"0205"}
    assert "0205" in area(found, "only the Axis").places
    assert "0903" in area(found, "only the Soviets").places


def test_control_tells_what_was_taken() -> None:
    """§phase5: a city is held as a whole."""
    game = table("mark kiev control axis")
    found = game.overlay("control")
    taken = area(found, "taken by the Axis")
    assert taken.tone == "axis" and taken.marked and "0406" in taken.places
    assert "0406" not in area(found, "Soviet control").places
    assert "Axis controls 4 cities" in found.text


def test_reach_is_what_a_move_offers() -> None:
    """§phase2: advance, convoy over a chain, and blitz beyond for tanks."""
    game = empty("put axis_tank_1 0105", "put axis_infantry_1 0205", "put axis_infantry_2 0204")
    found = game.overlay("reach", "axis_tank_1")
    near, far = area(found, "advance").places, area(found, "by convoy").places
    assert "0304" in far and "0304" not in near
    assert not set(near) & set(far)
    beyond = area(found, "by blitz").places
    assert beyond and not set(beyond) & {*near, *far, "0105"}
    assert {label.place for label in found.labels} == set(beyond)
    assert set(found.focus) == {"0105", *near, *far, *beyond}
    foot = game.overlay("reach", "axis_infantry_2")
    assert all(not area.text.startswith("by blitz") for area in foot.areas)


def test_overlays_need_a_known_kind_and_one_unit() -> None:
    game = table("put axis_infantry_1 0103")
    with pytest.raises(engine.Malformed, match="supply, control, threat, reach"):
        game.overlay("zoc")
    with pytest.raises(engine.Malformed, match="No unit on the map"):
        game.overlay("reach", "axis_air_1")
    with pytest.raises(engine.Malformed, match="Name the unit"):
        game.overlay("reach")
    with pytest.raises(engine.Malformed, match="more than one"):
        game.overlay("reach", "1inf")
    movers = {item.value: item.label for item in game.movers()}
    assert "axis_air_1" not in movers and "axis" in movers["axis_infantry_1"]


def test_threat_is_what_all_units_of_a_side_could_enter() -> None:
    """§phase2: by advance and convoy; the hexes of both are hatched"""
    game = empty("put axis_tank_1 0105", "put axis_infantry_1 0205", "put soviet_infantry_1 0405")
    found = game.overlay("threat")
    reach = {
        unit: {place for part in game.overlay("reach", unit).areas for place in part.places}
        - {label.place for label in game.overlay("reach", unit).labels}
        for unit in ("axis_tank_1", "axis_infantry_1", "soviet_infantry_1")
    }
    theirs = reach.pop("soviet_infantry_1")
    ours = set.union(*reach.values())
    both = {*area(found, "in reach of both").places}
    assert both == ours & theirs and both and area(found, "in reach of both").marked
    assert both | {*area(found, "in reach of the Axis").places} == ours
    assert both | {*area(found, "in reach of the Soviets").places} == theirs
