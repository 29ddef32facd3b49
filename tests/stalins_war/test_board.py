"""The facts of the sheet that the rulebook fixes, each by the rule that says so."""

from itertools import pairwise

import pytest

from engine.board.bits import mask, members
from engine.board.supply import supplied
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    ALL_RAIL,
    AXIS,
    BALTIC_RAIL,
    CLOSED,
    COMBAT_CARD,
    DESERT,
    FOR_ARMY,
    FOR_FRONT,
    FOR_TANK,
    GUARD,
    GUARD_CAVALRY,
    GUARD_TANK,
    HEXES,
    HUNGARIAN,
    ITALIAN,
    LIMITED,
    MECH,
    MOUNTAIN,
    NO_RAIL,
    NOT_EXCHANGED,
    PANZER,
    REINFORCES,
    ROMANIAN,
    RUSSIAN,
    SHOCK,
    SOVIET,
    SUPPLIES,
    TANK,
    TERRAINS,
    TURNS,
)

G = BOARD.ground
at = G.index


def hexes(*ids: str) -> int:
    return mask(at(id_) for id_ in ids)


def names(places: int) -> set[str]:
    return {G.sites[G.site_at[place]].id for place in members(places)}


def unit(id_: str):  # type: ignore[no-untyped-def]
    return BOARD.units[BOARD.unit_index[id_]]


def test_the_rectangle_has_water_in_its_place() -> None:
    """1.0, 2.1: 562 land hexes in a rectangle whose steps are a few shifts."""
    assert len(G.grid) == HEXES == 990
    assert G.land.bit_count() == 562
    assert not G.land & G.of_terrain[CLOSED]
    assert len(G.walk._ups) + len(G.walk._downs) == 8
    assert SUPPLIES[LIMITED] == "limited"


def test_distance_is_that_of_the_sheet() -> None:
    cube = lambda p: (p // 30 + 10, p % 30 + 9)  # noqa: E731
    for a, b in (("1018", "4232"), ("1521", "2722"), ("2517", "3138"), ("2031", "2131")):
        (q, r), (q2, r2) = cube(at(a)), cube(at(b))
        d = lambda q, r: r - (q - q % 2) // 2  # noqa: E731
        dq, dr = q - q2, d(q, r) - d(q2, r2)
        assert G.grid.distance(at(a), at(b)) == max(abs(dq), abs(dr), abs(dq + dr))
    assert G.grid.distance(at("1521"), at("2722")) == 12  # Warsaw to Moscow: 11 between


def test_oil_and_stars() -> None:
    """17.1.2, 4.1.2, 5.1.1: four oil hexes; as many Axis stars as the VP level; 17 to take."""
    assert G.oil == hexes("1428", "2433", "2835", "3138")
    axis = mask(site.place for site in G.sites if site.start == AXIS)
    assert (G.stars & axis).bit_count() == BOARD.starts[0].vp == 7
    assert (G.stars & G.union).bit_count() == 17
    assert not G.stars & ~axis & ~G.union


def test_the_places_that_the_book_names() -> None:
    """10.1.2, 25.1, 25.2, 5.1.3: their hexes."""
    for id_, hex_ in (
        ("astrakhan", "3032"),
        ("moscow", "2722"),
        ("leningrad", "2517"),
        ("buda", "1025"),
        ("baku", "3138"),
    ):
        assert G.site(id_).place == at(hex_)
    assert G.terrain[at("3032")] == DESERT
    assert G.site("buda").place != G.site("pest").place
    assert G.site("bucharest").capital == "romania"
    assert G.site("buda").capital == "hungary"


def test_germany_and_the_union_are_those_of_the_book() -> None:
    """3.0: Greater Germany, the General Government and Konigsberg; the Baltic States."""
    country = G.countries
    assert G.germany == (
        country["greater_germany"] | country["general_government"] | country["konigsberg"]
    )
    assert country["konigsberg"] == 1 << G.site("konigsberg").place
    assert G.baltic == country["latvia"] | country["lithuania"] | country["estonia"]
    assert G.union == country["soviet_union"] | G.baltic


def test_the_lines() -> None:
    """2.1: Novorossiysk lies beyond the Paulus Line, the Crimea does not."""
    assert G.beyond >> G.site("novorossiysk").place & 1
    assert not G.beyond & hexes("1931", "2031", "2131")
    assert G.caucasus and not G.caucasus & ~G.beyond
    assert {G.grid.ids[p] for pair in G.volga for p in pair} >= {"2929", "3032"}
    saratov = G.site("saratov").place
    for a, _ in G.volga:  # 11.1.10: south of Saratov
        assert a % 30 > saratov % 30 or a // 30 < saratov // 30


def test_the_west_edge_has_no_gap() -> None:
    """13.2.1: from 1316 to 1431."""
    edge = G.west_edge
    assert (G.grid.ids[edge[0]], G.grid.ids[edge[-1]]) == ("1316", "1431")
    assert all(b in G.grid.neighbours[a] for a, b in pairwise(edge))
    german = G.sources.by_nation[0]
    assert german == mask(edge) & G.rails | 1 << G.site("katowice_usir").place


def test_supply_sources() -> None:
    """13.2.1, 13.2.2, 13.2.3: each nation's own."""
    of = G.sources.by_nation
    assert of[ROMANIAN] == 1 << G.site("bucharest").place
    assert of[HUNGARIAN] == of[ITALIAN] == 1 << G.site("buda").place
    assert all(place // 30 + 10 == 42 for place in members(of[RUSSIAN]))
    assert not of[RUSSIAN] & ~G.rails
    assert G.sources.baku == G.site("baku").place
    assert {G.sites[s].id for s in G.sources.caspian} == {"makhachkala", "astrakhan", "guryev"}


def test_all_rails_are_one_net() -> None:
    """13.1.2: at the start every unit is near it."""
    net = supplied(G.rail_steps, G.rails & -G.rails, G.rails)
    assert net == G.rails
    assert len(G.rails.to_bytes(124, "big")) == 124


def test_ports_and_coasts() -> None:
    """10.2.5, 10.2.6, 13.1.2: two seas join ports; the Black Sea has 25 coastal hexes."""
    seas = {sea.id: sea for sea in G.seas}
    assert {id_ for id_, sea in seas.items() if sea.axis_moves} == {"baltic_sea", "black_sea"}
    assert {id_ for id_, sea in seas.items() if sea.soviet_moves} == {"black_sea"}
    black = seas["black_sea"]
    assert mask(black.coast) == G.coasts[black.index]
    assert len(black.coast) == 25
    assert [p for p in black.coast if p in black.ports] == list(black.ports)
    assert G.site("rostov").sea == black.index


def test_the_terrain_chart() -> None:
    """3.0, 10.1.1, 10.1.4, 11.2.1, 11.4.3, 12.2.5: what terrain costs, holds and halts."""
    ways = BOARD.charts.ways
    kinds = TERRAINS[:-1]
    assert {ways[kind].cost for kind in kinds} == {1, 2, 3}
    assert ways["mountain"].cost > 2
    assert {kind for kind in ways if ways[kind].no_retreat} == {
        *("forest", "mountain", "rough", "swamp", "trench", "fortress", "fortified_zone")
    }
    assert {kind for kind in ways if not ways[kind].blitz} == {
        *("forest", "rough", "swamp", "mountain", "city", "fortress", "festung"),
        *("major_river", "kerch_crossing", "sea"),
    }
    assert {kind for kind in kinds if ways[kind].halts} == {
        *("swamp", "forest", "rough", "desert", "mountain")
    }
    assert ways["kerch_crossing"].halts


def test_the_fire_tables() -> None:
    """2.2.1, 11.3.4: six results a column; an SCU stack can be weaker than a smaller LCU."""
    for table in (BOARD.charts.lcu, BOARD.charts.scu):
        assert [column.low for column in table] == sorted({column.low for column in table})
        assert all(len(column.cells) == 6 for column in table)
        assert any(cell.scu for column in table for cell in column.cells)
        for column in table:
            losses = [cell.loss for cell in column.cells]
            assert losses == sorted(losses)
    total = lambda column: sum(cell.loss for cell in column.cells)  # noqa: E731
    assert total(BOARD.charts.scu[4]) < total(BOARD.charts.lcu[3])


def test_units_and_their_steps() -> None:
    """2.0, 2.2.1, 14.1.6, 11.3.6, 12.2.3, 10.1.4, 16.4.1: values that the book gives."""
    army = unit("ge_4th_army")
    assert [(f.attack, f.move, f.asterisk, f.counter) for f in reversed(army.faces)] == [
        (5, 3, True, 1),
        (4, 3, False, 1),
        (3, 3, False, 2),
        (2, 3, False, 2),
    ]
    strong = unit("su_southwest_front_strong")
    assert (strong.faces[-1].attack, strong.faces[-1].move) == (5, 3)
    assert strong.heir == "su_southwest_front_weak"
    assert {f.move for u in BOARD.units if u.type == PANZER for f in u.faces} == {5}
    assert {f.move for u in BOARD.units if u.type == SHOCK for f in u.faces} == {2}
    stalin = BOARD.units[BOARD.stalin]
    assert (stalin.faces[0].attack, stalin.faces[0].move, stalin.zoc) == (0, 0, False)
    assert sum(len({f.counter for f in u.faces}) for u in BOARD.units if u.lcu) <= 88


def test_who_has_a_zone_who_exploits_and_who_is_armour() -> None:
    """8.1, 12.1.1, 11.1.3, 11.3.3, 3.0: by type."""
    zoned = {MECH, TANK, GUARD_TANK, GUARD, PANZER}
    for piece in BOARD.units:
        assert piece.zoc == (piece.lcu or piece.type in zoned), piece.id
        assert piece.exploits == (piece.type in {TANK, GUARD_TANK, GUARD_CAVALRY, PANZER})
        assert piece.armor == (piece.type in {PANZER, TANK, GUARD_TANK, MECH})
        assert piece.guard == (piece.type in {GUARD, GUARD_TANK, GUARD_CAVALRY})


def test_what_is_exchanged_for_what() -> None:
    """7.5.2c: Fronts of Total War cards, 4G to 11G, Guard Tank Armies; 1G to 3G for nothing."""
    total_war = {card.id for card in BOARD.cards if card.total_war}
    for piece in BOARD.units:
        expected = NOT_EXCHANGED
        if piece.side == SOVIET and piece.lcu and piece.card in total_war:
            expected = FOR_FRONT
        elif piece.type == GUARD_TANK:
            expected = FOR_TANK
        elif piece.type == GUARD and int(piece.id.split("_")[1][:-1]) > 3:
            expected = FOR_ARMY
        assert piece.exchange == expected, piece.id


def test_the_set_up() -> None:
    """4.2.1, 25.1, 25.2, 9.1.1, 9.1.2: on the right side's land, within stacking."""
    start = BOARD.starts[0]
    placed = [u for u in BOARD.units if start.places[u.index] < HEXES]
    assert len(placed) == 50
    for piece in placed:
        place = start.places[piece.index]
        assert G.land >> place & 1
        assert (G.union >> place & 1) == (piece.side == SOVIET)
        here = [u for u in placed if start.places[u.index] == place]
        assert sum(u.stacks for u in here) <= 4
        assert sum(u.lcu for u in here) <= 1
    for site in G.sites:
        assert (start.axis >> site.index & 1) == (site.start == AXIS)
        assert (G.union >> site.place & 1) == (site.start == SOVIET)


def test_the_turns() -> None:
    """4.1.1, 4.4.1, 5.1.4, 7.4.2, 7.4.3, 15.1.1, 20.1.1, 10.2.3, 18.2.1, 7.6.1: by turn."""
    turns = BOARD.turns
    assert [turn.number for turn in turns] == list(range(1, TURNS + 1))
    names_ = {1: "June 1941", 4: "Winter 1942", 8: "Winter 1943", 9: "Spring 1943"}
    for number, name in (names_ | {10: "Summer 1943", 18: "Summer 1945"}).items():
        assert BOARD.turn(number).name == name
    mud = {"fall": (1,), "spring": (1, 2)}
    for turn in turns:
        assert turn.mud == mud.get(turn.season, ())
        assert turn.rounds == (1 if turn.number == 1 else 5)
        rp = 0 if turn.number == 1 else 2 if turn.number in (5, 9) else 1
        assert turn.rp_cards == (rp, 2 if rp else 0)
        assert turn.mobile_defence == (turn.number <= 9 and turn.season != "winter")
        assert turn.early == turn.axis_keeps_count == (turn.number <= 4)
        rail = NO_RAIL if turn.number <= 2 else BALTIC_RAIL if turn.number <= 4 else ALL_RAIL
        assert turn.axis_rail == rail
        assert turn.axis_banks == (turn.number > 1)
        assert turn.least == (0 if turn.number >= 16 else 4, 4)
        assert turn.most == 7
        assert turn.total_war == (turn.number >= 6)
        assert turn.winter_1942 == (turn.number == 4)
        bleeds = turn.season in ("spring", "summer") and 2 <= turn.number <= 17
        assert turn.bleeds == bleeds
        assert turn.ends_in_action == (turn.number == 18)
    assert [turn.auto_draw for turn in turns[:7]] == [(1, 2), (), (3,), (4,), (5,), (6,), ()]


def test_the_decks() -> None:
    """2.3.1, 2.3.2, 3.0, 4.3.1, 4.3.3, 7.1.3: 25 Blitzkrieg and 30 Total War cards a side."""
    for side in (AXIS, SOVIET):
        mine = [card for card in BOARD.cards if card.side == side]
        assert [card.number for card in mine] == list(range(1, 56))
        assert sum(card.total_war for card in mine) == 30
    by_id = {card.id: card for card in BOARD.cards}
    assert all(by_id[f"axis_{n}"].total_war for n in (51, 52, 55))
    assert {card.number for card in BOARD.cards if card.aside} == set(range(1, 7))
    assert {card.ops for card in BOARD.cards} == {1, 2, 3, 4}
    brings = {BOARD.units[u].id for u in by_id["soviet_04"].units}
    assert {"su_north_caucasus_front", "su_voronezh_front"} <= brings


def test_names_of_cards_as_people_write_them() -> None:
    """2.3.1, 3.0: no shouting, and what has a number in it stays."""
    names = {card.name for card in BOARD.cards}
    assert {"People's Militia", "T-34/85", "V-Weapons", "Führer's Firemen", "To Berlin!"} <= names
    assert "Convoy PQ-17" in names and not [name for name in names if "'S" in name or "*" in name]


def test_each_unit_of_a_card_is_one_that_waits_for_it() -> None:
    """7.5.2a, 3.0: only the word Reinforcements makes a Reinforcement card."""
    for card in BOARD.cards:
        assert (card.type == REINFORCES) == ("Reinforcements" in card.name)
        assert (card.type == COMBAT_CARD) == (card.attack or card.defence)
        if card.type == REINFORCES:
            assert all(BOARD.units[u].card == card.id for u in card.units)
    waiting = {u.id for u in BOARD.units if u.card}
    assert {BOARD.units[u].id for card in BOARD.cards for u in card.units} >= waiting


def test_units_that_cards_bring_are_those_of_the_clarifications() -> None:
    """clarification_axis_26, clarification_soviet_03: Abt. Kempf is one unit; 1GC, 2GC, 3GC."""
    by_id = {card.id: {BOARD.units[u].id for u in card.units} for card in BOARD.cards}
    assert by_id["axis_26"] == {"ge_abt_kempf", "ge_2_ss_pz_corps", "ge_7_corps"}
    assert {"su_1gc", "su_2gc", "su_3gc"} <= by_id["soviet_03"]


def test_a_name_is_underlined_when_another_event_needs_it() -> None:
    """3.0: and every need names an event."""
    events = {card.event: card for card in BOARD.cards}
    needed = {need for card in BOARD.cards for need in card.needs}
    assert needed <= set(events)
    assert needed == {card.event for card in BOARD.cards if card.underlined}


@pytest.mark.parametrize("kind", ["trench", "festung", "blitz", "fortified_zone"])
def test_markers_are_limits(kind: str) -> None:
    """10.3.2, 16.3.1, 11.2.1: so many and no more."""
    assert BOARD.charts.markers[kind] > 0


def test_mountains_and_sources() -> None:
    """1.0: every record says where it is from."""
    assert G.of_terrain[MOUNTAIN]
    assert all(key for key in BOARD.sources)
    assert len(BOARD.partisans) == 8
