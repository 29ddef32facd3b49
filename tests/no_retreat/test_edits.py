"""The umpire's edit lines, what `=` sees, random positions, the view, and the words of the log."""

import random

import pytest

import engine
from engine.core.entries import Ended, Lost, Marked, Moved, Phased, Placed, Played, Rolled
from engine.core.events import Event
from engine.core.tell import tell
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import SIDES
from engine.games.no_retreat.play.turn import PHASES
from engine.games.no_retreat.rules import RULES
from engine.games.no_retreat.show.view import NoRetreatView
from engine.games.no_retreat.umpire.settings import SETTINGS
from tests.no_retreat.table import asked, bare, empty, look, places, running, table, unit
from tests.table import piles_round_trip, refused, round_trips


def test_a_card_that_would_be_lost_is_named() -> None:
    """A pile is as the line says; what was in it and lies nowhere now is told, the Joker here."""
    game = table("clear cards", "at 2 axis movement")
    with pytest.raises(engine.OrderError, match="55 would lie in no pile"):
        game.submit("gm", "cards hand.axis 3 36")
    game.submit("gm", "cards hand.axis 3 36 ...")
    assert look(game, "hand.axis") == "3"


def test_put_takes_flags_and_control() -> None:
    """Flags replace the old ones, faces have several words, a city goes to who stands in it."""
    game = empty("put 4pz minsk s=1 unsupplied disorganized", "put kal 1502 red moved")
    assert places(game, "pz_4", "kalinin") == ["1208", "1502"]
    assert look(game, "pz_4 face") == "reduced"
    assert look(game, "kalinin face") == "red"
    assert [look(game, f"pz_4 {flag}") for flag in ("unsupplied", "disorganized", "moved")] == [
        "1", "1", "0",
    ]  # fmt: skip
    assert look(game, "minsk control") == "axis"
    game.submit("gm", "put pz_4 1308")
    assert look(game, "pz_4 face") == "full"
    assert look(game, "pz_4 unsupplied") == "0"


def test_put_knows_boxes_of_either_side() -> None:
    """A box is named by one word for either side, or by its whole id."""
    game = empty("put pz_1 destroyed", "put west destroyed", "put pz_2 rail_axis", "put kg_1 t:7")
    assert places(game, "pz_1", "west", "pz_2", "kg_1") == [
        "destroyed_axis", "destroyed_soviet", "rail_axis", "t:7",
    ]  # fmt: skip


@pytest.mark.parametrize(
    "line",
    [
        "put pz_1 0101",  # off the map
        "put pz_1 1501",  # the lake
        "put pz_1 rail_soviet",
        "put pz_1 1308 upside",
        "put rum_3 1308 back",
        "put nobody 1308",
        "mark 1308 control axis",
        "mark minsk control nobody",
        "mark minsk flag axis",
        "set weather.4 rain",
        "set weather.40 mud",
        "set turn 29",
        "set blitz many",
        "set colour red",
        "set draw.north 1",
        "at 3 axis lunch",
        "at 0 axis movement",
        "cards sleeve 1",
        "dice battle 7",
        "put pz_1 1308\nput west 1308",
        "put pz_1 1308\nput pz_2 1308\nput pz_3 1308\nat 3 axis cards",
    ],
)
def test_bad_edits_change_nothing(line: str) -> None:
    """A wrong line is refused with a sentence, and the game is as it was."""
    game = empty()
    before = game.dump()
    with pytest.raises(engine.OrderError) as error:
        game.submit("gm", line)
    assert error.value.text and game.dump() == before


def test_force_skips_stacking() -> None:
    """`force` skips the stacking limit."""
    lines = ["put pz_1 1308", "put pz_2 1308", "put pz_3 1308"]
    with pytest.raises(engine.OrderError):
        empty(*lines, "at 3 axis removal")
    game = empty("force", *lines, "at 3 axis movement")
    assert places(game, "pz_1", "pz_2", "pz_3") == ["1308"] * 3


def test_marks_and_numbers() -> None:
    """Every mark and number can be set and read again."""
    game = empty(
        "set turn 5",
        "mark 1502 target axis",
        "mark 1503 counterblow soviet",
        "mark minsk scorched soviet",
        "mark 1308 works axis",
        "set event_vp -3",
        "set high_tide 22",
        "set initiative soviet",
        "set weather.6 snow",
        "set blitz 2",
        "set shock 1",
        "set skip_sudden 9",
        "set draw.axis -1",
        "set upgrades 1",
        "set used.4 axis",
        "set oil 4",
        "set joker soviet",
        "set once.abt_mech on",
        "set star_turn 11",
    )
    seen = {
        "1502 target": "on", "1503 target": "none", "1503 counterblow": "on",
        "minsk scorched": "soviet,6", "works": "1308", "event_vp": "-3", "high_tide": "22",
        "initiative": "soviet", "weather.6": "long_winter", "blitz": "2", "shock": "1",
        "skip_sudden": "9", "draw.axis": "-1", "upgrades": "1", "oil": "4", "turn": "5",
        "star_turn": "11", "phasing": "none", "finland control": "none",
    }  # fmt: skip
    assert {word: look(game, word) for word in seen} == seen
    t = running(game)
    assert Event("axis", 4) in t.s.used and BOARD.joker in t.pile("hand.soviet").ids
    assert unit("abt_mech") in t.s.split
    game.submit("gm", "mark 1502 target none\nmark minsk scorched none\nmark 1308 works none")
    assert [look(game, w) for w in ("1502 target", "minsk scorched", "works")] == ["none"] * 3


def test_clear() -> None:
    """`clear` takes off units, marks, cards or the units of a side."""
    game = table("clear axis")
    assert places(game, "pz_1", "west") == ["waiting", "0909"]
    game.submit("gm", "clear units\nset event_vp 4\nmark minsk control axis")
    assert places(game, "west") == ["waiting"]
    game.submit("gm", "clear marks")
    assert (look(game, "event_vp"), look(game, "minsk control")) == ("0", "soviet")
    game.submit("gm", "clear cards\nput pz_1 1308\nat 3 axis movement")
    assert (look(game, "deck"), look(game, "green")) == ("41", "13")


@pytest.mark.parametrize("phase", PHASES)
@pytest.mark.parametrize("side", SIDES)
def test_stations(phase: str, side: str) -> None:
    """§4.0: every phase of either side can be entered cold, and the game goes on from there."""
    game = bare("put army_9 1208", "put west 1507", "put kg_1 rail", f"at 8 {side} {phase}")
    view = game.view(None)
    assert isinstance(view, NoRetreatView)
    assert game.result() is None and asked(game)
    assert view.number in (8, 9)


def test_housekeeping_station() -> None:
    """§4.0: the Housekeeping of a turn can be entered cold."""
    game = bare("put army_9 1208", "at 8 axis housekeeping")
    assert look(game, "phasing") == "axis"


def test_random_positions_are_legal() -> None:
    """Every random position is accepted, read again, and can be played."""
    for seed in range(30):
        rng = random.Random(seed)
        game = table(scenario=("campaign", "na_berlin")[seed % 2], partisan=bool(seed % 3))
        lines = game.table.rules.editor.scatter(game.table, rng)
        assert lines[-1].startswith("at ")
        game.submit("gm", "\n".join(lines))
        for _ in range(15):
            if game.result():
                break
            side = game.pending()[0].side
            game.submit(side, game.sample(side, rng))
            assert game.check() == []


def test_check_finds_what_is_broken() -> None:
    """The invariants: cards, both sides in a hex, control, stacking."""
    game = bare("at 8 axis supply")
    t = running(game)
    t.pile("deck").ids.append(1)
    assert any("card 1 lies there twice" in fault for fault in game.check())
    t.pile("deck").ids.pop()
    t.pile("deck").seen.append(0)
    t.s.at[unit("pz_1")] = t.s.at[unit("west")] = BOARD.place_index["1208"]
    t.d = t.rules.derive(t.s)
    assert any("both sides" in fault for fault in game.check())


def test_view_is_public() -> None:
    """A view shows sizes of hands, and the own cards to their owner alone (secrecy)."""
    game = bare("cards hand.axis 1 2 3", "cards hand.soviet 4 5", "cards discard 7 8")
    views = {seat: game.view(seat) for seat in (None, "axis", "soviet")}
    for seat, view in views.items():
        assert isinstance(view, NoRetreatView)
        assert view.hand_sizes == [3, 2]
        assert (view.discards, view.discard_top, view.deck) == (2, "7", 34)
        assert view.hand == {None: [], "axis": ["1", "2", "3"], "soviet": ["4", "5"]}[seat]
    assert views[None].joker == -1
    assert views[None].vp == [11, 22]


def test_view_names_the_next_sudden_death() -> None:
    """§12.2: the view names the next turn with a check, and what wins."""
    view = empty("set turn 7").view(None)
    assert isinstance(view, NoRetreatView)
    assert (view.sudden_death_turn, view.sudden_death) == (9, [26, -1])
    short = empty("set turn 7", scenario="fall_blau").view(None)
    assert isinstance(short, NoRetreatView)
    assert short.sudden_death_turn == 0


def test_phase_of_the_view() -> None:
    """§4.0: the view names the phase that runs."""
    assert bare("put army_9 1208", "at 8 axis movement").view(None).phase == "Movement Phase"
    assert table().view(None).phase == "Set-up"


@pytest.mark.parametrize(
    ("entry", "said"),
    [
        (Rolled(n=1, purpose="battle", values=[5]), "Battle die: 5."),
        (Rolled(n=1, purpose="random", values=[0]), "Die for a card at random: 1."),
        (Moved(unit="pz_4", places=["1503", "1603"], how="moves"),
         "4. Panzer Army moves from 1503 Valdai to 1603."),
        (Moved(unit="pz_4", places=["1503", "1603", "1401"], how="advances"),
         "4. Panzer Army advances from 1503 Valdai over 1603 to 1401 Leningrad."),
        (Placed(unit="west", place="finland"), "West Front is placed: Finland."),
        (Lost(unit="west", place="1507", how="reduced"),
         "West Front in 1507 Smolensk loses a step."),
        (Lost(unit="west", place="1507", how="shattered"),
         "West Front in 1507 Smolensk is shattered."),
        (Marked(place="minsk", mark="control", value="axis"), "Minsk is now held by the Axis."),
        (Marked(place="west", mark="unsupplied", value="on"), "West Front is Unsupplied."),
        (Marked(place="west", mark="disorganized", value="none"), "West Front is ready again."),
        (Marked(place="1502", mark="target", value="axis"), "1502 Volkhov: Target marker."),
        (Marked(place="1502", mark="counterblow", value="none"),
         "1502 Volkhov: Counterblow marker taken off."),
        (Marked(place="minsk", mark="scorched", value="none"),
         "Minsk: Scorched Earth marker taken off."),
        (Marked(place="minsk", mark="cut", value="on"),
         "Minsk supplies nobody in this player turn."),
        (Marked(place="t:4", mark="weather", value="mud"),
         "The weather of Turn 4, November-December 1941 turns to Mud."),
        (Played(side="axis", card="1", how="Heinz Guderian: DR"),
         "The Axis play Heinz Guderian: DR."),
        (Played(side="soviet", card="2", how="discarded"),
         "The Soviets give card 2, STAVKA: discarded."),
        (Ended(winners=["soviet"], reason="Sudden Death with 21 VP"),
         "The Soviets have won: Sudden Death with 21 VP."),
        (Phased(turn="Turn 1", phase="Housekeeping"), "Turn 1: Housekeeping."),
    ],
)  # fmt: skip
def test_words_of_the_log(entry: engine.core.entries.AnyEntry, said: str) -> None:
    """Entries are told in the words of the game."""
    assert tell(RULES, entry) == said


def test_overlays() -> None:
    """§6.4, §8.5, §12.1, §8.1: supply, zones, control and reach, from public facts."""
    game = bare(
        "put pz_4 1503", "put kalinin 1502", "put army_16 1302", "put leningrad 1401 back",
        "mark riga control axis", "at 2 axis movement",
    )  # fmt: skip
    supply = game.overlay("supply")
    assert "4. Panzer Army" in supply.text
    assert any(line.places[0] == "1302" and line.tone == "axis" for line in supply.lines)
    assert next(area for area in supply.areas if area.tone == "bad").places == ("1503",)
    zones = {area.tone: area.places for area in game.overlay("zoc").areas}
    assert "1504" in zones["axis"] and "1501" not in zones["axis"]  # no zone on the lake
    control = game.overlay("control")
    held = [area for area in control.areas if "1004" in area.places]
    assert [area.tone for area in held] == ["axis"]
    threat = game.overlay("threat")
    axis = {hex_ for part in threat.areas if part.tone in ("axis", "bad") for hex_ in part.places}
    reach = game.overlay("reach", "4pz")
    assert {hex_ for part in reach.areas for hex_ in part.places} <= axis
    costs = {label.place: label.text for label in reach.labels}
    assert costs["1504"] == "3" and "1502" not in costs
    assert reach.focus[0] == "1503"
    assert unit("leningrad") not in game.table.rules.movers(game.table)  # a Fort has no allowance


@pytest.mark.parametrize("line", ["put army_16 1302 moved=3", "cards deck 55 ...", "see none 55"])
def test_what_can_not_lie_there_or_says_too_much_is_refused(line: str) -> None:
    """§15.7: the Joker lies open, with a side or out of the game"""
    assert str(BOARD.joker) == "55"
    refused(empty(), "gm", line)


LINES = (
    "mark minsk control axis",
    "mark 1502 target on",
    "mark 1503 counterblow on",
    "mark 1308 works soviet",
    "mark minsk scorched axis,9",
    *(f"set {name} 3" for name in ("turn", "event_vp", "high_tide", "blitz", "shock",
                                   "skip_sudden", "star_turn", "upgrades", "gg", "oil", "warsaw")),
    "set initiative soviet",
    *(f"set weather.7 {weather}" for weather in ("mud", "snow", "clear")),
    "set weather.6 long_winter",
    "set draw.axis -2",
    "set draw.soviet 1",
    "set used.4 axis",
    "set once.abt_mech 1",
    "set berlin 1",
)  # fmt: skip


def test_what_is_set_can_be_read() -> None:
    """§12.7.1, §13.1, §13.5, §14.13, §15.7: and what was read can be set again"""
    game = empty("set weather.5 snow", "set weather.6 mud", "at 2 axis movement")
    round_trips(game, [*LINES, "set joker none"])
    for where in ("axis", "soviet", "none"):
        game.submit("gm", f"set joker {where}")
        assert look(game, "joker") == where
    game.submit("gm", "put pz_1 1302 unsupplied disorganized moved fought reserve support back")
    flags = ("unsupplied", "disorganized", "moved", "fought", "reserve", "support")
    assert [look(game, f"pz_1 {flag}") for flag in flags] == ["1"] * 6
    back = look(game, "pz_1 face")
    game.submit("gm", "put pz_1 1302")
    assert [look(game, f"pz_1 {flag}") for flag in flags] == ["0"] * 6
    assert look(game, "pz_1 face") != back
    game.submit("gm", f"put pz_1 1302 face={back}")
    assert look(game, "pz_1 face") == back


def test_piles_knowledge_and_dice_can_be_read() -> None:
    """§5.0"""
    piles_round_trip(table("at 2 axis movement"), lambda pile: "4")


@pytest.mark.parametrize(
    "line",
    [
        "mark 1502 target banana",
        "set berlin banana",
        "set once.abt_mech banana",
        "set joker banana",
        *(f"set {name.replace('.', '.axis')} 100000" for name in SETTINGS),
        *(f"set {name.replace('.', '.axis')} -100" for name in SETTINGS),
        "set event_vp 7",  # §12.7.4
        "set blitz -1",
        "set shock banana",
        "set blitz 1 2",
        "mark minsk scorched axis 4 5",
        "mark minsk control",
    ],
)
def test_a_value_that_is_none_is_refused(line: str) -> None:
    refused(empty(), "gm", line)
