"""What comes at the start of an impulse by itself: points, marshals, factories (14, 19 to 21)."""

from __future__ import annotations  # not worked out each time a verb is made

from collections.abc import Sequence

from engine.board.bits import mask
from engine.core.entries import Placed
from engine.games.russia_besieged.acts import T, changed, eliminate, forget, place, say, set_place
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import (
    AXIS,
    GERMAN,
    HEXES,
    IN_HAND,
    MARSHAL,
    PARTISAN,
    POOL,
    REMOVED,
    SIDES,
    SOVIET,
    SURRENDERED,
    URALS,
    VOLKSSTURM,
    WAITING,
    WEC,
)
from engine.games.russia_besieged.law import arrivals, economy
from engine.games.russia_besieged.play.withdrawals import gone
from engine.games.russia_besieged.state import (
    DRY,
    FREE,
    NO_CUT,
    STEP,
    bodies,
    controls,
    rails,
    turn,
    zoc,
)
from engine.games.russia_besieged.words import IDS, account_name

DIE = range(1, 11)
_GROUND = BOARD.ground
_CITY = _GROUND.city_index
_BERLIN = _GROUND.cities[_CITY["berlin"]].place
_OWNERS = {4: 1, 5: 1, 6: 2, 7: 2, 8: 3, 9: 4}
_RUMANIAN_ARMOR = BOARD.piece_index["rum_mech_1"]
_GARRISON = BOARD.piece_index["berlin_garrison"]
_LEAVES = BOARD.turn_index["sep_oct_1944"]  # 17.61
_URALS = BOARD.piece_index["wec_urals"]
_FULL = BOARD.turn_index["may_jun_1943"]  # 20.4
_OVER = BOARD.turn_index["jan_feb_1945"]
_MAIN_LINE = BOARD.turn_index["jan_feb_1942"]  # 20.7


# points -------------------------------------------------------------------------------


def receive_points(t: T) -> None:
    """The first impulse of a turn brings points, to spend or to save (19.0, 19.07, 19.2)."""
    if t.s.side == AXIS:
        _axis_points(t)
    else:
        _russian_points(t)


def _axis_points(t: T) -> None:
    s = t.s
    if s.turn >= _OVER:  # 19.14
        s.points[:10] = [0] * 10
        return
    received = list(turn(s).points)
    if s.place[_RUMANIAN_ARMOR] == SURRENDERED[AXIS]:  # 19.18
        received[4] += turn(s).months[0] == "jul" and turn(s).year >= 1942
        received[4] += s.points[5] // 3
        s.points[5], received[5] = 0, 0
    ploesti = controls(s, AXIS, _CITY["ploesti"])
    for account in range(10):
        owner = _OWNERS.get(account, GERMAN)
        lost = s.surrendered >> owner & 1 or not economy.has_capital(s, account)
        if lost or (account in (1, 3, 5, 7) and not ploesti):  # 19.11, 21.3, 21.31
            received[account] = 0
    if economy.tanks_come(s):  # 21.2, 21.22
        received[1] += s.promised_oil
        s.promised_oil = 0
    _receive(t, enumerate(received))


def _receive(t: T, received: enumerate[int] | Sequence[tuple[int, int]]) -> None:
    words = []
    for account, points in received:
        t.s.points[account] += points
        if points:
            words.append(f"{account_name(account)} {points}")
    if words:
        say(t, f"Replacement points: {', '.join(words)}.", "19.0")


def _russian_points(t: T) -> None:
    s = t.s
    joined = economy.linked(s, t.d)
    for well in _GROUND.wells:  # 21.06, 21.23
        if well.index not in joined and well.side == SOVIET:
            s.frozen[well.index] += economy.growth(s, well)
    infantry, armor, s.lent = economy.factories(s), _oil(t), 0
    if economy.FIRST_LOAN <= s.turn <= economy.LAST_LOAN:  # 20.5, 20.53
        (roll,) = t.roll("lend", 1, DIE, SIDES[SOVIET])
        shares = economy.lend_lease(s, t.d, roll)
        s.lent = tanks = economy.armor_share(sum(shares))
        names = ("Persia", "Murmansk", "Archangel")
        words = ", ".join(f"{name} {n}" for name, n in zip(names, shares, strict=True))
        say(t, f"Lend-Lease: {words}; {tanks} of them armor.", "20.5")
        infantry, armor = infantry + sum(shares) - tanks, armor + tanks
    _receive(t, [(10, infantry), (11, armor)])


def _oil(t: T) -> int:
    """The wells that give to the Russians, those beyond a cut by the die (21.05, 21.33)."""
    s = t.s
    if economy.dry(s, t.d):  # 21.1: those of Ploesti neither
        s.cut = DRY
        return 0
    s.cut = max(s.cut, NO_CUT)
    whole, cut = economy.oil(s, t.d)
    if not cut:
        s.cut = NO_CUT
    elif s.cut < 0:
        (roll,) = t.roll("oil", 1, DIE, SIDES[SOVIET])
        s.cut = economy.cut_off(cut, roll)
        say(t, f"{cut} oil points are cut off: {s.cut} come.", "21.05")
    else:
        s.cut = economy.still_cut_off(s.cut, cut)
    gained = sum(
        2
        for well in _GROUND.wells
        if well.side == AXIS and s.captured >> well.index & 1 and not economy.resting(s, well)
    )
    return whole + max(s.cut, 0) + gained


# what comes by itself -----------------------------------------------------------------


def come(t: T) -> None:
    """Marshals, partisans and what was away come; marshals are withdrawn (14.2, 16.12, 18.5)."""
    s = t.s
    for number in _BY_THEMSELVES[s.side]:
        piece = BOARD.pieces[number]
        date = piece.arrival
        if piece.type == MARSHAL and s.place[number] == IN_HAND[s.side] and piece.leaves == s.turn:
            gone(t, number, REMOVED, "18.5")
        due = date is not None and (date.turn, date.impulse) <= (s.turn, s.impulse)
        if not due or s.place[number] != WAITING:
            continue
        if piece.type in (MARSHAL, PARTISAN):
            if piece.type == MARSHAL and s.surrendered >> 3 & 1 and piece.id == "fm_mannerheim":
                continue
            _put(t, number, IN_HAND[s.side], "14.26" if piece.type == MARSHAL else "16.12")
        elif piece.type == WEC and piece.area == "urals_box":
            _put(t, number, URALS, "20.4")
            s.points[10] += piece.faces[s.step[number]].combat
        elif piece.type == VOLKSSTURM and _raised(t, number):
            place(t, number, _BERLIN, "17.62")
    if s.side == SOVIET and s.turn == _FULL and s.impulse == 1 and s.step[_URALS]:
        s.step[_URALS] = 0
        s.points[10] += BOARD.pieces[_URALS].faces[0].combat - BOARD.pieces[_URALS].faces[1].combat
        say(t, "The Urals reach full production.", "20.4")
    if s.side == AXIS and s.turn >= _LEAVES and s.place[_GARRISON] < HEXES:
        eliminate(t, _GARRISON, "withdrawn", "17.61")
    _late(t)


def _raised(t: T, number: int) -> bool:
    """17.62: as January 1945 begins, if Berlin is the Axis's then."""
    return arrivals.due_now(t.s, BOARD.pieces[number]) and controls(t.s, AXIS, _CITY["berlin"])


_BY_THEMSELVES = tuple(
    tuple(n for n in mine if BOARD.pieces[n].type in (MARSHAL, PARTISAN, VOLKSSTURM, WEC))
    for mine in BOARD.of_side
)
"""Those of each side that nobody places."""


def _late(t: T) -> None:
    """What was away comes back (11.16, 20.65, 26.15)."""
    s, kept = t.s, []
    for piece, when, back in s.late:
        if BOARD.pieces[piece].side != s.side or (when, 1) > (s.turn, s.impulse):
            kept.append([piece, when, back])
            continue
        if back == STEP:
            _step_back(t, piece)
            continue
        where = WAITING if back < 0 else back
        _put(t, piece, where, "20.65" if where == URALS else "11.16")
        s.flags[piece] |= FREE if where == WAITING else 0  # 7.09: it is a reinforcement now
        if where == URALS and s.impulse == 1:
            s.points[10] += BOARD.pieces[piece].faces[s.step[piece]].combat  # 20.66
    s.late = kept


def _step_back(t: T, unit: int) -> None:
    """18.22: to the corps where it stands; if the rest lies in the pool it comes alone (rb-62)."""
    s = t.s
    if s.place[unit] < HEXES and s.step[unit]:
        s.step[unit] -= 1
        changed(t, unit)
        say(t, f"{BOARD.pieces[unit].name} gets its withdrawn step back.", "18.22")
    elif s.place[unit] == POOL[AXIS]:
        s.step[unit] = len(BOARD.pieces[unit].faces) - 1
        _put(t, unit, WAITING, "18.22")
        s.flags[unit] |= FREE


def _put(t: T, number: int, where: int, rule: str) -> None:
    set_place(t, number, where)
    t.note(Placed(unit=BOARD.pieces[number].id, place=IDS[where], rule=rule))


# the emergency line -------------------------------------------------------------------


def note_cut(t: T) -> None:
    """20.71: the Axis has cut the line from Murmansk, whether the Russians open it again or not."""
    if economy.main_line_cut(t.s, t.d) and not t.s.murmansk:
        t.s.murmansk = t.s.turn


_LINE = tuple(reversed(_GROUND.emergency))
"""20.71, from Archangel on (20.75)."""


def survey(t: T) -> None:
    """20.71: which hexes of the emergency line an Axis unit or zone bars as the turn begins."""
    shut = _shut(t)
    t.s.barred = mask(number for number, hex_ in enumerate(_LINE) if shut >> hex_ & 1)


def _shut(t: T) -> int:
    """Where the line is not built: by Axis units and zones, and without 0107 (20.71)."""
    return zoc(t.d, AXIS) | bodies(t.d, AXIS) | _GROUND.rails & ~rails(t.s, SOVIET)


def emergency_line(t: T) -> None:
    """20.7: the line of Archangel to 0107 is built in the turn after the main one is cut.

    It must be free as the turn begins (20.71) and at its end (20.72). Where it is not a part is
    built, which goes on later as far as it is free by then (20.75, rb-63).
    """
    s = t.s
    note_cut(t)
    if not 0 < s.murmansk < s.turn or s.turn < _MAIN_LINE or s.emergency == len(_LINE):
        return
    before, shut = s.emergency, _shut(t)
    if not before:
        shut |= mask(hex_ for number, hex_ in enumerate(_LINE) if s.barred >> number & 1)
    while s.emergency < len(_LINE) and not shut >> _LINE[s.emergency] & 1:
        s.emergency += 1
    if s.emergency > before:
        end = IDS[_LINE[s.emergency - 1]]
        say(t, f"The emergency line from Archangel reaches {end}.", "20.71")
        forget(t)  # it carries supply at once (20.72)
