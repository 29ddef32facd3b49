"""What a battle that is being written would be rolled on: the odds line, shifts, chances.

It serves the battle builder and `/odds`, from public facts alone, whoever asks and
whether the attack may be ordered now or not. Every card that is named is counted.
"""

import copy
from collections.abc import Sequence

from engine.core.events import Face, Moment, Way
from engine.core.playing import filled
from engine.core.rules import Preview
from engine.games.no_retreat.acts import T, foe, side_of
from engine.games.no_retreat.cards.events import EVENTS, CardWindow, Play
from engine.games.no_retreat.cards.moments import ATTACK, DEFEND
from engine.games.no_retreat.data.board import BOARD
from engine.games.no_retreat.data.facts import NOWHERE, ON_MAP, SIDES
from engine.games.no_retreat.law import crt, odds, targets
from engine.games.no_retreat.law.fight import Fight, battle
from engine.games.no_retreat.play import replies
from engine.games.no_retreat.play.battle import new_battle, strike_back
from engine.games.no_retreat.state import enemy
from engine.games.no_retreat.words import CARDS, PLACES, SUPPORT, UNITS

KEYS = ("with", "commit", "play")


def preview(t: T, words: Sequence[str]) -> Preview:
    """`battle HEX[+HEX] with U.. [commit MARKER] [play CARD..]`; `counterattack [commit MARKER]`;
    `play CARD [U]` while an event before the die is asked for; `pass at HEX..` and
    `play CARD at HEX` of a defender: the first of these targets, attacked by all that can.

    Words that mean nothing are passed over; without a target or a unit there is nothing to say.
    """
    if not words or not t.pos.lanes:
        return Preview()
    parts = _parts(words)
    if words[0] == "counterattack":
        return _counterattack(t, parts)
    if words[0] in ("pass", "play") and "at" in words:
        return _reply(t, words)
    if words[0] == "play":
        return _event(t, words[1:])
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
    hexes = [place for word in parts[""] if (place := _place(word)) != NOWHERE]
    held = [unit for place in hexes for unit in t.d.at.get(place, ())]
    if not held:
        return Preview()
    side = 1 - BOARD.units[held[0]].side
    name = SIDES[side]
    units = [int(u) for word in parts["with"] for u in UNITS.read(word, name)[:1]]
    units = [u for u in units if BOARD.units[u].side == side and t.s.at[u] < ON_MAP]
    if not units:
        return Preview(places=tuple(BOARD.places[place] for place in hexes))
    marker = _marker(parts, side)
    return _seen(t, new_battle(t.s, t.d, side, hexes, units, marker), side, parts["play"])


def _counterattack(t: T, parts: dict[str, list[str]]) -> Preview:
    now: Fight | None = battle(t)
    if now is None:
        return Preview()
    side = side_of(foe(now.side))
    return _seen(t, strike_back(t.s, now, _marker(parts, side)), side, parts["play"])


def _event(t: T, words: Sequence[str]) -> Preview:
    """An event before the die, of the side that is asked for one."""
    now, window = battle(t), t.pos.lanes[0].top
    if now is None or not isinstance(window, CardWindow) or window.kind not in (ATTACK, DEFEND):
        return Preview()
    return _seen(t, copy.copy(now), side_of(window.side), words[:1], words[1:])


def _reply(t: T, words: Sequence[str]) -> Preview:
    """The strongest attack on a target, with the event that its defender names for it."""
    at = words.index("at")
    side = t.s.phasing
    owed = targets.duties(t.s, t.d, side).by if side != NOWHERE else {}
    named = [place for word in words[at + 1 :] if (place := _place(word)) in owed]
    if not named:
        return Preview()
    fight = replies.imagined(t.s, t.d, side, named[0], list(owed[named[0]]))
    seen = _seen(t, fight, enemy(side), words[1:at])
    return Preview(("If all attack that can:", *seen.lines), seen.places)


def _seen(
    t: T, fight: Fight, side: int, cards: Sequence[str], units: Sequence[str] = ()
) -> Preview:
    """A battle that is imagined, with the events of a side that are named, and units for them."""
    told = [int(unit) for word in units for unit in UNITS.read(word, SIDES[side])]
    t.pos.lanes[0].stack.append(fight)  # as if it had begun: events look there for their conditions
    notes = [
        note
        for word in cards
        for card in CARDS.read(word, SIDES[side])[:1]
        if (note := _assume(t, fight, EVENTS.face(SIDES[side], int(card)), told))
    ]
    t.pos.lanes[0].stack.pop()
    shown = dict.fromkeys([*fight.targets, *(t.s.at[unit] for unit in fight.units)])
    places = tuple(BOARD.places[place] for place in shown)
    if fight.withdrawn:
        return Preview((*notes, "The defenders fall back one hex; no die is rolled."), places)
    return Preview((*notes, *lines(odds.preview(t.s, t.d, fight))), places)


def _assume(t: T, fight: Fight, face: Face, units: Sequence[int]) -> str:
    """An event does its work in a battle that is imagined; what else is to be said of it.

    What it would have to be told and was not is what an armed card would take.
    """
    side = face.event.side
    kind = ATTACK if side == fight.side else DEFEND
    if kind not in face.kinds:
        return f"{face.name} is not counted: it is no event before the die of this battle."
    m = Moment(side, kind)
    refusal = EVENTS.why_not(t, face, m)
    way = _meant(face, kind) if refusal else EVENTS.ways(t, face, m)[0]
    possible = EVENTS.asked(t, way, m, "unit", {}) or ()
    named = [unit for unit in units if unit in possible]
    args = {"unit": named[0]} if named else filled(t, way, m) or {}
    play = Play(side=side, card=face.event.card, kind=kind, args=args)
    for effect, op in way.ops:
        if args.keys() >= effect.args.keys():
            effect.do(t, play, op)
    return f"{face.name} can't be played as it stands ({refusal.rule})." if refusal else ""


def _meant(face: Face, kind: str) -> Way:
    """What an event that can't be played now would do: of several ways the first of this role."""
    role = "attacker" if kind == ATTACK else "defender"
    of_role = (way for way in face.ways if all(op.role in ("", role) for _, op in way.ops))
    return next((way for way in of_role if way.ops[0][1].op != "pay_as_card"), face.ways[0])


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
        f"{crt.result_name(result)} {count / seen.of:.0%}" for result, count in seen.chances
    )
    return (
        f"{seen.attack} against {seen.defence}: {initial}",
        *(f"{x.columns:+} {x.reason} ({x.rule})" for x in seen.shifts),
        f"Final column {final}, {table} table",
        f"Chances: {chances}",
    )
