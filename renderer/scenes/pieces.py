"""Pieces as they lie: who stands where, and like ones under one counter."""

from collections.abc import Iterable, Mapping, Sequence

from renderer.scene import Piece, Stack

Pieces = Mapping[int, Sequence[Piece]]
"""By cell."""


def stacked(big: Pieces, small: Pieces) -> tuple[Stack, ...]:
    """The stack of each cell in which something lies."""
    return tuple(
        Stack(cell, tuple(big.get(cell, ())), tuple(small.get(cell, ())))
        for cell in sorted(big.keys() | small.keys())
    )


def counted(pieces: Iterable[Piece]) -> tuple[Piece, ...]:
    """Those of one kind and colour under one counter with their number."""
    kinds: dict[tuple[str, int, int], list[Piece]] = {}
    for piece in pieces:
        kinds.setdefault((piece.symbol, piece.side, piece.livery), []).append(piece)
    return tuple(like[0] if len(like) == 1 else _together(like) for like in kinds.values())


def _together(like: Sequence[Piece]) -> Piece:
    return Piece(
        like[0].symbol,
        like[0].side,
        lit=any(piece.lit for piece in like),
        lost=like[0].lost,
        count=sum(piece.count for piece in like),
        livery=like[0].livery,
        ids=tuple(id_ for piece in like for id_ in piece.ids),
    )
