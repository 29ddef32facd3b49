"""Chapter 12: Victory Points, the initiative, and every way to win."""

import pytest

from engine import Game
from engine.games.no_retreat import acts
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import AXIS, FINLAND, GREATER_GERMANY, SOVIET, USSR
from engine.games.no_retreat.law import victory
from tests.no_retreat.table import empty, look, place, running, table, unit

REICH = [site.id for site in BOARD.sites if site.country == GREATER_GERMANY]
UNION = [site.id for site in BOARD.sites if site.country == USSR]
NAMES = ("axis", "soviet")


def holding(side: str, *sites: str) -> list[str]:
    """Edit lines that give these sites to a side."""
    return [f"mark {site} control {side}" for site in sites]


def axis_with(points: int) -> list[str]:
    """Edit lines for so many hexes of the Axis, those without an Objective first."""
    free = [site for site in UNION if BOARD.sites[BOARD.site_index[site]].objective < 0]
    rest = [site for site in UNION if site not in free]
    return holding("axis", *(free + rest)[: points - len(REICH)])


def winner(game: Game) -> str:
    """Who has won, and how; "" while the game goes on."""
    result = game.result()
    return f"{result.winners[0]}: {result.reason}" if result else ""


@pytest.mark.parametrize(
    ("scenario", "said"),
    [
        ("barbarossa", "The Axis win at the end of turn 5 with 24 VP, or Moscow and 1 of "),
        ("citadel", "The Soviets win at the end of turn 17 with 20 VP, or Smolensk, Kiev, "),
        ("campaign", "by the end of the war, the Axis win."),
        ("tournament", "on turn 12, the Axis win with 23 VP or more, otherwise the Soviets win."),
    ],
)
def test_everybody_can_read_how_a_scenario_is_won(scenario: str, said: str) -> None:
    """§12.0: beside the map of control."""
    assert said in table(scenario=scenario).overlay("control").text
    assert "by the end of the war" in table(scenario=scenario, play_on=True).overlay("control").text


def test_start_of_the_campaign() -> None:
    """§12.7, §12.0: 11 hexes for the Axis and 22 for the Soviets, with Finland 34 in all."""
    game = table()
    assert [look(game, f"hexes.{side}") for side in NAMES] == ["11", "22"]
    assert sum(site.vp for site in BOARD.sites) == 34
    assert look(game, "vp") == "11"


@pytest.mark.parametrize(("points", "won"), [(24, "axis"), (23, "")])
def test_sudden_death(points: int, won: str) -> None:
    """§12.2, §13.2: T8, more than 23 VP win the Axis the game on turn 6."""
    game = empty(*axis_with(points), "at 6 axis housekeeping")
    assert look(game, "vp.axis") == str(points)
    assert winner(game).startswith(won) and bool(winner(game)) == bool(won)
    assert not won or "Sudden Death" in winner(game)


def test_no_sudden_death_without_the_skull_or_the_initiative() -> None:
    """§12.2: only on turns with the skull, only for the side with the initiative."""
    assert not winner(empty(*axis_with(30), "at 8 axis housekeeping"))
    late = ["set initiative soviet", "set high_tide 20"]
    assert not winner(empty(*axis_with(30), *late, "at 9 axis housekeeping"))
    assert not winner(empty(*axis_with(30), "set skip_sudden 9", "at 9 axis housekeeping"))
    short = empty(*axis_with(30), "at 9 axis housekeeping", scenario="fall_blau")
    assert not winner(short)


def test_event_marker() -> None:
    """§12.8, §12.7.4: T9, three red events, two cards and one, three surrenders: 14 becomes 13."""
    game = empty(*axis_with(14), "set turn 10")
    t = running(game)
    for side, points in ((SOVIET, 1),) * 5 + ((AXIS, 1),) * 4:
        acts.score(t, side, points, "a test", "12.7.4")
    assert t.s.event_vp == -1
    assert look(game, "vp") == "13"


def test_event_marker_has_a_limit() -> None:
    """§12.7.4: the marker never shows more than 6 for either side; the rest is lost."""
    t = running(empty())
    acts.score(t, AXIS, 9, "a test", "12.7.4")
    assert t.s.event_vp == 6
    acts.score(t, SOVIET, 20, "a test", "12.7.4")
    assert t.s.event_vp == -6


def test_a_city_retaken() -> None:
    """§12.8, §12.7.1, §12.7.5: T10, the Soviets retake a city and the marker goes down by one."""
    game = empty(*axis_with(16), "put west 1308", "set turn 5")
    t = running(game)
    before = int(look(game, "vp"))
    assert look(game, "minsk control") == "axis"
    acts.go(t, unit("west"), [place("1308"), place("1208"), place("1209")], "moves", "8.0")
    assert look(game, "minsk control") == "soviet"  # it is enough to pass through
    assert int(look(game, "vp")) == before - 1


def test_control_of_finland() -> None:
    """§12.7.2: a unit that is no Cadre and no Axis Minor controls Finland while it is there."""
    assert look(empty("put fin_army finland"), "finland control") == "none"
    assert look(empty("put kg_1 finland"), "finland control") == "none"
    assert look(empty("put ostatky_1 finland"), "finland control") == "none"
    assert look(empty("put army_18 finland"), "finland control") == "axis"
    game = empty("put leningrad finland")
    assert look(game, "finland control") == "soviet"
    assert look(game, "hexes.soviet") == "23"
    acts.set_place(running(game), unit("leningrad"), place("1401"))
    assert look(game, "finland control") == "none"


def test_objective_hexes_score_once() -> None:
    """§12.7.3: an Objective scores the VP of its city or oil field and no more."""
    for record in BOARD.sites:
        assert record.vp == 1
    places = {site.place for site in BOARD.sites}
    for hex_ in BOARD.hexes:
        assert hex_.objective < 0 or hex_.index in places


@pytest.mark.parametrize(
    ("turn", "count", "won"), [(8, 3, True), (8, 2, False), (13, 3, False), (13, 4, True)]
)
def test_axis_objectives(turn: int, count: int, won: bool) -> None:
    """§12.1, §12.9: three of the five gray Objectives in supply, four once the initiative is
    gone.
    """
    goals = ("leningrad", "sevastopol", "moscow", "stalingrad")[:count]
    behind = holding("axis", *(site for site in UNION if site not in ("caucasus_oil", "gorki")))
    behind += holding("soviet", *({"leningrad", "sevastopol", "moscow", "stalingrad"} - set(goals)))
    late = ["set initiative soviet", "set high_tide 20"] if turn > 12 else []
    game = empty(*behind, *late, f"at {turn} axis housekeeping")
    assert bool(winner(game)) == won
    assert not won or winner(game) == f"axis: {count} Objectives held in supply"


def test_objectives_need_supply() -> None:
    """§12.1: an Objective that is controlled but cut off does not count (nr-22)."""
    lines = holding("axis", "moscow")
    free = running(empty(*lines))
    assert victory.objectives(free.s, free.d, AXIS) == [place("1806")]
    cut = running(empty(*lines, "put central 1706"))
    assert victory.objectives(cut.s, cut.d, AXIS) == []


def test_soviet_objectives() -> None:
    """§12.1: three of the four red Objectives in supply."""
    reds = [BOARD.hexes[h].id for h in range(len(BOARD.hexes)) if BOARD.objectives[SOVIET] >> h & 1]
    assert len(reds) == 4
    goals = [site.id for site in BOARD.sites if site.objective == SOVIET]
    base = ["set initiative soviet", "set high_tide 30", *holding("soviet", *REICH)]
    lost = [site for site in goals if site != "berlin"]
    won = empty(*base, "at 20 axis housekeeping")
    assert "Objectives" in winner(won) and winner(won).startswith("soviet")
    few = empty(*base, *holding("axis", *lost[:2]), "at 20 axis housekeeping")
    assert "Objectives" not in winner(few)


def test_both_objectives_go_to_the_initiative() -> None:
    """§12.1: where both sides hold enough, the side with the initiative wins."""
    union = [site for site in UNION if site not in ("lvov",)]
    both = [*holding("axis", *union), *holding("soviet", "berlin", "warsaw", "budapest")]
    t = running(empty(*both))
    for side in (AXIS, SOVIET):
        t.s.initiative = side
        axis, soviet = (victory.objectives(t.s, t.d, number) for number in (AXIS, SOVIET))
        if len(axis) >= victory.needed(t.s, AXIS) and len(soviet) >= 3:
            victory.check_objectives(t)
            assert t.pos.winners == [NAMES[side]]
            t.pos.winners = None


def test_soviet_total_victory() -> None:
    """§12.3: 34 VP or more win the Soviets the game in any Victory Phase."""
    base = ["set initiative soviet", "set high_tide 30", *holding("axis", "berlin", "warsaw")]
    reich = [site for site in REICH if site not in ("berlin", "warsaw", "ploesti_oil")]
    lines = [*base, *holding("soviet", *reich), "put crimean finland"]
    assert "Total" in winner(empty(*lines, "set event_vp -3", "at 20 axis housekeeping"))
    assert not winner(empty(*lines, "set event_vp -2", "at 20 axis housekeeping"))


@pytest.mark.parametrize(("tide", "won"), [(23, "axis: Operational"), (22, ""), (18, ""), (9, "")])
def test_operational_victory(tide: int, won: str) -> None:
    """§12.4, §12.7.4: on turn 23 the Axis win if High Tide is higher, else the war goes on."""
    lines = [f"set high_tide {tide}", "set initiative soviet", "at 23 axis housekeeping"]
    game = empty(*lines)
    assert winner(game).startswith(won) and bool(winner(game)) == bool(won)
    if won:
        return
    t = running(game)
    assert t.s.berlin and t.s.event_vp == -min(22 - tide, 6)
    assert look(game, "hexes.soviet") == "0"  # only Greater Germany scores now
    assert look(game, "hexes.axis") == "11"


def test_killing_hitler() -> None:
    """§12.5: the Berlin Garrison is eliminated and the Soviets have won."""
    game = empty("put berlin_garrison berlin")
    acts.eliminate(running(game), unit("berlin_garrison"), "eliminated", "10.7.1")
    assert running(game).pos.winners == ["soviet"]


def test_hitler_lives_where_his_own_side_makes_room() -> None:
    """§12.5, §8.4.3: a garrison that is shed for overstacking was not eliminated (nr-42)."""
    game = empty("put berlin_garrison berlin", scenario="na_berlin")
    acts.eliminate(running(game), unit("berlin_garrison"), "overstacked", "8.4.3")
    assert running(game).pos.winners is None
    lost = empty("put berlin_garrison berlin unsupplied", "put west 0209", "put don 0108",
                 "put south 0307", "put kursk 0308", "put central 0207", "put steppe 0109",
                 scenario="na_berlin")  # fmt: skip
    acts.eliminate(running(lost), unit("berlin_garrison"), "surrendered", "11.1", surrender=True)
    assert running(lost).pos.winners == ["soviet"]


def test_end_of_the_war() -> None:
    """§12.6: the Axis win if the Soviets have not won by the end of turn 28."""
    t = running(empty("set turn 28", "set initiative soviet"))
    victory.finish(t)
    assert t.pos.winners == ["axis"]
    late = holding("soviet", "berlin", "warsaw", "budapest", "krakow", "lublin", "breslau")
    t = running(empty("set turn 28", "set initiative soviet", *late))
    victory.finish(t)
    assert t.pos.winners == ["soviet"]  # nr-44: with three Objectives, taken in the last turn


def test_no_total_victory_after_the_last_turn() -> None:
    """§12.3, §12.6, §4.0: it is won in a Victory Phase, and turn 28 is followed by none (nr-44)."""
    t = running(empty("set turn 28", "set initiative soviet", "set berlin no"))
    t.s.event_vp = -40
    victory.finish(t)
    assert t.pos.winners == ["axis"]


@pytest.mark.parametrize("kept", [0, 3])
def test_initiative_shifts(kept: int) -> None:
    """§12.10, §12.9, §13.5: on turn 12 High Tide is set and an Axis Event marker goes."""
    event = 3 if kept == 0 else -kept
    game = empty(*axis_with(20), f"set event_vp {event}", "at 12 axis housekeeping")
    t = running(game)
    assert t.s.initiative == SOVIET
    assert t.s.high_tide == 20 + event
    assert t.s.event_vp == -kept
    assert look(game, "vp") == str(33 - 20 + kept)


def test_both_check_on_turn_12() -> None:
    """§12.2, §12.10: the Axis before the marker is flipped, the Soviets after it."""
    bars = BOARD.turn(12).sudden_death
    axis = empty(*axis_with(bars[AXIS] + 1), "at 12 axis housekeeping")
    assert winner(axis).startswith("axis: Sudden Death")
    soviet = empty("at 12 axis housekeeping")  # 22 hexes are more than 17
    assert bars[SOVIET] < 22
    assert winner(soviet).startswith("soviet: Sudden Death")


def test_no_surrender() -> None:
    """§15.6: Sudden Death costs a card at random and up to two draws, and the game goes on."""
    for over, fewer in ((0, 0), (1, -1), (2, -2), (4, -2)):
        lines = [*axis_with(23 + over), "cards hand.soviet 1 2 3", "at 6 axis housekeeping"]
        game = empty(*lines, no_surrender=True)
        assert not winner(game)
        t = running(game)
        assert len(t.pile("hand.soviet").ids) == 2
        assert t.s.draw_change[SOVIET] == fewer
    t = running(empty(*axis_with(22), "cards hand.soviet 1 2", "at 6 axis housekeeping",
                      no_surrender=True))  # fmt: skip
    assert len(t.pile("hand.soviet").ids) == 2


def test_no_surrender_leaves_the_joker() -> None:
    """§15.6, §15.7: the card at random is never the Joker (nr-32)."""
    lines = [*axis_with(23), "cards hand.soviet 55", "at 6 axis housekeeping"]
    t = running(empty(*lines, no_surrender=True))
    assert t.pile("hand.soviet").ids == [55]


def test_variable_initiative() -> None:
    """§15.11, §15.11.1, §15.11.2, §15.11.3, §5.3.3: a paid VP moves the turn of the symbols."""
    game = empty("set event_vp 0", "at 9 axis housekeeping", variable_initiative=True)
    assert [p.side for p in game.pending()] == ["soviet"]
    game.submit("soviet", "shift")
    t = running(game)
    assert (t.s.star_turn, t.s.event_vp) == (11, 1)
    assert victory.symbol(t.s) == AXIS
    t.s.turn = 11
    assert victory.symbol(t.s) == SOVIET
    later = empty(
        "set initiative soviet", "set star_turn 14", "at 13 axis housekeeping",
        variable_initiative=True,
    )  # fmt: skip
    assert [p.side for p in later.pending()] == ["axis"]
    later.submit("axis", "pass")
    t = running(later)
    assert victory.symbol(t.s) == AXIS
    t.s.turn = 14
    assert victory.symbol(t.s) == SOVIET


def test_the_axis_move_the_initiative_counter_on() -> None:
    """§15.11.3, §15.11: from turn 12 on a VP, theirs to lose, moves it one turn forward."""
    late = ("set initiative soviet", "set high_tide 20", "set star_turn 14", "set event_vp 2")
    game = empty(*late, "at 13 axis housekeeping", variable_initiative=True)
    before = victory.points(running(game).s, running(game).d, SOVIET)
    game.submit("axis", "shift")
    t = running(game)
    assert (t.s.star_turn, t.s.event_vp) == (15, 1)
    assert victory.points(t.s, t.d, SOVIET) == before + 1
    assert victory.symbol(t.s) == AXIS, "turn 13 comes before 15"


@pytest.mark.parametrize(("turn", "event"), [(9, 6), (13, -6)])
def test_who_cannot_pay_does_not_shift(turn: int, event: int) -> None:
    """§15.11, §12.7.4: at the limit of the Event marker there is no VP to pay with (nr-40)."""
    for marker in (event, event - event // 6):
        late = ["set initiative soviet", "set high_tide 20"] if turn > 12 else []
        lines = [*late, f"set event_vp {marker}", f"at {turn} axis housekeeping"]
        game = empty(*lines, variable_initiative=True)
        asked = any("Initiative counter" in pending.prompt for pending in game.pending())
        assert asked == (marker != event)


def test_initiative_without_the_option() -> None:
    """§12.9, §5.3.3: the side whose marker lies up has the initiative and its symbol."""
    t = running(empty())
    assert victory.symbol(t.s) == t.s.initiative == AXIS
    t.s.initiative = SOVIET
    assert victory.symbol(t.s) == SOVIET


@pytest.mark.parametrize(
    ("scenario", "lines", "won"),
    [
        ("barbarossa", axis_with(24), "axis"),
        ("barbarossa", axis_with(23), "soviet"),
        ("fall_blau", axis_with(26), "axis"),
        ("citadel", [], "axis"),
        ("operation_bagration", holding("soviet", *UNION, "warsaw"), "soviet"),
    ],
)
def test_scenarios_end(scenario: str, lines: list[str], won: str) -> None:
    """§3.0, §12.0: a short scenario ends by its own conditions."""
    t = running(empty(*lines, "set event_vp 0", scenario=scenario))
    t.s.turn = BOARD.scenarios[t.s.scenario].last_turn
    victory.finish(t)
    assert t.pos.winners == [won]


@pytest.mark.parametrize(("points", "won"), [(23, "axis: 23 VP"), (22, "soviet")])
def test_tournament(points: int, won: str) -> None:
    """§3.0, §12.10: the Tournament ends in the Housekeeping of turn 12, by the VP before the
    flip.
    """
    lines = [*axis_with(points - 3), "set event_vp 3", *holding("axis", "lvov")]
    lines += holding("soviet", "sevastopol", "stalingrad", "leningrad", "moscow", "caucasus_oil")
    game = empty(*lines, "at 12 axis housekeeping", scenario="tournament")
    assert running(game).s.high_tide == points
    assert winner(game).startswith(won)


@pytest.mark.parametrize(
    ("scenario", "turn", "count"), [("campaign", 11, 3), ("campaign", 12, 4), ("tournament", 12, 3)]
)
def test_how_many_objectives_the_axis_need(scenario: str, turn: int, count: int) -> None:
    """§12.1: three, four from turn 12 on; the Tournament ends there and asks for three (nr-37)."""
    t = running(empty(f"set turn {turn}", scenario=scenario))
    assert victory.needed(t.s, AXIS) == count and victory.needed(t.s, SOVIET) == 3


def test_barbarossa_by_moscow() -> None:
    """§3.0, §12.1: Moscow and one other Objective, both in supply, win Barbarossa."""
    way = ("smolensk", "minsk", "riga", "kalinin", "tula")
    for goals, won in ((("moscow", "leningrad"), "axis"), (("moscow",), "soviet")):
        t = running(empty(*holding("axis", *way, *goals), scenario="barbarossa"))
        t.s.turn = 5
        victory.finish(t)
        assert t.pos.winners == [won]


def test_finland_is_a_place() -> None:
    """§12.7, §8.6: Finland is an area that scores for who controls it."""
    assert BOARD.sites[victory.FINLAND_SITE].place == FINLAND
