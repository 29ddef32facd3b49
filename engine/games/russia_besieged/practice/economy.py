"""What the practice opponent does with points and reinforcements."""

from engine.board.bits import members
from engine.games.russia_besieged.acts import T
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import AIRCRAFT, HEXES, SOVIET, WEC
from engine.games.russia_besieged.law import arrivals as law
from engine.games.russia_besieged.law import builds
from engine.games.russia_besieged.law.rail import usable
from engine.games.russia_besieged.play.industry import why_no_shipping
from engine.games.russia_besieged.practice import occasions
from engine.games.russia_besieged.practice.appraisal import Field
from engine.games.russia_besieged.words import IDS

_GROUND = BOARD.ground


def spending(t: T, field: Field) -> str:
    """Steps on the map first, then whole units: the most factors that can be paid."""
    if t.s.impulse != 1:
        return ""
    return _ship(t, field) or _refit(t) or _build(t, field) or occasions.grant(t, field)


def _refit(t: T) -> str:
    units = list(builds.refittable(t.s, t.d))
    if not units:
        return ""
    unit = max(units, key=lambda u: (builds.refit_cost(t.s, u), -u))
    return f"refit {BOARD.pieces[unit].id}"


def _build(t: T, field: Field) -> str:
    """The dearest unit that can be paid, near the enemy and out of his reach."""
    units = [u for u in builds.buildable(t.s, t.d) if builds.listed(t.s, t.d, u)]
    if not units:
        return ""
    unit = max(units, key=lambda u: (BOARD.pieces[u].cost, -u))
    places = members(builds.listed(t.s, t.d, unit))
    rails = usable(t.s, t.d, field.side)
    where = min(places, key=lambda h: (not rails >> h & 1, *_remote(field, h)))
    whole = builds.why_no_build(t.s, t.d, unit, 0) is None
    word = "" if whole else " reduced"
    return f"build {BOARD.pieces[unit].id} {IDS[where]}{word}"


def _remote(field: Field, hex_: int) -> tuple[bool, int, int]:
    """Small for a hex near the enemy that he does not reach at once."""
    return field.to_foe[hex_] < 3, field.to_foe[hex_], hex_


def _ship(t: T, field: Field) -> str:
    """Factories go to the Urals before the enemy comes."""
    if field.side != SOVIET:
        return ""
    for unit in BOARD.of_side[SOVIET]:
        if BOARD.pieces[unit].type != WEC or t.s.place[unit] >= HEXES:
            continue
        if why_no_shipping(t, unit) is None and field.to_foe[t.s.place[unit]] <= 5:
            return f"ship {BOARD.pieces[unit].id}"
    return ""


def arrivals(t: T, field: Field) -> str:
    """Reinforcements come where the enemy is near."""
    s, d = t.s, t.d
    rails = usable(s, d, field.side)
    for unit in law.waiting(s):
        places = members(law.listed(s, d, unit))
        if not places:
            continue
        if BOARD.pieces[unit].type == AIRCRAFT:
            where = min(places, key=lambda h: (abs(field.to_foe[h] - 5), h))
        elif BOARD.pieces[unit].type == WEC:
            where = max(places, key=lambda h: (field.to_foe[h], -h))
        else:
            where = min(places, key=lambda h: (not rails >> h & 1, *_remote(field, h)))
        return f"place {BOARD.pieces[unit].id} {IDS[where]}"
    return ""
