"""A store to test, and games in it."""

from collections.abc import AsyncIterator, Awaitable, Callable
from pathlib import Path

import pytest

from storage import Game, NewAction, Post, Store
from tests.postgres import fresh

CHANNEL = 20
Opener = Callable[[], Awaitable[Store]]


class Clock:
    """The time, as the test says."""

    def __init__(self) -> None:
        self.now = 1_000_000.0

    def __call__(self) -> float:
        return self.now


class Table:
    """A store and short ways to play in it; the state after action n is `b"state n"`."""

    def __init__(self, store: Store) -> None:
        self.store = store

    async def lobby(self, channel: int = CHANNEL) -> Game:
        return await self.store.create_game(
            guild=10,
            channel=channel,
            owner=1,
            game="iron_blood",
            scenario="campaign",
            options={"anti_partisans": True, "sides": ["axis", "soviet"]},
        )

    async def running(self, channel: int = CHANNEL) -> Game:
        game = await self.lobby(channel)
        await self.store.start_game(game.id, game.rev, b"state 0", "c0ffee")
        return await self.store.game(game.id)

    async def act(
        self, game: int, *, door: bool = False, cause: str = "", status: str = "running"
    ) -> None:
        """One more action on top of whatever the game is now."""
        now = await self.store.game(game)
        seq = now.seq + 1
        await self.store.commit(
            game,
            now.rev,
            f"state {seq}".encode(),
            action(cause or f"click {seq}"),
            door=door,
            status=status,
            posts=[Post(now.channel, "order", {"text": f"action {seq}"})],
        )

    async def undo(self, game: int) -> None:
        now = await self.store.game(game)
        await self.store.undo(game, now.rev, action(f"undo {now.seq + 1}", kind="undo"))


def action(cause: str, kind: str = "order") -> NewAction:
    return NewAction(
        kind=kind,
        side="axis",
        user=1,
        line="move 4pz 1508 1609",
        pending="p7",
        cause=cause,
        rules="1",
        hash="ab" * 32,
        entries=b'[{"kind":"order"}]',
    )


@pytest.fixture
def clock() -> Clock:
    return Clock()


BACKENDS = {"sqlite": lambda folder: str(folder / "umpire.db"), "postgres": lambda _: fresh()}


@pytest.fixture(params=BACKENDS)
def database(request: pytest.FixtureRequest, tmp_path: Path) -> str:
    """Where a new database is to be: a file, or the address of a server."""
    return BACKENDS[request.param](tmp_path)


@pytest.fixture
async def opener(database: str, clock: Clock) -> AsyncIterator[Opener]:
    """Opens the same database again at each call, as another process would."""
    opened: list[Store] = []

    async def remembered() -> Store:
        opened.append(await Store.open(database, clock))
        return opened[-1]

    yield remembered
    for store in opened:
        await store.close()


@pytest.fixture
async def store(opener: Opener) -> Store:
    return await opener()


@pytest.fixture
def table(store: Store) -> Table:
    return Table(store)


@pytest.fixture
def make_action() -> Callable[..., NewAction]:
    return action
