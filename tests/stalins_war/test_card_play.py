"""Combat Cards by order lines: who is asked, and what becomes of them (7.5.5)."""

import pytest

from engine.core.entries import Played
from engine.games.stalins_war.cards.clash import COMBAT, FIRST, MINOR, WINDOWS, kind_of
from engine.games.stalins_war.data.facts import (
    OUT,
    SOVIET,
    Cell,
)
from engine.games.stalins_war.play.battle import Battle
from engine.games.stalins_war.show.preview import preview
from engine.games.stalins_war.state import StalinsWar
from tests.stalins_war.field import ARMY, CORPS, FRONT, PANZER, RIFLES, Field, hit, trench
from tests.stalins_war.staged import asked, refused
from tests.stalins_war.table import at, card, table, unit
from tests.stalins_war.test_battles import HERE, ROUND
from tests.stalins_war.test_combat import G
from tests.stalins_war.test_retreats import scene

# who is asked ---------------------------------------------------------------------------------


def test_the_attacker_first_then_the_defender(monkeypatch: pytest.MonkeyPatch) -> None:
    """7.5.5a, 11.2.1: the attacker's are open when the defender is asked."""
    cards = {"hand_axis": ["axis_12", "axis_35"], "hand_soviet": ["soviet_25", "soviet_15"]}
    field = Field(monkeypatch, [ARMY, PANZER], [FRONT], cards)
    assert refused(field.game, "axis", f"attack {HERE} with {ARMY} play axis_35") == "7.5.5a"
    assert refused(field.game, "axis", f"attack {HERE} with {PANZER} play axis_12") == "7.5.5a"
    assert refused(field.game, "axis", f"attack {HERE} with {PANZER} play axis_18") == "7.5.5a"
    field.attack(ARMY, PANZER, play="axis_35")
    assert asked(field.game) == ["soviet"] and not field.fires
    assert field.pile("table.axis") == ["axis_35"]
    [now] = field.game.pending()
    assert now.prompt.endswith("Fire: Axis 8 on LCU 9-11, Soviet 3 on LCU 3.")
    with_it = preview(field.game.table, ["play", "soviet_25"]).lines
    assert with_it != preview(field.game.table, ["play", "soviet_15"]).lines
    field.answer("play soviet_25")
    assert asked(field.game) == ["soviet"]  # for the other one too
    assert preview(field.game.table, ["play", "soviet_15"]).lines == with_it  # what is used counts
    field.answer("pass")
    assert field.shifts() == (0, 0)  # one right by the Panthers, one left by the Night Witches


def test_a_combat_that_matters_has_its_own_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """7.5.5a: an LCU, a star, a city, a fortress, or a card of the attacker."""
    cards = {"hand_axis": ["axis_35"], "hand_soviet": ["soviet_25"]}
    for ours, theirs, play, count in (
        ([ARMY], [RIFLES], "", []),
        ([ARMY], [FRONT], "", ["soviet"]),
        ([PANZER], [RIFLES], "axis_35", ["soviet"]),
    ):
        field = Field(monkeypatch, ours, theirs, cards, policies={MINOR: "auto"})
        field.attack(*ours, play=play)
        assert (asked(field.game) if not field.fires else []) == count
    cards = {"hand_soviet": ["soviet_21"], "hand_axis": ["axis_42"]}
    field = Field(monkeypatch, [RIFLES], [CORPS], cards, policies={MINOR: "auto", FIRST: "auto"})
    field.attack(RIFLES, play="soviet_21")
    assert asked(field.game) == ["axis"]  # a card for the whole round is one too


def test_whether_a_defender_is_asked_tells_nothing(monkeypatch: pytest.MonkeyPatch) -> None:
    """7.5.5a: whatever is in the hand, as long as there is one."""
    for held in (["soviet_25"], ["soviet_18"], ["soviet_01"]):
        field = Field(monkeypatch, [ARMY], [FRONT], {"hand_soviet": held})
        field.attack(ARMY)
        assert asked(field.game) == ["soviet"]
    field = Field(monkeypatch, [ARMY], [FRONT], {})
    field.attack(ARMY)
    assert field.fires


def test_no_card_without_a_supplied_unit(monkeypatch: pytest.MonkeyPatch) -> None:
    """13.3.4: nobody is asked, since all see it; the attacker's are refused."""

    def starve(s: StalinsWar) -> None:
        s.supply[unit(ARMY)] = OUT

    cards = {"hand_axis": ["axis_35", "axis_14"], "hand_soviet": ["soviet_25"]}
    ring = {f"ge_{army}_army": hex_ for army, hex_ in zip(
        ("2nd", "6th", "9th", "16th", "17th"), ROUND[1:], strict=True)}  # fmt: skip
    field = Field(monkeypatch, [ARMY], [FRONT], cards, turn=10, others=ring)
    field.attack(ARMY)
    assert field.fires and field.s.supply[unit(FRONT)] == OUT
    field = Field(monkeypatch, [ARMY], [FRONT], cards, turn=10)
    starve(field.s)
    assert refused(field.game, "axis", f"attack {HERE} with {ARMY} play axis_14") == "13.3.4"


def test_an_armed_card_is_played_without_a_question(monkeypatch: pytest.MonkeyPatch) -> None:
    """7.5.5a: under auto; elsewhere it waits."""
    cards = {"hand_soviet": ["soviet_25"]}
    field = Field(monkeypatch, [ARMY], [RIFLES], cards, policies=dict.fromkeys(WINDOWS, "auto"))
    with pytest.raises(Exception, match="armed at"):
        field.game.submit("soviet", f"arm soviet_25 at {FIRST}")
    field.game.submit("soviet", f"arm soviet_25 at {MINOR} if {HERE}")
    field.attack(ARMY)
    assert field.shifts() == (-1, 0)


def test_a_reply_says_beforehand_whether_they_stand(monkeypatch: pytest.MonkeyPatch) -> None:
    """11.4.3: `pass stand` and `pass give way` save a question."""
    for answer, stays in (("pass stand", True), ("pass give way", False)):
        cards = {"hand_soviet": ["soviet_25"]}
        both = [FRONT, RIFLES]
        field = Field(monkeypatch, [ARMY], both, cards, rolled=hit(0, 1), change=trench(SOVIET))
        before = sum(field.s.step[unit(u)] for u in both)
        field.attack(ARMY)
        field.answer(answer)
        assert (field.s.place[unit(FRONT)] == at(HERE)) == stays
        assert sum(field.s.step[unit(u)] for u in both) == before - 1 - stays
        assert "soviet" not in asked(field.game)
    field = Field(monkeypatch, [ARMY], [FRONT], {"hand_soviet": ["soviet_25"]})
    field.attack(ARMY)
    assert refused(field.game, "soviet", "pass stand") == "11.4.3"  # open country


# what becomes of them -------------------------------------------------------------------------


@pytest.mark.parametrize(
    ("rolled", "kept"), [(hit(0, 1), True), (hit(1, 0), False), (hit(0, 0), False)]
)
def test_who_wins_keeps_his_cards(
    monkeypatch: pytest.MonkeyPatch, rolled: tuple[Cell, Cell], kept: bool
) -> None:
    """7.5.5b, 7.5.5c, 11.2.1: a tie costs both sides theirs, unless the attacker wins it."""
    cards = {"hand_axis": ["axis_47"], "hand_soviet": ["soviet_25"]}
    field = Field(monkeypatch, [ARMY], [FRONT], cards, rolled=rolled)
    field.attack(ARMY, play="axis_47")
    field.answer("play soviet_25")
    won = rolled[0].loss != rolled[1].loss
    assert field.pile("table.axis") == (["axis_47"] if kept else [])
    assert ("axis_47" in field.pile("discard.axis")) != kept
    assert field.pile("table.soviet") == (["soviet_25"] if won and not kept else [])


def test_the_attacker_who_wins_a_tie_keeps_his(monkeypatch: pytest.MonkeyPatch) -> None:
    """11.2.1 step 7: by its exception."""
    field = Field(monkeypatch, [PANZER], [RIFLES], {"hand_axis": ["axis_35"]})
    field.attack(PANZER, play="axis_35")
    assert field.pile("table.axis") == ["axis_35"]


def test_an_asterisk_is_used_once(monkeypatch: pytest.MonkeyPatch) -> None:
    """2.3.3, 7.5.5b, 7.6.4: won or not it leaves the game, and counts for Total War (sw-36)."""
    field = Field(monkeypatch, [PANZER], [FRONT], {"hand_soviet": ["soviet_49"]})
    field.attack(PANZER)
    field.answer("play soviet_49")
    assert field.pile("removed.soviet") == ["soviet_49"] and field.s.stars[SOVIET] == 1


def test_a_kept_card_serves_once_in_each_action_round(monkeypatch: pytest.MonkeyPatch) -> None:
    """7.5.5b, 7.5.5e: not in the round in which it was played; both halves are one (sw-05)."""
    cards = {"hand_axis": ["axis_35"]}
    other = {RIFLES: ROUND[1]}
    field = Field(monkeypatch, [PANZER, ARMY, "ge_24_pz_corps"], [FRONT], cards, others=other)
    field.attack(PANZER, ARMY, play="axis_35")
    assert field.pile("table.axis") == ["axis_35"] and field.s.spent == [card("axis_35")]
    field.order("end advance")
    line = f"attack {ROUND[1]} with ge_24_pz_corps"
    assert refused(field.game, "axis", f"{line} play axis_35") == "7.5.5e"
    field = Field(monkeypatch, [PANZER], [RIFLES], {"table_axis": ["axis_35"]})
    told = field.game.submit("axis", f"attack {HERE} with {PANZER} play axis_35").entries
    assert [entry.how for entry in told if isinstance(entry, Played)] == ["used again"]
    assert field.pile("table.axis") == ["axis_35"] and field.s.spent == [card("axis_35")]
    assert field.s.played == []  # it was noted when it was played


def test_a_card_used_by_the_enemys_half_is_spent_in_it(monkeypatch: pytest.MonkeyPatch) -> None:
    """7.5.5e: in the Soviet half what was used in the Axis half (sw-05)."""

    def spent(s: StalinsWar) -> None:
        s.spent = [card("axis_35")]

    field = Field(monkeypatch, [FRONT], [PANZER], {"table_axis": ["axis_35"]}, change=spent)
    field.attack(FRONT)
    assert field.fires  # nobody is asked: it lies open, and is spent
    field = Field(monkeypatch, [FRONT], [PANZER], {"table_axis": ["axis_35"]})
    field.attack(FRONT)
    field.answer("play axis_35")
    assert field.shifts() == (0, 1)


def test_luftwaffe_support_serves_twice(monkeypatch: pytest.MonkeyPatch) -> None:
    """7.5.5e: in two German attacks of an Action Round (sw-30)."""
    field = Field(monkeypatch, [PANZER], [RIFLES], {"table_axis": ["axis_14"]}, turn=10)
    field.s.spent = [card("axis_14")]
    field.attack(PANZER, play="axis_14")
    assert field.shifts() == (1, 0)
    field = Field(monkeypatch, [PANZER], [RIFLES], {"table_axis": ["axis_14"]}, turn=10)
    field.s.spent = [card("axis_14")] * 2
    assert refused(field.game, "axis", f"attack {HERE} with {PANZER} play axis_14") == "7.5.5e"


def test_lost_cards_are_free_again(monkeypatch: pytest.MonkeyPatch) -> None:
    """7.5.5e: until it is lost; what is drawn anew is a new card."""
    field = Field(monkeypatch, [ARMY], [FRONT], {"hand_axis": ["axis_47"]}, rolled=hit(1, 0))
    field.attack(ARMY, play="axis_47")
    assert field.s.spent == [] and field.pile("discard.axis") == ["axis_47"]


def test_combats_that_matter() -> None:
    """7.5.5a: an LCU, a star, a city, a fortress or the attacker's cards; others ask apart."""
    s, _ = table({CORPS: "2024", RIFLES: "2024", ARMY: "2024"})
    t, plain = scene(s), at("2024")
    found = {one.place for one in G.sites if one.city or one.fortress == SOVIET}
    found |= {p for p in range(990) if G.stars >> p & 1}
    for place in range(990):
        minor = Battle(target=place, units=[unit(CORPS)], defending=[unit(RIFLES)])
        assert kind_of(t, minor) == (COMBAT if place in found else MINOR), G.grid.ids[place]
    large = Battle(target=plain, units=[unit(RIFLES)], defending=[unit(CORPS), unit(ARMY)])
    assert kind_of(t, large) == COMBAT
    helped = Battle(target=plain, units=[unit(CORPS)], defending=[unit(RIFLES)], cards=[0])
    assert kind_of(t, helped) == COMBAT
