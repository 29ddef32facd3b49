"""What has changed between two scenes of one game, marked on the later one."""

from dataclasses import replace
from typing import get_args

from renderer.scene import Arrow, Carrier, Depot, Piece, Scene, Stack, Store
from renderer.scenes.pieces import counted

_KINDS = get_args(Store)

LOST_SHOWN = 3
"""Crossed-out counters in one cell."""


def difference(before: Scene, after: Scene) -> Scene:
    """`after` with arrows for what has moved, crosses for what is lost and rings for the new.

    Pieces are followed by their `ids`; those without one are not. Stores that have
    changed and transports that lie where none lay are marked too.
    """
    old, new = _places(before), _places(after)
    moved = {id_ for id_ in old.keys() & new.keys() if old[id_][0] != new[id_][0]}
    came = new.keys() - old.keys()
    gone = [id_ for id_ in old if id_ not in new]
    turned = {plate.text: plate.side for plate in before.plates}
    plates = tuple(
        replace(plate, lit=turned.get(plate.text, plate.side) != plate.side)
        for plate in after.plates
    )
    arrows = dict.fromkeys(
        Arrow((old[id_][0], new[id_][0]), new[id_][1].side, thin=True) for id_ in sorted(moved)
    )
    depots = _supplied(before.depots, after.depots)
    carriers = _sent(before.carriers, after.carriers)
    loads = sum(old[id_][1].stores != new[id_][1].stores for id_ in old.keys() & new.keys())
    parts = (
        (len(moved), "moved"),
        (len(came), "new on the map"),
        (len(gone), "gone from it"),
        (sum(plate.lit for plate in plates), "changed hands"),
        (sum(depot.lit for depot in depots), "with other supplies"),
        (loads, "with another load"),
        (sum(carrier.lit for carrier in carriers), "new on the roads"),
    )
    news = f"Since {before.status.title}, {before.status.phase}: " + ", ".join(
        f"{count} {what}" for count, what in parts if count or what == "moved"
    )
    return replace(
        after,
        stacks=_marked(after.stacks, moved | came, [old[id_] for id_ in gone]),
        plates=plates,
        arrows=tuple(arrows),
        clashes=(),
        depots=depots,
        carriers=carriers,
        status=replace(after.status, news=(f"{news}.",)),
        focus=(),
        alt=f"{after.status.title}, {after.status.phase}. {news}.",
    )


def _places(scene: Scene) -> dict[str, tuple[int, Piece]]:
    """Where each piece with an id stands on the map, as a counter of its own."""
    return {
        id_: (stack.cell, piece if piece.count == 1 else replace(piece, count=1, ids=(id_,)))
        for stack in scene.stacks
        for piece in stack.big + stack.small
        if not piece.lost
        for id_ in piece.ids
    }


def _supplied(before: tuple[Depot, ...], after: tuple[Depot, ...]) -> tuple[Depot, ...]:
    """What lies in each area now, marked where it is something else; what is gone as 0."""
    old, new = ({depot.cell: depot for depot in depots} for depots in (before, after))
    out = []
    for cell in dict.fromkeys((*new, *old)):
        there = new.get(cell, Depot(cell))
        had = old.get(cell, Depot(cell)).stores
        kinds = dict.fromkeys((kind for kind, _ in (*had, *there.stores)), 0) | dict(there.stores)
        stores = tuple(sorted(kinds.items(), key=lambda held: _KINDS.index(held[0])))
        if stores or there.track >= 0:
            out.append(replace(there, stores=stores, lit=had != there.stores))
    return tuple(out)


def _sent(before: tuple[Carrier, ...], after: tuple[Carrier, ...]) -> tuple[Carrier, ...]:
    """Transports, marked where no such one lay."""
    known = {replace(carrier, lit=False) for carrier in before}
    bare = [replace(carrier, lit=False) for carrier in after]
    return tuple(replace(carrier, lit=carrier not in known) for carrier in bare)


def _marked(
    stacks: tuple[Stack, ...], lit: set[str], gone: list[tuple[int, Piece]]
) -> tuple[Stack, ...]:
    """Stacks with their changed pieces ringed, and the lost ones at the foot of their cells."""

    def ringed(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        return tuple(
            replace(p, lit=not lit.isdisjoint(p.ids), came=-1) for p in pieces if not p.lost
        )

    lost: dict[int, list[Piece]] = {}
    for cell, piece in gone:
        lost.setdefault(cell, []).append(_gone(piece))
    crossed = {
        cell: tuple(pieces) if len(pieces) <= LOST_SHOWN else counted(pieces)
        for cell, pieces in lost.items()
    }
    out = [
        Stack(s.cell, ringed(s.big), (*ringed(s.small), *crossed.pop(s.cell, ()))) for s in stacks
    ]
    return (*out, *(Stack(cell, (), pieces) for cell, pieces in crossed.items()))


def _gone(piece: Piece) -> Piece:
    return replace(piece, lost=True, lit=False, badges=(), stores=(), came=-1)
