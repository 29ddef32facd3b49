"""The Action Round and the sequence of play, by order lines."""

from engine.board.bits import members
from engine.core.entries import Rolled
from engine.core.frames import Frame
from engine.core.game import Game
from engine.games.stalins_war.acts import T
from engine.games.stalins_war.cards import deck
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    ELIMINATED,
    OPS_ROUND,
    OUT,
    REPLACEMENT,
    SOVIET,
    SU,
    WHOLE,
    ZERO_MOVE,
    ZERO_REST,
)
from engine.games.stalins_war.law import supply, works
from engine.games.stalins_war.play.rounds import Half
from engine.games.stalins_war.play.war import GameTurn, War
from engine.games.stalins_war.state import StalinsWar, new
from tests.stalins_war.staged import asked, hand, refused, staged, with_cards
from tests.stalins_war.table import at, card, site, start, table, unit


def half(s: StalinsWar, **piles: list[str]) -> Game:
    """A side's Action Round, with these cards."""

    def begin(t: T) -> Frame:
        with_cards(t, **piles)
        return Half(side="axis" if s.side == AXIS else "soviet")

    return staged(s, begin)


def where(game: Game, id_: str) -> int:
    return int(game.table.s.place[unit(id_)])


# what a round is ------------------------------------------------------------------------------


def test_a_card_for_ops() -> None:
    """7.3.1, 7.3.2: the count goes up first, then OPS come, less by it; the card lies open."""
    s, _ = table({"ge_46_pz_corps": "2022"})
    s.count[AXIS] = 1
    ops = BOARD.cards[card("axis_01")].ops
    game = half(s, hand_axis=["axis_01", "axis_04"])
    assert refused(game, "axis", "ops soviet_09") == "7.1.4"
    game.submit("axis", "ops axis_01")
    s = game.table.s
    assert (s.count[AXIS], s.ops, s.boxes[AXIS]) == (2, ops - 1, [OPS_ROUND])
    assert list(game.table.ids("discard.axis")) == [card("axis_01")]
    game.submit("axis", "move ge_46_pz_corps 2023")
    assert where(game, "ge_46_pz_corps") == at("2023")
    game.submit("axis", "end movement")
    assert asked(game) == []


def test_a_card_for_points_moves_nobody() -> None:
    """7.4.1, 7.3.2, 7.2.5: the count goes to 0."""
    s, _ = table({"su_20r_army": "2722"}, side="soviet")
    s.count[SOVIET] = 3
    game = half(s, hand_soviet=["soviet_09"])
    game.submit("soviet", "rp soviet_09")
    assert asked(game) == []
    s = game.table.s
    assert s.rp[SU] == WHOLE * BOARD.cards[card("soviet_09")].rp[SU] > 0
    assert s.count[SOVIET] == 0 and s.boxes[SOVIET] == [REPLACEMENT]


def test_no_points_in_rounds_running() -> None:
    """7.4.4, 4.4.1."""
    s, _ = table({"su_20r_army": "2722"}, side="soviet")
    s.boxes[SOVIET] = [REPLACEMENT]
    assert refused(half(s, hand_soviet=["soviet_09"]), "soviet", "rp soviet_09") == "7.4.4"
    s, _ = start()
    s.side = SOVIET
    assert refused(half(s, hand_soviet=["soviet_09"]), "soviet", "rp soviet_09") == "4.4.1"


def test_a_0_ops_round_with_movement() -> None:
    """7.2.6, 18.1.1: the count stays, banked OPS can be spent."""
    s, _ = table({"su_20r_army": "2722", "su_21r_army": "2722"}, side="soviet")
    s.count[SOVIET], s.bank[SOVIET] = 2, 1
    game = half(s)
    game.submit("soviet", "zero move")
    assert game.table.s.boxes[SOVIET] == [ZERO_MOVE] and game.table.s.count[SOVIET] == 2
    game.submit("soviet", "rail su_20r_army 3426")
    assert where(game, "su_20r_army") == at("3426") and game.table.s.bank[SOVIET] == 0
    assert refused(game, "soviet", "rail su_21r_army 3426") == "7.3.3"
    assert refused(game, "soviet", "move su_20r_army 3425") == "10.2.1"


def test_a_0_ops_round_of_rest() -> None:
    """7.2.6: the count goes to 0, a card may be swapped, nobody moves."""
    s, _ = table({"su_20r_army": "2722"}, side="soviet")
    s.count[SOVIET] = 2
    game = half(s, hand_soviet=["soviet_09", "soviet_10"])
    top = game.table.ids("draw.soviet")[0]
    game.submit("soviet", "zero rest swap soviet_09")
    assert asked(game) == []
    assert game.table.s.count[SOVIET] == 0 and game.table.s.boxes[SOVIET] == [ZERO_REST]
    assert list(game.table.ids("discard.soviet")) == [card("soviet_09")]
    assert len(hand(game, "soviet")) == 2 and BOARD.cards[top].id in hand(game, "soviet")
    other = half(table({"su_20r_army": "2722"}, side="soviet")[0], hand_soviet=["soviet_09"])
    other.submit("soviet", "zero rest")
    assert hand(other, "soviet") == ["soviet_09"]


def test_the_mud() -> None:
    """15.1.1: no OPS and no movement; the count is never reset."""
    s, _ = table({"su_20r_army": "2722"}, turn=5, round_=1, side="soviet")
    s.count[SOVIET] = 2
    game = half(s, hand_soviet=["soviet_09"])
    assert "Rasputitsa" in game.pending()[0].prompt
    assert refused(game, "soviet", "ops soviet_09") == "15.1.1"
    assert refused(game, "soviet", "zero move") == "15.1.1"
    game.submit("soviet", "rp soviet_09")
    assert game.table.s.count[SOVIET] == 2


def test_the_last_round_of_a_turn_warns_of_attrition() -> None:
    """6.0, 13.3.8: who moves then reads that supply will be asked."""
    for round_, warned in ((4, False), (5, True)):
        game = half(table({"ge_4th_army": "2022"}, round_=round_)[0])
        game.submit("axis", "zero move")
        assert ("out of supply is lost" in game.pending()[0].prompt) == warned


# movement -------------------------------------------------------------------------------------


def test_the_last_to_leave_a_zone_pays() -> None:
    """7.3.3: and nobody goes who cannot pay."""
    placed = {"ge_46_pz_corps": "2023", "ge_43_corps": "2023", "su_west_front": "2024"}
    s, _ = table(placed)
    game = half(s)
    game.submit("axis", "zero move")
    game.submit("axis", "move ge_43_corps 2022")
    assert refused(game, "axis", "move ge_46_pz_corps 2022") == "7.3.3"
    s, _ = table(placed)
    s.bank[AXIS] = 1
    game = half(s)
    game.submit("axis", "zero move")
    game.submit("axis", "move ge_43_corps 2022")
    game.submit("axis", "move ge_46_pz_corps 2022")
    assert game.table.s.bank[AXIS] == 0


def test_hexes_on_the_way_change_hands() -> None:
    """10.1.3, 3.0: the way may be named hex by hex, and each is entered."""
    town = next(
        it for it in BOARD.ground.sites if not it.city and not it.star and it.start == SOVIET
    )
    near = next(p for p in BOARD.ground.foot[town.place] if BOARD.ground.site_at[p] < 0)
    ids = BOARD.ground.grid.ids
    s, _ = table({"ge_46_pz_corps": ids[near]})
    game = half(s)
    game.submit("axis", "zero move")
    game.submit("axis", f"move ge_46_pz_corps {ids[town.place]} {ids[near]}")
    assert where(game, "ge_46_pz_corps") == near
    assert int(game.table.s.axis, 16) >> town.index & 1


def test_a_way_costs_what_its_hexes_cost() -> None:
    """10.1.4: named hexes do not stretch the allowance, and a zone ends the way."""
    s, _ = table({"ge_43_corps": "2022", "su_west_front": "2024"})
    game = half(s)
    game.submit("axis", "zero move")
    assert refused(game, "axis", "move ge_43_corps 2023 2022") == "8.3"
    assert refused(game, "axis", "move ge_43_corps 2021 2024") == "10.1.6"
    back = "move ge_43_corps 2021 2022 2021 2022 2021 2022"
    assert refused(game, "axis", back) == "10.1.4"


def test_no_room_beside_units_that_stay() -> None:
    """9.1.4, 9.1.2 (sw-48): one passes, and enters where the other still goes."""
    s, _ = table({"ge_4th_army": "2022", "ge_2nd_army": "2020", "ge_6th_army": "1922"})
    game = half(s)
    game.submit("axis", "zero move")
    game.submit("axis", "move ge_2nd_army 2021")
    assert refused(game, "axis", "move ge_4th_army 2021") == "9.1.2"
    game.submit("axis", "move ge_4th_army 1922")
    assert refused(game, "axis", "end movement") == "9.1.4"
    game.submit("axis", "move ge_6th_army 1921")
    game.submit("axis", "end movement")
    assert asked(game) == []


def test_who_can_go_nowhere_is_lost() -> None:
    """9.1.4 (sw-48): the owner says who."""
    s, _ = table({"ge_4th_army": "2022", "ge_2nd_army": "2022", "ge_43_corps": "2022"})
    s.festungs = [at("2022")]
    game = half(s)
    game.submit("axis", "zero move")
    assert refused(game, "axis", "shed ge_43_corps") == "9.1.4"
    game.submit("axis", "shed ge_2nd_army")
    assert where(game, "ge_2nd_army") == ELIMINATED[AXIS]
    assert asked(game) == []


def test_by_sea_once() -> None:
    """10.2.5, 7.3.3: an Axis unit a turn on a sea, for 1 OPS."""
    s, _ = table({"ro_mtn_corps": "1529", "ge_43_corps": "1529"}, axis=["odessa"])
    s.bank[AXIS] = 2
    game = half(s)
    game.submit("axis", "zero move")
    odessa = BOARD.ground.grid.ids[site("odessa")]
    game.submit("axis", f"sail ro_mtn_corps {odessa}")
    assert where(game, "ro_mtn_corps") == site("odessa") and game.table.s.bank[AXIS] == 1
    assert refused(game, "axis", f"sail ge_43_corps {odessa}") == "10.2.5"


# works ----------------------------------------------------------------------------------------


def test_trenches_are_rolled_for_after_movement() -> None:
    """10.3.1: the LCU stays, another in its hex may go."""
    s, _ = table({"ge_4th_army": "2022", "ge_43_corps": "2022"}, played=["hedgehogs"])
    s.bank[AXIS] = 1
    game = half(s)
    game.submit("axis", "zero move")
    game.submit("axis", "trench 2022")
    assert refused(game, "axis", "move ge_4th_army 2021") == "10.3.1"
    assert refused(game, "axis", "trench 2022") == "10.3.1"
    game.submit("axis", "move ge_43_corps 2021")
    assert game.table.s.trenches[AXIS] == []
    done = game.submit("axis", "end movement")
    [roll] = [entry.values for entry in done.entries if isinstance(entry, Rolled)]
    assert (game.table.s.trenches[AXIS] == [at("2022")]) == (roll[0] <= 3)


def test_a_careful_trench() -> None:
    """23.1.3: an OPS more takes 3 off, so that every die digs; under the option alone."""
    placed = {"ge_4th_army": "2022"}
    s, _ = table(placed, played=["hedgehogs"])
    s.bank[AXIS] = 2
    game = half(s)
    game.submit("axis", "zero move")
    assert refused(game, "axis", "trench 2022 careful") == "23.1.3"
    s, _ = table(placed, played=["hedgehogs"])
    s.bank[AXIS], s.options = 2, ["careful_trenches"]
    game = half(s)
    game.submit("axis", "zero move")
    game.submit("axis", "trench 2022 careful")
    game.submit("axis", "end movement")
    assert game.table.s.trenches[AXIS] == [at("2022")] and game.table.s.bank[AXIS] == 0


def test_partisans_for_one_ops_a_turn() -> None:
    """16.1.2, 16.1.3: two at once."""
    s, _ = table({"ge_4th_army": "2022"}, side="soviet", played=["partisan_formation"])
    s.bank[SOVIET] = 2
    game = half(s)
    game.submit("soviet", "zero move")
    dens = [BOARD.ground.grid.ids[p] for p in members(works.dens(s, game.table.d))]
    assert refused(game, "soviet", f"partisan {' '.join(dens[:3])}") == "16.1.2"
    game.submit("soviet", f"partisan {dens[0]} {dens[1]}")
    assert game.table.s.partisans == [at(dens[0]), at(dens[1])]
    assert game.table.s.bank[SOVIET] == 1
    assert refused(game, "soviet", f"partisan {dens[2]}") == "16.1.2"


def test_a_festung_for_one_ops() -> None:
    """16.3.2, 16.3.4: and who stands in it stays."""
    s, _ = table({"ge_43_corps": "1820"}, played=["festung"])
    town = next(it for it in BOARD.ground.sites if it.start == AXIS)
    s.place[unit("ge_43_corps")], s.bank[AXIS] = town.place, 1
    game = half(s)
    game.submit("axis", "zero move")
    game.submit("axis", f"festung {BOARD.ground.grid.ids[town.place]}")
    assert game.table.s.festungs == [town.place] and game.table.s.bank[AXIS] == 0
    near = BOARD.ground.grid.ids[BOARD.ground.foot[town.place][0]]
    assert refused(game, "axis", f"move ge_43_corps {near}") == "16.3.4"


# the sequence ---------------------------------------------------------------------------------


def turns(s: StalinsWar, **piles: list[str]) -> Game:
    def begin(t: T) -> Frame:
        with_cards(t, **piles)
        return GameTurn()

    return staged(s, begin)


def test_rounds_alternate_and_attrition_follows_the_fifth() -> None:
    """7.2.2, 7.2.3, 6.0: Axis Attrition before the fifth Soviet round."""
    s, d = table({"ge_4th_army": "2022", "su_20r_army": "2722"}, turn=6, round_=1)
    german = BOARD.units[unit("ge_43_corps")].nation
    lost = next(p for p in members(BOARD.ground.land) if supply.at(s, d, german, p) == OUT)
    s.place[unit("ge_43_corps")] = lost
    game = turns(s)
    for number in range(1, 6):
        assert game.table.s.round == number
        assert asked(game) == ["axis"]
        game.submit("axis", "zero rest")
        assert (where(game, "ge_43_corps") == lost) == (number < 5)
        assert asked(game) == ["soviet"]
        game.submit("soviet", "zero rest")
    assert game.table.s.supply[unit("ge_43_corps")] == OUT
    assert game.table.s.turn == 7


def test_the_first_turn_is_one_round_without_replacements() -> None:
    """4.4.1, 6.0, 7.1.3: the second turn follows."""

    def begin(t: T) -> Frame:
        return War()

    game = staged(new(0, []), begin)
    game.submit("soviet", "done")
    game.submit("axis", "zero rest")
    game.submit("soviet", f"ops {hand(game, 'soviet')[0]}")
    game.submit("soviet", "end movement")
    game.submit("soviet", "end activation")
    assert asked(game) == ["soviet"]  # discards: no Replacement Phase came
    least = deck.least_discards(game.table, SOVIET)
    assert least == 0 and {"soviet_01", "soviet_02"}.isdisjoint(hand(game, "soviet"))
    game.submit("soviet", "end discards")
    game.submit("axis", "end discards")
    assert {"soviet_01", "soviet_02"} <= set(hand(game, "soviet"))
    assert (game.table.s.turn, game.table.s.round, game.table.s.side) == (2, 1, AXIS)


def test_the_war_ends_with_the_last_action() -> None:
    """5.1.4: the Axis wins after the Action Phase of turn 18."""
    s, _ = table({"ge_4th_army": "1319", "su_20r_army": "2722"}, turn=18, round_=5)
    game = turns(s)
    game.submit("axis", "zero rest")
    game.submit("soviet", "zero rest")
    assert game.table.pos.winners == ["axis"]


def test_the_capitals_end_it_after_a_soviet_round() -> None:
    """5.1.3: whatever turn it is."""
    taken = ["berlin", "buda", "pest", "bucharest", "konigsberg"]
    s, _ = table({"ge_4th_army": "1319", "su_20r_army": "2722"}, turn=16, round_=2, soviet=taken)
    game = turns(s)
    game.submit("axis", "zero rest")
    game.submit("soviet", "zero rest")
    assert game.table.pos.winners == ["soviet"]
