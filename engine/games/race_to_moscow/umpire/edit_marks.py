"""Marks of the edit lines: control, track, bunkers, Soviet markers, medals, transports."""

from bisect import insort

from engine.core.edit import on_off, whole
from engine.core.errors import Illegal, Malformed
from engine.games.race_to_moscow import acts
from engine.games.race_to_moscow.acts import T
from engine.games.race_to_moscow.data.board import BOARD, COLOURS, NOWHERE
from engine.games.race_to_moscow.state import Situation, truck_on
from engine.games.race_to_moscow.words import PLACES

KINDS = ("control", "track", "soviet", "bunker", "medal", "truck", "train")


def area_of(word: str) -> int:
    """The area that a word means."""
    for place in PLACES.read(word):
        if int(place) < len(BOARD.areas):
            return int(place)
    raise Malformed(f"There is no area `{word[:30]}`.")


def link_of(word: str) -> int:
    """The connection A-B."""
    first, _, second = word.partition("-")
    found = BOARD.connection_at.get((area_of(first), area_of(second)))
    if found is None:
        raise Malformed(f"No line joins `{word[:60]}`; it reads A-B.")
    return found


def mark(t: T, place: str, kind: str, value: str) -> None:
    """Put a mark on an area or line, or take it off (`none`)."""
    off = value in ("none", "0")
    if kind == "control":
        _control(t, area_of(place), value)
    elif kind == "track":
        t.s.track[area_of(place)] = int(_on(value))
    elif kind == "bunker":
        t.s.bunker[area_of(place)] = int(_on(value))
    elif kind == "medal":
        t.s.medals[area_of(place)] = whole("0" if off else value or "1", range(100))
    elif kind == "soviet":
        _soviet(t, area_of(place), value)
    elif kind == "truck":
        _truck(t, link_of(place), value)
    elif kind == "train":
        _train(t, link_of(place), _on(value))
    else:
        raise Malformed(f"Marks are {', '.join(KINDS)}; not `{kind[:30]}`.")


def _on(value: str) -> bool:
    """`mark PLACE KIND` alone puts the mark there."""
    return value in ("", "laid") or on_off(value)


def read_mark(t: T, place: str, kind: str) -> str:
    """What `mark PLACE KIND` would have to say to change nothing."""
    if kind == "control":
        colour = t.s.control[area_of(place)]
        return COLOURS[colour] if colour >= 0 else "none"
    if kind == "truck":
        colour = truck_on(t.s, link_of(place))
        return COLOURS[colour] if colour >= 0 else "none"
    if kind == "train":
        return str(int(link_of(place) in t.s.trains_on))
    if kind == "kind":
        here = t.ids(acts.MARKER_PILES[area_of(place)])
        armor = [BOARD.markers[item - BOARD.markers[0].index].armor for item in here]
        return ("armor" if armor[0] else "infantry") if armor else "none"
    rows = {
        "track": t.s.track,
        "bunker": t.s.bunker,
        "medal": t.s.medals,
        "soviet": t.s.soviet,
    }
    if kind not in rows:
        raise Malformed(f"Marks are {', '.join(KINDS)}; not `{kind[:30]}`.")
    return str(rows[kind][area_of(place)])


def _control(t: T, area: int, value: str) -> None:
    """A marker of a player comes with all that a capture brings, but for the medals."""
    if value not in (*COLOURS, "none"):
        raise Malformed("It reads: mark AREA control gray|white|brown|none")
    if BOARD.areas[area].printed >= 0:
        raise Illegal(f"{BOARD.place_names[area]} has a printed marker.", "3.2")
    if value == "none":
        t.s.control[area] = NOWHERE
        t.s.track[area] = 0
        return
    t.s.control[area] = COLOURS.index(value)
    if t.s.control[area] in t.s.order:
        t.s.bunker[area] = t.s.medals[area] = 0
        if t.s.soviet[area]:
            _soviet(t, area, "none")


def _soviet(t: T, area: int, value: str) -> None:
    take_off(t, area)
    if value not in ("none", "0"):
        if value not in ("", "1", "placed", "infantry", "armor"):
            raise Malformed("It reads: mark AREA soviet [infantry|armor|none]")
        if t.s.soviet_player and not acts.pool_of(t, value == "armor"):
            raise Illegal("No such Soviet marker is left in the pool.", "20.2")
        acts.place_marker(t, area, "18.1", armor=value == "armor")


def take_off(t: T, area: int) -> None:
    """The Soviet marker of an area goes back to the pool, unless a line has moved it already."""
    t.d = Situation(t.s)
    if t.s.soviet_player and not t.ids(acts.MARKER_PILES[area]):
        t.s.soviet[area] = 0
    if t.s.soviet[area]:
        acts.remove_marker(t, area, "18.1")


def _truck(t: T, link: int, value: str) -> None:
    """Trucks of a colour come from the Transportation Stock, or else from its player's card (§13);
    they go back to the stock."""
    if value not in (*COLOURS, "none"):
        raise Malformed("It reads: mark A-B truck gray|white|brown|none")
    before = truck_on(t.s, link)
    if before >= 0:
        t.s.stock_trucks[before] += 1
        t.s.trucks_on[before].remove(link)
    if value != "none":
        colour = COLOURS.index(value)
        (t.s.stock_trucks if t.s.stock_trucks[colour] > 0 else t.s.trucks)[colour] -= 1
        insort(t.s.trucks_on[colour], link)


def _train(t: T, link: int, there: bool) -> None:
    """Trains come from the Transportation Stock, and go back to it."""
    if link in t.s.trains_on:
        t.s.stock_trains += 1
        t.s.trains_on.remove(link)
    if there:
        t.s.stock_trains -= 1
        insort(t.s.trains_on, link)
