"""The Combat Results Tables: odds, columns and results (§2.2, §10.5, §10.6.4)."""

from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import CA, CB, DD, DR, DS, EX, NO_EFFECT, NOWHERE, RESULTS

DIE = (1, 2, 3, 4, 5, 6)
AUTOMATIC = NOWHERE
"""The column of odds below 1:3: no roll, the result is CA."""

_ODDS = tuple((int(a), int(b)) for a, b in (c.split(":") for c in BOARD.columns))
_WORTH = (CA, NO_EFFECT, CB, EX, DR, DS, DD)
"""Results from the worst to the best for the attacker."""


def column(attack: int, defence: int) -> int:
    """The column of these strengths, rounded down; AUTOMATIC below 1:3, 6:1 above (§10.6.4).

    >>> [BOARD.columns[column(a, b)] for a, b in ((12, 9), (14, 9), (24, 2))]
    ['1:1', '3:2', '6:1']
    """
    if defence == 0:
        return len(_ODDS) - 1 if attack else AUTOMATIC
    return sum(a * defence <= attack * b for a, b in _ODDS) - 1


def shifted(initial: int, columns: int) -> int:
    """The final column; odds below 1:3 stay an automatic CA whatever the shifts (§10.6.4)."""
    if initial == AUTOMATIC:
        return AUTOMATIC
    return max(AUTOMATIC, min(len(_ODDS) - 1, initial + columns))


def result(table: int, final: int, roll: int) -> int:
    """What a roll of 1 to 6 gives on a column of a side's table."""
    return CA if final == AUTOMATIC else BOARD.tables[table][final][roll - 1]


def worth(outcome: int) -> int:
    """How good a result is for the attacker, 0 for the worst."""
    return _WORTH.index(outcome)


def best(table: int, final: int, rolls: list[int], attacking: bool) -> int:
    """The die that the attacker (or the defender) would pick."""
    by_worth = sorted(rolls, key=lambda roll: worth(result(table, final, roll)))
    return by_worth[-1] if attacking else by_worth[0]


def name(final: int) -> str:
    """A column as people read it.

    >>> name(4), name(AUTOMATIC)
    ('2:1', 'CA')
    """
    return "CA" if final == AUTOMATIC else BOARD.columns[final]


def result_name(outcome: int) -> str:
    """A result as people read it.

    >>> result_name(DR), result_name(NO_EFFECT)
    ('DR', 'no effect')
    """
    return "no effect" if outcome == NO_EFFECT else RESULTS[outcome]
