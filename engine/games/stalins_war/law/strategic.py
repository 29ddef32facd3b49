"""Strategic Movement by rail and sea, and evacuation (10.2)."""

from engine.board.bits import mask
from engine.board.occupancy import Occupancy
from engine.core.verbs import Why
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    ALL_RAIL,
    AXIS,
    BALTIC_RAIL,
    BUNKER,
    RUSSIAN,
    SOVIET,
    Sea,
)
from engine.games.stalins_war.law.movement import barred, shut
from engine.games.stalins_war.law.supply import baku_full, key, rail_net
from engine.games.stalins_war.state import (
    DIGS,
    MOVED,
    RAILED,
    SAILED,
    StalinsWar,
    enemy,
    full,
    has,
    held,
    in_effect,
    on_map,
    strongholds,
    turn,
    zoc,
)

STALIN_MOVES = 2
"""§16.4.6: out of Moscow and back."""

_GROUND = BOARD.ground
_MOSCOW = _GROUND.site("moscow").place
_CLOSES = _GROUND.cities | _GROUND.oil | _GROUND.stars | _GROUND.ports
"""Places that trains do not pass in enemy hands (§10.2.3); plain towns they do."""


def why_not_strategic(s: StalinsWar, unit: int) -> Why | None:
    """Why a unit may use no Strategic Movement now; None if it may."""
    it = BOARD.units[unit]
    if not on_map(s, unit):
        return Why(f"{it.name} is not on the map.", "10.2.1")
    if it.side != s.side:
        return Why("It is not yours to move.", "10.2.1")
    if it.lcu:
        return Why("SCUs alone use Strategic Movement.", "10.2.1")
    if it.type == BUNKER:
        return Why("The Bunker uses no Strategic Movement.", "10.2.1")
    if it.side == AXIS and s.turn == 1:
        return Why("Axis units do not move in June 1941.", "4.4.2")
    if has(s, unit, MOVED | RAILED | SAILED | DIGS):
        return Why("It has moved in this round.", "10.2.1")
    if not full(s, unit):
        return Why("Units out of supply use no Strategic Movement.", "13.3.2")
    if it.side == AXIS and s.place[unit] in s.festungs:
        return Why("Nothing leaves a Festung.", "16.3.4")
    return None


# rail ---------------------------------------------------------------------------


def country(s: StalinsWar, side: int) -> int:
    """Mask of the hexes in which a side goes by rail at all (§10.2.3, §10.2.4)."""
    if side == SOVIET:
        return ~_GROUND.germany
    shut = _GROUND.caucasus
    allowed = turn(s).axis_rail
    if in_effect(s, "rail_war"):
        shut |= _GROUND.union
    elif allowed == BALTIC_RAIL:
        shut |= _GROUND.union & ~_GROUND.baltic
    elif allowed != ALL_RAIL:
        shut |= _GROUND.union
    return ~shut


def _free(s: StalinsWar, d: Occupancy, side: int) -> int:
    """Mask of the rail hexes free of enemies, their zones and places: friends do not help."""
    foe = enemy(side)
    closed = d.present[foe] | zoc(s, d, foe) | held(s, foe) & _CLOSES | strongholds(s, foe)
    return _GROUND.rails & ~closed


def sources(s: StalinsWar, d: Occupancy, side: int) -> int:
    """Mask of a side's supply hexes, of all its nations (§10.2.3, ruling sw-44)."""
    if side == SOVIET:
        baku = 1 << _GROUND.sources.baku if baku_full(s, d) else 0
        return _GROUND.sources.by_nation[RUSSIAN] | baku
    found = 0
    for nation, hexes in enumerate(_GROUND.sources.by_nation):
        if nation != RUSSIAN:
            found |= hexes
    return found


def net(s: StalinsWar, d: Occupancy, side: int) -> int:
    """Mask of the rail hexes that open rails join to a supply hex of the side (§10.2.3)."""
    free = _free(s, d, side)
    return rail_net(sources(s, d, side), free)


def _travels(s: StalinsWar, start: int, open_: int, side: int) -> int:
    """Mask of the hexes to which a train goes from a hex over these.

    §10.2.2: the Axis ignores one Inactive Partisan and stops at the second.
    """
    risky = mask(s.partisans) if side == AXIS else 0
    clear = open_ & ~risky
    steps = _GROUND.rail_steps
    first = _flood(1 << start, clear)
    met = steps.spread(first) & open_ & risky & ~(1 << start)
    beyond = _flood(met, clear) | met
    second = steps.spread(beyond) & open_ & risky
    return (first | beyond | second) & ~(1 << start)


def _flood(starts: int, open_: int) -> int:
    """The starts and all that rails join to them over open hexes; the starts are not asked."""
    return starts | rail_net(starts | _GROUND.rail_steps.spread(starts), open_)


def rails(s: StalinsWar, d: Occupancy, unit: int) -> int:
    """Mask of the rail hexes that a unit may enter by rail."""
    it = BOARD.units[unit]

    def find() -> int:
        return net(s, d, it.side) & country(s, it.side) & ~shut(s, it.side, it.nation)

    known = s.turn, in_effect(s, "rail_war"), key(s)
    return d.once(("rails", it.side, it.nation, *known), find)


def rail_ends(s: StalinsWar, d: Occupancy, unit: int) -> int:
    """Mask of the hexes that a unit may go to by rail; stacking is asked later (§9.1.4)."""
    if why_no_train(s, d, unit):
        return 0
    found = _travels(s, s.place[unit], rails(s, d, unit), BOARD.units[unit].side)
    if unit == BOARD.stalin and s.stalin_moves:  # §16.4.5
        found &= 1 << _MOSCOW & held(s, SOVIET)
    return found


def why_no_train(s: StalinsWar, d: Occupancy, unit: int) -> Why | None:
    """Why a unit may not go by rail from where it stands; None if it may."""
    if why := why_not_strategic(s, unit):
        return why
    it, place = BOARD.units[unit], s.place[unit]
    if unit == BOARD.stalin and s.stalin_moves >= STALIN_MOVES:
        return Why("Stalin moves twice in the game.", "16.4.6")
    if not _GROUND.rails >> place & 1:
        return Why("It does not stand on a railway.", "10.2.2")
    if not country(s, it.side) >> place & 1:
        return _why_country(it.side, place)
    if zoc(s, d, enemy(it.side)) >> place & 1 and not _stays(s, d, unit):
        return Why(
            "In an enemy zone of control another unit has to stay that goes by no rail.", "10.2.2"
        )
    return None


def _stays(s: StalinsWar, d: Occupancy, unit: int) -> bool:
    """Is there a friend in the hex that uses no Strategic Movement in this round (sw-12)?"""
    friends = d.units(BOARD.units[unit].side, s.place[unit])
    return any(other != unit and not has(s, other, RAILED | SAILED) for other in friends)


def _why_country(side: int, place: int) -> Why:
    if side == SOVIET:
        return Why("Soviet units use no rails in Germany.", "10.2.4")
    if _GROUND.caucasus >> place & 1:
        return Why("Axis units use no rails in the Caucasus Zone.", "10.2.4")
    return Why("Axis units use no rails there in this turn.", "10.2.3")


def why_not_rail(s: StalinsWar, d: Occupancy, unit: int, place: int) -> Why | None:
    """Why a unit may not go by rail to a hex; None if it may."""
    if why := why_no_train(s, d, unit):
        return why
    if rail_ends(s, d, unit) >> place & 1:
        return None
    it = BOARD.units[unit]
    if place == s.place[unit]:
        return Why("It stands there.", "10.2.2")
    if not _GROUND.rails >> place & 1:
        return Why("No railway leads there.", "10.2.2")
    if unit == BOARD.stalin and s.stalin_moves:
        return Why("Stalin goes back to a Soviet Moscow or nowhere.", "16.4.5")
    if not country(s, it.side) >> place & 1:
        return _why_country(it.side, place)
    for where, why in barred(s, it):
        if where >> place & 1:
            return why
    if zoc(s, d, enemy(it.side)) >> place & 1:
        return Why("Trains enter no enemy zone of control.", "10.2.2")
    if not net(s, d, it.side) >> place & 1:
        return Why("No open line joins it to a supply hex of yours.", "10.2.3")
    return Why("The way there is closed, or a second Partisan stops the train.", "10.2.2")


# sea ----------------------------------------------------------------------------


def sea_at(place: int) -> Sea | None:
    """The sea of the port in a hex; None where there is none."""
    site = _GROUND.site_at[place]
    if site < 0 or not _GROUND.sites[site].port:
        return None
    return _GROUND.seas[_GROUND.sites[site].sea]


def harbours(s: StalinsWar, d: Occupancy, side: int, sea: Sea) -> int:
    """Mask of the hexes to which a side may go on a sea (§10.2.5, §10.2.6, ruling sw-13)."""
    foe, mine = enemy(side), held(s, side)
    theirs = [sea.coast.index(place) for place in sea.ports if held(s, foe) >> place & 1]
    if side == AXIS:  # not east of the westernmost Soviet port
        west = sea.coast[: min(theirs, default=len(sea.coast))]
        return mask(west) & mask(sea.ports) & mine & ~d.present[foe]  # §10.1.6
    east = sea.coast[max(theirs, default=-1) + 1 :]  # not west of any Axis port
    return mask(east) & ~held(s, foe) & ~d.present[foe]


def why_no_sea(s: StalinsWar, unit: int) -> Why | None:
    """Why a unit may not go by sea from where it stands; None if it may."""
    if why := why_not_strategic(s, unit):
        return why
    it, place = BOARD.units[unit], s.place[unit]
    if unit == BOARD.stalin:
        return Why("Stalin goes by rail alone.", "16.4.5")
    rule = "10.2.5" if it.side == AXIS else "10.2.6"
    sea = sea_at(place)
    if sea is None or not held(s, it.side) >> place & 1:
        return Why("It does not stand in a port of yours.", rule)
    if not (sea.axis_moves if it.side == AXIS else sea.soviet_moves):
        return Why(f"No unit of yours moves on the {sea.name}.", rule)
    if s.sailed[it.side] >> sea.index & 1:
        often = "turn" if it.side == AXIS else "Action Round"
        return Why(f"One unit a {often} moves on the {sea.name}.", rule)
    return None


def sea_ends(s: StalinsWar, d: Occupancy, unit: int) -> int:
    """Mask of the hexes that a unit may go to by sea; stacking is asked later (§9.1.4)."""
    if why_no_sea(s, unit):
        return 0
    it, place = BOARD.units[unit], s.place[unit]
    sea = sea_at(place)
    assert sea is not None
    found = harbours(s, d, it.side, sea) & ~(1 << place)
    for where, _ in barred(s, it):
        found &= ~where
    return found


def why_not_sea(s: StalinsWar, d: Occupancy, unit: int, place: int) -> Why | None:
    """Why a unit may not go by sea to a hex; None if it may."""
    if why := why_no_sea(s, unit):
        return why
    if sea_ends(s, d, unit) >> place & 1:
        return None
    it = BOARD.units[unit]
    for where, why in barred(s, it):
        if where >> place & 1:
            return why
    if place == s.place[unit]:
        return Why("It stands there.", "10.2.1")
    if it.side == AXIS:
        return Why("It goes to a port of yours, not east of any Soviet port.", "10.2.5")
    return Why(
        "It goes to a coastal hex that is not the Axis's, not west of any Axis port.", "10.2.6"
    )


# evacuation -----------------------------------------------------------------------


def refuges(s: StalinsWar, d: Occupancy, unit: int) -> int:
    """Mask of the ports to which *Naval Evacuation* takes an Axis LCU (§10.2.7).

    Friendly ports of the same sea that lie farther west (clarification_axis_54).
    """
    it, place = BOARD.units[unit], s.place[unit]
    if it.side != AXIS or not it.lcu or not on_map(s, unit) or place in s.festungs:
        return 0
    sea = sea_at(place)
    if sea is None:
        return 0
    mine = held(s, AXIS)
    found = mask(p for p in sea.ports[: sea.ports.index(place)] if mine >> p & 1)
    found &= ~d.present[SOVIET]  # §10.1.6
    for where, _ in barred(s, it):
        found &= ~where
    return found


def why_no_refuge(s: StalinsWar, d: Occupancy, unit: int, place: int) -> Why | None:
    """Why *Naval Evacuation* does not take a unit to a hex; None if it does."""
    if refuges(s, d, unit) >> place & 1:
        return None
    return Why("An LCU in a port goes to a port of yours farther west on that sea.", "10.2.7")
