"""What an order that is being written would mean: odds, modifiers, results; what is still owed."""

from collections.abc import Sequence

from engine.core.rules import Preview
from engine.games.russia_besieged.acts import T
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import HEXES
from engine.games.russia_besieged.law import contact, odds
from engine.games.russia_besieged.law.odds import Attack
from engine.games.russia_besieged.play.phase_combat import best, duties, helpless, owing, together
from engine.games.russia_besieged.state import bodies, fighter
from engine.games.russia_besieged.words import IDS, PLACE_WORDS, UNITS, names

RULES = {
    **dict.fromkeys(("forest", "swamp", "major_city"), "10.3"),
    "extra_defending_hex": "10.36",
    "mountain_unit_attack": "10.37",
    "mountain_unit_defence": "10.37",
    "armor_attacking": "10.5",
    "armor_defending": "10.5",
    "first_winter": "13.74",
    "field_marshal": "14.22",
    "partisan": "16.51",
    "shock_of_war": "24.22",
}
"""Modifiers of the die -> the rules that give them."""
_KEYS = ("with", "air", "bat", "marshal", "guerrilla", "at")


def preview(t: T, words: Sequence[str]) -> Preview:
    """Of `attack`, `av` and `end movement`."""
    if list(words[:2]) == ["end", "movement"]:
        return _owed(t)
    if words[:1] not in (["attack"], ["av"]):
        return Preview()
    parts: dict[str, list[str]] = {"hex": []}
    key = "hex"
    for word in "+".join(words[1:]).split("+"):
        if word in _KEYS:
            key = word
            parts[key] = []
        else:
            parts[key].append(word)
    targets = [int(v) for w in parts["hex"] for v in PLACE_WORDS.read(w)[:1]]
    targets = [hex_ for hex_ in targets if bodies(t.d, 1 - t.s.side) >> hex_ & 1]
    units = [
        int(v)
        for w in parts.get("with", [])
        for v in UNITS.read(w, ("axis", "soviet")[t.s.side])[:1]
        if BOARD.pieces[int(v)].side == t.s.side
        and t.s.place[int(v)] < HEXES
        and fighter(t.s, int(v))
    ]
    if not targets or not units:
        return Preview(places=tuple(IDS[hex_] for hex_ in targets))
    air = len(parts.get("air", []))
    field = int(bool(parts.get("marshal")))
    attack = Attack(tuple(targets), tuple(units), air, marshals=field, shifts=contact.bonus(t.s))
    told = lines(t, attack)
    if words[0] == "av":
        why = contact.why_no_victory(t.s, t.d, attack)
        victory = "Automatic victory: all there surrender." if why is None else why.text
        told = [*told[:1], victory]  # no die is rolled (9.1)
    return Preview(tuple(told), tuple(IDS[hex_] for hex_ in targets))


def lines(t: T, attack: Attack) -> list[str]:
    """Factors, odds, modifiers with their rules, and what each table gives."""
    s, d = t.s, t.d
    strength = sum(odds.attack_factor(s, d, unit) for unit in attack.units)
    defence = odds.defence(s, d, attack)
    step = odds.final(s, d, attack)
    doubled = [hex_ for hex_ in attack.targets if odds.multiplier(s, hex_, attack.units) == 2]
    found = [f"{strength} against {defence}" + (" (doubled)" if doubled else "")]
    found[0] += f": {odds.name(odds.raw(s, d, attack))}"
    if step != odds.raw(s, d, attack):
        found[0] += f", with shifts {odds.name(step)}"
    listed = odds.modifiers(s, d, attack)
    if listed:
        words = ", ".join(
            f"{name.replace('_', ' ')} {value:+} ({RULES[name]})" for name, value in listed
        )
        found.append(f"Die: {words}; {odds.total(listed):+} in all")
    if step < odds.LOWEST:
        return [*found, "Below 1-5: no such attack is made."]
    for blitz, name in ((False, "Combat"), (True, "Blitzkrieg")):
        asked = Attack(
            attack.targets, attack.units, attack.air, blitz, attack.marshals, shifts=attack.shifts
        )
        if blitz and odds.why_not_blitz(s, d, asked):
            continue
        codes: dict[str, int] = {}
        for die in range(1, 11):
            code = odds.result(step, blitz, die + odds.total(listed))
            codes[code] = codes.get(code, 0) + 10
        found.append(f"{name}: " + ", ".join(f"{code} {n}%" for code, n in codes.items()))
    return found


def _owed(t: T) -> Preview:
    """The attacks that are owed as all stand, with the best odds of each; who would surrender."""
    owed = duties(t)
    found = []
    for group in owing(t):
        units = " ".join(map(UNITS.short, owed.common(group)))  # as they are typed
        found.append(f"{together(group)}: up to {best(t, group)} by {units}")
    if lost := helpless(t):
        found.append(f"Nowhere at 1-5, so they would surrender (10.19): {names(lost)}")
    places = tuple(IDS[hex_] for hex_ in owed.by)
    return Preview(tuple(found or ["Nothing must be attacked."]), places)
