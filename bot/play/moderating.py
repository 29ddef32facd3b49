"""What moderators do to a game: edited, undone, locked. Each is a deed in the log of its server.

Who may is asked elsewhere (`acts.rights`). Rolling back, ending and seats have ways of their own
(`play.back`, `play.games`, `play.seats`), which take the deed as well.
"""

from msgspec.structs import replace

from bot.catalogue import channel
from bot.play import posts, writing
from bot.play.games import Games
from bot.play.keeper import Keeper
from bot.play.table import Table
from bot.words import texts
from bot.words.moderation import told
from engine import Receipt
from engine.core.edit import SAID
from engine.core.entries import Noted, public
from engine.core.game import UMPIRE
from storage import NewAction, NewDeed


def deed(table: Table, user: int, word: str, what: str = "", reason: str = "") -> NewDeed:
    """A deed of a user in a game; `what` as everybody may read it."""
    return NewDeed(table.row.guild, table.id, user, word, what, reason)


def words(deed: NewDeed) -> str:
    """A deed as it is posted."""
    with channel(deed.guild):
        return told(deed.deed, deed.user, deed.what, deed.reason)


async def edit(games: Games, table: Table, deed: NewDeed, lines: str, cause: str) -> Receipt:
    """Carry out edit lines, all or none; an OrderError says why not."""
    async with games.precedence.person(), games.alone(table):
        game = table.running()
        table.not_twice(cause)
        before = game.view(None)
        receipt = game.submit(UMPIRE, lines, cause)
        heard = public(receipt.entries)
        line = "\n".join(receipt.ran)
        action: NewAction = writing.action(
            table, "edit", UMPIRE, deed.user, line, cause, receipt.entries
        )
        said = [e.text.removeprefix(SAID) for e in heard if isinstance(e, Noted)]
        written = await games.store.commit(
            table.id,
            table.row.rev,
            game.dump(),
            action,
            door=True,
            status=writing.status(game, action),
            posts=posts.edited(table, heard, before, action.record, words(deed)),
            deed=replace(deed, what=texts.lines_of(said)),
        )
        await games.written(table, written)
    games.drive(table)
    return receipt


async def undo(games: Games, table: Table, deed: NewDeed, cause: str) -> str:
    """Take the last order back, whosever it is, to the last door; its lines."""
    async with games.precedence.person(), games.alone(table):
        game = table.running()
        table.not_twice(cause)
        side = game.last
        free = {verb.name for verb in game.verbs(side) if verb.free} if side else set()
        before = game.dump()
        receipt = game.undo(UMPIRE)
        last, lines = await games.last_order(table, free)
        action = writing.action(table, "undo", UMPIRE, deed.user, "undo", cause, receipt.entries)
        news = posts.undone(table, side, lines, last, before, action.record, words(deed))
        taken = replace(deed, what=texts.lines_of(lines.splitlines()))
        written = await games.store.undo(
            table.id, table.row.rev, action, news, state=game.dump(), deed=taken
        )
        await games.written(table, written)
    games.drive(table)
    return lines


async def lock(games: Games, keeper: Keeper, table: Table, deed: NewDeed, *, on: bool) -> None:
    """Have nobody go on with a game, and its clocks stand; or go on."""
    async with games.alone(table):
        table.running()
        news = [posts.called(table.row, words(deed), ()), posts.panel(table.row)]
        await keeper.lock(table, deed, news, on=on)
        table.locked = on
        await games.read_back(table)
    games.drive(table)
