"""What an order that is being written would mean: odds, modifiers, results; what is still owed."""

from collections.abc import Sequence

from engine.core.rules import Preview
from engine.games.russia_besieged.acts import T
from engine.games.russia_besieged.data.board import BOARD
from engine.games.russia_besieged.data.facts import HEXES, SIDES
from engine.games.russia_besieged.law import contact, odds, overwhelm, sea
from engine.games.russia_besieged.law.odds import Attack
from engine.games.russia_besieged.play.phase_combat import best, duties, helpless, owing, together
from engine.games.russia_besieged.play.travel import AT_SEA
from engine.games.russia_besieged.state import bodies, fighter
from engine.games.russia_besieged.words import IDS, PLACE_WORDS, UNITS, label, names, sums

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
    """Of `attack`, `av`, `end movement` and what goes by sea, over the ice or flies out."""
    if list(words[:2]) == ["end", "movement"]:
        return _owed(t)
    if words[:1] and words[0] in _JOURNEYS:
        return _journey(t, words[0], [word for word in words[1:] if word != "to"])
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
        for v in UNITS.read(w, SIDES[t.s.side])[:1]
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
        why = overwhelm.why_no_victory(t.s, t.d, attack)
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


# journeys by the die --------------------------------------------------------------------

_JOURNEYS = ("sail", "invade", "evacuate", "ice", "fly")


def _journey(t: T, verb: str, words: Sequence[str]) -> Preview:
    """What the die of a journey adds up, and what it brings (6.33, 8.2, 14.16)."""
    units = [unit for word in words[:1] for unit in UNITS.read(word, SIDES[t.s.side])]
    unit = next((int(u) for u in units if t.s.place[int(u)] < HEXES), -1)
    goal = next((int(v) for word in words[1:2] for v in PLACE_WORDS.read(word)), -1)
    if unit < 0 or (verb != "ice" and not 0 <= goal < HEXES):
        return Preview((f"Name a unit on the map{' and where it goes' * (verb != 'ice')}.",))
    places = () if verb == "ice" else (IDS[goal],)
    if verb == "fly":
        return Preview(("Die: on a 1 he is lost (14.16)", "He arrives 90%, is lost 10%"), places)
    if verb == "ice":
        drm = sea.ice_modifier(t.d)
        return Preview(_by_sea([("enemies at 0813", drm)] if drm else None, "6.33"), places)
    return Preview(_ship(t, verb, unit, goal), places)


def _ship(t: T, verb: str, unit: int, goal: int) -> tuple[str, ...]:
    """8.2, 8.72: the sea is that of the port to go to, of a landing that of the port it leaves."""
    s, d, side = t.s, t.d, BOARD.pieces[unit].side
    port = s.place[unit] if verb == "invade" else goal
    city = BOARD.ground.city_at[port]
    area = BOARD.ground.cities[city].area if city >= 0 else -1
    if area < 0:
        return (f"{label(port)} is no port (8.31).",)
    why = {
        "sail": lambda: sea.why_no_transport(s, d, unit, goal),
        "invade": lambda: sea.why_no_invasion(s, d, unit, area, goal),
        "evacuate": lambda: sea.why_no_evacuation(s, d, unit, goal),
    }[verb]()
    barred = (f"As all stand: {why.text} ({why.rule})",) if why and side == s.side else ()
    if verb != "evacuate" and not sea.needs_die(s, area, goal):
        return (*_by_sea(None, "8.72"), *barred)
    listed = sea.modifiers(s, d, side, area, goal, verb == "evacuate")
    return (*_by_sea(listed, "8.2"), *barred)


def _by_sea(listed: Sequence[tuple[str, int]] | None, rule: str) -> tuple[str, ...]:
    """Modifiers and chances, of the sea's die or the ice road's; None: no die is rolled."""
    if listed is None:
        return (f"No die is rolled: it arrives ({rule}).",)
    total = sum(value for _, value in listed)
    table = sea.ice_result if rule == "6.33" else sea.result
    chances: dict[str, int] = {}
    for die in range(1, 11):
        found = table(die + total)
        chances[found] = chances.get(found, 0) + 10
    more = f"{sums(listed)}; {total:+} in all" if listed else "as it falls"
    told = ", ".join(f"{AT_SEA[found]} {n}%" for found, n in chances.items())
    return f"Die: {more} ({rule})", told[0].upper() + told[1:]
