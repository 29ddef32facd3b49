"""The combined example of play (16.0; T14), with its cards and its dice."""

from engine import Game
from engine.games.no_retreat.fight import battle
from tests.no_retreat.table import (
    asked,
    empty,
    look,
    names,
    places,
    prompt,
    refused,
    running,
    told,
    words,
)

POSITION = (
    "clear cards", "set turn 2", "set weather.2 clear", "set blitz 1",
    "mark riga control axis", "mark lvov control axis",
    "put army_6 1212", "put army_17 1213", "put pz_1 1213", "put army_9 1214",
    "put army_11 1316", "put pz_3 1317 reduced",
    "put central 1312", "put bryansk 1313", "put south 1417", "put west rail_soviet",
    "cards hand.axis 4 3 1", "cards hand.soviet 6 2 18", "dice battle 3 1 3 2",
    "at 2 axis movement",
)  # fmt: skip


def start() -> Game:
    """The Axis Movement Phase of turn 2; the Soviets want to be asked about everything."""
    game = empty(*POSITION, joker=False)
    for kind in ("movement", "attack_roll", "defend_roll", "attack", "defend"):
        game.table.pos.policy[f"soviet:{kind}"] = "ask"
    game.table.pos.policy["axis:cancel"] = "ask"
    return game


def passes(game: Game) -> None:
    """Nobody plays anything in the windows that are open."""
    while "pass" in names(game, side := asked(game)[0]):
        game.submit(side, "pass")


def test_the_combined_example() -> None:
    """16.0, 5.0, 10.1.2, 10.7.2, 10.8.2: cancelled Maskirovka, three battles, Heroes."""
    game = start()
    game.submit("axis", "end movement")
    game.submit("soviet", "play maskirovka west 1413")
    game.submit("axis", "play inexperienced_soviet_officers")
    assert places(game, "west") == ["rail_soviet"]

    game.submit("axis", "target 1313 1417")
    game.submit("axis", "end targets")
    game.submit("soviet", "counter 1312 pay stavka")
    game.submit("soviet", "done")
    game.submit("axis", "play gott_mit_uns")
    assert set(running(game).held("axis")) == {1, 2}  # Guderian, and Manstein from the discards

    # a) 15 to 3: 5:1 without the Armor Bonus, a 3: DS
    game.submit("axis", "battle 1313 with 17 1pz 9")
    game.submit("axis", "pass")
    receipt = game.submit("soviet", "pass")
    assert "15 against 3, 5:1: 5:1" in told(game, receipt)
    passes(game)
    assert places(game, "bryansk") == ["shattered_soviet"]
    assert refused(game, "axis", "advance 9 1313 1413 1412") == "10.8.1"
    game.submit("axis", "advance 17 1313")
    game.submit("axis", "advance 9 1313 1413")
    game.submit("axis", "advance 1pz 1313 1413 1412")
    assert [look(game, f"{unit} overland") for unit in ("army_17", "army_9", "pz_1")] == [
        "1",
        "1",
        "0",
    ]
    assert look(game, "pz_1 supplied") == "1"
    assert look(game, "central supplied") == "0"

    # b) Guderian: DR without a roll, and no way out of Odessa
    rolls = game.table.pos.rolls
    game.submit("axis", "battle 1417 with 11 3pz")
    assert game.preview("battle 1417 with 11 3pz").lines[:3] == (
        "9 against 3: 3:1",
        "-1 City (10.6.1)",
        "-1 River (10.6.1)",
    )
    game.submit("axis", "play heinz_guderian")
    fight = battle(running(game))
    assert fight is not None and fight.auto_result == "DR"
    passes(game)
    assert game.table.pos.rolls == rolls
    assert places(game, "south") == ["destroyed_soviet"]
    assert "1417" in words(game, "axis", "advance 11 ")
    game.submit("axis", "end advance")

    # c) 4 to 5: 1:2, a 1: CA; 5 to 4: 1:1, a 3: CB; Heroes, a 2: CA, declined
    game.submit("axis", "battle 1312 with 6")
    passes(game)
    assert "5 against 4, 1:1: 1:1" in prompt(game)
    game.submit("soviet", "counterattack")
    while not (asked(game) == ["soviet"] and is_late(game)):
        game.submit(asked(game)[0], "pass")
    game.submit("soviet", "play heroes_of_the_soviet_union")
    passes(game)
    assert asked(game) == ["axis"]
    game.submit("axis", "decline")
    assert running(game).s.blows == []
    assert places(game, "army_6", "central") == ["1212", "1312"]
    game.submit("axis", "end combat")


def is_late(game: Game) -> bool:
    """Has the die of the battle been rolled?"""
    fight = battle(running(game))
    return fight is not None and fight.roll > 0
