"""What "since" means: since somebody looked last, since their last order, since the last turn."""

from bot.catalogue import msgid, phrase
from bot.play import history
from bot.play.table import Table
from bot.words.limits import code
from bot.words.refusal import Refusal
from storage import Store

WORDS = {
    "me": msgid("Since I last looked"),
    "order": msgid("Since my last order"),
    "turn": msgid("Since the last turn began"),
}


async def meant(store: Store, table: Table, user: int, word: str) -> int:
    """The number of the public order after which it begins. Refusal where nothing is meant."""
    word = word.casefold().strip()
    match word:
        case "me":
            seq = max(await seen(store, table, user), await store.last_of(table.id, user))
        case "order":
            seq = await store.last_of(table.id, user)
            if not seq:
                raise Refusal(phrase("You have given no order in this game."))
        case "turn":
            return await history.turn_began(store, table)
        case _ if word.isdecimal() and len(word) < 10:
            return int(word)
        case _:
            raise Refusal(
                phrase(
                    "{word} is none of me, order, turn, and no number of an order; the list has "
                    "them.",
                    word=code(word, 60),
                )
            )
    return await store.told(table.id, seq)


async def seen(store: Store, table: Table, user: int) -> int:
    """The last action that somebody has seen on a map, 0 where they never looked."""
    return int((await store.settings("game", table.id)).get(_key(user)) or 0)


async def looked(store: Store, table: Table, user: int) -> None:
    """Somebody has seen the game as it is now."""
    if await seen(store, table, user) != table.row.seq:
        await store.set_setting("game", table.id, _key(user), table.row.seq)


def _key(user: int) -> str:
    return f"seen:{user}"
