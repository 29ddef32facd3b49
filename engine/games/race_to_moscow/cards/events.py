"""Playing cards: Recon and Axis Auxiliaries (§5, §7), OKH cards and their effects (§16).

A card is one row of `_EFFECTS`: when it can be played, and what it does. Each may be played as
often as its moment comes, once; all lie open.
"""

from collections.abc import Callable, Sequence
from dataclasses import replace
from functools import cache
from typing import Any

from engine.board.bits import members
from engine.core.entries import Marked, Played
from engine.core.events import (
    Args,
    Argument,
    Domain,
    Effect,
    Event,
    Events,
    Face,
    Moment,
    Play,
    Reason,
    Way,
    implied,
)
from engine.core.frames import Call, Done, Frame, Outcome, Proc
from engine.core.verbs import Verb, Why
from engine.games.race_to_moscow.acts import T, colour_of, id_of, set_track, shift, supply_stock
from engine.games.race_to_moscow.cards import air, medals
from engine.games.race_to_moscow.cards.decks import DRAWN, discard, other_soviet_card
from engine.games.race_to_moscow.cards.effects import overfull
from engine.games.race_to_moscow.cards.okh import within_reach
from engine.games.race_to_moscow.cards.partisans import CALL_OFF
from engine.games.race_to_moscow.cargo import written
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import AMMO, COLOURS, NOWHERE, SUPPLIES, Card
from engine.games.race_to_moscow.law import move
from engine.games.race_to_moscow.law.rail import why_not_rail
from engine.games.race_to_moscow.state import in_play, room


class Marching(Proc, kw_only=True):
    """An army on the march, as cards know it."""

    army: int

    def may_hurry(self) -> bool:
        """Would Schnellkampfgruppe give it another area (§16)?"""
        raise NotImplementedError

    def hurry(self) -> None:
        """It may enter one area more."""
        raise NotImplementedError


def ready(t: T, side: str, armored: bool | None = None) -> list[int]:
    """The armies that a player can move now: all, the armored ones or the field ones."""
    colour = colour_of(side)
    return [
        army
        for army in BOARD.groups[colour].armies
        if armored in (None, move.armored(army))
        and move.why_not_activate(t.s, t.d, army, colour) is None
    ]


_KINDS = {
    "rm.actions": "actions",
    "rm.next_field": "field",
    "rm.transport": "transport",
    "rm.onward": "march",
    "rm.fight": "fight",
    "rm.extra_march": "extra",
    "rm.railhead": "railhead",
    "rm.defend": "defend",
}
"""Question -> the kind of moment. Actions are not broken into by others, but for some OKH cards
(§5)."""


def moment(t: T, side: str) -> Moment:
    """Where in a turn we are; its kind is "" where no card is played."""
    return Moment(side, _kind(t.pos.lanes[0].stack[-1].__class__))


@cache
def _kind(question: type[Frame]) -> str:
    return _KINDS.get(str(question.__struct_config__.tag), "")


WHEN = {
    "": "between the actions of the turn in which it came",
    "own_turn": "between the actions of your own turn",
    "combat_soviet_card": "in a combat with a Soviet card",
    "activated_army": "when an army is held up by a bunker, while it moves, or after it has",
    "activation": "before an army sets out",
    "armored_activation": "before an armored army sets out, or on its way",
    "transport_action": "before or in a transport action",
    "reaction_partisans": "when partisans have named a target of yours",
}
"""Timing of a card -> when it is played, in words."""


# Pursuit cards --------------------------------------------------------------------


def _look(t: T, play: Play, op: None) -> Outcome:
    air.look(t, play.side, _looked_at(play), "7.cards")
    return None


def _looked_at(play: Play) -> str | int:
    """The deck that was named, with a Soviet player the area."""
    found: str | int = play.args.get("deck") or play.args["area"]
    return found


def _auxiliaries(t: T, play: Play, op: None) -> Outcome:
    t.s.auxiliary = True
    t.s.actions += 1
    return None


def _one_a_turn(t: T, m: Moment, op: None) -> Why | None:
    if t.s.auxiliary:
        return Why("Axis Auxiliaries give one action a turn; you have had it.", "5")
    return None


# OKH cards ------------------------------------------------------------------------


def _flotilla(t: T, play: Play, op: None) -> Outcome:
    """1 fuel, ammo and food, as far as the stock has them (§16)."""
    load = tuple(min(1, count) for count in supply_stock(t))
    area = play.args["area"]
    t.note(Marked(place=id_of(area), mark="take", value=written(load), rule="16"))
    shift(t, load, BOARD.stock_store, area)
    return overfull(t, play.side, area)


def _harbours(t: T, m: Moment, op: None, args: Args) -> Sequence[int]:
    colour = colour_of(m.side)
    if not any(supply_stock(t)):
        return ()
    return [a.index for a in BOARD.areas if a.basin and t.s.control[a.index] == colour]


def _airlift(t: T, play: Play, op: None) -> Outcome:
    army, named = play.args["unit"], play.args["kind"]
    load = [int(kind == named) for kind in SUPPLIES]
    value = f"{BOARD.units[army].id} 1 {named}"
    t.note(Marked(place=id_of(t.s.at[army]), mark="load", value=value, rule="16"))
    shift(t, load, BOARD.stock_store, BOARD.card_store(army))
    return None


def _with_room(t: T, m: Moment, op: None, args: Args) -> Sequence[int]:
    """Armies of the player on the board whose card takes more."""
    if not any(supply_stock(t)):
        return ()
    armies = BOARD.groups[colour_of(m.side)].armies
    return [a for a in armies if in_play(t.s, a) and room(t.s, BOARD.card_store(a)) > 0]


def _in_stock(t: T, m: Moment, op: None, args: Args) -> Sequence[str]:
    return [kind for kind, count in zip(SUPPLIES, supply_stock(t), strict=True) if count]


def _ammo(t: T, m: Moment, op: None) -> Args:
    return {"kind": SUPPLIES[AMMO]}


def _activated(t: T, m: Moment, op: None, args: Args) -> Sequence[int]:
    """The army that is moving or fighting, otherwise those that have moved this turn.

    An army that sets out too, where it lacks the ammo for a bunker (rm-47).
    """
    if not supply_stock(t)[AMMO]:
        return ()
    march = t.under_way(Marching)
    armies = _with_room(t, m, op, args)
    if march is not None:
        return [army for army in armies if army == march.army]
    held_up = _held_up(t, m)
    return [army for army in armies if t.s.moved[army] or army in held_up]


def _held_up(t: T, m: Moment) -> list[int]:
    """Armies that can be activated now, next to a bunker for which they have no ammo."""
    used_up = m.kind == "actions" and not t.s.actions
    if used_up and "auftragstaktik" not in within_reach(t, m.side):
        return []
    found = []
    for army in _setting_out(t, m, None, {}):
        here, ammo = [t.s.at[army]], move.setting_out(t.s, army)
        free = move.ways(t.s, t.d, army, here, pioneers=True)
        found += [army] if free != move.ways(t.s, t.d, army, here, ammo=ammo) else []
    return found


def _pioneers(t: T, play: Play, op: None) -> Outcome:
    t.s.pioneers = play.args["unit"]
    return None


def _fast(t: T, play: Play, op: None) -> Outcome:
    march = t.under_way(Marching)
    if march is not None:
        march.hurry()
    else:
        t.s.quick = play.args["unit"]
    return None


def _setting_out(t: T, m: Moment, op: None, args: Args) -> Sequence[int]:
    """Armies that can be activated now, those too that the card helps over a bunker (rm-47)."""
    armored = False if m.kind == "field" else None
    colour = colour_of(m.side)
    return [
        army
        for army in BOARD.groups[colour].armies
        if armored in (None, move.armored(army))
        and army != t.s.pioneers
        and move.why_not_activate(t.s, t.d, army, colour, pioneers=True) is None
    ]


def _armored(t: T, m: Moment, op: None, args: Args) -> Sequence[int]:
    """Armored armies that can be activated now, or the one under way (rm-47)."""
    march = t.under_way(Marching)
    if march is not None:
        return [march.army] if march.may_hurry() else []
    return [a for a in ready(t, m.side, armored=True) if a != t.s.quick]


def _more_trucks(t: T, play: Play, op: None) -> Outcome:
    t.s.big_trucks = True
    return None


def _no_more_yet(t: T, m: Moment, op: None) -> Why | None:  # rm-47
    return Why("That card works already.", "16") if t.s.big_trucks else None


def _another_march(t: T, play: Play, op: None) -> Outcome:
    return Call(t.rules.frame("rm.extra_march", side=play.side))


def _can_move(t: T, m: Moment, op: None) -> Why | None:
    return None if ready(t, m.side) else Why("No army of yours can move now.", "16")


def _stukas(t: T, play: Play, op: None) -> Outcome:
    air.send(t, play.side, _looked_at(play), "16")
    return None


def _marker_home(t: T, m: Moment, op: None) -> Why | None:
    if air.at_home(t.s, colour_of(m.side)):
        return None
    return Why("Your air support marker is out already.", "16")


def _engineers(t: T, play: Play, op: None) -> Outcome:
    set_track(t, play.args["area"], True, "16")
    return None


def _trackless(t: T, m: Moment, op: None, args: Args) -> Sequence[int]:
    colour = colour_of(m.side)
    own = members(t.d.held[colour])
    return [area for area in own if why_not_rail(t.s, area, colour, next_to=False) is None]


def _wolf(t: T, play: Play, op: None) -> Outcome:
    medals.carry(t, play.args["area"], play.args["to"], "16")
    return None


def _sources(t: T, m: Moment, op: None, args: Args) -> Sequence[int]:
    return medals.possible(t.s, 0, NOWHERE)


def _goals(t: T, m: Moment, op: None, args: Args) -> Sequence[int]:
    return medals.targets(t.s, 0, NOWHERE, args["area"]) if "area" in args else ()


def _decks(t: T, m: Moment, op: None, args: Args) -> Sequence[str] | None:
    return air.decks(t, m.side) or None


def _sights(t: T, m: Moment, op: None, args: Args) -> Sequence[int]:
    return () if "deck" in args else air.sights(t, m.side)


def _brandenburg(t: T, play: Play, op: None) -> Outcome:
    return Done(AGAIN)


def _soviet_card(t: T, m: Moment, op: None) -> Why | None:
    drawn = t.ids(DRAWN)
    if not drawn or BOARD.cards[drawn[0]].family != "soviet":
        return Why("Brandenburg is for a card of the Soviet deck.", "16")
    if not other_soviet_card(t, drawn[0]):
        return Why("There is no other card in the Soviet deck to draw.", "16")
    return None


def _no_harbour(t: T, m: Moment, op: None, args: Args, place: int) -> Why | None:
    name = BOARD.place_names[place]
    if place >= len(BOARD.areas) or not BOARD.areas[place].basin:
        return Why(f"{name} is no harbour.", "16")
    return Why(f"{name} is not yours.", "16")


def _no_track(t: T, m: Moment, op: None, args: Args, place: int) -> Why | None:
    refusal = why_not_rail(t.s, place, colour_of(m.side), next_to=False)
    return Why(refusal.text, "16") if refusal else None


def _no_medal(t: T, m: Moment, op: None, args: Args, place: int) -> Why | None:
    name = BOARD.place_names[place]
    if place < len(BOARD.areas) and t.s.medals[place]:
        return Why(f"The medal of {name} can go to no other area now.", "16")
    return Why(f"There is no medal in {name}.", "16")


def _no_goal(t: T, m: Moment, op: None, args: Args, place: int) -> Why | None:
    if place >= len(BOARD.areas):
        return Why(f"{BOARD.place_names[place]} is no area on land.", "16")
    return medals.why_not_to(t.s, 0, NOWHERE, args["area"], place)


def _not_to_be_armed(t: T, m: Moment, op: None, args: Args, army: int) -> Why | None:
    name = BOARD.units[army].name
    if army not in BOARD.groups[colour_of(m.side)].armies:
        return Why(f"{name} is not an army of yours.", "16")
    if not in_play(t.s, army):
        return Why(f"{name} is not on the board.", "16")
    if room(t.s, BOARD.card_store(army)) <= 0:
        return Why(f"The card of {name} is full.", "2.2")
    return Why(f"{name} has not been activated in this turn.", "16")


def _not_setting_out(t: T, m: Moment, op: None, args: Args, army: int) -> Why | None:
    refusal = move.why_not_activate(t.s, t.d, army, colour_of(m.side), pioneers=True)
    return refusal or Why(f"{BOARD.units[army].name} has no use for that card now.", "16")


def _no_sight(t: T, m: Moment, op: None, args: Args, place: int) -> Why | None:
    return air.NO_SIGHT


_MOVING = ("actions", "field", "extra", "march", "fight", "defend")


def _unless(why: Callable[[T, Moment, Any], Why | None], effect: Effect) -> Effect:
    """An effect with a condition of its own."""
    return replace(effect, may=lambda t, m, op: why(t, m, op) is None, why=why)


_LOOK: dict[str, Domain] = {"deck": _decks, "area": _sights}
_NOT_SEEN: dict[str, Reason] = {"area": _no_sight}
_EFFECTS: dict[str, tuple[tuple[str, ...], Effect]] = {
    "recon": (("actions",), Effect(_look, args=_LOOK, reasons=_NOT_SEEN)),
    "axis_auxiliaries": (("actions",), _unless(_one_a_turn, Effect(_auxiliaries))),
    "transportflottille": (
        ("actions",), Effect(_flotilla, args={"area": _harbours}, reasons={"area": _no_harbour})
    ),
    "luftbruecke": (
        ("actions",),
        Effect(
            _airlift,
            args={"unit": _with_room, "kind": _in_stock},
            reasons={"unit": _not_to_be_armed},
        ),
    ),
    "panzerhaubitzen": (
        _MOVING,
        Effect(
            _airlift, args={"unit": _activated}, reasons={"unit": _not_to_be_armed}, implied=_ammo
        ),
    ),
    "pionieren": (
        ("actions", "field", "extra"),
        Effect(_pioneers, args={"unit": _setting_out}, reasons={"unit": _not_setting_out}),
    ),
    "grosstransportraum": (
        ("actions", "transport"), _unless(_no_more_yet, Effect(_more_trucks))
    ),
    "schnellkampfgruppe": (
        ("actions", "extra", "march"),
        Effect(_fast, args={"unit": _armored}, reasons={"unit": _not_setting_out}),
    ),
    "auftragstaktik": (("actions",), _unless(_can_move, Effect(_another_march))),
    "stukageschwader": (
        ("actions",), _unless(_marker_home, Effect(_stukas, args=_LOOK, reasons=_NOT_SEEN))
    ),
    "eisenbahnpioniere": (
        ("actions",), Effect(_engineers, args={"area": _trackless}, reasons={"area": _no_track})
    ),
    "wolfsschanze": (
        ("actions",),
        Effect(
            _wolf,
            args={"area": _sources, "to": _goals},
            reasons={"area": _no_medal, "to": _no_goal},
        ),
    ),
    "brandenburg": (("fight",), _unless(_soviet_card, Effect(_brandenburg))),
    "sicherungs_division": (("partisans",), CALL_OFF),
}  # fmt: skip
"""By the type of the card: the kinds of moment, and the effect."""


AGAIN = "again"
"""What Brandenburg makes of the question (§16)."""


def _face(side: str, card: Card) -> Face:
    kinds, effect = _EFFECTS[card.type]
    return Face(
        event=Event(side, card.index),
        name=card.name,
        kinds=kinds,
        ways=(Way(((effect, None),)),),
        text=card.effect,
        when=WHEN[card.timing],
        rule="7.cards" if card.family == "pursuit" else "16",
    )


class CardEvents(Events):
    """What players do with the cards that they keep (§5, §7, §16)."""

    ARGUMENTS = (
        Argument("unit", "army", "unit"),
        Argument("kind", "kind", "cargo"),
        Argument("deck", "deck", "deck"),
        Argument("area", "area", "place"),
        Argument("to", "area to", "place"),
    )
    RULE, HINT, SECRET = "16", "Play a card of yours.", False

    def label(self, face: Face) -> str:
        return f"{face.name}: {face.text}"

    def play(self, t: T, m: Moment, face: Face, way: Way, args: Args) -> Outcome:
        """It works at once: no action, and nobody answers (§5, §16)."""
        card = face.event.card
        t.note(Played(side=m.side, card=BOARD.cards[card].id, how="uses", rule="16"))
        if BOARD.cards[card].family == "pursuit":
            discard(t, card)
        else:
            t.play(f"okh.{m.side}", "box", card)
        told = args | implied(t, m, way)
        return Play(side=m.side, card=card, kind=m.kind, args=told, place=m.place).work(t)


EVENTS = CardEvents(
    _face(side, card) for side in COLOURS for card in BOARD.cards if card.type in _EFFECTS
)


def playable(t: T, side: str) -> list[int]:
    """The cards that a player can play now."""
    m = moment(t, side)
    fitting = EVENTS.timely(side, m.kind)
    return EVENTS.playable(t, m, [card for card in t.held(side) if card in fitting])


NO_CARD = (Verb("play", Done, rule="16", blocked=Why("You have no card to play.", "16")),)
