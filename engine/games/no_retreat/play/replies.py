"""What a defender says of his targets beforehand, once they are all known (§10.1, §10.5).

A reply is secret until its battle. It holds for the odds that everyone can work out
when it is given; outside of them the battle asks as it would have asked without it (nr-109).
"""

from collections.abc import Callable, Iterable, Sequence
from typing import Any, NamedTuple

from engine.board.occupancy import Occupancy
from engine.core.events import Moment
from engine.core.frames import Outcome, Proc
from engine.core.picks import pick
from engine.core.playing import armed_line
from engine.core.position import Arm
from engine.core.verbs import Slot, Verb, Why
from engine.games.no_retreat.acts import JOKER, T, side_of
from engine.games.no_retreat.cards.events import EVENTS
from engine.games.no_retreat.cards.moments import DEFEND
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import NOWHERE, SIDES
from engine.games.no_retreat.law import crt, odds, targets
from engine.games.no_retreat.law.fight import Fight
from engine.games.no_retreat.state import NoRetreat, enemy
from engine.games.no_retreat.words import CARDS, card_name

PASS = "pass"
COVER = "reply"
"""What all see of a reply: whether it names a card is its side's own."""


class Reply(Arm, kw_only=True):
    """Play `card` (-1: nothing) when the target at `place` is attacked."""

    low: int = crt.AUTOMATIC
    """The first column at which the card is played; below it nothing is."""
    high: int
    """The last column for which the reply holds."""
    units: list[int]
    """The units there; with others the battle asks again."""


class Answered(Proc, kw_only=True):
    """A Combat Phase with the replies of its defender."""

    replies: list[Reply] = []


class Span(NamedTuple):
    """The columns possible for an attack on one target, -1 is CA."""

    low: int
    """By the weakest of the units that could attack."""
    high: int
    """By all of them."""
    marker: int
    """With a Blitz! or Shock! marker; `high` where none is left."""


def span(s: NoRetreat, d: Occupancy, side: int, place: int) -> Span:
    """The odds still possible for an attack by `side` on a marked place, events apart.

    `high` may be a column too high, never too low: each shift is taken at its best for the
    attacker, of those that one of the units has alone (a river counts for all or for none).
    """
    key = ("span", place, s.blitz, s.shock, s.works, *map(tuple, (s.fought, s.blows, s.unsupplied)))
    return d.once(key, lambda: _span(s, d, side, place))


def _span(s: NoRetreat, d: Occupancy, side: int, place: int) -> Span:
    units = targets.able(s, d, side, place)
    alone = [odds.preview(s, d, imagined(s, d, side, place, [unit])) for unit in units]
    best: dict[str, int] = {}
    for reason in {shift.reason for seen in alone for shift in seen.shifts}:
        best[reason] = max(_columns(seen, reason) for seen in alone)
    together = odds.strength(s, units, [])
    initial = crt.column(together, alone[0].defence)
    columns = sum(best.values())
    marker = 0
    if odds.may_commit(s, side, units):
        marker = odds.support(s, odds.MARKERS[side]).columns
    return Span(
        min(seen.final for seen in alone),
        crt.shifted(initial, columns),
        crt.shifted(initial, columns + marker),
    )


def _columns(seen: odds.Preview, reason: str) -> int:
    return sum(shift.columns for shift in seen.shifts if shift.reason == reason)


def imagined(s: NoRetreat, d: Occupancy, side: int, place: int, units: list[int]) -> Fight:
    """An attack on one marked place as it would begin."""
    foes = targets.defenders(s, d, side, [place])
    bare = [place] if place in s.blows else []
    return Fight(side=SIDES[side], units=units, targets=[place], foes=foes, bare=bare)


def sentence(now: Span, side: int) -> str:
    """The odds still possible, as people read them."""
    low, high, most = (crt.name(column) for column in now)
    text = low if low == high else f"{low} to {high}"
    marker = odds.MARKERS[side].title()
    return text if most == high else f"{text}, {most} with {marker}!"


def answerable(t: T) -> list[int]:
    """The targets for which a reply may matter: they will be attacked, and for all that
    everyone knows their side could play an event then.

    None where nothing else is asked than about one target: the battle itself asks as much, and
    when more is known.
    """
    side = t.s.phasing
    if not EVENTS.could_promise(t, SIDES[enemy(side)], DEFEND):
        return []
    found = list(targets.duties(t.s, t.d, side).by)
    alone = len(found) == 1 and not targets.counterblows(t.s, t.d, enemy(side))
    return [] if alone else found


def unanswered(t: T) -> list[int]:
    """Those of them without a reply, which only their side may know."""
    phase = t.under_way(Answered)
    given = {reply.place for reply in phase.replies} if phase else set()
    return [place for place in answerable(t) if place not in given]


def cards(t: T) -> list[int]:
    """The cards named in replies."""
    phase = t.under_way(Answered)
    return [reply.card for reply in phase.replies if reply.card != NOWHERE] if phase else []


def fitting(t: T, place: int) -> list[int]:
    """The cards of the defender's hand that could be played when this target is attacked."""
    side = t.s.phasing
    units = targets.able(t.s, t.d, side, place)
    stack = t.pos.lanes[0].stack
    stack.append(imagined(t.s, t.d, side, place, units))  # events look there for their conditions
    moment = Moment(SIDES[enemy(side)], DEFEND)
    found = [card for card in t.ids(f"hand.{SIDES[enemy(side)]}") if armed_line(t, moment, card)]
    stack.pop()
    return found


def give(t: T, places: Iterable[int], card: int, low: int, high: int | None) -> None:
    """A reply for each place; `high` None: it holds for all odds that `span` gives."""
    phase = t.under_way(Answered)
    assert phase is not None
    side = t.s.phasing
    for place in places:
        most = span(t.s, t.d, side, place).marker if high is None else high
        reply = Reply(
            side=SIDES[enemy(side)],
            card=card,
            kind=DEFEND,
            place=place,
            low=low,
            high=most,
            units=_there(t, place),
        )
        phase.replies = [*phase.replies, reply]


def _there(t: T, place: int) -> list[int]:
    return sorted(t.d.units(enemy(t.s.phasing), place))


def line(t: T, now: Fight) -> str:
    """What the replies say in the battle under way, before its die ("": its side is asked).

    The defender has decided for what he could know (§10.5): a counterattack, other units there,
    odds above those he answered for are none of it. Marker and event of the attacker are
    counted in these odds; an event that does something else is none of it either.
    """
    phase = t.under_way(Answered)
    if phase is None or now.counter or _more_than_odds(now):
        return ""
    given = [reply for reply in phase.replies if reply.place in now.targets]
    final = odds.preview(t.s, t.d, now).final
    if len(given) < len(now.targets) or any(
        final > reply.high or _there(t, reply.place) != reply.units for reply in given
    ):
        return ""
    for reply in given:
        held = reply.card in t.ids(f"hand.{reply.side}")
        moment = Moment(reply.side, DEFEND)
        if held and final >= reply.low and (found := armed_line(t, moment, reply.card)):
            return found
    return PASS  # a card that is gone or does not apply asks nothing: that would tell of the hand


def _more_than_odds(now: Fight) -> bool:
    """Did the attacker's event give a result, a die, or the Joker to the defender (nr-109)?"""
    joker = now.cards[side_of(now.side)] == JOKER
    return bool(now.auto_result) or now.dice > 1 or joker


# the verbs ------------------------------------------------------------------------------


def said(t: T) -> str:
    """The highest odds possible and the targets, answered or not ("": none)."""
    found: dict[str, list[str]] = {}
    for place in answerable(t):
        most = crt.name(span(t.s, t.d, t.s.phasing, place).marker)
        found.setdefault(most, []).append(BOARD.places[place])
    return "; ".join(f"{most} at {', '.join(places)}" for most, places in found.items())


def verbs(t: T) -> Sequence[Verb]:
    """`pass at HEX.. [to ODDS]` and `play CARD at HEX [from ODDS]`, for the targets unanswered."""
    open_ = unanswered(t)
    return (_pass(t, open_), _play(t, open_)) if open_ else ()


def _pass(t: T, open_: list[int]) -> Verb:
    def places(named: list[int]) -> list[int]:
        return [place for place in open_ if place not in named]

    def why(named: list[int], place: int) -> Why | None:
        if place in named:
            return Why(f"{BOARD.label(place)} is named twice.", "10.5")
        return _why_place(t, open_, place)

    def do(named: list[int], high: int | list[int]) -> Outcome:
        give(t, named, NOWHERE, crt.AUTOMATIC, high if isinstance(high, int) else None)
        return None

    slots = (
        pick("hex", "place", places, why, label=_about(t), key="at", rule="10.5", many=True),
        _odds(t, "to", lambda named: named),
    )
    hint = "Play no event there; asked again if units, an event or higher odds change the case."
    return Verb("pass", do, slots, hint=hint, rule="10.5", secret=True, cover=COVER)


def _play(t: T, open_: list[int]) -> Verb:
    hand = t.ids(f"hand.{SIDES[enemy(t.s.phasing)]}")
    known: dict[int, list[int]] = {}

    def fits(card: int, place: int) -> bool:
        if place not in known:
            known[place] = fitting(t, place)
        return card in known[place]

    def useful() -> list[int]:
        return [card for card in hand if any(fits(card, place) for place in open_)]

    def why_card(card: int) -> Why:
        if card not in hand:
            return Why(f"{CARDS.name(card)} is not in your hand.", "5.3")
        return Why(f"{CARDS.name(card)} can't be played when a target is attacked.", "10.5")

    def places(card: int) -> list[int]:
        return [place for place in open_ if fits(card, place)]

    def why_place(card: int, place: int) -> Why:
        text = f"{CARDS.name(card)} can't be played at {BOARD.label(place)}."
        return _why_place(t, open_, place) or Why(text, "10.5")

    def do(card: int, place: int, low: int | list[int]) -> Outcome:
        give(t, [place], card, low if isinstance(low, int) else crt.AUTOMATIC, None)
        return None

    slots = (
        pick("card", "card", useful, why_card, rule="10.5",
             label=lambda card: card_name(card, enemy(t.s.phasing))),
        pick("hex", "place", places, why_place, label=_about(t), key="at", rule="10.5"),
        _odds(t, "from", lambda _, place: [place]),
    )  # fmt: skip
    hint = "Play this event there, from these odds on; below them none."
    return Verb("play", do, slots, hint=hint, rule="10.5", secret=True, cover=COVER, own=True)


def _about(t: T) -> Callable[[object, int], str]:
    side = t.s.phasing

    def label(_: object, place: int) -> str:
        names = ", ".join(BOARD.units[u].name for u in t.d.units(enemy(side), place))
        return f"{BOARD.label(place)}: {names}; {sentence(span(t.s, t.d, side, place), side)}"

    return label


def _why_place(t: T, open_: list[int], place: int) -> Why | None:
    if place in open_:
        return None
    where = BOARD.label(place)
    if place not in (*t.s.targets, *t.s.blows):
        return Why(f"{where} is no target.", "10.1")
    if place in answerable(t):
        return Why(f"You have replied for {where}.", "10.5")
    return Why(f"Nobody can attack {where}.", "10.3.1")


def _odds(t: T, key: str, places: Callable[..., list[int]]) -> Slot:
    """The columns possible for these targets, by events the highest too."""

    def columns(*picks: Any) -> list[int]:
        lowest = min(span(t.s, t.d, t.s.phasing, place).low for place in places(*picks))
        return list(range(max(lowest, 0), len(BOARD.columns)))

    def why(*picks: Any) -> Why:
        *before, column = picks
        where = " or ".join(BOARD.label(place) for place in places(*before))
        return Why(f"The odds at {where} can't be {crt.name(column)} now.", "10.5")

    def label(*picks: Any) -> str:
        name = crt.name(picks[-1])
        return f"at {name} and above" if key == "from" else f"up to {name}; above it you are asked"

    return pick("odds", "odds", columns, why, label=label, key=key, optional=True, rule="10.5")
