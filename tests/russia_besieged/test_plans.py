"""10.1, 10.11, 10.18: what must be attacked is settled as the battles begin, and no attack leaves
out what could be had before it."""

import random
from collections.abc import Iterator
from itertools import combinations, product

import pytest

from engine import Game, OrderError
from engine.board.bits import members
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import HEXES
from engine.games.russia_besieged.law import contact, odds
from engine.games.russia_besieged.law.odds import LOWEST, Attack
from engine.games.russia_besieged.law.plans import Plans
from engine.games.russia_besieged.play.phase_combat import duties
from engine.games.russia_besieged.state import RussiaBesieged, occupancy
from engine.games.russia_besieged.words import IDS
from tests.russia_besieged.staged import EMPTY, game
from tests.russia_besieged.table import at, ids, table, unit
from tests.table import asked, prompt, refused

G = BOARD.ground
COMBAT = "at 8/1 axis combat"


BATTLES = ("You must attack", "Attack where you like")


def attacked(g: Game, line: str) -> Game:
    """The game after an attack and all that it asks; the phase ends by itself with the last one."""
    g.submit("axis", line)
    while fighting(g) and (asked(g) != ["axis"] or not prompt(g).startswith(BATTLES)):
        (side,) = asked(g)
        g.submit(side, g.auto(side))
    return g


def fighting(g: Game) -> bool:
    return g.table.s.settled and g.result() is None


# what is settled -----------------------------------------------------------------------

FIRST = (
    # who is bound attacks, though the enemy that binds it has been attacked already
    ({"ger_inf_1": "0402", "ger_pz_24": "0203", "rus_inf_11": "0303", "rus_inf_12": "0401"},
     "attack 0303 with ger_pz_24", "10.11"),
)  # fmt: skip


@pytest.mark.parametrize(("units", "line", "rule"), FIRST)
def test_nobody_who_must_attack_is_left_without_a_battle(
    units: dict[str, str], line: str, rule: str
) -> None:
    """10.11: an enemy across the river is his last one"""
    g = game(*EMPTY, *(f"put {id_} {hex_}" for id_, hex_ in units.items()), COMBAT)
    assert unit("ger_inf_1") in duties(g.table).must
    attacked(g, line)
    assert prompt(g) == "You must attack 0401 (up to 1-3) with 1 Infantry Corps."
    assert refused(g, "axis", "end combat") == rule
    attacked(g, "attack 0401 with ger_inf_1")
    assert not fighting(g)


@pytest.mark.parametrize(
    ("units", "first", "owed"),
    [
        ({"ger_pz_24": "5913", "rus_inf_11": "5813", "rus_inf_12": "5912", "ger_inf_1": "5811"},
         "attack 5813 with ger_pz_24", "5912"),
        ({"ger_inf_2": "0715", "rus_inf_11": "0815", "rus_inf_12": "0614", "ger_inf_1": "0714"},
         "attack 0815 with ger_inf_2", "0614"),
    ],
)  # fmt: skip
def test_who_had_to_be_attacked_still_is_when_he_who_was_bound_has_fought(
    units: dict[str, str], first: str, owed: str
) -> None:
    """10.1: the enemy whose zone held a unit is attacked, by whomever"""
    g = game(*EMPTY, *(f"put {id_} {hex_}" for id_, hex_ in units.items()), COMBAT)
    assert owed in prompt(g)
    attacked(g, first)
    assert refused(g, "axis", "end combat") == "10.11" and owed in prompt(g)
    attacked(g, f"attack {owed} with ger_inf_1")
    if fighting(g):
        g.submit("axis", "end combat")


def test_nobody_is_told_to_attack_what_need_not_be_attacked() -> None:
    """10.1: an enemy across the river may be attacked by him who must attack another"""
    stand = {"ger_inf_1": "1818", "rus_inf_11": "1819", "rus_inf_12": "1719"}
    g = game(*EMPTY, *(f"put {id_} {hex_}" for id_, hex_ in stand.items()), COMBAT)
    assert prompt(g) == "You must attack 1819 (up to 1-2)."
    assert refused(g, "axis", "end combat") == "10.11"
    attacked(g, "attack 1719+1819 with ger_inf_1")
    assert not fighting(g)


def test_who_attacks_out_of_a_city_leaves_none_to_those_who_are_too_weak() -> None:
    """10.1, 10.18: all round it are attacked at 1-5 or better, or it attacks nobody"""
    strong = {"ger_pz_41": "3018", "ger_pz_39": "3018"}
    weak = {"rus_inf_11": "2919", "rus_para_1": "2919", "rum_cav_1": "2818"}
    s, d = table({**strong, **weak}, side="soviet", turn="jul_aug_1942", russian=["2919"])
    found = Plans(s, d)
    assert ids(contact.city_bound(s, d, unit("rus_inf_11"))) == {"2818", "3018"}
    assert not found.possible((at("2818"),), (unit("rus_inf_11"),))
    assert found.possible((at("2818"),), (unit("rus_para_1"),))


def test_the_strong_are_not_all_spent_on_one_enemy() -> None:
    """10.11, 10.18: who alone reaches 1-5 against an enemy is kept for him"""
    stack = {"rus_gd_tank_3": "2719", "rus_mech_10": "2719", "rus_inf_18": "2721"}
    own = {"ger_inf_34/1": "2720", "ger_pz_24": "2720", "ger_pz_14": "2720"}
    s, d = table({**stack, **own}, turn="jul_aug_1942")
    found = Plans(s, d)
    assert found.surrenders() == []
    panzers = (unit("ger_pz_24"), unit("ger_pz_14"))
    assert not found.leaves((at("2721"),), panzers)
    for one in panzers:
        assert found.leaves((at("2721"),), (one,))
    assert set(found.muster((at("2721"),)).units) in [{one, unit("ger_inf_34")} for one in panzers]


def test_the_weak_together_come_to_just_one_to_five() -> None:
    """10.11, 10.18: the strongest is needed elsewhere, and the least odds are enough"""
    foes = {"rus_gd_tank_2": "2719", "rus_inf_7": "2719", "rus_inf_37": "2620",
            "rus_inf_14": "2620", "rus_inf_6": "2819", "rus_inf_57": "2819"}  # fmt: skip
    own = {"ger_inf_62/1": "2720", "hun_inf_7/1": "2720", "ger_inf_34/1": "2720",
           "ger_inf_6": "2820"}  # fmt: skip
    s, d = table({**foes, **own}, turn="jul_aug_1943")
    found = Plans(s, d)
    best = found.muster((at("2719"),))
    assert set(best.units) == {unit("ger_inf_62"), unit("hun_inf_7")}
    assert odds.final(s, d, best) == LOWEST and found.possible((at("2719"),))


@pytest.mark.parametrize("planes", [0, 1, 2])
def test_the_last_air_unit_goes_to_one_of_those_who_need_it(planes: int) -> None:
    """10.11, 10.18: and is not kept from each of them for the other, where it was never enough"""
    own = {"rum_inf_1": "2719", "rum_inf_2": "2724"}
    foes = {"rus_gd_tank_3": "2718", "rus_gd_inf_1": "2718"}
    foes |= {"rus_gd_tank_5": "2725", "rus_mech_1": "2725"}
    stukas = {f"stuka_{number}": "2919" for number in range(1, planes + 1)}
    s, d = table({**own, **foes, **stukas}, turn="jul_aug_1942")
    found = Plans(s, d)
    both = [at("2718"), at("2725")]
    assert [bool(found.joined((hex_,))) for hex_ in both] == [planes > 0] * 2
    assert len(found.surrenders()) == (0 if planes else 2)


def test_who_would_be_left_with_an_enemy_that_another_must_take_on_joins() -> None:
    """10.11, 10.14: 29 Army alone takes both, so that the paratroops must go with the others"""
    own = {"rus_inf_16": "2526", "rus_inf_29": "2526", "rus_mech_17": "2527", "rus_para_1": "2527"}
    foes = {"ger_inf_6": "2626", "ger_pz_46": "2425", "ger_pz_24": "2426", "ger_inf_38": "2426"}
    put = [f"put {id_} {hex_}" for id_, hex_ in (own | foes).items()]
    g = game(*EMPTY, *put, "at 8/1 soviet combat")
    line = "attack 2626 with rus_inf_16 rus_mech_17"
    with pytest.raises(OrderError, match=r"More units must join it.* 2425, 2426") as caught:
        g.submit("soviet", line)
    assert caught.value.rule == "10.11"
    g.submit("soviet", f"{line} rus_para_1")


STRONG = ("rus_gd_tank_3", "rus_gd_tank_5", "rus_gd_tank_1")


@pytest.mark.parametrize("strong", [1, 3])
def test_who_stands_before_two_enemies_leaves_neither_to_nobody(strong: int) -> None:
    """10.11, 10.19: alone it surrenders where both are too many for it, be one of them too strong
    or not; beside another unit it attacks the one, and the second is not left to nobody"""
    foes = {**dict.fromkeys(STRONG[:strong], "2720"), "rus_inf_11": "2718", "rus_inf_12": "2718"}
    s, d = table({**foes, "rum_inf_1": "2719"}, turn="jul_aug_1943")
    assert odds.final(s, d, Attack((at("2718"),), (unit("rum_inf_1"),))) >= LOWEST
    assert Plans(s, d).surrenders() == [unit("rum_inf_1")]
    s, d = table({**foes, "rum_inf_1": "2719", "rum_inf_3": "2719"}, turn="jul_aug_1943")
    found = Plans(s, d)
    assert found.surrenders() == []
    assert found.leaves((at("2718"),), (unit("rum_inf_1"),))
    assert not found.leaves((at("2718"),), (unit("rum_inf_1"), unit("rum_inf_3")))


# by hand --------------------------------------------------------------------------------


def parts(hexes: list[int]) -> Iterator[list[tuple[int, ...]]]:
    """All ways to part these into lots."""
    if not hexes:
        yield []
        return
    first, rest = hexes[0], hexes[1:]
    for count in range(len(rest) + 1):
        for more in combinations(rest, count):
            left = [hex_ for hex_ in rest if hex_ not in more]
            for others in parts(left):
                yield [(first, *more), *others]


def whole(s: RussiaBesieged, by: dict[int, list[int]], needed: list[int], must: set[int]) -> bool:
    """Is there any way to attack all these, with all who must?"""
    units = sorted({unit_ for others in by.values() for unit_ in others})
    d = occupancy(s)
    for lots in parts(needed):
        choices = []
        for unit_ in units:
            mine = [n for n, lot in enumerate(lots) if all(unit_ in by[hex_] for hex_ in lot)]
            choices.append(mine if unit_ in must and mine else [*mine, -1])
            if unit_ in must and not mine:
                choices[-1] = []
        for chosen in product(*choices):
            forces = [
                tuple(u for u, n in zip(units, chosen, strict=True) if n == number)
                for number in range(len(lots))
            ]
            if all(
                force and odds.final(s, d, Attack(lot, force)) >= LOWEST
                for lot, force in zip(lots, forces, strict=True)
            ):
                return True
    return False


FIELD = [IDS[h] for h in members(G.zone.spread(G.zone.spread(1 << at("2719"))))]
OWN = ["ger_inf_34/1", "rum_cav_1", "hun_inf_3/1", "ger_pz_24", "ger_inf_1", "ger_inf_4/1"]
FOES = ["rus_gd_tank_3", "rus_mech_10", "rus_gd_tank_5", "rus_inf_18", "rus_inf_4", "rus_mech_1"]


def skirmish(rng: random.Random) -> RussiaBesieged:
    """A few weak units among strong ones."""
    hexes = rng.sample(FIELD, 6)
    own = {id_: rng.choice(hexes[:3]) for id_ in rng.sample(OWN, rng.randint(2, 5))}
    foes = {id_: rng.choice(hexes[3:]) for id_ in rng.sample(FOES, rng.randint(2, 6))}
    return table({**own, **foes}, turn="jul_aug_1943")[0]


@pytest.mark.parametrize("part", range(4))
def test_against_every_way_to_part_and_to_send(part: int) -> None:
    """10.11, 10.14, 10.16, 10.18: no attack is open that leaves no whole plan, if there was one"""
    seen = {True: 0, False: 0}
    for seed in range(60 * part, 60 * part + 60):
        s = skirmish(random.Random(seed))
        found = Plans(s, occupancy(s))
        by = {target: list(units) for target, units in found.owed.by.items()}
        needed = [target for target in by if target not in found.owed.free]
        if not needed or not whole(s, by, needed, set(found.owed.must)):
            continue
        assert found.surrenders() == []
        for target in by:
            for count in range(1, len(by[target]) + 1):
                for units in combinations(by[target], count):
                    rest = {
                        hex_: [u for u in others if u not in units]
                        for hex_, others in by.items()
                        if hex_ != target
                    }
                    left = [hex_ for hex_ in needed if hex_ != target]
                    must = {u for u in found.owed.must if u not in units}
                    reach = {u for others in rest.values() for u in others}
                    good = (
                        odds.final(s, occupancy(s), Attack((target,), units)) >= LOWEST
                        and must <= reach
                        and whole(s, rest, left, must & {u for h in left for u in rest[h]})
                    )
                    assert found.whole((target,), units) == good, (
                        seed,
                        IDS[target],
                        [BOARD.pieces[u].id for u in units],
                    )
                    seen[good] += 1
    assert min(seen.values()) > 40, seen


@pytest.mark.parametrize("seed", range(12))
def test_a_combat_phase_ends_with_all_done(seed: int) -> None:
    """10.1, 10.11: whatever is attacked first, with whom, and however it ends"""
    rng = random.Random(seed)
    s = skirmish(rng)
    stand = [(p.id, IDS[s.place[p.index]], s.step[p.index]) for p in BOARD.pieces]
    units = [(id_, hex_, step) for id_, hex_, step in stand if hex_ in FIELD]
    put = [f"put {id_} {hex_}" + (" s=1" if step else "") for id_, hex_, step in units]
    g = game(*EMPTY, *put, COMBAT)
    owed = duties(g.table)
    by = {target: list(units) for target, units in owed.by.items()}
    must = set(owed.must)
    needed = {target for target in owed.by if target not in owed.free}
    assert whole(g.table.s, by, sorted(needed), must)
    said: set[str] = set()
    while fighting(g) and (line := g.sample("axis", rng)) != "end combat":
        said |= {*line.replace("+", " ").split()}
        attacked(g, line)
    left = [unit_ for unit_ in must if g.table.s.place[unit_] < HEXES]
    assert {BOARD.pieces[unit_].id for unit_ in left} | {IDS[hex_] for hex_ in needed} <= said
