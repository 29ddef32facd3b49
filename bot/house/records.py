"""What the games that are over add up to: by side, between two people, how long, how quick."""

from collections.abc import Iterable, Sequence

from bot.house.ratings import Played, Share


def tally(games: Iterable[Played], user: int, against: int | None = None) -> dict[str, Share]:
    """Side -> what somebody came to with it, against anybody or only one other person.

    A game against oneself is none.
    """
    found: dict[str, list[int]] = {}
    for game in games:
        own = [seat for seat in game.seats if seat.user == user]
        others = [s for s in game.seats if s.user != user and against in (None, s.user)]
        best = [seat for seat in game.seats if seat.place == 1]
        for seat in own if others else []:
            count = found.setdefault(seat.side, [0, 0, 0])
            count[0] += 1
            count[1] += best == [seat]
            count[2] += seat in best and len(best) > 1
    return {side: Share(side, *count) for side, count in found.items()}


def with_people(game: Played) -> bool:
    """Was it a game of two people or more? The practice opponent is user 0."""
    return len({seat.user for seat in game.seats} - {0}) >= 2


def middle(values: Sequence[float]) -> tuple[float, float, float]:
    """A quarter of the values lie below the first, half below the second, three below the third.

    >>> middle([1, 2, 3, 4, 5])
    (2.0, 3.0, 4.0)
    """
    ordered = sorted(values)

    def at(part: float) -> float:
        place = part * (len(ordered) - 1)
        low = int(place)
        high = min(low + 1, len(ordered) - 1)
        return ordered[low] + (ordered[high] - ordered[low]) * (place - low)

    return at(0.25), at(0.5), at(0.75)
