"""The cards of a hand for their holder's eyes: his own half first, and when it is played."""

from collections.abc import Iterable, Iterator

from engine.core.rules import HandCard
from engine.games.no_retreat.acts import T, side_of
from engine.games.no_retreat.cards.moments import KINDS, WINDOWS, kinds
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import NOWHERE, SIDES, CardHalf

CHOICES = {
    "counterblow": "Counterblows, and what you say of targets beforehand; auto: none",
    "counterattack": "strike back after a CA; auto: no",
    "losses": "who loses a step in the enemy's turn; auto: the cheapest that comes back",
    "retreat": "where to retreat in the enemy's turn; auto: the shortest way, near supply",
    "terrain": "the hex whose terrain counts; auto: the best for you",
    "advance": "advance in the enemy's turn; auto: nobody",
    "die": "which of two dice counts; auto: the better one",
    "shed": "who leaves an overstacked hex in the enemy's turn; auto: the cheapest that comes back",
    "reserve": "detrain the Strategic Reserve in the enemy's turn; auto: keep it",
    "shift": "pay a VP to move the Initiative counter; auto: no",
}
"""Kind of off-turn choice -> what is asked, and what `auto` answers."""


GLOSSARY = {
    "CA": "Counterattack: the defender may strike back at once, at new odds and without terrain.",
    "CB": "Counterblow: a hex of the attackers is marked and must be attacked in the next turn.",
    "DR": "Defender Retreat: two hexes back, and the attackers may advance.",
    "DS": "Defender Shattered: the units retreat, then leave the map until they recover.",
    "DD": "Defender Destroyed: the units retreat and each loses a step.",
    "EX": "Exchange: each side loses one step.",
    "Counterblow": "A hex that the enemy must attack, without terrain to help its defenders.",
    "target": "A hex that the side to move will attack; all that are declared must be.",
    "step": "What a unit can lose: most have two, weak ones have one.",
    "Zone of Control": "The hexes next to a unit: enemies stop there, and supply does not pass.",
    "supply": "A way of at most four hexes to a city or edge of your own that is in supply itself.",
    "cadre": "A remnant that takes the place of a unit that was lost, and can become one again.",
    "entrain": "A unit leaves the map by rail and comes back at the end of a turn.",
    "Blitz": "A marker that shifts the odds one column for an Axis attack.",
    "Shock": "A marker that shifts the odds one column for a Soviet attack.",
    "shattered": "Off the map; it comes back free in the next Organization Phase.",
    "disorganized": "It cannot attack of its own will until the marker comes off.",
    "Joker": "A card for an odds shift or a payment; then it goes to the other side.",
}
"""Words of the game -> what they mean (§2.0, §10.7)."""


def questions(policies: Iterable[str]) -> dict[str, str]:
    """Kind of question -> what is asked, and what `auto` answers."""
    auto = ("in the enemy turn armed cards alone", "armed cards alone")
    events = {
        name: f"events: {kind.when}; auto: {auto[kind.theirs]}" for name, kind in KINDS.items()
    }
    return {kind: (events | CHOICES)[kind] for kind in policies}


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
