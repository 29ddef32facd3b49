"""Sets of hexes as Python ints: bit h is hex h."""

from collections.abc import Iterable


def mask(hexes: Iterable[int]) -> int:
    """The set of these hexes."""
    found = 0
    for hex_ in hexes:
        found |= 1 << hex_
    return found


def members(bits: int) -> list[int]:
    """The hexes of a set, lowest first."""
    found = []
    while bits:
        low = bits & -bits
        found.append(low.bit_length() - 1)
        bits ^= low
    return found
