"""What events do in a battle (§10.5): they write into the fields of the `Fight`."""

from collections.abc import Callable

from engine.core.events import Args, Effect, Moment, Play
from engine.core.frames import Outcome
from engine.games.no_retreat.acts import T, mark, refresh, side_of
from engine.games.no_retreat.cards.moments import ATTACK, DEFEND
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import (
    AXIS,
    CITY,
    GREATER_GERMANY,
    HEXES,
    NOWHERE,
    RESULTS,
    SIDES,
    Op,
)
from engine.games.no_retreat.law.fight import Fight, battle, fighting
from engine.games.no_retreat.state import NoRetreat, face, weather

_WORKS = "target hex has the marker"
"""The shift of the Defensive Works marker, which `odds` counts as long as it lies there."""


def _attacks(fight: Fight, side: int) -> bool:
    return side_of(fight.side) == side


def _mine(fight: Fight, side: int) -> list[int]:
    return fight.units if _attacks(fight, side) else fight.foes


def standing_result(fight: Fight) -> int:
    """The result of the die as the events played so far have it."""
    result = fight.result
    for before, after, _ in fight.convert:
        if result == before:
            result = after
    return result


def _fought(test: Callable[[T, Fight, int], bool]) -> Callable[[T, Moment, Op], bool]:
    """Whether there is a battle for which the side of the moment passes a test."""

    def may(t: T, m: Moment, op: Op) -> bool:
        fight = battle(t)
        return fight is not None and test(t, fight, side_of(m.side))

    return may


# conditions ------------------------------------------------------------------------------


def _city(t: T, fight: Fight) -> bool:
    return any(BOARD.terrain[place] == CITY for place in fight.targets)


def _fort(t: T, fight: Fight) -> bool:
    foe = 1 - side_of(fight.side)
    return any(face(t.s, u).fort for place in fight.targets for u in t.d.units(foe, place))


def _tank(t: T, fight: Fight) -> bool:
    return any(face(t.s, unit).tank for unit in fight.units)


def _german_armor(s: NoRetreat, units: list[int]) -> bool:
    return any(face(s, u).armor and BOARD.units[u].nationality == "german" for u in units)


def _ringed(t: T, fight: Fight) -> bool:
    """Axis units stand in three hexes or more round a target."""
    axis = t.d.present[AXIS]
    return any(
        sum(axis >> other & 1 for other in BOARD.adjacent[place]) > 2 for place in fight.targets
    )


CONDITIONS: dict[str, Callable[[T, Fight], bool]] = {
    "": lambda t, fight: True,
    "target hex is a city": _city,
    "target hex holds a fort": _fort,
    "target hex is a city or holds a fort": lambda t, fight: _city(t, fight) or _fort(t, fight),
    "a tank unit attacks": _tank,
    "a German armor unit attacks": lambda t, fight: _german_armor(t.s, fight.units),
    "a German armor unit defends": lambda t, fight: _german_armor(t.s, fight.foes),
    "three adjacent hexes hold Axis units": _ringed,
}


# before the die ----------------------------------------------------------------------------


def may_shift(t: T, m: Moment, op: Op) -> bool:
    if op.condition == _WORKS:
        return True
    fight = battle(t)
    if fight is None or (op.weather and weather(t.s) not in op.weather):
        return False
    role = ATTACK if _attacks(fight, side_of(m.side)) else DEFEND
    if role != m.kind or (op.role and op.role != _ROLES[role]):
        return False
    return CONDITIONS[op.condition](t, fight)


_ROLES = {ATTACK: "attacker", DEFEND: "defender"}


def shift(t: T, play: Play, op: Op) -> Outcome:
    """Columns to the right for the attacker, to the left for the defender."""
    if op.condition != _WORKS:
        fight = fighting(t)
        side = side_of(play.side)
        left = op.own_favour and not _attacks(fight, side)
        fight.shifts = [*fight.shifts, [-op.columns if left else op.columns, play.card]]
    return None


def may_ignore(t: T, m: Moment, op: Op) -> bool:
    """The Armor Bonus is the attacker's: only the defender takes it away."""
    return op.shift != "armor_bonus" or m.kind == DEFEND


def ignore(t: T, play: Play, op: Op) -> Outcome:
    fight = fighting(t)
    fight.ignored = [*fight.ignored, op.shift]
    return None


def set_result(t: T, play: Play, op: Op) -> Outcome:
    fighting(t).auto_result = RESULTS[op.result]
    return None


def doublable(t: T, m: Moment, op: Op, args: Args) -> list[int]:
    side = side_of(m.side)
    fight = battle(t)
    if fight is None:
        return []
    return [u for u in _mine(fight, side) if BOARD.units[u].nationality == op.nationality]


def double(t: T, play: Play, op: Op) -> Outcome:
    fight = fighting(t)
    fight.doubled = [*fight.doubled, play.args["unit"]]
    return None


def two_dice(t: T, play: Play, op: Op) -> Outcome:
    fight = fighting(t)
    fight.dice, fight.chooser = 2, SIDES[op.chooser]
    return None


may_withdraw = _fought(lambda t, fight, side: any(face(t.s, u).movement for u in fight.foes))
"""Units without a Movement Allowance cannot fall back."""


def withdraw(t: T, play: Play, op: Op) -> Outcome:
    fighting(t).withdrawn = True
    return None


# after the die -------------------------------------------------------------------------------


def may_convert(t: T, m: Moment, op: Op) -> bool:
    """Before the die (card 8) always; after it only where the result is one of those named."""
    fight = battle(t)
    if fight is None or not CONDITIONS[op.condition](t, fight):
        return False
    if m.kind in (ATTACK, DEFEND):
        return True
    return standing_result(fight) in [before for before, _ in op.convert]


def convert(t: T, play: Play, op: Op) -> Outcome:
    fight = fighting(t)
    fight.convert = [*fight.convert, *([old, new, play.card] for old, new in op.convert)]
    return None


may_reroll = _fought(lambda t, fight, side: fight.roll > 0)


def reroll(t: T, play: Play, op: Op) -> Outcome:
    fighting(t).again = True
    return None


def retreat_length(t: T, play: Play, op: Op) -> Outcome:
    fight = fighting(t)
    fight.retreat_min, fight.retreat_max = op.low, op.high
    return None


may_advance_more = _fought(lambda t, fight, side: _attacks(fight, side))
may_limit_advance = _fought(lambda t, fight, side: not _attacks(fight, side))


def advance(t: T, play: Play, op: Op) -> Outcome:
    """Events on the advance count in the order played (§5.0)."""
    fight = fighting(t)
    fight.advance = [*fight.advance, op.delta if op.op == "advance_modifier" else -1]
    return None


# for a whole Combat Phase ----------------------------------------------------------------------


def fortress_cities(t: T, m: Moment, op: Op, args: Args) -> list[int] | None:
    """Cities of Greater Germany with units of the side, for an effect on one hex (card 42)."""
    side = side_of(m.side)
    if not op.hexes:
        return None
    return [
        place
        for place in sorted(t.d.at, key=t.d.at.__getitem__)  # by the numbers of the units
        if place < HEXES
        and t.d.units(side, place)
        and BOARD.terrain[place] == CITY
        and BOARD.hexes[place].country == GREATER_GERMANY
    ]


def hold(t: T, play: Play, op: Op) -> Outcome:
    """The defenders of the whole phase, or of one hex, do not give way (cards 19, 42)."""
    place = play.args.get("place", NOWHERE)
    if place == NOWHERE:
        t.s.hold = True
    else:
        t.s.fortress_city = place
        t.s.lifted = [unit for unit in t.d.units(AXIS, place) if t.s.unsupplied[unit]]
        for unit in t.s.lifted:  # they are in supply, until the phase is over
            mark(t, unit, "unsupplied", False, "5.3.1")
        refresh(t)
    return None


def nothing(t: T, play: Play, op: Op) -> Outcome:
    """What another operation of the same event does, or a rule elsewhere."""
    return None


def never(t: T, m: Moment, op: Op) -> bool:
    """No use of a card as an event."""
    return False


EFFECTS = {
    "odds_shift": Effect(shift, may_shift),
    "ignore_shift": Effect(ignore, may_ignore),
    "auto_result": Effect(set_result),
    "multiply_strength": Effect(double, args={"unit": doublable}),
    "roll_two_choose": Effect(two_dice),
    "pre_battle_withdrawal": Effect(withdraw, may_withdraw),
    "convert_result": Effect(convert, may_convert),
    "reroll": Effect(reroll, may_reroll),
    "retreat_length": Effect(retreat_length),
    "advance_modifier": Effect(advance, may_advance_more),
    "advance_limit": Effect(advance, may_limit_advance),
    "phase_convert_result": Effect(hold, args={"place": fortress_cities}),
    "supplied": Effect(nothing),
    "pass_to_opponent": Effect(nothing),
    "pay_as_card": Effect(nothing, never),
}
