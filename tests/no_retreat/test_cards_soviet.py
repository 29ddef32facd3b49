"""The Soviet events that are not played in a battle, one test a half (§5.3.1)."""

import pytest

from engine import Game, OrderError
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import AXIS
from engine.games.no_retreat.law.supply import flow
from tests.no_retreat.cardplay import FRONT, attack, finish, phase, play, playable
from tests.no_retreat.table import (
    asked,
    look,
    names,
    place,
    places,
    prompt,
    refused,
    running,
    told,
    unit,
    words,
)

HOME = ("put west 1908", "put pz_4 1708", "mark moscow control soviet")


def test_2_soviet_stavka() -> None:
    """§5.3.1: any one card of the discards comes into the hand."""
    game = phase("soviet organization", *HOME, "cards discard 9 1 14", soviet="2")
    assert words(game, "soviet", "play 2 ") == {"9", "1", "14"}, "not itself"
    play(game, "soviet", "play stavka 14")
    t = running(game)
    assert t.pile("hand.soviet").ids == [14] and t.pile("discard").ids == [2, 9, 1]
    assert t.pile("hand.soviet").seen == [3], "everyone saw which card it was"
    assert not playable(phase("soviet organization", *HOME, soviet="2"), "soviet")


def test_3_soviet_cavalry_raid() -> None:
    """§5.3.1, §8.5: an Axis unit next to a Soviet one has no Zone of Control in this player
    turn.
    """
    game = phase("soviet movement", "put west 1908", "put pz_4 1808", "put army_9 1606", soviet="3")
    assert words(game, "soviet", "play 3 ") == {"4pz"}
    assert running(game).d.zone(AXIS) >> place("1908") & 1
    play(game, "soviet", "play 3 4pz")
    assert not running(game).d.zone(AXIS) >> place("1908") & 1
    game.submit("soviet", "end movement")
    assert running(game).s.no_zoc == [unit("pz_4")]
    finish(game, "soviet")
    assert running(game).s.no_zoc == []


def test_5_soviet_partisans() -> None:
    """§5.3.1, §6.1: an empty Axis city in the USSR is no supply source in this player turn."""
    cities = ("mark minsk control axis", "mark smolensk control axis")
    units = ("put pz_4 1507", "put army_9 1309", "put west 1908")
    game = phase("axis supply", *units, *cities, soviet="5", ask=("soviet supply",))
    found = words(game, "soviet", "play 5 ")
    assert "1208" in found and "1507" not in found, "a unit is in Smolensk"
    assert "0710" not in found, "Warsaw is not in the USSR"
    play(game, "soviet", "play 5 minsk")
    t = running(game)
    assert t.s.cut == [BOARD.site_index["minsk"]]
    assert not flow(t.s, t.d, AXIS).sources >> place("1208") & 1
    finish(game, "axis")
    t = running(game)
    assert t.s.cut == [] and flow(t.s, t.d, AXIS).sources >> place("1208") & 1


RAIL = ("put south rail", "put pz_4 1212", "put central 1312")


def test_6_soviet_maskirovka() -> None:
    """§5.3.1, §9.2: once the Axis have moved, a Soviet unit detrains (T14)."""
    game = phase("axis movement", *RAIL, soviet="6", ask=("soviet movement",))
    game.submit("axis", "end movement")
    assert words(game, "soviet", "play 6 ") == {"south"}
    assert refused(game, "soviet", "play 6 south 1313") == "5.3.1", "in an enemy zone"
    play(game, "soviet", "play 6 south 1413")
    assert places(game, "south") == ["1413"]
    empty = phase("axis movement", *RAIL[1:], soviet="6", ask=("soviet movement",))
    empty.submit("axis", "end movement")
    assert asked(empty) != ["soviet"] or not playable(empty, "soviet"), "nobody is in the box"


def test_7_soviet_scorched_earth() -> None:
    """§5.3.1, §14.13: a USSR city just entered supplies nobody until the next Axis Removal
    Phase.
    """
    units = ("put pz_4 1407", "put west 1908", "mark smolensk control soviet")
    game = phase("axis movement", *units, soviet="7", ask=("soviet capture",))
    game.submit("axis", "move 4pz smolensk")
    assert prompt(game) == "1507 Smolensk has fallen. Play an event?"
    play(game, "soviet", "play 7")
    s = running(game).s
    assert BOARD.sites[s.scorched].id == "smolensk"
    assert (s.scorched_until, s.scorched_side) == (8, AXIS)
    late = phase("axis movement", *units, soviet="7", ask=("soviet capture",), turn=13)
    late.submit("axis", "move 4pz smolensk")
    assert asked(late) != ["soviet"], "5.3.3: only while the Axis hold the initiative"


def test_7_soviet_scorched_earth_before_a_retreat() -> None:
    """§5.3.1, §10.7.5: a city that the Axis enter as they retreat has been entered too."""
    units = ("put army_9 1707", "put west 1807", "mark smolensk control soviet")
    game = phase("axis combat", *units, "dice battle 1 6", soviet="7")
    for side, line in (
        ("soviet", "arm 7 at capture"), ("axis", "target 1807"), ("axis", "end targets"),
        ("axis", "battle 1807 with 9"), ("soviet", "pass"), ("soviet", "counterattack"),
        ("soviet", "pass"), ("soviet", "pass"),
    ):  # fmt: skip
        game.submit(side, line)
    assert prompt(game) == "Retreat 9th Army by 2 hexes."
    game.submit("axis", "retreat 9 smolensk")
    assert BOARD.sites[running(game).s.scorched].id == "smolensk"
    assert prompt(game) == "Advance into 1707?"


LOST = (*HOME, "put tank_1 destroyed", "put kalinin destroyed", "mark gorki control soviet")


@pytest.mark.parametrize(("card", "tired"), [(8, "0"), (14, "1")])
def test_8_14_soviet_free_replacements(card: int, tired: str) -> None:
    """§5.3.1, §7.9: a unit of the Destroyed box for free, as conscripts ready to fight."""
    game = phase("soviet organization", *LOST, soviet=str(card))
    assert words(game, "soviet", f"play {card} ") == {"1tk", "kal"}
    play(game, "soviet", f"play {card} kalinin moscow")
    assert places(game, "kalinin") == ["1806"]
    assert look(game, "kalinin disorganized") == tired


@pytest.mark.parametrize(("named", "who"), [("west", "West Front"), ("kalinin 1910", "1910")])
def test_what_an_event_can_not_be_told_is_said(named: str, who: str) -> None:
    """§5.3.1: a refusal names the event and what it does."""
    game = phase("soviet organization", *LOST, "put south 1806", soviet="14")
    with pytest.raises(OrderError) as error:
        game.submit("soviet", f"play 14 {named}")
    assert error.value.text.startswith(f"{who} can't be named for Lend-Lease now: One free Repl")


def test_an_event_for_another_moment_says_when() -> None:
    """§5.0, §5.3.1: the refusal says when the event is played, and what it does."""
    with pytest.raises(OrderError) as error:
        phase("soviet organization", *HOME, soviet="3").submit("soviet", "play 3")
    text = "Cavalry Raid is for another moment (own Movement Phase): One Axis unit next to a Sov"
    assert error.value.text.startswith(text) and error.value.rule == "5.0"


def test_19_soviet_siberian_divisions() -> None:
    """§5.3.1: in Snow alone, ready, in Moscow, Gorki or on an east edge hex."""
    game = phase("soviet organization", *LOST, soviet="19", weather="snow")
    hexes = words(game, "soviet", "play 19 kalinin ")
    assert {"1806", "2204"} < hexes and "2007" not in hexes and "2410" not in hexes
    play(game, "soviet", "play 19 kalinin gorki")
    assert places(game, "kalinin") == ["2204"] and look(game, "kalinin disorganized") == "0"
    assert not playable(phase("soviet organization", *LOST, soviet="19"), "soviet")


def test_39_soviet_reserve_armies() -> None:
    """§5.3.1, §7.9: a unit of the Surrendered box for one card."""
    game = phase("soviet organization", *HOME, "put kalinin surrendered", soviet="39 1 9")
    play(game, "soviet", "play 39")
    game.submit("soviet", "end flips")
    game.submit("soviet", "place kalinin moscow pay 1")
    assert places(game, "kalinin") == ["1806"] and running(game).pile("hand.soviet").ids == [9]
    assert not playable(phase("soviet organization", *HOME, soviet="39"), "soviet")
    late = phase("soviet organization", *HOME, "put kalinin surrendered", soviet="39 1 9")
    assert playable(late, "soviet") == {"39"}
    late.submit("soviet", "end flips")
    assert playable(late, "soviet") == {"39"}
    late.submit("soviet", "end placement")
    assert not playable(late, "soviet")  # §5.0: no Replacement is to come any more


@pytest.mark.parametrize("card", [16, 26])
def test_16_26_soviet_upgrades(card: int) -> None:
    """§5.3.1, §7.2: one `educate` more; not before turn 6."""
    units = (*HOME, "put kalinin 2008")
    game = phase("soviet organization", *units, soviet=str(card))
    game.submit("soviet", "educate west")
    assert "educate" not in names(game, "soviet")
    play(game, "soviet", f"play {card}")
    game.submit("soviet", "educate kalinin")
    assert look(game, "kalinin face") == "red"
    assert not playable(phase("soviet organization", *units, soviet=str(card), turn=5), "soviet")
    later = phase("soviet organization", *units, soviet=str(card), turn=18)
    assert playable(later, "soviet") == {str(card)}, "an Improvement"
    later.submit("soviet", "end flips")
    assert not playable(later, "soviet"), "the Flip Step is over"


def test_11_soviet_za_rodinu() -> None:
    """§5.3.1, §5.2: two cards more after the draw."""
    game = phase("soviet cards", *HOME, soviet="11")
    before = len(running(game).pile("hand.soviet"))
    play(game, "soviet", "play 11")
    assert len(running(game).pile("hand.soviet")) == before + 1


def test_20_soviet_major_offensive() -> None:
    """§5.3.1, §10.1: a card for four; then four voluntary attacks, or two VP are lost."""
    game = phase("soviet cards", *FRONT, soviet="20 9")
    assert "20" not in words(game, "soviet", "play 20 "), "another card"
    before = len(running(game).pile("hand.soviet"))
    play(game, "soviet", "play 20 9")
    assert len(running(game).pile("hand.soviet")) == before - 2 + 4
    assert running(game).pile("discard").ids[:2] == [9, 20] and running(game).s.duty == 4
    game = phase("soviet combat", *FRONT, "dice battle 4")
    running(game).s.duty, vp = 4, running(game).s.event_vp
    game.submit("soviet", "end targets")
    assert running(game).s.event_vp == vp + 2


@pytest.mark.parametrize(("blow", "lost"), [(False, 0), (True, 2)])
def test_20_soviet_only_voluntary_attacks_count(blow: bool, lost: int) -> None:
    """§5.3.1, §10.1.2: an attack on a Counterblow hex is none of those that were promised."""
    marked = ("mark 1808 counterblow",) if blow else ()
    game = phase("soviet combat", *FRONT, "put don 1909", *marked, "dice battle 2")
    running(game).s.duty, vp = 1, running(game).s.event_vp
    if not blow:
        game.submit("soviet", "target 1808")
        game.submit("soviet", "end targets")
    elif "end targets" in names(game, "soviet"):
        game.submit("soviet", "end targets")
    game.submit("soviet", "battle 1808 with west don")
    finish(game, "soviet")
    assert running(game).s.event_vp == vp + lost


@pytest.mark.parametrize(("card", "name"), [(22, "Savages!"), (31, "Second Front")])
def test_22_31_soviet_vp(card: int, name: str) -> None:
    """§5.3.1, §12.7.4: one VP for the Soviets; the Event marker stops at six."""
    for start, end in ((0, -1), (-6, -6)):
        game = phase("soviet organization", *HOME, f"set event_vp {start}", soviet=str(card))
        assert name in play(game, "soviet", f"play {card}")
        assert running(game).s.event_vp == end


def test_27_soviet_trans_siberian_express() -> None:
    """§5.3.1, §9.1.1: two more units entrain without discards; not on turns 1 and 2."""
    units = ("put west 2108", "put kalinin 2208", "put volkhov 2308", "put pz_4 1507")
    game = phase("soviet movement", *units, soviet="27")
    play(game, "soviet", "play 27")
    for name in ("west", "kalinin", "volkhov"):
        game.submit("soviet", f"entrain {name}")
    assert places(game, "west", "kalinin", "volkhov") == ["rail_soviet"] * 3
    assert not playable(phase("soviet movement", *units, soviet="27", turn=2), "soviet")


def test_36_soviet_breakout() -> None:
    """§5.3.1, §6.4, §11.1: one Soviet unit loses its Unsupplied marker."""
    cut_off = ("put west 0610 unsupplied", "put pz_4 1908", "put south rail", "put army_11 rail")
    for station in ("soviet removal", "axis removal"):
        game = phase(station, *cut_off, soviet="36", ask=("soviet removal",))
        play(game, "soviet", "play 36 west")
        assert places(game, "west") == ["0610"], station
    game = phase("soviet supply", "put west 0610", "put pz_4 1908", soviet="36")
    assert look(game, "west unsupplied") == "1"
    play(game, "soviet", "play 36 west")
    assert look(game, "west unsupplied") == "0"


def test_37_soviet_tank_riders() -> None:
    """§5.3.1, §5.3.3: a tank unit has two points more, under Soviet initiative."""
    units = ("put tank_1 2108", "put west 2208", "put pz_4 1507")
    game = phase("soviet movement", *units, soviet="37", turn=13)
    assert words(game, "soviet", "play 37 ") == {"1tk"}
    play(game, "soviet", "play 37 1tk")
    assert running(game).s.mp == {str(unit("tank_1")): 2}
    assert not playable(phase("soviet movement", *units, soviet="37"), "soviet")


def test_38_soviet_night_crossing() -> None:
    """§5.3.1, §8.5.3: from one enemy zone to another, where the unit must stop."""
    units = ("put leningrad 1908", "put pz_4 1808")
    game = phase("soviet movement", *units, soviet="38")
    assert refused(game, "soviet", "move leningrad 1907") == "8.5.3"
    play(game, "soviet", "play 38 leningrad")
    assert refused(game, "soviet", "move leningrad 1907 2007") == "8.5.1"
    game.submit("soviet", "move leningrad 1907")
    assert places(game, "leningrad") == ["1907"]


def test_40_soviet_nikolai_vatutin() -> None:
    """§5.3.1, §10.1.2: a Counterblow without a discard; the limit of markers holds."""
    game = phase("axis combat", *FRONT, soviet="40", ask=("soviet combat_start",))
    game.submit("axis", "end targets")
    assert words(game, "soviet", "play 40 ") == {"1908"}
    play(game, "soviet", "play 40 1908")
    t = running(game)
    assert t.s.blows == [place("1908")] and t.s.placed[1] == 1
    assert len(t.pile("hand.soviet")) == 0


def test_41_soviet_is_told_with_the_axis_half() -> None:
    """§5.3.1, §10.6.1: the works count for their own side's defenders."""
    game = attack("mark 1908 works soviet", soviet="15")
    log = told(game, game.submit("soviet", "pass"))
    assert "Defensive Works -1" in log
    game = attack("mark 1908 works axis", soviet="15")
    assert "Defensive Works" not in told(game, game.submit("soviet", "pass"))


def cancelling(*edits: str, axis: str, soviet: str, ask: tuple[str, ...], turn: int = 7) -> Game:
    """An Axis Movement Phase with these hands."""
    return phase("axis movement", *FRONT, *edits, axis=axis, soviet=soviet, ask=ask, turn=turn)


def test_21_soviet_hitlers_interference() -> None:
    """§5.3.1: an Axis event has no effect, both cards are spent."""
    game = cancelling(axis="6", soviet="21", ask=("soviet cancel",))
    game.submit("axis", "play 6 pz_4")
    assert prompt(game) == "Cancel Panzerblitz!?"
    log = play(game, "soviet", "play 21")
    assert "Panzerblitz! is cancelled" in log and running(game).s.mp == {}
    assert running(game).pile("discard").ids == [21, 6]


def test_cancelling_events_nest() -> None:
    """§5.0, §5.3.1: a cancelling event may be cancelled; the first event then works (nr-24)."""
    game = cancelling(axis="6 4", soviet="21", ask=("soviet cancel", "axis cancel"))
    game.submit("axis", "play 6 pz_4")
    game.submit("soviet", "play 21")
    assert asked(game) == ["axis"] and prompt(game) == "Cancel Hitler's Interference?"
    log = play(game, "axis", "play 4")
    assert "Hitler's Interference is cancelled" in log and "Panzerblitz! is cancelled" not in log
    assert running(game).s.mp == {str(unit("pz_4")): 2}


def test_a_cancelled_event_has_not_occurred() -> None:
    """§5.0: once is enough; an event that was cancelled may be played again."""
    game = cancelling("cards discard 9", axis="6 3", soviet="21", ask=("soviet cancel",))
    game.submit("axis", "play 6 pz_4")
    game.submit("soviet", "play 21")
    game.submit("axis", "pass")
    running(game).pile("discard").ids[:2] = [6, 21]
    game.submit("axis", "play 3")
    assert "6" in playable(game, "axis")
    play(game, "axis", "play 6 pz_4")
    assert running(game).s.mp == {str(unit("pz_4")): 2}


def test_once_is_enough() -> None:
    """§5.0: the same event does not occur twice in a player turn, though its card comes back."""
    game = cancelling("cards discard 9", axis="6 3", soviet="", ask=())
    game.submit("axis", "play 6 pz_4")
    game.submit("axis", "play 3")
    assert running(game).pile("hand.axis").ids == [6]
    assert refused(game, "axis", "play 6 army_9") == "5.0"


def test_a_card_that_pays_is_not_played_meanwhile() -> None:
    """§5.4: the card named as the price of card 20 cannot save it from being cancelled."""
    ask = ("axis cancel", "soviet cancel")
    game = phase("soviet cards", *FRONT, "cards deck 1 2 3 10 14 15 ...", axis="24",
                 soviet="20 21", ask=ask)  # fmt: skip
    game.submit("soviet", "play 20 21")
    log = told(game, game.submit("axis", "play 24"))
    assert "Major Offensive is cancelled" in log
    assert 21 in running(game).pile("hand.soviet").ids
    game = phase("soviet cards", *FRONT, "cards deck 1 2 3 10 14 15 ...", axis="24",
                 soviet="20 21", ask=ask)  # fmt: skip
    game.submit("soviet", "play 20 1")
    game.submit("axis", "play 24")
    assert asked(game) == ["soviet"] and playable(game, "soviet") == {"21"}
    play(game, "soviet", "play 21")
    assert running(game).s.duty == 4
