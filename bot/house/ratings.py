"""How strong people are, by the results of their games; and what a side is worth.

OpenSkill's Plackett-Luce model: a belief (mu, sigma) about everybody, moved by each result as far
as it was unlooked-for. A side of a scenario plays along as a team-mate of its person, with a belief
of its own, so that whatever it wins by itself is not put to their account. Nothing is stored: the
same results in the same order give the same figures, bit for bit.

People are shown points, as they know them: 1500 to begin with, and 200 more win about three games
of four.
"""

import math
from collections.abc import Iterable, Mapping, Sequence
from dataclasses import dataclass, field
from threading import Lock
from typing import TYPE_CHECKING

if TYPE_CHECKING:  # 3 MB that are not needed until somebody asks
    from openskill.models import PlackettLuce, PlackettLuceRating

MU, SIGMA = 25.0, 25.0 / 3
"""The belief about somebody who has played no game."""
SIDE_MU, SIDE_SIGMA = 0.0, 25.0 / 6
"""The belief about a side without a game: that it is worth no more than others."""
DRIFT = 25.0 / 300
"""People change, from game to game; a side does not."""
BEGIN, POINT = 1500.0, 48.0
"""Points at MU; points for 1 of it (200 for the model's beta, 25/6)."""
SURE = 1.96
"""Of a normal distribution 95 in 100 lie within so many sigmas."""


@dataclass(frozen=True)
class Seat:
    """What somebody came to with a side: place 1 is the best, equals share one."""

    side: str
    user: int
    place: int


@dataclass(frozen=True)
class Played:
    """A rated game: when it ended, what was played, and who came to which place."""

    ended: float
    scenario: str
    seats: Sequence[Seat]


@dataclass(frozen=True)
class Points:
    """A rating, or a difference, in points: it lies within `points` ± `spread`, 95 to 5."""

    points: float
    spread: float

    @property
    def least(self) -> float:
        """What is almost sure: the order of leaderboards."""
        return self.points - self.spread


@dataclass
class Person:
    """Somebody's games: (when, points after it), and how many came first or were shared."""

    curve: list[tuple[float, Points]] = field(default_factory=list)
    won: int = 0
    drawn: int = 0

    @property
    def games(self) -> int:
        return len(self.curve)

    @property
    def now(self) -> Points:
        return self.curve[-1][1]


@dataclass(frozen=True)
class Ratings:
    """Everybody's rating in one title, and what the sides of its scenarios are worth."""

    people: Mapping[int, Person]
    sides: Mapping[str, Mapping[str, Points]]
    """Scenario -> side -> points that it gives to whoever plays it, against the others' mean."""

    def leaders(self) -> list[tuple[int, Person]]:
        """The best first, by what is almost sure."""
        return sorted(self.people.items(), key=lambda one: (-one[1].now.least, one[0]))


def rate(games: Sequence[Played]) -> Ratings:
    """The ratings after these games, in their order. A game of one person counts for nothing.

    >>> first = Played(0.0, "campaign", [Seat("axis", 1, 1), Seat("soviet", 2, 2)])
    >>> found = rate([first])
    >>> [(user, round(person.now.points)) for user, person in found.leaders()]
    [(1, 1615), (2, 1385)]
    """
    return Rater().rate(games)


class Rater:
    """Rates the games of one title, and goes on from those that it has rated: where the next ones
    begin with the same, only what is new is worked out."""

    def __init__(self) -> None:
        self._lock = Lock()
        self._begin()

    def _begin(self) -> None:
        self._rated: list[Played] = []
        self._beliefs: dict[int, PlackettLuceRating] = {}
        self._sides: dict[str, dict[str, PlackettLuceRating]] = {}
        self._people: dict[int, Person] = {}

    def rate(self, games: Sequence[Played]) -> Ratings:
        """As `rate`; one thread at a time."""
        with self._lock:
            if self._rated != games[: len(self._rated)]:  # one was taken back, or names have gone
                self._begin()
            model = _model()
            for game in games[len(self._rated) :]:
                self._add(model, game)
                self._rated.append(game)
            sides = {name: _worth(found) for name, found in self._sides.items()}
            return Ratings(dict(self._people), sides)

    def _add(self, model: "PlackettLuce", game: Played) -> None:
        seats = _own(game.seats)
        if len(seats) < 2:
            return
        worth = self._sides.setdefault(game.scenario, {})
        teams = []
        for seat in seats:
            belief = self._beliefs.get(seat.user) or model.rating(mu=MU, sigma=SIGMA)
            belief.sigma = math.hypot(belief.sigma, DRIFT)
            side = worth.get(seat.side) or model.rating(mu=SIDE_MU, sigma=SIDE_SIGMA)
            teams.append([belief, side])
        after = model.rate(teams, ranks=[float(seat.place) for seat in seats])
        shared = len({seat.place for seat in seats}) == 1
        for seat, (belief, side) in zip(seats, after, strict=True):
            self._beliefs[seat.user], worth[seat.side] = belief, side
            person = self._people.setdefault(seat.user, Person())
            points = Points(BEGIN + POINT * (belief.mu - MU), POINT * SURE * belief.sigma)
            person.curve.append((game.ended, points))
            person.won += seat.place == 1 and not shared
            person.drawn += shared


def _model() -> "PlackettLuce":
    from openskill.models import PlackettLuce

    return PlackettLuce(tau=0.0)


def _own(seats: Sequence[Seat]) -> list[Seat]:
    """People, each with the best of their sides."""
    best: dict[int, Seat] = {}
    for seat in seats:
        if seat.user and (seat.user not in best or seat.place < best[seat.user].place):
            best[seat.user] = seat
    return list(best.values())


def _worth(sides: Mapping[str, "PlackettLuceRating"]) -> dict[str, Points]:
    """Each side against the mean of the others."""
    found = {}
    for side, belief in sides.items():
        others = [other for name, other in sides.items() if name != side]
        mean = sum(other.mu for other in others) / len(others)
        spread = math.sqrt(sum(other.sigma**2 for other in others)) / len(others)
        found[side] = Points(
            POINT * (belief.mu - mean), POINT * SURE * math.hypot(belief.sigma, spread)
        )
    return found


@dataclass(frozen=True)
class Share:
    """What a side won of its games, a shared place counting half, and what lies within 95 to 5."""

    side: str
    games: int
    won: int
    drawn: int

    @property
    def of_all(self) -> float:
        return (self.won + self.drawn / 2) / self.games

    @property
    def interval(self) -> tuple[float, float]:
        """Wilson's interval.

        >>> [round(bound, 4) for bound in Share("axis", 10, 8, 0).interval]
        [0.4902, 0.9433]
        """
        n, p, z = self.games, self.of_all, SURE
        middle = (p + z * z / (2 * n)) / (1 + z * z / n)
        half = z / (1 + z * z / n) * math.sqrt(p * (1 - p) / n + z * z / (4 * n * n))
        # who won all or none lies on a bound, but for rounding
        return max(0.0, min(p, middle - half)), min(1.0, max(p, middle + half))


def balance(games: Iterable[Played]) -> dict[str, list[Share]]:
    """Scenario -> what each of its sides has won."""
    found: dict[str, dict[str, list[int]]] = {}
    for game in games:
        best = [seat for seat in game.seats if seat.place == 1]
        for seat in game.seats:
            count = found.setdefault(game.scenario, {}).setdefault(seat.side, [0, 0, 0])
            count[0] += 1
            count[1] += best == [seat]
            count[2] += seat in best and len(best) > 1
    return {
        name: [Share(side, *count) for side, count in sides.items()]
        for name, sides in found.items()
    }
