"""What a battle that is being written would be rolled on: the odds line, shifts, chances.

It serves the battle builder and `/odds`, from public facts alone, whoever asks and
whether the attack may be ordered now or not.
"""

from collections.abc import Sequence

from engine.core.rules import Preview
from engine.games.no_retreat import crt, odds
from engine.games.no_retreat.acts import T, foe, side_of
from engine.games.no_retreat.battle import battle_preview, result_name, strike_back
from engine.games.no_retreat.board import BOARD
from engine.games.no_retreat.facts import NOWHERE, ON_MAP, SIDES
from engine.games.no_retreat.fight import Fight, battle
from engine.games.no_retreat.words import CARDS, PLACES, SUPPORT, UNITS

KEYS = ("with", "commit", "play")


def preview(t: T, words: Sequence[str]) -> Preview:
    """`battle HEX[+HEX] with U.. [commit MARKER] [play CARD..]`; `counterattack [commit MARKER]`.

    Words that mean nothing are passed over; without a target or a unit there is nothing to say.
    """
    if not words:
        return Preview()
    parts = _parts(words)
    if words[0] == "counterattack":
        return _counterattack(t, parts)
    return _battle(t, parts) if words[0] == "battle" else Preview()


def _parts(words: Sequence[str]) -> dict[str, list[str]]:
    """The words by the keyword before them, those after the verb under ""."""
    parts: dict[str, list[str]] = {key: [] for key in ("", *KEYS)}
    key = ""
    for word in words[1:]:
        if word in KEYS:
            key = word
        else:
            parts[key] += [part for part in word.split("+") if part]
    return parts


def _battle(t: T, parts: dict[str, list[str]]) -> Preview:
    targets = [place for word in parts[""] if (place := _place(word)) != NOWHERE]
    held = [unit for place in targets for unit in t.d.at.get(place, ())]
    if not held:
        return Preview()
    side = 1 - BOARD.units[held[0]].side
    name = SIDES[side]
    units = [int(u) for word in parts["with"] for u in UNITS.read(word, name)[:1]]
    units = [u for u in units if BOARD.units[u].side == side and t.s.at[u] < ON_MAP]
    if not units:
        return Preview(places=tuple(BOARD.places[place] for place in targets))
    marker = _marker(parts, side)
    cards = [int(card) for word in parts["play"] for card in CARDS.read(word, name)[:1]]
    seen = battle_preview(t.s, t.d, side, targets, units, marker, cards)
    shown = dict.fromkeys([*targets, *(t.s.at[unit] for unit in units)])
    return Preview(lines(seen), tuple(BOARD.places[place] for place in shown))


def _counterattack(t: T, parts: dict[str, list[str]]) -> Preview:
    now: Fight | None = battle(t)
    if now is None:
        return Preview()
    back = strike_back(t.s, now, _marker(parts, side_of(foe(now.side))))
    shown = dict.fromkeys([*back.targets, *(t.s.at[unit] for unit in back.units)])
    places = tuple(BOARD.places[place] for place in shown)
    return Preview(lines(odds.preview(t.s, t.d, back)), places)


def _place(word: str) -> int:
    found = [int(place) for place in PLACES.read(word) if int(place) < ON_MAP]
    return found[0] if found else NOWHERE


def _marker(parts: dict[str, list[str]], side: int) -> str:
    meant = [word for word in parts["commit"] if SUPPORT.read(word)]
    return odds.MARKERS[side] if meant and meant[0] == odds.MARKERS[side] else ""


def lines(seen: odds.Preview) -> tuple[str, ...]:
    """The odds, each shift with its rule, the final column, the chance of each result."""
    initial = "below 1:3" if seen.initial == crt.AUTOMATIC else crt.name(seen.initial)
    final = "an automatic CA" if seen.final == crt.AUTOMATIC else crt.name(seen.final)
    table = SIDES[seen.table].title()
    chances = ", ".join(
        f"{result_name(result)} {count / seen.of:.0%}" for result, count in seen.chances
    )
    return (
        f"{seen.attack} against {seen.defence}: {initial}",
        *(f"{x.columns:+} {x.reason} ({x.rule})" for x in seen.shifts),
        f"Final column {final}, {table} table",
        f"Chances: {chances}",
    )
