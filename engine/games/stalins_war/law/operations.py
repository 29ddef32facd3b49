"""Action Rounds, OPS, the Consecutive OPS marker and banked OPS (chapter 7, 15.1.1, 18)."""

from engine.core.verbs import Why
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    COMBAT_CARD,
    EVENT,
    OPS_ROUND,
    REINFORCEMENT,
    REINFORCES,
    REPLACEMENT,
    SOVIET,
    ZERO_MOVE,
    Card,
)
from engine.games.stalins_war.state import StalinsWar, holds, mud, played, turn

MOBILIZATION = 2
"""The turn of §4.5.1, and the cards that it allows."""
ARCHANGEL, ASTRAKHAN = 2, 1
"""§18.3.3."""

_GROUND = BOARD.ground
_TRACK = BOARD.charts.track


# the marker -----------------------------------------------------------------------------


def mobilizes(s: StalinsWar, kind: int) -> bool:
    """Is this a reinforcement play of Soviet Mobilization, which gives OPS too (§4.5.1)?"""
    return s.side == SOVIET and s.turn == MOBILIZATION and kind == REINFORCEMENT


def count_after(s: StalinsWar, kind: int) -> int:
    """The Consecutive OPS count after a round of a kind begins (§7.3.2, §7.2.6).

    It never goes back in a Rasputitsa round (§15.1.1), nor for Axis replacements and
    reinforcements in turns 1 to 4 (§4.4.9), nor for Mobilization (§4.5.1).
    """
    now = s.count[s.side]
    if kind == OPS_ROUND:
        return min(now + 1, len(_TRACK) - 1)
    if kind == ZERO_MOVE or mud(s) or mobilizes(s, kind):
        return now
    keeps = s.side == AXIS and turn(s).axis_keeps_count
    if keeps and kind in (REPLACEMENT, REINFORCEMENT):
        return now
    return 0


def reduced(value: int, count: int) -> int:
    """OPS of a card when the marker stands on `count`, its own step included (§7.3.2).

    >>> [reduced(4, count) for count in (1, 2, 3, 4, 5)], reduced(1, 3)
    ([4, 3, 2, 1, 0], 0)
    """
    return max(0, value - _TRACK[min(count, len(_TRACK) - 1)])


def card_ops(s: StalinsWar, card: Card) -> int:
    """OPS that a card gives when it is played for OPS now; 0 is still an OPS Round (sw-32)."""
    return scorched(s, reduced(card.ops, count_after(s, OPS_ROUND)))


def scorchers(s: StalinsWar) -> list[int]:
    """Cards that take OPS off the next ones of the active player (*Scorched Earth*)."""
    return [
        card
        for card in s.in_turn
        if BOARD.cards[card].side != s.side
        and any(effect.op == "ops_penalty" for effect in BOARD.cards[card].effects)
    ]


def scorched(s: StalinsWar, ops: int) -> int:
    """OPS after *Scorched Earth*: one less, but it leaves the last one."""
    return max(ops - len(scorchers(s)), min(ops, 1))


# what a round may be ----------------------------------------------------------------------


def why_no_round(s: StalinsWar, kind: int) -> Why | None:
    """Why the active player may take no round of a kind now; None if he may."""
    now, side = turn(s), s.side
    taken = s.boxes[side]
    if kind in (OPS_ROUND, ZERO_MOVE) and mud(s):
        return Why("No OPS and no movement in a Rasputitsa round.", "15.1.1")
    if kind in (REPLACEMENT, REINFORCEMENT) and s.turn == 1:
        return Why("No replacements or reinforcements in June 1941.", "4.4.1")
    if kind == REPLACEMENT:
        rule = "7.4.3" if side == AXIS else "7.4.2"
        if taken.count(REPLACEMENT) >= now.rp_cards[side]:
            return Why(f"{now.rp_cards[side]} cards a turn are played for RP.", rule)
        if taken and taken[-1] == REPLACEMENT:
            return Why("Not in two Action Rounds running.", "7.4.4")
    if kind == REINFORCEMENT:
        if taken.count(REINFORCEMENT) >= now.reinforcements[side]:
            return Why("No further Reinforcement card in this turn.", "7.5.2a")
        if mobilizes(s, kind) and taken and taken[-1] == REINFORCEMENT:
            return Why("Not in two Action Rounds running.", "4.5.1")
    return None


def kind_of_event(card: Card) -> int:
    """The Action box of a card played as an event (§7.2.4)."""
    return REINFORCEMENT if card.type == REINFORCES else EVENT


def why_no_event(s: StalinsWar, card: Card) -> Why | None:
    """Why a card may not be played as an event now, but for its own condition; None if it may."""
    if card.type == COMBAT_CARD:
        return Why("A Combat Card is played in a combat.", "7.5.5a")
    if why := why_no_round(s, kind_of_event(card)):
        return why
    return why_not_yet(s, card)


def why_not_yet(s: StalinsWar, card: Card) -> Why | None:
    """Why a card is no event and no Combat Card in this turn; None if it is one (§3.0)."""
    first, last = card.turns
    if not first <= s.turn <= last:
        when = f"from turn {first}" if s.turn < first else f"until turn {last}"
        return Why(f"{card.name} works {when}.", "7.5.1a")
    for need in card.needs:
        if not played(s, need):
            name = next(c.name for c in BOARD.cards if c.event == need)
            return Why(f"{name} must have been played before.", "3.0")
    for bar in card.barred:
        if played(s, bar):
            name = next(c.name for c in BOARD.cards if c.event == bar)
            return Why(f"It works no more after {name}.", "7.5.1a")
    return None


def moves_units(s: StalinsWar, kind: int, card: Card | None = None) -> bool:
    """May all units move, and banked OPS be spent, in such a round (§7.2.5, §18.1.1)?"""
    if mud(s):
        return False
    if kind in (OPS_ROUND, ZERO_MOVE) or mobilizes(s, kind):
        return True
    return kind == EVENT and card is not None and card.gives_ops


def event_ops(s: StalinsWar, card: Card) -> int:
    """OPS that an event gives: none in the mud (§15.1.1), never reduced by the track (§7.3.2)."""
    if mud(s):
        return 0
    if mobilizes(s, kind_of_event(card)):
        return card.ops  # ruling sw-38
    granted = [e.says["amount"] for e in card.effects if e.op == "grant_ops"]
    return scorched(s, sum(amount for amount in granted if isinstance(amount, int)))


# banked OPS -------------------------------------------------------------------------------


def banks_at_start(s: StalinsWar, side: int) -> int:
    """OPS that a side banks at the start of a turn (§18.2, §18.3).

    The Axis until *Hitler Takes Command*; the Soviets by Lend-Lease, while Stalin is in Moscow.
    """
    if side == AXIS:
        return 0 if played(s, "hitler_takes_command") else turn(s).axis_banks
    if not s.lend_from or s.turn < s.lend_from or not stalin_in_moscow(s):
        return 0
    found = ASTRAKHAN if holds(s, SOVIET, "astrakhan") else 0
    if holds(s, SOVIET, "archangel") and s.convoy != s.turn:
        found += ARCHANGEL
    return found


def stalin_in_moscow(s: StalinsWar) -> bool:
    """§16.4.7, §18.3.1."""
    return s.place[BOARD.stalin] == _GROUND.site("moscow").place
