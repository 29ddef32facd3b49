"""What has changed between two scenes of one game, marked on the later one."""

from collections import Counter
from dataclasses import replace

from renderer.scene import Arrow, Piece, Scene, Stack

LOST_SHOWN = 3
"""Crossed-out counters in one cell."""


def difference(before: Scene, after: Scene) -> Scene:
    """`after` with arrows for what has moved, crosses for what is lost and rings for the new.

    Pieces are followed by their `id`; those without one are not.
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
    arrows = [
        Arrow((old[id_][0], new[id_][0]), new[id_][1].side, thin=True) for id_ in sorted(moved)
    ]
    parts = (
        (len(moved), "moved"),
        (len(came), "new on the map"),
        (len(gone), "gone from it"),
        (sum(plate.lit for plate in plates), "changed hands"),
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
        status=replace(after.status, news=(f"{news}.",)),
        focus=(),
        alt=f"{after.status.title}, {after.status.phase}. {news}.",
    )


def _places(scene: Scene) -> dict[str, tuple[int, Piece]]:
    """Where each piece with an id stands on the map."""
    return {
        piece.id: (stack.cell, piece)
        for stack in scene.stacks
        for piece in stack.big + stack.small
        if piece.id and not piece.lost
    }


def _marked(
    stacks: tuple[Stack, ...], lit: set[str], gone: list[tuple[int, Piece]]
) -> tuple[Stack, ...]:
    """Stacks with their changed pieces ringed, and the lost ones at the foot of their cells."""

    def ringed(pieces: tuple[Piece, ...]) -> tuple[Piece, ...]:
        return tuple(replace(p, lit=p.id in lit, came=-1) for p in pieces if not p.lost)

    lost: dict[int, list[Piece]] = {}
    for cell, piece in gone:
        lost.setdefault(cell, []).append(replace(piece, lost=True, lit=False, badges=(), came=-1))
    crossed = {cell: _few(pieces) for cell, pieces in lost.items()}
    out = [
        Stack(s.cell, ringed(s.big), (*ringed(s.small), *crossed.pop(s.cell, ()))) for s in stacks
    ]
    return (*out, *(Stack(cell, (), pieces) for cell, pieces in crossed.items()))


def _few(pieces: list[Piece]) -> tuple[Piece, ...]:
    """Like pieces under one counter with their number, so that a lost pocket fits its cell."""
    if len(pieces) <= LOST_SHOWN:
        return tuple(pieces)
    kinds = Counter((piece.symbol, piece.side, piece.livery) for piece in pieces)
    return tuple(
        Piece(symbol, side, lost=True, count=count, livery=livery)
        for (symbol, side, livery), count in kinds.items()
    )
