"""What replacement points buy (19.0): units of the pool, steps (19.26), Shock Armies (22.0).

As many as there are points for (19.22, 19.30); no Shock Army is disbanded (22.07).
"""

from collections.abc import Collection, Sequence

from engine.board.bits import mask, members
from engine.board.occupancy import Occupancy
from engine.core.verbs import Sieve, Why
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    AXIS,
    FINNISH,
    GERMAN,
    GUARDS_TANK,
    HEXES,
    HUNGARIAN,
    INFANTRY,
    ITALIAN,
    MECHANIZED,
    PARATROOP,
    POOL,
    RUMANIAN,
    RUSSIAN,
    SHOCK,
    SOVIET,
    WAITING,
    WEC,
    Piece,
)
from engine.games.russia_besieged.law.economy import cost, scarce
from engine.games.russia_besieged.law.movement import ends, why_still
from engine.games.russia_besieged.law.rail import component, why_no_train
from engine.games.russia_besieged.law.sea import harbours
from engine.games.russia_besieged.law.supply import Besieged, besieged, general, unlimited
from engine.games.russia_besieged.state import (
    ABOARD,
    ASHORE,
    FREE,
    PAID,
    REBUILT,
    RussiaBesieged,
    bodies,
    controls,
    enemy,
    has,
    mates,
    steps_left,
    turn,
    whole_step,
    zoc,
)

_GROUND = BOARD.ground
_CITY = {id_: _GROUND.cities[number].place for id_, number in _GROUND.city_index.items()}
_INDEX = _GROUND.city_index
_FULL_TANKS = BOARD.turn_index["jan_feb_1943"]
_REDUCED_TANKS = BOARD.turn_index["jul_aug_1942"]
_LAST = BOARD.turn_index["nov_dec_1944"]
_OVER = BOARD.turn_index["jan_feb_1945"]
_LEVELS = (BOARD.turn_index["nov_dec_1941"], BOARD.turn_index["jul_aug_1943"],
           BOARD.turn_index["jan_feb_1944"])  # fmt: skip
"""Turns from which Shock Armies are 6-6, 8-7 and 10-7 (22.06)."""
_POLICE = BOARD.piece_index["ss_polizei"]
_WECS = tuple(piece.index for piece in BOARD.pieces if piece.type == WEC)
_PARTS = tuple(
    piece.index
    for piece in BOARD.pieces
    if piece.type in (INFANTRY, MECHANIZED, GUARDS_TANK) and piece.nation == RUSSIAN
)
_BASE = {GERMAN: 0, RUMANIAN: 4, HUNGARIAN: 6, RUSSIAN: 10}
_GERMAN, _SS = 0, 2


def accounts(s: RussiaBesieged, piece: Piece) -> list[int]:
    """The accounts that pay for a piece, the first one first (19.02, 19.16)."""
    armor = int(piece.armor_points)
    if piece.nation == FINNISH:
        return [8]
    if piece.nation == ITALIAN:
        return [9]
    base = _BASE[piece.nation]
    if piece.index == _POLICE:
        return [_SS, _GERMAN]
    if piece.ss:
        return [_SS + armor, _GERMAN + armor]
    if piece.nation == GERMAN and s.turn == _LAST and _ss_whole(s, armor):
        return [_GERMAN + armor, _SS + armor]  # 19.16: what no SS unit needs
    return [base + armor]


_SS_UNITS = tuple(
    tuple(piece for piece in BOARD.pieces if piece.ss and int(piece.armor_points) == armor)
    for armor in (0, 1)
)
"""Those that cost infantry points, and those that cost armor points."""


def purse(s: RussiaBesieged, piece: Piece) -> int:
    """Points that are there for a piece."""
    return sum(s.points[account] for account in accounts(s, piece))


def pay(s: RussiaBesieged, piece: Piece, points: int) -> None:
    """Take the points from its accounts in order."""
    for account in accounts(s, piece):
        taken = min(points, s.points[account])
        s.points[account] -= taken
        points -= taken


def _ss_whole(s: RussiaBesieged, armor: int) -> bool:
    """Are all SS units of a kind at full strength (19.16)?"""
    places = [(s.place[piece.index], piece.index) for piece in _SS_UNITS[armor]]
    return not any(where == POOL[AXIS] or (where < HEXES and better(s, u)) for where, u in places)


def ss_wants(s: RussiaBesieged, d: Occupancy, armor: int) -> list[int]:
    """SS units that can be rebuilt before others of their kind (19.16, rb-47)."""
    found = []
    for piece in _SS_UNITS[armor]:
        if s.place[piece.index] == POOL[AXIS] or (
            s.place[piece.index] < HEXES
            and better(s, piece.index)
            and _why_not_refit_here(s, d, piece.index) is None
        ):
            found.append(piece.index)
    return found


def why_ss_first(s: RussiaBesieged, d: Occupancy, piece: Piece) -> Why | None:
    """19.16: SS units are rebuilt first."""
    if piece.nation != GERMAN or piece.ss:
        return None
    if wants := ss_wants(s, d, int(piece.armor_points)):
        return Why(f"{BOARD.pieces[wants[0]].name} must be rebuilt first.", "19.16")
    return None


def why_no_builds(s: RussiaBesieged, piece: Piece) -> Why | None:
    """What bars all building for a piece now (19.0, 19.14)."""
    if piece.side != s.side:
        return Why("It is not yours to build.", "19.0")
    if s.impulse != 1:
        return Why("Points are spent in the first impulse.", "19.0")
    if piece.side == AXIS and s.turn >= _OVER:
        return Why("From January 1945 the Axis builds nothing more.", "19.14")
    if piece.side == AXIS and s.surrendered >> piece.nation & 1:
        return Why("That nation has left the war.", "26.0")
    return None


# from the pool ------------------------------------------------------------------------


def steps(s: RussiaBesieged, number: int) -> list[int]:
    """The steps at which a unit of the pool may be built now (18.22, 19.04, 19.31, 19.32)."""
    piece = BOARD.pieces[number]
    if piece.type == GUARDS_TANK and s.turn < _FULL_TANKS:
        return [1] if s.turn >= _REDUCED_TANKS else []
    infantry = piece.side == SOVIET and piece.type == INFANTRY and len(piece.faces) > 1
    if infantry and turn(s).year == 1941 and s.reduced < 2:
        return [0, 1]
    return [whole_step(s, number)]


def why_no_build(s: RussiaBesieged, d: Occupancy, number: int, step: int = -1) -> Why | None:
    """Why a unit may not be built from the pool, at a step or at any; None if it may."""
    piece = BOARD.pieces[number]
    if why := why_no_builds(s, piece):
        return why
    if s.place[number] != POOL[piece.side] or not piece.cost or piece.type == SHOCK:
        return Why(f"{piece.name} is not in your Replacement Pool.", "19.03")
    open_ = steps(s, number)
    if not open_ or (step >= 0 and step not in open_):
        rule = "19.31" if piece.type == GUARDS_TANK else "19.04"
        return Why(f"{piece.name} is not built so now.", rule)
    if piece.type == PARATROOP and piece.side == SOVIET and s.dropped:
        return Why("One paratroop unit a turn is replaced.", "19.33")
    least = min(cost(number, one) for one in ([step] if step >= 0 else open_))
    if purse(s, piece) < least:
        return Why(f"It costs {least} points; there are {purse(s, piece)}.", "19.03")
    if why := why_ss_first(s, d, piece):
        return why
    if not entries(s, d, number):
        return Why(f"{piece.name} has nowhere to appear.", "19.15")
    return None


def entries(s: RussiaBesieged, d: Occupancy, number: int) -> int:
    """Mask of the hexes on which a unit of the pool appears, ports to sail from too (8.32)."""
    return listed(s, d, number) | harbours(s, d, number)


def listed(s: RussiaBesieged, d: Occupancy, number: int) -> int:
    """Mask of those from which it may go on in any way (19.15, 19.23)."""
    piece = BOARD.pieces[number]
    shut = bodies(d, enemy(piece.side))
    edge = _GROUND.borders[piece.side] & ~shut
    if piece.side == SOVIET:
        return edge | at_factories(s, d)
    home = {RUMANIAN: "bucharest", HUNGARIAN: "budapest", FINNISH: "helsinki", GERMAN: "berlin"}
    name = home.get(piece.nation)
    capital = 0
    if name and controls(s, AXIS, _INDEX[name]) and not shut >> _CITY[name] & 1:
        capital = 1 << _CITY[name] & unlimited(s, d, piece.nation)  # 13.44
    return capital if piece.nation in (RUMANIAN, HUNGARIAN, FINNISH) else capital | edge


def why_no_entry(s: RussiaBesieged, d: Occupancy, number: int, place: int) -> Why | None:
    """Why a unit of the pool does not appear on a hex; None if it does."""
    if entries(s, d, number) >> place & 1:
        return None
    piece = BOARD.pieces[number]
    if piece.side == SOVIET:
        city = _GROUND.city_at[place]
        if city >= 0 and s.built >> city & 1:
            return Why("One unit has appeared in that city in this turn.", "19.23")
        return Why("It appears in a supplied city with a WEC, or on the east edge.", "19.23")
    found = listed(s, d, number)
    west = found & _GROUND.borders[AXIS]
    where = [f"in {_GROUND.cities[_GROUND.city_at[hex_]].name}" for hex_ in members(found & ~west)]
    where += ["on the west edge"] * bool(west)
    return Why(f"It appears {' or '.join(where) or 'nowhere now'}.", "19.15")


def at_factories(s: RussiaBesieged, d: Occupancy) -> int:
    """Mask of the supplied cities with a WEC at which no unit has appeared in this turn (19.23)."""
    places = {city.place for city in _GROUND.cities if not s.built >> city.index & 1}
    found = mask(s.place[unit] for unit in _WECS if s.place[unit] in places)
    return found & unlimited(s, d, RUSSIAN) if found else 0


def buildable(s: RussiaBesieged, d: Occupancy) -> Collection[int]:
    """What the phasing side can build from its pool now."""
    lost = [u for u in BOARD.of_side[s.side] if s.place[u] == POOL[s.side]]
    return Sieve(lost, lambda unit: why_no_build(s, d, unit) is None)


def refittable(s: RussiaBesieged, d: Occupancy) -> Collection[int]:
    """The units of the phasing side that can get a step back now."""
    hurt = [u for u in BOARD.of_side[s.side] if s.step[u] and s.place[u] < HEXES]
    return Sieve(hurt, lambda unit: why_no_refit(s, d, unit) is None)


# on the map ---------------------------------------------------------------------------


def besieging(s: RussiaBesieged, d: Occupancy, number: int) -> Besieged | None:
    """The cut-off city with a WEC in whose range a Russian unit stands, if it has rebuilt no other
    in this turn (19.27).
    """
    piece, place = BOARD.pieces[number], s.place[number]
    if piece.side != SOVIET:
        return None
    for city in besieged(s, d, SOVIET):
        index = _GROUND.city_at[city.place]
        factory = any(other.type == WEC for other in mates(d, SOVIET, city.place))
        used = index >= 0 and s.isolated >> index & 1 and not has(s, number, REBUILT)
        if city.range >> place & 1 and factory and index >= 0 and not used:
            return city
    return None


def _why_not_refit_here(s: RussiaBesieged, d: Occupancy, number: int) -> Why | None:
    piece, place = BOARD.pieces[number], s.place[number]
    fed = general(s, d, number)
    if not fed and besieging(s, d, number) is None:
        return Why(f"{piece.name} is not in general supply.", "19.05")
    factory = _GROUND.majors >> place & 1 and any(
        other.type == WEC for other in mates(d, piece.side, place)
    )
    if zoc(d, enemy(piece.side)) >> place & 1 and not factory:
        return Why(f"{piece.name} is in an enemy zone of control.", "19.05")
    return None


def why_no_refit(s: RussiaBesieged, d: Occupancy, number: int) -> Why | None:
    """Why a unit on the map may not get a step back (19.05, 19.06, 22.05); None if it may."""
    piece = BOARD.pieces[number]
    if why := why_no_builds(s, piece):
        return why
    if s.place[number] >= HEXES or not (piece.cost or piece.type == SHOCK):
        return Why(f"{piece.name} is nothing that is rebuilt on the map.", "19.05")
    if has(s, number, ASHORE):
        return Why("A unit is rebuilt before it invades, not after.", "19.06")
    if not better(s, number):
        return Why(f"{piece.name} is at full strength.", "19.05")
    if piece.type == GUARDS_TANK and s.turn < _FULL_TANKS and s.step[number] == 1:
        return Why("Guards Tank Armies are whole from January 1943 on.", "19.31")
    if purse(s, piece) < refit_cost(s, number):
        return Why(
            f"It costs {refit_cost(s, number)} points; there are {purse(s, piece)}.", "19.05"
        )
    return why_ss_first(s, d, piece) or _why_not_refit_here(s, d, number)


def better(s: RussiaBesieged, number: int) -> bool:
    """Has it lost a step? One that is withdrawn is not lost (18.22, rb-62)."""
    if BOARD.pieces[number].type == SHOCK:
        return steps_left(s, number) == 1
    return s.step[number] > whole_step(s, number)


def refit_cost(s: RussiaBesieged, number: int) -> int:
    """Points for one step more: the factors that it adds (19.05)."""
    faces, step = BOARD.pieces[number].faces, s.step[number]
    return faces[step - 1].combat - faces[step].combat


# broken up for oil --------------------------------------------------------------------


def why_no_scrapping(s: RussiaBesieged, d: Occupancy, number: int) -> Why | None:
    """Why armor may not be broken up for its factors (21.4); None if it may."""
    piece = BOARD.pieces[number]
    if not piece.armor or piece.side != SOVIET or not piece.cost or s.place[number] >= HEXES:
        return Why(f"{piece.name} is no armor of yours that can be rebuilt.", "21.41")
    if not scarce(s, d):
        return Why("Your wells give 12 points, or it is not 1943 yet.", "21.4")
    if walks_off(s, d, number) or rides_off(s, d, number):
        return None
    return Why(f"{piece.name} leaves the map by the east edge, and cannot get there.", "21.41")


def walks_off(s: RussiaBesieged, d: Occupancy, number: int) -> bool:
    """Does a unit get to the east edge on the ground (21.41, rb-65)?"""
    if why_still(s, d, number):
        return False
    return bool((ends(s, d, number) | 1 << s.place[number]) & _GROUND.borders[SOVIET])


def rides_off(s: RussiaBesieged, d: Occupancy, number: int) -> bool:
    """Does it get there by rail?"""
    if why_no_train(s, d, number, has(s, number, FREE)):
        return False
    return bool(component(s, d, SOVIET, s.place[number]) & _GROUND.edges[SOVIET])


# Shock Armies -------------------------------------------------------------------------


def level(s: RussiaBesieged) -> int:
    """0, 1 or 2: 6-6, 8-7 or 10-7, by date (22.01)."""
    return sum(s.turn >= since for since in _LEVELS) - 1


def oil_more(s: RussiaBesieged) -> int:
    """Oil points beside the two parts, by the level of the date (22.01)."""
    return (1, 3, 5)[level(s)]


def why_no_shock(s: RussiaBesieged, number: int) -> Why | None:
    """Why a Shock Army may not be formed now; None if it may (22.01)."""
    piece = BOARD.pieces[number]
    if piece.type != SHOCK or s.side != SOVIET or s.place[number] != WAITING:
        return Why(f"{piece.name} is no Shock Army that can be formed.", "22.01")
    date = piece.arrival
    if date is None or (date.turn, date.impulse) > (s.turn, s.impulse):
        return Why(f"{piece.name} is not available yet.", "22.01")
    if s.impulse != 1 and not late(s, number):
        return Why("Shock Armies are formed in the first impulse.", "22.01")
    if s.impulse != 1 and not has(s, number, PAID):
        return Why("Its oil had to be spent in the first impulse: prepare it there.", "22.01")
    if s.points[11] < oil_bill(s, number):
        return Why(f"It costs {oil_more(s)} oil points.", "22.01")
    return None


def late(s: RussiaBesieged, number: int) -> bool:
    """Does a Shock Army become available in the second impulse of this turn (22.01)?"""
    date = BOARD.pieces[number].arrival
    return date is not None and (date.turn, date.impulse) == (s.turn, 2)


def oil_bill(s: RussiaBesieged, number: int) -> int:
    """Oil points that forming it still costs: none if they were spent beforehand (22.01)."""
    return 0 if has(s, number, PAID) else oil_more(s)


def why_no_preparing(s: RussiaBesieged, number: int) -> Why | None:
    """Why the oil of a Shock Army of the coming impulse may not be spent now (22.01)."""
    piece = BOARD.pieces[number]
    if piece.type != SHOCK or s.place[number] != WAITING or not late(s, number) or s.impulse != 1:
        return Why(f"{piece.name} does not become available in the next impulse.", "22.01")
    if has(s, number, PAID):
        return Why("Its oil is spent.", "22.01")
    if s.points[11] < oil_more(s):
        return Why(f"It costs {oil_more(s)} oil points.", "22.01")
    return None


def parts(s: RussiaBesieged, d: Occupancy) -> list[int]:
    """Units that can be parts of a Shock Army: whole, of the pool or on the map (22.01)."""
    found = []
    for number in _PARTS:
        piece, place = BOARD.pieces[number], s.place[number]
        if place == POOL[SOVIET] and s.impulse == 1:
            if steps(s, number) and purse(s, piece) >= price(s, number):
                found.append(number)
        elif place < HEXES and _whole_on_map(s, d, number):
            found.append(number)
    return found


def _whole_on_map(s: RussiaBesieged, d: Occupancy, number: int) -> bool:
    """22.01b: whole, of armor the mechanized alone; oil needs a way there (19.27, rb-61).

    Who came to a port to go on by sea does so (8.32).
    """
    whole = not s.step[number] and BOARD.pieces[number].type != GUARDS_TANK
    return whole and not has(s, number, ABOARD) and general(s, d, number)


def price(s: RussiaBesieged, number: int) -> int:
    """Points for a part from the pool: before 1943 a Guards Tank Army is never whole (19.31)."""
    return cost(number, steps(s, number)[0])


def pairs(s: RussiaBesieged, first: int, whole: Sequence[int]) -> list[int]:
    """The parts that go together with one: the other kind, of the pool or in its hex."""
    place, kind = s.place[first], BOARD.pieces[first].type
    return [
        number
        for number in whole
        if s.place[number] == place
        and (BOARD.pieces[number].type == INFANTRY) != (kind == INFANTRY)
    ]


def why_no_upgrade(s: RussiaBesieged, d: Occupancy, number: int, to: int) -> Why | None:
    """Why a Shock Army may not be raised to a level (22.06); None if it may."""
    piece, place = BOARD.pieces[number], s.place[number]
    if piece.type != SHOCK or place >= HEXES:
        return Why(f"{piece.name} is no Shock Army on the map.", "22.06")
    if why := why_no_builds(s, piece):
        return why
    now, step = divmod(s.step[number], 2)
    if step:
        return Why("A reduced Shock Army is rebuilt first.", "22.05")
    if not now < to <= level(s):
        return Why("That strength is not available yet, or is no better.", "22.06")
    if s.points[11] < 2 * (to - now):
        return Why(f"It costs {2 * (to - now)} oil points.", "22.06")
    if not general(s, d, number) or zoc(d, AXIS) >> place & 1:
        return Why("It must be in general supply and in no enemy zone.", "22.06")
    return None
