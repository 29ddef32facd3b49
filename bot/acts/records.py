"""What the games that are over add up to: for a person, between two, for a title."""

from collections.abc import Iterable, Mapping, Sequence

import discord

import engine
from bot.acts.here import Interaction
from bot.acts.rating import even, named, rated
from bot.catalogue import counted, msgid, phrase
from bot.desk import Desk
from bot.house import records
from bot.house.ratings import Share, balance
from bot.play.results import played
from bot.talk.reply import say
from bot.words import texts
from bot.words.refusal import Refusal
from engine.core.luck import Luck
from storage import How, Result

Somebody = discord.User | discord.Member

RULES = 8
"""Rules that are named, of those that refuse most."""

ENDS: dict[How, str] = {
    "played": msgid("played to the end"),
    "resigned": msgid("given up"),
    "time": msgid("lost on time"),
    "agreed": msgid("drawn by agreement"),
    "umpire": msgid("ended by the umpire"),
}


async def of_person(
    desk: Desk, interaction: Interaction, who: Somebody, against: Somebody | None
) -> None:
    """Somebody's games that are over, by title and side; only those against one other, if asked."""
    desk.pace.take(interaction.user.id)
    results = [r for r in await desk.store.results_of(who.id) if _both(r, who, against)]
    by_title = {title: [r for r in results if r.title == title] for title in _titles(results)}
    rows, practice = [], 0
    for title, of_title in by_title.items():
        games = [played(result) for result in of_title]
        with_others = [game for game in games if records.with_people(game)]
        practice += len(games) - len(with_others)
        shares = records.tally(with_others, who.id, against.id if against else None)
        if shares:
            rows.append(f"**{named(title)}**: {_shares(title, shares)}")
    if practice and not against:
        rows.append(
            counted(
                "{n} game without another person.", "{n} games without another person.", practice
            )
        )
    if not rows:
        raise Refusal(phrase("No game of that kind has ended yet."))
    head = (
        phrase("<@{user}> against <@{other}>", user=who.id, other=against.id)
        if against
        else f"<@{who.id}>"
    )
    paces = [p.pace for r in results for p in r.parts if p.user == who.id and p.pace is not None]
    number, luck = await desk.fortune.of_person(results, who.id)
    rows += [*_length(results), *_pace(paces), *_luck(number, {"": luck})]
    await say(interaction, "\n".join([head, *rows]))


async def of_title(desk: Desk, interaction: Interaction, title: str) -> None:
    """All games of a title that are over: who won, how they ended, how long, what was refused."""
    desk.pace.take(interaction.user.id)
    results = await desk.store.results(title)
    refused = await desk.store.refusals(title)
    if not results and not refused:
        raise Refusal(phrase("No game of {title} has ended yet.", title=named(title)))
    rows = [
        counted("**{title}**: {n} game", "**{title}**: {n} games", len(results), title=named(title))
    ]
    with_people = [game for game in map(played, results) if records.with_people(game)]
    for scenario, shares in sorted(balance(with_people).items()):
        rows.append(f"{scenario}: {_shares(title, {share.side: share for share in shares})}")
    how = {end: sum(r.how == end for r in results) for end in ENDS}
    ends = ", ".join(f"{phrase(ENDS[end])} {n}" for end, n in how.items() if n)
    rows += [phrase("How they ended: {ends}.", ends=ends)] if ends else []
    rows += _length(results)
    rows += _pace([p.pace for r in results for p in r.parts if p.pace is not None])
    number, luck = await desk.fortune.of_title(results)
    rows += _luck(number, luck, title)
    if games := [played(result) for result in results if result.rated]:
        rows += even(title, games, await rated(desk, title))
    if refused:
        shown = ", ".join(f"{engine.rule_name(rule)} ({times})" for rule, times in refused[:RULES])
        rows.append(phrase("Rules that refused an order most often: {rules}.", rules=shown))
    await say(interaction, "\n".join(rows))


def _both(result: Result, who: Somebody, against: Somebody | None) -> bool:
    """Is it the result of one, and of the other too?"""
    owners = {part.user for part in result.parts if part.place is not None}
    return who.id in owners and (against is None or against.id in owners)


def _titles(results: Iterable[Result]) -> list[str]:
    return sorted({result.title for result in results})


def _shares(title: str, shares: Mapping[str, Share]) -> str:
    told = []
    for share in shares.values():
        text = phrase(
            "{side} won {won} of {games}",
            side=texts.name(title, share.side),
            won=share.won,
            games=share.games,
        )
        if share.drawn:
            text = phrase("{text}, {drawn} shared", text=text, drawn=share.drawn)
        told.append(text)
    return "; ".join(told)


def _length(results: Sequence[Result]) -> list[str]:
    """How many orders and days games took; None that were given up at once."""
    whole = [r for r in results if any(part.orders for part in r.parts)]
    if not whole:
        return []
    orders = records.middle([sum(p.orders for p in r.parts) for r in whole])
    days = records.middle([(r.ended - min(p.since for p in r.parts)) / 86_400 for r in whole])
    return [
        phrase(
            "Length: half of them took {low:.0f} to {high:.0f} orders (the middle one {mid:.0f}) "
            "and {first:.1f} to {last:.1f} days.",
            low=orders[0],
            mid=orders[1],
            high=orders[2],
            first=days[0],
            last=days[2],
        )
    ]


def _luck(games: int, found: Mapping[str, Luck], title: str = "") -> list[str]:
    """How far dice were above their average, side by side in a title; one person's in any."""
    told = [
        phrase(
            "{side} {pips:+.1f} pips in {n} dice ({deviations:+.1f} SD)",
            side=texts.name(title, side) if title else "",
            pips=luck.above,
            n=luck.dice,
            deviations=luck.deviations,
        ).strip()
        for side, luck in found.items()
        if luck.dice
    ]
    head = counted("Luck of the dice in {n} game", "Luck of the dice in the last {n} games", games)
    return [f"{head}: {'; '.join(told)}."] if told else []


def _pace(paces: Sequence[float]) -> list[str]:
    """How long answers take."""
    if not paces:
        return []
    minutes = records.middle(paces)[1] / 60
    if minutes < 90:
        return [phrase("Pace: an answer takes {minutes:.0f} min.", minutes=minutes)]
    return [phrase("Pace: an answer takes {hours:.1f} h.", hours=minutes / 60)]
