"""What one seat may see. Each game extends View with its own public lists."""

import msgspec


class Asked(msgspec.Struct, frozen=True):
    """An open question, as everyone may know it."""

    side: str
    kind: str
    prompt: str


class View(msgspec.Struct, kw_only=True):
    """A fresh whitelist for `seat` ("" for a spectator); nothing in it is shared with the state."""

    game: str
    seat: str
    turn: str
    phase: str
    revision: int
    asked: list[Asked]
    winners: list[str] | None = None
    reason: str = ""
