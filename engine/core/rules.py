"""What a game must bring: the one interface between the core and a game's room."""

from collections.abc import Callable, Collection, Iterable, Mapping, Sequence
from dataclasses import dataclass
from typing import TYPE_CHECKING, Any, Generic, TypeVar

from engine.core.entries import AnyEntry
from engine.core.errors import Malformed, quoted
from engine.core.frames import Choice, Frame
from engine.core.lexicon import Lexicon, Numbers, Term, number, words
from engine.core.overlay import Overlay
from engine.core.position import Codec
from engine.core.sheets import Help
from engine.core.verbs import Value
from engine.core.view import View

if TYPE_CHECKING:
    from engine.core.edit import Editor
    from engine.core.events import Events
    from engine.core.table import Table

S = TypeVar("S")
D = TypeVar("D")
OptionValue = bool | int | str | list[str]


@dataclass(frozen=True, slots=True)
class Option:
    """A choice made at `new_game`. `choices` lists the words allowed (empty: any of the type).

    Numbers may have choices too (a bid from 0 to 11); a list names no word twice.
    """

    name: str
    text: str
    default: OptionValue
    choices: tuple[str, ...] = ()
    rule: str = ""

    def read(self, value: object) -> OptionValue:
        """The value in its type; Malformed when it is none."""
        if isinstance(value, str) and isinstance(self.default, bool):
            value = {"on": True, "off": False}.get(value, value)
        if isinstance(value, str) and isinstance(self.default, list):
            value = value.split(",") if value else []
        if isinstance(value, str) and isinstance(self.default, int):
            found = number(value)
            value = value if found is None else found
        wanted = type(self.default)
        if type(value) is not wanted:
            kind = "on or off" if wanted is bool else wanted.__name__
            raise Malformed(f"Option {self.name} takes {kind}, not {quoted(str(value))}.")
        listed = value if isinstance(value, list) else [value]
        if len(set(map(str, listed))) < len(listed):
            raise Malformed(f"Option {self.name} names a word twice.")
        if self.choices and any(str(word) not in self.choices for word in listed):
            raise Malformed(f"Option {self.name} is one of: {', '.join(self.choices)}.")
        assert isinstance(value, bool | int | str | list)
        return value


@dataclass(frozen=True, slots=True)
class HandCard:
    """A card or token in a hand, for its owner's eyes: when and whether it can be used."""

    id: str
    name: str
    when: str
    text: str
    playable: bool = False
    word: str = ""
    """The word that orders use for it."""
    number: str = ""
    """What is printed in its corner."""
    other: str = ""
    """The half of the card that is the other side's, in a line."""
    tags: tuple[str, ...] = ()
    """Its marks, a word each."""
    unasked: str = ""
    """That its holder is not asked for it as his policies stand, and the line that arms it."""


@dataclass(frozen=True, slots=True)
class Preview:
    """What an order that is being written would mean, from public facts.

    `lines`: odds, shifts, chances, costs, in words; `places` (ids) are what a picture should show.
    """

    lines: tuple[str, ...] = ()
    places: tuple[str, ...] = ()


def _sizes(phrases: Iterable[str]) -> dict[str, list[int]]:
    found: dict[str, set[int]] = {}
    for said in phrases:
        found.setdefault(said.split()[0], set()).add(said.count(" ") + 1)
    return {head: sorted(sizes) for head, sizes in found.items()}


class Rules(Generic[S, D]):
    """A game. Attributes are static facts; methods are functions of the table they get.

    `S` is the stored state, `D` what is derived from it. `verbs` maps every verb
    of the game to its rule, so that a verb at the wrong time is refused by name.
    `version` goes on when the rules or the `shape` of stored positions do.
    `policies` maps each kind of window or off-turn choice to its default, and
    `windows` are those of them at which a card can be armed. A hand is the pile
    `hand.SIDE`; its cards are read by the lexicon `card`, places by `place`.
    """

    id: str
    title: str
    version: str
    changes: Mapping[str, tuple[str, ...]] = {}
    """Version -> what has changed in play with it, in plain sentences: told once in the channels
    of games that run. A version that changes nothing for them has an empty list."""
    shape: int = 1
    scenarios: Mapping[str, str]
    options: tuple[Option, ...] = ()
    state: type[S]
    frames: tuple[type[Frame], ...]
    lexicons: Mapping[str, Lexicon]
    verbs: Mapping[str, str]
    synonyms: Mapping[str, tuple[str, ...]] = {}
    """Words that a line may begin with -> the verbs that they may stand for."""
    names: Mapping[str, str] = {}
    """Side -> what its rulebook calls it, where that is another word than its id."""
    policies: Mapping[str, str]
    questions: Mapping[str, str] = {}
    """Kind of question of `policies` -> what is asked, and what `auto` answers, in plain words."""
    glossary: Mapping[str, str] = {}
    """Words of the game that a newcomer does not know -> what they mean, in a sentence."""
    help: Help = Help()
    """The rule behind each question, and pages for newcomers, in our own words."""
    windows: tuple[str, ...] = ()
    armed: str = "card"
    """The lexicon of what can be armed."""
    overlays: Mapping[str, Callable[..., Overlay]] = {}
    """What can be laid over the map -> what makes it of the table, from what everybody may know;
    `reach` takes a unit as well, one of `movers`."""
    filters: Mapping[str, str] = {}
    """Words that pick some of a side's units for a list (`not moved`) -> which those are."""
    near: Sequence[Sequence[int]] = ()
    """Place -> the places next to it, where lists show the nearest first."""
    provenance: str = ""
    advice: Mapping[type[Choice], Callable[[Any, Any], str]] = {}
    """Choice -> the line that a practice opponent gives there (table, choice)."""
    shapes: Mapping[int, Callable[[dict[str, Any]], dict[str, Any]]] = {}
    """Older `shape` -> what makes the next one of a stored position."""
    dice: Mapping[str, str] = {}
    """Purpose of a roll -> what its dice are called."""
    high: Collection[str] = ()
    """Purposes of rolls of which a side wants a high one: by these its luck is counted."""
    events: "Events"
    """The events on cards or tokens, where there are any."""
    editor: "Editor[S, D]"

    def __init__(self) -> None:
        self.codec: Codec[S] = Codec(self.state, self.frames)
        self._tagged = {frame.__struct_config__.tag: frame for frame in self.frames}
        self.verb_sizes = _sizes(self.verbs)
        self.synonym_sizes = _sizes(self.synonyms)
        """First word -> the numbers of words that a synonym with it has; verbs alike."""
        self.lexicons = {
            "number": Numbers(),
            "policy": Lexicon(
                Term(kind, kind, name=self.questions.get(kind, "")) for kind in self.policies
            ),
            "window": words(*self.windows),
            "answer": words("ask", "auto"),
            **self.lexicons,
        }

    def frame(self, tag: str, **fields: Any) -> Frame:
        """A new frame by its tag, for rooms that stand below the one it lives in."""
        return self._tagged[tag](**fields)

    def chosen(self, options: Mapping[str, object]) -> dict[str, OptionValue]:
        """All options with their values, defaults filled in; unknown ones are Malformed."""
        known = {option.name: option for option in self.options}
        for name in options:
            if name not in known:
                names = ", ".join(known) or "none"
                raise Malformed(f"{self.title} has no option {quoted(name)}; it has: {names}.")
        return {
            name: option.read(options[name]) if name in options else option.default
            for name, option in known.items()
        }

    def sides(self, scenario: str, options: Mapping[str, OptionValue]) -> tuple[str, ...]:
        """The sides of a game so configured, in order; their numbers are their bits.

        Malformed where options that are right each for itself do not fit together.
        """
        raise NotImplementedError

    def start(self, scenario: str, options: Mapping[str, OptionValue]) -> S:
        """The state before the first procedure."""
        raise NotImplementedError

    def open(self, t: "Table[S, D]") -> Frame:
        """Lay out the piles and give the root frame."""
        raise NotImplementedError

    def derive(self, state: S) -> D:
        """Indexes rebuilt on load."""
        raise NotImplementedError

    def view(self, t: "Table[S, D]", side: str | None) -> View:
        """What `side` may see (None: a spectator), as a fresh whitelist."""
        raise NotImplementedError

    def hand(self, t: "Table[S, D]", side: str) -> Sequence[HandCard]:
        """The cards that `side` holds, for its own eyes."""
        return ()

    def hands(self, side: str) -> Sequence[str]:
        """The piles whose cards a side can play, and so arm: its hand, and what lies open."""
        return (f"hand.{side}",)

    def armable(self, t: "Table[S, D]", side: str) -> Sequence[int]:
        """What a side has to arm: the cards that it could play, where a game knows nothing else."""
        return t.held(side)

    def fits(self, card: int, side: str) -> Sequence[str]:
        """The windows at which `side` can arm a card (none: it is never played by itself)."""
        return self.windows

    def own_turn(self, t: "Table[S, D]", side: str) -> bool:
        """Is it this side's player turn? There its windows ask, whatever its policy says for the
        turns of others: it is at the table, and no hand-off is saved.
        """
        return False

    def scores(self, t: "Table[S, D]") -> Mapping[str, int]:
        """What is counted for victory, as everybody may know it: its name (a side's) -> points.

        None in a game that is won by what is held alone.
        """
        return {}

    def preview(self, t: "Table[S, D]", words: Sequence[str]) -> Preview:
        """What the beginning of an order means, whoever asks and whether it is open now or not.

        `words` may be unfinished or wrong: then there is less to say, or nothing.
        """
        return Preview()

    def picked(self, t: "Table[S, D]", side: str, words: str) -> Sequence[Value]:
        """The units of a side that one of `filters` picks, from public facts."""
        return ()

    def hostile(self, t: "Table[S, D]", side: str) -> int:
        """Mask of the places where the enemies of a side stand: lists go from the front back."""
        return 0

    def movers(self, t: "Table[S, D]") -> Sequence[Value]:
        """The units on the map whose reach can be shown."""
        return ()

    def resign(self, t: "Table[S, D]", side: str) -> None:
        """A side gives the game up: the others win, unless the game has them go on."""
        t.end([other for other in t.pos.sides if other != side], f"{side} resigned")

    def pile_family(self, pile: str) -> str:
        """Piles of one family share their cards (the swap test moves items within it)."""
        return "cards"

    def check(self, t: "Table[S, D]", force: bool = False) -> list[str]:
        """Broken invariants, in words; `force` leaves out stacking and counter limits."""
        return []

    def tell(self, entry: AnyEntry) -> str:
        """The game's own words for an entry ("": the common ones will do)."""
        return ""

    def called(self, kind: str, word: str) -> str:
        """What a `unit`, `place` or `card` is called in the log ("": by its name)."""
        return ""

    def advise(self, t: "Table[S, D]", side: str) -> str:
        """A line that a practice opponent would give, from that side's view ("": any legal one)."""
        for lane in t.pos.lanes:
            choice = lane.stack[-1]
            if isinstance(choice, Choice) and choice.side == side:
                for kind in type(choice).__mro__:
                    if kind in self.advice:
                        return self.advice[kind](t, choice)
        return ""

    def news(self, since: str) -> list[str]:
        """What has changed since a version, in plain sentences."""
        later = (said for version, said in self.changes.items() if int(version) > int(since))
        return [sentence for said in later for sentence in said]

    def migrate(self, raw: dict[str, Any]) -> dict[str, Any]:
        """A stored position of an older `shape` in a newer one, until it is the present one."""
        if newer := self.shapes.get(raw["shape"]):
            return newer(raw)
        raise Malformed(f"This game was stored in shape {raw['shape']}, which is not known.")
