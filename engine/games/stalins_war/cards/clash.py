"""How Combat Cards are used in a combat under way (7.5.5): who may, where they go, windows.

A card that is played goes to the table of its side and stays there for the combat. The winner
keeps his, the loser's are discarded; those for a whole round go when it ends.
"""

import msgspec

from engine.core.entries import Noted, Played
from engine.core.events import Args, Effect, Moment, Way
from engine.core.frames import Outcome, Proc
from engine.core.verbs import Why
from engine.games.stalins_war import acts
from engine.games.stalins_war.acts import T
from engine.games.stalins_war.cards import combat
from engine.games.stalins_war.cards.combat import Clash
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import SIDES, Card
from engine.games.stalins_war.state import enemy

COMBAT, MINOR, FIRST, REVIVE = "combat_cards", "combat_cards_minor", "first_attack", "revive"
WINDOWS = (COMBAT, MINOR, FIRST, REVIVE)
"""The kinds of question in which a defender uses Combat Cards."""


class Fight(Proc, kw_only=True):
    """A combat, as cards see it and write into it."""

    target: int
    units: list[int]
    """The attackers."""
    defending: list[int] = msgspec.field(default_factory=list)
    """Those whose strength defends: units that retreated into the hex are left out (§11.4.5)."""
    cards: list[int] = msgspec.field(default_factory=list)
    """The cards that the attacker has named with his attack."""
    used: list[int] = msgspec.field(default_factory=list)
    """Cards used by both sides, those apart that hold for a whole round."""
    fed: bool = True
    """May the defender use cards at all (§13.3.4)?"""
    promise: str = ""
    """`stand` or `give way`: what the defender has said of a retreat that may come (§11.4.3)."""

    @property
    def played(self) -> list[Card]:
        """The cards used."""
        return [BOARD.cards[card] for card in self.used]

    def clash(self, t: T) -> Clash:
        """Its units, those too that it has eliminated."""
        pieces = BOARD.units
        return Clash(
            t.s,
            self.target,
            tuple(pieces[unit] for unit in self.units),
            tuple(pieces[unit] for unit in self.defending),
        )

    def fallen(self, t: T) -> list[int]:
        """The defenders that it has eliminated."""
        alive = acts.survivors(t, self.defending)
        return [unit for unit in self.defending if unit not in alive]


def fighting(t: T) -> Fight:
    """The combat under way."""
    return next(f for lane in t.pos.lanes for f in reversed(lane.stack) if isinstance(f, Fight))


# may it be used ---------------------------------------------------------------------------------


def why_used(t: T, card: Card) -> Why | None:
    """Why a card serves no more in this Action Round; None if it does (§7.5.5b, §7.5.5e)."""
    if combat.holds_for_the_round(card) and card.index in t.s.in_round:
        return Why(f"{card.name} holds for the whole round already.", "7.5.5b")
    if t.s.spent.count(card.index) >= combat.uses(card):
        return Why(f"{card.name} has been used in this Action Round.", "7.5.5e")
    return None


def why_not(t: T, c: Clash, side: int, card: int) -> Why | None:
    """Why a card of its own hand or table is of no use to a side in a combat; None if it is."""
    it = BOARD.cards[card]
    if card not in t.held(SIDES[side]):
        return Why("It is neither in your hand nor before you.", "7.5.5a")
    return why_used(t, it) or combat.why_not_play(c, side, it)


# what becomes of it ------------------------------------------------------------------------------


def use(t: T, fight: Fight, card: int) -> None:
    """A card is used: from the hand it goes to the table (§7.5.5b). An asterisk counts (sw-36)."""
    it = BOARD.cards[card]
    side = SIDES[it.side]
    again = card in t.ids(f"table.{side}")
    how = "used again" if again else "as a Combat Card"
    if not again:
        t.play(f"hand.{side}", f"table.{side}", card)
        acts.note_event(t, it)
    t.note(Played(side=side, card=it.id, how=how, rule="7.5.5a"))
    t.s.spent = [*t.s.spent, card]
    if combat.holds_for_the_round(it):
        t.s.in_round = [*t.s.in_round, card]
    else:
        fight.used = [*fight.used, card]


def settle(t: T, fight: Fight, winner: int) -> None:
    """Who has won keeps his cards, the others go (§7.5.5b, §7.5.5c, §11.2.1 step 7)."""
    for card in fight.played:
        if not combat.kept(card, card.side == winner):
            _leave(t, card)


def end_round(t: T) -> None:
    """Cards that held for the whole round go when it ends (§7.5.5b)."""
    for side in SIDES:
        for card in [BOARD.cards[card] for card in t.ids(f"table.{side}")]:
            if combat.holds_for_the_round(card) and card.index in t.s.in_round:
                _leave(t, card)


def _leave(t: T, card: Card) -> None:
    side = SIDES[card.side]
    pile, how = ("removed", "leaves the game") if card.asterisk else ("discard", "is discarded")
    t.play(f"table.{side}", f"{pile}.{side}", card.index)
    t.s.spent = [other for other in t.s.spent if other != card.index]
    t.note(Noted(text=f"{card.name} {how}.", rule="7.5.5c"))


# the defender's windows --------------------------------------------------------------------------


def kind_of(t: T, fight: Fight) -> str:
    """What a defender is asked: combats that matter have a question of their own."""
    ground, hex_ = BOARD.ground, fight.target
    c = fight.clash(t)
    large = any(unit.lcu for unit in c.defenders)
    matters = (ground.stars | ground.cities) >> hex_ & 1 or combat.stronghold(c)
    return COMBAT if large or matters or fight.cards else MINOR


def _nothing(t: T, play: object, op: object) -> Outcome:
    return None  # what a card does, the steps of the combat ask


def _revivable(t: T, m: Moment, op: object, told: Args) -> list[int]:
    fight = fighting(t)
    return combat.revives(fight.clash(t), fight.fallen(t))


_PLAIN = Way(((Effect(_nothing), None),))
_REVIVAL = Way(((Effect(_nothing, args={"unit": _revivable}), None),))


def way(card: Card) -> Way:
    """How a Combat Card is used: one that brings a unit back is told which."""
    return _REVIVAL if card.event == "kampfgruppe" else _PLAIN


def kinds(card: Card) -> tuple[str, ...]:
    """The windows in which a defender uses a card; an attacker names his with the attack."""
    if not card.defence:
        return ()
    if card.event == "kampfgruppe":
        return (REVIVE,)
    return (FIRST,) if combat.holds_for_the_round(card) else (COMBAT, MINOR)


def when(card: Card) -> str:
    """When a Combat Card is used, in words."""
    if card.attack:
        return "in your own attack, or in defence" if card.defence else "in your own attack"
    return "in defence"


def why_no_answer(t: T, card: Card) -> Why | None:
    """Why a defender may not use a card in the combat under way, whoever holds it."""
    fight = fighting(t)
    if not fight.fed:
        return Why("All your units in this combat are out of supply.", "13.3.4")
    return why_used(t, card) or combat.why_not_fit(fight.clash(t), enemy(t.s.side), card)


def answer(t: T, card: int, args: Args) -> None:
    """A defender uses a card: it is on the table; *Kampfgruppe* works at once."""
    fight = fighting(t)
    use(t, fight, card)
    if "unit" in args:
        acts.revive(t, args["unit"], fight.target, "7.5.5a")
