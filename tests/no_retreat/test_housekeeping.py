"""The sequence of play (§4.0), game turn events (§13.0), removal (§11.0) and the set-up (§3.0)."""

import pytest

from engine.core.entries import Phased
from engine.games.no_retreat import acts
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import (
    AXIS,
    CADRES,
    DESTROYED,
    LONG_WINTER,
    MUD,
    REMOVED,
    SHATTERED,
    SNOW,
    SOVIET,
    SS_RESERVE,
    SURRENDERED,
    TRACK,
    WAITING,
)
from engine.games.no_retreat.law import victory
from engine.games.no_retreat.play import events
from engine.games.no_retreat.play.turn import PHASES
from engine.games.no_retreat.state import first_snow, weather
from tests.no_retreat.table import (
    asked,
    bare,
    empty,
    ids,
    kinds,
    look,
    place,
    places,
    refused,
    running,
    table,
    unit,
    words,
)

# set-up ------------------------------------------------------------------------------


def test_set_up_of_every_scenario() -> None:
    """§3.0: units stand where the set-up says, the first side is asked, nothing is broken."""
    for scenario in BOARD.scenarios:
        game = table(scenario=scenario.id)
        t = running(game)
        assert game.check() == []
        assert t.s.at[: len(scenario.places)] == list(scenario.places) or scenario.first_turn > 20
        assert t.s.initiative == scenario.initiative
        assert game.result() is None


def test_set_up_of_the_campaign() -> None:
    """§3.0: six cards for the Axis of which four are kept, none for the Soviets."""
    game = table()
    assert look(game, "hand.axis") == "7"  # the Joker is the seventh
    assert look(game, "hand.soviet") == "0"
    first, second = sorted(words(game, "axis", "discard "))[:2]
    assert refused(game, "axis", f"discard {first}") == "3.0"
    game.submit("axis", f"discard {first} {second}")
    assert look(game, "hand.axis") == "5"
    assert asked(game) == ["axis"]


def test_turn_one_begins_with_movement() -> None:
    """§3.0, §4.0: the Axis of turn 1 have no Card, Supply Check and Organization Phase (nr-35)."""
    game = table()
    first, second = sorted(words(game, "axis", "discard "))[:2]
    receipt = game.submit("axis", f"discard {first} {second}")
    phases = [entry.phase for entry in kinds(receipt.entries, Phased)]
    assert phases == ["Housekeeping", "Movement Phase"]


def test_phases_in_order() -> None:
    """§4.0: seven phases in order, and a side after the other."""
    assert PHASES == (
        "cards", "supply", "organization", "movement", "combat", "removal", "detraining",
    )  # fmt: skip


# weather, supports ---------------------------------------------------------------------


def test_weather_markers_at_the_start() -> None:
    """§14.14.1: T12, Mud on turn 3, Snow on turn 4, Mud on turn 6."""
    t = running(table())
    assert [weather(t.s, turn) for turn in (3, 4, 6)] == [MUD, SNOW, MUD]
    turns = {marker.id: marker.turns[0] for marker in BOARD.weather_markers}
    assert turns == {"sep_oct": 3, "nov_dec": 4, "mar_apr": 6}


def test_long_winter() -> None:
    """§13.1: the second and third turn of Snow in a row are Long Winter."""
    t = running(empty())
    assert weather(t.s, 5) == LONG_WINTER
    t.s.weather[5] = SNOW
    assert weather(t.s, 6) == LONG_WINTER
    t.s.weather[3] = MUD
    assert weather(t.s, 5) == SNOW and weather(t.s, 6) == LONG_WINTER


def test_first_snow() -> None:
    """§13.1, §10.6.2: the first Snow turn is turn 4, or else turn 5."""
    t = running(empty("set turn 4"))
    assert first_snow(t.s)
    t.s.turn = 5
    assert not first_snow(t.s)
    t.s.weather[3] = MUD
    assert first_snow(t.s)


def test_support_markers() -> None:
    """§13.3, §10.6.2: T11, turn 5 brings no Blitz! and three Shock!; what was left is lost."""
    game = empty("set blitz 3", "set shock 1", "at 5 axis housekeeping")
    assert (look(game, "blitz"), look(game, "shock")) == ("0", "3")


# red events ------------------------------------------------------------------------------


def test_red_events_score() -> None:
    """§13.4, §13.0: a red event is a VP for the Soviets in the Victory Phase."""
    for record in BOARD.turns:
        if record.turn in (12, 23, 28):
            continue
        game = empty("set event_vp 0", f"at {record.turn} axis housekeeping", scenario="citadel")
        assert look(game, "event_vp") == str(-1 if record.red_event else 0)


# units that leave ---------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("word", "turn", "box"),
    [("ita_8", 15, REMOVED), ("pz_2", 16, REMOVED), ("ss_panzer", 18, SS_RESERVE)],
)
def test_units_leave(word: str, turn: int, box: int) -> None:
    """§13.5, §11.3: these units leave on their turn; one that is lost or cut off costs a card."""
    late = ("set initiative soviet", "set high_tide 30", "set event_vp 0")
    at = f"at {turn} axis housekeeping"
    there = empty(f"put {word} 0911", *late, "mark kiev control axis", *_few(), at)
    t = running(there)
    assert t.s.at[unit(word)] == box
    assert t.s.draw_change[AXIS] == 0
    cut = running(empty(f"put {word} 2008", *late, *_few(), at))
    assert cut.s.at[unit(word)] == box
    assert cut.s.draw_change[AXIS] == -1
    for lost in ("destroyed_axis", "surrendered_axis", f"t:{turn + 1}"):
        gone = running(empty(f"put {word} {lost}", *late, *_few(), at))
        assert gone.s.at[unit(word)] == box
        assert gone.s.draw_change[AXIS] == -1
    for safe in ("shattered_axis", "rail_axis"):
        gone = running(empty(f"put {word} {safe}", *late, *_few(), at))
        assert gone.s.draw_change[AXIS] == 0  # nr-38


def _few() -> list[str]:
    """So few Soviet cities that Sudden Death does not come."""
    cities = "minsk smolensk riga lvov odessa kharkov stalino dnepropetrovsk"
    return [f"mark {site} control axis" for site in cities.split()]


def test_berlin_garrison_leaves() -> None:
    """§13.5: on turn 28 the Berlin Garrison is removed, which is no elimination."""
    game = empty("put berlin_garrison berlin", "at 28 axis housekeeping", scenario="na_berlin")
    assert places(game, "berlin_garrison") == ["removed"]
    assert game.result() is None


def test_reich_defenses() -> None:
    """§13.5: the Berlin Garrison and the Volkssturm appear in their cities on turn 23 (nr-17)."""
    lines = [f"put {word} t:23" for word in ("berlin_garrison", "volks_1", "volks_2", "volks_3")]
    game = empty(
        "set oil 0", *lines, "put central 0410", "at 23 axis housekeeping", scenario="na_berlin"
    )
    assert places(game, "berlin_garrison", "volks_1", "volks_2", "volks_3") == [
        "0208", "0807", "removed", "0314",
    ]  # fmt: skip


# conditional events --------------------------------------------------------------------------


def _after(*edits: str, turn: int = 20) -> list[str]:
    return [
        "set initiative soviet",
        "set high_tide 30",
        f"set turn {turn}",
        *_few(),
        *edits,
        f"at {turn} axis housekeeping",
    ]


def test_trigger_of_gg() -> None:
    """§13.5: a red Soviet unit that crosses from the USSR into Greater Germany is the trigger."""
    game = empty("put central 0912 back", "set turn 18")
    t = running(game)
    border = [h for h in range(len(BOARD.hexes)) if BOARD.countries[0] >> h & 1]
    union = next(
        h for h in border for n in BOARD.passable[h] if n < 560 and BOARD.countries[1] >> n & 1
    )
    start = next(n for n in BOARD.passable[union] if n < 560 and BOARD.countries[1] >> n & 1)
    acts.set_place(t, unit("central"), start)
    t.s.face[unit("central")] = 0
    acts.go(t, unit("central"), [start, union], "moves", "8.0")
    assert t.s.triggered[acts.GG] == 0  # a brown front does not count
    acts.set_place(t, unit("central"), start)
    t.s.face[unit("central")] = 1
    acts.go(t, unit("central"), [start, union], "moves", "8.0")
    assert t.s.triggered[acts.GG] == 18


def test_greater_germany_invaded() -> None:
    """§13.5: the turn after, the Festung appears in a city and two Hungarians near Budapest."""
    game = empty(*_after("set gg 19"))
    assert asked(game) == ["axis"]
    cities = words(game, "axis", "place festung ")
    assert {"0208", "0710"} <= cities and "1208" not in cities
    near = words(game, "axis", "place 1hun ")
    assert near and all(BOARD.grid.distance(place(h), place("0515")) <= 4 for h in near)
    assert refused(game, "axis", "place 1hun 1212") == "13.5"
    game.submit("axis", "place festung warsaw")
    game.submit("axis", "place 1hun 0615")
    assert refused(game, "axis", "place 3hun 0615") == "13.5"  # an empty hex
    game.submit("axis", "place 3hun 0514")
    assert places(game, "festung", "1hun", "3hun") == ["0710", "0615", "0514"]
    assert look(game, "festung face") == "full"


def test_axis_controlled_hexes_lie_in_no_enemy_zone() -> None:
    """§13.5: a plain hex in an enemy zone is nobody's, a city there is its holder's (nr-28)."""
    t = running(empty("put south 0516", "set turn 20"))
    t.s.happened[acts.GG] = 1
    found = events.arrival_places(t.s, t.d, unit("hun_1"))
    assert found >> place("0615") & 1 == 0 and found >> place("0614") & 1
    assert [h for h in BOARD.passable[place("0516")] if found >> h & 1] == [place("0515")]


def test_the_event_waits_a_turn() -> None:
    """§13.5: the event comes in the turn after its trigger, and once."""
    game = empty("set turn 18", *_after("set gg 20"))
    assert running(game).s.happened[acts.GG] == 0
    assert running(game).s.at[unit("festung")] == WAITING


def test_ploesti_captured() -> None:
    """§13.5, §14.2, §11.3: Rumania leaves, then the Axis and the Soviets place (nr-23)."""
    game = empty(*_after("put south 1018", "put rum_3 1116", "put rum_4 t:21", "set oil 19"))
    assert places(game, "rum_3", "rum_4") == ["removed", "removed"]
    assert asked(game) == ["axis"]
    assert "western_balkans" in words(game, "axis", "place e ")
    assert "southern_balkans" not in words(game, "axis", "place e ")
    game.submit("axis", "place e western_balkans")
    game.submit("axis", "place f western_balkans")
    assert asked(game) == ["soviet"]
    assert refused(game, "soviet", "place 1yug western_balkans") == "13.5"
    near = words(game, "soviet", "place rum ")
    assert near and all(BOARD.grid.distance(place(h), place("1018")) <= 2 for h in near)
    game.submit("soviet", f"place rum {sorted(near)[0]}")
    game.submit("soviet", "place 1yug southern_balkans")
    game.submit("soviet", "shed 1yug")  # no choice is left for the second; one is too many
    left = places(game, "1yug", "2yug")
    assert left == ["destroyed_soviet", "southern_balkans"]
    assert look(game, "sov_rumanian face") == "brown"


def test_only_the_first_capture_counts() -> None:
    """§13.5: an event is the one of the first time; a later capture does not put it off."""
    t = running(empty("set turn 18"))
    acts.trigger(t, acts.OIL)
    t.s.turn = 20
    acts.trigger(t, acts.OIL)
    assert t.s.triggered[acts.OIL] == 18


def test_poland_liberated() -> None:
    """§13.5: the turn after Warsaw falls the Polish unit appears within two hexes of it."""
    game = empty(*_after("put central warsaw", "put west 0810", "put south 0911",
                         "put bryansk 1011", "set warsaw 19"))  # fmt: skip
    assert asked(game) == ["soviet"]
    near = words(game, "soviet", "place pol ")
    assert near and "0710" not in near
    pressed = empty(*_after("put central warsaw", "put west 0810", "put south 0911",
                            "put bryansk 1011", "put army_9 0508", "set warsaw 19"))  # fmt: skip
    assert "0609" in words(pressed, "soviet", "place pol ")  # any empty hex, in a zone too
    assert all(BOARD.grid.distance(place(h), place("0710")) <= 2 for h in near)


def test_units_of_an_event_wait_for_a_place() -> None:
    """§13.5: a unit that has no place waits (nr-31)."""
    cities = [site.id for site in BOARD.sites if site.country == 0]
    taken = [f"mark {site} control soviet" for site in cities]
    t = running(empty("set gg 19", "set turn 20", *taken))
    t.s.happened[acts.GG] = 1
    assert not events.arrival_places(t.s, t.d, unit("festung"))
    assert events.waiting(t.s, AXIS)


# removal --------------------------------------------------------------------------------------


def test_resupply_or_surrender() -> None:
    """§11.1, §11.0, §6.5.6, §12.7: who still cannot trace surrenders, who can again stays."""
    game = bare(
        "put pz_1 2008 unsupplied",
        "put pz_2 1308 unsupplied",
        "put army_6 2208",
        "mark minsk control axis",
        "at 8 axis removal",
    )
    assert places(game, "pz_1", "pz_2", "army_6") == ["surrendered_axis", "1308", "2208"]
    assert look(game, "pz_2 unsupplied") == "0"
    assert look(game, "event_vp") == "-1"


def test_surrender_by_counter() -> None:
    """§11.1, §14.2, §14.9.3, §14.10, §14.1: what stands on a counter with one side goes before."""
    game = bare(
        "put lw_field 2008 unsupplied",
        "put rum_3 2108 unsupplied",
        "put kg_1 2208 unsupplied",
        "put army_18 2009 back unsupplied",
        "put northwest 0611 unsupplied",
        "put leningrad 0511 unsupplied",
        "put ostatky_1 0411 unsupplied",
        "at 8 axis removal",
    )
    t = running(game)
    where = {word: t.s.at[unit(word)] for word in ("lw_field", "rum_3", "kg_1", "army_18")}
    assert where == {
        "lw_field": TRACK + 10, "rum_3": TRACK + 10, "kg_1": TRACK + 9,
        "army_18": SURRENDERED[AXIS],
    }  # fmt: skip
    assert t.s.at[unit("northwest")] == t.s.at[unit("leningrad")] == SURRENDERED[SOVIET]
    assert t.s.at[unit("ostatky_1")] == TRACK + 9
    assert t.s.event_vp == 1  # two Soviet units, one German army


def test_phasing_side_surrenders_first() -> None:
    """§11.1: the phasing player's units trace first, then the other's."""
    lines = ("put pz_1 1415 unsupplied", "put west 1316 unsupplied")
    assert places(bare(*lines, "at 3 axis removal"), "pz_1", "west") == [
        "surrendered_axis", "1316",
    ]  # fmt: skip


def test_markers_come_off() -> None:
    """§11.2: Unsupplied, Disorganized and Target markers are removed; a CB result stays
    (§10.7.3).
    """
    game = bare(
        "put pz_1 0911 disorganized",
        "put west 1507 disorganized",
        "mark 1507 target axis",
        "mark 1507 counterblow soviet",
        "mark 0911 counterblow axis",
        "at 8 axis removal",
    )
    t = running(game)
    assert not any(t.s.disorganized) and not any(t.s.unsupplied)
    assert t.s.targets == []
    assert ids(t.s.blows) == ["0911"]


def test_scorched_earth_goes() -> None:
    """§14.13, §11.2: the marker goes in the Removal Phase of its side on the turn it names."""
    lines = ("mark minsk scorched axis",)
    stays = bare("set turn 3", *lines, "at 3 axis removal")
    assert look(stays, "minsk scorched") == "axis,4"
    gone = bare("set turn 3", *lines, "at 4 axis removal")
    assert look(gone, "minsk scorched") == "none"


def test_partisans_come_back() -> None:
    """§15.9: the marker leaves in the Axis Removal Phase and comes back four turns later."""
    t = running(bare("put partisan 1308", "at 5 axis removal", partisan=True))
    assert t.s.at[unit("partisan")] == TRACK + 9


def test_overstacked_garrison() -> None:
    """§13.5, §8.4.3: who comes too many to a city is shed at the end of the phase."""
    lines = ["put berlin_garrison t:23", "put army_4 berlin", "put army_9 berlin"]
    game = bare("set gg 0", "set oil 0", *lines, "at 23 axis housekeeping", scenario="na_berlin")
    assert words(game, "axis", "shed ") == {"4", "9", "bg"}
    game.submit("axis", "shed 4")
    assert places(game, "berlin_garrison", "army_4", "army_9") == [
        "0208", "shattered_axis", "0208",
    ]  # fmt: skip


def test_the_war_goes_on_turn_by_turn() -> None:
    """§4.0: after the Soviet player turn the turn marker goes on, after the last turn it ends."""
    game = bare("at 4 soviet detraining", scenario="barbarossa")
    assert look(game, "turn") == "5"
    last = bare("at 5 soviet detraining", scenario="barbarossa")
    assert last.result() is not None


def test_boxes_have_the_right_side() -> None:
    """§10.7.1, §14.9.1: destroyed, shattered, surrendered and cadre boxes are by side."""
    names = [
        BOARD.places[box] for pair in (DESTROYED, SHATTERED, SURRENDERED, CADRES) for box in pair
    ]
    assert names == [
        f"{kind}_{side}"
        for kind in ("destroyed", "shattered", "surrendered", "cadre_available")
        for side in ("axis", "soviet")
    ]


def test_finland_of_the_last_scenario() -> None:
    """§12.7.2, §3.0: nobody holds Finland where the Finns have left the war."""
    assert victory.finland(running(table(scenario="na_berlin")).d) == -1
