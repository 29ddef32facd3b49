"""Bids (21.0), and what the rulebook says in passing: markers, cards, what nobody may do."""

import pytest

import engine
from engine.core.errors import Malformed
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import ELIMINATED, NATIONS, SOVIET
from engine.games.stalins_war.law import attack
from engine.games.stalins_war.play.rounds import Half
from engine.games.stalins_war.state import PLACED, RAILED, StalinsWar, new
from tests.stalins_war.field import ARMY, CORPS, FROM, FRONT, PANZER, RIFLES, Field, hit
from tests.stalins_war.staged import refused, staged, with_cards
from tests.stalins_war.table import at, table, unit
from tests.stalins_war.test_battles import HERE, ROUND


@pytest.mark.parametrize(
    ("bid", "bidder", "auto"),
    [(0, "axis", [0, 6]), (2, "axis", [0, 8]), (8, "soviet", [2, 0]), (4, "soviet", [0, 2])],
)
def test_t09_a_bid_gives_the_other_side_points(bid: int, bidder: str, auto: list[int]) -> None:
    """21.0, 4.5.2: a bid for the Soviets cancels their own automatic points first."""
    options = {"bid": bid, "bidder": bidder}
    game = engine.new_game("stalins_war", "tournament", options=options, secret=bytes(32))
    assert game.table.s.auto == auto
    assert engine.load(game.dump()).table.s.auto == auto
    with pytest.raises(Malformed):
        engine.new_game("stalins_war", "campaign", options={"bid": -1}, secret=bytes(32))


def test_the_set_up_has_no_markers() -> None:
    """2.2.2, 4.1.5, 4.4: all lie beside the map, and the play brings them; one round in June."""
    s = new(0)
    for kind in (s.trenches, s.boxes):
        assert kind == [[], []]
    for kind in (s.activated, s.blitz, s.festungs, s.zones, s.destroyed, s.partisans):
        assert kind == []
    assert s.count == [0, 0] and not any(s.flags) and BOARD.turn(1).rounds == 1
    assert set(BOARD.charts.markers) >= {"trench", "blitz", "festung", "fortified_zone"}


def test_a_nation_is_on_every_counter() -> None:
    """2.2.3: abbreviated as the counters have it."""
    assert all(it.id.startswith(f"{NATIONS[it.nation]}_") for it in BOARD.units)


def test_a_reinforcement_in_brackets_comes_reduced() -> None:
    """7.5.3: the sheet has none, so all come whole."""
    s = new(0)
    assert all(s.step[it.index] == it.full - it.reduced for it in BOARD.units)
    assert not any(it.reduced for it in BOARD.units)


def test_everything_is_done_by_cards() -> None:
    """7.1.1, 2.3.2: any card for OPS or Replacement Points, or as what its event says."""
    s, _ = table({ARMY: HERE}, turn=6)

    def begin(t):  # type: ignore[no-untyped-def]
        with_cards(t, hand_axis=["axis_01", "axis_16", "axis_18"])
        return Half(side="axis")

    game = staged(s, begin)
    for verb in ("ops", "rp"):
        offered = [item.value for item in game.complete("axis", f"{verb} ").items]
        assert offered == [f"{verb} {number}" for number in (1, 16, 18)]
    assert refused(game, "axis", "event axis_18") == "7.5.5a"  # a Combat Card
    assert refused(game, "axis", f"move {ARMY} {HERE}") == "10.1.3"


def test_attackers_never_retreat(monkeypatch: pytest.MonkeyPatch) -> None:
    """11.4.7: however they lose."""
    field = Field(monkeypatch, [ARMY, PANZER], [FRONT], {}, rolled=hit(2, 0))
    before = field.s.place[unit(ARMY)]
    field.attack(ARMY, PANZER)
    assert field.s.place[unit(ARMY)] == field.s.place[unit(PANZER)] == before


def test_exploitation_waits_for_all_combats(monkeypatch: pytest.MonkeyPatch) -> None:
    """12.2.1: nobody goes on before the last attack is made."""
    field = Field(monkeypatch, [PANZER, ARMY], [FRONT], {}, turn=6, rolled=hit(0, 4))
    field.attack(PANZER)
    field.order(f"advance {PANZER} blitz")
    assert refused(field.game, "axis", f"exploit {PANZER} {HERE}") == "12.2.2"
    field.order("end combat")
    assert "exploit" in field.open()


def test_ops_that_are_left_are_lost() -> None:
    """18.1.4: a player banks none himself."""
    s, _ = table({ARMY: HERE}, turn=6)

    def begin(t):  # type: ignore[no-untyped-def]
        with_cards(t, hand_axis=["axis_01"])
        return Half(side="axis")

    game = staged(s, begin)
    game.submit("axis", "ops axis_01")
    assert game.table.s.ops > 0
    game.submit("axis", "end movement")
    assert game.table.s.bank == [0, 0]


def test_a_marker_serves_against_who_retreats(monkeypatch: pytest.MonkeyPatch) -> None:
    """7.3.5, 11.4.5: a hex with no enemy beside it may be marked for one who comes (sw-58)."""

    def unmarked(s: StalinsWar) -> None:
        s.activated = []

    refuge = max(ROUND, key=lambda p: BOARD.ground.grid.distance(at(p), at(FROM)))
    grid = BOARD.ground.grid
    far = next(grid.ids[p] for p in BOARD.ground.foot[at(refuge)] if grid.distance(p, at(HERE)) > 1)
    field = Field(monkeypatch, [ARMY], [RIFLES], {}, rolled=hit(0, 1), others={CORPS: far},
                  policies={"retreat": "ask"}, step="mark", change=unmarked)  # fmt: skip
    field.order(f"activate {FROM} {far}")
    field.order("end activation")
    assert refused(field.game, "axis", f"attack {refuge} with {CORPS}") == "11.1.4"
    field.attack(ARMY)
    field.answer(f"retreat {RIFLES} {refuge}")
    field.order("end advance")
    field.order(f"attack {refuge} with {CORPS}")
    assert field.s.place[unit(RIFLES)] == ELIMINATED[SOVIET]


def test_no_marker_where_nobody_may_attack(monkeypatch: pytest.MonkeyPatch) -> None:
    """7.3.5, 4.5.1, 10.2.1: new units of Mobilization, who came by train, no strength (sw-58)."""

    def unmarked(s: StalinsWar) -> None:
        s.activated = []
        s.flags[unit(RIFLES)] = PLACED

    near = [p for p in ROUND if p != FROM]
    others = {RIFLES: near[0], "su_stalin": near[1], "su_21r_army": near[2], FRONT: near[2]}
    field = Field(monkeypatch, ["su_22r_army"], [CORPS], {}, turn=2, others=others, step="mark",
                  change=unmarked)  # fmt: skip
    for place in (near[0], near[1]):
        assert refused(field.game, "soviet", f"activate {place}") == "7.3.5"
    field.s.flags[unit("su_21r_army")] = RAILED
    field.order(f"activate {near[2]} {FROM}")
    assert attack.targets(field.s, field.game.table.d) == [at(HERE)]
