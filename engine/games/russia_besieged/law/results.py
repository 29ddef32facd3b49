"""Combat results: losses, their order, who retreats, who advances (10.33, 10.34, 10.6, 10.8)."""

import re
from collections.abc import Sequence
from dataclasses import dataclass

from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import FOREST, SOVIET, VOLKSSTURM, WEC
from engine.games.russia_besieged.state import RussiaBesieged, face, first_turn, steps_left

ALL = 99
"""Steps called for where all units are eliminated."""
_GROUND = BOARD.ground
_CODE = re.compile(r"(A|D)(E\*?|R|\d)|(BR|X2)")


@dataclass(frozen=True, slots=True)
class Result:
    """What a result asks of each side. Pairs are (attacker, defender); retreats in hexes.

    `star`: eliminated units without general supply surrender (10.68).
    """

    code: str
    losses: tuple[int, int]
    retreat: tuple[tuple[int, int], tuple[int, int]]
    """(least, most), (0, 0) for none."""
    advance: int = 0
    """Hexes of a Blitzkrieg."""
    star: bool = False

    @property
    def only_retreat(self) -> bool:
        """DR or AR as printed: who stays all the same makes a battle of it (10.34)."""
        return self.code in (DEFENDERS_RETREAT, ATTACKERS_RETREAT)


ATTACKERS_RETREAT, DEFENDERS_RETREAT = "AR", "DR"
_STAY, _TWO, _ONE_OR_TWO = (0, 0), (2, 2), (1, 2)


def read(code: str) -> Result:
    """A cell of a table (10.6 key, 10.97).

    >>> read("D3-Adv2").losses, read("D3-Adv2").advance, read("AR").retreat
    ((0, 3), 2, ((1, 2), (0, 0)))
    """
    cell, _, advance = code.partition("-Adv")
    more = int(advance or 0)
    if cell == "BR":
        return Result(cell, (1, 1), (_STAY, _STAY), more)
    if cell == "X2":
        return Result(cell, (2, 2), (_STAY, _ONE_OR_TWO), more)
    if not (found := _CODE.fullmatch(cell)):
        raise ValueError(f"no result {code}")
    who, what = found[1], found[2]
    if what.startswith("E"):
        steps, retreat = ALL, _STAY
    elif what == "R":
        steps, retreat = 0, _TWO if who == "D" else _ONE_OR_TWO
    else:
        steps, retreat = int(what), _TWO
    star = what == "E*"
    if who == "A":
        return Result(cell, (steps, 0), (retreat, _STAY), more, star)
    return Result(cell, (0, steps), (_STAY, retreat), more, star)


def exchanged(result: Result, attacker_steps: int, defender_steps: int) -> Result:
    """X2: one step each where either side has only one (10.6 key)."""
    if result.code != "X2" or min(attacker_steps, defender_steps) > 1:
        return result
    return Result(result.code, (1, 1), result.retreat, result.advance)


# terrain that holds ------------------------------------------------------------------


def stays_in_forest(s: RussiaBesieged, side: int, place: int) -> bool:
    """Forest: units do not retreat and have no choice (10.33); frozen swamp is none (10.35)."""
    return _GROUND.terrain[place] == FOREST and not _exposed(s, side)


def may_hold(s: RussiaBesieged, side: int, place: int) -> bool:
    """A major city: one step more in all instead of the retreat (10.33)."""
    return bool(_GROUND.majors >> place & 1) and not _exposed(s, side)


def _exposed(s: RussiaBesieged, side: int) -> bool:
    """24.6: nothing holds Russians on turn 1, against Axis attacks or in their own."""
    return side == SOVIET and first_turn(s)


def becomes_battle(s: RussiaBesieged, result: Result, side: int, places: Sequence[int]) -> bool:
    """Does DR or AR cost each side a step, as BR does (10.34, 10.6 note)?

    `side` and `places`: the side told to retreat and its hexes. Those in no forest or
    major city still retreat.
    """
    if not result.only_retreat:
        return False
    return any(stays_in_forest(s, side, p) or may_hold(s, side, p) for p in places)


def battle(
    s: RussiaBesieged, result: Result, attackers: Sequence[int], targets: Sequence[int]
) -> Result:
    """The result as it stands after 10.34; `attackers` and `targets` are hexes."""
    retreater, places = (
        (s.side, attackers) if result.code == ATTACKERS_RETREAT else (1 - s.side, targets)
    )
    if not becomes_battle(s, result, retreater, places):
        return result
    return Result(result.code, (1, 1), result.retreat, result.advance)


# losses ------------------------------------------------------------------------------


def required(s: RussiaBesieged, pieces: Sequence[int], both_armor: bool) -> list[list[int]]:
    """Whom the first step losses must hit, in order: each a list to choose from.

    With armor on both sides the strongest armor first, then the strongest unit if that is
    another (10.63, 10.64, 10.65); else the strongest alone (10.62). All later losses are free.
    Strength is that of the face that is up. The Volkssturm takes the second loss (17.62).
    """
    if not pieces:
        return []
    strongest = _strongest(s, pieces)
    troops = [piece for piece in pieces if BOARD.pieces[piece].type != WEC]
    if troops and all(piece not in troops for piece in strongest):
        strongest = [*_strongest(s, troops), *strongest]  # 20.22
    second = [[piece] for piece in pieces if BOARD.pieces[piece].type == VOLKSSTURM]
    armor = [piece for piece in pieces if BOARD.pieces[piece].armor]
    if not both_armor or not armor:
        return [strongest, *second]
    first = _strongest(s, armor)
    if set(first) & set(strongest):
        return [first, *second]
    return [first, *second, strongest]


def _strongest(s: RussiaBesieged, pieces: Sequence[int]) -> list[int]:
    most = max(face(s, piece).combat for piece in pieces)
    return [piece for piece in pieces if face(s, piece).combat == most]


def has_armor(pieces: Sequence[int]) -> bool:
    """Is there an armor type among them (10.5, 10.63)?"""
    return any(BOARD.pieces[piece].armor for piece in pieces)


def opens(result: Result, steps: int) -> bool:
    """May the attacker advance: all eliminated, or more steps called for than there were (10.82)?

    Steps lost to blocked retreats do not count.
    """
    return result.losses[1] > steps and (result.code[0] == "D" or result.code == "X2")


def total_steps(s: RussiaBesieged, pieces: Sequence[int]) -> int:
    """Step losses that these can take."""
    return sum(steps_left(s, piece) for piece in pieces)


def price(s: RussiaBesieged, piece: int, *, whole: bool = False) -> tuple[bool, int, bool]:
    """How dear a step is, or with `whole` the piece: never built again, points, the last step."""
    it, step = BOARD.pieces[piece], s.step[piece]
    last = whole or steps_left(s, piece) < 2
    points = it.faces[step].combat - (0 if last else it.faces[step + 1].combat)
    return last and not it.cost, points, last
