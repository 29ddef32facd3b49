"""Movement (chapter 8): costs, weather, zones of control, areas, ways and reasons."""

import random

import pytest

import engine
from engine import Game
from engine.core.entries import Marked, Moved
from engine.games.no_retreat.acts import T
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import (
    CITY,
    CLEAR,
    FINLAND,
    FOREST,
    HEXES,
    MARSH,
    MOUNTAIN,
    ON_MAP,
)
from engine.games.no_retreat.law import movement, odds
from tests.no_retreat.table import (
    bare,
    empty,
    kinds,
    look,
    names,
    place,
    places,
    refused,
    running,
    table,
    told,
    unit,
    words,
)

T2 = (
    "put army_16 1302",
    "put army_18 1402 back",
    "put pz_4 1503",
    "put army_9 1606",
    "put fin_army finland",
    "put kalinin 1502",
    "put leningrad 1401 back",
    "put west 1706",
    "mark smolensk control axis",
    "at 4 axis movement",
)
"""The example of chapter 8: turn 4, Snow."""


def costs(game: Game, id_: str, *path: str) -> dict[str, int]:
    """Where a unit can go on to after `path`, and for how many points."""
    t = running(game)
    found = movement.ways(t.s, t.d, unit(id_), [place(hex_) for hex_ in path])
    return {BOARD.places[where]: points for where, points in found.costs().items()}


def points(game: Game, id_: str) -> int:
    return movement.allowance(running(game).s, unit(id_))


def alone(hex_: str, id_: str, *edits: str, turn: int = 7) -> Game:
    """A unit on an bare map in its Movement Phase; turn 7 is Clear."""
    side = ("axis", "soviet")[BOARD.units[unit(id_)].side]
    return bare(f"put {id_} {hex_}", *edits, f"at {turn} {side} movement")


# the example -------------------------------------------------------------------------


def test_example_ninth_army() -> None:
    """§8.0, §8.2, §8.5.2, §8.3: T2, out of an enemy zone and through the forest for 1+1+1+1."""
    game = bare(*T2)
    assert points(game, "army_9") == points(game, "pz_4") == 4
    reach = costs(game, "army_9")
    assert (reach["1605"], reach["1604"], reach["1603"]) == (2, 3, 4)
    receipt = game.submit("axis", "move 9 1604 1603")
    (moved,) = kinds(receipt.entries, Moved)
    assert isinstance(moved, Moved)
    assert moved.places == ["1606", "1605", "1604", "1603"]
    assert places(game, "9") == ["1603"]


def test_example_fourth_panzer() -> None:
    """§8.5.3, §8.5.1, §8.5.4: T2, from zone to zone only once the 9th is there, and for 3
    points.
    """
    game = bare(*T2)
    assert "1603" not in costs(game, "pz_4")
    assert refused(game, "axis", "move 4pz 1603") == "8.5.3"
    game.submit("axis", "move 9 1603")
    assert costs(game, "pz_4")["1603"] == 3
    game.submit("axis", "move 4pz 1603")
    assert places(game, "4pz", "9") == ["1603", "1603"]
    assert not costs(game, "pz_4", "1603")  # §8.5.1: it has stopped


def test_example_sixteenth_army() -> None:
    """§8.0, §8.5: T2, the Fort has no zone: 1402 for 1, or the marsh for 2 and 1503 for 1."""
    game = bare(*T2)
    game.submit("axis", "move 9 1603; move 4pz 1603")
    reach = costs(game, "army_16")
    assert reach["1402"] == 1
    assert reach["1403"] == 2
    assert costs(game, "army_16", "1403")["1503"] == 1
    game.submit("axis", "move 16 1403 1503")
    assert places(game, "16") == ["1503"]


def test_example_attack() -> None:
    """§8.0, §10.5: T2, the moves bring 15 Strength Points against 4."""
    game = bare(*T2)
    game.submit("axis", "move 9 1603; move 4pz 1603; move 16 1403 1503")
    t = running(game)
    attackers = [unit(id_) for id_ in ("army_9", "pz_4", "army_16", "army_18")]
    around = movement.NEAR[place("1502")]
    assert all(around >> t.s.at[who] & 1 for who in attackers)
    assert odds.strength(t.s, attackers, []) == 15
    assert odds.strength(t.s, [unit("kalinin")], []) == 4


def test_what_never_moves_has_no_points() -> None:
    """§8.0, §8.1: Forts have no Movement Allowance at all."""
    assert points(empty("put leningrad 1401 red"), "leningrad") == 0


# allowance and terrain ------------------------------------------------------------------


@pytest.mark.parametrize(
    ("turn", "panzer", "army", "rumanian"), [(7, 6, 4, 3), (6, 3, 3, 3), (4, 4, 4, 3), (5, 4, 4, 3)]
)
def test_weather_caps(turn: int, panzer: int, army: int, rumanian: int) -> None:
    """§8.2, §8.1, §13.1: Mud caps the Movement Allowance at 3, Snow and Long Winter at 4."""
    game = bare("put pz_1 1211", "put army_6 1212", "put rum_3 1316", f"at {turn} axis movement")
    assert [points(game, id_) for id_ in ("pz_1", "army_6", "rum_3")] == [panzer, army, rumanian]


def test_unsupplied_cap() -> None:
    """§6.5.2: an Unsupplied unit has at most three points."""
    game = bare("put pz_1 1409 unsupplied", "put rum_3 1316 unsupplied", "at 7 axis movement")
    assert points(game, "pz_1") == 3
    assert points(game, "rum_3") == 3


def test_cards_change_the_allowance() -> None:
    """§8.1, §8.2, §5.3.4: a card adds points, but weather and supply still cap them."""
    game = alone("1409", "pz_1")
    s = running(game).s
    s.mp = {str(unit("pz_1")): 2}
    assert points(game, "pz_1") == 8
    s.turn = 6
    assert points(game, "pz_1") == 3
    s.mp, s.mp_all = {}, -1
    assert points(game, "pz_1") == 2
    s.phasing = 1
    assert points(game, "pz_1") == 3  # the card is about the units of the phasing side


@pytest.mark.parametrize(
    ("start", "hex_", "terrain", "panzer", "army"),
    [
        ("2208", "2308", CLEAR, 1, 1),
        ("1409", "1309", FOREST, 2, 1),
        ("1410", "1310", MARSH, 3, 2),
        ("0612", "0512", MOUNTAIN, 3, 2),
        ("1108", "1208", CITY, 1, 1),
    ],
)
def test_terrain_costs(start: str, hex_: str, terrain: int, panzer: int, army: int) -> None:
    """§8.3: armor pays 2 for forest and 3 for marsh and mountain, others 1 and 2."""
    assert BOARD.terrain[place(hex_)] == terrain
    assert costs(alone(start, "pz_1"), "pz_1")[hex_] == panzer
    assert costs(alone(start, "army_6"), "army_6")[hex_] == army


def test_rivers_cost_nothing() -> None:
    """§8.3: no point more across a river."""
    assert BOARD.river(place("2413"), place("2412"))
    assert costs(alone("2413", "army_6"), "army_6")["2412"] == 1


def test_one_hex_whatever_it_costs() -> None:
    """§8.3: a unit that can move at all can always move one hex."""
    game = alone("0911", "pz_1", turn=6)
    s = running(game).s
    s.mp_all = -2  # one point left
    assert points(game, "pz_1") == 1
    reach = costs(game, "pz_1")
    marsh = next(hex_ for hex_ in reach if BOARD.terrain[place(hex_)] == 2)
    assert BOARD.cost[1][place(marsh)] == 3 and reach[marsh] == 1
    game.submit("axis", f"move 1pz {marsh}")
    assert places(game, "1pz") == [marsh]
    assert not costs(game, "pz_1", marsh)


def test_prohibited_hexsides_and_water() -> None:
    """§8.3: no unit crosses a lake or sea hexside, or enters a lake."""
    game = alone("1302", "army_16")
    assert refused(game, "axis", "move 16 1501") == "8.3"
    crimea = alone("1618", "army_11")
    neighbours = {BOARD.places[p] for p in BOARD.grid.neighbours[place("1618")]}
    land = {BOARD.places[p] for p in BOARD.passable[place("1618")]}
    barred = {hex_ for hex_ in neighbours - land if BOARD.land >> place(hex_) & 1}
    assert barred
    for hex_ in barred:
        assert costs(crimea, "army_11").get(hex_, 9) > 1


# zones of control -----------------------------------------------------------------------


def test_zones_of_control() -> None:
    """§8.5: six hexes around; Forts, Unsupplied units and markers have none."""
    game = bare(
        "put west 1507", "put leningrad 1401 back", "put kalinin 1905 unsupplied",
        "put pz_1 0409",
        "at 7 axis movement",
    )  # fmt: skip
    zone = running(game).d.zone(1)
    assert {BOARD.places[p] for p in BOARD.passable[place("1507")]} == {
        BOARD.places[p] for p in range(ON_MAP) if zone >> p & 1
    }
    fort = bare("put leningrad 1401 front", "put pz_1 0409", "at 7 axis movement")
    assert running(fort).d.zone(1) >> place("1402") & 1  # the Regional side has one
    lake = bare("put kalinin 1502", "put pz_1 0409", "at 7 axis movement")
    assert not running(lake).d.zone(1) >> place("1501") & 1  # none across lake hexsides


def test_stops_in_a_zone() -> None:
    """§8.5.1: a unit stops in the first hex of an enemy zone."""
    game = alone("2208", "pz_1", "put west 2508")
    reach = costs(game, "pz_1")
    assert "2408" in reach
    assert not costs(game, "pz_1", "2308", "2408")
    assert refused(game, "axis", "move 1pz 2408 2508") == "8.4"
    assert refused(game, "axis", "move 1pz 2408 2409") == "8.5.1"


def test_leaving_a_zone_costs_a_point() -> None:
    """§8.5.2: a unit that begins in an enemy zone pays one point more to leave."""
    free, held = alone("2208", "pz_1"), alone("2208", "pz_1", "put west 2307")
    assert costs(free, "pz_1")["2108"] + 1 == costs(held, "pz_1")["2108"] == 2


def test_own_zones_do_not_hinder() -> None:
    """§8.5: zones of friendly units hinder nobody of their own side."""
    game = alone("1409", "pz_1", "put army_6 1509", "put army_4 1408")
    assert costs(game, "pz_1") == costs(alone("1409", "pz_1"), "pz_1")


def test_infiltration_with_cards() -> None:
    """§8.5.3, §5.3.4: a card lets a unit pass from zone to zone, a better one past the first."""
    edits = ("put west 2307", "put kalinin 2309")
    game = alone("2208", "pz_1", *edits)
    beside = {BOARD.places[p] for p in BOARD.passable[place("2208")]} - {"2307", "2309"}
    in_zone = {hex_ for hex_ in beside if running(game).d.zone(1) >> place(hex_) & 1}
    t = running(game)
    steps = movement.first_steps(t.s, t.d, unit("pz_1"))
    assert in_zone and not any(steps >> place(hex_) & 1 for hex_ in in_zone)
    s = running(game).s
    s.sneak = {str(unit("pz_1")): movement.CROSS}
    assert in_zone <= set(costs(game, "pz_1"))
    hex_ = sorted(in_zone)[0]
    assert not costs(game, "pz_1", hex_)
    s.sneak = {str(unit("pz_1")): movement.CROSS_ON}
    beyond = costs(game, "pz_1", hex_)
    assert beyond
    second = next(h for h in beyond if running(game).d.zone(1) >> place(h) & 1)
    assert not costs(game, "pz_1", hex_, second)


# areas ------------------------------------------------------------------------------------


def test_finland() -> None:
    """§8.6: Germans and Soviets enter Finland from three hexes; its own army never leaves."""
    game = alone("1401", "army_18", "mark leningrad control axis")
    assert costs(game, "army_18")["finland"] == 1
    game.submit("axis", "move 18 finland")
    assert places(game, "18") == ["finland"]
    assert set(costs(game, "army_18")) >= {"1401", "1601", "1701"}
    allies = alone("1401", "hun_2", "mark leningrad control axis")
    assert "finland" not in costs(allies, "hun_2")
    assert refused(allies, "axis", "move 2hun finland") == "8.6"
    soviet = alone("1601", "volkhov")
    assert costs(soviet, "volkhov")["finland"] == 1
    held = alone("1601", "volkhov", "put fin_army finland")
    assert refused(held, "soviet", "move vol finland") == "8.4"
    finn = bare("put fin_army finland", "put pz_1 1409", "at 7 axis movement")
    assert refused(finn, "axis", "move fin 1401") == "8.0"


def test_zone_of_control_of_an_area() -> None:
    """§8.6: zones reach into Finland and out of it."""
    game = alone("1601", "volkhov", "put army_18 finland")
    d = running(game).d
    assert all(d.zone(0) >> place(hex_) & 1 for hex_ in ("1401", "1601", "1701"))
    assert d.zone(1) >> FINLAND & 1


def test_balkans() -> None:
    """§8.7: closed until the turn after Ploesti falls, then for Germans, Yugoslavs, Soviets."""
    closed = alone("0819", "army_6")
    assert refused(closed, "axis", "move 6 southern_balkans") == "8.7"
    same = alone("0819", "army_6", "set oil 7")
    assert refused(same, "axis", "move 6 southern_balkans") == "8.7"
    later = alone("0819", "army_6", "set oil 6")
    assert costs(later, "army_6")["southern_balkans"] == 1
    assert costs(later, "army_6", "southern_balkans")["western_balkans"] == 1
    rumanian = alone("0819", "rum_3", "set oil 6")
    assert refused(rumanian, "axis", "move 3rum southern_balkans") == "8.7"
    yugoslav = alone(
        "western_balkans", "yugoslav_1", "set oil 6", "put yugoslav_1 western_balkans field"
    )
    assert "0616" in costs(yugoslav, "yugoslav_1")


# ways ---------------------------------------------------------------------------------------


def test_captures_on_the_way() -> None:
    """§8.0, §12.7.1, §6.1: a city is taken by passing through; a quiet way leaves it alone."""
    game = alone("1407", "pz_2")
    receipt = game.submit("axis", "move 2pz 1508")
    assert look(game, "smolensk control") == "soviet"
    assert len(kinds(receipt.entries, Marked)) == 0
    named = alone("1407", "pz_2")
    receipt = named.submit("axis", "move 2pz 1507 1508")
    assert look(named, "smolensk control") == "axis"
    assert "smolensk" in told(named, receipt).lower()


def test_through_the_only_city() -> None:
    """§8.0: where one city is the only way, it is gone through without being named."""
    game = alone("2610", "pz_1")
    game.submit("axis", "move 1pz 2010")
    assert look(game, "saratov control") == "axis"
    assert places(game, "1pz") == ["2010"]


def test_the_way_is_asked_for() -> None:
    """§8.0: where several cities would lead there, the player names one."""
    game = alone("1803", "pz_1")
    with pytest.raises(engine.Ambiguous) as error:
        game.submit("axis", "move 1pz 1807")
    gates = [line.split()[2] for line in error.value.candidates]
    assert gates == ["1805", "1806", "1907"]
    game.submit("axis", error.value.candidates[0])
    assert places(game, "1pz") == ["1807"]
    assert [look(game, f"{city} control") for city in ("kalinin", "moscow", "tula")] == [
        "axis",
        "soviet",
        "soviet",
    ]


def test_one_unit_once() -> None:
    """§8.0: a unit moves once a phase, only its own side's units move, Forts never."""
    game = bare(
        "put pz_1 1409", "put army_6 1309", "put west 1705", "put leningrad 1401 back",
        "at 7 axis movement",
    )  # fmt: skip
    game.submit("axis", "move 1pz 1509")
    assert refused(game, "axis", "move 1pz 1510") == "8.0"
    assert refused(game, "axis", "move west 1706") == "8.0"
    assert refused(game, "axis", "move ss 1706") == "8.0"
    soviet = bare("put leningrad 1401 back", "put west 1705", "at 7 soviet movement")
    assert refused(soviet, "soviet", "move len 1402") == "8.0"
    assert names(soviet, "soviet") >= {"move", "end movement"}


def test_too_far() -> None:
    """§8.1, §8.2: beyond the Movement Allowance, which the weather may have cut."""
    clear = alone("1409", "army_6")
    assert refused(clear, "axis", "move 6 2009") == "8.1"
    mud = alone("1409", "army_6", turn=6)
    assert refused(mud, "axis", "move 6 1809") == "8.2"
    assert refused(clear, "axis", "move 6 rail") == "8.0"


def test_labels_show_the_cost() -> None:
    """§8.3: the list of hexes says what each costs."""
    game = alone("2208", "pz_1")
    items = {i.value.split()[-1]: i.label for i in game.complete("axis", "move 1pz ").items}
    assert items["2308"].endswith("1 of 6 MP")
    assert set(costs(game, "pz_1")) == set(items)


def test_enemies_block() -> None:
    """§8.4: no unit enters a hex with an enemy; friends are passed through."""
    game = alone("1409", "pz_1", "put west 1509", "put army_6 1408")
    assert refused(game, "axis", "move 1pz 1509") == "8.4"
    assert "1408" in costs(game, "pz_1")


# all of it against a plain search ----------------------------------------------------------


def brute(t: T, who: int) -> dict[int, int]:
    """Place -> points by quiet ways, hex by hex, as the rules tell it."""
    side = BOARD.units[who].side
    zone, own, foe = t.d.zone(1 - side), t.d.present[side], t.d.present[1 - side]
    armor = BOARD.units[who].faces[t.s.face[who]].armor
    budget = movement.allowance(t.s, who)
    start = t.s.at[who]
    best: dict[int, int] = {}
    queue = [(0, start)]
    while queue:
        spent, here = queue.pop(0)
        for there in BOARD.passable[here]:
            if foe >> there & 1 or not _open(who, there):
                continue
            if here == start and zone >> here & 1 and zone >> there & 1 and not own >> there & 1:
                continue
            price = BOARD.cost[armor][there] + (here == start and zone >> here & 1)
            total = spent + price
            if total > budget:
                if here != start:
                    continue
                total = budget
                best.setdefault(there, total)
                continue
            if total >= best.get(there, 99) or there == start:
                continue
            best[there] = total
            site = BOARD.site_at[there]
            loud = site >= 0 and there < HEXES and t.s.control[site] != side
            if not zone >> there & 1 and not loud:
                queue.append((total, there))
        queue.sort()
    return best


def _open(who: int, there: int) -> bool:
    """Nobody enters the Balkans here; Germans and Soviets enter Finland."""
    nation = BOARD.units[who].nationality
    return there < HEXES or (there == FINLAND and nation in ("german", "soviet"))


def test_reach_is_a_plain_search() -> None:
    """§8.0 to §8.5: masks and the rules walked hex by hex agree on random positions."""
    rng = random.Random(5)
    game = bare("put pz_1 0409", "at 7 axis movement")
    t = running(game)
    land = [p for p in range(HEXES) if BOARD.land >> p & 1]
    armies = [u.index for u in BOARD.units if u.faces[0].movement and not u.option]
    for _ in range(25):
        taken = rng.sample(land, 24)
        t.s.at = [BOARD.place_index["waiting"]] * len(BOARD.units)
        for who, where in zip(rng.sample(armies, 24), taken, strict=True):
            t.s.at[who] = where
            t.s.unsupplied[who] = int(rng.random() < 0.2)
        t.s.turn = rng.choice((4, 6, 7))
        t.s.control = [rng.randrange(2) for _ in BOARD.sites]
        t.d = t.rules.derive(t.s)
        for side in (0, 1):
            for who in movement.movable(t.s, t.d, side):
                _same_reach(t, who)


def _same_reach(t: T, who: int) -> None:
    found = movement.ways(t.s, t.d, who)
    expected = brute(t, who)
    quiet = {where: points for where, points in found.costs().items() if where not in found.through}
    assert quiet == {
        where: cost for where, cost in expected.items() if where not in found.through
    }, BOARD.units[who].id
    for where in quiet:
        way = found.way(where)
        assert way[-1] == where
        left, _ = movement.after(t.s, t.d, who, way)
        assert found.quiet.budget - left == max(quiet[where], 0) or left == 0
        for step, hex_ in enumerate(way):
            assert movement.why_not_next(t.s, t.d, who, way[:step], hex_) is None


def test_offered_is_what_has_no_reason() -> None:
    """§8.0: a place is offered exactly when there is no reason against it."""
    game = table("clear cards", "at 1 axis movement", joker=False)
    t = running(game)
    for who in [*movement.movable(t.s, t.d, 0)][:6]:
        offered = movement.ways(t.s, t.d, who).ends
        for where in range(len(BOARD.places)):
            inside = where < ON_MAP and bool(offered >> where & 1)
            assert inside == (movement.why_not_next(t.s, t.d, who, (), where) is None)
    assert words(game, "axis", "move ") >= {"1pz", "4pz", "16"}
