"""How a game ends without a result: closed in the lobby, by consent, or adjourned by one person.

Adjourned by whoever manages the channel and is none of its people, and by any player once the
seat that is asked has been silent for long; a game that cannot be read, or that has no person in
it, by whoever is at hand.
"""

from bot.acts.consent import deed, offer
from bot.acts.here import Interaction, pressed_table, umpire
from bot.acts.rights import manages, referees, silent
from bot.catalogue import channel, phrase
from bot.house.rules import DAY
from bot.play.table import Table
from bot.talk.buttons import Pressed, Style, button, on, view_of
from bot.talk.reply import say
from bot.words import texts
from bot.words.refusal import Refusal


async def end(interaction: Interaction, table: Table) -> None:
    """End a game, or ask for what it takes."""
    user = interaction.user.id
    if not table.open:
        raise Refusal(phrase("This game is over already."))
    if table.row.status == "lobby":
        await _close_lobby(interaction, table)
    elif await _why(interaction, table):
        yes = button("adjourn", table.id, phrase("Yes, end it"), style=Style.danger)
        await say(
            interaction, phrase("End this game as adjourned, without a result?"), view=view_of(yes)
        )
    elif table.damaged:
        raise Refusal(
            phrase(
                "{damaged} Only its people, or whoever manages this channel, can close it.",
                damaged=texts.damaged(table.title),
            )
        )
    elif table.sides_of(user) or manages(interaction, table.row.channel):
        with channel():
            plea = phrase("<@{user}> offers to end the game without a result.", user=user)
        await offer(interaction, table, "end", plea, await _otherwise(interaction, table))
    else:
        raise Refusal(
            phrase("Only its players, or whoever manages this channel, can end this game.")
        )


async def _close_lobby(interaction: Interaction, table: Table) -> None:
    user = interaction.user.id
    if (
        user != table.row.owner
        and not table.sides_of(user)
        and not manages(interaction, table.row.channel)
    ):
        raise Refusal(
            phrase(
                "Only its players, or whoever manages this channel, can close a game that waits."
            )
        )
    with channel():
        text = phrase("<@{user}> closes the game before it began.", user=user)
    await umpire(interaction).games.end(table, text)
    await say(interaction, phrase("The game is closed."))


async def _why(interaction: Interaction, table: Table) -> str:
    """Why this person may end the game alone, in public words; "" when they may not."""
    user, seated = interaction.user.id, bool(table.sides_of(interaction.user.id))
    if await referees(interaction, table):
        return phrase("<@{user}>, who manages this channel, ends the game.", user=user)
    if not table.people and user == table.row.owner:
        return phrase("<@{user}>, who opened this game, ends it.", user=user)
    if table.damaged and (seated or user == table.row.owner):
        return phrase("<@{user}>, one of its people, ends the game.", user=user)
    if seated and table.people == {user}:
        return phrase("<@{user}>, who plays alone, ends the game.", user=user)
    house, now = umpire(interaction).house, umpire(interaction).now()
    for side, since in (await silent(interaction, table)).items() if seated else ():
        if now - since >= house.silence * DAY:
            return phrase(
                "{side} has been silent since <t:{since}:D>, so <@{user}> ends the game.",
                side=texts.name(side),
                since=int(since),
                user=user,
            )
    return ""


async def _otherwise(interaction: Interaction, table: Table) -> str:
    """What else can be done while somebody does not answer."""
    rows = [
        phrase("Whoever manages this channel and has no part in the game can end it at any time.")
    ]
    days = umpire(interaction).house.silence
    for side, since in (await silent(interaction, table)).items():
        when = int(since + days * DAY)
        rows.append(
            phrase(
                "If {side} gives no order until <t:{when}:f>, any player can end it alone.",
                side=texts.name(side),
                when=when,
            )
        )
    return "\n".join(rows)


@on("adjourn")
async def _adjourn(interaction: Interaction, pressed: Pressed) -> None:
    table = await pressed_table(interaction, pressed)
    if not table.open:
        raise Refusal(phrase("This game is over already."))
    with channel():
        why = await _why(interaction, table)
    if not why:
        raise Refusal(
            phrase("The game has gone on in the meantime; `/game end` says what can be done.")
        )
    with channel():
        text = texts.adjourned(why)
    await umpire(interaction).games.end(table, text)
    await say(interaction, phrase("The game has ended."))


@deed("end")
async def _agreed(interaction: Interaction, table: Table, _: list[str]) -> str:
    with channel():
        text = phrase("The game ends without a result, by consent of its players.")
    await umpire(interaction).games.end(table, text)
    return phrase("The game has ended.")
