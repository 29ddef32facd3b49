"""The words around the map of Race to Moscow, and what lies before each player."""

from collections.abc import Sequence

from engine.core.entries import AnyEntry
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import COLOURS, SIDES, SOVIET
from engine.games.race_to_moscow.show.view import RaceToMoscowView
from engine.games.race_to_moscow.state import AIR_PURSUIT, AIR_READY, AIR_SOVIET, AIR_SPENT
from renderer.games.race_to_moscow_chart import LIVERIES
from renderer.scene import Hand, Mat, Piece, Status
from renderer.scenes.words import asked, news, todo

RED = 1
"""The look of the Soviets."""
LOOKS = {side: RED if n == SOVIET else LIVERIES[n] for n, side in enumerate(SIDES)}

_AIR = {
    AIR_READY: "ready",
    AIR_SPENT: "used",
    AIR_PURSUIT: "on the own Pursuit deck",
    AIR_SOVIET: "on the Soviet deck",
}


def status(view: RaceToMoscowView, told: Sequence[AnyEntry]) -> Status:
    """Round and phase, whose move it is, what happened, and what each player has."""
    turn = f"{COLOURS[view.active].title()}'s turn" if view.winners is None else ""
    return Status(
        title=f"{view.turn}, last" if view.last_round else view.turn,
        phase=", ".join(filter(None, (turn, view.phase))),
        todo=todo(view),
        asked=asked(view, LOOKS),
        news=news("race_to_moscow", told),
        initiative=-1,
        hands=tuple(Hand(LIVERIES[colour], held(view, colour)) for colour in view.order),
    )


def on_card(view: RaceToMoscowView, unit: int) -> tuple[int, int, int]:
    """Fuel, ammo and food on an army's card."""
    fuel, ammo, food = (row[BOARD.card_store(unit)] for row in view.supply)
    return fuel, ammo, food


def _many(count: int, thing: str) -> str:
    return f"{count} {thing}" if count == 1 else f"{count} {thing}s"


def _owns(view: RaceToMoscowView, pile: str) -> list[int]:
    return [BOARD.item_index[id_] for id_ in view.open_cards.get(pile, ())]


def open_names(view: RaceToMoscowView, pile: str) -> list[str]:
    """The names of the cards of an open pile."""
    return [BOARD.cards[card].name for card in _owns(view, pile)]


def score(view: RaceToMoscowView, colour: int) -> int:
    """Medals that all can see (6.3): tokens, those of beaten cards and their cubes, cities.

    What lies face down is not in it.
    """
    piles = (f"beaten.{COLOURS[colour]}", f"pocket.{COLOURS[colour]}")
    beaten = [BOARD.cards[card] for pile in piles for card in _owns(view, pile)]
    cities = sum(
        held == colour and bool(BOARD.victory >> area & 1) for area, held in enumerate(view.control)
    )
    cubes = sum(card.cubes for card in beaten if not card.medals)
    medals = sum(card.medals for card in beaten)
    cubed = cubes // BOARD.cubes_per_medal
    return view.won[colour] + medals + cubed + cities * BOARD.city_medals


def face_down(view: RaceToMoscowView, colour: int) -> int:
    """Soviet cards of pockets that nobody has seen (9)."""
    pile = f"pocket.{COLOURS[colour]}"
    return 0 if pile in view.open_cards else view.decks.get(pile, 0)


def held(view: RaceToMoscowView, colour: int) -> str:
    """Score and prizes of a player in a few words."""
    pocket = face_down(view, colour)
    parts = [_many(score(view, colour), "point")]
    if pocket:
        parts.append(f"{pocket} face down")
    return " · ".join(parts)


def decks(view: RaceToMoscowView) -> str:
    """How many Soviet cards are left."""
    found = [
        f"{name} {count}"
        for name in ("green", "blue", "infantry", "armor")
        if (count := view.decks.get(f"soviet.{name}", 0))
    ]
    return f"Soviet deck: {', '.join(found) or 'empty'}"


def standing(view: RaceToMoscowView) -> list[str]:
    """Score and transport of each player, stocks and decks, as sentences."""
    out = [
        f"{COLOURS[colour].title()}: {held(view, colour)}, "
        f"{_many(view.trucks[colour], 'truck')}, {_many(view.trains[colour], 'train')}"
        for colour in view.order
    ]
    out.append(f"Logistics level {view.level}, {_many(view.stock_trains, 'train')} in the stock")
    out.append(_pool(view, "Soviet marker"))
    out += [f"The Soviet player: {left}"] if (left := _left(view)) else []
    return out


def _pool(view: RaceToMoscowView, markers: str) -> str:
    """The Soviet markers left; their kinds too, for the eyes of the Soviet player."""
    kinds = ", ".join(f"{count} {kind}" for kind, count in view.markers_left.items())
    return f"{_many(view.soviet_pool, markers)} in the pool{f' ({kinds})' if kinds else ''}"


def _left(view: RaceToMoscowView) -> str:
    """What a Soviet player scores (20.9), "" where there is none."""
    if "soviet.infantry" not in view.decks and "soviet.armor" not in view.decks:
        return ""
    return f"{_many(sum(view.medals), 'point')} left on the map"


# mats --------------------------------------------------------------------------------


def mats(view: RaceToMoscowView, pieces: Sequence[Piece]) -> tuple[Mat, ...]:
    """A mat for each player and one for what is common; `pieces` are all units."""
    return (*(_mat(view, colour, pieces) for colour in view.order), _common(view))


def _mat(view: RaceToMoscowView, colour: int, pieces: Sequence[Piece]) -> Mat:
    name, group = COLOURS[colour], BOARD.groups[colour]
    beaten = open_names(view, f"beaten.{name}")
    pocket = face_down(view, colour)
    beaten += open_names(view, f"pocket.{name}")
    prizes = [*beaten, *([f"{_many(pocket, 'card')} face down"] if pocket else [])]
    lines = [
        ("Kept", ", ".join(open_names(view, f"kept.{name}"))),
        ("OKH", ", ".join(open_names(view, f"okh.{name}"))),
        ("Beaten", ", ".join(prizes)),
        ("Deck", f"{view.decks.get(f'pursuit.{name}', 0)} Pursuit cards, "
         f"{len(_owns(view, f'discard.{name}'))} on the discards"),
        ("Markers", _markers(view, colour)),
    ]  # fmt: skip
    return Mat(
        title=f"{name.title()} · Army Group {group.name} · {_many(score(view, colour), 'point')}",
        side=LIVERIES[colour],
        stores=(
            ("truck", view.trucks[colour]),
            ("train", view.trains[colour]),
            ("medal", view.won[colour]),
        ),
        pieces=tuple((pieces[unit], BOARD.place_names[view.at[unit]]) for unit in group.armies),
        lines=tuple((head, text) for head, text in lines if text),
    )


def _markers(view: RaceToMoscowView, colour: int) -> str:
    """Staff car and air support; the basic game has neither."""
    if "okh" not in view.decks and "okh_open" not in view.open_cards:
        return ""
    where = view.air[colour]
    air = f"over {BOARD.place_names[where]}" if where >= 0 else _AIR[where]
    return f"staff car {'ready' if view.hq[colour] else 'used'}, air support {air}"


def _common(view: RaceToMoscowView) -> Mat:
    level = BOARD.levels[view.level - 1]
    fuel, ammo, food = (row[BOARD.stock_store] for row in view.supply)
    trucks = [
        f"{view.stock_trucks[colour]} {COLOURS[colour]}"
        for colour in view.order
        if view.stock_trucks[colour]
    ]
    later = f", {view.reserve_trains} in reserve" if view.reserve_trains else ""
    lines = [
        ("Logistics", f"level {view.level}: take {level.take}, place {level.place}, "
         f"possess {level.possess}"),
        ("Transport", f"{_many(view.stock_trains, 'train')}{later}; "
         f"trucks: {', '.join(trucks) or 'none'}"),
        ("OKH display", ", ".join(open_names(view, "okh_open"))
         + (f"; {view.decks['okh']} in the deck" if "okh" in view.decks else "")),
        ("Soviets", f"{_pool(view, 'marker')}; {decks(view).lower()}"),
        ("Their score", _left(view)),
    ]  # fmt: skip
    return Mat(
        title="Beside the board",
        side=-1,
        stores=(("fuel", fuel), ("ammo", ammo), ("food", food)),
        pieces=(),
        lines=tuple((head, text) for head, text in lines if text),
    )
