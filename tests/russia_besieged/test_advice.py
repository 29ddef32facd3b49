"""The practice opponent: always a legal line, to the end, and nothing stupid."""

import random

import pytest

import engine
from engine import Game
from engine.board.bits import members
from engine.core.frames import Choice
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AXIS, REMOVED, SOVIET, WAITING
from engine.games.russia_besieged.law import sea
from engine.games.russia_besieged.practice import appraisal
from engine.games.russia_besieged.practice.pockets import Lifelines
from tests.practice import play_out
from tests.russia_besieged import signs
from tests.russia_besieged.staged import EMPTY, game
from tests.table import places


def played(seed: int, auto: tuple[str, ...], scenario: str = "campaign") -> Game:
    """A whole game; sides that are not automatic order at random."""
    rng = random.Random(seed)
    game = engine.new_game("russia_besieged", scenario, secret=rng.randbytes(32))
    return play_out(game, auto, rng)


@pytest.mark.parametrize("scenario", ["tournament_5", "fall_blau_1942", "downfall_1944"])
def test_it_plays_to_the_end(scenario: str) -> None:
    result = played(len(scenario), ("axis", "soviet"), scenario).result()
    assert result and result.reason and "resigned" not in result.reason


@pytest.mark.parametrize("side", ["axis", "soviet"])
def test_it_beats_orders_at_random(side: str) -> None:
    """One of the twenty games of `python -m tests.russia_besieged.signs --random`."""
    result = played(4, (side,)).result()
    assert result and result.winners == (side,)


def test_it_is_the_same_after_a_restart() -> None:
    """Nothing is remembered from order to order but what stands in the position."""
    game = engine.new_game("russia_besieged", secret=bytes(32))
    for _ in range(120):
        side = game.pending()[0].side
        line = engine.load(game.dump()).auto(side)
        assert line == game.auto(side)
        game.submit(side, line)


def test_no_choice_is_left_to_chance(monkeypatch: pytest.MonkeyPatch) -> None:
    """Of every kind that the game can ask, with everything asked, nearly a third of it anybody's"""
    rules = engine.rules("russia_besieged")
    asks = {frame for frame in rules.frames if issubclass(frame, Choice)}
    assert {kind for kind in asks if not {*kind.__mro__} & rules.advice.keys()} == set()
    real, rng = Game.sample, random.Random(3)

    def never(game: Game, *_: object) -> str:
        raise AssertionError([type(lane.top).__name__ for lane in game.table.pos.lanes])

    game = engine.new_game("russia_besieged", "downfall_1944", secret=bytes(32))
    for kind in game.policies("axis"):
        for side in game.sides:
            game.submit(side, f"policy {kind} ask")
    for _ in range(400):
        if game.result():
            break
        side = game.pending()[0].side
        with monkeypatch.context() as patch:
            patch.setattr(Game, "sample", never)
            line = game.auto(side)
        game.submit(side, line if rng.random() < 0.7 else real(game, side, rng))


def table(*edits: str) -> Game:
    """An empty map but for both Dictators, with these edit lines."""
    game = engine.new_game("russia_besieged", secret=bytes(32))
    start = ("clear", "put hitler berlin", "put stalin moscow", "set weather.1 clear")
    game.submit("gm", "\n".join((*start, *edits)))
    return game


def lines(game: Game, side: str) -> list[str]:
    """What it orders in the phase that is open."""
    found: list[str] = []
    while game.pending()[0].side == side and found[-1:] != ["end movement"]:
        found.append(game.auto(side))
        game.submit(side, found[-1])
    return found


def test_it_overwhelms_what_is_weak_by_as_few_as_it_needs() -> None:
    """§9.1: two Panzer corps and aircraft against a weak corps, not the third"""
    game = table(
        "put ger_pz_24 1625", "put ger_pz_47 1625", "put ger_pz_46 1625",
        "put rus_mech_21 1624", "put stuka_3 brest", "put stuka_4 brest", "put stuka_5 brest",
        "mark brest control axis", "at 2 axis movement",
    )  # fmt: skip
    said = lines(game, "axis")
    victory = next(line for line in said if line.startswith("av 1624"))
    assert 1 <= victory.split(" air ")[0].count("ger_pz") < 3
    assert places(game, "rus_mech_21") == ["surrendered_soviet"]


def test_it_goes_next_to_nobody_whom_it_cannot_beat() -> None:
    """§10.1, §10.19: a lone army keeps away from three Panzer corps"""
    game = table(
        "put ger_pz_24 1625", "put ger_pz_47 1625", "put ger_pz_46 1625",
        "put rus_inf_13 1623", "put rus_inf_20 1720", "at 2 soviet movement",
    )  # fmt: skip
    lines(game, "soviet")
    assert game.pending()[0].prompt.startswith("August 1941"), "no attack is owed"


def test_it_walks_into_a_city_that_nobody_holds() -> None:
    """§4.1: Minsk is open and in reach, in supply"""
    game = table("put ger_pz_3 1627", "put rus_inf_20 1617", "at 2 axis movement")
    lines(game, "axis")
    assert places(game, "ger_pz_3") == ["1623"]


def test_a_dictator_leaves_before_the_enemy_comes() -> None:
    """§14.1: Moscow's loss alone is no defeat (27.1)"""
    game = table("put ger_pz_3 1917", "put rus_inf_20 1914", "at 2 soviet movement")
    assert game.auto("soviet").startswith("rail stalin ")


def test_the_signs_are_counted() -> None:
    """`make signs`: what a game by advice shows, here of a short one"""
    one = signs.campaign("tournament_5", 2)
    told = signs.told([one])
    assert set(one.majors) == {1, 2, 3, 4, 5} and one.winner in ("axis", "soviet")
    assert told["games"] == 1 and "in no game" in told[
        "Axis major cities at the end of 1943 (near 10)"
    ]  # fmt: skip
    assert one.advice_ms < 15


def test_partisans_that_were_taken_up_are_not_advised() -> None:
    """16.14: once a turn each, whoever gave the order before"""
    g = game(*EMPTY, "put partisan_1 2020", "put ger_inf_1 1729", "mark minsk control axis",
             "at 6/2 soviet supply")  # fmt: skip
    g.submit("soviet", "recall partisan_1")
    while g.pending()[0].prompt.startswith("Place partisans"):
        g.submit("soviet", g.auto("soviet"))


# orders for which there is seldom occasion ------------------------------------------------

RAILS = tuple(BOARD.ground.grid.ids[h] for h in members(BOARD.ground.rails))
WEST = tuple(f"mark {id_} rails axis" for id_ in RAILS if id_[2:] >= "14")
SOUTH = tuple(f"mark {id_} rails axis" for id_ in RAILS if id_ >= "23")
WELL = next(well for well in BOARD.ground.wells if well.side == SOVIET)
MINSK = BOARD.ground.cities[BOARD.ground.city_index["minsk"]].place
PORTS = tuple(f"mark {c.id} control axis" for c in BOARD.ground.cities if c.area == sea.BALTIC)


def alone(*edits: str) -> Game:
    """The same, and nobody else ever comes; the Axis's railways go to Minsk and Kiev."""
    found = table(*edits[:-1], *WEST, edits[-1])
    places = found.table.s.place
    places[:] = [REMOVED if place == WAITING else place for place in places]
    return found


def test_armor_rides_on_past_what_infantry_can_beat() -> None:
    """Three corps take on the cavalry; the Panzer corps goes to Minsk meanwhile"""
    game = alone(
        "put ger_inf_1 1627", "put ger_inf_2 1627", "put ger_inf_5 1627", "put ger_pz_24 1528",
        "put rus_cav_6 1725", "put rus_inf_20 1613", "at 2 axis movement",
    )  # fmt: skip
    lines(game, "axis")
    assert "1725" in game.pending()[0].prompt and places(game, "ger_pz_24") == ["1623"]


def test_an_attack_takes_no_more_than_it_gains_by() -> None:
    """The odds that a third corps would add are worth less than it is"""
    game = alone(
        "put ger_inf_1 1627", "put ger_inf_2 1627", "put ger_inf_5 1627", "put ger_inf_6 1727",
        "put ger_inf_7 1727", "put ger_inf_9 1727", "put rus_cav_6 1725", "put rus_inf_20 1613",
        "at 2 axis movement",
    )  # fmt: skip
    lines(game, "axis")
    line = game.auto("axis")
    assert line.startswith("attack 1725") and line.count("ger_inf") < 3, line


def test_a_great_city_keeps_a_unit() -> None:
    """§4.1: who alone holds Kiev stays, for the enemy can come by rail"""
    board = ("put ger_inf_1 2424", "put rus_cav_6 2419", "put rus_inf_20 2817")
    game = alone(*board, "mark kiev control axis", "at 3 axis movement")
    lines(game, "axis")
    assert places(game, "ger_inf_1") == ["2424"]


def test_a_dry_march_is_a_season_to_go_forward() -> None:
    """13.72: the winter binds nobody without snow"""
    game = table("at 6 axis movement")
    assert appraisal.bold(game.table.s, AXIS)
    game.submit("gm", "set weather.1 snow")
    assert not appraisal.bold(game.table.s, AXIS)


def test_a_base_that_has_flown_moves_up_in_the_second_impulse() -> None:
    """11.14, 11.2: it flies no more in this turn, so to move costs nothing"""
    board = (
        "put ger_inf_1 1621", "put ger_inf_2 1527", "put rus_inf_20 1719", "put rus_inf_13 1619",
        "put rus_inf_18 1526", "put rus_inf_11 1425", "mark minsk control axis",
        "mark brest control axis",
    )  # fmt: skip
    found = {
        flown: lines(alone(*board, f"put stuka_3 brest{flown}", "at 2/2 axis movement"), "axis")
        for flown in ("", " flown")
    }
    moved = {flown: "stage stuka_3 1623" in said for flown, said in found.items()}
    assert moved == {"": False, " flown": True}, found
    assert found[" flown"][-2:] == ["stage stuka_3 1623", "end movement"], "after the others"


def test_where_many_stand_others_go_elsewhere() -> None:
    """Six corps before Minsk: who is free does better to go for another city"""
    near = ("put ger_inf_1 1625", "put ger_inf_2 1625", "put ger_inf_5 1625",
            "put ger_inf_6 1525", "put ger_inf_7 1525", "put ger_inf_9 1525")  # fmt: skip
    far = {
        count: appraisal.Field(found.table.s, found.table.d, AXIS).goal[MINSK]
        for count in (1, 6)
        for found in (alone(*near[:count], "put rus_inf_20 1617", "at 2 axis movement"),)
    }
    assert far[1] == -2 and far[6] > far[1], far


def test_who_can_starve_a_whole_unit_goes_before_any_attack(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """13.13: infantry too stands across the enemy's supply, though a good attack is at hand"""
    across = BOARD.ground.index("1925")
    monkeypatch.setattr(Lifelines, "cut", lambda self, at: 3.0 * (list(at) == [across]))
    game = alone(
        "put ger_inf_1 1627", "put ger_inf_2 1627", "put ger_inf_5 1627", "put ger_inf_6 1827",
        "put rus_cav_6 1725", "put rus_inf_20 1613", "at 2 axis movement",
    )  # fmt: skip
    assert game.auto("axis").endswith(" 1925")


@pytest.mark.parametrize(
    ("board", "side", "wanted"),
    [
        # 22.01: an infantry and a tank corps in one hex before the enemy, and oil
        (("put rus_shock_2 waiting", "put rus_inf_13 1815", "put rus_mech_21 1815",
          "put ger_inf_1 1818", "set points.russian_armor 9", "set weather.1 snow",
          "at 6 soviet movement"), "soviet", "form rus_shock_"),
        # 22.06
        (("put rus_shock_2 1812", "put rus_inf_13 pool", "put ger_inf_1 1823",
          "set points.russian_armor 30", "at 14 soviet movement"), "soviet", "upgrade rus_shock_2"),
        # 16.41: partisans on a railway in the rear
        (("put ger_inf_1 2422", "put partisan_1 1624", "set points.russian_infantry 1", *WEST,
          "at 11 soviet movement"), "soviet", "convert partisan_1"),
        # 6.31: nobody is in Leningrad, no die is asked
        (("put rus_inf_20 0812", "put ger_inf_1 0919", "set weather.1 snow",
          "at 4 soviet movement"), "soviet", "ice rus_inf_20"),
        # 8.6: cut off at the sea
        (("put rus_inf_20 3129", "put ger_inf_1 3028", "put ger_inf_2 2929", "put ger_inf_5 3027",
          "put ger_inf_6 3130", "put ger_pz_3 3128", "mark odessa control axis",
          *WEST, "at 3 soviet movement"), "soviet", "evacuate rus_inf_20"),
        # 8.4: an open city behind the enemy, every port of the sea one's own
        (("put ger_inf_1 konigsberg", "put ger_inf_2 konigsberg", "put rus_inf_13 1220", *PORTS,
          "mark tallinn control soviet", "at 2 axis movement"), "axis", "invade ger_inf_"),
        # 15.0: on the line by which the enemy lives
        (("put rus_para_1 moscow", "put ger_inf_1 1716", "put ger_inf_2 1716", "put ger_inf_5 1815",
          "put ger_pz_3 1815", *WEST, "set weather.1 snow",
          "at 5 soviet movement"), "soviet", "para rus_para_1"),
        # 21.2: from the second turn after the capture
        ((f"mark {WELL.id} captured 1", f"set taken.{WELL.id} 5", *WEST, *SOUTH,
          "at 8 axis movement"),
         "axis", f"oil {WELL.id}"),
        # 19.17: one point short
        (("put rum_inf_4 pool", "set points.german_infantry 2",
          "set points.rumanian_infantry 3", "at 4 axis movement"), "axis",
         "grant rumanian infantry"),
        # 14.23: a great city near the enemy
        (("put rus_inf_13 smolensk", "put ger_inf_1 1722", "put fm_zhukov in_hand",
          "at 3/2 soviet movement"), "soviet", "arm fm_zhukov at marshal if "),
        # 14.16: no train leaves Moscow any more
        (("put rus_inf_13 moscow", "put ger_inf_1 1913", "put ger_inf_2 1811", "put ger_pz_3 2011",
          *WEST, "at 8 soviet movement"), "soviet", "fly stalin "),
    ],
)  # fmt: skip
def test_rare_orders_are_given_where_they_are_right(
    board: tuple[str, ...], side: str, wanted: str
) -> None:
    """§22.01, §22.06, §16.41, §6.31, §8.6, §8.4, §15.0, §21.2, §19.17, §14.23, §14.16"""
    said = lines(table(*board), side)
    assert any(line.startswith(wanted) for line in said), said


def test_a_war_sees_orders_of_every_kind() -> None:
    """Games by advice from July 1943 on, most often one; ice, oil and drops are tested by position
    alone
    """
    ships = {"sail", "evacuate", "invade"}
    rare = {"form", "upgrade", "convert", "grant", "arm", "ship", "partisan", "stage"}
    left = {*ships, *rare, "av", "bat", "marshal", "rail", "refit", "build", "withdraw"}
    for number in (1, 3, 5):
        game = engine.new_game("russia_besieged", "summer_1943", secret=b"signs%027d" % number)
        while left and not game.result():
            side = game.pending()[0].side
            line = game.auto(side)
            left -= set(line.split())
            game.submit(side, line)
    assert not left
