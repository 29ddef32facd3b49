"""A game as a film: a turn order by order, or all of it phase by phase, as everybody saw it."""

import asyncio
from contextlib import nullcontext
from dataclasses import dataclass, replace

import renderer
from bot.acts.here import Interaction
from bot.catalogue import channel, counted, phrase
from bot.channel import style
from bot.channel.films import LARGEST, Film
from bot.channel.pictures import Shot
from bot.channel.style import Style
from bot.desk import Desk
from bot.play import history, reels
from bot.play.reels import Reel
from bot.play.table import Table, Turns
from bot.talk.reply import amend, in_words
from bot.words.limits import code
from bot.words.refusal import Refusal
from engine.core.lexicon import fold

GAME = "game"
"""The word for all of it, in place of a turn's name."""
FEWEST = 2
"""A start and an end make a film, whatever their size."""
TELLS = 3.0
"""Seconds between two words of how far a film is."""


async def replay(
    desk: Desk, interaction: Interaction, table: Table, of: str, *, public: bool
) -> None:
    """A film for one person or for the channel. While it is made, how far it is."""
    table.played()
    user, place = interaction.user.id, table.row.channel
    name = await _named(desk, table, of)
    desk.replays.take(user)
    await interaction.response.defer(ephemeral=not public, thinking=True)
    reel = await _reel(desk, table, name)
    if public:
        looks = await style.of_channel(desk.store, place)
    else:
        looks = await style.of_user(desk.store, user, place)
    limit = min(LARGEST, interaction.filesize_limit)
    last = reel.moments[-1].step
    open_hands = not table.open  # what is kept of a running game must never come to have them
    wanted = _Wanted(reel, looks, limit, open_hands)
    key = (table.id, name, last.action.seq if last else 0, looks, limit, open_hands)
    try:
        async with desk.films.making:
            film = desk.films.find(key)
            if film is None:
                film = await _made(desk, interaction, table, wanted)
                desk.films.keep(key, film)
    except Exception as error:
        await amend(interaction, in_words(error, interaction))
        return
    with channel(table.row.guild) if public else nullcontext():
        what = phrase("the whole game") if name == GAME else name
        text = counted(
            "**{title}** · {what} · {n} picture",
            "**{title}** · {what} · {n} pictures",
            film.pictures,
            title=table.title,
            what=what,
        )
        alt = phrase("A replay of {title}: {what}.", title=table.title, what=what)
    await amend(interaction, text, ("replay.webp", film.webp, alt))


async def turns(desk: Desk, table: Table) -> Turns:
    """The turns that have orders, by name, and which; read once for each state of the game."""
    async with desk.films.reading:
        rev = table.row.rev
        if table.turns is None or table.turns[0] != rev:
            again = history.Again(desk.store, table)
            first = await again.after(None, lambda game: game.view(None).turn)
            steps = await history.steps(desk.store, table)
            table.turns = (rev, reels.turns(first, steps))
        return table.turns[1]


async def _named(desk: Desk, table: Table, of: str) -> str:
    """What is meant: all, a turn by its name, or the last one. Refusal where there is none."""
    if not await desk.store.told(table.id):
        raise Refusal(phrase("There is no order in this game yet."))
    if of == GAME:
        return GAME
    known = await turns(desk, table)
    found = [name for name in known if fold(name) == fold(of.strip())] if of else list(known)
    if not found:
        raise Refusal(
            phrase("This game has no turn called {turn}; the list has all.", turn=code(of, 60))
        )
    return found[-1]


async def _reel(desk: Desk, table: Table, name: str) -> Reel:
    if name == GAME:
        return reels.of_game(await history.steps(desk.store, table))
    start, end = (await turns(desk, table))[name]
    before = await history.step_at(desk.store, table, start)
    return reels.of_turn(before, await history.steps(desk.store, table, start, end))


@dataclass(frozen=True)
class _Wanted:
    """A film as it is wanted: `limit` bytes at most; `open_hands`: everybody's cards are shown."""

    reel: Reel
    looks: Style
    limit: int
    open_hands: bool


async def _made(desk: Desk, interaction: Interaction, table: Table, wanted: _Wanted) -> Film:
    """The film, of so many pictures as the limit has room for."""
    while (film := await _tried(desk, interaction, table, wanted)) is None:
        wanted = replace(wanted, reel=wanted.reel.halved())
    return film


async def _tried(
    desk: Desk, interaction: Interaction, table: Table, wanted: _Wanted
) -> Film | None:
    """None where it grows beyond the limit. Others' pictures come between those of a film."""
    clock = asyncio.get_running_loop().time
    reel, limit = wanted.reel, wanted.limit
    again = history.Again(desk.store, table)
    look = reels.with_hands if wanted.open_hands else reels.without_hands
    patches: list[renderer.Patch] = []
    first = before = under = None
    told = -TELLS
    for moment in reel.moments:
        if clock() - told >= TELLS:
            told = clock()
            await amend(interaction, _so_far(len(patches) + 1, len(reel.moments)))
        view, hands = await again.after(moment.step, look)
        what = Shot(
            view,
            () if reel.phases else moment.entries,
            before=before if reel.phases else None,
            under=under.png if under else b"",
            hands=hands,
        )
        under = await _shoot(desk, interaction, what, wanted.looks)
        patches.append(under.patch)
        first, before = first or what, view
        if len(patches) > FEWEST and sum(len(one.data) for one in patches) > limit:
            return None
    if first and under:  # it is as large as the largest, which is known only now
        first = replace(first, tall=under.height)
        patches[0] = (await _shoot(desk, interaction, first, wanted.looks)).patch
    pictures = list(zip(patches, reel.seconds(), strict=True))
    webp = await asyncio.to_thread(renderer.film, pictures)
    return Film(webp, len(patches)) if len(webp) <= limit or len(patches) <= FEWEST else None


async def _shoot(desk: Desk, interaction: Interaction, shot: Shot, looks: Style) -> renderer.Shot:
    found = await desk.outbox.paint(shot, looks, interaction.user.id)
    assert isinstance(found, renderer.Shot)
    return found


def _so_far(done: int, last: int) -> str:
    return phrase("The replay is being made: picture {done} of {last}.", done=done, last=last)
