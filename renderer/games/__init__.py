"""The charts of all boards, and the artists of the games that can be played, by id."""

from collections.abc import Callable, Iterator, Mapping
from dataclasses import dataclass
from importlib import import_module
from typing import Generic, TypeVar

from renderer.base.chart import Chart
from renderer.scenes.artist import Artist

T = TypeVar("T")


@dataclass(frozen=True)
class _Shelf(Mapping[str, T], Generic[T]):
    """What a module of each game holds. It is imported when it is first asked for.

    With it comes the data of its game, up to 13 MB in each process.
    """

    games: tuple[str, ...]
    module: str
    name: str

    def __getitem__(self, game_id: str) -> T:
        if game_id not in self.games:
            raise KeyError(game_id)
        found: T = getattr(import_module(self.module.format(game_id)), self.name)
        return found

    def __contains__(self, game_id: object) -> bool:
        return game_id in self.games

    def __iter__(self) -> Iterator[str]:
        return iter(self.games)

    def __len__(self) -> int:
        return len(self.games)


ARTISTS = _Shelf[Artist](
    ("iron_blood", "no_retreat", "race_to_moscow", "russia_besieged", "stalins_war"),
    "renderer.games.{}",
    "ARTIST",
)

CHARTS = _Shelf[Callable[[], Chart]](ARTISTS.games, "renderer.games.{}_chart", "chart")
