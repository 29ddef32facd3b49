"""A league as a table of text (CSV): out of the house, and into it from elsewhere.

A row for each seat of each game: round, group, table, side, player, points, how, reason. Rows of
round 0 are the people in the order of their seeds: `side` is what they would rather play, `how`
is `left 3` for somebody who went after round 3. Without them people come in the order of the rows.
"""

import csv
import io
from collections.abc import Iterable, Mapping, Sequence
from typing import get_args

import msgspec

from bot.catalogue import phrase
from bot.house.league.meetings import REST, How, Meeting, Player
from bot.words.limits import code
from bot.words.refusal import Refusal

COLUMNS = ("round", "group", "table", "side", "player", "points", "how", "reason")
NEEDED = ("round", "table", "player", "points")
LEFT = "left"
MOST = 2_000
"""Rows that are read at most."""


class Sheet(msgspec.Struct):
    """A league as it was read: people by number from 1, `names` as they stood there."""

    players: list[Player]
    names: dict[int, str]
    meetings: list[Meeting]
    reasons: list[str]
    """One a meeting."""


def written(
    players: Sequence[Player],
    names: Mapping[int, str],
    meetings: Sequence[Meeting],
    reasons: Sequence[str],
) -> str:
    """The table. Names that a spreadsheet would take for a formula get a sign before them."""
    out = io.StringIO()
    sheet = csv.writer(out, lineterminator="\n")
    sheet.writerow(COLUMNS)
    for one in players:
        how = "" if one.left is None else f"{LEFT} {one.left}"
        sheet.writerow((0, one.group, "", one.side, _safe(names[one.number]), "", how, ""))
    tables: dict[tuple[int, int], int] = {}
    for meeting, reason in zip(meetings, reasons, strict=True):
        key = (meeting.round, meeting.group)
        tables[key] = tables.get(key, 0) + 1
        for side, number in meeting.seats.items():
            points = f"{meeting.points.get(number, 0):g}" if meeting.over else ""
            row = (*key, tables[key], side, _safe(names[number]), points, meeting.how)
            sheet.writerow((*row, _safe(reason)))
    return out.getvalue()


def read(text: str, sides: Sequence[str]) -> Sheet:
    """A league of a game with these sides. Refusal that names the row and what is wrong."""
    reader = csv.DictReader(io.StringIO(text.removeprefix("\ufeff")), restval="")
    fields = [name.strip().casefold() for name in reader.fieldnames or ()]
    reader.fieldnames = fields
    missing = [name for name in NEEDED if name not in fields]
    if missing:
        raise Refusal(
            phrase(
                "The table has no column {missing}. Its first row names the columns: {columns}.",
                missing=", ".join(missing),
                columns=", ".join(COLUMNS),
            )
        )
    rows = []
    for place, raw in enumerate(reader, 2):
        if place > MOST + 1:
            raise Refusal(
                phrase("The table is too long. The last row that can be read: {most}.", most=MOST)
            )
        row = {key: (value or "").strip() for key, value in raw.items() if key in COLUMNS}
        if any(row.values()):
            rows.append((place, row))
    return _sheet(rows, sides)


def group_size(players: Sequence[Player]) -> int:
    """The size with which so many people come into as many groups again; 0 for one of all.

    >>> people = [Player(number, group=1 + number // 4) for number in range(7)]
    >>> group_size(people), group_size(people[:4])
    (3, 0)
    """
    groups = len({one.group for one in players})
    return len(players) // groups if groups > 1 else 0


def _sheet(rows: Sequence[tuple[int, Mapping[str, str]]], sides: Sequence[str]) -> Sheet:
    people: dict[str, Player] = {}
    tables: dict[tuple[int, int, str], list[tuple[int, Mapping[str, str]]]] = {}
    for place, row in rows:
        round_, group = _whole(row, "round", place), _whole(row, "group", place, 1)
        name = _name(row.get("player", ""))
        if not name:
            raise _wrong(place, phrase("it names no player"))
        number = people[name].number if name in people else len(people) + 1
        if round_ == 0:
            side = _side(row, sides, place)
            people[name] = Player(number, side, group, _left(row, place))
        else:
            people.setdefault(name, Player(number, group=group))
            tables.setdefault((round_, group, row.get("table", "")), []).append((place, row))
    numbers = {name: one.number for name, one in people.items()}
    meetings = [_meeting(key, seats, numbers, sides) for key, seats in tables.items()]
    reasons = [_name(seats[0][1].get("reason", "")) for seats in tables.values()]
    _once(meetings, tables.values())
    names = {number: name for name, number in numbers.items()}
    return Sheet(list(people.values()), names, meetings, reasons)


def _meeting(
    key: tuple[int, int, str],
    seats: Sequence[tuple[int, Mapping[str, str]]],
    numbers: Mapping[str, int],
    sides: Sequence[str],
) -> Meeting:
    round_, group, _ = key
    first, row = seats[0]
    if len(seats) == 1:
        number, rest = numbers[_name(row["player"])], _points(row, first, len(sides))
        return Meeting(round_, {REST: number}, group, "bye", {number: rest or 0.0})
    if len(seats) != len(sides):
        raise _wrong(first, phrase("its table has {n} of {of} seats", n=len(seats), of=len(sides)))
    named = [_side(one, sides, place) for place, one in seats]
    if not any(named):
        named = list(sides)
    if sorted(named) != sorted(sides):
        raise _wrong(first, phrase("its table needs the sides {sides}", sides=", ".join(sides)))
    who = {side: numbers[_name(one["player"])] for side, (_, one) in zip(named, seats, strict=True)}
    if len(set(who.values())) < len(who):
        raise _wrong(first, phrase("somebody has two seats at its table"))
    earned = [_points(one, place, len(sides)) for place, one in seats]
    if None in earned:
        if any(points is not None for points in earned):
            raise _wrong(first, phrase("its table has points for some of its people alone"))
        return Meeting(round_, who, group)
    points = dict(zip(who.values(), (each or 0.0 for each in earned), strict=True))
    return Meeting(round_, who, group, _how(row, first), points)


def _once(
    meetings: Iterable[Meeting], rows: Iterable[Sequence[tuple[int, Mapping[str, str]]]]
) -> None:
    """Refusal where somebody plays twice in a round."""
    seen: set[tuple[int, int]] = set()
    for meeting, seats in zip(meetings, rows, strict=True):
        for number in meeting.seats.values():
            if (meeting.round, number) in seen:
                raise _wrong(seats[0][0], phrase("somebody of its table plays twice in that round"))
            seen.add((meeting.round, number))


def _whole(row: Mapping[str, str], column: str, place: int, default: int | None = None) -> int:
    text = row.get(column, "")
    if not text and default is not None:
        return default
    if not text.isdecimal() or len(text) > 4:
        raise _wrong(place, phrase("{text} is no {column}", text=code(text, 40), column=column))
    return int(text)


def _points(row: Mapping[str, str], place: int, seats: int) -> float | None:
    """None where there are none yet."""
    text = row.get("points", "").replace(",", ".").replace("½", ".5")
    if not text:
        return None
    try:
        points = float(text)
    except ValueError:
        points = -1.0
    if not 0 <= points <= seats - 1 or (points * 2) % 1:
        most = f"{seats - 1:g}"
        raise _wrong(
            place, phrase("{text} is no number of points up to {most}", text=code(text), most=most)
        )
    return points


def _side(row: Mapping[str, str], sides: Sequence[str], place: int) -> str:
    side = row.get("side", "").casefold()
    if side and side not in sides:
        raise _wrong(place, phrase("there is no side {side}", side=code(side, 40)))
    return side


def _how(row: Mapping[str, str], place: int) -> How:
    text = row.get("how", "").casefold() or "played"
    for how in get_args(How):
        if how == text and how not in ("open", "stopped", "bye"):
            return how  # type: ignore[no-any-return]
    raise _wrong(place, phrase("{text} is no way to end", text=code(text, 40)))


def _left(row: Mapping[str, str], place: int) -> int | None:
    word, _, round_ = row.get("how", "").partition(" ")
    if not word:
        return None
    if word != LEFT or not round_.isdecimal():
        raise _wrong(place, phrase("{text} is no way to end", text=code(row["how"], 40)))
    return int(round_)


def _safe(text: str) -> str:
    return f"'{text}" if text[:1] in ("=", "+", "-", "@") else text


def _name(text: str) -> str:
    return text[1:] if text[:2] in ("'=", "'+", "'-", "'@") else text


def _wrong(place: int, why: str) -> Refusal:
    return Refusal(phrase("Row {row} of the table cannot be used: {why}.", row=place, why=why))
