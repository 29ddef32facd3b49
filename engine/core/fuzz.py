"""Random games to the end, with everything checked at every step.

What is checked: a game never gets stuck; what is offered is accepted and what
is not is refused with a reason; an order written and read again is the same
order; looking changes nothing; a stored game goes on as the same game; undo gives
the very same bytes and never passes a door; what is rolled or shown is a door;
the invariants hold; and nobody can tell from what they see, are told, offered or
refused, whoever acts, how the things they do not know lie (swap test).
"""

import random
from collections.abc import Callable
from dataclasses import dataclass, field
from typing import Any

import msgspec

from engine.core import orders, standing
from engine.core.answers import Receipt
from engine.core.entries import readable
from engine.core.errors import OrderError
from engine.core.game import Game
from engine.core.table import Table
from engine.core.verbs import Slot, Verb, has_line

Maker = Callable[[random.Random, bytes], Game]
"""Makes a game to be played at random."""

Loader = Callable[[bytes, tuple[bytes, ...]], Game]

LONGEST = 20_000
"""Orders after which a game is taken for endless."""


class Fault(AssertionError):
    """Something that must never be; `blob` and `line` reproduce it."""

    def __init__(self, text: str, blob: bytes = b"", side: str = "", line: str = "") -> None:
        super().__init__(text)
        self.blob, self.side, self.line = blob, side, line


@dataclass(slots=True)
class Tally:
    """What a run of random games came to."""

    games: int = 0
    actions: int = 0
    refusals: int = 0
    undone: int = 0
    swaps: int = 0
    winners: dict[str, int] = field(default_factory=dict)
    longest: int = 0

    def add(self, other: "Tally") -> None:
        """Count another run in."""
        self.games += other.games
        self.actions += other.actions
        self.refusals += other.refusals
        self.undone += other.undone
        self.swaps += other.swaps
        self.longest = max(self.longest, other.longest)
        for name, count in other.winners.items():
            self.winners[name] = self.winners.get(name, 0) + count


@dataclass(slots=True)
class Watch:
    """The seat that looks on (None: a spectator's). It stays for some orders, so that what it
    saw after one need not be asked again before the next."""

    seat: str | None = None
    seen: tuple[Any, ...] | None = None

    def turn(self, game: Game, rng: random.Random) -> None:
        """Now and then another seat looks on; one a step is enough over many games."""
        if self.seen is None or rng.random() < 0.3:
            self.seat, self.seen = rng.choice([None, *game.sides]), None

    def look(self, game: Game) -> tuple[Any, ...]:
        """All that the seat can see of the game."""
        if self.seen is None:
            self.seen = glance(game, self.seat)
        return self.seen


def play(make: Maker, load: Loader, seed: int, tally: Tally) -> Game:
    """One random game to its end. Fault at the first thing that is wrong."""
    rng = random.Random(seed)
    game = make(rng, rng.randbytes(32))
    taken, start, watch = 0, tally.actions, Watch()
    for _ in range(LONGEST):
        if game.result():
            break
        game = _step(game, load, rng, tally, watch)
        if taken < 200 and not game.result() and game.steps and rng.random() < 0.1:
            taken += 1
            game, watch.seen = _undo(game, load, tally), None
        tally.actions += 1
    else:
        raise Fault("the game does not end", game.dump())
    tally.games += 1
    tally.longest = max(tally.longest, tally.actions - start)
    result = game.result()
    assert result
    name = "+".join(result.winners) or "draw"
    tally.winners[name] = tally.winners.get(name, 0) + 1
    return game


def _step(game: Game, load: Loader, rng: random.Random, tally: Tally, watch: Watch) -> Game:
    """One order at random, with all checks; the game that goes on."""
    pending = game.pending()
    if not pending:
        raise Fault("nobody is asked and nobody has won", game.dump())
    side = rng.choice(pending).side
    before = game.dump()
    line = _sampled(game, side, rng)
    _reasons(game, side, rng)
    mutant = _mutated(game, line, rng)
    if rng.random() < 0.3:
        _mutant(game, load, side, mutant, tally)
    if rng.random() < 0.2:
        _standing(game, rng)
        before, watch.seen = game.dump(), None
    watch.turn(game, rng)
    texts = [line, mutant] if watch.seat == side else []
    twin = _swapped(game, load, watch, texts, rng)
    if _fresh(game) != before:
        raise Fault("looking has changed the game", before, side)
    known, rolls, asked = _known(game), game.table.pos.rolls, {p.side for p in pending}
    try:
        receipt = game.submit(side, line)
    except OrderError as error:
        raise Fault(f"offered and refused: {error}", before, side, line) from error
    except Exception as error:
        raise Fault(f"the engine broke: {error!r}", before, side, line) from error
    if receipt.ran != (line,):
        raise Fault(f"{line} was read as {receipt.ran}", before, side, line)
    if receipt.door and game.steps:
        raise Fault("undo would pass a door", before, side, line)
    news = any(mask & ~known.get(item, 0) for item, mask in _known(game).items())
    passed = {p.side for p in game.pending()} - asked
    if not receipt.door and (news or passed or rolls != game.table.pos.rolls):
        raise Fault("what was rolled, shown or handed over is no door", before, side, line)
    watch.seen = None
    _compare_after(game, receipt, twin, watch, side, line, before, tally)
    problems = game.check()
    if problems:
        raise Fault("; ".join(problems), before, side, line)
    if rng.random() < 0.2:
        _same_when_loaded(game, load(before, ()), side, line)
        if _shares(game.table.pos, set()):
            raise Fault("two parts of the position are one list", before, side, line)
    try:
        again = load(game.dump(), game.steps)
    except Exception as error:
        raise Fault(f"the position cannot be stored: {error!r}", before, side, line) from error
    looks = rng.random() < 0.7 or glance(again, watch.seat) == watch.look(game)
    if _fresh(again) != game.dump() or not looks:
        raise Fault("a stored game is not the same game", before, side, line)
    return again if rng.random() < 0.5 else game


def _same_when_loaded(game: Game, loaded: Game, side: str, line: str) -> None:
    """The order does the same in a game that was stored before it: nothing hung together
    in memory alone."""
    before = loaded.dump()
    loaded.submit(side, line)
    if loaded.dump() != game.dump():
        raise Fault("a stored game goes on as another game", before, side, line)


def _shares(part: Any, seen: set[int]) -> bool:
    """Is a list in two places at once? Stored and loaded it would be two, and change apart."""
    if isinstance(part, msgspec.Struct):
        return any(_shares(getattr(part, name), seen) for name in part.__struct_fields__)
    if not isinstance(part, list | dict):
        return False
    if id(part) in seen:
        return True
    seen.add(id(part))
    return any(_shares(one, seen) for one in (part.values() if isinstance(part, dict) else part))


def _known(game: Game) -> dict[int, int]:
    """Who knows which item, wherever it lies."""
    return {
        item: mask
        for pile in game.table.pos.piles.values()
        for item, mask in zip(pile.ids, pile.seen, strict=True)
    }


def _sampled(game: Game, side: str, rng: random.Random) -> str:
    """A random legal line, which is read as the very order that it was written from."""
    t, verbs = game.table, game.offers(side)
    try:
        verb, picks = orders.sample(t, rng, verbs)
    except Exception as error:
        raise Fault(f"no line can be found: {error!r}", game.dump(), side) from error
    line = orders.write(t, verb, picks)
    try:
        again, same = orders.read(t, side, verbs, line.split())
    except OrderError as error:
        raise Fault(f"offered and refused: {error}", game.dump(), side, line) from error
    if (again.name, same) != (verb.name, picks):
        raise Fault("read as another order than it was written from", game.dump(), side, line)
    return line


def _mutated(game: Game, line: str, rng: random.Random) -> str:
    """The line with one word changed, mostly for one of its own kind, left out, doubled, or
    moved to the end; or cut short.
    """
    words = line.split()
    at = rng.randrange(len(words))
    if rng.random() < 0.4:
        head, (word, *tail) = words[:at], words[at:]
        ways = ([*head, *tail], [*head, word, word, *tail], [*head, *tail, word], head)
        return " ".join(rng.choice(ways)) or line
    kinds = list(game.table.rules.lexicons.values())
    alike = [kind for kind in kinds if kind.read(words[at])]
    terms = list(rng.choice(alike if alike and rng.random() < 0.8 else kinds).terms.values())
    words[at] = rng.choice(terms).id if terms else "17"
    return " ".join(words)


def _mutant(game: Game, load: Loader, side: str, mutant: str, tally: Tally) -> None:
    """A changed line is accepted exactly if it is offered; it is never a raw error."""
    before = game.dump()
    try:
        game.preview(mutant)
        game.complete(side, f"{mutant} ")
        legal = game.complete(side, mutant).complete
    except Exception as error:
        raise Fault(f"a raw error: {error!r}", before, side, mutant) from error
    twin = load(before, game.steps)
    try:
        twin.submit(side, mutant)
    except OrderError as error:
        tally.refusals += 1
        if legal:
            raise Fault(f"complete, and refused: {error}", before, side, mutant) from error
        if not error.text:
            raise Fault("refused without a reason", before, side, mutant) from error
        if twin.dump() != before:
            raise Fault("a refusal left a trace", before, side, mutant) from error
        return
    if not legal:
        raise Fault("accepted, and not complete", before, side, mutant)


def _reasons(game: Game, side: str, rng: random.Random) -> None:
    """`why_not` is None exactly for what the domain holds, along one random line."""
    verbs = [v for v in game.offers(side) if v.slots and not v.blocked]
    if not verbs:
        return
    verb = rng.choice(verbs)
    picks: list[Any] = []
    for slot in verb.slots:
        whole = [*picks, []] if slot.many else picks
        domain = slot.domain(whole)
        _slot_reasons(game, side, verb, slot, whole, rng)
        if not domain:
            return
        value = rng.choice(list(domain))
        picks.append([value] if slot.many else value)


def _slot_reasons(
    game: Game, side: str, verb: Verb, slot: Slot, picks: list[Any], rng: random.Random
) -> None:
    values = list(game.table.rules.lexicons[slot.kind].terms) or list(range(12))
    domain = slot.domain(picks)
    for value in rng.sample(values, min(len(values), 6)):
        if slot.why_not and (value in domain) != (slot.why_not(picks, value) is None):
            text = f"{verb.name}, {slot.name} {value}: domain and why_not disagree"
            raise Fault(text, game.dump(), side)


def _standing(game: Game, rng: random.Random) -> None:
    """Now and then a side arms a card or changes a policy."""
    side = rng.choice(game.sides)
    verbs = [v for v in game.offers(side) if v.free and v.name != "resign" and has_line(v)]
    if verbs:
        verb, picks = orders.fill(rng, rng.choice(verbs))
        game.submit(side, orders.write(game.table, verb, picks))


def _fresh(game: Game) -> bytes:
    """The bytes of a table that was changed behind the game's back."""
    return game.table.rules.codec.encode(game.table.pos)


def _undo(game: Game, load: Loader, tally: Tally) -> Game:
    """Undo gives the very bytes from before the order, arms and policies apart."""
    back = load(game.dump(), game.steps)
    wanted, last = game.steps[-1], game.table.pos.last
    back.undo(last)
    plain = load(wanted, ())
    plain.table.pos.arms, plain.table.pos.coming = game.table.pos.arms, game.table.pos.coming
    if back.dump() != _fresh(plain):
        raise Fault("undo is not the position from before", game.dump(), last)
    tally.undone += 1
    return back


# the swap test -----------------------------------------------------------------


def _swapped(game: Game, load: Loader, watch: Watch, texts: list[str], rng: random.Random) -> Game:
    """The same game with what the seat does not know lying otherwise; it must look the same.

    `texts` are lines of the seat: each beginning of them must be answered alike.
    """
    seat, twin = watch.seat, load(game.dump(), game.steps)
    permute(twin.table, seat, rng)
    same = watch.look(game) == glance(twin, seat)
    if seat and rng.random() < 0.1 and any(p.side == seat for p in game.pending()):
        same = same and game.auto(seat) == twin.auto(seat)
    if not same or _answers(game, seat, texts) != _answers(twin, seat, texts):
        text = f"{seat or 'a spectator'} can tell how hidden things lie"
        raise Fault(text, game.dump(), seat or "")
    return twin


def _answers(game: Game, seat: str | None, texts: list[str]) -> list[Any]:
    """What comes after each word of the texts, and why each of them is refused."""
    found: list[Any] = []
    for text in texts if seat else []:
        words = text.split()
        starts = [" ".join(words[:n]) + " " for n in range(1, len(words))]
        found += [game.complete(seat or "", start) for start in starts]
        found.append(_refusal(game, seat or "", text))
    return found


def _refusal(game: Game, side: str, text: str) -> str:
    """Why the line is refused ("": it is legal)."""
    try:
        orders.read(game.table, side, game.offers(side), text.split())
    except OrderError as error:
        return f"{type(error).__name__}: {error}"
    return ""


def permute(t: Table[Any, Any], seat: str | None, rng: random.Random) -> None:
    """Exchange, within each family of piles, the items that `seat` does not know."""
    bit = t.bit(seat) if seat else 0
    families: dict[str, list[tuple[str, int]]] = {}
    everyone = t.everyone
    for name, pile in sorted(t.pos.piles.items()):
        spots = families.setdefault(t.rules.pile_family(name), [])
        for index, mask in enumerate(pile.seen):
            hidden = not mask & bit if seat else mask != everyone
            if hidden:
                spots.append((name, index))
    moved: dict[int, int] = {}
    for spots in families.values():
        items = [t.pos.piles[name].ids[index] for name, index in spots]
        mixed = rng.sample(items, len(items))
        moved.update(zip(items, mixed, strict=True))
        for (name, index), item in zip(spots, mixed, strict=True):
            t.pos.piles[name].ids[index] = item
    t.handled()
    for arm in standing.kept(t):
        if arm.side != seat:
            arm.card = moved.get(arm.card, arm.card)


def glance(game: Game, seat: str | None) -> tuple[Any, ...]:
    """All that a seat can see or ask without giving an order."""
    seen: list[Any] = [game.pending(), game.view(seat)]
    if seat:
        verbs = game.verbs(seat)
        seen += [verbs, game.hand(seat), game.complete(seat, "")]
        seen += [game.complete(seat, f"{verb.name} ") for verb in verbs if verb.slots]
    else:  # everybody gets the same
        movers = game.movers()
        kinds = game.table.rules.overlays
        seen += [movers, *(game.overlay(kind) for kind in kinds if kind != "reach")]
        seen += [game.overlay("reach", item.value) for item in movers[:1] if "reach" in kinds]
    return tuple(seen)


def _compare_after(
    game: Game,
    receipt: Receipt,
    twin: Game,
    watch: Watch,
    side: str,
    line: str,
    before: bytes,
    tally: Tally,
) -> None:
    """After the order of a side both worlds look the same to a seat, unless it learned something.

    The order of another side may be none in a world where its hand is another one.
    """
    seat = watch.seat
    try:
        other = twin.submit(side, line)
    except OrderError as error:
        if seat == side:
            raise Fault(f"legal in one world alone: {error}", before, side, line) from error
        return
    tally.swaps += 1
    bits = game.table.bit(seat) if seat else game.table.everyone
    if (game.table.learned | twin.table.learned) & bits:
        return
    told = readable(receipt.entries, seat) == readable(other.entries, seat)
    if not told or watch.look(game) != glance(twin, seat):
        text = f"after the order {seat or 'a spectator'} can tell how hidden things lie"
        raise Fault(text, before, side, line)
