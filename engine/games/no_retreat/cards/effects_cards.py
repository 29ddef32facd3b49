"""What events do to cards, Victory Points and targets."""

from engine.core.entries import Marked, Noted
from engine.core.events import CANCELLED, Args, Effect, Moment, Play
from engine.core.frames import Done, Outcome
from engine.games.no_retreat.acts import T, score, side_of, spend
from engine.games.no_retreat.cards import deck
from engine.games.no_retreat.cards.moments import CANCEL
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import Op
from engine.games.no_retreat.law import targets, victory
from engine.games.no_retreat.state import NoRetreat
from engine.games.no_retreat.words import PEOPLE

RULE = "5.3.1"


# the discard pile and the hand -----------------------------------------------------------


def discards(t: T, m: Moment, op: Op, args: Args) -> list[int] | None:
    """Card 2: any card; card 3 takes the top one, which needs no naming."""
    return list(t.ids("discard")) if op.choice == "any" else None


def may_take(t: T, m: Moment, op: Op) -> bool:
    return bool(t.ids("discard"))


def top_card(t: T, m: Moment, op: Op) -> Args:
    """The top card at the time of play, before this one lies on it (nr-95)."""
    return {} if op.choice == "any" else {"card": t.ids("discard")[0]}


def take(t: T, play: Play, op: Op) -> Outcome:
    card = play.args["card"]
    deck.take(t, side_of(play.side), card)
    names = " / ".join(dict.fromkeys(half.name for half in BOARD.card(card).halves))
    text = f"The {PEOPLE[side_of(play.side)]} take {names} from the discards."
    t.note(Noted(text=text, rule=RULE))
    return None


def draw(t: T, play: Play, op: Op) -> Outcome:
    deck.draw(t, side_of(play.side), op.count)
    return None


def price(t: T, m: Moment, op: Op, args: Args) -> list[int]:
    """The other cards of the hand (card 20). Whether there are any is public."""
    return [card for card in t.ids(f"hand.{m.side}") if card != _MAJOR_OFFENSIVE]


_MAJOR_OFFENSIVE = 20


def may_pay(t: T, m: Moment, op: Op) -> bool:
    return len(t.ids(f"hand.{m.side}")) > op.count


def pay(t: T, play: Play, op: Op) -> Outcome:
    spend(t, play.side, [play.args["card"]], f"pays for {play.face(t).name}", RULE)
    return None


def oblige(t: T, play: Play, op: Op) -> Outcome:
    """So many voluntary attacks in this turn's Combat Phase, or VP are lost (card 20; nr-102)."""
    t.s.duty = op.attacks
    return None


def rob(t: T, play: Play, op: Op) -> Outcome:
    for _ in range(op.count):
        deck.discard_at_random(t, 1 - side_of(play.side), play.face(t).name, RULE)
    return None


# cancelling ------------------------------------------------------------------------------


def may_cancel(t: T, m: Moment, op: Op) -> bool:
    """An event as it is played, or the one that the card names (card 38)."""
    if m.kind != CANCEL or m.event is None:
        return False
    name = BOARD.card(m.event.card).halves[side_of(m.event.side)].name
    return op.only in ("", name)


def cancel(t: T, play: Play, op: Op) -> Outcome:
    return Done(CANCELLED)


# Victory Points --------------------------------------------------------------------------


def gain(t: T, play: Play, op: Op) -> Outcome:
    score(t, op.side, op.vp, play.face(t).name, RULE)
    return None


def next_check(s: NoRetreat) -> int:
    """The turn of the next Sudden Death check, 0 for none, or if it is skipped already (§12.2)."""
    if not victory.by_sudden_death(s):
        return 0
    last = BOARD.scenarios[s.scenario].last_turn if not s.play_on else len(BOARD.turns)
    checks = (n for n in range(s.turn, last + 1) if max(BOARD.turn(n).sudden_death) >= 0)
    found = next(checks, 0)
    return 0 if found == s.skip_sudden else found  # nr-107


def may_skip(t: T, m: Moment, op: Op) -> bool:
    return next_check(t.s) > 0


def skip(t: T, play: Play, op: Op) -> Outcome:
    """The No Sudden Death marker (cards 30, 31)."""
    t.s.skip_sudden = next_check(t.s)
    place = f"t:{t.s.skip_sudden}"
    t.note(Marked(place=place, mark="no_sudden_death", value="on", rule="14.13"))
    return None


# Counterblows ----------------------------------------------------------------------------


def counterblows(t: T, m: Moment, op: Op, args: Args) -> list[int]:
    found = targets.counterblows(t.s, t.d, side_of(m.side))
    return [place for place in sorted(t.d.at) if found >> place & 1]


def counterblow(t: T, play: Play, op: Op) -> Outcome:
    """A Counterblow marker without a discard; the limit of markers holds (card 40)."""
    side, place = side_of(play.side), play.args["place"]
    t.s.blows = [*t.s.blows, place]
    t.s.placed[side] += 1
    id_ = BOARD.places[place]
    t.note(Marked(place=id_, mark="counterblow", value=play.side, rule="10.1.2"))
    return None


def immediate(t: T, m: Moment, op: Op) -> bool:
    """Weather events happen when they are drawn, never from a hand (§14.14.2)."""
    return False


def nothing(t: T, play: Play, op: Op) -> Outcome:
    raise AssertionError("a weather event is not played from a hand")


EFFECTS = {
    "take_from_discard": Effect(take, may_take, args={"card": discards}, implied=top_card),
    "draw": Effect(draw),
    "discard_cost": Effect(pay, may_pay, args={"card": price}),
    "obligation": Effect(oblige),
    "opponent_random_discard": Effect(rob),
    "cancel_event": Effect(cancel, may_cancel),
    "event_vp": Effect(gain),
    "cancel_next_sudden_death": Effect(skip, may_skip),
    "free_counterblow": Effect(counterblow, args={"place": counterblows}),
    "flip_weather_marker": Effect(nothing, immediate),
    "redraw": Effect(nothing, immediate),
}
