"""Partisans, fortresses and Festungs (chapter 16): where, and what is said where not."""

import pytest

from engine.core.frames import Frame
from engine.games.stalins_war.acts import T
from engine.games.stalins_war.cards import effects, events
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import AXIS, OUT, REMOVED, RUSSIAN
from engine.games.stalins_war.law import supply, works
from engine.games.stalins_war.play.moving import Moves
from engine.games.stalins_war.state import occupancy
from tests.stalins_war.cardplay import offered, play
from tests.stalins_war.staged import refused, staged, with_cards
from tests.stalins_war.table import at, site, table, unit
from tests.stalins_war.test_action_rounds import half

G = BOARD.ground


def test_partisans_hide_where_the_front_has_passed() -> None:
    """16.1.1, 16.1.3: cut off from the Soviets, or nearer to the Axis; hex by hex."""
    sites = [one.id for one in G.sites]
    s, d = table({"ge_4th_army": "2022", "su_20r_army": "2422"}, side="soviet", axis=sites)
    wild = (G.of_terrain[2] | G.of_terrain[3]) & G.union & ~G.baltic
    near, found, cut_off = works.nearer_axis(d), works.dens(s, d), 0
    for place in range(990):
        if not wild >> place & 1 or (d.present[0] | d.present[1]) >> place & 1:
            assert not found >> place & 1
            continue
        cut = supply.at(s, d, RUSSIAN, place) == OUT
        assert bool(found >> place & 1) == (cut or bool(near >> place & 1)), G.grid.ids[place]
        cut_off += cut and not near >> place & 1
    assert cut_off


def test_each_reason_against_a_den() -> None:
    """16.1.1, 16.1.3, 9.2.2, 9.1.3: where, and beside whom, no partisan is placed."""
    wild = [p for p in range(990) if (G.of_terrain[2] | G.of_terrain[3]) >> p & 1]
    wild = [p for p in wild if G.union >> p & 1 and not G.baltic >> p & 1 and G.site_at[p] < 0]
    s, _ = table(side="soviet")
    foe, friend, hidden, far = wild[0], wild[20], wild[40], max(wild)
    s.place[unit("ge_43_corps")], s.place[unit("su_20r_army")] = foe, friend
    s.partisans = [hidden]
    d = occupancy(s)
    for place, rule_, said in (
        (foe, "16.1.3", "An Axis unit stands there"),
        (friend, "9.2.2", "no other Soviet unit"),
        (hidden, "9.1.3", "one Partisan"),
        (far, "16.1.3", "cut off, or nearer"),
        (site("moscow"), "16.1.3", "forest and swamp"),
        (site("berlin"), "16.1.1", "Soviet Union"),
        (site("riga"), "16.1.1", "Baltic"),
    ):
        why = works.why_no_den(s, d, place)
        assert why is not None and (why.rule, said in why.text) == (rule_, True), said


def test_no_counter_left() -> None:
    """16.1.2, 16.1.6: then Partisan Formation and the uprisings place nobody."""
    s, _ = table({"ge_4th_army": "2421"}, turn=3, side="soviet")
    assert offered(half(s, hand_soviet=["soviet_13"]), "event soviet_13")
    for partisan in BOARD.partisans:
        s.place[partisan] = REMOVED
    assert works.partisans_left(s) == 0
    assert play(half(s, hand_soviet=["soviet_13"]), "soviet_13").partisans == []


@pytest.mark.parametrize("most", range(3))
def test_two_at_most_and_no_more_than_there_are(most: int) -> None:
    """16.1.2: by the card as by OPS."""
    s, _ = table({"ge_4th_army": "2421"}, turn=3, side="soviet")
    s.partisans = [p for p in range(990) if G.of_terrain[2] >> p & 1][: 6 - most]
    assert works.partisans_left(s) == most
    card = BOARD.cards[BOARD.card_index["soviet_13"]]
    [says] = [effect.says for effect in card.effects if effect.op == "place_partisan"]
    op = effects.Op(card, says)

    def begin(t: T) -> Frame:
        with_cards(t)
        return Moves(side="soviet")

    t = staged(s, begin).table
    assert effects._most_hidden(t, op) == most
    assert bool(effects._hideouts(t, op)) == (most > 0)


def test_an_uprising_beside_warsaw() -> None:
    """16.1.1, 9.2.2: in the hexes next to it in which nobody stands."""
    s, _ = table({"su_20r_army": "1822", "ge_43_corps": "1521"}, turn=14, side="soviet")
    free, taken, hidden = G.foot[site("warsaw")][:3]
    s.place[unit("ge_42_corps")], s.partisans = taken, [hidden]
    left = set(G.foot[site("warsaw")]) - {taken, hidden}
    assert set(events.uprising_hexes(s, occupancy(s))) == left and free in left


def test_each_reason_against_a_festung() -> None:
    """16.3.1, 16.3.2, 10.1.3: no site, the enemy's, one there, a unit, no supply, no hex at all."""
    s, _ = table({"ge_43_corps": "1820"}, played=["festung"], axis=["minsk"])
    no = lambda place: works.why_no_festung(s, occupancy(s), place)  # noqa: E731
    assert no(site("warsaw")) is None
    for place, said in ((at("2024"), "town or city"), (site("moscow"), "enemy controls")):
        why = no(place)
        assert why is not None and said in why.text and why.rule == "16.3.2"
    s.festungs = [site("warsaw")]
    why = no(site("warsaw"))
    assert why is not None and "already" in why.text
    s.bank[AXIS] = 1

    def begin(t: T) -> Frame:
        with_cards(t)
        return Moves(side="axis")

    game = staged(s, begin)
    assert refused(game, "axis", "festung eliminated_axis") == "10.1.3"
    assert refused(game, "axis", "festung 2024") == "16.3.2"
