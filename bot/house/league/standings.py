"""How people of a league stand: points, and what parts those with as many.

A round off and a forfeit count as a game against somebody with as many points as oneself (FIDE's
dummy), so that nobody is better or worse for an opponent that they had not.
"""

from collections.abc import Callable, Mapping, Sequence
from itertools import combinations
from typing import Literal

import msgspec

from bot.house.league.meetings import Meeting, Player, System

Key = Literal["buchholz", "berger", "direct", "wins"]
"""Sum of the opponents' points; of those points times what was won against each (Sonneborn-
Berger); what those who are level have won against each other; games won."""

ORDERS: Mapping[System, tuple[Key, ...]] = {
    "swiss": ("buchholz", "berger", "direct", "wins"),
    "robin": ("direct", "berger", "wins"),
    "double": ("direct", "berger", "wins"),
    "tables": ("wins", "direct", "berger", "buchholz"),
}
"""What parts people with as many points, in this order."""


class Row(msgspec.Struct, frozen=True):
    """Somebody in the table of a league. Those with the same `place` are level in everything.

    `behind` counts the games that they have still to play of those that others of their group
    have played: games in hand. `rests` are rounds off.
    """

    place: int
    number: int
    points: float
    played: int
    wins: int
    draws: int
    losses: int
    rests: int
    behind: int
    buchholz: float
    berger: float
    left: bool


def standings(
    players: Sequence[Player], meetings: Sequence[Meeting], system: System
) -> list[list[Row]]:
    """The table of each group, best first."""
    groups = sorted({one.group for one in players})
    return [
        _table([one for one in players if one.group == group], meetings, system) for group in groups
    ]


def _table(players: Sequence[Player], meetings: Sequence[Meeting], system: System) -> list[Row]:
    numbers = {one.number for one in players}
    over = [one for one in meetings if one.over and numbers >= set(one.seats.values())]
    points = dict.fromkeys(numbers, 0.0)
    for meeting in over:
        for number in meeting.seats.values():
            points[number] += meeting.points.get(number, 0.0)
    rows = {one.number: _row(one, over, points) for one in players}
    most = max((row.played for row in rows.values()), default=0)
    rows = {
        number: msgspec.structs.replace(row, behind=0 if row.left else most - row.played)
        for number, row in rows.items()
    }
    keys: list[Callable[[int, Sequence[int]], float]] = [lambda number, _: points[number]]
    for key in ORDERS[system]:
        if key == "direct":
            keys.append(lambda number, level: _direct(number, level, over))
        else:
            keys.append(lambda number, _, key=key: getattr(rows[number], key))  # type: ignore[misc]
    found: list[Row] = []
    for level in _parted(sorted(numbers), keys):
        place = len(found) + 1
        found += [msgspec.structs.replace(rows[number], place=place) for number in level]
    return found


def _parted(
    level: Sequence[int], keys: Sequence[Callable[[int, Sequence[int]], float]]
) -> list[list[int]]:
    """People in the order of the keys; those whom no key parts stay together."""
    if len(level) < 2 or not keys:
        return [list(level)] if level else []
    worth = {number: keys[0](number, level) for number in level}
    found = []
    for value in sorted(set(worth.values()), reverse=True):
        found += _parted([number for number in level if worth[number] == value], keys[1:])
    return found


def _row(player: Player, over: Sequence[Meeting], points: Mapping[int, float]) -> Row:
    number, own = player.number, points[player.number]
    wins = draws = losses = rests = played = 0
    buchholz = berger = 0.0
    for meeting in over:
        if number not in meeting.seats.values():
            continue
        if meeting.rest:
            rests += 1
        else:
            played += 1
            best = max(meeting.points.values())
            first = [who for who, earned in meeting.points.items() if earned == best]
            wins += first == [number] and best > 0
            draws += number in first and len(first) > 1 and best > 0
            losses += number not in first or best == 0
        if meeting.rest or meeting.how == "forfeit":
            buchholz += own
            berger += own * min(meeting.points.get(number, 0.0), 1.0)
        else:
            for other in meeting.seats.values():
                if other != number:
                    buchholz += points[other]
                    berger += points[other] * _beaten(meeting, number, other)
    return Row(
        place=0,
        number=number,
        points=own,
        played=played,
        wins=wins,
        draws=draws,
        losses=losses,
        rests=rests,
        behind=0,
        buchholz=buchholz,
        berger=berger,
        left=player.left is not None,
    )


def _beaten(meeting: Meeting, number: int, other: int) -> float:
    """1 for whom somebody has left behind in a game, a half for their equal."""
    own, theirs = meeting.points.get(number, 0.0), meeting.points.get(other, 0.0)
    if sum(meeting.points.values()) == 0:  # lost for all
        return 0.0
    return (own > theirs) + (own == theirs) / 2


def _direct(number: int, level: Sequence[int], over: Sequence[Meeting]) -> float:
    """What somebody has won against the others who are level; 0 unless all of them have met."""
    found = dict.fromkeys(level, 0.0)
    for one, other in combinations(level, 2):
        games = [g for g in over if g.met and {one, other} <= set(g.seats.values())]
        if not games:
            return 0.0
        for game in games:
            found[one] += _beaten(game, one, other)
            found[other] += _beaten(game, other, one)
    return found[number]
