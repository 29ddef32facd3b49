"""People who came into a league by name alone: who they are here, in public and to be taken back.

Whoever organises the league says it; others say it of themselves, and whoever organises agrees.
What was played stays with the name's number, and so do results and tables.
"""

import discord
from msgspec.structs import replace

from bot.acts.here import Interaction
from bot.acts.league import changing, organises
from bot.acts.league import here as league_here
from bot.acts.rights import manages
from bot.catalogue import channel, phrase
from bot.desk import Desk
from bot.play import leagues
from bot.play.leagues import Season
from bot.talk.buttons import Pressed, Style, button, view_of
from bot.talk.reply import redraw, say, show
from bot.words import limits
from bot.words.refusal import Refusal
from storage import Entrant

Somebody = discord.User | discord.Member


async def tie(desk: Desk, interaction: Interaction, name: str, player: Somebody) -> None:
    """A name of the table is somebody here; they may ask for it themselves."""
    league = await league_here(desk, interaction)
    own = player.id == interaction.user.id
    if own and player.id != league.organiser and not manages(interaction, league.channel):
        await _asked(desk, interaction, name)
        return
    async with changing(desk, interaction) as at:
        organises(interaction, at.league)
        one = _named(at, name)
        _fits(at, one, player)
        after = replace(one, user=player.id)
        await _tied(desk, at, after)
    await desk.keeper.leagues.tell(at.league, lambda: _said(after, interaction.user.id))
    await say(interaction, phrase("Done; the channel of the league says so."))


async def _asked(desk: Desk, interaction: Interaction, name: str) -> None:
    """Somebody says who they are: whoever organises the league can agree below it."""
    at = await leagues.season(desk.store, await league_here(desk, interaction))
    one = _named(at, name)
    _fits(at, one, interaction.user)
    desk.calls.take(interaction.user.id)
    await interaction.response.defer(ephemeral=False, thinking=True)
    with channel(at.league.guild):
        parts = (str(one.number), str(interaction.user.id))
        yes = button("tie", at.league.id, phrase("Yes, that is so"), *parts, style=Style.primary)
        text = phrase(
            "<@{user}> says: I am {name} of this league. <@{organiser}> can agree.",
            user=interaction.user.id,
            name=limits.plain(one.name),
            organiser=at.league.organiser,
        )
    await show(interaction, text, None, view=view_of(yes))


async def press_tie(desk: Desk, interaction: Interaction, pressed: Pressed) -> None:
    """Whoever organises the league agrees to who somebody is."""
    league = await desk.store.league(pressed.game)
    organises(interaction, league)
    await interaction.response.defer()
    user = int(pressed.rest)
    async with desk.keeper.leagues.alone(league.id):
        at = await leagues.season(desk.store, await desk.store.league(league.id))
        found = [one for one in at.entrants if one.number == int(pressed.pending)]
        if not found or found[0].user or any(one.user == user for one in at.entrants):
            raise Refusal(phrase("That is settled already."))
        after = replace(found[0], user=user)
        await _tied(desk, at, after)
    with channel(league.guild):
        await redraw(interaction, _said(after, interaction.user.id))


async def untie(desk: Desk, interaction: Interaction, name: str) -> None:
    """Take it back: the table has the name again. A game that has begun goes on."""
    async with changing(desk, interaction) as at:
        organises(interaction, at.league)
        one = _named(at, name)
        if one.user <= 0:
            raise Refusal(phrase("{name} is tied to nobody.", name=limits.plain(one.name)))
        after = replace(one, user=0)
        await _tied(desk, at, after)
    await desk.keeper.leagues.tell(at.league, lambda: _said(after, interaction.user.id))
    await say(interaction, phrase("Done; the channel of the league says so."))


async def _tied(desk: Desk, at: Season, one: Entrant) -> None:
    """It is kept, and games that waited for somebody begin."""
    people = [one if old.number == one.number else old for old in at.entrants]
    await desk.store.set_entrants(at.league, people)
    await leagues.wake(desk.store, at.league.id, desk.now())


def _said(one: Entrant, by: int) -> str:
    """What everybody reads."""
    name = limits.plain(one.name)
    if not one.user:
        return phrase("<@{by}>: {name} is tied to nobody any more.", by=by, name=name)
    return phrase(
        "<@{by}>: {name} of this league is <@{user}>, with all that {name} has played. "
        "`/league untie` takes it back.",
        by=by,
        name=name,
        user=one.user,
    )


def _named(at: Season, name: str) -> Entrant:
    """Somebody by the name that they came in with. Refusal where there is none."""
    wanted = name.casefold().strip()
    found = [one for one in at.entrants if one.name and one.name.casefold() == wanted]
    if not found:
        raise Refusal(
            phrase("Nobody came into this league by the name {name}.", name=limits.code(name, 60))
        )
    return found[0]


def _fits(at: Season, one: Entrant, player: Somebody) -> None:
    """Refusal for a name that is taken, and for whoever is in the league already."""
    if player.bot:
        raise Refusal(phrase("A bot takes no part in a league."))
    if one.user:
        raise Refusal(
            phrase(
                "{name} is <@{user}> already. `/league untie` takes that back.",
                name=limits.plain(one.name),
                user=one.user,
            )
        )
    if any(other.user == player.id for other in at.entrants):
        raise Refusal(phrase("<@{user}> is in this league already.", user=player.id))
