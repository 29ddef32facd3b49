"""How long films take: the processor's time, of the bot and of its painter together.

Played by the practice opponents on both sides, so far as they come; for `make bench`.
"""

import tempfile
import time
from pathlib import Path

import renderer
from bot.play import history, reels
from bot.play.reels import Reel
from bot.play.table import Table
from storage import Store
from tests.bot.test_results import ANNA, BORIS, CLARA, Hall

TURN, GAME = 5.0, 60.0
"""Seconds that a film of a turn may take, and of a game."""


async def measured(game_id: str) -> list[tuple[str, float, float]]:
    """(what, seconds, at most) of the longest turn of a game and of all of it."""
    with tempfile.TemporaryDirectory() as folder:
        async with await Store.open(Path(folder) / "games.db") as store:
            table = await played(Hall(store), game_id)
            steps = await history.steps(store, table)
            first = (await history.game_after(store, table, None)).view(None).turn
            start, end = max(reels.turns(first, steps).values(), key=lambda own: own[1] - own[0])
            turn = reels.of_turn(steps[start - 1] if start else None, steps[start:end])
            whole = reels.of_game(steps)
            renderer.warm(game_id)
            return [
                (f"{what}, {len(reel.moments)} pictures", await made(store, table, reel), most)
                for what, reel, most in (("turn", turn, TURN), ("game", whole, GAME))
            ]


async def played(hall: Hall, game_id: str) -> Table:
    """A game that is over."""
    people = (ANNA, BORIS, CLARA) if game_id == "race_to_moscow" else (ANNA, BORIS)
    table = await hall.begin(*people, game=game_id)
    await hall.play(table)
    if table.open:
        await hall.games.forfeit(table, next(iter(table.seats)), "over")
    return table


async def made(store: Store, table: Table, reel: Reel) -> float:
    """Seconds of the processor for a film."""
    begun = time.process_time()
    again = history.Again(store, table)
    before, under = None, b""
    patches = []
    for moment in reel.moments:
        view, hands = await again.after(moment.step, reels.with_hands)
        entries = () if reel.phases else moment.entries
        shot = renderer.shot(
            view, entries, before=before if reel.phases else None, under=under, hands=hands
        )
        before, under = view, shot.png
        patches.append(shot.patch)
    renderer.film(list(zip(patches, reel.seconds(), strict=True)))
    return time.process_time() - begun
