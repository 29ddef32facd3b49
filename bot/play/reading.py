"""A stored game, read back and looked at before anybody plays on it.

Each action is written with the keyed hash of the position after it, and the start with the
commitment to the secret: what was changed behind the referee's back is not gone on with.
"""

import logging

import engine
from bot.catalogue import phrase
from bot.house.posting import split
from bot.play.table import Table
from bot.words.refusal import Refusal
from engine import Unreadable
from engine.core.game import hash_of
from storage import Game, Loaded, Store, UnknownGame

log = logging.getLogger(__name__)


async def table(store: Store, number: int) -> Table:
    """A game as it is stored. Refusal where there is none."""
    try:
        loaded = await store.load(number)
    except UnknownGame:
        raise Refusal(phrase("That game is not known any more.")) from None
    seats = {seat.side: seat.user for seat in await store.seats(number)}
    last = await store.action(loaded.game.id, loaded.game.seq)
    found = Table(loaded.game, seats, record=last.record if last else "")
    found.partners = await store.partners(number)
    settings = await store.settings("game", number)
    found.thread, found.split = settings.get("thread", 0), split(settings.get("split"))
    found.locked = bool((settings.get("watch") or {}).get("locked"))
    try:
        found.game = referee(loaded, last.hash if last else "")
    except Unreadable as error:
        log.error("game %s cannot be read: %s", number, error)
        found.damaged = True
    return found


def referee(stored: Loaded, hash: str) -> engine.Game | None:
    """The referee's game of a row, None in the lobby. Raises Unreadable.

    `hash` is that of the last action, "" before the first one.
    """
    row = stored.game
    info = engine.catalogue().get(row.game)
    if info is None or row.scenario not in info.scenarios:
        raise Unreadable(f"nobody knows {row.scenario!r} of {row.game!r}")
    if stored.state is None:
        _can_begin(row)
        return None
    game = engine.load(stored.state, stored.steps)
    if (game.id, game.scenario) != (row.game, row.scenario):
        raise Unreadable("it is not the game that was set up")
    if row.commitment != game.commitment:
        raise Unreadable("its secret is not the one that was promised")
    if hash:
        if hash != hash_of(game.secret, stored.state):
            raise Unreadable("its position is not the one that was written with its last order")
    elif broken := game.check():
        raise Unreadable(f"its position breaks a rule: {broken[0]}")
    return game


def _can_begin(row: Game) -> None:
    """Raises Unreadable for a lobby whose options these rules do not know."""
    try:
        engine.new_game(row.game, row.scenario, row.options)
    except engine.OrderError as error:
        raise Unreadable(f"it cannot begin: {error}") from error
