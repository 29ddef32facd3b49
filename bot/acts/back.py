"""Going back over dice and cards, and a draw: what all people of a game agree to."""

import engine
from bot.acts.consent import offer
from bot.acts.here import Interaction
from bot.catalogue import channel, phrase
from bot.desk import Desk
from bot.play import back, history
from bot.play.table import Table
from bot.talk.buttons import Pressed, button, view_of
from bot.talk.reply import refused, say
from bot.words.limits import code
from bot.words.refusal import Refusal


async def ask_others(interaction: Interaction, table: Table, error: engine.OrderError) -> None:
    """An undo was refused: what can be done instead."""
    ask = button("further", table.id, phrase("Ask to go back further"))
    await say(interaction, refused(error), view=view_of(ask))


async def press_further(
    desk: Desk, interaction: Interaction, table: Table, pressed: Pressed
) -> None:
    """Offer to go back to before one's own last order."""
    table.running()
    user = interaction.user.id
    table.seat(user)
    last = await back.last_of(desk.games, table, table.sides_of(user))
    if last is None:
        raise Refusal(phrase("You have given no order that could be taken back."))
    await rollback(desk, interaction, table, last - 1)


async def rollback(desk: Desk, interaction: Interaction, table: Table, number: int) -> None:
    """Offer to go back to after public order `number` (0: the start)."""
    game = table.running()
    user = interaction.user.id
    table.seat(user)
    await history.step_at(desk.store, table, number)
    undone = await back.voided(desk.games, table, number)
    if not undone:
        raise Refusal(phrase("That is where the game is."))

    def plea() -> str:
        return phrase(
            "<@{user}> offers to go back to before {order}\n{void}\nWhat nobody had seen would be "
            "shuffled anew.",
            user=user,
            order=undone[0].words(game, code),
            void=back.void(game, undone),
        )

    await offer(desk, interaction, table, f"rollback {number}", rolled_back, plea)


async def rolled_back(desk: Desk, table: Table, words: list[str]) -> str:
    """All agreed to go back."""
    number = int(words[0])
    undone = await back.voided(desk.games, table, number)
    with channel(table.row.guild):
        text = phrase(
            "By consent of its players the game goes back to before {order}\n{void}\nWhat nobody "
            "had seen was shuffled anew.",
            order=undone[0].words(table.running(), code),
            void=back.void(table.running(), undone),
        )
    cause = f"rollback-{undone[-1].action.seq}"
    await back.roll_back(desk.games, table, number, cause, text)
    return phrase("The game went back.")


async def draw(desk: Desk, interaction: Interaction, table: Table) -> None:
    """Offer to end the game drawn."""
    table.running()
    user = interaction.user.id
    table.seat(user)
    await offer(
        desk,
        interaction,
        table,
        "draw",
        drawn,
        lambda: phrase("<@{user}> offers a draw.", user=user),
    )


async def drawn(desk: Desk, table: Table, _: list[str]) -> str:
    """All agreed to a draw."""
    await back.end_drawn(desk.games, table, f"draw-{table.row.seq}")
    return phrase("The game has ended in a draw.")
