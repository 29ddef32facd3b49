"""How a game ends without a result: closed in the lobby, by consent, or adjourned by one person.

Adjourned by whoever manages the channel and is none of its people, and by any player once the
seat that is asked has been silent for long; a game that cannot be read, or that has no person in
it, by whoever is at hand.
"""

from bot import texts
from bot.buttons import Pressed, Style, button, on, view_of
from bot.consent import deed, offer
from bot.games import Table
from bot.here import Interaction, pressed_table, umpire
from bot.house import DAY
from bot.reply import Refusal, say
from bot.rights import manages, referees, silent

MANAGER = "who manages this channel"


async def end(interaction: Interaction, table: Table) -> None:
    """End a game, or ask for what it takes."""
    user = interaction.user.id
    if not table.open:
        raise Refusal("This game is over already.")
    if table.row.status == "lobby":
        await _close_lobby(interaction, table)
    elif await _why(interaction, table):
        yes = button("adjourn", table.id, "Yes, end it", style=Style.danger)
        await say(interaction, "End this game as adjourned, without a result?", view=view_of(yes))
    elif table.damaged:
        raise Refusal(f"{texts.damaged(table.title)} Only its people can close it, and {MANAGER}.")
    elif table.sides_of(user) or manages(interaction, table.row.channel):
        plea = f"<@{user}> offers to end the game without a result."
        await offer(interaction, table, "end", plea, await _otherwise(interaction, table))
    else:
        raise Refusal(f"Only its players, and {MANAGER}, can end this game.")


async def _close_lobby(interaction: Interaction, table: Table) -> None:
    user = interaction.user.id
    if (
        user != table.row.owner
        and not table.sides_of(user)
        and not manages(interaction, table.row.channel)
    ):
        raise Refusal(f"Only its players, and {MANAGER}, can close a game that waits.")
    await umpire(interaction).games.end(table, f"<@{user}> closes the game before it began.")
    await say(interaction, "The game is closed.")


async def _why(interaction: Interaction, table: Table) -> str:
    """Why this person may end the game alone, in public words; "" when they may not."""
    user, seated = interaction.user.id, bool(table.sides_of(interaction.user.id))
    if await referees(interaction, table):
        return MANAGER
    if not table.people and user == table.row.owner:
        return "who opened this game"
    if table.damaged and (seated or user == table.row.owner):
        return "one of its people"
    if seated and table.people == {user}:
        return "who plays it alone"
    house, now = umpire(interaction).house, umpire(interaction).now()
    for side, since in (await silent(interaction, table)).items() if seated else ():
        if now - since >= house.silence * DAY:
            return f"for {texts.name(side)} has been silent since <t:{int(since)}:D>"
    return ""


async def _otherwise(interaction: Interaction, table: Table) -> str:
    """What else can be done while somebody does not answer."""
    rows = ["Whoever manages this channel and has no part in the game can end it at any time."]
    days = umpire(interaction).house.silence
    for side, since in (await silent(interaction, table)).items():
        when = int(since + days * DAY)
        rows.append(
            f"If {texts.name(side)} gives no order until <t:{when}:f>, any player can end it alone."
        )
    return "\n".join(rows)


@on("adjourn")
async def _adjourn(interaction: Interaction, pressed: Pressed) -> None:
    table = await pressed_table(interaction, pressed)
    if not table.open:
        raise Refusal("This game is over already.")
    why = await _why(interaction, table)
    if not why:
        raise Refusal("The game has gone on in the meantime; `/game end` says what can be done.")
    text = texts.adjourned(interaction.user.id, why)
    await umpire(interaction).games.end(table, text)
    await say(interaction, "The game has ended.")


@deed("end")
async def _agreed(interaction: Interaction, table: Table, _: list[str]) -> str:
    text = "The game ends without a result, by consent of its players."
    await umpire(interaction).games.end(table, text)
    return "The game has ended."
