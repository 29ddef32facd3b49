"""Combat Cards one by one, and the events that shift the attacks of a round (7.5.5)."""

from collections.abc import Sequence

import pytest

from engine.games.stalins_war.cards import combat
from engine.games.stalins_war.cards.combat import Clash
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import AXIS, LIMITED, OUT, SIDES, SOVIET, Card
from engine.games.stalins_war.law import fire
from engine.games.stalins_war.law.attack import Attack
from engine.games.stalins_war.law.retreat import why_not_stand
from engine.games.stalins_war.state import ADVANCED, StalinsWar
from tests.stalins_war.table import at, card, names, rule, site, table, unit, units

G = BOARD.ground
OPEN = next(
    p
    for p in range(990)
    if G.terrain[p] == 0 and G.site_at[p] < 0 and G.union >> p & 1 and len(G.foot[p]) == 6
    if all((q, p) not in G.rivers for q in G.foot[p])
)
"""Clear country without a river."""


def of(id_: str) -> Card:
    return BOARD.cards[card(id_)]


def fight(
    ours: Sequence[str],
    theirs: Sequence[str],
    target: int | str = OPEN,
    turn: int = 12,
    origin: int | None = None,
    played: Sequence[str] = (),
) -> tuple[StalinsWar, Clash]:
    """Some units attack others from one hex; the side of the first is the active player."""
    hex_ = at(target) if isinstance(target, str) else target
    near = origin if origin is not None else G.foot[hex_][0]
    ids = dict.fromkeys(ours, G.grid.ids[near]) | dict.fromkeys(theirs, G.grid.ids[hex_])
    side = SIDES[BOARD.units[unit(ours[0])].side]
    s, d = table(ids, turn=turn, side=side, played=played)
    s.attacked = [hex_]
    return s, combat.clash(s, d, Attack(hex_, units(*ours)))


def why(c: Clash, id_: str) -> str:
    return rule(combat.why_not_play(c, of(id_).side, of(id_)))


def shifts(c: Clash, *ids: str) -> tuple[int, int]:
    return combat.helps(c, [of(id_) for id_ in ids]).shifts


PZ = "ge_46_pz_corps"
ARMY = "ge_4th_army"
CORPS = "ge_43_corps"
RIFLES = "su_20r_army"
FRONT = "su_west_front"
TANKS = "su_1t_army"
MECHS = "su_7m_corps"
ALLY = "ro_mtn_corps"


# Axis, attack -----------------------------------------------------------------------------


def test_guderian() -> None:
    """clarification_axis_09, 12.1.4, 7.5.1a: a hex more, terrain ignored; until Hitler commands."""
    _, c = fight([PZ], [RIFLES], turn=6)
    assert why(c, "axis_09") == ""
    assert combat.exploitation([of("axis_09")]) == (1, True)
    _, c = fight([CORPS], [RIFLES], turn=6)
    assert why(c, "axis_09") == "7.5.5a"
    _, c = fight([PZ], [RIFLES], turn=6, played=["hitler_takes_command"])
    assert why(c, "axis_09") == "7.5.1a"


def test_kleist() -> None:
    """7.5.5a: two Panzer Corps."""
    _, c = fight([PZ, "ge_24_pz_corps"], [RIFLES])
    assert why(c, "axis_12") == "" and shifts(c, "axis_12") == (1, 0)
    _, c = fight([PZ, ARMY], [RIFLES])
    assert why(c, "axis_12") == "7.5.5a"


def test_dora() -> None:
    """clarification_axis_13, 16.2.2: no fortress, but the Trench counts; no Blitz marker by it."""
    s, c = fight([ARMY], ["su_leningrad_front"], "2517", origin=at("2518"), played=["nordlicht"])
    assert why(c, "axis_13") == ""
    helps = combat.helps(c, [of("axis_13")])
    s.trenches[SOVIET] = [at("2517")]
    ground = fire.terrain(s, units(ARMY), at("2517"), SOVIET)
    assert set(ground) == {"fortress", "trench"}
    assert set(fire.after_ignoring(ground, helps)) == {"trench"}
    assert not combat.closes_stand([of("axis_13")])
    ignored = combat.gives_no_stand([of("axis_13")])
    stands = lambda hex_: not why_not_stand(s, defenders, at(hex_), ignored=ignored)  # noqa: E731
    defenders = units("su_leningrad_front")
    assert stands("2517")
    s.trenches[SOVIET] = []
    assert not stands("2517") and why_not_stand(s, defenders, at("2517")) is None
    assert stands("1931")  # sw-52: Sevastopol's rocks stay
    s.zones = [at("2517")]
    assert stands("2517")
    s.destroyed = [at("2517")]
    assert why(c, "axis_13") == "7.5.5a"


@pytest.mark.parametrize("id_", ["axis_14", "axis_18"])
def test_luftwaffe_support_and_stuka(id_: str) -> None:
    """7.5.5a, 7.5.5e: a German attack."""
    _, c = fight([CORPS], [RIFLES], turn=10)
    assert why(c, id_) == "" and shifts(c, id_) == (1, 0)
    _, c = fight([ALLY], [RIFLES], turn=10)
    assert why(c, id_) == "7.5.5a"
    _, c = fight([CORPS], [RIFLES], turn=13)
    assert why(c, id_) == "7.5.1a"


def test_krim() -> None:
    """7.5.5a: the Crimea, the Kerch crossing, a fortress."""
    _, c = fight([ARMY], [RIFLES], "1931", origin=at("2031"))
    assert why(c, "axis_20") == "" and shifts(c, "axis_20") == (1, 0)
    _, c = fight([ARMY], [RIFLES], "2232", origin=at("2131"))
    assert why(c, "axis_20") == ""
    _, c = fight([ARMY], [RIFLES], "2517", origin=at("2518"))
    assert why(c, "axis_20") == ""
    _, c = fight([ARMY], [RIFLES])
    assert why(c, "axis_20") == "7.5.5a"


def test_brandenburgers() -> None:
    """7.5.5a: over a river, whose shift is ignored."""
    for kind in ("river", "major_river"):
        a, b = next(
            (a, b)
            for (a, b), name in G.rivers.items()
            if name == kind and G.site_at[b] < 0 and not G.caucasus >> b & 1
        )
        s, c = fight([CORPS], [RIFLES], b, origin=a)
        assert why(c, "axis_22") == ""
        ground = fire.terrain(s, units(CORPS), b, SOVIET)
        assert kind in ground
        assert kind not in fire.after_ignoring(ground, combat.helps(c, [of("axis_22")]))
    _, c = fight([CORPS], [RIFLES])
    assert why(c, "axis_22") == "7.5.5a"


def test_nebelwerfer() -> None:
    """7.5.5a: a German LCU in full supply."""
    s, c = fight([ARMY], [RIFLES])
    assert why(c, "axis_47") == "" and shifts(c, "axis_47") == (1, 0)
    s, c = fight([ARMY, CORPS], [RIFLES])
    s.supply[unit(ARMY)] = LIMITED
    assert why(c, "axis_47") == "7.5.5a"


# Axis, either -------------------------------------------------------------------------------


def test_tiger() -> None:
    """11.3.5, 11.2.1: one Soviet step more after the winner is known, his own choice."""
    for c in (fight([PZ], [RIFLES, FRONT])[1], fight([RIFLES, FRONT], [PZ])[1]):
        assert why(c, "axis_32") == ""
        [loss] = combat.extra_losses(c, [of("axis_32")])
        assert (loss.side, loss.chooser, names(loss.units)) == (SOVIET, SOVIET, {RIFLES, FRONT})
    _, c = fight([CORPS], [RIFLES])
    assert why(c, "axis_32") == "7.5.5a"


def test_panther() -> None:
    """7.5.5a: attack and defence."""
    _, c = fight([PZ], [RIFLES])
    assert why(c, "axis_35") == "" and shifts(c, "axis_35") == (1, 0)
    s, c = fight([RIFLES], [PZ])
    assert why(c, "axis_35") == "" and shifts(c, "axis_35") == (0, 1)
    s, c = fight([RIFLES], [PZ, CORPS])
    s.supply[unit(PZ)] = LIMITED
    assert why(c, "axis_35") == "7.5.5a"


def test_manstein() -> None:
    """7.5.5a: a German LCU and a Panzer Corps; both sides' fire shifts."""
    _, c = fight([ARMY, PZ], [RIFLES])
    assert why(c, "axis_46") == "" and shifts(c, "axis_46") == (1, -1)
    _, c = fight([RIFLES], [ARMY, PZ])
    assert why(c, "axis_46") == "" and shifts(c, "axis_46") == (-1, 1)
    _, c = fight([ARMY], [RIFLES])
    assert why(c, "axis_46") == "7.5.5a"


# Axis, defence ---------------------------------------------------------------------------------


def test_kampfgruppe() -> None:
    """clarification_axis_11: once the last SCU step in the hex is lost."""
    s, c = fight([FRONT], [CORPS, PZ, ARMY])
    assert why(c, "axis_11") == ""
    lost = units(CORPS, PZ)
    s.step[lost[0]] = 0
    assert combat.revives(c, lost[:1]) == []
    s.step[lost[1]] = 0
    assert set(combat.revives(c, lost)) == set(lost)
    _, c = fight([FRONT], [ALLY])
    assert why(c, "axis_11") == "7.5.5a"


def test_fuehrers_firemen() -> None:
    """7.5.5b: with the first attack of a round on Panzers; it holds for all such attacks."""
    s, c = fight([FRONT], [PZ])
    assert why(c, "axis_36") == "" and shifts(c, "axis_36") == (-1, 1)
    s.panzers_hit = True
    assert why(c, "axis_36") == "7.5.5a"
    s.in_round = [card("axis_36")]
    assert shifts(c) == (-1, 1)
    s, c = fight([FRONT], [CORPS])
    s.in_round = [card("axis_36")]
    assert why(c, "axis_36") == "7.5.5a" and shifts(c) == (0, 0)


def test_model() -> None:
    """7.5.5a: a German LCU defends."""
    _, c = fight([FRONT], [ARMY])
    assert why(c, "axis_37") == "" and shifts(c, "axis_37") == (-1, 0)
    _, c = fight([FRONT], [PZ])
    assert why(c, "axis_37") == "7.5.5a"


def test_panzerfaust() -> None:
    """11.3.5: an attacking tank or mech unit of the Axis's choice loses a step."""
    s, c = fight([TANKS, RIFLES, MECHS], [CORPS])
    assert why(c, "axis_41") == ""
    [loss] = combat.extra_losses(c, [of("axis_41")])
    assert (loss.chooser, names(loss.units)) == (AXIS, {TANKS, MECHS})
    s.step[unit(TANKS)] = 0
    [loss] = combat.extra_losses(c, [of("axis_41")])
    assert names(loss.units) == {MECHS}
    _, c = fight([RIFLES], [CORPS])
    assert why(c, "axis_41") == "7.5.5a"


def test_heinrici() -> None:
    """11.4.3: Germans stand in any terrain."""
    _, c = fight([FRONT], [CORPS])
    assert why(c, "axis_42") == "" and shifts(c, "axis_42") == (-1, 0)
    assert combat.opens_stand([of("axis_42")])
    _, c = fight([FRONT], [ALLY])
    assert why(c, "axis_42") == "7.5.5a"


def test_sleighride() -> None:
    """clarification_axis_50, 7.5.5b: with the first attack of the round; it holds for all."""
    s, c = fight([FRONT], [CORPS])
    assert why(c, "axis_50") == ""
    s.attacked.append(at("2722"))
    assert why(c, "axis_50") == "7.5.5a"
    assert combat.holds_for_the_round(of("axis_50"))


# Soviet, attack ----------------------------------------------------------------------------------


@pytest.mark.parametrize(("id_", "right"), [("soviet_18", 1), ("soviet_50", 2)])
def test_katyusha_and_god_of_war(id_: str, right: int) -> None:
    """7.5.5a: an LCU in full supply."""
    s, c = fight([FRONT, RIFLES], [CORPS])
    assert why(c, id_) == "" and shifts(c, id_) == (right, 0)
    s.supply[unit(FRONT)] = OUT
    assert why(c, id_) == "7.5.5a"


def test_sturmovik() -> None:
    """7.5.5b: with the first attack; every attack of the round."""
    s, c = fight([RIFLES], [CORPS])
    assert why(c, "soviet_21") == "" and shifts(c, "soviet_21") == (1, 0)
    s.attacked.append(at("2722"))
    assert why(c, "soviet_21") == "7.5.5a"
    s.in_round = [card("soviet_21")]
    assert shifts(c) == (1, 0)
    assert shifts(c, "soviet_21") == (1, 0)  # not twice in the combat in which it is played


def test_operation_uranus() -> None:
    """7.5.5b: two where no German defends."""
    _, c = fight([RIFLES], [CORPS, ALLY])
    assert why(c, "soviet_22") == "" and shifts(c, "soviet_22") == (1, 0)
    _, c = fight([RIFLES], [ALLY])
    assert shifts(c, "soviet_22") == (2, 0)


def test_josef_stalin_tanks() -> None:
    """7.5.5a: up to two columns of trench, Festung, fortress and city."""
    s, c = fight([FRONT], [CORPS], "1521", origin=G.foot[at("1521")][0], turn=15)
    assert why(c, "soviet_42") == ""
    s.festungs, s.trenches[AXIS] = [at("1521")], [at("1521")]
    ground = fire.terrain(s, units(FRONT), at("1521"), AXIS)
    walls = {name: ground[name] for name in ("city", "festung", "trench")}
    assert walls == {"city": 1, "festung": 1, "trench": 1}
    left = fire.after_ignoring(walls, combat.helps(c, [of("soviet_42")]))
    assert sum(left.values()) == 1
    _, c = fight([FRONT], [CORPS])
    assert why(c, "soviet_42") == "7.5.5a"


def test_penal_battalions() -> None:
    """11.3.5: one Soviet step less, after the winner is known."""
    _, c = fight([RIFLES], [CORPS])
    assert why(c, "soviet_43") == ""
    assert combat.cancelled_losses([of("soviet_43")]) == 1
    _, c = fight([CORPS], [RIFLES])
    assert why(c, "soviet_43") == "7.5.5a"


def test_rokossovsky() -> None:
    """11.4.2: who retreats, retreats two hexes."""
    _, c = fight([RIFLES], [CORPS])
    assert why(c, "soviet_44") == "" and shifts(c, "soviet_44") == (1, 0)
    assert combat.retreat_hexes([of("soviet_44")], 1) == 2
    assert combat.retreat_hexes([], 1) == 1


def test_konev() -> None:
    """11.4.3: no No Retreat option."""
    _, c = fight([RIFLES], [CORPS])
    assert why(c, "soviet_45") == ""
    assert combat.closes_stand([of("soviet_45")])
    assert not combat.closes_stand([])


def test_vatutin() -> None:
    """12.1.4: a hex more by this combat's marker; terrain halts as ever."""
    _, c = fight([TANKS], [CORPS])
    assert why(c, "soviet_46") == ""
    assert combat.exploitation([of("soviet_46")]) == (1, False)


# Soviet, either --------------------------------------------------------------------------------


@pytest.mark.parametrize(("id_", "mechs"), [("soviet_14", ""), ("soviet_41", "7.5.5a")])
def test_t_34_and_t_34_85(id_: str, mechs: str) -> None:
    """7.5.5a: tanks in full supply, for the first also Mech Corps."""
    _, c = fight([TANKS], [CORPS])
    assert why(c, id_) == "" and shifts(c, id_) == (1, 0)
    _, c = fight([CORPS], [TANKS])
    assert why(c, id_) == "" and shifts(c, id_) == (0, 1)
    _, c = fight([MECHS], [CORPS])
    assert why(c, id_) == mechs
    _, c = fight([RIFLES], [CORPS])
    assert why(c, id_) == "7.5.5a"
    for tanks in (TANKS, MECHS):
        s, c = fight([tanks, RIFLES], [CORPS])
        s.supply[unit(tanks)] = OUT
        assert why(c, id_) == "7.5.5a"


def test_chuikov() -> None:
    """7.5.5a: in a city, fortress or Festung."""
    place = site("smolensk")
    _, c = fight([CORPS], [RIFLES], place)
    assert why(c, "soviet_55") == "" and shifts(c, "soviet_55") == (0, 1)
    s, c = fight([RIFLES], [CORPS])
    assert why(c, "soviet_55") == "7.5.5a"
    s.festungs = [OPEN]
    assert why(c, "soviet_55") == ""


# Soviet, defence ---------------------------------------------------------------------------------


def test_not_one_step_back() -> None:
    """11.4.3: the No Retreat option in any terrain."""
    _, c = fight([CORPS], [RIFLES])
    assert why(c, "soviet_15") == ""
    assert combat.opens_stand([of("soviet_15")])
    _, c = fight([RIFLES], [CORPS])
    assert why(c, "soviet_15") == "7.5.5a"


def test_katukovs_tanks() -> None:
    """clarification_soviet_24, 11.3.5: the Soviet player says which Panzer Corps loses a step."""
    _, c = fight([PZ, ARMY], [RIFLES])
    assert why(c, "soviet_24") == ""
    [loss] = combat.extra_losses(c, [of("soviet_24")])
    assert (loss.side, loss.chooser, names(loss.units)) == (AXIS, SOVIET, {PZ})
    _, c = fight([ARMY], [RIFLES])
    assert why(c, "soviet_24") == "7.5.5a"


def test_night_witches() -> None:
    """7.5.5a: Axis fire a column left."""
    _, c = fight([ARMY], [RIFLES])
    assert why(c, "soviet_25") == "" and shifts(c, "soviet_25") == (-1, 0)


def test_pakfront() -> None:
    """11.3.5, 11.2.1: a Panzer Corps of the Axis's choice, and no Blitz marker in the hex."""
    s, c = fight([PZ, ARMY], [RIFLES])
    assert why(c, "soviet_49") == "7.5.5a"
    s.trenches[SOVIET] = [OPEN]
    assert why(c, "soviet_49") == ""
    for defenders in ([FRONT], [RIFLES, FRONT]):
        _, c = fight([PZ, ARMY], defenders)
        assert why(c, "soviet_49") == ""
    [loss] = combat.extra_losses(c, [of("soviet_49")])
    assert (loss.chooser, names(loss.units)) == (AXIS, {PZ})
    assert combat.forbids_blitz([of("soviet_49")]) and not combat.forbids_blitz([])


# all of them ---------------------------------------------------------------------------------


def test_every_combat_card_has_a_condition() -> None:
    """2.3.2, 7.5.5a: 33 of them, and no event among them."""
    cards = [c.event for c in BOARD.cards if c.attack or c.defence]
    assert len(cards) == 33
    assert set(cards) == set(combat._FITS)


def test_cards_of_the_other_side_and_events() -> None:
    """7.5.5a: nobody plays them in a combat; the attacker's are his alone."""
    _, c = fight([CORPS], [RIFLES], turn=10)
    assert rule(combat.why_not_play(c, SOVIET, of("axis_18"))) == "7.5.5a"
    assert rule(combat.why_not_play(c, AXIS, of("axis_04"))) == "7.5.5a"
    assert why(c, "axis_37") == "7.5.5a"


def test_no_cards_for_who_is_out_of_supply() -> None:
    """13.3.4, 13.2.4, 24.0: if all his units are; fortress supply serves a defender."""
    s, c = fight([CORPS, PZ], [RIFLES], turn=10)
    s.supply[unit(CORPS)] = OUT
    assert why(c, "axis_18") == ""
    s.supply[unit(PZ)] = LIMITED
    assert why(c, "axis_18") == "13.3.4"
    s.supply[unit(RIFLES)] = LIMITED
    assert why(c, "soviet_25") == ""
    s.supply[unit(RIFLES)] = OUT
    assert why(c, "soviet_25") == "13.3.4"


def test_which_cards_are_kept() -> None:
    """7.5.5b, 7.5.5c, 2.3.3, 7.5.1c: after a win; none with an asterisk or for the round."""
    assert combat.kept(of("axis_18"), won=True)
    assert not combat.kept(of("axis_18"), won=False)
    assert not combat.kept(of("axis_13"), won=True)
    for event in combat.FIRST_ATTACK:
        id_ = next(c.id for c in BOARD.cards if c.event == event)
        assert not combat.kept(of(id_), won=True)


def test_events_that_shift_the_attacks_of_a_round() -> None:
    """7.5.1a: Taifun, Nordlicht, Blau, Backhand Blow, Spring Awakening, Bagration, To Berlin!"""

    def shifted(ours, theirs, target, id_):  # type: ignore[no-untyped-def]
        s, c = fight(ours, theirs, target)
        s.in_round = [card(id_)]
        return shifts(c)[0]

    assert shifted([CORPS], [RIFLES], OPEN, "axis_04") == 1
    assert shifted([ALLY], [RIFLES], OPEN, "axis_04") == 0
    assert shifted([CORPS], [RIFLES], "2517", "axis_05") == 1
    assert shifted([CORPS], [RIFLES], "2518", "axis_05") == 0
    assert shifted([CORPS], [RIFLES], "2525", "axis_06") == 1
    assert shifted([CORPS], [RIFLES], "2524", "axis_06") == 0
    assert shifted([CORPS], [RIFLES], OPEN, "axis_51") == 0
    assert shifted(["ge_2_ss_pz_corps"], [RIFLES], OPEN, "axis_51") == 1
    assert shifted(["ge_2_ss_pz_corps", CORPS], [RIFLES], OPEN, "axis_51") == 1
    assert shifted([CORPS], [RIFLES], "1026", "axis_51") == 1
    assert shifted([RIFLES], [CORPS], OPEN, "soviet_34") == 1
    assert shifted([RIFLES], [CORPS], "1220", "soviet_54") == 1
    assert shifted([RIFLES], [CORPS], OPEN, "soviet_54") == 0
    s, c = fight([CORPS], [RIFLES])
    s.in_round = [card("axis_33")]
    assert shifts(c)[0] == 0
    s.flags[unit(RIFLES)] = ADVANCED
    assert shifts(c)[0] == 1


def test_cards_and_terrain_in_one_column() -> None:
    """11.2.1: a card's shift is one among the others."""
    s, c = fight([ARMY], [RIFLES])
    _, d = table({ARMY: G.grid.ids[G.foot[OPEN][0]], RIFLES: G.grid.ids[OPEN]}, turn=12)
    ours, _ = fire.fires(s, d, units(ARMY), OPEN, combat.helps(c, [of("axis_47")]))
    assert dict(ours.shifts) == {"cards": 1}
    assert ours.column == ours.base + 1


def test_combat_cards_are_a_sides_own() -> None:
    """7.5.5a: an event is none, nor is the other side's."""
    _, c = fight([PZ, ARMY], [FRONT], played=["hitler_takes_command"])
    for it in BOARD.cards:
        for side in (AXIS, SOVIET):
            said = combat.why_not_fit(c, side, it)
            none = said is not None and said.text.startswith("It is no Combat Card")
            assert none == (it.side != side or not (it.attack or it.defence)), it.id
