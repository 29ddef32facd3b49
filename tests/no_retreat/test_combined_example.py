"""The combined example of play (§16.0), card by card and die by die (T14 of the sheet)."""

from engine import Game
from engine.games.no_retreat.acts import refresh
from engine.games.no_retreat.law import supply
from tests.no_retreat.cardplay import phase, play, playable
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

POSITION = (
    "mark riga control axis", "mark lvov control axis", "set weather.2 clear",
    "put army_6 1212", "put army_17 1213", "put pz_1 1213", "put army_9 1214",
    "put army_11 1316", "put pz_3 1317 reduced",
    "put central 1312", "put bryansk 1313", "put south 1417", "put reserve rail",
    "dice battle 3 1 3 2",
)  # fmt: skip


def example() -> Game:
    """Turn 2, once the Axis have moved; both sides want to be asked."""
    ask = ("soviet movement", "axis cancel", "soviet attack_roll", "axis defend_roll")
    return phase("axis movement", *POSITION, axis="4 3 1", soviet="6 2 18", turn=2, ask=ask)


def no_events(game: Game) -> None:
    """Nobody plays anything round the die."""
    while "the die?" in prompt(game) or "advance?" in prompt(game):
        game.submit(asked(game)[0], "pass")


def test_combined_example() -> None:
    """§16.0, §5.0, §5.3.1, §5.4, §6.2, §10.1.2, §10.7.2, §10.7.5, §10.8.1: from Maskirovka to the
    end.
    """
    game = example()
    t = running(game)
    game.submit("axis", "end movement")

    # Maskirovka, cancelled by Inexperienced Soviet Officers
    assert "1413" in words(game, "soviet", "play 6 reserve ")
    game.submit("soviet", "play maskirovka reserve 1413")
    assert asked(game) == ["axis"]
    assert "Maskirovka is cancelled" in play(game, "axis", "play inexperienced_soviet_officers")
    assert places(game, "reserve") == ["rail_soviet"]

    # targets, and a Counterblow for STAVKA
    game.submit("axis", "target 1313 1417")
    game.submit("axis", "end targets")
    game.submit("soviet", "counter kiev pay stavka")
    game.submit("soviet", "done")

    # Gott Mit Uns takes Manstein, which lies on top
    play(game, "axis", "play gott_mit_uns")
    assert set(t.pile("hand.axis").ids) == {1, 2}
    assert refused(game, "axis", "end combat") == "10.3.1"

    # A: 15 to 3, 5:1, no Armor Bonus, a 3: DS
    log = told(game, game.submit("axis", "battle 1313 with army_17 pz_1 army_9"))
    while "the die?" in prompt(game):
        log += told(game, game.submit(asked(game)[0], "pass"))
    assert "15 against 3, 5:1: 5:1" in log and "Armor Bonus" not in log
    assert "Roll 3 on 5:1: DS" in log
    no_events(game)
    assert places(game, "bryansk") == ["shattered_soviet"]
    game.submit("axis", "advance army_17 1313")
    game.submit("axis", "advance army_9 1313 1413")
    game.submit("axis", "advance pz_1 1313 1413 1412")
    assert places(game, "army_17", "army_9", "pz_1") == ["1313", "1413", "1412"]
    refresh(t)
    assert supply.overland(t.s, t.d, unit("army_17")) and supply.overland(t.s, t.d, unit("army_9"))
    assert supply.supplied(t.s, t.d, unit("pz_1")) and not supply.overland(t.s, t.d, unit("pz_1"))
    assert not supply.supplied(t.s, t.d, unit("central"))

    # B: 9 to 3, 3:1, two to the left; Guderian makes it a DR, and there is no way out
    game.submit("axis", "battle 1417 with army_11 pz_3")
    assert {"1", "2"} == playable(game, "axis")
    log = play(game, "axis", "play heinz_guderian")
    while "the die?" in prompt(game):
        log += told(game, game.submit(asked(game)[0], "pass"))
    assert "9 against 3, 3:1, City -1, River -1: 3:2" in log and "Roll" not in log
    assert places(game, "south") == ["destroyed_soviet"]
    no_events(game)
    assert "advance" in names(game, "axis")
    game.submit("axis", "advance pz_3 1417")
    game.submit("axis", "end advance")

    # C: the involuntary attack on Kiev, 4 to 5, 1:2, a 1: CA
    if "battle" in names(game, "axis"):
        game.submit("axis", "battle kiev with army_6")
    no_events(game)
    assert "5 against 4, 1:1" in prompt(game), "the counterattack: 1:1, no terrain"
    game.submit("soviet", "counterattack")
    while "before the die" in prompt(game):
        game.submit(asked(game)[0], "pass")
    assert asked(game) == ["soviet"] and playable(game, "soviet") == {"18"}
    log = play(game, "soviet", "play heroes_of_the_soviet_union")
    assert "Roll 2 on 1:1: CA" in log
    no_events(game)
    game.submit("axis", "decline")
    assert places(game, "army_6", "central") == ["1212", "1312"]
    assert look(game, "1312 counterblow") == "none" and t.s.at[unit("central")] == place("1312")
