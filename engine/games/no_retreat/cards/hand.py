"""The cards of a hand for their holder's eyes: his own half first, and when it is played."""

from collections.abc import Iterable, Iterator, Mapping

from engine.core.rules import HandCard
from engine.games.no_retreat.acts import T, side_of
from engine.games.no_retreat.cards.moments import KINDS, WINDOWS, kinds
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import NOWHERE, SIDES, CardHalf


def questions(policies: Iterable[str], choices: Mapping[str, str]) -> dict[str, str]:
    """Kind of question -> what is asked, and what `auto` answers: events, and off-turn choices."""
    auto = ("in the enemy turn armed cards alone", "armed cards alone")
    events = {
        name: f"events: {kind.when}; auto: {auto[kind.theirs]}" for name, kind in KINDS.items()
    }
    return {kind: events.get(kind) or choices[kind] for kind in policies}


def hand(t: T, side: str) -> list[HandCard]:
    """The hand of a side: the own half of each card, the other one in a line."""
    return [_card(t, card, side_of(side)) for card in t.ids(f"hand.{side}")]


def _card(t: T, card: int, side: int) -> HandCard:
    record = BOARD.card(card)
    own, other = record.halves[side], record.halves[1 - side]
    line = f"{SIDES[1 - side].title()}: {other.name}. {other.text}"
    return HandCard(
        id=str(card),
        name=own.name,
        when=when(own),
        text=own.text,
        number=str(card),
        other=line if other.text != own.text else "",  # the Joker is one for both
        tags=tuple(_tags(own)),
        unasked=unasked(t, own),
    )


def unasked(t: T, half: CardHalf) -> str:
    """That the holder of a card is not asked for its event, and the lines that mend it; "" if he
    is, or has it armed. In his own turn he always is.
    """
    side = SIDES[half.side]
    own = kinds(half.card, half.side)
    silent = [kind for kind in own if kind in WINDOWS and t.policy(side, kind) == "auto"]
    armed = [arm.kind for arm in t.pos.arms if (arm.side, arm.card) == (side, half.card)]
    if not silent or any(kind in armed for kind in silent):
        return ""
    never = all(KINDS[kind].theirs for kind in own)
    when = "You are" if never else "In the enemy's turn you are"
    return (
        f"{when} not asked for {half.name}: `arm {half.card} at {silent[0]}` plays it by itself, "
        f"`policy {silent[0]} ask` has you asked."
    )


def _tags(half: CardHalf) -> Iterator[str]:
    """Weather, the symbol needed, VP, and the year marks of §5.5."""
    record = BOARD.card(half.card)
    if record.weather:
        yield "weather"
    if half.symbol != NOWHERE:
        yield SIDES[half.symbol]
    if half.vp_event:
        yield "VP"
    if record.red_barred:
        yield "to 1944"
    elif record.deck == "1945":
        yield "1945"


def when(half: CardHalf) -> str:
    """When an event is played, and the symbol that it needs (§5.3.1, §5.3.3)."""
    said = (
        "; ".join(KINDS[kind].when for kind in kinds(half.card, half.side))
        or "at once when it is drawn"
    )
    if half.symbol != NOWHERE:
        said += f"; only while the {SIDES[half.symbol].title()} symbol counts"
    return said
