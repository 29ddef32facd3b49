"""The kinds of moment in which events are played (§5.3.1), and what is asked then."""

from collections.abc import Iterator
from functools import cache
from typing import NamedTuple

from engine.core.frames import Proc
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import SIDES, CardHalf

ATTACK, DEFEND = "attack", "defend"
ATTACK_ROLL, DEFEND_ROLL = "attack_roll", "defend_roll"
RESULT, CANCEL, ANY = "result", "cancel", "any"  # ANY: nr-92
OWN_ORGANIZATION, OWN_MOVEMENT = "own_organization", "own_movement"


class Kind(NamedTuple):
    """A kind of moment. Those without a default policy are no windows, but choices of a phase."""

    when: str
    """As people read it."""
    policy: str = ""
    ask: str = ""
    """The question of its window; names of what it is about are filled in."""
    rule: str = "5.0"
    theirs: bool = False
    """It never comes in a side's own turn."""


_REMOVAL = "Play an event before Unsupplied units are removed?"
_BATTLE = {
    ATTACK: Kind(
        "own attack, before the die", "ask", "Attacker: play an event before the die?", "10.5"
    ),
    DEFEND: Kind(
        "own defence, before the die", "ask", "Defender: play an event before the die?", "10.5"
    ),
    ATTACK_ROLL: Kind(
        "own attack, after the die", "ask", "Attacker: play an event after the die?", "10.5"
    ),
    DEFEND_ROLL: Kind(
        "own defence, after the die", "auto", "Defender: play an event after the die?", "10.5"
    ),
    RESULT: Kind(
        "after a battle, before the advance", "auto", "Play an event on the advance?", "10.5"
    ),
}
BATTLE = tuple(_BATTLE)
KINDS = {
    **_BATTLE,
    CANCEL: Kind("as the enemy plays an event", "auto", "Cancel {event}?", "5.3.1"),
    "supply": Kind(
        "enemy Supply Check Phase, before the check", "auto",
        "Play an event before the enemy's supply is checked?", theirs=True,
    ),
    "own_supply": Kind(
        "own Supply Check Phase", "ask", "Play an event for your Unsupplied units?"
    ),
    "organization": Kind(
        "enemy Organization Phase, as he pays for a Replacement", "auto",
        "Make the Replacement of {unit} dearer?", theirs=True,
    ),
    "movement_start": Kind(
        "enemy Movement Phase, before he moves", "auto",
        "Play an event before the enemy moves?", theirs=True,
    ),
    "movement": Kind(
        "enemy Movement Phase, after he has moved", "auto",
        "The enemy has moved. Play an event?", theirs=True,
    ),
    "combat_start": Kind(
        "enemy Combat Phase, after his targets are named", "auto",
        "The enemy has named his targets. Play an event?", theirs=True,
    ),
    "own_removal": Kind("own Removal Phase", "ask", _REMOVAL),
    "removal": Kind("enemy Removal Phase", "auto", _REMOVAL, theirs=True),
    "detrain": Kind(
        "enemy Detraining Phase", "auto", "Play an event before the enemy detrains?", theirs=True
    ),
    "capture": Kind(
        "as the enemy enters the city", "auto", "{place} has fallen. Play an event?"
    ),
    "eliminated": Kind(
        "as the unit is eliminated", "auto", "{unit} is lost. Play an event?", "14.9.2"
    ),
    "victory": Kind(
        "Victory Phase, before the checks", "auto", "Play an event before victory is checked?",
        "12.2", theirs=True,
    ),
    "card_phase": Kind(
        "own Card Phase, after the draw", "ask", "You have drawn. Play an event?", "5.2"
    ),
    ANY: Kind("at any time in your turn, and whenever you are asked for an event"),
    OWN_ORGANIZATION: Kind("own Organization Phase"),
    OWN_MOVEMENT: Kind("own Movement Phase"),
}  # fmt: skip
"""For any other choice of the own turn the phase is named (`combat`): only events for any time
are offered there."""

POLICIES = {name: kind.policy for name, kind in KINDS.items() if kind.policy}
"""Kind of window -> its default policy."""
WINDOWS = tuple(POLICIES)

_NAMED = {
    "battle_commitment_attacker": ATTACK,
    "battle_commitment_defender": DEFEND,
    "after_battle_result": RESULT,
    "opponent_event_played": CANCEL,
    "own_organization_phase": OWN_ORGANIZATION,
    "own_movement_phase": OWN_MOVEMENT,
    "own_supply_check": "own_supply",
    "own_removal_phase": "own_removal",
    "own_card_phase_after_draw": "card_phase",
    "opponent_supply_check": "supply",
    "opponent_organization_phase": "organization",
    "opponent_movement_phase_start": "movement_start",
    "opponent_movement_phase": "movement",
    "opponent_movement_phase_end": "movement",
    "opponent_combat_phase_start": "combat_start",
    "opponent_removal_phase": "removal",
    "opponent_detraining_phase": "detrain",
    "when_opponent_captures_city": "capture",
    "when_own_unit_eliminated": "eliminated",
    "housekeeping_victory_phase": "victory",
    ANY: ANY,
}
"""As the cards name them -> the kind."""


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
    elif window in _NAMED:
        yield _NAMED[window]


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
