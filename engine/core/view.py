"""What one seat may see. Each game extends View with its own public lists."""

from typing import ClassVar

import msgspec


class Asked(msgspec.Struct, frozen=True):
    """An open question, as everyone may know it."""

    side: str
    kind: str
    prompt: str


class View(msgspec.Struct, kw_only=True):
    """A fresh whitelist for `seat` ("" for a spectator); nothing in it is shared with the state.

    `PASSING` names what says how far the play is, such as who has moved, and is
    not to be seen on the board itself.
    """

    PASSING: ClassVar[frozenset[str]] = frozenset(
        ("seat", "phase", "revision", "asked", "winners", "reason")
    )

    turn: str
    game: str = ""
    """This and what follows is filled in by the core."""
    seat: str = ""
    phase: str = ""
    revision: int = 0
    asked: list[Asked] = []
    winners: list[str] | None = None
    reason: str = ""

    def same_board(self, other: "View") -> bool:
        """Whether the board lies as it lay in another view of the game."""
        return all(
            getattr(self, name) == getattr(other, name)
            for name in self.__struct_fields__
            if name not in self.PASSING
        )
