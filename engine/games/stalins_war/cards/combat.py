"""Combat Cards (7.5.5): what combats they fit, and what they change in them.

A card fits by the condition of its event; what it does is in its data. The events of a round
that shift columns (*Taifun*, *To Berlin!*) are here too, since the fire asks for both.
"""

from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from dataclasses import dataclass

from engine.board.occupancy import Occupancy
from engine.core.verbs import Why
from engine.games.stalins_war.data.board import BOARD
from engine.games.stalins_war.data.facts import (
    AXIS,
    CLEAR,
    FIRST_ROW,
    FULL,
    GERMAN,
    GUARD_TANK,
    MECH,
    OUT,
    PANZER,
    ROWS,
    SOVIET,
    TANK,
    Card,
    Effect,
    Unit,
)
from engine.games.stalins_war.law.attack import Attack, defenders
from engine.games.stalins_war.law.fire import Helps, hexside
from engine.games.stalins_war.law.operations import why_not_yet
from engine.games.stalins_war.state import ADVANCED, StalinsWar, enemy, fortresses, has

_GROUND = BOARD.ground
_BLAU_ROW = 25
"""Card Axis 6: hexes of this row or farther south."""
_KRIM = frozenset(_GROUND.index(id_) for id_ in ("1931", "2031", "2131"))
_SS = frozenset(unit.index for unit in BOARD.units if "_ss_" in unit.id)
ZHUKOV = next(card.index for card in BOARD.cards if card.event == "zhukov")
FIRST_ATTACK = ("sturmovik", "operation_uranus", "sleighride", "fuhrer_s_firemen")
"""Cards that hold for a whole round, whoever wins (§7.5.5b, clarification_axis_50)."""


@dataclass(frozen=True, slots=True)
class Clash:
    """A combat as cards see it: units by facts, those that retreated into the hex left out."""

    s: StalinsWar
    target: int
    attackers: tuple[Unit, ...]
    defenders: tuple[Unit, ...]

    def of(self, side: int) -> tuple[Unit, ...]:
        """The units of a side."""
        return self.attackers if side == self.s.side else self.defenders

    def any(self, units: Iterable[Unit], *types: int, supplied: bool = False) -> bool:
        """Is a unit of these types among them, in full supply if that is asked?"""
        return any(
            unit.type in types and (not supplied or self.s.supply[unit.index] == FULL)
            for unit in units
        )

    def large(self, units: Iterable[Unit], nation: int, supplied: bool = False) -> bool:
        """Is an LCU of a nation among them, in full supply if that is asked?"""
        return any(
            unit.lcu
            and unit.nation == nation
            and (not supplied or self.s.supply[unit.index] == FULL)
            for unit in units
        )

    def german(self, units: Iterable[Unit]) -> bool:
        """Is a German unit among them?"""
        return any(unit.nation == GERMAN for unit in units)


def clash(s: StalinsWar, d: Occupancy, attack: Attack) -> Clash:
    """The combat that an attack makes."""
    active, _ = defenders(s, d, attack.target)
    return Clash(
        s,
        attack.target,
        tuple(BOARD.units[unit] for unit in attack.units),
        tuple(BOARD.units[unit] for unit in active),
    )


# conditions --------------------------------------------------------------------------------


def _german_attack(c: Clash) -> bool:
    return c.german(c.attackers)


def _crossed(c: Clash) -> str:
    return hexside(c.s, [unit.index for unit in c.attackers], c.target)


def stronghold(c: Clash) -> bool:
    """Is there a standing fortress of the defender?"""
    return bool(fortresses(c.s, enemy(c.s.side)) >> c.target & 1)


def _walled(c: Clash) -> bool:
    """A city, fortress or Festung."""
    return bool(_GROUND.cities >> c.target & 1) or stronghold(c) or c.target in c.s.festungs


def _trench(c: Clash) -> bool:
    return c.target in c.s.trenches[enemy(c.s.side)]


def _panzer(c: Clash) -> bool:
    return c.any(c.of(AXIS), PANZER, supplied=True)


def _front_attack(c: Clash) -> bool:
    return any(unit.lcu and c.s.supply[unit.index] == FULL for unit in c.attackers)


def _first(c: Clash) -> bool:
    """No other hex has been attacked in this round."""
    return set(c.s.attacked) <= {c.target}


def _over_kerch(c: Clash) -> bool:
    sides = [_GROUND.rivers.get((c.s.place[u.index], c.target), "") for u in c.attackers]
    return "kerch_crossing" in sides


def _dug_in(c: Clash) -> bool:
    clear = _GROUND.terrain[c.target] == CLEAR
    return _trench(c) or (clear and any(unit.lcu for unit in c.defenders))


_FITS: Mapping[str, tuple[Callable[[Clash], bool], str]] = {
    "guderian": (
        lambda c: c.any(c.attackers, PANZER),
        "a German attack with a Panzer Corps",
    ),
    "kleist": (
        lambda c: sum(unit.type == PANZER for unit in c.attackers) >= 2,
        "a German attack with two Panzer Corps",
    ),
    "dora": (lambda c: _german_attack(c) and stronghold(c), "a German attack on a fortress"),
    "luftwaffe_support": (_german_attack, "a German attack"),
    "stuka": (_german_attack, "a German attack"),
    "krim": (
        lambda c: _german_attack(c) and (c.target in _KRIM or _over_kerch(c) or stronghold(c)),
        "a German attack in the Crimea, over Kerch or on a fortress",
    ),
    "brandenburgers": (
        lambda c: _german_attack(c) and _crossed(c) in ("river", "major_river"),
        "a German attack across a river",
    ),
    "nebelwerfer": (
        lambda c: c.large(c.attackers, GERMAN, supplied=True),
        "a German attack with an LCU in full supply",
    ),
    "tiger": (_panzer, "a Panzer Corps in full supply"),
    "panther": (_panzer, "a Panzer Corps in full supply"),
    "manstein": (
        lambda c: _panzer(c) and c.large(c.of(AXIS), GERMAN, supplied=True),
        "a German LCU and a Panzer Corps in full supply",
    ),
    "kampfgruppe": (lambda c: c.german(c.defenders), "German defenders"),
    "fuhrer_s_firemen": (
        lambda c: c.any(c.defenders, PANZER) and not c.s.panzers_hit,
        "the first attack of the round on a hex with a Panzer Corps",
    ),
    "model": (lambda c: c.large(c.defenders, GERMAN), "a German LCU that defends"),
    "panzerfaust": (
        lambda c: c.german(c.defenders) and c.any(c.attackers, TANK, GUARD_TANK, MECH),
        "a Tank or Mech unit that attacks Germans",
    ),
    "heinrici": (lambda c: c.german(c.defenders), "a German unit that defends"),
    "sleighride": (_first, "the first attack of the round"),
    "katyusha": (_front_attack, "an attack with an LCU in full supply"),
    "god_of_war": (_front_attack, "an attack with an LCU in full supply"),
    "sturmovik": (_first, "the first attack of the round"),
    "operation_uranus": (_first, "the first attack of the round"),
    "josef_stalin_tanks": (
        lambda c: _trench(c) or _walled(c),
        "an attack on a Trench, Festung, fortress or city",
    ),
    "penal_battalions": (lambda c: True, "an attack"),
    "rokossovsky": (lambda c: True, "an attack"),
    "konev": (lambda c: True, "an attack"),
    "vatutin": (lambda c: True, "an attack"),
    "t_34": (
        lambda c: c.any(c.of(SOVIET), MECH, TANK, GUARD_TANK, supplied=True),
        "a supplied Mech, Tank or Guard Tank unit",
    ),
    "t_34_85": (
        lambda c: c.any(c.of(SOVIET), TANK, GUARD_TANK, supplied=True),
        "a supplied Tank or Guard Tank unit",
    ),
    "chuikov": (_walled, "a combat in a city, fortress or Festung"),
    "not_one_step_back": (lambda c: True, "a defence"),
    "katukov_s_tanks": (lambda c: c.any(c.attackers, PANZER), "a Panzer Corps that attacks"),
    "night_witches": (lambda c: True, "a defence"),
    "pakfront": (_dug_in, "a Trench, or an LCU that defends in the open"),
}
"""Event -> its condition, and what it asks for in words (§7.5.5a)."""


def why_not_play(c: Clash, side: int, card: Card) -> Why | None:
    """Why a side may not use a Combat Card in this combat; None if it may (§7.5.5a, §13.3.4)."""
    return why_mute(c, side) or why_not_fit(c, side, card)


def why_mute(c: Clash, side: int) -> Why | None:
    """Why a side may use no card at all in this combat (§13.3.4).

    Fortress supply is supply for defence alone (§13.2.4).
    """
    levels = [c.s.supply[unit.index] for unit in c.of(side)]
    if any(level == FULL if side == c.s.side else level != OUT for level in levels):
        return None
    return Why("All your units in this combat are out of supply.", "13.3.4")


def why_not_fit(c: Clash, side: int, card: Card) -> Why | None:
    """Why a Combat Card does not fit this combat, supply of all apart; None if it does."""
    if card.side != side or not (card.attack or card.defence):
        return Why("It is no Combat Card of yours.", "7.5.5a")
    attacks = side == c.s.side
    if not (card.attack if attacks else card.defence):
        role = "attacker" if card.attack else "defender"
        return Why(f"{card.name} is played by the {role}.", "7.5.5a")
    if why := why_not_yet(c.s, card):
        return why
    fits, asks = _FITS[card.event]
    if not fits(c):
        return Why(f"{card.name} asks for {asks}.", "7.5.5a")
    return None


# shifts ------------------------------------------------------------------------------------


def _no_german(c: Clash) -> bool:
    return not c.german(c.defenders)


def _row(place: int) -> int:
    return place % ROWS + FIRST_ROW


def _caught(c: Clash) -> bool:
    return any(has(c.s, unit.index, ADVANCED) for unit in c.defenders)


_ROUND: Mapping[str, Callable[[Clash], bool]] = {
    "taifun": _german_attack,
    "nordlicht": lambda c: c.target == _GROUND.site("leningrad").place,
    "blau": lambda c: _german_attack(c) and _row(c.target) >= _BLAU_ROW,
    "backhand_blow": _caught,
    "spring_awakening": lambda c: (
        _german_attack(c)
        and (
            any(unit.index in _SS for unit in c.attackers)
            or bool(_GROUND.countries["hungary"] >> c.target & 1)
        )
    ),
    "operation_bagration": lambda c: True,
    "to_berlin": lambda c: bool(_GROUND.germany >> c.target & 1),
    "sturmovik": lambda c: True,
    "operation_uranus": lambda c: True,
    "fuhrer_s_firemen": lambda c: c.any(c.defenders, PANZER),
}
"""What holds for attacks of the round: event -> which of them it shifts."""


def _effects(cards: Iterable[Card], op: str) -> Iterator[Effect]:
    for card in cards:
        yield from (effect for effect in card.effects if effect.op == op)


def _number(effect: Effect, name: str) -> int:
    found = effect.says.get(name, 0)
    assert isinstance(found, int)
    return found


def in_force(c: Clash) -> list[Card]:
    """The cards of this round that shift this combat; both halves have their own events."""
    cards = (BOARD.cards[card] for card in (*c.s.in_round, *c.s.in_turn))
    return [card for card in cards if card.event in _ROUND and _ROUND[card.event](c)]


def helps(c: Clash, used: Sequence[Card]) -> Helps:
    """What the cards used in a combat and the events of the round do to its fire.

    A card that holds for the round is among `used` in the combat in which it is played, and in
    force by `in_round` afterwards.
    """
    cards = [*used, *(card for card in in_force(c) if card not in used)]
    shift = [0, 0]
    for card in cards:
        for effect in _effects([card], "column_shift"):
            if "additionally" in str(effect.says["condition"]) and not _no_german(c):
                continue  # Operation Uranus: one more where no German defends
            side = AXIS if effect.says["side"] == "axis" else SOVIET
            shift[side != c.s.side] += _number(effect, "right")
    ignored, most = frozenset[str](), 0
    for effect in _effects(cards, "ignore_terrain_shift"):
        features = effect.says["features"]
        assert isinstance(features, list)
        ignored, most = ignored | frozenset(features), most + _number(effect, "max")
    return Helps((shift[0], shift[1]), ignored, most)


# what follows --------------------------------------------------------------------------------


def retreat_hexes(used: Sequence[Card], hexes: int) -> int:
    """How many hexes the beaten defender retreats (*Rokossovsky*)."""
    return max([hexes, *(_number(effect, "hexes") for effect in _effects(used, "retreat_length"))])


def opens_stand(used: Sequence[Card]) -> bool:
    """Does a card give the defender the No Retreat option in any terrain (§11.4.3)?"""
    return any(True for _ in _effects(used, "allow_no_retreat"))


def closes_stand(used: Sequence[Card]) -> bool:
    """Does a card take the No Retreat option away, whatever opens it (*Konev*, sw-52)?"""
    return any("unless" not in effect.says for effect in _effects(used, "forbid_no_retreat"))


def gives_no_stand(used: Sequence[Card]) -> frozenset[str]:
    """Features that open no No Retreat option: for *Dora* the fortress alone (sw-52).

    clarification_axis_13: the Trench still counts.
    """
    ignored = any("unless" in effect.says for effect in _effects(used, "forbid_no_retreat"))
    return frozenset({"fortress"} if ignored else ())


@dataclass(frozen=True, slots=True)
class ExtraLoss:
    """A step lost after the winner is known: it never changes him (§11.3.5)."""

    card: int
    side: int
    chooser: int
    """Who says which unit loses it (clarification_soviet_24)."""
    units: tuple[int, ...]
    """Who may lose it."""


_HITS = {
    "attacking panzer": (PANZER,),
    "attacking tank, guard_tank or mech": (TANK, GUARD_TANK, MECH),
}


def extra_losses(c: Clash, used: Sequence[Card]) -> list[ExtraLoss]:
    """The steps that cards take after step 7, in the order of the cards."""
    found = []
    for card in used:
        for effect in _effects([card], "extra_loss"):
            side = AXIS if effect.says["side"] == "axis" else SOVIET
            chooser = AXIS if effect.says["chooser"] == "axis" else SOVIET
            types = _HITS.get(str(effect.says.get("unit_filter", "")))
            alive = [unit for unit in c.of(side) if c.s.step[unit.index]]
            pool = [unit.index for unit in alive if types is None or unit.type in types]
            if pool:
                found.append(ExtraLoss(card.index, side, chooser, tuple(pool)))
    return found


def cancelled_losses(used: Sequence[Card]) -> int:
    """Soviet step losses that are taken back after step 7 (*Penal Battalions*)."""
    return sum(_number(effect, "amount") for effect in _effects(used, "cancel_loss"))


def forbids_blitz(used: Sequence[Card]) -> bool:
    """Does a card keep Blitz markers out of the hex (*Pakfront*)?"""
    return any(True for _ in _effects(used, "forbid_blitz"))


def exploitation(used: Sequence[Card]) -> tuple[int, bool]:
    """Hexes more for who exploits by this combat's marker, and whether terrain is ignored.

    Also for units next to the marker that did not attack (clarification_axis_09).
    """
    more = sum(_number(effect, "hexes") for effect in _effects(used, "exploitation_bonus"))
    return more, any(True for _ in _effects(used, "exploitation_ignore_terrain"))


def revives(c: Clash, lost: Sequence[int]) -> list[int]:
    """German SCUs that *Kampfgruppe* may bring back with one step (clarification_axis_11).

    `lost`: units eliminated in this combat. Only where no SCU step of the defenders is left.
    """
    if any(not unit.lcu and c.s.step[unit.index] for unit in c.defenders):
        return []
    units = [BOARD.units[unit] for unit in lost]
    return [u.index for u in units if u.nation == GERMAN and not u.lcu and u in c.defenders]


def uses(card: Card) -> int:
    """How often a kept card serves in an Action Round (§7.5.5e, sw-30)."""
    return 2 if card.event == "luftwaffe_support" else 1


def holds_for_the_round(card: Card) -> bool:
    """Is it one of the four that affect all attacks of a round and are discarded then?"""
    return card.event in FIRST_ATTACK


def kept(card: Card, won: bool) -> bool:
    """Does the side keep a card that it used (§7.5.5b, §7.5.5c)? One with an asterisk never."""
    return won and not card.asterisk and not holds_for_the_round(card)
