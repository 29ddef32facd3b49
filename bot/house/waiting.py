"""The words about time: who is called and reminded, what clocks show, what happens without time."""

from bot.catalogue import msgid, of_game, phrase
from bot.house.calls import seat
from bot.house.clocks import PRESETS, Control
from bot.house.rules import HOUR
from bot.house.watch import Claim, Watch
from bot.words.texts import listed, name

NAMES = {
    "none": msgid("no clock"),
    "fast": msgid("fast (24 h, and 4 h for each move, up to 72 h)"),
    "normal": msgid("normal (72 h, and 12 h for each move, up to 120 h)"),
    "slow": msgid("slow (72 h, and 36 h for each move, up to 240 h)"),
}
"""Of the clocks that are offered; people may also set their own."""

CLAIMS: dict[Claim, str] = {
    "seat": msgid("somebody else, or the practice opponent, takes the seat"),
    "win": msgid("the others win"),
}


def control(what: Control) -> str:
    """The time that each seat has."""
    preset = next((key for key, known in PRESETS.items() if known == what), None)
    if preset is not None:
        return phrase(NAMES[preset])
    return phrase(
        "{bank} h, and {bonus} h for each move, up to {most} h",
        bank=_hours(what.bank),
        bonus=_hours(what.bonus),
        most=_hours(what.most),
    )


def terms(what: Control, claim: Claim) -> str:
    """The clocks of a game that waits for its players."""
    return phrase(
        "Clock: {control}. When the time of a side is out: {claim}.",
        control=control(what),
        claim=phrase(CLAIMS[claim]),
    )


def _hours(seconds: float) -> str:
    return f"{seconds / HOUR:g}"


def span(seconds: float) -> str:
    """So much time, in the two largest units that fit.

    >>> span(93_600.0), span(-1.0)
    ('1 d 2 h', '0 min')
    """
    minutes = int(max(seconds, 0.0) // 60)
    days, rest = divmod(minutes, 24 * 60)
    hours, minutes = divmod(rest, 60)
    if days:
        return phrase("{days} d {hours} h", days=days, hours=hours)
    if hours:
        return phrase("{hours} h {minutes} min", hours=hours, minutes=minutes)
    return phrase("{minutes} min", minutes=minutes)


def time(game: str, watch: Watch) -> str:
    """What the clocks of a game show, below its panel and status; "" without clocks."""
    if watch.locked:
        return phrase("Moderators have locked the game: its clocks stand until they unlock it.")
    if watch.paused:
        return phrase("The game pauses; `/game resume` goes on, by consent of all.")
    if watch.clocks is None:
        return ""
    rows = []
    for side, clock in watch.clocks.seats.items():
        if clock.ends is not None:
            rows.append(
                phrase(
                    "{side} has until <t:{end}:f> (<t:{end}:R>)",
                    side=name(game, side),
                    end=int(clock.ends),
                )
            )
        elif watch.seats.get(side, 1):
            rows.append(phrase("{side} has {left}", side=name(game, side), left=span(clock.left)))
    return phrase("Clocks: {clocks}.", clocks="; ".join(rows))


def row(game: str, title: str, channel: int, watch: Watch, user: int) -> str:
    """A game in a list of games: whose move it is, since when, and until when."""
    parts = []
    for side, call in watch.calls.items():
        who = (
            phrase("you ({side})", side=name(game, seat(side)))
            if call.user == user
            else f"<@{call.user}>"
        )
        text = phrase("{who} since <t:{since}:R>", who=who, since=int(call.since))
        if (end := watch.ends(side)) is not None:
            text = phrase("{text}, until <t:{end}:f>", text=text, end=int(end))
        parts.append(text)
    if watch.paused or watch.locked:
        parts = [phrase("locked") if watch.locked else phrase("pauses")]
    asked = "; ".join(parts) or phrase("nobody is asked")
    return phrase("**{title}** <#{channel}>: {asked}", title=title, channel=channel, asked=asked)


def called(game: str, title: str, channel: int, side: str, prompt: str) -> str:
    """Calls somebody by direct message, or in the morning."""
    return phrase(
        "**{title}** in <#{channel}>: you are asked as {side}. {prompt}",
        title=title,
        channel=channel,
        side=name(game, side),
        prompt=of_game(prompt),
    )


def on_deck(game: str, title: str, channel: int, side: str) -> str:
    """Tells somebody that they are next."""
    return phrase(
        "**{title}** in <#{channel}>: the other side has begun; you are next, as {side}.",
        title=title,
        channel=channel,
        side=name(game, side),
    )


def reminded(game: str, title: str, channel: int, side: str, prompt: str, since: float) -> str:
    """Reminds them."""
    return phrase(
        "**{title}** in <#{channel}> waits for you as {side} since <t:{since}:R>. {prompt}",
        title=title,
        channel=channel,
        side=name(game, side),
        since=int(since),
        prompt=of_game(prompt),
    )


def ends(when: float) -> str:
    """When a clock runs out, behind a call."""
    return phrase("Your clock runs out <t:{end}:R>.", end=int(when))


def graced(user: int, game: str, side: str, end: float) -> str:
    """The time of a seat is out for the first time."""
    return phrase(
        "<@{user}>, the time of {side} is out. Once in a game there is a grace: "
        "it ends <t:{end}:f>.",
        user=user,
        side=name(game, side),
        end=int(end),
    )


def out(game: str, side: str, claim: Claim, others: list[int]) -> str:
    """The others are asked what is to happen to a seat without time."""
    people = listed([f"<@{user}>" for user in others])
    if not people:
        return phrase("The time of {side} is out.", side=name(game, side))
    return phrase(
        "The time of {side} is out. {people}, you decide: claim ({what}), give 24 h more, or "
        "wait; whoever waits is asked again in a day.",
        side=name(game, side),
        people=people,
        what=phrase(CLAIMS[claim]),
    )


def digest(rows: list[str]) -> str:
    """All games in which somebody is asked."""
    return phrase("You are asked in:\n{rows}", rows="\n".join(rows))
