"""The umpire's edit lines: eight verbs that build any position.

    clear [units|marks|cards|SIDE]     put U.. PLACE [flag[=value]..]
    mark PLACE KIND [VALUE..|none]     set NAME VALUE..
    cards PILE CARD.. [...]            see SIDE|none CARD..
    dice PURPOSE N..|none              at TURN SIDE PHASE

They go through `submit` like orders, are logged and posted. A batch is done as a
whole or not at all, and what it leaves can go on: the game's invariants are checked
at its end, each card in the kind of pile that it belongs to, and that nothing has
changed under a procedure that counts on the pieces as they are. A line `force` skips
stacking and counter limits, never references. What can be set can be read (`look`),
in the words that set it: `engine.core.settings`. Tests, bug reports and corrections use them.

`draw`, by itself, is no edit: the game ends drawn, since all its people agree.
"""

import random
from collections.abc import Callable, Collection, Mapping, Sequence
from typing import Any, Generic, TypeVar

import msgspec

from engine.core import dice, orders, runner
from engine.core.entries import Noted
from engine.core.errors import Illegal, Malformed, OrderError, Over
from engine.core.frames import Frame, Join, Window
from engine.core.lexicon import fold, number
from engine.core.piles import Pile
from engine.core.settings import Settings, named, names, value_of
from engine.core.table import Table
from engine.core.verbs import Value, has_line

LONGEST = 50_000
"""Characters in one batch: a whole position of the largest game."""

DRAW = "draw"
"""The word by which a game ends drawn."""

SAID = "Umpire: "
"""Before an edit line in the log."""

S = TypeVar("S")
D = TypeVar("D")
T = Table[Any, Any]


class Editor(Generic[S, D]):
    """What a game brings for the edit lines. Each hook raises an OrderError on a bad reference."""

    piles: Collection[str] = ()
    open_piles: Collection[str] = ()
    """Those that lie face up: everyone knows what is in them."""
    settings: Settings = {}
    """What `set` takes."""
    marks: Settings = {}
    """What `mark` puts on a place, and `= PLACE KIND` reads."""
    flags: Settings = {}
    """What `put` says of a unit, and `= UNIT FLAG` reads."""
    holds: Mapping[type[Frame], Callable[[Any, Any], bool]] = {}
    """Frame that remembers something -> can it (table, frame) still go on? Under one that is
    not named here nothing on the board may change."""
    gripped: Collection[str] = ()
    """Piles that such a frame counts on, as it does on the board."""
    faces: Mapping[str, Collection[int]] = {}
    """Purpose of a roll -> the results it can have."""
    stations: Collection[str] = ()

    def clear(self, t: Table[S, D], what: str) -> None:
        """Take off units, marks, cards or the pieces of a side ("": all of it)."""
        raise NotImplementedError

    def place(self, t: Table[S, D], unit: Value, word: str) -> Value:
        """The place that a word means for this unit; games have words for boxes of either side."""
        return value_of(t, "place", word)

    def put(self, t: Table[S, D], unit: Value, place: Value, flags: Collection[str]) -> None:
        """Put a unit on a place, without its old flags; these are set after it."""
        raise NotImplementedError

    def flag(self, t: Table[S, D], unit: Value, word: str, value: str) -> tuple[str, str]:
        """The flag and value that `word=value` means; games have words for sides of a counter."""
        return word, value

    def misfit(self, t: Table[S, D], pile: str, card: int) -> str:
        """Why a card can't lie in a pile, as a sentence ("": it can)."""
        return ""

    def known(self, t: Table[S, D], pile: str, card: int) -> int:
        """The sides (as bits) that know a card because of where it lies."""
        if pile in self.open_piles:
            return t.everyone
        side = pile.removeprefix("hand.")
        return t.bit(side) if pile != side else 0

    def scatter(self, t: Table[S, D], rng: random.Random) -> list[str]:
        """Edit lines for a random legal position at a random station; [] where a game has none."""
        return []

    def where(self, t: Table[S, D], unit: Value) -> Value:
        """The place of a unit by the list `at` of the state; -1 in a game that has none."""
        at: Sequence[Value] | None = getattr(t.s, "at", None)
        return -1 if at is None else at[int(unit)]

    def station(self, t: Table[S, D], turn: str, side: str, phase: str) -> Frame:
        """The root frame of a phase entered cold."""
        raise NotImplementedError


def run(t: T, text: str) -> tuple[list[str], list[str]]:
    """Carry out a batch of edit lines."""
    if fold(text).strip() == DRAW:
        return _draw(t)
    try:
        return _run(t, text)
    except OrderError:
        raise
    except runner.DeadEnd as error:
        raise Illegal("The open question has no answer there; end the batch with `at`.") from error
    except Exception as error:  # rules code meets what no game can come to
        raise Illegal(
            "The game cannot go on from the position that these lines make "
            f"({type(error).__name__}); is something missing in it?"
        ) from error


def _draw(t: T) -> tuple[list[str], list[str]]:
    if t.pos.winners is not None:
        raise Over("The game is over.")
    t.end((), "drawn by agreement of its players")
    return [DRAW], []


def _run(t: T, text: str) -> tuple[list[str], list[str]]:
    ran = []
    force = False
    stationed = False
    grip = _grip(t)
    for words in filter(None, (fold(row).split() for row in orders.rows(text, LONGEST))):
        verb = words[0]
        if verb == "force" and len(words) == 1:
            force = True
            ran.append("force")
            continue
        act = _VERBS.get(verb)
        if act is None:
            raise Malformed(f"The umpire's verbs are {', '.join(_VERBS)}; not `{words[0][:30]}`.")
        if stationed:
            raise Malformed("`at` must be the last line of a batch.")
        act(t, words[1:])
        t.d = t.rules.derive(t.s)
        stationed = verb == "at"
        line = " ".join(words)
        ran.append(line)
        t.note(Noted(text=f"{SAID}{_told(t, words)}"))
    if ran in ([], ["force"]):
        raise Malformed("There is no edit line.")
    t.settle_on(t.pos)
    if not stationed and not (grip == _grip(t) and _goes_on(t)):
        raise Illegal(
            "What is being resolved now counts on the pieces as they are: let it end first, "
            "or end the batch with `at`."
        )
    _same_cards(t)
    broken = t.check(force)
    if broken:
        raise Illegal("That position breaks a rule: " + "; ".join(broken))
    runner.settle(t)
    _answerable(t)
    t.pos.edited = True
    t.pos.revision += 1
    t.pos.last = ""
    t.pos.chain = dice.link(t.secret, t.pos.chain, "gm", *ran)
    for lane in t.pos.lanes:
        lane.ask = t.pos.chain[:8]
    t.door(t.everyone)
    return ran, []


def _told(t: T, words: Sequence[str]) -> str:
    """An edit line as everybody may read it: without cards, and without a value that is hidden."""
    editor, shown = t.rules.editor, len(words)
    match words:
        case ["cards" | "see", _, *_]:
            shown = 2
        case ["set", name, *_] if (found := named(editor.settings, name)[0]) and found.hidden:
            shown = 2
        case ["mark", _, kind, *_] if kind in editor.marks and editor.marks[kind].hidden:
            shown = 3
        case ["put", *_]:
            hidden = {name for name, flag in editor.flags.items() if flag.hidden}
            return " ".join(_bare(word, hidden) for word in words)
    return " ".join(words[:shown])


def _bare(word: str, hidden: Collection[str]) -> str:
    """`flag=value` without its value where that is hidden."""
    name, equals, _ = word.partition("=")
    return name if equals and name in hidden else word


_PLAIN = {name for kind in (Window, Join) for name in kind.__struct_fields__}
"""Fields that a frame has as such, whatever it is about."""


def _grip(t: T) -> tuple[bytes, ...]:
    """What the procedures under way count on: nothing, or the board as it is."""
    holds = t.rules.editor.holds
    if all(type(frame) in holds or _forgets(frame) for frame in _frames(t)):
        return ()
    piles = [list(t.ids(name)) for name in t.rules.editor.gripped]
    return msgspec.json.encode(t.s), msgspec.json.encode(piles)


def _frames(t: T) -> list[Frame]:
    return [frame for lane in t.pos.lanes for frame in lane.stack]


def _forgets(frame: Frame) -> bool:
    """Does it have no field of its own: is all that it does found in the position?"""
    return _PLAIN.issuperset(frame.__struct_fields__)


def _goes_on(t: T) -> bool:
    """Has each frame what it needs?"""
    holds = t.rules.editor.holds
    return all(holds[type(f)](t, f) for f in _frames(t) if type(f) in holds)


def _answerable(t: T) -> None:
    """Every open question has a line that answers it."""
    for lane, choice in runner.waiting(t):
        if not any(has_line(verb) for verb in runner.offers(t, lane)):
            raise runner.DeadEnd(f"{type(choice).__name__} offers {choice.side} nothing")


def _same_cards(t: T) -> None:
    """No card got lost or lies twice."""
    lost, doubled = t.astray()
    if lost:
        raise Illegal(
            f"{', '.join(lost)} would lie in no pile: name a pile for it, "
            "or end `cards PILE …` with `...` to keep what lies there."
        )
    if doubled:
        raise Illegal(f"{', '.join(doubled)} would lie there twice.")


def always(t: T, frame: Frame) -> bool:
    """For `Editor.holds`: the frame goes on whatever lies on the board."""
    return True


def look(t: T, words: Sequence[str]) -> tuple[str, ...]:
    """What `= …` asks, in each way to write it: `UNIT at`, or what `_read` finds."""
    if words[-1] == "at":
        place = t.rules.editor.where(t, value_of(t, "unit", " ".join(words[:-1])))
        lexicon = t.rules.lexicons["place"]
        return lexicon.write(place), lexicon.short(place)
    return (_read(t, words),)


def _read(t: T, words: Sequence[str]) -> str:
    """A setting, a pile's size, `PLACE KIND`, `UNIT FLAG`; what `cards`, `see` and `dice` set,
    as `PILE cards`, `CARD seen`, `dice PURPOSE`. Commas part several values."""
    first, what = words[0], " ".join(words[1:])
    editor, lexicons = t.rules.editor, t.rules.lexicons
    if first in editor.piles and what in ("", "top", "cards"):
        ids = t.ids(first)
        shown = ids[:1] if what == "top" else ids
        return ",".join(map(lexicons["card"].write, shown)) or "none" if what else str(len(ids))
    if what == "seen":
        card = _card(t, first)
        masks = [p.seen[p.ids.index(card)] for p in t.pos.piles.values() if card in p.ids]
        return ",".join(side for side in t.pos.sides if masks and masks[0] & t.bit(side)) or "none"
    if first == "dice" and what in editor.faces:
        return ",".join(map(str, t.pos.queue.get(what, ()))) or "none"
    if not what:
        setting, about = named(editor.settings, first)
    else:
        unit = what in editor.flags and lexicons["unit"].read(first)
        setting, about = (editor.flags if unit else editor.marks).get(what), first
    if setting is None:
        raise Malformed(f"There is no `{' '.join(words)[:30]}` to look at.")
    return setting.read(t, setting.about(t, about))


def _need(words: Sequence[str], least: int, usage: str, most: int = LONGEST) -> None:
    if not least <= len(words) <= most:
        raise Malformed(f"It reads: {usage}")


def _clear(t: T, words: Sequence[str]) -> None:
    usage = "clear [units|marks|cards|SIDE]"
    _need(words, 0, usage, most=1)
    what = words[0] if words else ""
    if what not in ("", "units", "marks", "cards", *t.pos.sides):
        raise Malformed(f"It reads: {usage}")
    t.rules.editor.clear(t, what)


def _put(t: T, words: Sequence[str]) -> None:
    _need(words, 2, "put U.. PLACE [flag[=value]..]")
    units = []
    rest = list(words)
    while rest and t.rules.lexicons["unit"].read(rest[0]):
        units.append(value_of(t, "unit", rest.pop(0)))
    if not units or not rest:
        raise Malformed(f"There is no unit or place `{(rest or words)[0][:30]}`.")
    word = rest.pop(0)
    flags = {key: value for key, _, value in (word.partition("=") for word in rest)}
    if len(flags) < len(rest):
        raise Malformed("A flag is named twice.")
    editor = t.rules.editor
    for unit in units:
        meant = dict(editor.flag(t, unit, *flag) for flag in flags.items())
        for flag in meant:
            if flag not in editor.flags:
                raise Malformed(f"Flags are {names(editor.flags)}; not `{flag[:30]}`.")
        editor.put(t, unit, editor.place(t, unit, word), meant)
        for flag, value in meant.items():
            editor.flags[flag].write(t, unit, f"put U.. PLACE {flag}=", value)


def _mark(t: T, words: Sequence[str]) -> None:
    _need(words, 2, "mark PLACE KIND [VALUE..|none]")
    place, kind, *values = words
    setting = t.rules.editor.marks.get(kind)
    if setting is None:
        raise Malformed(f"Marks are {names(t.rules.editor.marks)}; not `{kind[:30]}`.")
    usage = setting.of.usage if setting.of else "PLACE"
    setting.write(t, setting.about(t, place), f"mark {usage} {kind}", " ".join(values))


def _set(t: T, words: Sequence[str]) -> None:
    _need(words, 2, "set NAME VALUE..")
    name, *values = words
    setting, about = named(t.rules.editor.settings, name)
    if setting is None or not setting.put:
        raise Malformed(f"You can set {names(t.rules.editor.settings)}; not `{name[:30]}`.")
    setting.write(t, setting.about(t, about), f"set {name}", " ".join(values))


def _card(t: T, word: str) -> int:
    if "card" not in t.rules.lexicons:
        raise Malformed("This game has no cards.")
    return int(value_of(t, "card", word))


def _cards(t: T, words: Sequence[str]) -> None:
    _need(words, 1, "cards PILE CARD.. [...]")
    name = words[0]
    if not t.rules.editor.piles:
        raise Malformed("This game has no cards.")
    if name not in t.rules.editor.piles:
        raise Malformed(f"There is no pile `{name[:30]}`; there are {_list(t.rules.editor.piles)}.")
    rest = len(words) > 1 and words[-1] == "..."
    named = [_card(t, word) for word in (words[1:-1] if rest else words[1:])]
    if len(set(named)) < len(named):
        raise Illegal("A card is named twice.")
    for card in named:
        if misfit := t.rules.editor.misfit(t, name, card):
            raise Illegal(misfit)
    below = t.pile(name) if rest else Pile.of([])
    for pile in t.pos.piles.values():
        for card in named:
            if card in pile.ids:
                pile.remove(card)
    top = Pile(ids=named, seen=[t.rules.editor.known(t, name, card) for card in named])
    t.pos.piles[name] = Pile(ids=top.ids + below.ids, seen=top.seen + below.seen)


def _see(t: T, words: Sequence[str]) -> None:
    _need(words, 2, "see SIDE|none CARD..")
    who = words[0]
    if who != "none" and who not in t.pos.sides:
        raise Malformed(f"There is no side `{who[:30]}`.")
    for word in words[1:]:
        card = _card(t, word)
        holding = [(name, pile) for name, pile in t.pos.piles.items() if card in pile.ids]
        if not holding:
            raise Malformed(f"`{word[:30]}` lies in no pile.")
        for name, pile in holding:
            index = pile.ids.index(card)
            known = t.rules.editor.known(t, name, card)
            if who == "none" and known == t.everyone:
                raise Illegal(f"`{word[:30]}` lies open: everyone sees it.")
            pile.seen[index] = known if who == "none" else pile.seen[index] | t.bit(who)


def _dice(t: T, words: Sequence[str]) -> None:
    _need(words, 2, "dice PURPOSE N..|none")
    purpose = words[0]
    faces = t.rules.editor.faces
    if not faces:
        raise Malformed("No dice are rolled in this game.")
    if purpose not in faces:
        raise Malformed(f"Dice are rolled for {_list(faces)}; not `{purpose[:30]}`.")
    if words[1:] == ["none"]:
        t.pos.queue.pop(purpose, None)
        return
    for word in words[1:]:
        if number(word) not in faces[purpose]:
            possible = ", ".join(str(face) for face in sorted(set(faces[purpose])))
            raise Malformed(f"A die for {purpose} shows {possible}; not `{word[:30]}`.")
    t.pos.queue.setdefault(purpose, []).extend(int(word) for word in words[1:])


def _at(t: T, words: Sequence[str]) -> None:
    _need(words, 3, "at TURN SIDE PHASE", most=3)
    turn, side, phase = words
    if side not in t.pos.sides:
        raise Malformed(f"There is no side `{side[:30]}`.")
    if phase not in t.rules.editor.stations:
        raise Malformed(f"The stations are {_list(t.rules.editor.stations)}; not `{phase[:30]}`.")
    t.pos.winners = None
    t.pos.reason = ""
    t.pos.scores = {}
    t.settle_on(t.pos)
    frame = t.rules.editor.station(t, turn, side, phase)
    t.pos.lanes = [t.rules.codec.lane(stack=[frame])]


def _list(names: Collection[str]) -> str:
    return ", ".join(sorted(names))


_VERBS = {
    "clear": _clear,
    "put": _put,
    "mark": _mark,
    "set": _set,
    "cards": _cards,
    "see": _see,
    "dice": _dice,
    "at": _at,
}
