"""The procedures of the phases as they land."""

from collections.abc import Sequence
from importlib import import_module
from typing import Any, ClassVar

from engine.core.frames import Done, Frame, Outcome, Proc


class Nothing(Proc, kw_only=True, tag="nr.nothing"):
    STEPS: ClassVar[tuple[str, ...]] = ("nothing",)

    def nothing(self, t: Any) -> Outcome:
        return Done()


FRAMES: tuple[type[Frame], ...] = (Nothing,)


def part(module: str, name: str) -> Any:
    try:
        found = import_module(f"engine.games.no_retreat.{module}")
    except ImportError:
        return lambda **_: Nothing()
    return getattr(found, name, lambda **_: Nothing())


def frames(modules: Sequence[str]) -> tuple[type[Frame], ...]:
    found: list[type[Frame]] = [Nothing]
    for module in modules:
        try:
            found += getattr(import_module(f"engine.games.no_retreat.{module}"), "FRAMES", ())
        except ImportError:
            continue
    return tuple(dict.fromkeys(found))


class _Deck:
    def draw(self, t: Any, side: int, count: int) -> None:
        name = ("axis", "soviet")[side]
        for _ in range(count):
            t.draw("deck", f"hand.{name}", name)

    def hand(self, t: Any, side: int) -> list[int]:
        return list(t.pile(f"hand.{('axis', 'soviet')[side]}").ids)

    def discard(self, t: Any, side: int, card: int) -> None:
        t.play(f"hand.{('axis', 'soviet')[side]}", "discard", card)

    def to_1945(self, t: Any) -> None:
        pass


try:
    deck: Any = import_module("engine.games.no_retreat.deck")
except ImportError:
    deck = _Deck()
try:
    window: Any = import_module("engine.games.no_retreat.windows").window
except (ImportError, AttributeError):

    def window(kind: str, sides: Sequence[str], **_: Any) -> Frame:
        return Nothing()
