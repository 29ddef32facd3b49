"""Each Combat Card in a combat, by order lines (7.5.5)."""

from collections.abc import Callable

import pytest

from engine.games.stalins_war.cards.clash import FIRST, REVIVE, WINDOWS
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    ELIMINATED,
    SIDES,
    SOVIET,
)
from engine.games.stalins_war.law.advance import exploit_hexes
from engine.games.stalins_war.rules import RULES
from engine.games.stalins_war.state import RETREATED, StalinsWar, has
from tests.stalins_war.field import (
    ALLY,
    ARMY,
    CORPS,
    FROM,
    FRONT,
    MECHS,
    PANZER,
    RIFLES,
    TANKS,
    Field,
    hit,
    trench,
)
from tests.stalins_war.staged import asked, refused
from tests.stalins_war.table import at, card, unit
from tests.stalins_war.test_battles import HERE, ROUND

# cards that shift fire -----------------------------------------------------------------------

PANZERS = [PANZER, "ge_24_pz_corps"]


@pytest.mark.parametrize(
    ("id_", "ours", "theirs", "turn", "shifts"),
    [
        pytest.param("axis_12", PANZERS, [FRONT], 12, (1, 0), id="kleist"),
        pytest.param("axis_14", [CORPS], [FRONT], 10, (1, 0), id="luftwaffe_support"),
        pytest.param("axis_18", [CORPS], [FRONT], 10, (1, 0), id="stuka"),
        pytest.param("axis_35", [PANZER], [FRONT], 12, (1, 0), id="panther"),
        pytest.param("axis_46", [PANZER, ARMY], [FRONT], 12, (1, -1), id="manstein"),
        pytest.param("axis_47", [ARMY], [FRONT], 12, (1, 0), id="nebelwerfer"),
        pytest.param("soviet_14", [TANKS], [CORPS], 12, (1, 0), id="t_34"),
        pytest.param("soviet_18", [FRONT], [CORPS], 12, (1, 0), id="katyusha"),
        pytest.param("soviet_21", [RIFLES], [CORPS], 12, (1, 0), id="sturmovik"),
        pytest.param("soviet_22", [RIFLES], [CORPS], 12, (1, 0), id="operation_uranus"),
        pytest.param("soviet_41", [TANKS], [CORPS], 12, (1, 0), id="t_34_85"),
        pytest.param("soviet_44", [RIFLES], [CORPS], 12, (1, 0), id="rokossovsky"),
        pytest.param("soviet_50", [FRONT], [CORPS], 12, (2, 0), id="god_of_war"),
    ],
)
def test_attackers_cards_that_shift(
    monkeypatch: pytest.MonkeyPatch,
    id_: str,
    ours: list[str],
    theirs: list[str],
    turn: int,
    shifts: tuple[int, int],
) -> None:
    """7.5.5a, 11.2.1: they are named with the attack."""
    side = BOARD.cards[card(id_)].side
    field = Field(monkeypatch, ours, theirs, {f"hand_{SIDES[side]}": [id_]}, turn=turn)
    field.attack(*ours, play=id_)
    assert field.shifts() == shifts


@pytest.mark.parametrize(
    ("id_", "ours", "theirs", "shifts"),
    [
        pytest.param("axis_35", [FRONT], [PANZER], (0, 1), id="panther"),
        pytest.param("axis_37", [FRONT], [ARMY], (-1, 0), id="model"),
        pytest.param("axis_42", [FRONT], [CORPS], (-1, 0), id="heinrici"),
        pytest.param("axis_46", [FRONT], [ARMY, PANZER], (-1, 1), id="manstein"),
        pytest.param("soviet_14", [ARMY], [MECHS], (0, 1), id="t_34"),
        pytest.param("soviet_25", [ARMY], [FRONT], (-1, 0), id="night_witches"),
        pytest.param("soviet_41", [ARMY], [TANKS], (0, 1), id="t_34_85"),
    ],
)
def test_defenders_cards_that_shift(
    monkeypatch: pytest.MonkeyPatch,
    id_: str,
    ours: list[str],
    theirs: list[str],
    shifts: tuple[int, int],
) -> None:
    """7.5.5a, 11.2.1: they are played in the window."""
    side = SIDES[BOARD.cards[card(id_)].side]
    field = Field(monkeypatch, ours, theirs, {f"hand_{side}": [id_]})
    field.attack(*ours)
    field.answer(f"play {id_}")
    assert field.shifts() == shifts


def ground(field: Field) -> set[str]:
    """What shifts the attacker's fire."""
    [fire] = [fire for fire in field.fires if fire.side == field.s.side]
    return {name for name, _ in fire.shifts}


def test_krim(monkeypatch: pytest.MonkeyPatch) -> None:
    """7.5.5a: in the Crimea."""
    cards = {"hand_axis": ["axis_20"]}
    field = Field(monkeypatch, [ARMY], [RIFLES], cards, here="1931", start="2031")
    field.attack(ARMY, play="axis_20")
    assert field.shifts() == (1, 0)


def test_brandenburgers(monkeypatch: pytest.MonkeyPatch) -> None:
    """7.5.5a: the river is no shift."""
    for play, rivers in (("", {"river"}), ("axis_22", set())):
        cards = {"hand_axis": ["axis_22"]}
        field = Field(monkeypatch, [CORPS], [RIFLES], cards, here="1723", start="1623")
        field.attack(CORPS, play=play)
        assert ground(field) & {"river"} == rivers


def test_dora(monkeypatch: pytest.MonkeyPatch) -> None:
    """clarification_axis_13, 11.4.3: the fortress is ignored, a Trench is not."""

    def dug_in(s: StalinsWar) -> None:
        s.trenches[SOVIET] = [at("2517")]
        s.lifted = ["nordlicht"]

    def bare(s: StalinsWar) -> None:
        s.lifted = ["nordlicht"]

    def besieged(change: Callable[[StalinsWar], None]) -> Field:
        theirs = ["su_leningrad_front", RIFLES]
        field = Field(monkeypatch, [ARMY], theirs, {"hand_axis": ["axis_13"]}, change=change,
                      rolled=hit(0, 1), here="2517", start="2518")  # fmt: skip
        field.attack(ARMY, play="axis_13")
        return field

    field = besieged(dug_in)
    assert "fortress" not in ground(field) and "trench" in ground(field)
    assert asked(field.game) == ["soviet"]  # it may stand in the Trench
    field = besieged(bare)
    assert "fortress" not in ground(field)
    assert field.s.place[unit("su_leningrad_front")] != at("2517")
    assert field.pile("removed.axis") == ["axis_13"]


def test_josef_stalin_tanks(monkeypatch: pytest.MonkeyPatch) -> None:
    """7.5.5a: a Trench is no shift."""
    for play, works in (("", {"trench"}), ("soviet_42", set())):
        cards = {"hand_soviet": ["soviet_42"]}
        field = Field(monkeypatch, [FRONT], [CORPS], cards, change=trench(AXIS))
        field.attack(FRONT, play=play)
        assert ground(field) & {"trench"} == works


def test_chuikov(monkeypatch: pytest.MonkeyPatch) -> None:
    """7.5.5a: in a city."""
    place = BOARD.ground.site("smolensk").place
    here, near = BOARD.ground.grid.ids[place], BOARD.ground.grid.ids[BOARD.ground.foot[place][0]]
    cards = {"hand_soviet": ["soviet_55"]}
    field = Field(monkeypatch, [ARMY], [RIFLES], cards, here=here, start=near)
    field.attack(ARMY)
    field.answer("play soviet_55")
    assert field.shifts() == (0, 1)


# cards for a whole round -----------------------------------------------------------------------


def test_sturmovik_holds_for_the_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """7.5.5b: for every attack, lost or won, and with the first one alone; then it goes."""
    cards = {"hand_soviet": ["soviet_21"]}
    others = {"ge_46_pz_corps": ROUND[1]}
    field = Field(monkeypatch, [RIFLES, FRONT], [CORPS], cards, rolled=hit(1, 0), others=others)
    field.attack(RIFLES, play="soviet_21")
    assert field.pile("table.soviet") == ["soviet_21"]
    field.fires.clear()
    field.order(f"attack {ROUND[1]} with {FRONT}")
    assert field.shifts() == (1, 0)
    field.order("end combat")
    assert field.pile("table.soviet") == [] and field.pile("discard.soviet") == ["soviet_21"]


def test_operation_uranus_lets_mech_corps_exploit(monkeypatch: pytest.MonkeyPatch) -> None:
    """12.1.1, 7.5.5b: from this moment on."""
    field = Field(monkeypatch, [MECHS], [ALLY], {"hand_soviet": ["soviet_22"]}, rolled=hit(0, 2))
    field.attack(MECHS, play="soviet_22")
    assert field.shifts() == (2, 0)  # no German defends
    field.order(f"advance {MECHS} blitz")
    field.order("end combat")
    assert "exploit" in field.open()


def test_fuehrers_firemen(monkeypatch: pytest.MonkeyPatch) -> None:
    """7.5.5b: in all Soviet attacks of the round on Panzers, from the first one on."""
    others = {"ge_24_pz_corps": ROUND[1]}
    cards = {"hand_axis": ["axis_36"]}
    field = Field(monkeypatch, [RIFLES, FRONT], [PANZER], cards, rolled=hit(1, 0), others=others)
    field.attack(RIFLES)
    field.answer("play axis_36")
    assert field.shifts() == (-1, 1) and field.pile("table.axis") == ["axis_36"]
    field.fires.clear()
    field.order(f"attack {ROUND[1]} with {FRONT}")
    assert field.shifts() == (-1, 1)
    field.order("end combat")
    assert field.pile("discard.axis") == ["axis_36"]


def test_sleighride(monkeypatch: pytest.MonkeyPatch) -> None:
    """clarification_axis_50, 7.5.5b: they go back a hex, the attack is off, nobody advances."""
    cards = {"hand_axis": ["axis_50"], "hand_soviet": ["soviet_18"]}
    others = {"ge_24_pz_corps": ROUND[1]}
    field = Field(monkeypatch, [RIFLES, FRONT], [CORPS], cards, others=others)
    field.attack(FRONT, play="soviet_18")
    field.answer("play axis_50")
    field.answer("withdraw")
    assert has(field.s, unit(CORPS), RETREATED) and field.s.place[unit(CORPS)] != at(HERE)
    assert not field.fires and "advance" not in field.open()
    assert field.pile("hand.soviet") == ["soviet_18"]
    assert refused(field.game, "soviet", f"attack {HERE} with {RIFLES}") == "11.1.4"
    field.order(f"attack {ROUND[1]} with {RIFLES}")
    field.answer("hold")  # in each attack of the round it is the Axis's to say
    assert field.fires and field.pile("discard.axis") == ["axis_50"]


def test_sleighride_by_default(monkeypatch: pytest.MonkeyPatch) -> None:
    """clarification_axis_50: under auto the armed card is played, and who can withdraws."""
    policies = dict.fromkeys(WINDOWS, "auto")
    field = Field(monkeypatch, [FRONT], [CORPS], {"hand_axis": ["axis_50"]}, policies=policies)
    field.game.submit("axis", f"arm axis_50 at {FIRST}")
    field.attack(FRONT)
    assert field.s.place[unit(CORPS)] != at(HERE) and not field.fires


# cards that take and give steps ----------------------------------------------------------------


def test_tiger(monkeypatch: pytest.MonkeyPatch) -> None:
    """11.3.5, 11.2.1: the Soviets lose a step more, and it doesn't make the winner."""
    field = Field(monkeypatch, [PANZER], [FRONT, RIFLES], {"hand_axis": ["axis_32"]},
                  rolled=hit(1, 1), policies=dict.fromkeys(WINDOWS, "auto"))  # fmt: skip
    before = field.s.step[unit(FRONT)], field.s.step[unit(RIFLES)]
    field.attack(PANZER, play="axis_32")
    after = field.s.step[unit(FRONT)], field.s.step[unit(RIFLES)]
    assert sum(before) - sum(after) == 2 and before[0] - after[0] == 1
    field = Field(monkeypatch, [FRONT], [PANZER], {"hand_axis": ["axis_32"]}, rolled=hit(0, 0))
    field.attack(FRONT)
    field.answer("play axis_32")
    assert field.s.step[unit(FRONT)] == BOARD.units[unit(FRONT)].full - 1
    assert field.s.place[unit(PANZER)] == at(HERE)


def test_katukovs_tanks(monkeypatch: pytest.MonkeyPatch) -> None:
    """clarification_soviet_24: the Soviet player names the Panzer Corps."""
    cards = {"hand_soviet": ["soviet_24"]}
    field = Field(monkeypatch, PANZERS, [FRONT], cards, rolled=hit(0, 0),
                  policies={"chosen_loss": "ask"})  # fmt: skip
    field.attack(*PANZERS)
    field.answer("play soviet_24")
    assert asked(field.game) == ["soviet"]
    assert refused(field.game, "soviet", f"hit {FRONT}") == "11.3.5"
    field.answer(f"hit {PANZERS[1]}")
    assert field.s.step[unit(PANZERS[1])] == BOARD.units[unit(PANZERS[1])].full - 1


def test_no_second_step_by_a_card(monkeypatch: pytest.MonkeyPatch) -> None:
    """11.3.2: none while another unit has lost none; then the card takes nothing (sw-49)."""
    for with_army, left in ((True, 1), (False, 2)):
        ours = [PANZER, ARMY] if with_army else [PANZER]
        field = Field(monkeypatch, ours, [FRONT], {"hand_soviet": ["soviet_24"]}, rolled=hit(1, 0))
        field.attack(*ours)
        field.answer("play soviet_24")
        assert field.s.step[unit(PANZER)] == BOARD.units[unit(PANZER)].full - left


def test_panzerfaust(monkeypatch: pytest.MonkeyPatch) -> None:
    """11.3.5: the Axis names a tank or mech unit; by default the dearest."""
    cards = {"hand_axis": ["axis_41"]}
    field = Field(monkeypatch, [TANKS, RIFLES], [CORPS], cards, rolled=hit(0, 0))
    before = field.s.step[unit(TANKS)]
    field.attack(TANKS, RIFLES)
    field.answer("play axis_41")
    assert field.s.step[unit(TANKS)] == before - 1


def test_pakfront(monkeypatch: pytest.MonkeyPatch) -> None:
    """11.3.5, 11.2.1: the Axis names the Panzer Corps, and places no Blitz marker."""
    cards = {"hand_soviet": ["soviet_49"]}
    field = Field(monkeypatch, PANZERS, [FRONT], cards, rolled=hit(0, 2))
    field.attack(*PANZERS)
    field.answer("play soviet_49")
    assert asked(field.game) == ["axis"]
    field.order(f"hit {PANZERS[0]}")
    assert field.s.step[unit(PANZERS[0])] == BOARD.units[unit(PANZERS[0])].full - 1
    assert refused(field.game, "axis", f"advance {PANZERS[1]} blitz") == "7.5.5a"


def test_penal_battalions(monkeypatch: pytest.MonkeyPatch) -> None:
    """11.3.5: a step is not lost, whoever has won; a lost unit is back where it stood (sw-51)."""
    cards = {"hand_soviet": ["soviet_43"]}
    field = Field(monkeypatch, [RIFLES, FRONT], [CORPS], cards, rolled=hit(2, 1))
    before = [*field.s.step]
    field.attack(RIFLES, FRONT, play="soviet_43")
    while "lose" in field.open():
        field.order(f"lose {RIFLES}")
    assert refused(field.game, "soviet", f"spare {CORPS}") == "11.3.5"
    field.order(f"spare {RIFLES}")
    s = field.s
    assert s.step[unit(RIFLES)] == before[unit(RIFLES)] and s.place[unit(RIFLES)] == at(FROM)
    assert s.step[unit(FRONT)] == before[unit(FRONT)] - 1
    assert field.pile("discard.soviet") == ["soviet_43"]  # the Loss Numbers count: he has lost


def test_penal_battalions_bring_back_a_lost_unit(monkeypatch: pytest.MonkeyPatch) -> None:
    """11.3.5: with its supply and its place (sw-51)."""
    cards = {"hand_soviet": ["soviet_43"]}
    field = Field(monkeypatch, [f"{RIFLES}/1"], [CORPS], cards, rolled=hit(1, 0))
    field.attack(RIFLES, play="soviet_43")
    s = field.s
    assert s.place[unit(RIFLES)] == at(FROM) and s.step[unit(RIFLES)] == 1
    assert field.game.check() == []


def test_kampfgruppe(monkeypatch: pytest.MonkeyPatch) -> None:
    """clarification_axis_11: a small unit comes back and has to retreat; the loss counts."""
    cards = {"hand_axis": ["axis_11"]}
    field = Field(monkeypatch, [FRONT], [f"{CORPS}/1"], cards, rolled=hit(0, 1))
    field.attack(FRONT)
    assert field.s.place[unit(CORPS)] == ELIMINATED[AXIS]
    field.answer(f"revive {CORPS}")
    s = field.s
    assert s.step[unit(CORPS)] == 1 and has(s, unit(CORPS), RETREATED)
    assert field.pile("discard.axis") == ["axis_11"]
    field = Field(monkeypatch, [FRONT], [CORPS], cards, rolled=hit(0, 0))
    field.attack(FRONT)
    assert field.fires  # nobody is asked: a small unit is left


def test_kampfgruppe_comes_when_it_is_armed(monkeypatch: pytest.MonkeyPatch) -> None:
    """clarification_axis_11."""
    policies = dict.fromkeys(WINDOWS, "auto")
    cards = {"hand_axis": ["axis_11"]}
    field = Field(monkeypatch, [FRONT], [f"{CORPS}/1"], cards, rolled=hit(0, 1), policies=policies)
    field.game.submit("axis", f"arm axis_11 at {REVIVE}")
    field.attack(FRONT)
    assert field.s.step[unit(CORPS)] == 1


# retreats, exploitation --------------------------------------------------------------------------


def test_rokossovsky(monkeypatch: pytest.MonkeyPatch) -> None:
    """11.4.2: they retreat two hexes, by a difference of one."""
    cards = {"hand_soviet": ["soviet_44"]}
    grid = BOARD.ground.grid
    for play, hexes in (("", 1), ("soviet_44", 2)):
        field = Field(monkeypatch, [FRONT], [ARMY], cards, rolled=hit(0, 1))
        field.attack(FRONT, play=play)
        assert grid.distance(field.s.place[unit(ARMY)], at(HERE)) == hexes


def test_konev(monkeypatch: pytest.MonkeyPatch) -> None:
    """11.4.3: nobody stands, in a Trench neither."""
    cards = {"hand_soviet": ["soviet_45"]}
    for play, asks in (("", ["axis"]), ("soviet_45", [])):
        field = Field(monkeypatch, [FRONT], [ARMY], cards, rolled=hit(0, 1), change=trench(AXIS))
        field.attack(FRONT, play=play)
        assert [side for side in asked(field.game) if side == "axis"] == asks


def test_heinrici_against_konev(monkeypatch: pytest.MonkeyPatch) -> None:
    """11.4.3: opened in any terrain; Konev closes it all the same (sw-52)."""
    cards = {"hand_soviet": ["soviet_45"], "hand_axis": ["axis_42"]}
    for play, stands in (("", True), ("soviet_45", False)):
        field = Field(monkeypatch, [FRONT], [ARMY], cards, rolled=hit(0, 1))
        field.attack(FRONT, play=play)
        field.answer("play axis_42")
        assert (asked(field.game) == ["axis"]) == stands


def test_not_one_step_back(monkeypatch: pytest.MonkeyPatch) -> None:
    """11.4.3: in open country, at the usual price."""
    cards = {"hand_soviet": ["soviet_15"]}
    field = Field(monkeypatch, [ARMY], [FRONT, RIFLES], cards, rolled=hit(0, 1))
    field.attack(ARMY)
    field.answer("play soviet_15")
    field.answer(f"stand {FRONT}")
    assert field.s.place[unit(FRONT)] == field.s.place[unit(RIFLES)] == at(HERE)
    assert field.pile("discard.soviet") == ["soviet_15"]


@pytest.mark.parametrize(
    ("id_", "ours", "theirs", "free"),
    [
        pytest.param("axis_09", PANZER, RIFLES, 1, id="guderian"),
        pytest.param("soviet_46", TANKS, CORPS, 0, id="vatutin"),
    ],
)
def test_cards_for_exploitation(
    monkeypatch: pytest.MonkeyPatch, id_: str, ours: str, theirs: str, free: int
) -> None:
    """12.1.4, clarification_axis_09: a hex more by this marker."""
    side = SIDES[BOARD.cards[card(id_)].side]
    cards = {f"hand_{side}": [id_]}
    reached = []
    for play in ("", id_):
        field = Field(monkeypatch, [ours], [theirs], cards, turn=6, rolled=hit(0, 2))
        field.attack(ours, play=play)
        field.order(f"advance {ours} blitz")
        assert field.s.haste == ([[at(HERE), 1, free]] if play else [])
        reached.append(exploit_hexes(field.s, unit(ours)))
    assert reached[1] == reached[0] + 1


def test_the_rules_name_all_that_is_asked() -> None:
    """7.5.5a: every window has a default and a sentence."""
    assert set(WINDOWS) <= set(RULES.policies) and set(RULES.policies) <= set(RULES.questions)
