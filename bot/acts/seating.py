"""Seats: taken and given back in the lobby, handed over later; and the start."""

import logging

import discord

from bot.acts.consent import offer
from bot.acts.here import Interaction
from bot.acts.rights import holder, inside, manages, referees
from bot.catalogue import channel, counted, phrase
from bot.channel.threads import exists, open_one
from bot.desk import Desk
from bot.house import posting
from bot.play import seats
from bot.play.table import PRACTICE, Table
from bot.talk import permissions
from bot.talk.buttons import Pressed
from bot.talk.reply import FAILURES, say
from bot.words import texts
from bot.words.refusal import Refusal

log = logging.getLogger(__name__)


def check_permissions(interaction: Interaction) -> None:
    """Refusal that names what the bot may not do in this channel."""
    thread = isinstance(interaction.channel, discord.Thread)
    lacks = permissions.missing(interaction.app_permissions, thread=thread)
    if lacks:
        raise Refusal(
            phrase(
                "I cannot run a game here: in this channel I lack {lacks}. Somebody "
                "who manages the server can give me that in the channel's settings.",
                lacks=", ".join(lacks),
            )
        )


async def not_too_many(desk: Desk, interaction: Interaction) -> None:
    """Refusal where this person has opened as many games on the server as one may."""
    most, guild = desk.house.games, interaction.guild_id or 0
    own = await desk.store.open_games(guild=guild, owner=interaction.user.id)
    if len(own) < most:
        return
    for row in own:
        if not await exists(interaction.client, row.channel):
            await desk.games.lost(row.channel)
            return
    places = ", ".join(f"<#{row.channel}>" for row in own)
    raise Refusal(
        counted(
            "You have a game open on this server, in {places}; one person may have "
            "{most}. Play it to its end or `/game end` it, or let somebody else open "
            "this one.",
            "You have {n} games open on this server, in {places}; one person may have "
            "{most}. Play one to its end or `/game end` it, or let somebody else open "
            "this one.",
            len(own),
            places=places,
            most=most,
        )
    )


async def join(
    desk: Desk, interaction: Interaction, table: Table, side: str, *, practice: bool
) -> None:
    """Take a seat, or give it to the practice opponent."""
    user = interaction.user.id
    side = side.casefold().strip() or _free_side(desk, table, practice=practice, user=user)
    invited = (await desk.games.store.settings("game", table.id)).get("invited")
    if invited and user not in (invited, table.row.owner):
        raise Refusal(
            phrase(
                "This game is kept for <@{owner}> and <@{invited}>.",
                owner=table.row.owner,
                invited=invited,
            )
        )
    if practice and user != table.row.owner and not table.sides_of(user):
        raise Refusal(phrase("Please take a seat yourself before you call the practice opponent."))
    await desk.games.take_seat(table, side, PRACTICE if practice else user)
    await desk.games.refresh_panel(table)
    free = [other for other in desk.games.sides(table) if other not in table.seats]
    if practice:
        taken = phrase("The practice opponent plays {side}.", side=table.called(side))
    else:
        taken = phrase("You play {side}.", side=table.called(side))
    if free:
        then = phrase(
            "`/game start` begins once there is a player for {free} too.",
            free=texts.both(table.row.game, free),
        )
    else:
        then = phrase("`/game start` begins the game.")
    await say(interaction, f"{taken} {then}")


def _free_side(desk: Desk, table: Table, *, practice: bool, user: int) -> str:
    own = table.sides_of(user)
    if own and not practice and table.row.status == "lobby":
        raise Refusal(
            phrase(
                "You have {own} already. To play another side as well, name it.",
                own=texts.both(table.row.game, own),
            )
        )
    free = [side for side in desk.games.sides(table) if side not in table.seats]
    if not free and table.row.status == "lobby":
        raise Refusal(phrase("All seats are taken. `/game start` begins."))
    return free[0] if free else ""


async def press_join(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    await join(desk, interaction, table, pressed.pending, practice=False)


async def press_start(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    await start(desk, interaction, table)


async def start(desk: Desk, interaction: Interaction, table: Table) -> None:
    """Begin a game that is full."""
    check_permissions(interaction)
    await desk.games.start(table, interaction.user.id)
    note = await open_thread(desk, table)
    begins = phrase("The game begins. The panel in the channel says who must act.")
    await say(interaction, f"{begins}\n{note}".strip())


async def open_thread(desk: Desk, table: Table) -> str:
    """A thread of its own for a game, where its channel wants that; what to say of it."""
    chosen = await desk.store.settings("channel", table.row.channel)
    split = posting.split(chosen.get("thread"))
    if split == "none" or table.thread:
        return ""
    try:
        thread = await open_one(desk.client, table.row.channel, table.title)
    except FAILURES as error:
        log.info("no thread for game %s: %s", table.id, error)
        thread = 0
    if not thread:
        return phrase(
            "I could not open a thread for this game (it takes Create Public Threads), so all of "
            "it is posted here."
        )
    await desk.store.set_setting("game", table.id, "split", split)
    await desk.store.set_setting("game", table.id, "thread", thread)
    table.thread, table.split = thread, split
    return phrase("Its thread is <#{thread}>.", thread=thread)


# handing over --------------------------------------------------------------------


async def seat(
    desk: Desk,
    interaction: Interaction,
    table: Table,
    side: str,
    player: discord.User | discord.Member | None,
    *,
    practice: bool,
) -> None:
    """Hand a seat over to a person or to the practice opponent."""
    user = interaction.user.id
    side = side.casefold().strip()
    if not table.open:
        raise Refusal(phrase("This game is over already."))
    if table.damaged:
        raise Refusal(texts.damaged(table.title))
    if side not in desk.games.sides(table):
        names = ", ".join(desk.games.sides(table))
        raise Refusal(phrase("This game has no such side. Its sides: {names}.", names=names))
    new, before = fit(player, practice=practice), holder(table, side)
    if new == table.seats.get(side):
        raise Refusal(phrase("{side} is theirs already.", side=table.called(side)))
    if table.row.status == "lobby":
        if user != table.row.owner and not manages(interaction, table.row.channel):
            raise Refusal(
                phrase("Only whoever opened this game or manages this channel can do that.")
            )
        alone = True
    else:
        strange = new == PRACTICE or not await inside(desk, interaction, table, new) - {side}
        alone = strange and await referees(desk, interaction, table)
    if alone:
        with channel(table.row.guild):
            what = texts.seated(table.row.game, side, new, before)
            if manages(interaction, table.row.channel):
                text = phrase(
                    "<@{user}>, who manages this channel, decides: {what}", user=user, what=what
                )
            else:
                text = phrase(
                    "<@{user}>, who opened this game, decides: {what}", user=user, what=what
                )
        desk.calls.take(user)
        await seats.hand_over(desk.games, table, side, new, text)
        await say(
            interaction,
            phrase("Done: {side} has changed hands.", side=table.called(side)),
        )
    elif manages(interaction, table.row.channel) or table.sides_of(user):

        def plea() -> str:
            offered = texts.seated(table.row.game, side, new, before)
            return phrase("<@{user}> offers: {offered}", user=user, offered=offered)

        await offer(desk, interaction, table, f"seat {side} {new}", by_consent, plea)
    else:
        raise Refusal(
            phrase(
                "Only whoever manages this channel and has no part in the game can hand a "
                "seat over, or its players, if all of them agree."
            )
        )


def fit(player: discord.User | discord.Member | None, *, practice: bool) -> int:
    """Who gets a seat. Refusal for somebody who cannot play here."""
    if (player is None) != practice:
        raise Refusal(phrase("Please name either a player or practice:True."))
    if player is None:
        return PRACTICE
    if player.bot:
        raise Refusal(phrase("A bot cannot play; practice:True calls the practice opponent."))
    if not isinstance(player, discord.Member):
        raise Refusal(phrase("That person is not on this server."))
    return player.id


async def by_consent(desk: Desk, table: Table, words: list[str]) -> str:
    """All people of the game have agreed that a seat changes hands."""
    side, new = words[0], int(words[1])
    with channel(table.row.guild):
        what = texts.seated(table.row.game, side, new, holder(table, side))
        text = phrase("By consent of the players: {what}", what=what)
    await seats.hand_over(desk.games, table, side, new, text)
    return phrase("Done: {side} has changed hands.", side=table.called(side))
