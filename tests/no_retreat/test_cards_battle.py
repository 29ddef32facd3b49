"""Events played in a battle, one test a half (§5.3.1, §10.5): before the die and after it."""

from typing import Any

import pytest

from engine import Game, Receipt
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.play.advance import length
from tests.no_retreat.cardplay import (
    FRONT,
    attack,
    fight,
    fought,
    half,
    kinds,
    phase,
    play,
    playable,
)
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

CITY: dict[str, Any] = {"target": "1907", "units": "pz_4 army_9"}
"""The Axis attack Tula, a city."""
TULA = "put west 1907"


# shifts before the die -------------------------------------------------------------------

ATTACKS = [
    # card, side, columns, what else
    (1, "soviet", 2, {}),
    (9, "soviet", 1, {}),
    (17, "soviet", 1, {}),
    (20, "axis", 1, {}),
    (23, "soviet", 1, {"weather": "snow"}),
    (28, "soviet", 1, {}),
    (37, "axis", 1, {"turn": 13}),
    (42, "soviet", 2, {"turn": 24}),
    (44, "axis", 2, {"turn": 24}),
    (47, "soviet", 1, {"turn": 24}),
    (49, "soviet", 1, {"turn": 24}),
    (50, "soviet", 1, {"turn": 24}),
]
"""Events that shift an attack to the right."""


@pytest.mark.parametrize(("card", "side", "columns", "more"), ATTACKS)
def test_attack_shift(card: int, side: str, columns: int, more: dict[str, Any]) -> None:
    """§5.3.1, §10.5: an event of the attacker shifts the odds to the right."""
    foe = {"axis": "soviet", "soviet": "axis"}[side]
    game = attack(by=side, **{side: str(card), foe: "15 26 45"}, **more)
    assert kinds(card, side)[0] == "attack"
    assert asked(game) == [side] and prompt(game).startswith("Attacker")
    play(game, side, f"play {card}")
    assert fight(game).shifts == [[columns, card]]
    receipt = game.submit(foe, "pass")
    assert f"{half(card, side)} {columns:+}" in told(game, receipt)
    assert look(game, "discard") == "1"


DEFENCES = [
    (17, "axis", {}),
    (26, "axis", {}),
    (37, "axis", {"turn": 13}),
    (54, "axis", {"turn": 24}),
]
"""Events that shift a defence to the left."""


@pytest.mark.parametrize(("card", "side", "more"), DEFENCES)
def test_defence_shift(card: int, side: str, more: dict[str, Any]) -> None:
    """§5.3.1, §10.5: an event of the defender shifts the odds to the left."""
    game = attack(by="soviet", axis=str(card), **more)
    assert asked(game) == ["axis"] and prompt(game).startswith("Defender")
    assert f"{half(card, side)} -1" in play(game, side, f"play {card}")


def test_25_soviet_vasily_chuikov() -> None:
    """§5.3.1: the defence of a city only."""
    assert not playable(attack(soviet="25"), "soviet")
    game = attack(TULA, soviet="25", **CITY)
    assert "Vasily Chuikov -1" in play(game, "soviet", "play 25")


def test_45_axis_flak_batteries() -> None:
    """§5.3.1: a city that the Axis defend."""
    assert not playable(attack(by="soviet", axis="45", turn=24), "axis")
    game = attack(
        "put pz_4 1907", "put army_9 1907", by="soviet", axis="45", target="1907", turn=24
    )
    assert "Flak Batteries -1" in play(game, "axis", "play 45")


@pytest.mark.parametrize(("card", "side"), [(10, "axis"), (44, "soviet")])
def test_city_or_fort(card: int, side: str) -> None:
    """§5.3.1: Siege Artillery and Heavy Tanks help against a city or a Fort alone."""
    cards: dict[str, Any] = {side: str(card), "by": side, "turn": 7 if side == "axis" else 24}
    assert str(card) not in playable(attack(**cards), side), "open ground"
    if side == "axis":
        city = attack(TULA, **cards, **CITY)
        fort = attack("put west 2108", "put leningrad 1908 red", **cards)
    else:
        city = attack("put pz_4 1907", "put army_9 1907", **cards, target="1907")
        fort = attack("put festung 1808", "put army_9 1607", **cards)
    for game in (city, fort):
        assert f"{half(card, side)} +1" in play(game, side, f"play {card}")


def test_15_soviet_t34() -> None:
    """§5.3.1, §10.6.3: the Axis lose the Armor Bonus, or a tank attack gets a column."""
    plain = attack(soviet="15")
    assert "Armor Bonus +1" not in play(plain, "soviet", "play 15")
    assert "Armor Bonus +1" in told(*_passed(attack(soviet="15"), "soviet"))
    tanks = attack("put west 2108", "put tank_3 1908", by="soviet", soviet="15", units="tank_3")
    assert "T-34 +1" in play(tanks, "soviet", "play 15")
    assert not playable(attack(by="soviet", soviet="15"), "soviet"), "no tanks, no event"


def _passed(game: Game, side: str) -> tuple[Game, Receipt]:
    return game, game.submit(side, "pass")


def test_37_axis_tiger_tanks_need_armor() -> None:
    """§5.3.1: a German armor unit must fight."""
    lines = ("put pz_4 1607", "put army_11 1808")
    game = attack(*lines, axis="37", units="army_9 army_11", turn=13)
    assert not playable(game, "axis")


def test_44_axis_spring_awakening_needs_armor() -> None:
    """§5.3.1: an armor unit must attack."""
    assert not playable(attack(axis="44", units="army_9", turn=24), "axis")


def test_49_axis_panzerfausts() -> None:
    """§5.3.1, §10.6.3: a tank attack loses the Armor Bonus and a column."""
    assert not playable(attack(by="soviet", axis="49", turn=24), "axis"), "no tanks"
    lines = ("put west 2108", "put tank_3 1908", "put pz_4 1607")
    game = attack(*lines, by="soviet", axis="49", units="tank_3", turn=24)
    odds = play(game, "axis", "play 49")
    assert "Panzerfausts -1" in odds and "Armor Bonus +1" not in odds


def test_weather_of_a_card() -> None:
    """§5.3.1: Stukas fly in Clear weather, Shturmoviks in Clear and Snow."""
    for card, side, weather in ((20, "axis", "snow"), (20, "axis", "mud"), (23, "soviet", "mud")):
        game = attack(by=side, **{side: str(card)}, weather=weather)
        assert not playable(game, side), (card, weather)


# other events before the die -------------------------------------------------------------


def test_1_axis_heinz_guderian() -> None:
    """§5.3.1, §10.6.4: the result is DR without a die, instead of an automatic CA too."""
    game = attack(axis="1", soviet="4")
    play(game, "axis", "play 1")
    log = told(game, game.submit("soviet", "pass"))
    assert "Roll" not in log and "DR." in log
    weak = attack(
        "put kg_1 1808",
        "put pz_4 1607",
        "put army_9 1607",
        "put army_16 1808 reduced",
        "put west 2108",
        "put tank_1 1908 red",
        axis="1",
        units="army_16",
    )
    assert "Axis 2, Soviet 7. DR." in play(weak, "axis", "play 1"), "below 1:3"


def test_2_axis_erich_von_manstein() -> None:
    """§5.3.1, §10.4: one German unit counts twice, attacking or defending."""
    game = attack(axis="2", soviet="4")
    assert words(game, "axis", "play 2 ") == {"4pz", "9"}
    play(game, "axis", "play 2 pz_4")
    assert fight(game).doubled == [unit("pz_4")]
    assert "16 against 4" in told(game, game.submit("soviet", "pass"))
    game = attack("put rum_3 1808", "put pz_4 1607", by="soviet", axis="2")
    assert words(game, "axis", "play 2 ") == {"9"}, "the Rumanians are no Germans"
    assert "4 against 10" in play(game, "axis", "play 2 army_9")


@pytest.mark.parametrize(("card", "side"), [(9, "axis"), (13, "soviet")])
def test_river(card: int, side: str) -> None:
    """§5.3.1, §10.6.1: River Crossing and Bridgehead ignore the river."""
    across = ("put pz_4 1909", "put army_9 1909", "put west 2009")
    target = {"axis": "2009", "soviet": "1909"}[side]
    foe = {"axis": "soviet", "soviet": "axis"}[side]
    for line, rivers in ((f"play {card}", False), ("pass", True)):
        game = attack(*across, by=side, target=target, **{side: str(card), foe: "37 25"})
        receipt = game.submit(side, line)
        if asked(game) == [foe] and "Defender" in prompt(game):
            receipt = game.submit(foe, "pass")
        assert ("River -1" in told(game, receipt)) is rivers


def test_45_soviet_assault_engineers() -> None:
    """§5.3.1, §10.6.1: neither the city nor Objective hexsides count."""
    lines = ("put pz_4 2413", "put army_9 2413", "put west 2312")
    for line, shift in (("play 45", False), ("pass", True)):
        game = attack(*lines, by="soviet", soviet="45", target="2413", turn=24)
        log = told(game, game.submit("soviet", line))
        assert ("City -1" in log) is shift and ("Objective hexsides -1" in log) is shift


def test_8_axis_hedgehogs() -> None:
    """§5.3.1, §6.5.4: no Unsupplied shifts, and a DR is no effect."""
    cut_off = (
        "put pz_4 1808 unsupplied",
        "put army_9 1607",
        "put tank_1 1908 red",
        "put west 2108",
    )
    game = attack(*cut_off, by="soviet", axis="8", units="tank_1", dice="6")
    log = play(game, "axis", "play 8")
    assert "Unsupplied defender" not in log
    assert "no effect." in log and "retreats" not in log
    assert look(game, "discard") == "1"
    game = attack(*cut_off, by="soviet", axis="8", units="tank_1", dice="6")
    assert "Unsupplied defender +2" in told(game, game.submit("axis", "pass"))


def test_23_axis_professional_officers() -> None:
    """§5.3.1: two dice, and the Axis pick one; as defenders too."""
    game = attack(axis="23", dice="2 5")
    play(game, "axis", "play 23")
    assert words(game, "axis", "die ") == {"2", "5"}
    assert "Roll 5" in told(game, game.submit("axis", "die 5"))
    game = attack(by="soviet", axis="23", dice="2 5")
    play(game, "axis", "play 23")
    assert words(game, "axis", "die ") == {"2", "5"}, "he has just acted"
    game = attack(by="soviet", axis="23", dice="2 5", arm="axis 23 at defend")
    told_ = " ".join(map(game.tell, running(game).log))
    assert "Roll 2" in told_, "armed, off-turn the better die is the default"


def test_47_axis_gotthard_heinrici() -> None:
    """§5.3.1: the defenders fall back one hex, no die is rolled, the attackers may follow."""
    game = attack(by="soviet", axis="47", turn=24)
    log = play(game, "axis", "play 47")
    while asked(game) == ["axis"]:  # it was his own event: he says where they go
        log += told(game, game.submit("axis", game.auto("axis")))
    assert "Roll" not in log
    assert not running(game).d.units(0, running(game).s.at[unit("west")])
    assert look(game, "discard") == "1"
    assert names(game, "soviet") >= {"advance"}
    assert words(game, "soviet", "advance west ") == {"1808"}, "into the hex, not beyond"


# after the die ---------------------------------------------------------------------------


def pass_by_before(game: Game) -> None:
    """No events before the die."""
    while "before the die" in prompt(game):
        game.submit(asked(game)[0], "pass")


def rolled(card: int, side: str, dice: str, *edits: str, by: str = "axis", **more: Any) -> Game:
    """A battle of FRONT after its die, at the window of the side that holds the card."""
    game = attack(*edits, by=by, dice=dice, **{side: str(card)}, **more)
    pass_by_before(game)
    return game


@pytest.mark.parametrize(
    ("card", "side", "by", "turn"),
    [
        (18, "axis", "axis", 7),
        (18, "soviet", "soviet", 7),
        (48, "soviet", "soviet", 24),
        (50, "axis", "axis", 24),
    ],
)
def test_rerolls(card: int, side: str, by: str, turn: int) -> None:
    """§5.3.1: the attacker's die is rolled again and the second roll stands (nr-24)."""
    game = rolled(card, side, "2 4", by=by, turn=turn)
    assert asked(game) == [side] and fight(game).roll == 2
    log = play(game, side, f"play {card}")
    assert "Roll 4" in log
    assert not playable(game, side), "once is enough"


def test_18_axis_not_without_a_die() -> None:
    """§5.3.1, §10.5: where Guderian has set the result there is no die to roll again."""
    game = attack(axis="1 18", soviet="9")
    play(game, "axis", "play 1")
    log = told(game, game.submit("soviet", "pass"))
    assert "DR." in log and prompt(game).startswith("Play an event on the advance?")
    game.submit("axis", "pass")
    assert asked(game) == ["axis"] and prompt(game) == "Advance into 1908?"


def test_18_soviet_in_a_counterattack() -> None:
    """§5.3.1, §10.7.2: whoever counterattacks is the attacker of the new battle (T14 c)."""
    game = attack("put pz_4 1607", "put west 2108", "put central 1908", units="army_9",
                  soviet="18", dice="1 3 2")  # fmt: skip
    game.submit("soviet", "pass")
    game.submit("soviet", "counterattack")
    pass_by_before(game)
    assert asked(game) == ["soviet"] and fight(game).roll == 3
    assert "Roll 2" in play(game, "soviet", "play 18")


STORM = ("put pz_4 1607", "put west 1908 red", "put kalinin 1909 red")
"""14 Soviets against 4, 3:1: a 4 is DR, a 6 is DS."""


def storm(card: int, side: str, dice: str, *edits: str, **more: Any) -> Game:
    """That Soviet attack, with a card armed or in the attacker's hand, once the die has fallen."""
    if side == "axis":
        more["arm"] = f"axis {card} at defend_roll"
    units = more.pop("units", "west kalinin")
    return rolled(card, side, dice, *STORM, *edits, by="soviet", units=units, **more)


def test_36_axis_kesselschlacht() -> None:
    """§5.3.1: DR or DS is DD where Axis units stand in three hexes round the target."""
    game = rolled(36, "axis", "5")
    assert not playable(game, "axis"), "one hex alone"
    ring = ("put army_11 1909", "put army_16 1907")
    assert not playable(rolled(36, "axis", "5", ring[0]), "axis"), "two"
    log = play(rolled(36, "axis", "5", *ring), "axis", "play 36")
    assert "DS" in log.partition("Battle of")[0] or "DD." in log
    assert "DD." in log


def test_54_soviet_revenge() -> None:
    """§5.3.1: a DS is a DD."""
    assert "DD." in play(storm(54, "soviet", "6", turn=24), "soviet", "play 54")
    assert not playable(storm(54, "soviet", "4", turn=24), "soviet"), "a DR stays"


def test_53_soviet_storm_the_fortress() -> None:
    """§5.3.1, §10.7.4: a DR against a Fort counts as EX, and is not turned into nothing."""
    fort = ("put army_9 1607", "put festung 1808")
    game = storm(53, "soviet", "4", *fort, turn=24)
    assert "EX." in play(game, "soviet", "play 53")
    assert not playable(storm(53, "soviet", "4", turn=24), "soviet"), "no Fort there"


def test_29_axis_elastic_defence() -> None:
    """§5.3.1, §10.7.5: a DS is a DR, of one to three hexes."""
    game = storm(29, "axis", "6", turn=13)
    now = running(game)
    assert places(game, "army_9") != ["1808"], "it has retreated"
    assert look(game, "discard") == "1" and now.s.at[unit("army_9")] < 563
    game = attack(*STORM, by="soviet", units="west kalinin", axis="29", dice="6", turn=13,
                  ask=("axis retreat",), arm="axis 29 at defend_roll")  # fmt: skip
    pass_by(game)
    assert prompt(game) == "Retreat 9th Army by 1 to 3 hexes."
    home = place("1808")
    found = {BOARD.grid.distance(home, place(h)) for h in words(game, "axis", "retreat 9 ")}
    assert found == {1, 2, 3}


def test_10_soviet_russian_tenacity() -> None:
    """§5.3.1: DR, DS or DD is an EX."""
    for dice in ("3", "5", "6"):
        log = fought(soviet="10", dice=dice, arm="soviet 10 at defend_roll")
        assert "The Soviets play " in log and "EX." in log, dice
    assert "The Soviets play " not in fought(soviet="10", dice="1", arm="soviet 10 at defend_roll")


def test_4_soviet_order_no_227() -> None:
    """§5.3.1: a DR is no effect; a DS stays one."""
    log = fought(soviet="4", dice="3", arm="soviet 4 at defend_roll")
    assert "The Soviets play " in log and "no effect." in log
    assert "The Soviets play " not in fought(soviet="4", dice="5", arm="soviet 4 at defend_roll")


# after the result ------------------------------------------------------------------------


def reach(game: Game) -> int:
    """How far the attackers may advance now, as the battle has it."""
    return length(running(game).s, unit("army_9"), fight(game).advance)


def test_5_axis_general_staff() -> None:
    """§5.3.1, §10.8: every attacker may advance a hex more."""
    game = attack(axis="5", dice="3", arm="axis 5 at result")
    pass_by(game)
    assert fight(game).advance == [1] and reach(game) == 3
    assert not playable(attack(by="soviet", axis="5"), "axis")


def test_24_soviet_rasputitsa() -> None:
    """§5.3.1, §10.8: the advance after an Axis victory is one hex."""
    game = attack(soviet="24", dice="3", arm="soviet 24 at result")
    pass_by(game)
    assert fight(game).advance == [-1] and reach(game) == 1


def test_29_soviet_deep_battle() -> None:
    """§5.3.1, §10.8: the attackers of a won Soviet battle may advance a hex more."""
    game = attack(*STORM, by="soviet", units="west kalinin", soviet="29", dice="4", turn=13,
                  arm="soviet 29 at result")  # fmt: skip
    pass_by(game)
    assert fight(game).advance == [1]


@pytest.mark.parametrize(
    ("by", "side", "card", "turn"),
    [("soviet", "axis", 5, 7), ("soviet", "soviet", 24, 7), ("axis", "soviet", 29, 13)],
)
def test_events_on_the_advance_are_for_one_role(by: str, side: str, card: int, turn: int) -> None:
    """§5.3.1, §10.8: a hex more is for the victor's own side, the limit for the other."""
    edits, units = ((), "") if by == "axis" else (STORM, "west kalinin")
    dice = "3" if by == "axis" else "4"
    game = attack(*edits, by=by, units=units, dice=dice, turn=turn, arm=f"{side} {card} at result",
                  **{side: str(card)})  # fmt: skip
    pass_by(game)
    while "has fallen" in prompt(game):
        game.submit(by, "pass")
    assert prompt(game).startswith("Advance into") and asked(game) == [by]
    assert fight(game).advance == []


def test_order_of_play_on_the_advance() -> None:
    """§5.0: General Staff, then Rasputitsa: one hex; the other way round: two (T3)."""
    game = asked_for_result()
    assert asked(game) == ["axis"], "the side with the initiative is first"
    game.submit("axis", "play 5")
    assert asked(game) == ["soviet"]
    game.submit("soviet", "play 24")
    assert fight(game).advance == [1, -1] and reach(game) == 1
    game = asked_for_result()
    game.submit("axis", "pass")
    game.submit("soviet", "play 24")
    game.submit("axis", "pass")  # in their own turn they may cancel it
    assert asked(game) == ["axis"], "the first may answer"
    game.submit("axis", "play 5")
    assert fight(game).advance == [-1, 1] and reach(game) == 2


def asked_for_result() -> Game:
    """A won Axis attack with both sides asked for events on the advance (§5.0)."""
    game = phase("axis combat", *FRONT, "dice battle 3", axis="5", soviet="24")
    for side in ("axis", "soviet"):
        game.submit(side, "policy result ask")
    running(game).player_turn()
    game.submit("axis", "target 1908")
    game.submit("axis", "end targets")
    while asked(game) == ["soviet"]:
        game.submit("soviet", "done" if "Counterblow" in prompt(game) else "pass")
    game.submit("axis", "battle 1908 with army_9 pz_4")
    pass_by(game)
    return game


def pass_by(game: Game) -> None:
    """No events round the die."""
    while "the die?" in prompt(game):
        game.submit(asked(game)[0], "pass")


# the sequence of §10.5 --------------------------------------------------------------------


def test_one_event_each_before_the_die() -> None:
    """§10.5: the attacker first, then the defender, one event each."""
    game = attack(axis="2 20", soviet="15")
    play(game, "axis", "play 20")
    assert asked(game) == ["soviet"], "no second one for the Axis"
    game.submit("soviet", "play 15")
    assert look(game, "discard") == "2"


def test_refusals_say_why() -> None:
    """§5.0, §5.3, §5.3.1, §5.3.3: a card that is not held, not timely, not of the symbol."""
    game = attack(axis="20 16 37 29", soviet="15")
    assert refused(game, "axis", "play 2") == "5.3"
    assert refused(game, "axis", "play 16") == "5.0"
    assert refused(game, "axis", "play 37") == "5.3.3"
    mud = attack(axis="20 2", weather="mud")
    assert refused(mud, "axis", "play 20") == "5.3.1"
