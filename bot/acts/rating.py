"""How people are rated in a title, and how even its scenarios are: worked out when it is asked."""

import asyncio
from collections.abc import Sequence

import discord

import engine
from bot.acts.here import Interaction, place
from bot.catalogue import counted, phrase
from bot.channel import style
from bot.channel.pictures import Plotted
from bot.desk import Desk
from bot.house import ratings
from bot.house.ratings import Person, Played, Points, Share
from bot.play.results import played
from bot.talk.reply import described, say
from bot.words import texts
from bot.words.refusal import Refusal
from renderer import Curve, Plot

SHOWN = 20
"""People on a leaderboard."""


async def rating(
    desk: Desk, interaction: Interaction, who: discord.User | discord.Member, title: str
) -> None:
    """Somebody's rating in a title, with its curve; with none, in the one they played most."""
    desk.pace.take(interaction.user.id)
    await interaction.response.defer(ephemeral=True, thinking=True)
    own = [r for r in await desk.store.results_of(who.id) if r.rated]
    titles = {r.title for r in own} & {title or r.title for r in own}
    found = {name: (await rated(desk, name)).people for name in sorted(titles)}
    rows = {name: people[who.id] for name, people in found.items() if who.id in people}
    if not rows:
        raise Refusal(f"{phrase('<@{user}> has no rated game yet.', user=who.id)} {_what()}")
    lines = [f"**{named(name)}**: {_record(person)}" for name, person in rows.items()]
    most = max(rows, key=lambda name: rows[name].games)
    plot = _curve(f"{who.display_name} · {named(most)}", rows[most])
    look = await style.of_user(desk.store, interaction.user.id, await place(desk, interaction))
    picture = await desk.outbox.paint(Plotted(plot), look, interaction.user.id)
    text = "\n".join([f"<@{who.id}>", *lines, f"-# {_what()}"])
    await say(interaction, text, file=described("rating.png", picture))


async def leaderboard(desk: Desk, interaction: Interaction, title: str) -> None:
    """The people of this server by their rating in a title, and how even it is."""
    desk.pace.take(interaction.user.id)
    results = [r for r in await desk.store.results(title) if r.rated]
    if not results:
        raise Refusal(
            phrase(
                "No rated game of {title} has ended yet. {what}", title=named(title), what=_what()
            )
        )
    here = {p.user for r in results if r.guild == interaction.guild_id for p in r.parts}
    games = [played(result) for result in results]
    found = await rated(desk, title, games)
    rows = [
        f"{number}. {texts.person(user)} {_record(person)}"
        for number, (user, person) in enumerate(
            [(user, person) for user, person in found.leaders() if user in here and user > 0], 1
        )
    ]
    head = phrase("**{title}**: the rated people of this server", title=named(title))
    text = "\n".join([head, *rows[:SHOWN], *even(title, games, found), f"-# {_what()}"])
    await say(interaction, text)


def even(title: str, games: Sequence[Played], found: ratings.Ratings) -> list[str]:
    """How even the scenarios of a title are, over all rated games."""
    names = engine.catalogue()[title].scenarios
    rows = []
    for scenario, shares in sorted(ratings.balance(games).items()):
        worth = found.sides.get(scenario, {})
        told = "; ".join(_share(title, share, worth.get(share.side)) for share in shares)
        rows.append(f"{names.get(scenario, scenario)}: {told}")
    return [phrase("Balance (95 to 5 within the brackets):"), *rows]


async def rated(desk: Desk, title: str, games: Sequence[Played] | None = None) -> ratings.Ratings:
    """Everybody's rating in a title, as of now; of its rated games, where those are at hand."""
    if games is None:
        games = [played(result) for result in await desk.store.results(title) if result.rated]
    rater = desk.raters.setdefault(title, ratings.Rater())
    return await asyncio.to_thread(rater.rate, games)


def _share(title: str, share: Share, worth: Points | None) -> str:
    low, high = share.interval
    won = phrase(
        "{side} {percent:.0%} of {games} ({low:.0%} to {high:.0%})",
        side=texts.name(title, share.side),
        percent=share.of_all,
        games=share.games,
        low=low,
        high=high,
    )
    if worth is None:
        return won
    return phrase(
        "{won}, worth {points:+.0f} points ({low:+.0f} to {high:+.0f})",
        won=won,
        points=worth.points,
        low=worth.points - worth.spread,
        high=worth.points + worth.spread,
    )


def _record(person: Person) -> str:
    now = person.now
    return counted(
        "{points:.0f} ± {spread:.0f} · {n} game, {won} won, {drawn} shared",
        "{points:.0f} ± {spread:.0f} · {n} games, {won} won, {drawn} shared",
        person.games,
        points=now.points,
        spread=now.spread,
        won=person.won,
        drawn=person.drawn,
    )


def _curve(title: str, person: Person) -> Plot:
    points = [(float(n), at.points) for n, (_, at) in enumerate(person.curve, 1)]
    band = [at.spread for _, at in person.curve]
    ticks = [(1.0, phrase("game 1"))]
    step = max(1, round(person.games / 4))
    ticks += [(float(n), str(n)) for n in range(step, person.games + 1, step) if n > 1]
    return Plot(title, [Curve(f"{person.now.points:.0f}", points, band)], ticks)


def named(title: str) -> str:
    """A title for people."""
    known = engine.catalogue().get(title)
    return known.title if known else title


def _what() -> str:
    return phrase(
        "Rated are games of two people or more that no edit has touched; what a side is worth by "
        "itself is taken out."
    )
