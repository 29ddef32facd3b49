"""Seats: taken and given back in the lobby, handed over later; and the start."""

from typing import TYPE_CHECKING

import discord

from bot import permissions, texts
from bot.buttons import Pressed, on
from bot.consent import deed, offer
from bot.games import PRACTICE, Table
from bot.here import Interaction, pressed_table, umpire
from bot.reply import Refusal, say
from bot.rights import holder, inside, manages, referees

if TYPE_CHECKING:
    from bot.client import Umpire


def check_permissions(interaction: Interaction) -> None:
    """Refusal that names what the bot may not do in this channel."""
    thread = isinstance(interaction.channel, discord.Thread)
    lacks = permissions.missing(interaction.app_permissions, thread=thread)
    if lacks:
        raise Refusal(
            f"I cannot run a game here: in this channel I lack {', '.join(lacks)}. "
            "Somebody who manages the server can give me that in the channel's settings."
        )


async def join(interaction: Interaction, table: Table, side: str, *, practice: bool) -> None:
    """Take a seat, or give it to the practice opponent."""
    bot = umpire(interaction)
    user = interaction.user.id
    side = side.casefold().strip() or _free_side(bot, table, practice=practice, user=user)
    invited = (await bot.games.store.settings("game", table.id)).get("invited")
    if invited and user not in (invited, table.row.owner):
        raise Refusal(f"This game is kept for <@{table.row.owner}> and <@{invited}>.")
    if practice and user != table.row.owner and not table.sides_of(user):
        raise Refusal("Please take a seat yourself before you call the practice opponent.")
    await bot.games.take_seat(table, side, PRACTICE if practice else user)
    await bot.refresh_panel(table)
    who = "The practice opponent plays" if practice else "You play"
    free = [other for other in bot.games.sides(table) if other not in table.seats]
    when = f"when {texts.both(free)} has a player too" if free else "the game"
    await say(interaction, f"{who} {texts.name(side)}. `/game start` begins {when}.")


def _free_side(bot: "Umpire", table: Table, *, practice: bool, user: int) -> str:
    own = table.sides_of(user)
    if own and not practice and table.row.status == "lobby":
        raise Refusal(f"You have {texts.both(own)} already. To play another side as well, name it.")
    free = [side for side in bot.games.sides(table) if side not in table.seats]
    if not free and table.row.status == "lobby":
        raise Refusal("All seats are taken. `/game start` begins.")
    return free[0] if free else ""


@on("join")
async def _join(interaction: Interaction, pressed: Pressed) -> None:
    table = await pressed_table(interaction, pressed)
    await join(interaction, table, pressed.pending, practice=False)


@on("start")
async def _start(interaction: Interaction, pressed: Pressed) -> None:
    await start(interaction, await pressed_table(interaction, pressed))


async def start(interaction: Interaction, table: Table) -> None:
    """Begin a game that is full."""
    check_permissions(interaction)
    await umpire(interaction).games.start(table, interaction.user.id)
    await say(interaction, "The game begins. The panel in the channel says who must act.")


# handing over --------------------------------------------------------------------


async def seat(
    interaction: Interaction,
    table: Table,
    side: str,
    player: discord.User | discord.Member | None,
    *,
    practice: bool,
) -> None:
    """Hand a seat over to a person or to the practice opponent."""
    bot, user = umpire(interaction), interaction.user.id
    side = side.casefold().strip()
    if not table.open:
        raise Refusal("This game is over already.")
    if table.damaged:
        raise Refusal(texts.damaged(table.title))
    if side not in bot.games.sides(table):
        names = ", ".join(bot.games.sides(table))
        raise Refusal(f"This game has no such side. Its sides: {names}.")
    new, before = _fit(player, practice=practice), holder(table, side)
    if new == table.seats.get(side):
        raise Refusal(f"{texts.name(side)} is theirs already.")
    if table.row.status == "lobby":
        if user != table.row.owner and not manages(interaction, table.row.channel):
            raise Refusal("Only who opened this game, and who manages this channel, can do that.")
        alone = True
    else:
        strange = new == PRACTICE or not await inside(interaction, table, new) - {side}
        alone = strange and await referees(interaction, table)
    if alone:
        who = (
            "manages this channel"
            if manages(interaction, table.row.channel)
            else "opened this game"
        )
        text = texts.handed(side, new, before, f"<@{user}>, who {who}")
        bot.calls.take(user)
        await bot.games.hand_over(table, side, new, text)
        await say(interaction, f"Done: {texts.name(side)} has changed hands.")
    elif manages(interaction, table.row.channel) or table.sides_of(user):
        plea = f"<@{user}> offers: {texts.seated(side, new, before)}"
        await offer(interaction, table, f"seat {side} {new}", plea)
    else:
        raise Refusal(
            "Only who manages this channel and has no part in the game can hand a seat over, "
            "or its players, if all of them agree."
        )


def _fit(player: discord.User | discord.Member | None, *, practice: bool) -> int:
    """Who gets a seat. Refusal for somebody who cannot play here."""
    if (player is None) != practice:
        raise Refusal("Please name either a player or practice:True.")
    if player is None:
        return PRACTICE
    if player.bot:
        raise Refusal("A bot cannot play; practice:True calls the practice opponent.")
    if not isinstance(player, discord.Member):
        raise Refusal("That person is not on this server.")
    return player.id


@deed("seat")
async def _handed(interaction: Interaction, table: Table, words: list[str]) -> str:
    side, new = words[0], int(words[1])
    text = texts.handed(side, new, holder(table, side), "By consent of the players")
    await umpire(interaction).games.hand_over(table, side, new, text)
    return f"Done: {texts.name(side)} has changed hands."
