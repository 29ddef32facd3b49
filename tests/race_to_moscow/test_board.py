"""The numbered facts of the data sheet, and what board.py makes of the data."""

import itertools
from collections import Counter

import pytest

from engine.board.bits import mask, members
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import (
    BROWN,
    COLOURS,
    GRAY,
    HARD,
    STANDARD,
    VETERAN,
    WHITE,
    Area,
)
from engine.games.race_to_moscow.law.setup import Variant, new_state
from engine.games.race_to_moscow.play.encircle import cut_off

AREAS = {area.id: area for area in BOARD.areas}
UNITS = {unit.id: unit for unit in BOARD.units}
CARDS = {card.id: card for card in BOARD.cards}


def area(id_: str) -> Area:
    return AREAS[id_]


def joined(colour: int, way: str) -> bool:
    """Do lines of this colour join the areas one by one?"""
    numbers = [area(id_).index for id_ in way.split()]
    return all(b in BOARD.roads[colour][a] for a, b in itertools.pairwise(numbers))


def near(a: str, b: str) -> bool:
    return bool(BOARD.near[area(a).index] >> area(b).index & 1)


def pocket(held: str, fleet: str = "sea_danzig") -> set[str]:
    """Areas that are cut off from the victory areas when these have markers (§9)."""
    taken = mask(area(id_).index for id_ in held.split())
    free = mask(a.index for a in BOARD.areas if a.printed < 0) & ~taken
    return {BOARD.areas[n].id for n in members(cut_off(free, BOARD.place_index[fleet]))}


def test_soviet_symbols_and_pools() -> None:
    """§3.2, §4, §19.2, §20.2: 20 symbols, pools by number of players"""
    assert len(BOARD.markers) == 26
    assert len(BOARD.symbols) == 20
    assert [BOARD.pools[STANDARD][n] for n in (3, 2, 1)] == [6, 4, 3]
    assert [BOARD.pools[HARD][n] for n in (3, 2, 1)] == [3, 2, 2]
    assert [BOARD.pools[VETERAN][n] for n in (3, 2, 1)] == [0, 0, 1]
    for difficulty in (STANDARD, HARD, VETERAN):
        for players in (1, 2, 3):
            left = len(BOARD.markers) - len(BOARD.without[difficulty][players]) - 20
            assert left == BOARD.pools[difficulty][players]
    assert Counter(marker.armor for marker in BOARD.markers) == {False: 15, True: 11}


def test_fortified_areas() -> None:
    """§3.3: 16 bunkers, the victory areas among them"""
    fortified = {a.id for a in BOARD.areas if a.fortified}
    assert len(fortified) == 16
    assert {"kaluga", "moskva", "brest", "leningrad", "rostov"} <= fortified
    assert not fortified & {"jekelopils", "sebezh", "velikiye_luki"}


def test_soviet_symbols_of_the_examples() -> None:
    symbols = {BOARD.areas[number].id for number in BOARD.symbols}
    assert symbols >= {
        *("leningrad", "moskva", "rostov", "kaunas", "siaulai", "liepaja"),
        *("lvov", "stanislavov", "czernovitsy", "brest"),
    }
    assert not symbols & {"jekelopils", "sebezh", "velikiye_luki", "kaluga", "venispils"}


def test_medals() -> None:
    """§3.2, §4: Kiev has two"""
    for id_ in ("velikiye_luki", "rzhev", "kaluga", "lvov"):
        assert area(id_).medals == 1
    assert area("kiev").medals == 2
    assert area("brest").medals == 0
    assert sum(a.medals for a in BOARD.areas) == 22


def test_colours_of_areas() -> None:
    """§3.3: who may enter"""
    for id_ in ("velikiye_luki", "rzhev"):
        assert area(id_).colours == (GRAY, WHITE)
    assert len(area("vilnius").colours) == 2
    for id_ in ("briansk", "kaluga", "moskva"):
        assert BOARD.open_to[BROWN] >> area(id_).index & 1


def test_printed_markers() -> None:
    """§3.2: printed markers have track"""
    for id_ in ("danzig", "konigsberg", "tilsit"):
        assert (area(id_).printed, area(id_).rail) == (GRAY, True)
    for id_ in ("warschau", "siedlce"):
        assert (area(id_).printed, area(id_).rail) == (WHITE, True)
    for id_ in ("reichshof", "piatra"):
        assert (area(id_).printed, area(id_).rail) == (BROWN, True)
    assert area("warschau").army == UNITS["panzergruppe_2"].index
    assert area("siedlce").army < 0


def test_bases() -> None:
    """§12: main bases and the frontline base"""
    assert [BOARD.areas[group.base].id for group in BOARD.groups] == [
        "danzig",
        "warschau",
        "reichshof",
    ]
    assert [a.id for a in BOARD.areas if a.base == "frontline"] == ["piatra"]
    assert {a.capacity for a in BOARD.areas if a.base == "main"} == {9}
    assert {a.capacity for a in BOARD.areas if a.base != "main"} == {6}


def test_roads() -> None:
    """§3.3: lines of the examples"""
    assert joined(GRAY, "danzig konigsberg tilsit kaunas panevezys riga")
    assert joined(GRAY, "riga jekelopils sebezh velikiye_luki")
    assert joined(WHITE, "siedlce brest bereza")
    assert joined(BROWN, "briansk kaluga moskva")
    assert joined(BROWN, "brody proskurov")
    assert any(BOARD.areas[number].rail for number in BOARD.roads[GRAY][area("kedainai").index])


def test_pocket_that_lives_by_its_harbour() -> None:
    """§9: Siaulai, Liepaja and Venispils, until the fleet is off Liepaja"""
    held = "kaunas kedainai panevezys riga"
    assert pocket(held) == set()
    assert pocket(held, "sea_ostsee") == {"siaulai", "liepaja", "venispils"}


def test_pocket_of_lvov() -> None:
    """§9: cut off with the fall of Proskurov, not before"""
    assert pocket("luck brody mogilev_podolskiy") == set()
    assert pocket("luck brody mogilev_podolskiy proskurov") == {
        "lvov",
        "stanislavov",
        "czernovitsy",
    }


def test_the_fleet() -> None:
    """§2.1, §10: next to Danzig at first, one move from the sea of Liepaja"""
    start = BOARD.units[BOARD.fleet].place
    assert area("danzig").sea == start
    sea = next(sea for sea in BOARD.seas if sea.place == start)
    assert area("liepaja").sea in sea.adjacent
    assert area("leningrad").sea >= 0


def test_neighbours_of_the_counter_attack_example() -> None:
    """§18.1"""
    assert near("polotsk", "velikiye_luki") and not near("polotsk", "orsha")
    assert near("minsk", "borisov") and not near("minsk", "orsha")


def test_armies() -> None:
    """§2.1, 4"""
    by_colour = [{BOARD.units[u].id for u in group.armies} for group in BOARD.groups]
    assert by_colour[GRAY] == {"army_16", "army_18", "panzergruppe_4"}
    assert {"army_4", "army_9", "panzergruppe_2"} < by_colour[WHITE]
    assert {"army_11", "panzergruppe_1"} < by_colour[BROWN]
    kinds = [Counter(BOARD.units[u].kind for u in group.armies) for group in BOARD.groups]
    assert kinds == [
        {"armored": 1, "field": 2},
        {"armored": 2, "field": 2},
        {"armored": 1, "field": 3},
    ]
    for unit in BOARD.units:
        expected = {"armored": (3, 3, 0), "field": (1, 3, 2), "fleet": (0, 0, 0)}
        assert unit.supplies == expected[unit.kind]


def test_cards_of_the_examples() -> None:
    """§3.1, §7.cards, §8.cards: prices and names"""
    prices = {"army": (2, 0), "shock_army": (3, 0), "mech_corps": (2, 1)}
    prices |= {"elite_mech_corps": (3, 1), "reserve_army": (1, 0)}
    for card in BOARD.cards:
        assert (card.ammo, card.fuel) == prices.get(card.type, (0, 0))
        assert card.enemy == (card.type in prices)
    assert CARDS["soviet_16_mech_corps"].type == "mech_corps"
    assert CARDS["soviet_6_mech_corps"].type == "elite_mech_corps"
    names = {(c.name, c.colour, c.type, c.hand) for c in BOARD.cards if c.family == "pursuit"}
    assert ("40th Army", BROWN, "reserve_army", False) in names
    assert ("Axis Latvians", GRAY, "axis_auxiliaries", True) in names
    assert ("Silberfuchs", GRAY, "no_effect", False) in names
    assert Counter(card.edge for card in BOARD.cards if card.edge) == {"green": 21, "blue": 12}
    assert [len(deck) for deck in BOARD.pursuit] == [18, 18, 18]


def test_logistics() -> None:
    """§11, §13: both sides of the card"""
    first, second = BOARD.levels
    assert (first.take, first.place, first.possess) == (6, 3, 9)
    assert (second.take, second.place, second.possess) == (8, 4, 12)


def test_okh_and_front_cards() -> None:
    """§16, §18.2: 12 different effects, 3 fronts"""
    assert len({BOARD.cards[card].effect for card in BOARD.okh}) == 12
    assert [BOARD.areas[front.city].id for front in BOARD.fronts] == [
        "leningrad",
        "moskva",
        "rostov",
    ]
    for front in BOARD.fronts:
        assert front.order == ("counter_attack", "objective_city", "victory_city")
        assert front.reverse_both
    assert [group.left for group in BOARD.groups] == [BROWN, GRAY, WHITE]


def test_stocks() -> None:
    """§2.3, §2.4, 4"""
    assert BOARD.trains == 9
    assert [BOARD.reserve[n] for n in (3, 2, 1)] == [8, 6, 4]
    assert {(group.trucks, group.trains) for group in BOARD.groups} == {(5, 3)}
    assert BOARD.stock == (1, 1, 1)
    assert BOARD.base_supplies == (3, 3, 3)
    assert (BOARD.truck_load, BOARD.train_load) == (4, 6)


def test_markers_suffice() -> None:
    for group in BOARD.groups:
        wanted = [a for a in BOARD.areas if group.colour in a.colours and a.printed < 0]
        assert len(wanted) <= group.markers


@pytest.mark.parametrize(
    ("playing", "blocked"),
    [
        ((GRAY, WHITE, BROWN), ""),
        ((WHITE, BROWN), "gray gray+white"),
        ((GRAY, WHITE), "brown white+brown"),
        ((GRAY, BROWN), "white"),
        ((WHITE,), "gray brown"),
        ((GRAY,), "white brown gray+white white+brown"),
        ((BROWN,), "gray white gray+white white+brown"),
    ],
)
def test_areas_of_a_missing_army_group(playing: tuple[int, ...], blocked: str) -> None:
    """§4.two_player, §4.solitaire: they are closed, double ones by the colour that is missing"""
    control = new_state(playing, Variant()).control
    for a in BOARD.areas:
        if a.printed >= 0:
            assert control[a.index] == a.printed
        else:
            closed = "+".join(COLOURS[colour] for colour in a.colours) in blocked.split()
            assert (control[a.index] >= 0) == closed, a.name
            assert control[a.index] not in playing
    assert control[area("moskva").index] < 0
