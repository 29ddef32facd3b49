"""What an attack that is being written would mean: both Fire Tables, shifts, chances.

It serves the battle builder and `/odds`, from public facts alone, whoever asks and whether the
attack may be ordered now or not. Every Combat Card that is named is counted.
"""

from collections.abc import Sequence

from engine.core.frames import Choice, Window
from engine.core.rules import Preview
from engine.core.tell import listed
from engine.games.stalins_war.acts import T, name_of
from engine.games.stalins_war.cards import combat
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import COMBAT_CARD, HEXES, NOWHERE, SIDES, Card
from engine.games.stalins_war.law import odds
from engine.games.stalins_war.law.attack import Attack
from engine.games.stalins_war.law.fire import Fire
from engine.games.stalins_war.play.battle import Battle
from engine.games.stalins_war.state import enemy, on_map
from engine.games.stalins_war.words import CARDS, PLACES, UNITS

_KEYS = ("with", "play")


def preview(t: T, words: Sequence[str]) -> Preview:
    """`attack HEX with U.. [play CARD..]`; `play CARD..` in a combat under way.

    Words that mean nothing are named and passed over; without a target or a unit there is nothing
    to say. A card's number is that of the side whose order it is.
    """
    parts = _parts(words)
    if words[:1] == ["attack"]:
        return _attack(t, parts)
    now = next((f for lane in t.pos.lanes for f in lane.stack if isinstance(f, Battle)), None)
    if now is not None and words[:1] == ["play"]:
        named = [*parts[""], *parts["play"]]
        cards = [*now.played, *_cards(named, _asked(t))]
        units = [u for u in now.units if on_map(t.s, u)]
        return _seen(t, now.target, units, cards, _unknown([], named, _asked(t)))
    return Preview()


def _parts(words: Sequence[str]) -> dict[str, list[str]]:
    """The words by the keyword before them, those after the verb under ""."""
    parts: dict[str, list[str]] = {key: [] for key in ("", *_KEYS)}
    key = ""
    for word in words[1:]:
        if word in _KEYS:
            key = word
        else:
            parts[key] += [part for part in word.split("+") if part]
    return parts


def _attack(t: T, parts: dict[str, list[str]]) -> Preview:
    target = next((place for word in parts[""] if (place := _place(word)) != NOWHERE), NOWHERE)
    held = [side for side in (0, 1) if target != NOWHERE and t.d.units(side, target)]
    if not held:
        return Preview()
    side = enemy(held[0])
    units = [int(unit) for word in parts["with"] for unit in UNITS.read(word, SIDES[side])[:1]]
    units = [u for u in units if BOARD.units[u].side == side and on_map(t.s, u)]
    unknown = _unknown(parts["with"], parts["play"], side)
    return _seen(t, target, list(dict.fromkeys(units)), _cards(parts["play"], side), unknown)


def _asked(t: T) -> int:
    """The side that a combat under way waits for."""
    tops = (lane.stack[-1] for lane in t.pos.lanes if lane.stack)
    sides = [top.side for top in tops if isinstance(top, Choice | Window) and top.side]
    return SIDES.index(sides[0]) if sides else t.s.side


def _unknown(units: Sequence[str], cards: Sequence[str], side: int) -> list[str]:
    """The words that name no unit and no Combat Card."""
    found = [word for word in units if not UNITS.read(word, SIDES[side])]
    return [*found, *(word for word in cards if not _cards([word], side))]


def _place(word: str) -> int:
    return next((int(place) for place in PLACES.read(word) if int(place) < HEXES), NOWHERE)


def _cards(words: Sequence[str], side: int) -> list[Card]:
    """The Combat Cards that are named, of either side; numbers are the own side's."""
    meant = (card for word in words for card in CARDS.read(word, SIDES[side])[:1])
    found = [BOARD.cards[int(card)] for card in meant]
    return [card for card in found if card.type == COMBAT_CARD]


def _seen(
    t: T, target: int, units: Sequence[int], cards: Sequence[Card], unknown: Sequence[str]
) -> Preview:
    if not units:
        return Preview(places=(name_of(target),))
    attack = Attack(target, tuple(units))
    found = odds.odds(
        t.s, t.d, units, target, lambda s: combat.helps(combat.clash(s, t.d, attack), cards)
    )
    shown = dict.fromkeys([target, *(t.s.place[unit] for unit in units)])
    told = lines(found)
    if unknown:
        told.append(f"Not counted, as no unit or Combat Card is called that: {listed(unknown)}.")
    return Preview(tuple(told), tuple(map(name_of, shown)))


def lines(found: odds.Odds) -> list[str]:
    """Each side's strength, table, shifts, column and Loss Numbers, then who wins how often."""
    ties = 36 - found.won - found.lost
    return [
        f"Attack: {fired(found.attack)}",
        f"Defender loses: {_chances(found.attack)}",
        f"Defence: {fired(found.defence)}",
        f"Attacker loses: {_chances(found.defence)}",
        f"Attacker wins {found.won / 36:.0%} ({found.far / 36:.0%} by two or more), "
        f"nobody {ties / 36:.0%}, defender {found.lost / 36:.0%}",
    ]


def fired(fire: Fire) -> str:
    """How a side fires, in a line."""
    table = "LCU" if fire.large else "SCU"
    base, column = (fire.table[n].label for n in (fire.base, fire.column))
    moved = ", ".join(f"{name.replace('_', ' ')} {shift:+}" for name, shift in fire.shifts)
    shifts = f"; {moved}: column {column}" if moved else ""
    return f"{fire.strength} on the {table} table, column {base}{shifts}"


def _chances(fire: Fire) -> str:
    """Loss Numbers with their chances; an asterisk hits SCUs alone."""
    return ", ".join(f"{cell} {count / 6:.0%}" for cell, count in odds.numbers(fire).items())
