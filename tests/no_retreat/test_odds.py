"""Column shifts, one by one (§10.6, and the special units of chapter 14)."""

import pytest

from engine import Game
from engine.games.no_retreat.acts import OIL
from engine.games.no_retreat.data.facts import AXIS, CA, NOWHERE, SOVIET
from engine.games.no_retreat.law import crt
from engine.games.no_retreat.law.odds import local_support
from tests.no_retreat.combat import column, combat, declared, seen, shifts
from tests.no_retreat.table import asked, prompt, refused, running, unit, words

PAIR = ("put army_4 1814", "put west 1914")
ARMOR = ("put pz_1 1814", "put west 1914")


def of(
    game: Game, targets: str, units: str, support: str = "", side: str = "axis"
) -> dict[str, int]:
    """The shifts of an attack."""
    return shifts(seen(game, targets, units, support, side))


# terrain -------------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("hex_", "attacker", "expected"),
    [
        ("1914", "1814", {}),
        ("1503", "1402", {"Forest": -1}),
        ("1502", "1402", {"Marsh": -1}),
        ("2119", "2118", {"Mountain": -2}),
        ("1915", "1814", {"City": -1}),
        ("1813", "1714", {"City": -1, "River": -1}),
        ("1714", "1614", {"City": -1}),
        ("1401", "1402", {"City": -1, "Objective hexsides": -1}),
    ],
)
def test_terrain(hex_: str, attacker: str, expected: dict[str, int]) -> None:
    """§10.6.1: the defender's hex and the hexsides that all attack across."""
    game = combat(f"put army_4 {attacker}", f"put west {hex_}")
    assert of(game, hex_, "army_4") == expected


def test_a_hexside_counts_when_all_attack_across_it() -> None:
    """§10.6.1: one attacker on dry ground takes the river away."""
    game = combat("put army_4 1714", "put army_6 1713", "put west 1813")
    assert of(game, "1813", "army_4") == {"City": -1, "River": -1}
    assert of(game, "1813", "army_4 army_6") == {"City": -1}


def test_objective_sides_protect_the_objective_alone() -> None:
    """§10.6.1: units that attack out of an Objective hex get nothing from its sides."""
    game = combat("put army_4 1401", "put west 1402")
    assert of(game, "1402", "army_4") == {}


def test_rivers_freeze() -> None:
    """§13.1, §14.14.3: Snow and Long Winter: no river."""
    edits = ("put army_4 1714", "put west 1813")
    snow = combat(*edits, turn=11, weather="snow")
    assert of(snow, "1813", "army_4") == {"City": -1, "Axis attack in Snow": -1}
    winter = combat(*edits, "set weather.10 snow", turn=11, weather="snow")
    assert of(winter, "1813", "army_4") == {"City": -1, "Axis attack in Long Winter": -1}


def test_the_defender_of_two_hexes_picks_the_terrain() -> None:
    """§10.6.1: by policy the best for the defender; asked, he may take any of the hexes."""
    edits = ("put army_4 1814", "put west 1914", "put south 1915")
    game = declared(*edits, "dice battle 1", targets="1914 1915")
    assert of(game, "1914 1915", "army_4") == {"City": -1}
    game.table.pos.policy["soviet:terrain"] = "ask"
    game.submit("axis", "battle 1914+1915 with 4")
    assert (asked(game), words(game, "soviet", "terrain ")) == (["soviet"], {"1914", "1915"})
    assert refused(game, "soviet", "terrain 1814") == "10.6.1"
    receipt = game.submit("soviet", "terrain 1914")
    assert any("4 against 7, 1:2: 1:2" in game.tell(entry) for entry in receipt.entries)


# support -------------------------------------------------------------------------------


def test_one_marker_helps_an_attacker() -> None:
    """§10.6.2: one marker of the attacker's, used up by it."""
    game = declared(*PAIR, "set blitz 1", "set shock 1", "dice battle 2", targets="1914")
    assert of(game, "1914", "army_4", "blitz") == {"Blitz!": 1}
    assert refused(game, "axis", "battle 1914 with 4 commit shock") == "10.6.2"
    game.submit("axis", "battle 1914 with 4 commit blitz")
    assert running(game).s.blitz == 0
    game = declared(*PAIR, "put army_6 2015", "set blitz 0", targets="1914")
    assert refused(game, "axis", "battle 1914 with 4 commit blitz") == "10.6.2"


def test_no_marker_for_the_unsupplied_alone() -> None:
    """§10.6.2: an attack made by Unsupplied units alone gets none."""
    edits = ("put army_4 1814 unsupplied", "put army_6 2015", "put west 1914", "set blitz 1")
    game = declared(*edits, targets="1914")
    assert refused(game, "axis", "battle 1914 with 4 commit blitz") == "10.6.2"
    assert game.complete("axis", "battle 1914 with 4 6 commit ").items


def test_shock_counts_twice_in_the_first_snow() -> None:
    """§10.6.2, §13.1: on the first Snow turn of the game, turn 4 or else 5."""
    edits = ("put army_4 1814", "put west 1914", "set shock 1")
    game = combat(*edits, turn=4, side="soviet", weather="snow")
    assert of(game, "1814", "west", "shock", "soviet") == {"Shock! in the first Snow": 2}
    game = combat(*edits, turn=11, side="soviet", weather="snow")
    assert of(game, "1814", "west", "shock", "soviet") == {"Shock!": 1}


def test_a_marker_may_help_a_counterattack() -> None:
    """§10.6.2, §10.7.2: the counterattacker may commit one too."""
    game = declared(*PAIR, "set shock 1", "dice battle 1 2", targets="1914")
    game.submit("axis", "battle 1914 with 4")  # 1:1, a 1: CA
    receipt = game.submit("soviet", "counterattack commit shock")
    assert any("Shock! +1: 3:2" in game.tell(entry) for entry in receipt.entries)
    assert running(game).s.shock == 0


# armor ----------------------------------------------------------------------------------


def test_the_armor_bonus() -> None:
    """§10.6.3, §14.3: armor against infantry types in a Clear hex, Clear or Snow."""
    assert of(combat(*ARMOR), "1914", "pz_1") == {"Armor Bonus": 1}
    assert of(combat(*ARMOR, turn=11, weather="snow"), "1914", "pz_1") == {
        "Armor Bonus": 1,
        "Axis attack in Snow": -1,
    }
    assert of(combat(*ARMOR, weather="mud"), "1914", "pz_1") == {}
    winter = combat(*ARMOR, "set weather.10 snow", turn=11, weather="snow")
    assert "Armor Bonus" not in of(winter, "1914", "pz_1")


def test_where_armor_has_no_bonus() -> None:
    """§10.6.3, §14.4, §6.5.4: not against armor or mechanized, in other terrain, or Unsupplied."""
    assert of(combat("put pz_1 1814", "put bryansk 1914"), "1914", "pz_1") == {}
    assert of(combat("put pz_1 1814", "put tank_1 1914"), "1914", "pz_1") == {}
    assert of(combat("put pz_1 1814", "put west 1915"), "1915", "pz_1") == {"City": -1}
    assert of(combat("put pz_1 1814 unsupplied", "put west 1914"), "1914", "pz_1") == {}
    stack = combat("put pz_1 1814", "put west 1914", "put kursk 1914", turn=23)
    assert of(stack, "1914", "pz_1") == {}


def test_the_armor_bonus_counts_once_and_for_attackers() -> None:
    """§10.6.3: two armies bring one shift; defending armor none; Soviet armor has it too."""
    assert of(combat(*ARMOR, "put pz_2 1814"), "1914", "pz_1 pz_2") == {"Armor Bonus": 1}
    game = combat("put tank_1 1914", "put army_4 1814", side="soviet")
    assert of(game, "1814", "tank_1", side="soviet") == {"Armor Bonus": 1}
    assert of(combat("put army_4 1814", "put west 1914", "put pz_1 2013"), "1914", "army_4") == {}


def test_terrain_denies_the_bonus_to_a_counterblow_too() -> None:
    """§10.7.2, §10.6.3: the city has no shift against a Counterblow, but armor no bonus either."""
    game = combat("put pz_1 1814", "put west 1915", "mark 1915 counterblow")
    assert of(game, "1915", "pz_1") == {}


def test_german_armor_loses_its_bonus_with_the_oil() -> None:
    """§13.5: after the Oil event only the SS keep it."""
    game = combat(*ARMOR, "put ss_panzer 1814", turn=24)
    t = running(game)
    t.s.happened[OIL] = 1
    assert of(game, "1914", "pz_1") == {}
    assert of(game, "1914", "ss_panzer") == {"SS Panzer Army": 1}


def test_soviet_armor_keeps_its_bonus_after_the_oil() -> None:
    """§13.5, §10.6.3: Oil takes the bonus of the Axis alone."""
    game = combat("put tank_1 1914", "put army_4 1814", side="soviet", turn=24)
    running(game).s.happened[OIL] = 1
    assert of(game, "1814", "tank_1", side="soviet") == {"Armor Bonus": 1}


def test_the_ss_panzer_army_always_has_it() -> None:
    """§14.5: whatever the terrain, the weather, the enemy, the supply, on both sides (nr-78)."""
    game = combat("put ss_panzer 1814 reduced", "put bryansk 1915", weather="mud")
    assert of(game, "1915", "ss_panzer") == {"SS Panzer Army": 1, "City": -1}
    unsupplied = combat("put ss_panzer 1814 unsupplied", "put bryansk 1915")
    assert of(unsupplied, "1915", "ss_panzer") == {"SS Panzer Army": 1, "City": -1}
    beside = combat("put ss_panzer 1814 unsupplied", "put pz_1 1814", "put west 1914")
    assert of(beside, "1914", "ss_panzer pz_1") == {"SS Panzer Army": 1}, "once a battle"


def test_ss_panzergrenadiers_defend_well() -> None:
    """§14.6: one column to the left when they defend, in a counterattack too."""
    game = combat("put ss_pzgren 1814", "put west 1914", side="soviet")
    assert of(game, "1814", "west", side="soviet") == {"SS Panzergrenadiers defend": -1}
    assert of(game, "1914", "ss_pzgren") == {}


def test_shock_fronts() -> None:
    """§14.7: a red Shock side attacks one column better, in any terrain and weather."""
    game = combat("put army_2 1915", "put voronezh 1914 red", side="soviet", weather="mud")
    assert of(game, "1915", "voronezh", side="soviet") == {"City": -1, "Shock front": 1}
    brown = combat("put army_2 1915", "put voronezh 1914 brown", side="soviet")
    assert of(brown, "1915", "voronezh", side="soviet") == {"City": -1}
    assert "Shock front" not in of(game, "1914", "army_2")


# the rest --------------------------------------------------------------------------------


def test_unsupplied_defenders() -> None:
    """§6.5.4: two columns to the right, whoever in the hex has the marker."""
    game = combat("put army_4 1814", "put west 1914 unsupplied")
    assert of(game, "1914", "army_4") == {"Unsupplied defender": 2}
    game = combat("put army_4 1814 unsupplied", "put west 1914")
    assert of(game, "1914", "army_4") == {}


def test_axis_attacks_in_the_snow() -> None:
    """§13.1, §13.5: one column in the USSR, two on turn 5, never for the Finns; the Soviet
    table.
    """
    game = combat(*PAIR, turn=11, weather="snow")
    assert of(game, "1914", "army_4") == {"Axis attack in Snow": -1}
    assert seen(game, "1914", "army_4").table == SOVIET
    game = combat(*PAIR, turn=5, weather="snow")
    assert of(game, "1914", "army_4") == {"Axis attack in Snow": -2}
    assert of(game, "1814", "west", side="soviet") == {}
    home = combat("put army_4 0913", "put west 0812", turn=11, weather="snow")
    assert "Axis attack in Snow" not in of(home, "0812", "army_4")
    finns = combat("put fin_army finland", "put west 1401", turn=11, weather="snow")
    assert "Axis attack in Snow" not in of(finns, "1401", "fin_army")
    mixed = combat("put fin_army finland", "put army_18 1402", "put west 1401", turn=11,
                   weather="snow")  # fmt: skip
    assert of(mixed, "1401", "fin_army army_18")["Axis attack in Snow"] == -1
    clear = combat(*PAIR)
    assert seen(clear, "1914", "army_4").table == AXIS


def test_turn_five_after_snow_keeps_two_columns() -> None:
    """§13.1, §13.5: a Long Winter turn 5 has the two columns and no Armor Bonus (nr-13)."""
    game = combat(*ARMOR, "set weather.4 snow", turn=5, weather="snow")
    assert of(game, "1914", "pz_1") == {"Axis attack in Long Winter": -2}


def test_odds_limits() -> None:
    """§10.6.4: above 6:1 is 6:1; below 1:3, before or after the shifts, an automatic CA."""
    game = combat("put rum_3 1814", "put west 1914 red", "put southwest 1815 red")
    low = seen(game, "1914 1815", "rum_3")
    assert (low.initial, low.final, low.chances) == (crt.AUTOMATIC, crt.AUTOMATIC, ((CA, 1),))
    helped = seen(game, "1914 1815", "rum_3", "blitz")
    assert sum(shift.columns for shift in helped.shifts) > 0 and helped.final == crt.AUTOMATIC
    game = combat("put rum_3 1814", "put west 1915")
    assert column(seen(game, "1915", "rum_3").final) == "1:3"
    game = combat("put army_16 1814 reduced", "put south 1915 red")
    after = seen(game, "1915", "army_16")
    assert (column(after.initial), after.final) == ("CA", crt.AUTOMATIC)
    assert crt.shifted(0, -1) == crt.AUTOMATIC
    assert column(crt.column(2, 0)) == "6:1"
    assert crt.column(0, 3) == crt.AUTOMATIC


def test_an_automatic_ca_needs_no_die() -> None:
    """§10.6.4, §10.5: no roll is made below 1:3."""
    edits = ("put rum_3 1814", "put west 1914 red", "put southwest 1815 red")
    game = declared(*edits, targets="1914 1815")
    rolls = game.table.pos.rolls
    game.submit("axis", "battle 1914+1815 with 3rum")
    assert game.table.pos.rolls == rolls
    assert asked(game) == ["soviet"]
    assert "Counterattack?" in prompt(game)


def test_local_support_adds_strength() -> None:
    """§15.3, §15.3.3: two points for the Axis and one for the Soviets, from turn 11 the other
    way.
    """
    game = combat(*PAIR, turn=10)
    t = running(game)
    t.s.support = [unit("army_4"), unit("west")]
    preview = seen(game, "1914", "army_4")
    assert (preview.attack, preview.defence) == (6, 5)
    t.s.turn = 11
    assert (local_support(t.s, AXIS), local_support(t.s, SOVIET)) == (1, 2)
    t.s.support = [NOWHERE, NOWHERE]


def test_all_shifts_are_netted() -> None:
    """§10.6, §10.5: only the sum counts, and each is named with its rule."""
    edits = ("put pz_1 1814", "put army_4 1814", "put west 1914 unsupplied", "set blitz 1")
    preview = seen(combat(*edits), "1914", "pz_1 army_4", "blitz")
    assert [(x.columns, x.rule) for x in preview.shifts] == [
        (2, "6.5.4"),
        (1, "10.6.3"),
        (1, "10.6.2"),
    ]
    assert (column(preview.initial), column(preview.final)) == ("2:1", "6:1")
    assert sum(count for _, count in preview.chances) == preview.of == 6


def test_an_event_is_ordered_along_with_the_attack() -> None:
    """§10.5: `play CARD` of the battle order plays itself before the die, in this battle alone."""
    edits = (*PAIR, "cards hand.axis 20 10 ...", "dice battle 2")
    game = declared(*edits, targets="1914")
    assert words(game, "axis", "battle 1914 with 4 play ") == {"20"}  # 10 needs a city or a Fort
    assert refused(game, "axis", "battle 1914 with 4 play 10") == "10.5"
    assert refused(game, "axis", "battle 1914 with 4 play 41") == "10.5"
    receipt = game.submit("axis", "battle 1914 with 4 play 20")
    told = [game.tell(entry) for entry in receipt.entries]
    assert any("Stuka Support +1" in line for line in told)
    assert not running(game).pos.arms and 19 not in running(game).pile("hand.axis").ids


def test_whether_a_battle_is_asked_tells_nothing_of_the_hand() -> None:
    """§10.5: the only attack that is left is put to its side as long as it could hold an event"""
    for hand in ("20 10", "11 12"):
        game = declared(*PAIR, "set blitz 0", f"cards hand.axis {hand} ...", targets="1914")
        assert asked(game) == ["axis"] and prompt(game).startswith("Attack your targets")
