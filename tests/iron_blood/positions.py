"""Positions in words, for tests: `Position(axis={"0803": "tank, 2 air"}, season="1942_mud")`."""

from engine.games.iron_blood.data.board import BOARD
from engine.games.iron_blood.data.facts import AXIS, KINDS, SIDES, SOVIET
from engine.games.iron_blood.state import IronBlood, Occupancy, new_state, on_map


def hex_of(id_: str) -> int:
    """Index of a hex or box."""
    return BOARD.place_index[id_]


def ids(hexes: list[int] | tuple[int, ...]) -> list[str]:
    """Ids of places, in order."""
    return [BOARD.places[hex_] for hex_ in hexes]


def unit(id_: str) -> int:
    """Index of a unit."""
    return BOARD.unit_index[id_]


class Position:
    """A state and its occupancy. Fortresses stand unless `fortresses=False`."""

    state: IronBlood

    def __init__(
        self,
        axis: dict[str, str] | None = None,
        soviet: dict[str, str] | None = None,
        season: str = "1941_clear",
        control: dict[str, str] | None = None,
        fortresses: bool = True,
    ) -> None:
        self.state = new_state()
        self.state.season = BOARD.season_index[season]
        for counter in BOARD.units:
            if counter.regular:
                self.state.at[counter.index] = BOARD.reserve[counter.side]
        if not fortresses:
            self.state.destroyed = [1] * len(BOARD.fortresses)
        for location, side in (control or {}).items():
            self.state.control[BOARD.location_index[location]] = SIDES.index(side)
        for side, stacks in ((AXIS, axis or {}), (SOVIET, soviet or {})):
            for id_, words in stacks.items():
                self._put(side, hex_of(id_), words)

    def _put(self, side: int, hex_: int, words: str) -> None:
        for word in words.split(", "):
            number, _, kind = word.rpartition(" ")
            for _ in range(int(number or 1)):
                free = [
                    unit_
                    for unit_ in BOARD.of_kind[side][KINDS.index(kind)]
                    if not on_map(self.state, unit_)
                ]
                self.state.at[free[0]] = hex_

    @property
    def occ(self) -> Occupancy:
        return Occupancy(self.state)

    def at(self, id_: str, side: int = AXIS) -> int:
        """The regular unit of a side in a hex."""
        found = self.occ.regular_at(side, hex_of(id_))
        assert found >= 0
        return found

    def move(self, path: str, side: int = AXIS) -> None:
        """Move the unit at the first hex to the last, having come by the last but one."""
        hexes = [hex_of(id_) for id_ in path.split()]
        who = self.at(path.split()[0], side)
        self.state.at[who] = hexes[-1]
        self.state.came[who] = hexes[-2]
        self.state.moved[who] = 1
