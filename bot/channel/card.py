"""The card of a game that is over, worked out from its log: points and luck turn by turn."""

from collections.abc import Mapping, Sequence

import discord

from bot.catalogue import of_game, phrase
from bot.play import history
from bot.play.history import Step
from bot.play.table import PRACTICE, Table
from bot.talk.reply import FAILURES
from bot.words import texts
from engine import Game
from engine.core.luck import Luck, luck
from renderer import Card, Curve, Plot
from storage import Store

Turn = tuple[str, list[Step]]
"""Its name, and the orders that were given in it."""


async def card(store: Store, table: Table, names: Mapping[int, str]) -> Card | None:
    """What goes on the card, with `names` of its people; None while there is no result."""
    game = table.played()
    result = game.result()
    if result is None:
        return None
    again = history.Again(store, table)
    first, start = await again.after(None, lambda game: (game.view(None).turn, game.scores()))
    turns = by_turn(first, await history.steps(store, table))
    points = [start]
    for _, steps in turns[:-1]:
        points.append(await again.after(steps[-1], Game.scores))
    points.append(game.scores())
    won = texts.both(game.id, result.winners)
    end = {**points[-1], **result.scores}
    order = sorted(game.sides, key=lambda side: side not in result.winners)
    return Card(
        title=table.title,
        scenario=table.terms.replace("`", ""),
        won=phrase("Won by {sides}", sides=won) if won else phrase("A draw"),
        why=of_game(result.reason[:1].upper() + result.reason[1:]),
        seats=[
            (texts.name(game.id, side), _who(table, side, names), str(end.get(side, "")))
            for side in order
        ],
        plots=[*_points(game, turns, points), *_luck(game, turns)],
    )


def by_turn(first: str, steps: Sequence[Step]) -> list[Turn]:
    """The orders by the turn in which they were given; turns without any are left out.

    `first` is the turn in which the game began.
    """
    found: list[Turn] = [(first, [])]
    for step in steps:
        found[-1][1].append(step)
        found += [(turn, []) for turn in step.turns if turn != found[-1][0]][-1:]
    return [(name, orders) for name, orders in found if orders]


async def people(client: discord.Client, table: Table) -> dict[int, str]:
    """What the people of a game are called on its server; who has left it is not named."""
    guild, found = client.get_guild(table.row.guild), {}
    for user in table.people | set(table.partners.values()):
        if guild is not None and user > 0:
            try:
                found[user] = (await guild.fetch_member(user)).display_name
            except discord.NotFound:
                continue
            except FAILURES:  # they are there, as far as is known
                member = guild.get_member(user)
                found[user] = member.display_name if member else phrase("a player")
    return found


def _who(table: Table, side: str, names: Mapping[int, str]) -> str:
    """Who played a side, by name."""
    users = [table.seats[side]] if side in table.seats else []
    users += [table.partners[side]] if side in table.partners else []
    return texts.listed([_name(user, names) for user in users])


def _name(user: int, names: Mapping[int, str]) -> str:
    if user == PRACTICE:
        return phrase("practice opponent")
    return texts.person(user) if user < 0 else names.get(user) or phrase("a player who has left")


def _points(game: Game, turns: Sequence[Turn], points: Sequence[Mapping[str, int]]) -> list[Plot]:
    """What counted for victory, from the start to the end of each turn."""
    kinds = list(points[-1])
    curves = [
        Curve(
            f"{_title(game, kind)} {points[-1][kind]}",
            [(number, now.get(kind, 0)) for number, now in enumerate(points)],
        )
        for kind in kinds
    ]
    return [Plot(phrase("Score by turn"), curves, _ticks(turns))] if curves and turns else []


def _luck(game: Game, turns: Sequence[Turn]) -> list[Plot]:
    """How far the dice of each side were above the average, turn by turn."""
    sums = [dict.fromkeys(game.sides, Luck())]
    for _, steps in turns:
        new = luck(game, [entry for step in steps for entry in step.entries])
        sums.append({side: sums[-1][side] + new[side] for side in game.sides})
    curves = [
        Curve(
            f"{texts.name(game.id, side)} {sums[-1][side].above:+.1f}",
            [(number, now[side].above) for number, now in enumerate(sums)],
        )
        for side in game.sides
        if sums[-1][side].dice
    ]
    rolled = [
        f"{texts.name(game.id, side)} {own.deviations:+.1f} SD"
        for side, own in sums[-1].items()
        if own.dice
    ]
    title = phrase("Dice against their average, in pips: {luck}", luck=", ".join(rolled))
    return [Plot(title, curves, _ticks(turns))] if curves else []


def _ticks(turns: Sequence[Turn]) -> list[tuple[float, str]]:
    """The turns under a scale, without what stands behind a comma: a date, say."""
    return [(number, name.split(",")[0]) for number, (name, _) in enumerate(turns, 1)]


def _title(game: Game, kind: str) -> str:
    """A side as people read it; what is no side has its name."""
    return texts.name(game.id, kind) if kind.islower() else kind
