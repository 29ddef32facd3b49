"""The table a game is played on: the position, what is derived from it, and the acts
that only the table may do: roll, shuffle, draw, reveal, log.

The acts that cannot be taken back are doors. Each counts itself here, so that
rules code cannot forget it.
"""

from collections import Counter
from collections.abc import Callable, Hashable, Sequence
from typing import Any, Generic, TypeVar

from engine.core import dice
from engine.core.answers import Settled
from engine.core.entries import AnyEntry, Ended, Rolled, Shuffled
from engine.core.frames import Frame
from engine.core.piles import Pile
from engine.core.position import Position
from engine.core.rules import Rules

S = TypeVar("S")
D = TypeVar("D")
V = TypeVar("V")
F = TypeVar("F", bound=Frame)


class Table(Generic[S, D]):
    """One running game, as rules code sees it.

    `s` is the state and `d` what was derived from it; `log` holds the entries of
    the action under way and `actor` is the side that gave the order; `doors` counts
    the doors passed in it and `learned` the sides (as bits) that were shown
    something hidden; `settled` are the questions that needed no answer of their
    side. Whatever may change a pile calls `handled`.
    """

    def __init__(self, rules: Rules[S, D], position: Position[S]) -> None:
        self.rules = rules
        self.log: list[AnyEntry] = []
        self.settled: list[Settled] = []
        self.doors = 0
        self.learned = 0
        self.cause = ""
        self.actor = ""
        self.found: dict[object, Any] = {}
        """What `once` keeps; it is emptied by `changed`."""
        self.changed: Callable[[], None] = self.found.clear
        self._dealt: dict[object, Any] = {}
        self.handled: Callable[[], None] = self._dealt.clear
        self._lasting: dict[object, Any] = {}
        self.settle_on(position)

    def settle_on(self, position: Position[S]) -> None:
        """Take this position for the present one."""
        self.pos = position
        self.s = position.state
        self.d = self.rules.derive(position.state)
        self.secret = bytes.fromhex(position.secret)
        self.handled()
        self.changed()

    # what is remembered (docs/caches.md) ----------------------------

    def once(self, key: object, work: Callable[..., V], *given: Any) -> V:
        """What `work(*given)` gives, kept until something changes.

        The key names all that it depends on beside the position, its own name first. The
        runner calls `changed` before and after each step and each order: within one, this is
        for what is asked after all its changes.
        """
        found: V | None = self.found.get(key)
        if found is None:
            found = self.found[key] = work(*given)
        return found

    def dealt(self, key: object, work: Callable[..., V], *given: Any) -> V:
        """What `work(*given)` gives, kept until a pile may have changed."""
        found: V | None = self._dealt.get(key)
        if found is None:
            found = self._dealt[key] = work(*given)
        return found

    def forget(self) -> None:
        """Let go of all that is remembered: verbs hold the table, which is freed without a search
        of the collector when they are gone."""
        for kept in (self.found, self._dealt, self._lasting):
            kept.clear()

    def lasting(self, make: Callable[..., V], *about: Hashable) -> V:
        """What `make(table, *about)` gives, made once: verbs that ask when they are asked.

        `make` is a function or class of a module: a closure would be another one each time.
        """
        key = make, *about
        found: V | None = self._lasting.get(key)
        if found is None:
            found = self._lasting[key] = make(self, *about)
        return found

    # sides ---------------------------------------------------------------

    def bit(self, side: str) -> int:
        """The bit of a side in `seen` masks."""
        return 1 << self.pos.sides.index(side)

    @property
    def everyone(self) -> int:
        """The mask of all sides."""
        return (1 << len(self.pos.sides)) - 1

    def policy(self, side: str, kind: str) -> str:
        """`ask` or `auto`, as it is in force."""
        return self.pos.policy.get(f"{side}:{kind}") or self.rules.policies.get(kind, "ask")

    def player_turn(self) -> None:
        """A player turn begins: changed policies count from here, and no undo takes them back."""
        if self.pos.coming:
            self.pos.policy.update(self.pos.coming)
            self.pos.coming.clear()
            self.door()

    # doors ---------------------------------------------------------------

    def note(self, *entries: AnyEntry) -> None:
        """Write down what happened."""
        self.log.extend(entries)

    def roll(self, purpose: str, count: int, faces: Sequence[int], side: str = "") -> list[int]:
        """Roll `count` dice with these faces; results the umpire queued come first. A door.

        What this die can't show (a card at random out of a smaller hand) is left out of them.
        Dice that are thrown together and mean different things (the fire of either side) are
        rolls of their own, each with its purpose: so queue and `verify` name each.
        """
        n = self._next_roll()
        source = dice.stream(self.secret, self.pos.game, n, purpose, self.cause)
        queue = [face for face in self.pos.queue.get(purpose, ()) if face in faces]
        queued = bool(queue)
        values = [
            queue.pop(0) if queue else faces[dice.below(len(faces), source)] for _ in range(count)
        ]
        if queue:
            self.pos.queue[purpose] = queue
        else:
            self.pos.queue.pop(purpose, None)
        self.note(
            Rolled(n=n, purpose=purpose, values=values, side=side, cause=self.cause, queued=queued)
        )
        return values

    def shuffle(self, name: str) -> None:
        """Shuffle a pile: nobody knows any of it afterwards. A door."""
        n = self._next_roll()
        pile = self.pile(name)
        source = dice.stream(self.secret, self.pos.game, n, f"shuffle {name}", self.cause)
        pile.ids = dice.shuffled(pile.ids, source)
        pile.seen = [0] * len(pile.ids)
        self.note(Shuffled(n=n, pile=name, size=len(pile.ids), cause=self.cause))

    def mix(self, names: Sequence[str]) -> None:
        """Shuffle what nobody knows in these piles among its places, over all of them. A door."""
        spots = [
            (pile, index)
            for pile in map(self.pile, names)
            for index, seen in enumerate(pile.seen)
            if not seen
        ]
        n, what = self._next_roll(), " ".join(names)
        source = dice.stream(self.secret, self.pos.game, n, f"shuffle {what}", self.cause)
        mixed = dice.shuffled([pile.ids[index] for pile, index in spots], source)
        for (pile, index), item in zip(spots, mixed, strict=True):
            pile.ids[index] = item
        self.note(Shuffled(n=n, pile=what, size=len(spots), cause=self.cause))

    def draw(self, source: str, target: str, side: str) -> int:
        """Move the top item of one pile to another; `side` gets to know it. A door.

        From an empty pile nothing is drawn: -1, and no door, for everyone sees that it is empty.
        """
        if not self.ids(source):
            return -1
        item, seen = self.pile(source).take(0)
        bit = self.bit(side)
        if not seen & bit:
            self.door(bit)
        self.pile(target).push(item, seen | bit)
        return item

    def deal(self, source: str, target: str) -> None:
        """Move the top item of one pile, if it has any, to another face down: nobody learns it."""
        if self.ids(source):
            self.pile(target).push(*self.pile(source).take(0))

    def restock(self, name: str, *sources: str) -> bool:
        """Shuffle what lies in other piles, its discards, into a pile; False when they are empty.

        A door. A pile that is to be drawn from is restocked first, when its game says so.
        """
        if not any(map(self.ids, sources)):
            return False
        pile = self.pile(name)
        for source in map(self.pile, sources):
            pile.ids += source.ids
            pile.seen += source.seen
            source.ids, source.seen = [], []
        self.shuffle(name)
        return True

    def move(self, source: str, target: str, item: int, seen: int) -> None:
        """Move a chosen item face down; from now on only the sides in `seen` know which it is.

        A piece that one side puts down in secret is known to that side alone,
        whoever had seen it before.
        """
        self.pile(source).remove(item)
        self.pile(target).push(item, seen)

    def reveal(self, name: str, item: int, to: int | None = None) -> None:
        """Show an item of a pile to the sides in `to` (None: all); a door if it is news."""
        pile = self.pile(name)
        index = pile.ids.index(item)
        mask = self.everyone if to is None else to
        fresh = mask & ~pile.seen[index]
        if fresh:
            pile.seen[index] |= mask
            self.door(fresh)

    def play(self, source: str, target: str, item: int) -> None:
        """Move an item to another pile face up: all know it from now on."""
        self.reveal(source, item)
        seen = self.pile(source).remove(item)
        self.pile(target).push(item, seen)

    def astray(self) -> tuple[list[str], list[str]]:
        """The cards that lie in no pile, and those that lie twice, as words."""
        if "card" not in self.rules.lexicons:
            return [], []
        cards = self.rules.lexicons["card"]
        lying = Counter(card for pile in self.pos.piles.values() for card in pile.ids)
        lost = [cards.write(card) for card in cards.terms if card not in lying]
        return lost, [cards.write(card) for card, count in lying.items() if count > 1]

    def check(self, force: bool = False) -> list[str]:
        """Broken invariants, in words: cards lost or doubled, and the game's own."""
        lost, doubled = self.astray()
        cards = [f"card {card} lies in no pile" for card in lost]
        cards += [f"card {card} lies there twice" for card in doubled]
        return [*cards, *self.rules.check(self, force)]

    def door(self, learned: int = 0) -> None:
        """Something cannot be taken back; `learned` are the sides that were shown something."""
        self.doors += 1
        self.learned |= learned

    def opens(self, side: str) -> None:
        """A window is about to ask a side, or to play what it has armed. A try-out stops here."""

    def passes(self) -> None:
        """The decision has passed to another side."""
        self.door()

    def _next_roll(self) -> int:
        n = self.pos.rolls
        self.pos.rolls += 1
        self.door()
        return n

    # frames --------------------------------------------------------------

    def under_way(self, kind: type[F]) -> F | None:
        """The uppermost frame of a kind, in the first lane that has one."""
        for lane in self.pos.lanes:
            for frame in reversed(lane.stack):
                if isinstance(frame, kind):
                    return frame
        return None

    # piles ---------------------------------------------------------------

    def pile(self, name: str) -> Pile:
        """A pile by name, made empty when it is not there yet. To look only, ask `ids`."""
        self.handled()
        found = self.pos.piles.get(name)
        if found is None:
            found = self.pos.piles[name] = Pile.of([])
        return found

    def ids(self, name: str) -> Sequence[int]:
        """What lies in a pile, from the top; a look that makes no pile."""
        found = self.pos.piles.get(name)
        return found.ids if found is not None else ()

    def held(self, side: str) -> list[int]:
        """The cards that a side could play, wherever the game lets it keep them."""
        piles = self.pos.piles
        return [
            card for name in self.rules.hands(side) if name in piles for card in piles[name].ids
        ]

    # the end -------------------------------------------------------------

    def end(
        self, winners: Sequence[str], reason: str, scores: dict[str, int] | None = None
    ) -> None:
        """The game is over. Nothing is asked any more."""
        if self.pos.winners is None:
            self.pos.winners = list(winners)
            self.pos.reason = reason
            self.pos.scores = dict(scores or {})
            self.pos.lanes = []
            self.changed()
            self.forget()
            self.door()
            self.note(Ended(winners=list(winners), reason=reason))
