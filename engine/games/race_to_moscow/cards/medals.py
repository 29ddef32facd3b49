"""Medals that cards move: Befehl von Halder, Führerbefehl (§7), Wolfsschanze (§16)."""

from collections.abc import Iterator, Sequence
from functools import partial

from engine.core.entries import Moved
from engine.core.frames import Choice, Done, Outcome
from engine.core.picks import pick
from engine.core.verbs import Verb, Why
from engine.games.race_to_moscow.acts import T, id_of
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import NOWHERE
from engine.games.race_to_moscow.labels import entry_label
from engine.games.race_to_moscow.state import RaceToMoscow

MOST = 2
"""Medals in a victory area; with Wolfsschanze in any area."""
_WITH_MEDALS = tuple(area.index for area in BOARD.areas if area.medals)


def why_not_to(state: RaceToMoscow, colours: int, but: int, source: int, area: int) -> Why | None:
    """Why a medal may not go from an area to another; None if it may (rm-11).

    `colours`: how many colours both have, the same ones; 0 for Wolfsschanze, which
    asks for none. `but` is the area just entered.
    """
    rule = "7.cards" if colours else "16"
    place, name = BOARD.areas[area], BOARD.place_names[area]
    if area in (but, source):
        return Why(f"It can't go to {name}.", rule)
    if not place.medals:
        return Why(f"{name} has no printed medal.", rule)
    if state.control[area] != NOWHERE:
        return Why(f"{name} is controlled.", rule)
    if colours and place.colours != BOARD.areas[source].colours:
        return Why(f"{name} has other colours than {BOARD.place_names[source]}.", rule)
    limited = place.kind == "victory" or not colours
    if limited and state.medals[area] >= MOST:
        return Why(f"{name} holds {MOST} medals already.", rule)
    return None


def targets(state: RaceToMoscow, colours: int, but: int, source: int) -> list[int]:
    """Where a medal of `source` can go."""
    return list(_goals(state, colours, but, source))


def _goals(state: RaceToMoscow, colours: int, but: int, source: int) -> Iterator[int]:
    for area in _WITH_MEDALS:
        free = state.control[area] == NOWHERE
        if free and why_not_to(state, colours, but, source, area) is None:
            yield area


def possible(state: RaceToMoscow, colours: int, but: int) -> list[int]:
    """The areas that a medal can be taken from."""
    return [
        area.index
        for area in BOARD.areas
        if state.medals[area.index]
        and area.index != but
        and colours in (0, len(area.colours))
        and next(_goals(state, colours, but, area.index), NOWHERE) != NOWHERE
    ]


def carry(t: T, source: int, area: int, rule: str) -> None:
    """A medal goes from an area to another."""
    t.s.medals[source] -= 1
    t.s.medals[area] += 1
    t.note(Moved(unit="medal", places=[id_of(source), id_of(area)], how="goes", rule=rule))


class MoveMedal(Choice, kw_only=True, tag="rm.medal"):
    """`medal A B` (§7)."""

    colours: int
    but: int

    def prompt(self, t: T) -> tuple[str, str]:
        kind = "single colour" if self.colours == 1 else "two colours"
        return f"Move a medal from one area to another one of the same {kind}.", "7.cards"

    def verbs(self, t: T) -> Sequence[Verb]:
        return (medal_verb(t, self.colours, self.but),)


def medal_verb(t: T, colours: int, but: int) -> Verb:
    """`medal A B`: takes the question off when it is done."""
    rule = "7.cards"
    sources = possible(t.s, colours, but)

    def move(source: int, area: int) -> Outcome:
        carry(t, source, area, rule)
        return Done()

    def why_source(area: int) -> Why:
        name = BOARD.place_names[area]
        if area >= len(BOARD.areas) or not t.s.medals[area]:
            return Why(f"There is no medal in {name}.", rule)
        if area == but:
            return Why(f"Your army has just entered {name}: its medal stays.", rule)
        if len(BOARD.areas[area].colours) != colours:
            kind = "a single colour" if colours == 1 else "two colours"
            return Why(f"The card moves a medal between areas of {kind}; {name} is none.", rule)
        return Why(f"The medal of {name} can go to no other area now.", rule)

    def why_not_target(source: int, area: int) -> Why | None:
        if area >= len(BOARD.areas):
            return Why("That is no area.", rule)
        return why_not_to(t.s, colours, but, source, area)

    goals, label = partial(targets, t.s, colours, but), entry_label(t)
    slots = (
        pick("area", "place", sources, why_source, label=label, rule=rule),
        pick("area", "place", goals, why_not=why_not_target, label=label, rule=rule),
    )
    return Verb("medal", move, slots, hint="Move a medal.", rule=rule)
