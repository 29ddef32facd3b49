"""Combat and exploitation by order lines: markers, the nine steps, retreats, advance."""

from collections.abc import Mapping
from random import Random

import msgspec
import pytest

from engine.board.bits import members
from engine.core.entries import Fought, Rolled
from engine.core.frames import Frame
from engine.core.game import Game
from engine.core.verbs import has_line
from engine.games.stalins_war import acts
from engine.games.stalins_war.acts import T
from engine.games.stalins_war.cards import combat
from engine.games.stalins_war.cards.clash import WINDOWS
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    ELIMINATED,
    OPS_ROUND,
    OUT,
    SIDES,
    SOVIET,
    Cell,
)
from engine.games.stalins_war.law.stacking import overstacked
from engine.games.stalins_war.play import battle
from engine.games.stalins_war.play.rounds import Half
from engine.games.stalins_war.state import (
    ADVANCED,
    EXPLOITED,
    FOUGHT,
    RETREATED,
    StalinsWar,
    has,
)
from tests.stalins_war.staged import asked, refused, staged, with_cards
from tests.stalins_war.table import at, card, start, table, unit

G = BOARD.ground
ID = G.grid.ids


def plain() -> list[str]:
    """A clear, empty hex among six others with no river to cross, and those in a ring."""
    for place in members(G.of_terrain[0] & G.union & ~G.beyond):
        near = G.foot[place]
        dry = all((p, place) not in G.rivers and not G.terrain[p] for p in near[:2])
        if len(near) == 6 and dry and G.site_at[place] < 0:
            return [ID[place], *(ID[p] for p in near)]
    raise AssertionError


HERE, *ROUND = plain()
OPPOSITE = max(ROUND, key=lambda p: -len(set(G.foot[at(p)]) & set(G.foot[at(ROUND[0])])))
"""A hex next to `HERE` far from `ROUND[0]`."""


def round_of(placed: Mapping[str, str], bank: int = 3, side: str = "axis") -> Game:
    """A 0 OPS round with banked OPS, at the end of its movement."""
    s, _ = table(placed, turn=6, side=side)
    s.bank, s.lent = [bank, bank], 1

    def begin(t: T) -> Frame:
        with_cards(t)
        return Half(side=side)

    game = staged(s, begin)
    game.submit(side, "zero move")
    if "end movement" in [info.name for info in game.verbs(side)]:
        game.submit(side, "end movement")
    return game


def shots(monkeypatch: pytest.MonkeyPatch, axis: Cell, soviet: Cell) -> None:
    """What each side's fire finds."""
    results = (axis, soviet)
    monkeypatch.setattr(battle, "_shoot", lambda _, fire: results[fire.side])


FIELD = {"ge_4th_army": ROUND[0], "ge_46_pz_corps": ROUND[0], "su_20r_army": HERE}


def test_markers_come_first_and_cost() -> None:
    """7.3.5, 11.1.1: an OPS a hex; without a marker nobody attacks."""
    game = round_of({**FIELD, "ge_43_corps": ROUND[1]}, bank=1)
    assert refused(game, "axis", f"activate {OPPOSITE}") == "7.3.5"
    assert refused(game, "axis", f"activate {ROUND[0]} {ROUND[1]}") == "7.3.5"
    game.submit("axis", f"activate {ROUND[0]}")
    assert game.table.s.bank[AXIS] == 0 and game.table.s.activated == [at(ROUND[0])]
    game.submit("axis", "end activation")
    assert refused(game, "axis", f"attack {HERE} with ge_43_corps") == "11.1.1"
    assert refused(game, "axis", f"attack {ROUND[0]} with ge_4th_army") == "11.1.4"
    game.submit("axis", "end combat")
    assert asked(game) == []


def attacked(game: Game, *units: str) -> None:
    game.submit("axis", f"activate {ROUND[0]}")
    if "end activation" in [info.name for info in game.verbs("axis")]:
        game.submit("axis", "end activation")
    game.submit("axis", f"attack {HERE} with {' '.join(units)}")


def test_both_roll_and_the_result_is_written() -> None:
    """11.2.1: a die each for steps 4 and 5."""
    game = round_of(FIELD)
    game.submit("axis", f"activate {ROUND[0]}")
    game.submit("axis", "end activation")
    done = game.submit("axis", f"attack {HERE} with ge_4th_army ge_46_pz_corps")
    rolls = [entry for entry in done.entries if isinstance(entry, Rolled)]
    assert [roll.purpose for roll in rolls] == ["fire.axis", "fire.soviet"]
    [units] = [game.table.s.attacked]
    assert units == [at(HERE)] and has(game.table.s, unit("ge_4th_army"), FOUGHT)


def test_shifts_are_told_in_plain_words() -> None:
    """11.2.1: the names of shifts are words for people"""
    game = round_of(FIELD)
    game.table.s.supply[unit("ge_4th_army")] = OUT
    game.submit("axis", f"activate {ROUND[0]}")
    game.submit("axis", "end activation")
    entries = game.submit("axis", f"attack {HERE} with ge_4th_army").entries
    told = " ".join(map(game.tell, entries))
    assert "out of supply -1" in told and "_" not in told


def test_defenders_lose_retreat_and_the_attacker_advances(
    monkeypatch: pytest.MonkeyPatch,
) -> None:
    """11.3.2, 11.4.2, 11.5.1: a difference of one, one hex; who went may come after."""
    shots(monkeypatch, axis=Cell(1, False), soviet=Cell(0, False))
    game = round_of({**FIELD, "su_21r_army": HERE, "ge_43_corps": ROUND[0]})
    attacked(game, "ge_4th_army", "ge_46_pz_corps")
    s = game.table.s
    retreated = [u for u in ("su_20r_army", "su_21r_army") if has(s, unit(u), RETREATED)]
    steps = sum(max(s.step[unit(u)], 0) for u in ("su_20r_army", "su_21r_army"))
    full = sum(BOARD.units[unit(u)].full for u in ("su_20r_army", "su_21r_army"))
    assert full - steps == 1 and retreated
    assert all(s.place[unit(u)] in G.foot[at(HERE)] for u in retreated)
    assert refused(game, "axis", "advance ge_43_corps") == "11.1.8"
    game.submit("axis", "advance ge_4th_army")
    s = game.table.s
    assert s.place[unit("ge_4th_army")] == at(HERE) and has(s, unit("ge_4th_army"), ADVANCED)
    assert s.place[unit("ge_46_pz_corps")] == at(ROUND[0])


def test_the_first_loss_of_an_attack_hits_armor(monkeypatch: pytest.MonkeyPatch) -> None:
    """11.3.3: and the owner chooses the next."""
    shots(monkeypatch, axis=Cell(0, False), soviet=Cell(2, False))
    game = round_of({**FIELD, "ge_43_corps": ROUND[0]})
    attacked(game, "ge_4th_army", "ge_46_pz_corps", "ge_43_corps")
    s = game.table.s
    assert s.step[unit("ge_46_pz_corps")] == BOARD.units[unit("ge_46_pz_corps")].full - 1
    assert asked(game) == ["axis"]
    assert refused(game, "axis", "lose ge_46_pz_corps") == "11.3.2"
    game.submit("axis", "lose ge_43_corps")
    assert _open(game) == ["end combat"]  # the defender won: nobody retreats or advances
    assert game.table.s.place[unit("su_20r_army")] == at(HERE)


def test_a_tie_and_the_exception(monkeypatch: pytest.MonkeyPatch) -> None:
    """11.2.1 step 7: panzers beat slow defenders in the open; without them nobody wins."""
    shots(monkeypatch, axis=Cell(0, False), soviet=Cell(0, False))
    game = round_of(FIELD)
    attacked(game, "ge_4th_army")
    assert game.table.s.place[unit("su_20r_army")] == at(HERE)
    game = round_of(FIELD)
    attacked(game, "ge_4th_army", "ge_46_pz_corps")
    assert game.table.s.place[unit("su_20r_army")] != at(HERE)


def test_who_cannot_retreat_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """11.4.4: ringed by units and their zones."""
    shots(monkeypatch, axis=Cell(1, False), soviet=Cell(0, False))
    ring = {f"ge_{n}": hex_ for n, hex_ in zip(("2nd_army", "6th_army"), ROUND[1:], strict=False)}
    ring |= {"ge_9th_army": OPPOSITE}
    game = round_of({"ge_4th_army": ROUND[0], "su_west_front": HERE, **ring})
    attacked(game, "ge_4th_army")
    s = game.table.s
    assert s.place[unit("su_west_front")] == ELIMINATED[SOVIET]


def test_no_retreat_for_a_step_more(monkeypatch: pytest.MonkeyPatch) -> None:
    """11.4.3: in a Trench; the defender is asked."""
    shots(monkeypatch, axis=Cell(1, False), soviet=Cell(0, False))
    s, _ = table({**FIELD, "su_west_front": HERE})
    s.bank, s.trenches = [2, 0], [[], [at(HERE)]]

    def begin(t: T) -> Frame:
        with_cards(t)
        return Half(side="axis")

    for answer, stays in (("stand su_west_front", True), ("give way", False)):
        game = staged(_copy(s), begin)
        game.submit("axis", "zero move")
        game.submit("axis", "end movement")
        attacked(game, "ge_4th_army", "ge_46_pz_corps")
        assert asked(game) == ["soviet"]
        before = sum(game.table.s.step[unit(u)] for u in ("su_west_front", "su_20r_army"))
        game.submit("soviet", answer)
        after = game.table.s
        assert (after.place[unit("su_west_front")] == at(HERE)) == stays
        if stays:
            assert before - 1 == sum(after.step[unit(u)] for u in ("su_west_front", "su_20r_army"))


def _copy(s: StalinsWar) -> StalinsWar:
    return msgspec.json.decode(msgspec.json.encode(s), type=StalinsWar)


def test_who_retreated_adds_nothing_and_is_lost(monkeypatch: pytest.MonkeyPatch) -> None:
    """11.4.5: any Loss Number takes it, beside the steps of the others."""
    game = round_of({**FIELD, "su_21r_army": ROUND[3]})
    shots(monkeypatch, axis=Cell(1, True), soviet=Cell(0, False))
    s = game.table.s
    s.flags[unit("su_20r_army")] |= RETREATED
    s.place[unit("su_21r_army")] = at(HERE)
    acts.refresh(game.table)
    attacked(game, "ge_4th_army")
    assert game.table.s.place[unit("su_20r_army")] == ELIMINATED[SOVIET]


def ops_game(placed: Mapping[str, str]) -> Game:
    """An OPS round of the Axis in turn 6, at its markers."""
    s, _ = table(placed, turn=6)
    s.bank = [3, 0]

    def begin(t: T) -> Frame:
        with_cards(t, hand_axis=["axis_01"])
        return Half(side="axis")

    game = staged(s, begin)
    game.submit("axis", "ops axis_01")
    game.submit("axis", "end movement")
    return game


def test_blitz_and_exploitation(monkeypatch: pytest.MonkeyPatch) -> None:
    """11.5.2, 12.1.4, 12.2.2, 12.2.4: a marker, more than four units, half the allowance."""
    shots(monkeypatch, axis=Cell(2, False), soviet=Cell(0, False))
    placed = {**FIELD, "ge_43_corps": ROUND[0], "ge_47_pz_corps": ROUND[1]}
    game = ops_game(placed)
    attacked(game, "ge_4th_army", "ge_46_pz_corps")
    assert refused(game, "axis", "advance ge_4th_army blitz") == "11.5.2"
    game.submit("axis", "advance ge_4th_army ge_46_pz_corps blitz")
    assert game.table.s.blitz == [at(HERE)]
    game.submit("axis", "end combat") if "end combat" in _open(game) else None
    assert refused(game, "axis", f"exploit ge_43_corps {OPPOSITE}") == "12.1.1"
    game.submit("axis", f"exploit ge_47_pz_corps {HERE} {OPPOSITE}")
    s = game.table.s
    assert s.place[unit("ge_47_pz_corps")] == at(OPPOSITE)
    assert has(s, unit("ge_47_pz_corps"), EXPLOITED)
    assert refused(game, "axis", f"exploit ge_47_pz_corps {HERE}") == "12.1.4"
    game.submit("axis", "end exploitation")
    assert asked(game) == []


def _open(game: Game) -> list[str]:
    return [verb.name for verb in game.offers("axis") if not verb.free and has_line(verb)]


def test_no_blitz_in_a_0_ops_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """7.2.6."""
    shots(monkeypatch, axis=Cell(2, False), soviet=Cell(0, False))
    game = round_of(FIELD)
    attacked(game, "ge_4th_army", "ge_46_pz_corps")
    assert refused(game, "axis", "advance ge_46_pz_corps blitz") == "7.2.6"


EAGER = ("activate", "attack", "advance", "exploit")
"""What is done rather than another thing."""


@pytest.mark.parametrize("side", SIDES)
@pytest.mark.parametrize("seed", range(4))
def test_whatever_is_fought_the_map_stays_in_order(seed: int, side: str) -> None:
    """9.1.4, 10.1.6, 11.4.4, 7.5.5a: the combats of a round, orders and cards drawn by lot."""
    s, _ = start()
    s.turn, s.round, s.side, s.ops, s.lent = 12, 3, SIDES.index(side), 8, 1
    s.boxes[s.side] = [OPS_ROUND]
    lots, cards = Random(seed), {}
    for number, name in enumerate(SIDES):
        usable = [c.id for c in BOARD.cards if c.side == number and (c.attack or c.defence)]
        lots.shuffle(usable)
        once = [c for c in usable if combat.holds_for_the_round(BOARD.cards[card(c)])]
        kept = [c for c in usable if c not in once and not BOARD.cards[card(c)].asterisk][:2]
        hand = [c for c in usable if c not in kept][:5]
        cards |= {f"hand_{name}": hand, f"table_{name}": kept}

    def begin(t: T) -> Frame:
        with_cards(t, **cards)
        for name in SIDES:
            t.pos.policy |= {f"{name}:{kind}": "ask" for kind in (*WINDOWS, "chosen_loss")}
        return Half(side=side, step="mark")

    game, dice, fought, kinds = staged(s, begin), Random(seed), 0, set()
    while asked(game):
        who = asked(game)[0]
        verbs = [verb for verb in game.offers(who) if verb.blocked is None and not verb.free]
        eager = [verb for verb in verbs if verb.name in EAGER and has_line(verb)]
        line = game.sample(who, dice, eager if eager and dice.random() < 0.9 else verbs)
        kinds.add(line.split()[0])
        done = game.submit(who, line)
        fought += sum(isinstance(entry, Fought) for entry in done.entries)
        d = game.table.d
        assert not d.present[AXIS] & d.present[SOVIET]
        if not game.table.s.blitz:
            assert not overstacked(game.table.s, d, AXIS) | overstacked(game.table.s, d, SOVIET)
    assert fought > 2 and "attack" in kinds
    assert game.table.astray() == ([], [])
    held = {name: game.table.ids(f"table.{name}") for name in SIDES}
    assert all(not combat.holds_for_the_round(BOARD.cards[c]) for ids in held.values() for c in ids)
    assert not overstacked(game.table.s, game.table.d, s.side)
