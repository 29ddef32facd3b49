"""Notes: what people write down about a game for themselves alone, by turn."""

from bot.acts.here import Interaction
from bot.catalogue import phrase
from bot.desk import Desk
from bot.play.table import Table
from bot.talk.reply import say
from bot.words.limits import code
from bot.words.refusal import Refusal
from storage import Note

LONGEST = 1_000
"""Characters of a note."""
MOST = 100
"""Notes of one person about one game."""


async def add(desk: Desk, interaction: Interaction, table: Table, text: str) -> None:
    """Write something down."""
    user = interaction.user.id
    if not text.strip():
        raise Refusal(phrase("There is nothing to note."))
    kept = await desk.store.notes(table.id, user)
    if len(kept) >= MOST:
        raise Refusal(
            phrase(
                "You have as many notes about this game as one may have, {most}; "
                "`/note remove` makes room.",
                most=MOST,
            )
        )
    turn = table.game.view(None).turn if table.game is not None else ""
    await desk.store.add_note(table.id, user, turn, text.strip()[:LONGEST])
    await say(
        interaction,
        phrase(
            "Noted as number {number}. Only you can read it: `/note list`.", number=len(kept) + 1
        ),
    )


async def show(desk: Desk, interaction: Interaction, table: Table, word: str) -> None:
    """One's own notes about the game here, by turn; with a word, those that have it."""
    kept = numbered(await desk.store.notes(table.id, interaction.user.id))
    if not kept:
        raise Refusal(phrase("You have no notes about this game; `/note add` writes one."))
    wanted = word.casefold().strip()
    found = [(n, one) for n, one in kept if wanted in f"{one.turn} {one.text}".casefold()]
    if not found:
        raise Refusal(phrase("None of your notes has {word} in it.", word=code(word, 60)))
    rows = [phrase("Your notes about **{title}**; only you see them.", title=table.title)]
    turn = None
    for number, note in found:
        if note.turn != turn:
            turn = note.turn
            rows.append(f"**{turn or phrase('Before the game')}**")
        rows.append(f"{number}) {note.text}")
    await say(interaction, "\n".join(rows))


async def remove(desk: Desk, interaction: Interaction, table: Table, number: int) -> None:
    """Take a note away, by its number in the list."""
    user = interaction.user.id
    kept = dict(numbered(await desk.store.notes(table.id, user)))
    if number not in kept:
        raise Refusal(
            phrase("You have no note number {number} here; `/note list` has them.", number=number)
        )
    await desk.store.remove_note(kept[number].id, user)
    await say(interaction, phrase("Gone: note {number}.", number=number))


def numbered(notes: list[Note]) -> list[tuple[int, Note]]:
    """Notes as their owner counts them."""
    return list(enumerate(notes, 1))
