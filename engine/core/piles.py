"""Decks, hands, discards and bags: ordered ids, each with a mask of who knows it."""

import msgspec


class Pile(msgspec.Struct, forbid_unknown_fields=True):
    """`ids` from the top; `seen[i]` has bit s set when side number s knows item i."""

    ids: list[int]
    seen: list[int]

    @classmethod
    def of(cls, ids: list[int], seen: int = 0) -> "Pile":
        """A pile of `ids` known to the sides in `seen`."""
        return cls(ids=list(ids), seen=[seen] * len(ids))

    def __len__(self) -> int:
        return len(self.ids)

    def push(self, item: int, seen: int) -> None:
        """Put an item at the bottom."""
        self.ids.append(item)
        self.seen.append(seen)

    def take(self, index: int) -> tuple[int, int]:
        """Remove the item at `index`; returns it and its mask."""
        return self.ids.pop(index), self.seen.pop(index)

    def remove(self, item: int) -> int:
        """Remove `item`; returns its mask. ValueError when it is not there."""
        return self.take(self.ids.index(item))[1]

    def known(self, bit: int) -> list[int]:
        """The items that the side with this bit knows, in order."""
        return [item for item, mask in zip(self.ids, self.seen, strict=True) if mask & bit]
