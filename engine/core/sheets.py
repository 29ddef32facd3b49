"""Data sheets: the facts of a game in its `data` folder, checked when they are read."""

import inspect
import json
from collections import Counter
from collections.abc import Callable, Iterator, Mapping, Sequence
from dataclasses import dataclass
from importlib.resources import files
from typing import Any, TypeVar

from pydantic import BaseModel, BeforeValidator, ConfigDict

M = TypeVar("M", bound=BaseModel)
F = TypeVar("F")


class Loose(BaseModel):
    """A record of a data file of which only some fields are used."""

    model_config = ConfigDict(frozen=True)


class Record(Loose):
    """A record of a data file; unknown fields are errors."""

    model_config = ConfigDict(extra="forbid")


class Sourced(Record):
    """One that says where it is from."""

    source: str


class Identified(Sourced):
    """One that others name by its id."""

    id: str


class Named(Identified):
    """One with a name for people."""

    name: str


def numbered(names: Sequence[str]) -> BeforeValidator:
    """A word of a file is read as its number among these, no word as -1: `Annotated[int, …]`."""
    return BeforeValidator(lambda word: -1 if word is None else names.index(word))


def by(names: Sequence[str]) -> BeforeValidator:
    """A record of a file with just these names is read as a tuple in their order."""

    def read(record: Mapping[str, object]) -> tuple[object, ...]:
        if record.keys() != {*names}:
            raise ValueError(f"it has not just {', '.join(names)}")
        return tuple(record[name] for name in names)

    return BeforeValidator(read)


class Texts(Record):
    """What a game tells its players, and the words of their orders; see `Rules`."""

    changes: dict[str, tuple[str, ...]] = {}
    verbs: dict[str, str]
    synonyms: dict[str, tuple[str, ...]] = {}
    questions: dict[str, str] = {}
    glossary: dict[str, str] = {}


@dataclass(frozen=True, slots=True)
class Fact:
    """A record as the rules use it; `index` is its number among its like."""

    index: int
    id: str


@dataclass(frozen=True, slots=True)
class NamedFact(Fact):
    """One with a name for people."""

    name: str


class Page(Record):
    """A page of help about a game: a heading, and a text in our own words."""

    title: str
    text: str


class Help(Record):
    """What a game tells those who are new to it, in our own words.

    `asks`: the tag of a question's frame -> the rule behind it. `pages`: help by topic. `guide`:
    the tag of a frame -> what a newcomer hears when that is asked, one the first time, the next
    one the second time.
    """

    asks: dict[str, str] = {}
    pages: dict[str, Page] = {}
    guide: dict[str, tuple[str, ...]] = {}


class Sheets:
    """The files in the package `data` of a game."""

    def __init__(self, package: str, *names: str) -> None:
        self._package = package
        self._names = names

    def read(self, model: type[M], name: str) -> M:
        """A file, checked; a pydantic ValidationError names what is wrong in it."""
        return model.model_validate_json(self._bytes(name))

    def sources(self) -> dict[str, int]:
        """What the records of all files give as their `source` -> how many do."""
        found: Counter[str] = Counter()
        for name in self._names:
            found.update(_sources(json.loads(self._bytes(name))))
        return dict(found)

    def _bytes(self, name: str) -> bytes:
        return (files(self._package) / name).read_bytes()


def made(kind: Callable[..., F], record: BaseModel, /, **rest: Any) -> F:
    """A fact (a dataclass) of a record: what both call the same is taken over, lists as tuples."""
    names = inspect.signature(kind).parameters.keys() & type(record).model_fields.keys()
    found = {name: getattr(record, name) for name in names - rest.keys()}
    found |= {name: tuple(value) for name, value in found.items() if isinstance(value, list)}
    return kind(**found, **rest)


def said(sources: Mapping[str, int]) -> str:
    """How many records come from where, in a sentence; a source begins with one of three words."""
    count = dict.fromkeys(("rulebook", "public", "reconstructed"), 0)
    for source, number in sources.items():
        for origin in count:
            count[origin] += number * source.startswith(origin)
    return (
        f"Each record of the data says which: {count['rulebook']} come from the rulebook, "
        f"{count['public']} from public reports, {count['reconstructed']} are reconstructed."
    )


def index(names: Sequence[str]) -> dict[str, int]:
    """Name -> its number; ValueError where one is given twice."""
    found = {name: number for number, name in enumerate(names)}
    if len(found) != len(names):
        raise ValueError(f"an id is given twice among {', '.join(names)}")
    return found


def _sources(value: object) -> Iterator[str]:
    if isinstance(value, dict):
        if isinstance(source := value.get("source"), str):
            yield source
        for inner in value.values():
            yield from _sources(inner)
    elif isinstance(value, list):
        for inner in value:
            yield from _sources(inner)
