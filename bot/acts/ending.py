"""How a game ends without a result: closed in the lobby, by consent, or adjourned by one person.

Adjourned by whoever manages the channel and is none of its people, and by any player once the
seat that is asked has been silent for long; a game that cannot be read, or that has no person in
it, by whoever is at hand.
"""

from bot.acts.consent import offer
from bot.acts.giving import give
from bot.acts.here import Interaction
from bot.acts.rights import manages, referees, silent
from bot.catalogue import channel, phrase
from bot.desk import Desk
from bot.house.rules import DAY
from bot.play.table import Table
from bot.talk.buttons import Pressed, Style, button, view_of
from bot.talk.reply import say
from bot.words import texts
from bot.words.refusal import Refusal


async def end(desk: Desk, interaction: Interaction, table: Table) -> None:
    """End a game, or ask for what it takes."""
    user = interaction.user.id
    if not table.open:
        raise Refusal(phrase("This game is over already."))
    if table.row.status == "lobby":
        await _close_lobby(desk, interaction, table)
    elif await _why(desk, interaction, table):
        _may_while_locked(interaction, table)
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

        def plea() -> str:
            return phrase("<@{user}> offers to end the game without a result.", user=user)

        note = await _otherwise(desk, interaction, table)
        await offer(desk, interaction, table, "end", by_consent, plea, note)
    else:
        raise Refusal(
            phrase("Only its players, or whoever manages this channel, can end this game.")
        )


def _may_while_locked(interaction: Interaction, table: Table) -> None:
    """Refusal for its people while moderators have locked it."""
    if table.sides_of(interaction.user.id) and not table.damaged:
        table.unlocked()


async def _close_lobby(desk: Desk, interaction: Interaction, table: Table) -> None:
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
    with channel(table.row.guild):
        text = phrase("<@{user}> closes the game before it began.", user=user)
    await desk.games.end(table, text)
    await say(interaction, phrase("The game is closed."))


async def _why(desk: Desk, interaction: Interaction, table: Table) -> str:
    """Why this person may end the game alone, in public words; "" when they may not."""
    user, seated = interaction.user.id, bool(table.sides_of(interaction.user.id))
    if await referees(desk, interaction, table):
        return phrase("<@{user}>, who manages this channel, ends the game.", user=user)
    if not table.people and user == table.row.owner:
        return phrase("<@{user}>, who opened this game, ends it.", user=user)
    if table.damaged and (seated or user == table.row.owner):
        return phrase("<@{user}>, one of its people, ends the game.", user=user)
    if seated and table.people == {user}:
        return phrase("<@{user}>, who plays alone, ends the game.", user=user)
    house, now = desk.house, desk.now()
    for side, since in (await silent(desk, interaction, table)).items() if seated else ():
        if now - since >= house.silence * DAY:
            return phrase(
                "{side} has been silent since <t:{since}:D>, so <@{user}> ends the game.",
                side=table.called(side),
                since=int(since),
                user=user,
            )
    return ""


async def _otherwise(desk: Desk, interaction: Interaction, table: Table) -> str:
    """What else can be done while somebody does not answer."""
    rows = [
        phrase("Whoever manages this channel and has no part in the game can end it at any time.")
    ]
    days = desk.house.silence
    for side, since in (await silent(desk, interaction, table)).items():
        when = int(since + days * DAY)
        rows.append(
            phrase(
                "If {side} gives no order until <t:{when}:f>, any player can end it alone.",
                side=table.called(side),
                when=when,
            )
        )
    return "\n".join(rows)


async def press_adjourn(
    desk: Desk, interaction: Interaction, table: Table, pressed: Pressed
) -> None:
    if not table.open:
        raise Refusal(phrase("This game is over already."))
    with channel(table.row.guild):
        why = await _why(desk, interaction, table)
    _may_while_locked(interaction, table)
    if not why:
        raise Refusal(
            phrase("The game has gone on in the meantime; `/game end` says what can be done.")
        )
    with channel(table.row.guild):
        text = texts.adjourned(why)
    await desk.games.end(table, text)
    await say(interaction, phrase("The game has ended."))


async def press_resign(
    desk: Desk, interaction: Interaction, table: Table, pressed: Pressed
) -> None:
    """Resigning answers no question, so it is never stale; the button carries the side."""
    if pressed.pending not in table.sides_of(interaction.user.id):
        raise Refusal(phrase("This seat is not yours."))
    await give(desk, interaction, table, "resign", edit=True, sure=True)


async def by_consent(desk: Desk, table: Table, _: list[str]) -> str:
    """All people of the game have agreed to end it."""
    with channel(table.row.guild):
        text = phrase("The game ends without a result, by consent of its players.")
    await desk.games.end(table, text)
    return phrase("The game has ended.")
