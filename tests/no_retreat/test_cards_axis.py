"""The Axis events that are not played in a battle, one test a half (§5.3.1)."""

from itertools import permutations

import pytest

from engine import Game
from engine.core.events import Event
from engine.games.no_retreat.acts import set_place
from engine.games.no_retreat.cards.moments import POLICIES
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import NOWHERE, SIDES
from engine.games.no_retreat.law import supply
from engine.games.no_retreat.options import FIXED_1941, FIXED_WEATHER
from tests.no_retreat.cardplay import phase, play, playable
from tests.no_retreat.table import (
    asked,
    changed,
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


def armed(game: Game, line: str, *orders: str) -> str:
    """What comes of these orders of the phasing side, once `SIDE arm …` has been given."""
    side, rest = line.split(maxsplit=1)
    game.submit(side, f"arm {rest}")
    log = ""
    for order in orders:
        log += told(game, game.submit(asked(game)[0], order)) + "\n"
    return log


def test_3_gott_mit_uns() -> None:
    """§5.3.1, §5.0: the top card of the discards comes into the hand (T14)."""
    game = phase("axis movement", "put pz_4 1808", "cards discard 2 9", axis="3")
    play(game, "axis", "play gott_mit_uns")
    assert running(game).pile("hand.axis").ids == [2]
    assert running(game).pile("discard").ids == [3, 9]
    assert not playable(phase("axis movement", "put pz_4 1808", axis="3"), "axis"), "none there"


def test_3_at_other_moments() -> None:
    """§5.3.1: an event for any time may be played at each choice of the own turn."""
    front = ("put pz_4 1808", "put west 1908", "cards discard 2")
    for station in ("organization", "movement", "combat"):
        assert playable(phase(f"axis {station}", *front, axis="3"), "axis") == {"3"}, station


@pytest.mark.parametrize("card", [4, 24])
def test_4_24_cancel_a_soviet_event(card: int) -> None:
    """§5.3.1: the Soviet event has no effect, both cards are spent (T14)."""
    rail = ("put south rail", "put pz_4 1212", "put central 1312")
    game = phase("axis movement", *rail, axis=str(card), soviet="6")
    game.submit("axis", f"arm {card} at cancel")
    log = armed(game, "soviet 6 at movement if 1413", "end movement")
    assert "Maskirovka is cancelled" in log
    assert places(game, "south") == ["rail_soviet"]
    assert running(game).pile("discard").ids == [card, 6]


def test_38_cancels_nothing_but_partisans() -> None:
    """§5.3.1: an Anti-Partisan Sweep does not stop another event."""
    rail = ("put south rail", "put pz_4 1212", "put central 1312")
    game = phase("axis movement", *rail, axis="38", soviet="6")
    game.submit("axis", "arm 38 at cancel")
    log = armed(game, "soviet 6 at movement if 1413", "end movement")
    assert prompt(game) == "Cancel Maskirovka?" and not playable(game, "axis")
    log += told(game, game.submit("axis", "pass"))
    assert "is cancelled" not in log and places(game, "south") == ["1413"]


def test_4_needs_the_initiative() -> None:
    """§5.3.3: the officers are experienced once the Soviets have the initiative."""
    rail = ("put south rail", "put pz_4 1212", "put central 1312")
    game = phase("axis movement", *rail, axis="4", soviet="6", turn=13)
    game.submit("axis", "arm 4 at cancel")
    assert "cancelled" not in armed(game, "soviet 6 at movement", "end movement")


def test_38_axis_anti_partisan_sweep() -> None:
    """§5.3.1, §15.9: cancels Partisans alone; or takes the marker off; or a free rail move."""
    cities = ("put pz_4 1808", "mark minsk control axis", "mark smolensk control axis")
    both = ("soviet supply", "axis cancel")
    game = phase("axis supply", *cities, axis="38", soviet="5", ask=both)
    game.submit("soviet", "play 5 minsk")
    assert asked(game) == ["axis"] and playable(game, "axis") == {"38"}
    assert "Partisans is cancelled" in play(game, "axis", "play 38")
    assert running(game).s.cut == []

    marker = ("put pz_4 1808 disorganized", "put partisan 1808", "put army_9 1607")
    game = phase("axis organization", *marker, axis="38", partisan=True)
    assert words(game, "axis", "play 38 ") == {"marker", "rail"}
    play(game, "axis", "play 38 marker")
    assert places(game, "partisan") == ["t:11"] and look(game, "pz_4 disorganized") == "0"

    game = phase("axis organization", *marker, axis="38", partisan=True)
    play(game, "axis", "play 38 rail")
    assert running(game).s.free_rail == 1 and places(game, "partisan") == ["1808"]
    assert not playable(phase("axis organization", *cities, axis="38", turn=2), "axis")


def test_6_axis_panzerblitz() -> None:
    """§5.3.1, §8.2: an armor unit has two points more, weather caps hold; once a unit (§5.3.4)."""
    game = phase("axis movement", "put pz_4 1808", "put army_9 1808", "put west 2010", axis="6 21")
    assert words(game, "axis", "play 6 ") == {"4pz"}, "no infantry"
    play(game, "axis", "play 6 4pz")
    assert running(game).s.mp == {str(unit("pz_4")): 2}
    assert words(game, "axis", "play 21 ") == {"9"}, "5.3.4: one movement event a unit"
    game.submit("axis", "move 9 1807")
    assert not playable(game, "axis"), "before the unit moves"
    game.submit("axis", "end movement")
    assert running(game).s.mp == {}  # in this phase


@pytest.mark.parametrize(
    ("side", "first", "second"),
    [
        ("axis", 6, 21),
        ("axis", 21, 6),
        *(("soviet", *pair) for pair in permutations((37, 38, 43), 2)),
    ],
)
def test_a_second_movement_event(side: str, first: int, second: int) -> None:
    """§5.3.4: refused, for one unit among others and where no other is left."""
    own = {"axis": ("pz_4", "army_9"), "soviet": ("tank_1", "kalinin")}[side]
    front = ("put pz_4 1808", "put army_9 1808", "put tank_1 2010", "put kalinin 2011")
    turn = 7 if side == "axis" else 24
    for units in (own, own[:1]):
        lines = [line for line in front if line.split()[1] not in own or line.split()[1] in units]
        cards = {side: f"{first} {second}"}
        game = phase(f"{side} movement", *lines, turn=turn, **cards)  # type: ignore[arg-type]
        play(game, side, f"play {first} {own[0]}")
        assert refused(game, side, f"play {second} {own[0]}") == "5.3.4"


def test_21_axis_surprise_attack() -> None:
    """§5.3.1, §8.5.3: from one enemy zone to another, without a stop in the first."""
    front = ("put pz_4 1808", "put west 1908", "put kalinin 2010")
    game = phase("axis movement", *front, axis="21")
    assert refused(game, "axis", "move 4pz 1907 2007") == "8.5.1"
    play(game, "axis", "play 21 4pz")
    assert refused(game, "axis", "move 4pz 1907 2007 2006") == "8.5.1", "but in the second"
    game.submit("axis", "move 4pz 1907 2007")
    assert places(game, "pz_4") == ["2007"]
    game.submit("axis", "end movement")
    assert running(game).s.sneak == {}


def test_13_axis_soviet_logistic_problems() -> None:
    """§5.3.1: a Movement Point less for all Soviets, never below one."""
    game = phase("soviet supply", "put west 1908", "put pz_4 1708", axis="13", turn=13)
    game.submit("axis", "arm 13 at movement_start")
    while "Move or entrain" not in prompt(game):
        game.submit("soviet", next(iter(names(game, "soviet") & {"pass"} or _ends(game, "soviet"))))
    assert running(game).s.mp_all == -1
    assert "2208" not in words(game, "soviet", "move west ")
    assert {"2108"} <= words(game, "soviet", "move west ")
    game.submit("soviet", "end movement")
    assert running(game).s.mp_all == 0


def _ends(game: Game, side: str) -> set[str]:
    return {name for name in names(game, side) if name.startswith("end ")}


LOST = ("put pz_4 1808", "put west 1908", "put tank_1 destroyed", "mark moscow control soviet")


def test_14_axis_production_problems() -> None:
    """§5.3.1, §7.9: a Replacement costs a card more, or the unit stays and the card is lost."""
    for answer, where in (("pay 9", "1806"), ("decline", "destroyed_soviet")):
        game = phase("soviet organization", *LOST, axis="14", soviet="1 9")
        game.submit("soviet", "end flips")
        armed(game, "axis 14 at organization", "place tank_1 1806 pay 1")
        game.submit("soviet", "pass")  # in their own turn they may cancel it
        game.submit("soviet", answer)
        assert places(game, "tank_1") == [where]
        assert len(running(game).pile("hand.soviet").ids) == (answer == "decline")


def test_14_is_for_replacements_alone() -> None:
    """§5.3.1: nobody is asked when a unit recovers for free."""
    game = phase("soviet organization", *LOST, "put west shattered", axis="14", soviet="1")
    game.submit("soviet", "end flips")
    assert "plays" not in armed(game, "axis 14 at organization", "place west 1806")


REDUCED = ("put pz_4 0307 reduced", "put army_9 0207 reduced", "put west 1908")


def test_15_axis_new_tank_design() -> None:
    """§5.3.1, §7.1: a German armor unit is improved for free; not on turns 1 to 4."""
    game = phase("axis organization", *REDUCED, axis="15")
    assert words(game, "axis", "play 15 ") == {"4pz"}
    play(game, "axis", "play 15 4pz")
    assert look(game, "pz_4 face") == "full"
    assert not playable(phase("axis organization", *REDUCED, axis="15", turn=4), "axis")


def test_11_axis_fedor_von_bock() -> None:
    """§5.3.1, §7.1, §7.9: a Replacement or an Improvement for free; not on turns 1 to 4."""
    lines = (*REDUCED, "put army_4 destroyed")
    game = phase("axis organization", *lines, axis="11")
    assert words(game, "axis", "play 11 ") == {"4pz", "9", "4"}
    play(game, "axis", "play 11 army_4 berlin")
    assert places(game, "army_4") == ["0208"]
    assert look(game, "army_4 face") == "reduced" and look(game, "army_4 disorganized") == "1"
    game = phase("axis organization", *lines, axis="11")
    play(game, "axis", "play 11 army_9")
    assert look(game, "army_9 face") == "full"
    assert not playable(phase("axis organization", *lines, axis="11", turn=4), "axis")


def test_39_axis_replacement_army() -> None:
    """§5.3.1, §7.9.1, §7.9.2: a German unit comes back free and reduced, on turns 1 to 4 too."""
    for turn in (2, 7):
        game = phase("axis organization", *REDUCED, "put pz_1 destroyed", axis="39", turn=turn)
        play(game, "axis", "play 39 pz_1 berlin")
        assert places(game, "pz_1") == ["0208"] and look(game, "pz_1 face") == "reduced"
        assert look(game, "pz_1 disorganized") == "1"


def test_27_axis_satellite_troops() -> None:
    """§5.3.1: an Axis Allied army comes from the turn track."""
    others = ("put lw_field t:9", "put ss_panzer t:12")
    game = phase("axis organization", *REDUCED, "put ita_8 t:9", *others, axis="27")
    assert words(game, "axis", "play 27 ") == {"8ita"}
    play(game, "axis", "play 27 8ita budapest")
    assert places(game, "ita_8") == ["0515"] and look(game, "ita_8 disorganized") == "0"


@pytest.mark.parametrize(("card", "turn"), [(28, 7)])
def test_28_axis_railway_engineers(card: int, turn: int) -> None:
    """§5.3.1, §9.1.1: two more units entrain without discards; not on turns 1 and 2."""
    units = ("put pz_4 0307", "put army_9 0207", "put army_4 0410", "put army_6 0510")
    game = phase("axis movement", *units, axis=str(card), turn=turn)
    play(game, "axis", f"play {card}")
    for name in ("pz_4", "army_9", "army_4"):
        game.submit("axis", f"entrain {name}")
    assert set(places(game, "pz_4", "army_9", "army_4")) == {"rail_axis"}
    assert refused(game, "axis", "entrain army_6") == "9.1.2", "the box holds three"
    assert not playable(phase("axis movement", *units, axis=str(card), turn=2), "axis")


def test_30_axis_propaganda_ministry() -> None:
    """§5.3.1, §12.7.4: one VP for the Axis."""
    game = phase("axis organization", *REDUCED, axis="30")
    before = running(game).s.event_vp
    play(game, "axis", "play 30")
    assert running(game).s.event_vp == before + 1


@pytest.mark.parametrize(("card", "side"), [(31, "axis"), (30, "soviet")])
def test_30_31_no_sudden_death(card: int, side: str) -> None:
    """§5.3.1, §12.2: the next Sudden Death check is skipped, that of this turn first."""
    for turn, skipped in ((6, 6), (5, 6), (7, 9)):
        game = phase("axis detraining", "put pz_4 1808", **{side: str(card)}, turn=turn)
        checks = [n for n in range(turn, 13) if _checked(n)]
        game.submit(side, f"arm {card} at victory")
        game.submit("gm", f"at {turn} axis housekeeping")
        assert running(game).s.skip_sudden == checks[0] == skipped


def test_30_31_a_skipped_check_stays_skipped() -> None:
    """§12.2, §14.13 (nr-107): nobody plays the marker on to a later check, and so frees the
    first.
    """
    for turn in (5, 6):
        game = phase("axis detraining", "put pz_4 1808", axis="31", turn=turn)
        game.submit("axis", "arm 31 at victory")
        game.submit("gm", f"set skip_sudden 6\nat {turn} axis housekeeping")
        assert running(game).s.skip_sudden == 6
        assert 31 in running(game).pile("hand.axis").ids


def test_an_event_of_the_last_player_turn_may_come_again() -> None:
    """§5.0: once is enough in a player turn; the Housekeeping is none."""
    game = phase("axis detraining", "put pz_4 1808", axis="31", turn=6)
    game.submit("axis", "arm 31 at victory")
    changed(game).s.used = [Event("axis", 31)]
    game.submit("gm", "at 6 axis housekeeping")
    assert running(game).s.skip_sudden == 6


def _checked(turn: int) -> bool:
    return max(BOARD.turn(turn).sudden_death) >= 0


def test_31_without_sudden_death() -> None:
    """§5.3.1: no effect in a scenario without Sudden Death: it can't be played."""
    game = phase("axis detraining", "put pz_4 1808", axis="31", scenario="barbarossa")
    game.submit("axis", "arm 31 at victory")
    game.submit("gm", "at 5 axis housekeeping")
    assert running(game).s.skip_sudden == 0


def test_7_axis_battle_groups() -> None:
    """§5.3.1, §14.9.2: a Kampfgruppe of the turn track replaces a German unit lost to EX."""
    front = ("put army_16 1808 reduced", "put kg_1 t:9", "put west 1908 red", "dice battle 3")
    game = phase("soviet combat", *front, axis="7")
    game.submit("axis", "arm 7 at eliminated")
    game.submit("soviet", "target 1808")
    game.submit("soviet", "end targets")
    while "event" in prompt(game):
        game.submit(asked(game)[0], "pass")
    assert places(game, "army_16", "kg_1") == ["destroyed_axis", "1808"]


def test_16_axis_das_vaterland() -> None:
    """§5.3.1, §5.2: two cards more after the draw."""
    game = phase("axis cards", "put pz_4 1808", axis="16", turn=8)
    before = len(running(game).pile("hand.axis"))
    assert prompt(game).startswith("You have drawn")
    play(game, "axis", "play 16")
    assert len(running(game).pile("hand.axis")) == before - 1 + 2


def test_19_axis_hold_at_all_costs() -> None:
    """§5.3.1: in this Soviet Combat Phase a DR is no effect and a DS an EX."""
    front = ("put army_9 1808", "put west 1908 red", "put kalinin 1909 red")
    for dice, result in (("4", "no effect"), ("6", "EX")):
        game = phase("soviet combat", *front, f"dice battle {dice}", axis="19")
        game.submit("axis", "arm 19 at combat_start")
        log = told(game, game.submit("soviet", "target 1808"))
        log += told(game, game.submit("soviet", "end targets"))
        assert running(game).s.hold
        log += told(game, game.submit("soviet", "battle 1808 with west kalinin"))
        while "the die?" in prompt(game):
            log += told(game, game.submit(asked(game)[0], "pass"))
        assert f"which means {result}" in log


def test_22_axis_combat_initiative() -> None:
    """§5.3.1: a supplied Axis unit moves after the Soviets have moved, none with an event
    before.
    """
    units = ("put pz_4 0709", "put army_9 0809", "put west 1908", "put army_4 2413 unsupplied")
    game = phase("soviet movement", *units, axis="22")
    game.submit("axis", "arm 22 at movement")
    game.submit("soviet", "end movement")
    assert asked(game) == ["axis"] and names(game, "axis") == {"move", "done"}
    assert words(game, "axis", "move ") == {"4pz", "9"}
    game.submit("axis", "move 4pz 1009")
    assert places(game, "pz_4") == ["1009"] and "supplied unit" not in prompt(game)


def test_22_goes_by_the_marker_alone() -> None:
    """§6.5.5, §5.3.1: a unit cut off since its last check is supplied still, a marked one is
    not.
    """
    units = ("put pz_4 2108", "put pz_3 2308 unsupplied", "put army_4 0709", "put west 1908")
    game = phase("soviet movement", *units, axis="22", ask=("axis movement",))
    game.submit("soviet", "end movement")
    t = running(game)
    assert not supply.supplied(t.s, t.d, unit("pz_4"))
    game.submit("axis", "play 22")
    assert words(game, "axis", "move ") == {"4pz", "4"}


def test_22_may_be_left_at_that() -> None:
    """§5.3.1: nobody has to move."""
    game = phase("soviet movement", "put pz_4 0709", "put west 1908", axis="22")
    game.submit("axis", "arm 22 at movement")
    game.submit("soviet", "end movement")
    game.submit("axis", "done")
    assert places(game, "pz_4") == ["0709"] and "supplied unit" not in prompt(game)


def test_25_axis_luftwaffe_airlift() -> None:
    """§5.3.1, §6.4, §11.1: the markers of one hex come off, at the own check or at a removal."""
    cut_off = ("put pz_4 2108", "put army_9 2108", "put army_4 2208", "put west 1908")
    game = phase("axis supply", *cut_off, axis="25")
    assert prompt(game) == "Play an event for your Unsupplied units?"
    assert words(game, "axis", "play 25 ") == {"2108", "2208"}
    play(game, "axis", "play 25 2108")
    assert [look(game, f"{u} unsupplied") for u in ("pz_4", "army_9", "army_4")] == [
        "0", "0", "1",
    ]  # fmt: skip
    for side in ("axis", "soviet"):
        marked = ("put pz_4 2108 unsupplied", "put west 1908", "put army_11 rail", "put south rail")
        game = phase(f"{side} removal", *marked, axis="25", ask=("axis removal",))
        play(game, "axis", "play 25 2108")
        assert places(game, "pz_4") == ["2108"]


def test_40_axis_rail_interdiction() -> None:
    """§5.3.1, §9.2: a Soviet unit of the box may not detrain this turn."""
    game = phase("soviet combat", "put south rail", "put west 1908", axis="40")
    game.submit("axis", "arm 40 at detrain")
    while "Detrain" not in prompt(game) and asked(game) == ["soviet"]:
        game.submit("soviet", next(iter(_ends(game, "soviet"))))
    assert unit("south") in running(game).s.held or places(game, "south") == ["rail_soviet"]


@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_41_defensive_works(side: str) -> None:
    """§5.3.1, §14.13: a column for the defenders of a hex, no city, until they are gone."""
    who = {"axis": "pz_4", "soviet": "west"}[side]
    lines = ("put pz_4 1808", "put west 1908", "put army_9 1507", "put kalinin 1806")
    game = phase(f"{side} organization", *lines, **{side: "41"})
    here = places(game, who)[0]
    assert words(game, side, "play 41 ") == {here}, "not in a city"
    play(game, side, f"play 41 {here}")
    now = running(game)
    assert (BOARD.places[now.s.works], SIDES[now.s.works_side]) == (here, side)
    set_place(now, unit(who), place("2208"))
    assert now.s.works == NOWHERE


def test_policies_of_the_windows() -> None:
    """§5.0: `ask` only where it decides battles or in the own turn."""
    asking = {kind for kind, policy in POLICIES.items() if policy == "ask"}
    assert asking == {"attack", "defend", "attack_roll", "own_supply", "own_removal", "card_phase"}


WEATHER = [
    # card, side, turn, marker's turn, before, after
    (12, "axis", 3, 4, "snow", "mud"),
    (33, "axis", 3, 4, "snow", "mud"),
    (35, "axis", 2, 3, "mud", "clear"),
    (32, "axis", 4, 4, "snow", "mud"),
    (34, "axis", 3, 3, "mud", "clear"),
    (34, "axis", 2, 3, "mud", "mud"),
    (12, "soviet", 3, 4, "snow", "mud"),
    (34, "soviet", 5, 6, "mud", "mud"),
    (35, "soviet", 3, 4, "snow", "mud"),
    (32, "soviet", 5, 6, "mud", "snow"),
    (33, "soviet", 2, 3, "mud", "mud"),
]


@pytest.mark.parametrize(("card", "side", "turn", "of", "before", "after"), WEATHER)
def test_weather_cards(card: int, side: str, turn: int, of: int, before: str, after: str) -> None:
    """§5.3.1, §14.14, §14.14.1, §14.14.2: at once when drawn, discarded and replaced."""
    game = phase(f"{side} combat", "put pz_4 1808", "put west 1908", turn=turn)
    t = running(game)
    game.submit("gm", f"set weather.{of} {before}")
    game.submit("gm", f"cards deck {card} 1 2 3 9 ...")
    log = told(game, game.submit("gm", f"at {turn} {side} cards"))
    assert look(game, f"weather.{of}") == after
    assert card in t.pile("discard").ids and card not in t.pile(f"hand.{side}").ids
    assert len(t.pile(f"hand.{side}")) == 4, log


@pytest.mark.parametrize(
    ("choice", "turn", "flips"), [("fixed", 8, 0), ("from_1942", 3, 0), ("from_1942", 9, 1)]
)
def test_no_variable_weather(choice: str, turn: int, flips: int) -> None:
    """§15.4: the event is ignored, the card discarded and replaced; or in 1941 alone."""
    game = phase("axis detraining", "put pz_4 1808", turn=turn, weather="clear")
    t = running(game)
    t.s.options = [{"fixed": FIXED_WEATHER, "from_1942": FIXED_1941}[choice]]
    before = list(t.s.weather)
    game.submit("gm", "cards deck 33 1 2 3 9 ...")
    game.submit("gm", f"at {turn} axis cards")
    assert sum(a != b for a, b in zip(before, running(game).s.weather, strict=True)) == flips
    assert 33 in t.pile("discard").ids


@pytest.mark.parametrize(("turn", "back"), [(24, "t:28"), (25, "removed")])
def test_38_the_marker_comes_back_while_there_are_turns(turn: int, back: str) -> None:
    """§5.3.1, §15.9: four turns later, on the last one too; after that it is gone."""
    marker = ("put pz_4 1808 disorganized", "put partisan 1808", "put army_9 1607")
    game = phase("axis organization", *marker, axis="38", partisan=True, turn=turn)
    play(game, "axis", "play 38 marker")
    assert places(game, "partisan") == [back]
