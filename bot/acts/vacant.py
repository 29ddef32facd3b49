"""Open seats: given up or left behind, held by the practice opponent until somebody takes them.

Nobody takes a seat in a game in which they hold or held another one, or saw its hand.
"""

import discord

from bot.acts.here import Interaction
from bot.acts.rights import inside, referees
from bot.catalogue import channel, phrase
from bot.desk import Desk
from bot.house.rules import DAY
from bot.play import seats
from bot.play.table import PRACTICE, Table
from bot.talk.buttons import Pressed
from bot.talk.reply import say
from bot.words import texts
from bot.words.refusal import Refusal


async def open_seat(desk: Desk, interaction: Interaction, table: Table, side: str) -> None:
    """Give a seat up, one's own or as who manages the channel, so that others can take it."""
    table.unlocked()
    user, side = interaction.user.id, side.casefold().strip()
    if side not in desk.games.sides(table):
        names = ", ".join(desk.games.sides(table))
        raise Refusal(phrase("This game has no such side. Its sides: {names}.", names=names))
    if side not in table.sides_of(user) and not await referees(desk, interaction, table):
        raise Refusal(
            phrase(
                "A seat is opened by whoever has it, or by whoever manages this channel and has no "
                "part in the game."
            )
        )
    if not table.people - {table.seats.get(side, PRACTICE)}:
        raise Refusal(
            phrase(
                "Nobody else plays in this game: `/game end` ends it, or `/game seat` names "
                "somebody."
            )
        )
    with channel(table.row.guild):
        text = texts.vacant(table.row.game, side, user)
    desk.calls.take(user)
    await seats.vacate(desk.games, table, side, text)
    await say(interaction, phrase("The seat of {side} is open.", side=table.called(side)))


async def press_take(desk: Desk, interaction: Interaction, table: Table, pressed: Pressed) -> None:
    """Somebody takes an open seat."""
    table.unlocked()
    side, user = pressed.pending, interaction.user.id
    if side not in await seats.vacant(desk.games, table):
        raise Refusal(phrase("The seat of {side} is not open any more.", side=table.called(side)))
    if await inside(desk, interaction, table, user) - {side}:
        raise Refusal(
            phrase(
                "You have held another seat of this game, or saw its hand, so you cannot take "
                "this one."
            )
        )
    with channel(table.row.guild):
        text = phrase("<@{user}> plays {side} from now on.", user=user, side=table.called(side))
    await seats.hand_over(desk.games, table, side, user, text)
    await say(interaction, phrase("You play {side} now.", side=table.called(side)))


# shared ---------------------------------------------------------------------------


async def share(
    desk: Desk, interaction: Interaction, table: Table, side: str, player: discord.Member | None
) -> None:
    """Have somebody share a seat of one's own, or end that."""
    table.unlocked()
    user = interaction.user.id
    own = table.sides_of(user)
    side = side.casefold().strip() or next(iter(own), "")
    if side not in own:
        raise Refusal(phrase("A seat is shared by whoever has it; this one is not yours."))
    if player is None:
        if side not in table.partners:
            raise Refusal(
                phrase(
                    "You share the seat of {side} with nobody.",
                    side=table.called(side),
                )
            )
        gone = table.partners[side]
        with channel(table.row.guild):
            text = phrase(
                "<@{user}> shares the seat of {side} no more.",
                user=gone,
                side=table.called(side),
            )
        await seats.share(desk.games, table, side, None, text)
        await say(
            interaction,
            phrase("The seat of {side} is shared no more.", side=table.called(side)),
        )
        return
    if player.bot:
        raise Refusal(phrase("A bot cannot play; practice:True calls the practice opponent."))
    if player.id in (table.seats[side], table.partners.get(side)):
        raise Refusal(phrase("{side} is theirs already.", side=table.called(side)))
    if side in table.partners:
        raise Refusal(phrase("Two people share that seat already."))
    if await inside(desk, interaction, table, player.id) - {side}:
        raise Refusal(
            phrase("They have held another seat of this game, or saw its hand, so they cannot.")
        )
    desk.calls.take(user)
    with channel(table.row.guild):
        text = phrase(
            "<@{user}> and <@{player}> share the seat of {side}: either gives orders, both see "
            "the hand.",
            user=table.seats[side],
            player=player.id,
            side=table.called(side),
        )
    await seats.share(desk.games, table, side, player.id, text)
    await say(
        interaction,
        phrase("You share the seat of {side} now.", side=table.called(side)),
    )


# for some days -------------------------------------------------------------------


async def away(desk: Desk, interaction: Interaction, table: Table, days: int) -> None:
    """Have the practice opponent stand in for some days; 0: one is back already."""
    table.running()
    user = interaction.user.id
    if days == 0:
        sides = await desk.keeper.returned(table, user)
        if not sides:
            raise Refusal(phrase("Nobody stands in for you in this game."))
        await say(
            interaction, phrase("You play {sides} again.", sides=texts.both(table.row.game, sides))
        )
        return
    own = table.sides_of(user)
    if not own:
        raise Refusal(phrase("You have no seat in this game."))
    if not table.people - {user}:
        raise Refusal(phrase("Nobody else plays in this game, so it can wait for you."))
    until = desk.now() + days * DAY
    desk.calls.take(user)
    for side in own:
        with channel(table.row.guild):
            text = phrase(
                "The practice opponent stands in for <@{user}> as {side} until <t:{until}:f>.",
                user=user,
                side=table.called(side),
                until=int(until),
            )
        await desk.keeper.stand_in(table, side, user, until, text)
    await say(
        interaction,
        phrase(
            "The practice opponent plays {sides} until <t:{until}:f>. `/game away days:0` takes "
            "the seat back sooner.",
            sides=texts.both(table.row.game, own),
            until=int(until),
        ),
    )
