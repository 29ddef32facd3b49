"""A bot that does nothing but write: orders, doors and undo, until it is killed.

Prints `game seq` after each write that the store has acknowledged.
"""

import asyncio
import itertools
import os
import sys

from storage import NewAction, Post, Store


async def main(path: str) -> None:
    async with await Store.open(path) as store:
        await store.take_lease()
        await write(store)


async def write(store: Store) -> None:
    game = await store.game_in(20)
    if game is None:
        game = await store.create_game(
            guild=1, channel=20, owner=1, game="toy", scenario="", options={}
        )
        await store.start_game(game.id, game.rev, b"0", "c")
    for count in itertools.count():
        loaded = await store.load(game.id)
        seq = loaded.game.seq + 1
        undo = count % 5 == 4 and loaded.steps
        action = NewAction(
            kind="undo" if undo else "order",
            side="axis",
            user=1,
            line=f"move {seq}",
            pending="",
            cause=f"{os.getpid()} {count}",
            rules="1",
            hash="",
            entries=b"[]",
        )
        posts = [Post(20, action.kind, {"seq": seq, "part": part}) for part in (1, 2)]
        if undo:
            written = await store.undo(game.id, loaded.game.rev, action, posts)
        else:
            written = await store.commit(
                *(game.id, loaded.game.rev, str(seq).encode() * 500, action),
                door=count % 7 == 6,
                posts=posts,
            )
        print(game.id, written.seq, flush=True)


asyncio.run(main(sys.argv[1]))
