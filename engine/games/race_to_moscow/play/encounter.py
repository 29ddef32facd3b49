"""What an army meets in an area that it enters, chapters 7 and 8."""

from collections.abc import Sequence
from enum import StrEnum
from typing import ClassVar

from engine.core.entries import Fought
from engine.core.frames import Call, Choice, Done, Goto, Outcome, Proc
from engine.core.verbs import Verb
from engine.games.race_to_moscow.acts import MARKER_PILES, T, go, id_of, pay, remove_marker, stored
from engine.games.race_to_moscow.cards import decks, okh
from engine.games.race_to_moscow.cards.effects import EFFECTS, FINDS, KEPT, STOPS
from engine.games.race_to_moscow.cards.events import AGAIN
from engine.games.race_to_moscow.cargo import Load, written
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import AMMO, COLOURS, FUEL, NOWHERE
from engine.games.race_to_moscow.law.combat import paid, price


class Met(StrEnum):
    """How an encounter ends: the area is taken, with something found in it, or the army may
    not go on from it, or has lost and withdraws.
    """

    TAKEN = "taken"
    FOUND = "found"
    STOPPED = "stopped"
    LOST = "lost"


class Encounter(Proc, kw_only=True, tag="rm.encounter"):
    """A card is drawn and resolved. Returns `taken`, `stopped` (taken, but held) or `lost`.

    `found`: taken, and there is something to pick up.
    """

    army: int
    area: int
    came: int
    """The area that it came from."""
    air: bool
    """Air support still saves one ammo."""
    card: int = NOWHERE
    STEPS: ClassVar[tuple[str, ...]] = ("draw", "meet", "decide", "again", "fight")
    ASIDE: ClassVar[tuple[str, ...]] = ("used",)

    @property
    def colour(self) -> int:
        """The colour of the army."""
        return BOARD.units[self.army].colour

    def draw(self, t: T) -> Outcome:
        if not t.s.soviet[self.area]:
            self.card = decks.draw_pursuit(t, self.colour)
            decks.air_back(t, self.colour, soviet=False)
            return None if self.card >= 0 else Done(Met.TAKEN)
        self.card = decks.draw_soviet(t, self.colour, self._armor(t))
        decks.air_back(t, self.colour, soviet=True)
        if self.card < 0:
            remove_marker(t, self.area, "8")
            return Done(Met.TAKEN)
        return None

    def _armor(self, t: T) -> bool:
        """With a Soviet player the marker is turned over (§20.4)."""
        if not t.s.soviet_player:
            return False
        pile = MARKER_PILES[self.area]
        item = t.ids(pile)[0]
        t.reveal(pile, item)
        decks.air_home(t, self.area)
        return BOARD.markers[item - BOARD.markers[0].index].armor

    def meet(self, t: T) -> Outcome:
        card = BOARD.cards[self.card]
        if card.enemy:
            return None
        if card.type in STOPS:
            decks.discard(t, self.card)
            return Done(Met.STOPPED)
        if card.type in KEPT:
            decks.keep(t, self.card)
            return Done(Met.TAKEN)
        outcome = EFFECTS[card.type](t, COLOURS[self.colour], self.area)
        return Call(outcome.frame, then="used") if isinstance(outcome, Call) else Goto("used")

    def used(self, t: T) -> Outcome:
        decks.discard(t, self.card)
        return Done(Met.FOUND if BOARD.cards[self.card].type in FINDS else Met.TAKEN)

    def cost(self) -> Load:
        """What a victory takes."""
        return price(BOARD.cards[self.card], self.air)

    def decide(self, t: T) -> Outcome:
        """A card may help, and all OKH cards lie open: so it is asked only where one could."""
        self.ret = None
        if not self.helped(t):
            return None
        return Call(Fight(side=COLOURS[self.colour], army=self.army, card=self.card))

    def helped(self, t: T) -> bool:
        """Would an OKH card that its player has, or can take now, change this combat (rm-52)?"""
        reach = okh.within_reach(t, COLOURS[self.colour])
        if "brandenburg" in reach and decks.other_soviet_card(t, self.card):
            return True
        cost = self.cost()
        fuel, ammo, _ = paid(t.s, self.army, cost)
        return fuel == cost[FUEL] and ammo == cost[AMMO] - 1 and okh.arms(t, self.army)

    def again(self, t: T) -> Outcome:
        """Brandenburg: another card is drawn and shown, this one goes under its deck (§16)."""
        if self.ret != AGAIN:
            return None
        self.ret = None
        first = self.card
        self.card = decks.draw_soviet(t, self.colour, BOARD.cards[first].armor)
        decks.put_under(t, first)
        side = COLOURS[self.colour]
        return Call(Fight(side=side, army=self.army, card=self.card, acted=True), then="again")

    def fight(self, t: T) -> Outcome:
        """All of the price, or as much as the army has and it withdraws (§8, rm-07)."""
        cost = self.cost()
        spent = paid(t.s, self.army, cost)
        won = spent == cost
        pay(t, self.army, spent)
        side = COLOURS[self.colour]
        t.note(
            Fought(
                places=[id_of(self.area)],
                sides=[side, "soviet"],
                scores=[sum(spent), sum(cost)],
                winner=side if won else "soviet",
                result="beaten" if won else "withdraws",
                rule="8",
            )
        )
        if not won:
            decks.put_back(t, self.card)
            go(t, self.army, self.came, "withdraws", "8")
            return Done(Met.LOST)
        decks.beat(t, self.card, self.colour)
        if t.s.soviet[self.area]:
            remove_marker(t, self.area, "8")
        return Done(Met.STOPPED)


class Fight(Choice, kw_only=True, tag="rm.fight"):
    """`fight`, or a card first (§8, §16)."""

    army: int
    card: int

    def encounter(self, t: T) -> Encounter:
        """The encounter that waits for it."""
        below = t.pos.lanes[0].stack[-2]
        assert isinstance(below, Encounter)
        return below

    def may_hold(self, t: T) -> bool:
        return self.acted  # who has used a card here says himself when it is enough

    def prompt(self, t: T) -> tuple[str, str]:
        unit, face = BOARD.units[self.army].name, BOARD.cards[self.card]
        cost = self.encounter(t).cost()
        fuel, ammo, _ = stored(t, BOARD.card_store(self.army))
        text = f"{unit} meets {face.name}, which takes {written(cost)}"
        helped = self.encounter(t).helped(t)
        if paid(t.s, self.army, cost) == cost:
            return f"{text}: fight, or use a card?" if helped else f"{text}: fight.", "8"
        text += f", and has {written((fuel, ammo, 0))}"
        ways = "use a card, or fight and withdraw?" if helped else "fight and withdraw."
        return f"{text}: {ways}", "8"

    def verbs(self, t: T) -> Sequence[Verb]:
        return (Verb("fight", Done, hint="Pay what it takes, or withdraw.", rule="8"),)
