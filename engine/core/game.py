"""A running game as the outside sees it: what is asked, what may be ordered, and orders."""

import random
from collections.abc import Callable, Mapping, Sequence
from dataclasses import replace
from typing import Any

import msgspec

from engine.core import dice, edit, orders, runner, standing
from engine.core.answers import Pending, Receipt, Result, SlotInfo, VerbInfo, playable
from engine.core.entries import AnyEntry
from engine.core.errors import (
    Illegal,
    Malformed,
    OrderError,
    OutOfTurn,
    Over,
    Stale,
    Unfinished,
    Unreadable,
    quoted,
)
from engine.core.frames import Choice
from engine.core.groups import Line, grouped, instead, more, picked
from engine.core.lexicon import fold
from engine.core.orders import Completions, Item
from engine.core.overlay import Overlay
from engine.core.position import Lane, Position, opened, sealed
from engine.core.rules import HandCard, OptionValue, Preview, Rules
from engine.core.table import Table
from engine.core.tell import short, tell
from engine.core.verbs import Picks, Verb, has_line
from engine.core.view import Asked, View

Act = Callable[[], tuple[list[str], list[str]]]
"""Does something and returns the lines that ran and those that were left."""

Waiting = list[tuple[Lane, Choice]]
"""The lanes that wait for somebody, with their questions."""

UMPIRE = "gm"  # the reserved side of the umpire's edit lines


class Game:
    """One game. All changes go through `submit` and `undo`; a refusal changes nothing.

    `steps` are the dumps before each order since the last door, oldest first: what `undo` goes back
    to, and what `load` takes. `table` is for the core's own tools; everybody else uses the methods.
    Their examples begin with `game = engine.new_game("iron_blood", secret=bytes(32))`.
    """

    def __init__(self, table: Table[Any, Any], steps: Sequence[bytes] = ()) -> None:
        self.table = table
        self._steps = list(map(opened, steps))
        self._body: bytes | None = None  # without its checksum, as those in `_steps`

    def __del__(self) -> None:
        """What is remembered holds the table itself: let go of it, no collector need search."""
        self.table.forget()

    # what is asked ---------------------------------------------------------

    @property
    def id(self) -> str:
        """The game's id in the catalogue."""
        return self.table.rules.id

    @property
    def version(self) -> str:
        """Version of the rules code."""
        return self.table.rules.version

    @property
    def scenario(self) -> str:
        """The scenario played."""
        return self.table.pos.scenario

    @property
    def options(self) -> Mapping[str, OptionValue]:
        """The options chosen, defaults filled in."""
        return self.table.pos.options

    @property
    def sides(self) -> tuple[str, ...]:
        """The sides, in order."""
        return tuple(self.table.pos.sides)

    @property
    def revision(self) -> int:
        """Orders carried out so far."""
        return self.table.pos.revision

    @property
    def commitment(self) -> str:
        """SHA-256 of the secret, published at the start."""
        return dice.commitment(self.table.secret)

    @property
    def secret(self) -> bytes:
        """The secret that all dice come from; to be shown only when the game is over."""
        return self.table.secret

    @property
    def last(self) -> str:
        """Who gave the last order, "" where there is none."""
        return self.table.pos.last

    @property
    def edited(self) -> bool:
        """The umpire's hand was here: the game is unrated."""
        return self.table.pos.edited

    @property
    def hash(self) -> str:
        """Keyed hash of the position: equal for equal positions of this game, and tells nothing."""
        return dice.keyed(self.table.secret, self._bytes())

    @property
    def chain(self) -> str:
        """Keyed hash of the orders that stand; standing orders leave no trace in it."""
        return self.table.pos.chain

    @property
    def steps(self) -> tuple[bytes, ...]:
        """The dumps that `undo` can go back to, oldest first."""
        return tuple(map(sealed, self._steps))

    def pending(self) -> tuple[Pending, ...]:
        """The open questions. Several sides at once is normal; none when the game is over.

        >>> [(asked.side, asked.prompt) for asked in game.pending()]
        [('axis', 'Deploy your regular units in Axis territory; 13 are left.')]
        """
        return self.table.once("pending", self._pending)

    def _pending(self) -> tuple[Pending, ...]:
        found = []
        for lane, choice in self._asking():
            prompt, rule = choice.prompt(self.table)
            found.append(Pending(lane.id, choice.side, choice.KIND, prompt, rule))
        return tuple(found)

    def verbs(self, side: str) -> tuple[VerbInfo, ...]:
        """What a side may order now.

        >>> [verb.name for verb in game.verbs("axis")]
        ['setup suggested', 'place', 'resign', 'policy']
        """
        return tuple(
            VerbInfo(
                v.name,
                v.hint,
                tuple(SlotInfo(s.name, s.kind, s.many, s.key, s.optional) for s in v.slots),
                v.secret,
                v.ends,
                v.free,
            )
            for v in self.offers(side)
            if has_line(v)
        )

    def complete(self, side: str, text: str) -> Completions:
        """What may come after `text`, for menus and autocomplete.

        >>> [item.value for item in game.complete("axis", "place 1inf 01").items][:2]
        ['place 1inf 0103', 'place 1inf 0104']
        """
        self._known(side)
        found = orders.complete(self.table, side, self.offers(side), text)
        beside = more(self.table, side, self.offers(side), text)
        items = (*beside, *found.items) if beside else found.items
        whole = found.complete or self._is_group(side, text)
        return msgspec.structs.replace(found, items=items, complete=whole)

    def whole(self, side: str, text: str) -> bool:
        """Is this a whole legal order of a side that is asked?

        >>> game.whole("axis", "setup suggested"), game.whole("axis", "place 1inf")
        (True, False)
        """
        self._known(side)
        whole = orders.is_order(self.table, side, self.offers(side), text)
        return whole or self._is_group(side, text)

    def _is_group(self, side: str, text: str) -> bool:
        """Would the orders of several units be accepted? Tried on a copy, up to its first door."""
        if not grouped(self.table, side, self.offers(side), text):
            return False
        try:
            load_game(self.table.rules, self.dump()).submit(side, text)
        except OrderError:
            return False
        return True

    def view(self, side: str | None) -> View:
        """What a side (None: a spectator) may see.

        >>> view = game.view("axis")
        >>> view.turn, view.phase
        ('1941 Clear', 'Set-up')
        """
        if side is not None:
            self._known(side)
        t, pos = self.table, self.table.pos
        view = t.rules.view(t, side)
        view.game, view.seat, view.revision = t.rules.id, side or "", pos.revision
        view.phase, asked = t.once("under way", self._under_way)
        view.asked = asked.copy()
        if pos.winners is not None:
            view.winners, view.reason = list(pos.winners), pos.reason
        return view

    def _under_way(self) -> tuple[str, list[Asked]]:
        asked = [Asked(asked.side, asked.kind, asked.prompt) for asked in self.pending()]
        return runner.phase(self.table), asked

    def hand(self, side: str) -> tuple[HandCard, ...]:
        """The cards a side holds, for its own eyes."""
        self._known(side)
        may = playable(self.table.rules.lexicons, self.offers(side), side)
        return tuple(
            replace(card, playable=card.id in may, word=self.short(card.id))
            for card in self.table.rules.hand(self.table, side)
        )

    def overlay(self, kind: str, unit: str = "") -> Overlay:
        """What can be laid over the map; `unit` is the word of the one whose reach is asked.

        Malformed where the game has no such overlay, or nothing is known of such a unit.

        >>> game.overlay("control").title
        'Control'
        """
        rules = self.table.rules
        if kind not in rules.overlays:
            known = ", ".join(rules.overlays) or "none"
            raise Malformed(f"{rules.title} has no overlay {quoted(kind)}; it has: {known}.")
        if kind != "reach":
            return rules.overlays[kind](self.table)
        if not unit:
            raise Malformed("Name the unit whose reach you want to see.")
        movers = rules.movers(self.table)
        meant = [value for value in rules.lexicons["unit"].read(unit) if value in movers]
        if not meant:
            raise Malformed(f"No unit on the map is called {quoted(unit)}.")
        if len(meant) > 1:
            names = ", ".join(map(rules.lexicons["unit"].write, meant))
            raise Malformed(f"{quoted(unit)} can be more than one unit: {names}.")
        return rules.overlays[kind](self.table, meant[0])

    def picked(self, side: str, words: str) -> tuple[Item, ...] | None:
        """The units that a filter picks, as (id, words for people); None where it is none.

        >>> game.picked("axis", "not moved") is None
        True
        """
        self._known(side)
        return picked(self.table, side, words)

    def movers(self) -> tuple[Item, ...]:
        """The units whose reach can be shown, as (id, words for people)."""
        rules = self.table.rules
        units = rules.lexicons.get("unit")
        terms = [units.terms[value] for value in rules.movers(self.table)] if units else []
        return tuple(Item(t.id, " · ".join(filter(None, (t.short, t.name, t.side)))) for t in terms)

    def policies(self, side: str) -> dict[str, tuple[str, str]]:
        """Kind -> the policy in force and the one that counts from the next player turn."""
        now = {kind: self.table.policy(side, kind) for kind in self.table.rules.policies}
        return {k: (v, self.table.pos.coming.get(f"{side}:{k}", v)) for k, v in now.items()}

    def preview(self, text: str) -> Preview:
        """What the order that begins like this would mean, from public facts: odds, costs."""
        return self.table.rules.preview(self.table, orders.words_of(text))

    def result(self) -> Result | None:
        """None while the game goes on.

        >>> resigned = game.submit("axis", "resign")
        >>> game.result().winners
        ('soviet',)
        """
        pos = self.table.pos
        if pos.winners is None:
            return None
        return Result(tuple(pos.winners), pos.reason, dict(pos.scores))

    def scores(self) -> dict[str, int]:
        """What is counted for victory as it stands: its name (a side's) -> points; see `Rules`."""
        return dict(self.table.rules.scores(self.table))

    def tell(self, entry: AnyEntry) -> str:
        """An entry of the log in plain words."""
        return tell(self.table.rules, entry)

    def short(self, line: str) -> str:
        """A canonical line in the short words that people type.

        >>> game.short("move axis_infantry_1 0204")
        'move 1inf 0204'
        """
        return short(self.table.rules, line)

    def look(self, words: Sequence[str]) -> tuple[str, ...]:
        """What a `=` line of a script asks: `UNIT at`, or a NAME or PLACE and KIND, as words.

        Malformed where there is no such thing.

        >>> game.look(["minsk", "control"])
        ('soviet',)
        """
        try:
            return tuple(map(fold, edit.look(self.table, words)))
        except (LookupError, ValueError) as error:
            raise Malformed(f"There is no `{' '.join(words)[:60]}` to look at.") from error

    def check(self) -> list[str]:
        """Broken invariants, in words; empty when all is well."""
        return self.table.check()

    # orders ----------------------------------------------------------------

    def submit(
        self,
        side: str,
        text: str,
        cause: str = "",
        pending: str | None = None,
        *,
        ask: bool = False,
    ) -> Receipt:
        """Carry out the lines of `text` for `side`, all or none up to the first door.

        `cause` names what brought the order (an interaction); rolls depend on it.
        `pending` is the id of the question it answers; Stale when that is gone. With
        `ask` lines that end a phase, or the game, while more could be ordered raise
        Unfinished. Raises an OrderError, and then nothing has changed.

        >>> receipt = game.submit("axis", "setup suggested")
        >>> receipt.ran, receipt.door, game.tell(receipt.entries[-1])
        (('setup suggested',), True, '1941 Clear: fleet and air support, Axis.')
        >>> game.submit("axis", "fleet 0404")
        Traceback (most recent call last):
            ...
        engine.core.errors.Illegal: 0404 Borisov is no coastal hex of the Ostsee. (map.coastal)
        """
        if side == UMPIRE:
            self.table.actor = side
            return self._transact(cause, lambda: edit.run(self.table, text), step=False)
        self._known(side)
        lines = orders.split(text)
        if self.table.pos.winners is not None:
            raise Over("The game is over.")
        if pending is not None and all((p.id, p.side) != (pending, side) for p in self.pending()):
            raise Stale("That question has been answered already; nothing was done.")
        free = [words[0] for words in lines if standing.is_free(words)]
        if free:
            if len(lines) > 1:
                raise Malformed(f"Send `{free[0]}` on a line of its own.")
            if ask and lines[0] == ["resign"]:
                raise Unfinished("resign", orders.left_by(self.offers(side)))
            return self._transact(cause, lambda: self._stand(side, lines[0]), step=False)
        waiting = self._asking()
        return self._transact(
            cause, lambda: self._run(side, lines, waiting, pending, ask), step=True
        )

    def auto(self, side: str) -> str:
        """One legal line for `side`, found from what that side may know. OutOfTurn if not asked.

        >>> game.auto("axis")
        'setup suggested'
        """
        self._known(side)
        verbs = self._deciding(side)
        rng = random.Random(f"{self.table.pos.chain}|{self.table.pos.revision}|{side}")
        return self.table.rules.advise(self.table, side) or self.sample(side, rng, verbs)

    def sample(self, side: str, rng: random.Random, verbs: Sequence[Verb] | None = None) -> str:
        """A random legal line for a side that is asked."""
        return orders.sampled(self.table, rng, verbs or self._deciding(side))

    def undo(self, side: str) -> Receipt:
        """Take back the last order, if it is this side's and no door has passed since.

        Standing orders and policies given in the meantime stay as they are. The umpire takes
        back whosever it is.

        >>> start = game.hash
        >>> placed = game.submit("axis", "place 1inf 0104")
        >>> game.undo("axis").ran, game.hash == start
        (('undo',), True)
        """
        if side != UMPIRE:
            self._known(side)
        if not self._steps:
            raise Illegal("There is nothing to take back since the last die, card or turn.")
        if side not in (UMPIRE, self.table.pos.last):
            raise Illegal("The last order was not yours to take back.")
        before = self.table.rules.codec.decode(self._steps[-1])
        before.arms, before.coming = self.table.pos.arms, self.table.pos.coming
        self._steps.pop()
        self._replace(before)
        standing.prune(self.table)
        return Receipt(("undo",), (), [], before.revision, False)

    def dump(self) -> bytes:
        """The position as bytes; `load` of them is the same game.

        >>> engine.load(game.dump()).hash == game.hash
        True
        """
        return sealed(self._bytes())

    # inside ----------------------------------------------------------------

    def _bytes(self) -> bytes:
        if self._body is None:
            self._body = self.table.rules.codec.body(self.table.pos)
        return self._body

    def _known(self, side: str) -> None:
        if side not in self.table.pos.sides:
            raise Malformed(f"There is no side {quoted(side)} in this game.")

    def offers(self, side: str) -> Sequence[Verb]:
        """The verbs of a side with their slots, blocked ones and those open at all times too."""
        if self.table.pos.winners is not None:
            return ()
        return self.table.once(("offers", side), self._offers, side)

    def _offers(self, side: str) -> Sequence[Verb]:
        lane = runner.asked_of(side, self._asking())
        own = runner.offers(self.table, lane) if lane else ()
        return (*own, *standing.verbs(self.table, side))

    def _deciding(self, side: str) -> Sequence[Verb]:
        lane = runner.asked_of(side, self._asking())
        if lane is None:
            raise OutOfTurn("Nothing is asked of you now.")
        return runner.offers(self.table, lane)

    def _asking(self) -> Waiting:
        """The lanes that wait in this position, found once."""
        return self.table.once("waiting", runner.waiting, self.table)

    def _transact(self, cause: str, act: Act, *, step: bool) -> Receipt:
        """Run `act`; on any exception the game is as it was before."""
        t, before = self.table, self._bytes()
        t.log, t.settled, t.doors, t.learned = [], [], 0, 0
        t.cause = cause or t.pos.chain
        try:
            ran, left = act()
            standing.prune(t)
            if not step:  # else the runner has seen to it
                t.changed()
            after = t.rules.codec.body(t.pos)  # what cannot be stored has not happened
        except Exception:
            self._replace(t.rules.codec.decode(before))
            self._body = before
            raise
        self._body = after
        if t.doors:
            self._steps.clear()
        elif step:
            self._steps.append(before)
        done = t.log, t.pos.revision, t.doors > 0, tuple(t.settled)
        return Receipt(tuple(ran), tuple(left), *done)

    def _stand(self, side: str, words: list[str]) -> tuple[list[str], list[str]]:
        """A free order: it touches no question, and undo does not take it back."""
        return [standing.order(self.table, side, words)], []

    def _run(
        self, side: str, lines: list[list[str]], waiting: Waiting, pending: str | None, ask: bool
    ) -> tuple[list[str], list[str]]:
        """The lines of a batch, in order, up to the first door."""
        t, pos = self.table, self.table.pos
        t.actor = side
        ran: list[str] = []
        hasty: Unfinished | None = None
        asked = {id(choice): choice.side for _, choice in waiting}
        deciding = [*asked.values()]
        todo = [Line(number, words, first=not number) for number, words in enumerate(lines)]
        while todo:
            now = todo.pop(0)
            lane = runner.asked_of(side, waiting, pending if now.first else None)
            try:
                verb, picks = self._read(side, now.words, lane, first=now.first)
            except OrderError as error:
                verbs = runner.offers(t, lane) if lane else ()
                todo[:0] = instead(t, side, verbs, now, lines, error)
                continue
            assert lane is not None
            if ask and not hasty and (hasty := orders.hasty(verb, runner.offers(t, lane))):
                hasty.lines = (*ran, verb.name) if ran else ()
            ran.append(line := runner.carry_out(t, lane, side, verb, picks))
            runner.settle(t)
            pos.revision += 1
            pos.last = side
            pos.chain = dice.link(t.secret, pos.chain, side, line, t.cause)
            waiting = self._asking()
            for other, choice in waiting:  # new ids for the questions answered or changed
                if other is lane or asked.get(id(choice)) != choice.side:
                    other.ask = pos.chain[:8]
                if choice.side not in deciding:
                    t.passes()
            if t.doors or pos.winners is not None:
                break
            asked = {id(choice): choice.side for _, choice in waiting}
        if hasty:
            raise hasty
        return ran, [" ".join(rest.words) for rest in todo]

    def _read(
        self, side: str, words: list[str], lane: Lane | None, *, first: bool
    ) -> tuple[Verb, Picks]:
        """What a line of a batch means for the question that is asked now."""
        if lane is not None:
            return orders.read(self.table, side, runner.offers(self.table, lane), words)
        if first:
            orders.known_verb(self.table, words)
            raise OutOfTurn("It is not your turn: nothing is asked of you now.")
        raise Illegal("Nothing is asked of you any more.")

    def _replace(self, position: Position[Any]) -> None:
        self.table.settle_on(position)
        self._body = None


def new_game(
    rules: Rules[Any, Any],
    scenario: str | None = None,
    options: Mapping[str, object] | None = None,
    secret: bytes = b"",
) -> Game:
    """A fresh game. Unknown scenarios, options and values are Malformed."""
    name = scenario or next(iter(rules.scenarios))
    if name not in rules.scenarios:
        raise Malformed(f"{rules.title} has no scenario {quoted(name)}.")
    chosen = rules.chosen(options or {})
    position: Position[Any] = Position(
        shape=rules.shape,
        game=rules.id,
        scenario=name,
        options=chosen,
        sides=list(rules.sides(name, chosen)),
        secret=secret.hex(),
        state=rules.start(name, chosen),
        lanes=[Lane(stack=[])],
        chain=dice.link(secret, "start"),
    )
    # Through the bytes once: a fresh position is of the same types as a loaded one.
    table = Table(rules, rules.codec.decode(rules.codec.encode(position)))
    table.cause = table.pos.chain
    table.pos.lanes[0].stack.append(rules.open(table))
    runner.settle(table)
    for lane in table.pos.lanes:
        lane.ask = table.pos.chain[:8]
    return Game(table)


def hash_of(secret: bytes, blob: bytes) -> str:
    """`Game.hash` of a dump, from its bytes as they are stored. ValueError if they are damaged."""
    return dice.keyed(secret, opened(blob))


def load_game(rules: Rules[Any, Any], blob: bytes, steps: Sequence[bytes] = ()) -> Game:
    """A stored game, ready to go on. Older shapes are migrated. Raises Unreadable.

    What the bytes say is taken for a position that these rules have written; where no checksum
    says so (older versions wrote none), no rule may be broken in it either.
    """
    try:
        body, steps = opened(blob), [*map(opened, steps)]
        blob, old = body, body is blob
        as_now = blob.startswith(b'{"shape":%d,' % rules.shape)  # as the codec writes it
        if not as_now and _shape.decode(blob).shape != rules.shape:
            raw = rules.migrate(msgspec.json.decode(blob))
            while raw["shape"] != rules.shape:  # shape by shape
                raw = rules.migrate(raw)
            blob = msgspec.json.encode(raw)
            steps = ()  # undo does not reach back over a change of shape
        position = rules.codec.decode(blob)
        faults = position.faults() or (rules.check(Table(rules, position), True) if old else [])
        if not faults:
            game = Game(Table(rules, position), steps)
            game._body = body if as_now else None
            return game
    except Exception as error:  # whatever rules code makes of numbers that it never wrote
        raise Unreadable(f"The bytes are no position of {rules.title}: {error}") from error
    raise Unreadable(f"The bytes are no position of {rules.title}: {faults[0]}")


class _Shape(msgspec.Struct):
    shape: int


_shape = msgspec.json.Decoder(_Shape)
