"""What the umpire sets and reads in No Retreat!: numbers, marks of places, flags of units."""

from collections.abc import Callable

from engine.core.errors import Malformed
from engine.core.events import Event
from engine.core.lexicon import fold
from engine.core.settings import (
    PLAIN,
    SWITCH,
    Setting,
    Settings,
    Word,
    element,
    field,
    one_of,
    row,
    seen,
    term,
    whole,
)
from engine.games.no_retreat.acts import T, side_of
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import (
    FINLAND,
    LAST_TURN,
    LONG_WINTER,
    NOWHERE,
    ON_MAP,
    SIDES,
    SNOW,
    WEATHERS,
)
from engine.games.no_retreat.law import supply, victory
from engine.games.no_retreat.state import weather
from engine.games.no_retreat.words import CARDS, PLACES, SITES, UNITS

SIDE = one_of(*SIDES)
OWNER = one_of("none", *SIDES, first=NOWHERE, also={"off": NOWHERE})
TURN = whole(range(1, LAST_TURN + 1))
MET = whole(range(LAST_TURN + 1))
SMALL = whole(range(10))
UNIT = term("UNIT", UNITS)
CARD = term("CARD", CARDS)
PLACE = term("PLACE", PLACES, lambda place: int(place) < ON_MAP)
WEATHER = one_of(*WEATHERS)
MARKED = one_of("none", "on", also={"off": 0, **dict.fromkeys(SIDES, 1)})


def _site(t: T, word: str) -> int:
    found = SITES.read(fold(word))
    if found:
        return int(found[0])
    place = int(PLACE.read(t, word))
    site = BOARD.site_at[place]
    if site < 0 and place != FINLAND:
        raise Malformed(f"There is no city or oil field in `{word[:30]}`.")
    return site


SITE = Word("SITE", _site)

# numbers -------------------------------------------------------------------------------


def _set_weather(t: T, turn: int, shown: int) -> None:
    second = shown == LONG_WINTER and turn > 1 and t.s.weather[turn - 2] == SNOW
    t.s.weather[turn - 1] = SNOW if second else shown  # §13.1: its marker shows Snow


def _use(t: T, card: int, side: int) -> None:
    rest = [event for event in t.s.used if event.card != card]
    t.s.used = rest if side == NOWHERE else [*rest, Event(SIDES[side], card)]


def _used(t: T, card: int) -> int:
    """Who has played the event of a card in this turn (§5.0)."""
    held = (side_of(event.side) for event in t.s.used if event.card == card)
    return next(held, NOWHERE)


def _met(which: int) -> Setting:
    """The turn on which a condition was met; its event is to come if that is not past."""

    def put(t: T, _: None, turn: int) -> None:
        t.s.triggered[which] = turn
        t.s.happened[which] = int(0 < turn < t.s.turn)

    return Setting((MET,), lambda t, _: t.s.triggered[which], put)


def _deal_joker(t: T, _: None, side: int) -> None:
    for pile in t.pos.piles.values():
        if BOARD.joker in pile.ids:
            pile.remove(BOARD.joker)
    t.pile("out" if side == NOWHERE else f"hand.{SIDES[side]}").push(BOARD.joker, t.everyone)


def _joker(t: T, _: None) -> int:
    held = (side for side, name in enumerate(SIDES) if BOARD.joker in t.ids(f"hand.{name}"))
    return next(held, NOWHERE)


SETTINGS: Settings = {
    "turn": field("turn", TURN),
    "event_vp": field(  # §12.7.4
        "event_vp", whole(range(-BOARD.vp.event_max, BOARD.vp.event_max + 1))
    ),
    "high_tide": field("high_tide", whole(range(-1, 100))),
    "blitz": field("blitz", SMALL),
    "shock": field("shock", SMALL),
    "skip_sudden": field("skip_sudden", MET),
    "star_turn": field("star_turn", MET),
    "upgrades": field("educated", SMALL),
    "berlin": field("berlin", SWITCH),
    "initiative": field("initiative", SIDE),
    "joker": Setting((OWNER,), _joker, _deal_joker),
    **{name: _met(which) for which, name in enumerate(("gg", "oil", "warsaw"))},
    "weather.": Setting((WEATHER,), lambda t, turn: weather(t.s, turn), _set_weather, TURN),
    "draw.": row("draw_change", whole(range(-9, 10)), SIDE),
    "used.": Setting((OWNER,), _used, _use, CARD),
    "once.": element("split", UNIT),
    "weather": seen(lambda t, _: WEATHERS[weather(t.s)]),
    "phasing": seen(lambda t, _: OWNER.write(t, t.s.phasing)),
    "vp": seen(lambda t, _: victory.marker(t.s, t.d)),
    "vp.": seen(lambda t, side: victory.points(t.s, t.d, side), SIDE),
    "hexes.": seen(lambda t, side: victory.hex_points(t.s, t.d, side), SIDE),
    "works": seen(lambda t, _: BOARD.places[t.s.works] if t.s.works >= 0 else "none"),
}

# marks ---------------------------------------------------------------------------------


def _holder(t: T, site: int) -> int:
    return victory.holder(t.s, t.d, site)


def _set_control(t: T, site: int, side: int) -> None:
    t.s.control[site] = side


def _set_works(t: T, place: int, side: int) -> None:
    t.s.works, t.s.works_side = (NOWHERE if side == NOWHERE else place), side


def _scorch(t: T, site: int, side: int, until: int) -> None:
    off = side == NOWHERE
    t.s.scorched, t.s.scorched_side = (NOWHERE if off else site), side
    t.s.scorched_until = 0 if off else until


def _scorched(t: T, site: int) -> tuple[int, int] | int:
    return (t.s.scorched_side, t.s.scorched_until) if t.s.scorched == site else NOWHERE


def _until(t: T, word: str) -> int:
    return t.s.turn + 1 if word == "next" else int(TURN.read(t, word))


MARKS: Settings = {
    "control": Setting((OWNER,), _holder, _set_control, SITE),
    "target": element("targets", PLACE, MARKED),
    "counterblow": element("blows", PLACE, MARKED),
    "works": Setting(
        (OWNER,),
        lambda t, place: t.s.works_side if t.s.works == place else NOWHERE,
        _set_works,
        PLACE,
    ),
    "scorched": Setting((OWNER, Word("TURN", _until)), _scorched, _scorch, SITE, "next"),
}

# flags ---------------------------------------------------------------------------------


def _flip(t: T, unit: int, word: str) -> None:
    """Which side of a counter is up: front, back, s=1, or its label."""
    record = BOARD.units[unit]
    labels = [face.label for face in record.faces]
    known = {"front": 0, "back": 1, "s=1": record.reduced, "s=2": record.full}
    known |= {label: face for face, label in enumerate(labels)}
    if word not in known:
        flags = ", ".join((*FLAGS, "front", "back", *labels))
        raise Malformed(f"Flags of {record.name} are {flags}; not `{word[:30]}`.")
    if known[word] >= len(record.faces):
        raise Malformed(f"{record.name} has no back side.")
    t.s.face[unit] = known[word]


def _reserve(t: T, unit: int, on: bool) -> None:
    t.s.reserve = unit if on else NOWHERE


def _support(t: T, unit: int, on: bool) -> None:
    t.s.support[BOARD.units[unit].side] = unit if on else NOWHERE


def _says(rule: Callable[..., bool]) -> Setting:
    return seen(lambda t, unit: int(rule(t.s, t.d, unit)), UNIT)


MARKERS = ("unsupplied", "disorganized", "moved", "fought")
FLAGS: Settings = {
    **{name: row(name, SWITCH, UNIT, "1") for name in MARKERS},
    "reserve": Setting((SWITCH,), lambda t, unit: t.s.reserve == unit, _reserve, UNIT, "1"),
    "support": Setting((SWITCH,), lambda t, unit: unit in t.s.support, _support, UNIT, "1"),
    "face": Setting((PLAIN,), lambda t, u: BOARD.units[u].faces[t.s.face[u]].label, _flip, UNIT),
    "overland": _says(supply.overland),
    "supplied": _says(supply.supplied),
}
