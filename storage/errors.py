"""Why the store did not do it. Every text is a sentence that can be shown."""

from storage.records import Action


class StoreError(Exception):
    """Base of all; nothing was written."""


class Conflict(StoreError):
    """The game has moved on since it was loaded (or isn't running): load it again and look."""

    def __init__(self) -> None:
        super().__init__("The game has moved on in the meantime. Look again and repeat the order.")


class Duplicate(StoreError):
    """This cause was carried out before, as `action`: a double click, nothing to do."""

    def __init__(self, action: Action) -> None:
        super().__init__("That was already done.")
        self.action = action


class UnknownGame(StoreError):
    """There is no game with that number."""

    def __init__(self, game: int) -> None:
        super().__init__(f"There is no game {game}.")


class ChannelBusy(StoreError):
    """The channel has an open game already: one game a channel."""

    def __init__(self) -> None:
        super().__init__("This channel has an open game already.")


class SeatTaken(StoreError):
    """Somebody else (`user`) plays that side."""

    def __init__(self, side: str, user: int) -> None:
        super().__init__(f"The side {side} is taken.")
        self.user = user


class NothingToUndo(StoreError):
    """Nothing was done since the last door."""

    def __init__(self) -> None:
        super().__init__("There is nothing that can be taken back.")


class LeaseHeld(StoreError):
    """Another process works on this database."""


class LeaseLost(StoreError):
    """Another process took the lease over: nothing is written any more; exit."""

    def __init__(self) -> None:
        super().__init__("Another bot has taken over from this one, which stops.")


FILE = (
    "Is it the right file, in a folder that is there and may be written to? "
    "If it is damaged, put a copy in its place."
)
SERVER = "Does its server run, and is there a database of that name for that user and password?"


class Unusable(StoreError):
    """The database cannot be opened, or is none, or is damaged."""

    def __init__(self, path: object, reason: Exception, ask: str = FILE) -> None:
        why = " ".join(str(reason).split())[:200]  # it may quote a page of the file
        why = "".join(char if char.isprintable() else "?" for char in why)
        super().__init__(f"The database {path} cannot be used: {why}. {ask}")


class NotCopied(StoreError):
    """A database cannot be copied into another as it is."""


class TooNew(StoreError):
    """The database was written by a newer version."""

    def __init__(self, found: int, known: int) -> None:
        super().__init__(
            f"The database has format {found}, this version knows formats up to {known}. "
            "Use the newer version of Umpire, or a copy of the database from before."
        )
