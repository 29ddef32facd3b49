"""Who controls what (3.0), and what a unit changes by entering a hex."""

from dataclasses import dataclass

from engine.board.bits import mask, union
from engine.board.occupancy import Occupancy
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import AXIS, HUNGARIAN, NOWHERE, ROMANIAN, SOVIET
from engine.games.stalins_war.state import (
    RESTRICTIONS,
    StalinsWar,
    controls,
    enemy,
    fortresses,
    full,
    held,
)

_GROUND = BOARD.ground
_CAPITALS = ("berlin", "buda", "pest", "bucharest", "konigsberg")


@dataclass(frozen=True, slots=True)
class Entry:
    """What changes when a side's unit has entered a hex."""

    site: int = NOWHERE
    """Site that it takes."""
    vp: int = 0
    """Change of the VP level (§5.1.1)."""
    fortress: bool = False
    """An enemy fortress is destroyed (§16.2.2)."""
    trench: bool = False
    """An enemy Trench goes (§10.3.2)."""
    festung: bool = False
    """A Festung goes (§16.3.3)."""
    zone: bool = False
    """A Fortified Zone goes."""
    lifts: tuple[str, ...] = ()
    """Restrictions of §11.1.9 that end."""
    crosses: bool = False
    """The first supplied Axis unit east of the Paulus Line (§5.1.3)."""


_NOTHING = Entry()
_NOTABLE = union((mask(site.place for site in _GROUND.sites), *_GROUND.restricted.values()))
_NOTABLE |= _GROUND.beyond
"""Hexes that can be taken or crossed into; elsewhere markers alone matter."""


def stars(s: StalinsWar, site: int, taker: int) -> int:
    """Change of the VP level when a side gains a site (§5.1.1)."""
    if not _GROUND.sites[site].star or controls(s, taker, site):
        return 0
    return 1 if taker == AXIS else -1


def entered(s: StalinsWar, unit: int, place: int) -> Entry:
    """What a unit's entry changes: by movement, advance, exploitation, or the end of a retreat."""
    side = BOARD.units[unit].side
    foe = enemy(side)
    marked = place in (s.fortress, *s.trenches[foe], *s.festungs, *s.zones)
    if not (_NOTABLE >> place & 1 or marked):
        return _NOTHING
    site = _GROUND.site_at[place]
    takes = site if site != NOWHERE and controls(s, foe, site) else NOWHERE
    return Entry(
        site=takes,
        vp=stars(s, site, side) if takes != NOWHERE else 0,
        fortress=bool(fortresses(s, foe) >> place & 1),
        trench=place in s.trenches[foe],
        festung=side == SOVIET and place in s.festungs,
        zone=side == AXIS and place in s.zones,
        lifts=lifted_by(s, place) if side == AXIS else (),
        crosses=(
            side == AXIS and not s.crossed and bool(_GROUND.beyond >> place & 1) and full(s, unit)
        ),
    )


def lifted_by(s: StalinsWar, place: int) -> tuple[str, ...]:
    """Restrictions that end once the Axis has a hex, by entry or by Attrition (§11.1.9)."""
    return tuple(
        event
        for event in RESTRICTIONS
        if event not in s.lifted and _GROUND.restricted[event] >> place & 1
    )


def capitals_fallen(s: StalinsWar) -> bool:
    """§5.1.3: Berlin, Buda and Pest, Bucharest and Konigsberg are all Soviet."""
    return all(controls(s, SOVIET, _GROUND.site_index[id_]) for id_ in _CAPITALS)


def leaving(s: StalinsWar, d: Occupancy) -> list[int]:
    """Axis minors that surrender at the end of a turn: their capital is occupied (§19.3.1).

    It is while a Soviet unit holds it: a Partisan that was put into it does not (sw-16, sw-29).
    """
    found = []
    for nation, capital in ((ROMANIAN, "bucharest"), (HUNGARIAN, "buda")):
        taken = d.present[SOVIET] & held(s, SOVIET)
        if nation not in s.surrendered and taken >> _GROUND.site(capital).place & 1:
            found.append(nation)
    return found


def stars_in_union(s: StalinsWar, side: int) -> int:
    """Star hexes in the Soviet Union that a side controls (§5.1.3, §22.0)."""
    return (held(s, side) & _GROUND.stars & _GROUND.union).bit_count()
