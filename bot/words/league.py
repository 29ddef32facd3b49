"""The words about leagues."""

from collections.abc import Callable, Mapping, Sequence
from typing import Protocol

from bot.catalogue import counted, msgid, phrase
from bot.words import limits, texts

SYSTEMS: Mapping[str, str] = {
    "swiss": msgid("Swiss: those who stand alike meet"),
    "robin": msgid("each meets each once"),
    "double": msgid("each meets each twice"),
    "tables": msgid("drawn tables, for three and four"),
}
BREAKS: Mapping[str, Sequence[str]] = {
    "swiss": ("BH", "SB"),
    "robin": ("SB",),
    "double": ("SB",),
    "tables": ("SB", "BH"),
}
"""What stands in a table beside the points."""


class Row(Protocol):
    """Somebody in a table (`house.league.standings.Row`)."""

    @property
    def place(self) -> int: ...
    @property
    def number(self) -> int: ...
    @property
    def points(self) -> float: ...
    @property
    def played(self) -> int: ...
    @property
    def wins(self) -> int: ...
    @property
    def draws(self) -> int: ...
    @property
    def losses(self) -> int: ...
    @property
    def behind(self) -> int: ...
    @property
    def buchholz(self) -> float: ...
    @property
    def berger(self) -> float: ...
    @property
    def left(self) -> bool: ...


class Paired(Protocol):
    """A pairing as it is kept."""

    @property
    def seats(self) -> dict[str, int]: ...
    @property
    def how(self) -> str: ...
    @property
    def points(self) -> dict[str, float]: ...
    @property
    def thread(self) -> int | None: ...
    @property
    def reason(self) -> str: ...


Name = Callable[[int], str]


def person(user: int, name: str) -> str:
    """Somebody in a message: by their name alone where they are not here."""
    return texts.person(user) if user else limits.plain(name)


def half(points: float) -> str:
    """Points as people write them.

    >>> half(2.5), half(0.5), half(3.0)
    ('2½', '½', '3')
    """
    whole, rest = divmod(points, 1)
    if rest == 0.5:
        return f"{whole:.0f}½" if whole else "½"
    return f"{points:g}"


def breaks(row: Row, system: str) -> list[tuple[str, str]]:
    """What parts people with as many points: (sign, figure)."""
    figures = {"BH": row.buchholz, "SB": row.berger}
    return [(sign, half(figures[sign])) for sign in BREAKS[system]]


def record(row: Row) -> str:
    """Games won, shared and lost."""
    return f"{row.wins}-{row.draws}-{row.losses}"


def table(groups: Sequence[Sequence[Row]], name: Name, system: str) -> str:
    """How people stand, for a message."""
    rows = []
    for number, group in enumerate(groups, 1):
        if len(groups) > 1:
            rows.append(phrase("**Group {number}**", number=number))
        rows += [_row(row, name, system) for row in group]
    signs = {"BH": phrase("BH: Buchholz"), "SB": phrase("SB: Sonneborn-Berger")}
    told = ", ".join(signs[sign] for sign in BREAKS[system])
    rows.append(phrase("-# Points, won-shared-lost, {breaks}.", breaks=told))
    return "\n".join(rows)


def _row(row: Row, name: Name, system: str) -> str:
    told = [f"{half(row.points)}", record(row), *(" ".join(pair) for pair in breaks(row, system))]
    if row.behind:
        told.append(counted("{n} game in hand", "{n} games in hand", row.behind))
    if row.left:
        told.append(phrase("has left"))
    return f"{row.place}\\. {name(row.number)} · {' · '.join(told)}"


def pairing(game: str, one: Paired, name: Name) -> str:
    """A game of a round, or a round off, with what has become of it."""
    if "" in one.seats:
        return phrase("- {who} has the round off", who=name(one.seats[""]))
    people = " – ".join(
        f"{name(number)} ({texts.name(game, s)})" for s, number in one.seats.items()
    )
    told = [f"- {people}", f"<#{one.thread}>" if one.thread else "", _outcome(one)]
    return " · ".join(filter(None, told))


def _outcome(one: Paired) -> str:
    score = ":".join(half(one.points.get(str(number), 0.0)) for number in one.seats.values())
    match one.how:
        case "open":
            return ""
        case "stopped":
            return phrase("ended without a result")
        case "forfeit":
            told = phrase("{score}, forfeit", score=score)
        case "adjudicated":
            told = phrase("{score}, adjudicated", score=score)
        case _:
            return score
    return f"{told}: {limits.plain(one.reason)}" if one.reason else told


def round_begins(title: str, round_: int, last: int, ends: float | None) -> str:
    text = phrase(
        "**{title}**: round {round} of {last} begins. Each game has its own thread, and calls "
        "whoever is asked there.",
        title=title,
        round=round_,
        last=last,
    )
    if ends is None:
        return text
    return f"{text} {phrase('Its games are to be over by <t:{ends}:f>.', ends=int(ends))}"


LATE: Mapping[str, str] = {
    "clock": msgid("whose clock has run out loses, the others are decided by whoever organises"),
    "report": msgid("games still open are decided by whoever organises"),
}
"""What becomes of games that are open when the time of their round is over."""


def deadline(days: int, late: str) -> str:
    """How long a round has, for those who sign up."""
    return counted(
        "A round has {n} day. After that: {late}.",
        "A round has {n} days. After that: {late}.",
        days,
        late=phrase(LATE[late]),
    )


def round_ended(title: str, round_: int, last: int) -> str:
    return phrase(
        "**{title}**: the time of round {round} of {last} is over.",
        title=title,
        round=round_,
        last=last,
    )


def late(
    head: str, by_clock: Sequence[str], left: Sequence[str], organiser: int, again: float
) -> str:
    """What the clocks have decided, and what is left to whoever organises the league."""
    rows = [head]
    if by_clock:
        rows += [phrase("Decided by the clock:"), *by_clock]
    if left:
        rows += [
            phrase("Still open:"),
            *left,
            phrase(
                "{who} can say how they count (`/league adjudicate`, `/league forfeit`) or give "
                "more time (`/league deadline`). I look again <t:{again}:R>.",
                who=texts.person(organiser),
                again=int(again),
            ),
        ]
    return "\n".join(rows)


def moved_end(user: int, round_: int, ends: float | None) -> str:
    """Whoever organises the league gives a round another end."""
    if ends is None:
        return phrase(
            "<@{user}>: round {round} has as long as its games take.", user=user, round=round_
        )
    return phrase(
        "<@{user}>: the games of round {round} are to be over by <t:{ends}:f>.",
        user=user,
        round=round_,
        ends=int(ends),
    )


def out_of_time(game: str, sides: Sequence[str]) -> str:
    """Why a clock has decided a game."""
    return phrase(
        "the round was over, and so was the time of {sides}", sides=texts.both(game, sides)
    )


def after(title: str, season: int, round_: int, last: int, due: float | None) -> str:
    """All games of a round are over."""
    if due is None:
        return phrase(
            "**{title}**: season {season} is over. The final table:", title=title, season=season
        )
    return phrase(
        "**{title}**: round {round} of {last} is over; the next one begins <t:{due}:R>.",
        title=title,
        round=round_,
        last=last,
        due=int(due),
    )


def no_round(title: str) -> str:
    return phrase(
        "**{title}**: there is no further round in which nobody meets a second time, so the season "
        "is over. The final table is as it stands (`/league table`).",
        title=title,
    )


def decided(reason: str, *, by_clock: bool) -> str:
    """In the channel of a game that was decided without being played out."""
    if by_clock:
        return phrase("The game is over, by the clock: {reason}.", reason=limits.plain(reason))
    return phrase(
        "The game is over: whoever organises its league has decided it. {reason}",
        reason=reason,
    ).strip()


def stopped(thread: int, organiser: int) -> str:
    return phrase(
        "The game in <#{thread}> ended without a result. {who} can say how it counts: "
        "`/league adjudicate`.",
        thread=thread,
        who=texts.person(organiser),
    )


def thread(title: str, round_: int, number: int, sides: Sequence[str]) -> str:
    """What the thread of a game is called: it is found again by that."""
    return limits.cut(
        phrase("{title} · round {round} · game {number}", title=title, round=round_, number=number),
        limits.CHOICE,
    )


def no_outcome(text: str, sides: Sequence[str]) -> str:
    return phrase(
        "{text} is no outcome. Please write the sides from the best, for example {example}; "
        "or `draw`, or `none` where nobody gets points.",
        text=limits.code(text, 60),
        example=limits.code(" > ".join(sides)),
    )
