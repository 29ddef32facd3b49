"""The continuation as data: the stack of small typed frames that a game waits on.

A game may wait for months while the program is restarted or replaced, so what
it waits for is never a Python call stack but a list of these structs, stored
with the state. Tags and step names are a file format: choose them on purpose.
"""

from collections.abc import Sequence
from importlib import import_module
from pkgutil import iter_modules
from types import ModuleType
from typing import TYPE_CHECKING, Any, ClassVar

import msgspec

if TYPE_CHECKING:
    from engine.core.table import Table
    from engine.core.verbs import Verb

FINISHED = "."
"""The step of a procedure that has nothing left to do when it is resumed."""

Ret = None | int | str | list[int | str]
"""What a finished frame hands to the one below it."""


class Frame(
    msgspec.Struct,
    kw_only=True,
    omit_defaults=True,
    forbid_unknown_fields=True,
    tag_field="frame",
):
    """One element of the stack. `ret` is what the frame above handed down."""

    step: str = ""
    ret: Ret = None

    WAITS: ClassVar[bool] = False
    """Somebody must decide here: the frame is a Choice. (Cheaper than to ask for its class.)"""
    AMBIENT: ClassVar[bool] = False
    """It has verbs for the choices above it: a procedure with an `ambient` of its own."""
    PHASE: ClassVar[str] = ""
    """The phase that runs while the frame does, for people ("": that of the frame below)."""

    def in_phase(self) -> str:
        """Its name now; a frame whose phases have names of their own says which one runs."""
        return self.PHASE

    @property
    def tag(self) -> str:
        """The name of its kind in stored games."""
        return str(type(self).__struct_config__.tag)

    def handed(self) -> int:
        """The number that the frame above handed down."""
        if not isinstance(self.ret, int):
            raise TypeError(f"{type(self).__name__} was handed {self.ret!r}, no number")
        return self.ret

    def handed_list(self) -> list[int]:
        """The numbers that the frame above handed down, none where it handed nothing."""
        return [int(value) for value in self.ret] if isinstance(self.ret, list) else []

    def resume_at(self, then: str) -> None:
        """Where the frame goes on when the one above it is done: at `then` or the next step."""

    def knows(self, step: str) -> bool:
        """Can a frame of this kind stand at this step?"""
        return step == ""

    def ambient(self, t: "Table[Any, Any]", side: str) -> Sequence["Verb"]:
        """Verbs that `side` may use at every one of its choices above this frame."""
        return ()


class Call(msgspec.Struct, frozen=True):
    """Push `frame`; when it is done, go on at step `then` (default: the next one)."""

    frame: Frame
    then: str = ""


class Fork(msgspec.Struct, frozen=True):
    """Ask several sides at once: each frame runs in a lane of its own.

    The caller goes on at `then` when all are done; its `ret` lists what each
    lane returned (a word or number, "" for nothing), in the order of `frames`.
    """

    frames: tuple[Frame, ...]
    then: str = ""


class Goto(msgspec.Struct, frozen=True):
    """Go on at the step `name` of the same frame."""

    name: str


class Become(msgspec.Struct, frozen=True):
    """Replace this frame by another; nothing nests (a counterattack is a new battle)."""

    frame: Frame


class Done(msgspec.Struct, frozen=True):
    """Pop this frame and hand `value` to the one below."""

    value: Ret = None


Outcome = Call | Fork | Goto | Become | Done | None


class Proc(Frame):
    """A procedure of the rulebook: `STEPS` in printed order, each a method of that name.

    A step gets the table and returns an Outcome; None goes on to the next step,
    and after the last one the frame is done. Steps in `ASIDE` are entered by
    name only and end the frame unless they say otherwise.
    """

    STEPS: ClassVar[tuple[str, ...]] = ()
    ASIDE: ClassVar[tuple[str, ...]] = ()
    _AFTER: ClassVar[dict[str, str]] = {}
    """Step -> the one that follows in printed order."""

    def __init_subclass__(cls, **options: Any) -> None:
        super().__init_subclass__(**options)
        cls._AFTER = dict(zip(cls.STEPS, (*cls.STEPS[1:], ""), strict=False))
        cls._AFTER |= dict.fromkeys(cls.ASIDE, "")
        cls.AMBIENT = cls.ambient is not Frame.ambient
        for step in (*cls.STEPS, *cls.ASIDE):
            if hasattr(Proc, step) or not callable(getattr(cls, step, None)):
                raise TypeError(f"{cls.__name__}: the step {step!r} has no method of its own")

    def first(self) -> str:
        """The step that a fresh frame begins with."""
        return self.step or self.STEPS[0]

    def resume_at(self, then: str) -> None:
        self.step = then or self._AFTER[self.step] or FINISHED

    def knows(self, step: str) -> bool:
        return step in self._AFTER or step in ("", FINISHED)

    def after(self, step: str) -> str:
        """The step that follows `step` in printed order ("" when none does)."""
        return self._AFTER[step]


def frames_in(*rooms: ModuleType) -> tuple[type[Frame], ...]:
    """The frames of all modules in these packages; those without a tag are bases of others."""
    modules = (
        import_module(f"{room.__name__}.{found.name}")
        for room in rooms
        for found in iter_modules(room.__path__)
    )
    return tuple(
        kind
        for module in modules
        for kind in vars(module).values()
        if isinstance(kind, type)
        and issubclass(kind, Frame)
        and kind.__module__ == module.__name__
        and kind.__struct_config__.tag != kind.__name__
    )


class Join(Frame, kw_only=True, tag="core.join"):
    """Waits in the main lane until every other lane is done."""

    size: int
    rets: list[int | str | None]


class Choice(Frame, kw_only=True):
    """One side must decide. Consecutive decisions of a side are one choice with several verbs.

    A verb's handler returns an Outcome; None asks the same choice again.
    """

    side: str
    acted: bool = False
    """Its side has answered it before: while it can take that back, it is not ended for it."""

    WAITS: ClassVar[bool] = True
    KIND: ClassVar[str] = "turn"
    """`turn`, `window` or `free`, as shown to people."""
    POLICY: ClassVar[str] = ""
    """Kind of the public policy that may answer this choice ("": none).

    It also holds in the side's own turn, unless `default` gives "" there.
    """

    @property
    def question(self) -> str:
        """The kind of question for policies: `POLICY`, where a frame has but one."""
        return self.POLICY

    def prompt(self, t: "Table[Any, Any]") -> tuple[str, str]:
        """The public question and the rule it comes from."""
        raise NotImplementedError

    def verbs(self, t: "Table[Any, Any]") -> Sequence["Verb"]:
        """What the side may do now."""
        raise NotImplementedError

    def may_hold(self, t: "Table[Any, Any]") -> bool:
        """Could, for all that everyone knows, a secret holding matter here?

        While it could, the choice is put to its side even where only one line
        is legal: that it is asked must tell nothing about a hand.
        """
        return False

    def default(self, t: "Table[Any, Any]") -> str:
        """The line taken under policy `auto`: published, public facts only ("": ask)."""
        return ""


class Window(Choice, kw_only=True):
    """Others may react, one side after the other in the order of `sides`.

    Under policy `ask`, and in a side's own turn, the window always blocks unless
    public facts exclude every card, never because of what a hand holds. Under
    `auto` only an armed card is played.
    """

    side: str = ""
    sides: list[str]
    asked: int = 0

    KIND: ClassVar[str] = "window"

    def possible(self, t: "Table[Any, Any]", side: str) -> bool:
        """Could `side` react, for all that everyone knows?"""
        raise NotImplementedError

    def plays(self, t: "Table[Any, Any]", side: str) -> Sequence["Verb"]:
        """The reactions that `side` really has."""
        raise NotImplementedError

    def places(self, t: "Table[Any, Any]") -> Sequence[int]:
        """The places that an `arm … if PLACE` of this window may name."""
        return ()

    def line(self, t: "Table[Any, Any]", card: int) -> str:
        """The line that an armed `card` plays here ("": it does not apply)."""
        raise NotImplementedError

    def reply(self, t: "Table[Any, Any]") -> str:
        """The line that the side has given for this beforehand ("": none, it is asked)."""
        return ""
