"""The kinds of moment in which events are played (§5.3.1), and what is asked then."""

from collections.abc import Iterator
from functools import cache

from engine.core.frames import Proc
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import SIDES, CardHalf
from engine.games.no_retreat.data.schema import DATA
from engine.games.no_retreat.data.schema_pieces import MomentsFile

ATTACK, DEFEND = "attack", "defend"
ATTACK_ROLL, DEFEND_ROLL = "attack_roll", "defend_roll"
RESULT, CANCEL, ANY = "result", "cancel", "any"  # ANY: nr-92
OWN_ORGANIZATION, OWN_MOVEMENT = "own_organization", "own_movement"


_FILE = DATA.read(MomentsFile, "moments.json")
KINDS = _FILE.kinds
"""For any other choice of the own turn the phase is named (`combat`): only events for any time
are offered there."""
BATTLE = (ATTACK, DEFEND, ATTACK_ROLL, DEFEND_ROLL, RESULT)

POLICIES = {name: kind.policy for name, kind in KINDS.items() if kind.policy}
"""Kind of window -> its default policy."""
WINDOWS = tuple(POLICIES)


@cache
def kinds(card: int, side: int) -> tuple[str, ...]:
    """The kinds of moment in which the event of a side on a card may be played (§5.3.1)."""
    if card == BOARD.joker:
        return (ATTACK, DEFEND)  # §15.7: as a shift; it pays like any card
    half = BOARD.card(card).halves[side]
    return tuple(dict.fromkeys(kind for name in half.windows for kind in _kind(half, name)))


def _kind(half: CardHalf, window: str) -> Iterator[str]:
    if window == "after_battle_roll":
        defends = any(op.role == "defender" for op in half.ops)
        yield DEFEND_ROLL if defends else ATTACK_ROLL  # whoever attacks rolls
    elif window in _FILE.named:
        yield _FILE.named[window]


def armable(card: int, side: str) -> tuple[str, ...]:
    """The windows at which a card can be armed by its holder: those of his half."""
    number = SIDES.index(side)
    if any(
        op.op in ("discard_cost", "take_from_discard") for op in BOARD.card(card).halves[number].ops
    ):
        return ()  # its holder must say which card
    return tuple(kind for kind in kinds(card, number) if kind in WINDOWS)


class Paid(Proc, kw_only=True):
    """A Replacement that was paid for, which an event can make dearer (card 14)."""

    extra: int = 0
    """Cards more that the event asks for."""
