"""Chapters 14 to 16 and 27: marshals, drops, partisans, and how the war ends."""

import pytest

import engine
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AXIS, IN_HAND, REMOVED, SOVIET
from engine.games.russia_besieged.law import leaders, victory
from engine.games.russia_besieged.law.odds import Attack
from engine.games.russia_besieged.state import DROPPED, SECOND_STAGE, SPENT, new, occupancy
from tests.russia_besieged.table import at, city, ids, table, unit
from tests.russia_besieged.test_movement import rule

G = BOARD.ground


def test_marshals() -> None:
    """14.21, 14.25, 14.28"""
    s, d = table({"rus_inf_4": "2719", "ger_inf_1": "2720"}, side="soviet", turn="sep_oct_1941")
    one = Attack((at("2720"),), (unit("rus_inf_4"),))
    zhukov, finn = unit("fm_zhukov"), unit("fm_mannerheim")
    assert rule(leaders.why_no_marshal(s, d, zhukov, one)) == "14.2"
    s.place[zhukov], s.place[finn] = IN_HAND[SOVIET], IN_HAND[AXIS]
    assert rule(leaders.why_no_marshal(s, d, zhukov, one)) == "14.25"
    assert rule(leaders.why_no_marshal(s, d, finn, one)) == "14.28"
    s.turn = BOARD.turn_index["nov_dec_1941"]
    assert leaders.why_no_marshal(s, d, zhukov, one) is None
    s.flags[zhukov] |= SPENT
    assert rule(leaders.why_no_marshal(s, d, zhukov, one)) == "14.21"


def test_drops() -> None:
    """15.02, 15.03, 15.04, 15.05, 15.06, 15.07"""
    moscow = G.grid.ids[city("moscow")]
    when = {"turn": "jan_feb_1942", "side": "soviet"}
    s, d = table({"rus_para_1": moscow}, weather="snow/snow", **when)
    me = unit("rus_para_1")
    zone = leaders.drop_zone(s, d, me)
    assert zone
    for hex_ in ids(zone):
        assert G.grid.distance(at(hex_), city("moscow")) <= 8
        assert not G.majors >> at(hex_) & 1
        assert G.terrain[at(hex_)] in (0, 2)
    s.flags[me] |= DROPPED
    assert rule(leaders.why_no_drop(s, d, me)) == "15.07"
    s, d = table({"rus_para_1": moscow}, weather="mud/mud", **when)
    assert rule(leaders.why_no_drop(s, d, me)) == "15.02"
    assert leaders.drop_zone(s, d, me) == 0
    s, d = table({"rus_para_1": moscow}, turn="sep_oct_1943", side="soviet")
    assert leaders.why_no_drop(s, d, me) is None


def test_lairs_of_partisans() -> None:
    """16.11, 16.13"""
    west = ids(h for h in range(2400) if G.rails >> h & 1 and h % 40 + 1 >= 22)
    s, d = table({"ger_inf_1": "1728"}, axis=west)
    found = leaders.lairs(s, d)
    assert found
    assert not found & ~G.countries["russia"]
    assert not ids(found) & {"1728", *ids(G.grid.neighbours[at("1728")])}
    some = min(ids(found))
    s, d = table({"ger_inf_1": "1728", "ss_polizei": some}, axis=west)
    for hex_ in ids(leaders.lairs(s, d)):
        assert G.grid.distance(at(hex_), at(some)) > 5


def test_partisans_on_lines_that_lead_back_to_a_city() -> None:
    """16.11, 7.03: trains go there too, without the west edge; not to a city all by itself"""
    minsk = G.grid.ids[city("minsk")]
    beside = [G.grid.ids[h] for h in G.rail_links[city("minsk")]]
    s, d = table({}, axis=[minsk, *beside])
    assert ids(leaders.lairs(s, d)) == {minsk, *beside}
    s, d = table({}, axis=[minsk])
    assert leaders.lairs(s, d) == 0
    s, d = table({}, axis=beside[:1])
    assert leaders.lairs(s, d) == 0


def test_help_of_partisans() -> None:
    """16.51"""
    s, d = table({"partisan_1": "1824", "ger_inf_1": "1822"}, turn="jan_feb_1943", side="soviet")
    assert leaders.helpers(s, d, (at("1822"),)) == []
    s.flags[unit("partisan_1")] |= SECOND_STAGE
    s.rails, s.cities = f"{G.rails:x}", f"{(1 << len(G.cities)) - 1:x}"
    d = occupancy(s)
    assert [piece.id for piece in leaders.helpers(s, d, (at("1822"),))] == ["partisan_1"]
    assert leaders.helpers(s, d, (at("1822"), at("1819"))) == []


# the end ------------------------------------------------------------------------------


def test_the_line_of_1942_and_two_cities_more_are_17() -> None:
    """27.2, F22"""
    s = new(4)
    missing = [name for name in ("sevastopol", "rostov") if victory_lacks(s.cities, name)]
    assert victory.axis_majors(s) + len(missing) == 17


def victory_lacks(cities: str, name: str) -> bool:
    number = G.city_index[name]
    return G.cities[number].major and not int(cities, 16) >> number & 1


@pytest.mark.parametrize(("turn", "least"), [("nov_dec_1942", 17), ("nov_dec_1944", 5)])
def test_sudden_death(turn: str, least: int) -> None:
    """27.2"""
    s, _ = table(turn=turn)
    majors = [c for c in G.cities if c.major]
    for count, winner in ((least, -1), (least - 1, SOVIET)):
        s.cities = f"{sum(1 << c.index for c in majors[:count]):x}"
        s.since = [0, 0]
        assert victory.at_end_of_turn(s)[0] == winner


def test_cities_held_for_one_more_turn() -> None:
    """27.1, rb-09"""
    axis = [G.grid.ids[city(name)] for name in victory.SETS[0]]
    s, _ = table(turn="jul_aug_1942", axis=axis)
    s.since = victory.noted(s)
    assert s.since == [s.turn, 0]
    assert victory.at_end_of_turn(s)[0] == -1
    s.turn += 1
    assert victory.noted(s) == s.since
    assert victory.at_end_of_turn(s)[0] == AXIS


def test_capitals_and_dictators() -> None:
    """27.1, 27.2"""
    s, _ = table(turn="jul_aug_1942", axis=[G.grid.ids[city("moscow")]])
    assert victory.at_once(s) == -1
    s.place[unit("stalin")] = REMOVED
    assert victory.at_once(s) == AXIS
    s, _ = table(turn="jul_aug_1944")
    assert victory.peace(s, at("1818"))
    assert not victory.peace(s, city("berlin"))


def test_the_last_turn_is_the_axis_one() -> None:
    """27.1"""
    s, _ = table(turn="may_jun_1945")
    assert victory.at_end_of_turn(s)[0] == AXIS


@pytest.mark.parametrize(
    ("options", "need"),
    [
        ({}, 20),
        ({"bid": 3}, 23),
        ({"bid": 3, "bidder": "axis"}, 23),
        ({"bid": 3, "bidder": "soviet"}, 17),
    ],
)
def test_a_bid_makes_it_harder_for_the_side_that_was_bid_for(
    options: dict[str, object], need: int
) -> None:
    """rb-27: of the seven turns; the Campaign Game counts no points"""
    g = engine.new_game("russia_besieged", "tournament_7", options, bytes(32))
    assert victory.threshold(g.table.s) == need
    g = engine.new_game("russia_besieged", "campaign", options, bytes(32))
    assert victory.threshold(g.table.s) == 0
    with pytest.raises(engine.Malformed):
        engine.new_game("russia_besieged", "tournament_7", {"bidder": "nobody"}, bytes(32))


def test_what_each_place_is_worth() -> None:
    """27.2 (rb-27): two a major and one a minor city, one an oil well; Moscow once held one more;
    Tabriz, in Persia, nothing
    """
    s, _ = table()
    ground = BOARD.ground
    east, persia = ground.countries["russia"], ground.countries["iran"]
    s.cities, s.captured, s.moscow = "0", 0, False
    cities = [one for one in ground.cities if not persia >> one.place & 1]
    assert len(cities) == len(ground.cities) - 1
    west = [2 if one.major else 1 for one in cities if not east >> one.place & 1]
    none = victory.points(s)
    assert none == -sum(west)
    for one in ground.cities:
        s.cities = f"{1 << one.index:x}"
        worth = (2 if one.major else 1) if one in cities else 0
        assert victory.points(s) == none + worth, one.id
    s.cities = "0"
    for well in ground.wells:
        s.captured = 1 << well.index
        assert victory.points(s) == none + (1 if well.side == SOVIET else -1), well.id
    s.captured, s.moscow = 0, True
    assert victory.points(s) == none + 1
