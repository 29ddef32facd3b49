"""Who stands where, against building it anew and against counting by hand."""

from hypothesis import given, settings
from hypothesis import strategies as st

from engine.board.bits import Steps, mask
from engine.board.occupancy import Occupancy, Roster, Stand, Zone
from engine.board.supply import tracing
from tests.board.test_hexgrid import rectangle

MAP = rectangle("odd-r")
N = len(MAP)
OFF = N + 1
"""A box beside the map."""
NEAR, OWN = Zone(Steps(MAP.neighbours)), Zone(Steps(()), own=True)
SIDES = (0, 0, 0, 1, 1, 1, -1)
ROSTER = Roster(sides=SIDES, count=2, places=N, zones=(NEAR, OWN))
places = st.integers(0, N + 2)
stands = st.builds(Stand, zones=st.integers(0, 3), factor=st.integers(0, 9))
changes = st.lists(st.tuples(st.integers(0, len(SIDES) - 1), places, stands), max_size=12)


def seen(d: Occupancy) -> object:
    """All that can be asked of it."""
    zones = [[d.zone(side, kind), d.emitters(side, kind)] for side in (0, 1) for kind in (0, 1)]
    units = [[d.units(side, place) for place in range(N)] for side in (0, 1)]
    factors = [d.factor(place) for place in range(N)]
    return d.at, d.present, d.shared, zones, units, factors


@settings(deadline=None)
@given(st.lists(places, min_size=7, max_size=7), st.lists(stands, min_size=7, max_size=7), changes)
def test_kept_in_steps_it_is_what_is_built_anew(
    at: list[int], stand: list[Stand], moves: list[tuple[int, int, Stand]]
) -> None:
    d = Occupancy(ROSTER, at, stand.__getitem__)
    for unit, now, as_it_stands in moves:
        before_seen, before, at[unit], stand[unit] = seen(d), at[unit], now, as_it_stands
        new = d.after(unit, before, now, as_it_stands)
        assert seen(d) == before_seen, "the one before stays as it was"
        d = new
        assert seen(d) == seen(Occupancy(ROSTER, at, stand.__getitem__))


@settings(deadline=None)
@given(st.lists(places, min_size=7, max_size=7), st.lists(stands, min_size=7, max_size=7))
def test_masks_and_factors_are_those_counted_by_hand(at: list[int], stand: list[Stand]) -> None:
    d = Occupancy(ROSTER, at, stand.__getitem__)
    here = [(u, at[u], stand[u]) for u in range(7) if at[u] < N and SIDES[u] >= 0]
    for side in (0, 1):
        mine = [(place, what) for unit, place, what in here if SIDES[unit] == side]
        assert d.present[side] == mask(place for place, _ in mine)
        near = {other for place, what in mine if what.zones & 1 for other in MAP.neighbours[place]}
        assert d.zone(side) == mask(near)
        assert d.zone(side, 1) == mask(place for place, what in mine if what.zones & 2)
    for place in range(N):
        factors = [what.factor for _, other, what in here if other == place]
        assert d.factor(place) == sum(factors)
        assert d.shared >> place & 1 == (len(factors) > 1)


def test_what_is_worked_out_goes_with_its_occupancy() -> None:
    calls: list[str] = []

    def work() -> str:
        calls.append("done")
        return "result"

    d = Occupancy(ROSTER, [0, 1, 2, 3, 4, 5, OFF], lambda _: Stand())
    assert [d.once("key", work), d.once("key", work)] == ["result"] * 2 and calls == ["done"]
    d.after(0, 0, 1, Stand()).once("key", work)
    assert calls == ["done"] * 2
    d.again().once("key", work)
    assert calls == ["done"] * 3 and seen(d.again()) == seen(d)


def test_supply_stored_at_a_moment_breaks_the_circle_of_zones_and_supply() -> None:
    """Zones need supply and supply needs zones: the status of the last moment gives the zones."""
    line = Steps(((1,), (0, 2), (1, 3), (2, 4), (3,)))
    roster = Roster(sides=(0, 1), count=2, places=5, zones=(Zone(line, own=True),))
    at = [1, 3]

    def stood(status: str) -> Occupancy:
        return Occupancy(roster, at, lambda unit: Stand(int(status, 16) >> unit & 1))

    def checked(d: Occupancy, side: int, source: int) -> bool:
        passable = ~(d.zone(1 - side) & ~d.present[side])
        return bool(tracing(line, 1 << source, passable, 4) & d.present[side])

    both = stood("3")
    assert both.zone(0) == 0b00111 and both.zone(1) == 0b11100
    assert checked(both, 0, source=0) and not checked(both, 1, source=0)
    status = f"{0b01:x}"  # the second side was cut off at its moment: no zone until the next one
    assert stood(status).zone(1) == 0 and stood(status).zone(0) == 0b00111
    assert checked(stood(status), 0, source=4), "and its zone stops nobody"
    assert not checked(both, 0, source=4)
