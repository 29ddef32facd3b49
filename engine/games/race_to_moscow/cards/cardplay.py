"""Playing cards: Recon and Axis Auxiliaries (§5, §7), OKH cards and their effects (§16).

A card is one row of `EFFECTS`: when it can be played, what must be named with it,
and what it does. Each may be played as often as its moment comes, once.
"""

from __future__ import annotations

from collections.abc import Callable, Sequence
from dataclasses import dataclass, field

from engine.board.bits import members
from engine.core.entries import Marked, Played
from engine.core.frames import Call, Done, Outcome
from engine.core.verbs import Pick, Picks, Slot, Value, Verb, Why
from engine.games.race_to_moscow.acts import (
    T,
    colour_of,
    id_of,
    set_track,
    shift,
    supply_stock,
)
from engine.games.race_to_moscow.cards import medals
from engine.games.race_to_moscow.cards.decks import DRAWN, discard
from engine.games.race_to_moscow.cards.okh import within_reach
from engine.games.race_to_moscow.cargo import written
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import AMMO, NOWHERE, SUPPLIES
from engine.games.race_to_moscow.law import move
from engine.games.race_to_moscow.play import air
from engine.games.race_to_moscow.play.encounter import AGAIN, other_soviet_card
from engine.games.race_to_moscow.play.excess import excess
from engine.games.race_to_moscow.play.march import ExtraMarch, March, ready
from engine.games.race_to_moscow.play.railhead import why_not_rail
from engine.games.race_to_moscow.state import in_play, room


@dataclass(frozen=True, slots=True)
class Args:
    """What is named with a card; nothing where the card asks for nothing of the kind."""

    unit: int = NOWHERE
    kind: str = ""
    deck: str = ""
    area: int = NOWHERE
    to: int = NOWHERE


Domain = Callable[[T, str, Args], Sequence[Value]]
"""(table, side, what is named already) -> what may be named."""


@dataclass(frozen=True, slots=True)
class Effect:
    """`when`: the contexts in which it is played, see `context`. `do` may ask for more."""

    when: tuple[str, ...]
    do: Callable[[T, str, Args], Outcome]
    may: Callable[[T, str], Why | None] = field(default=lambda t, side: None)
    unit: Domain | None = None
    kind: Domain | None = None
    deck: Domain | None = None
    area: Domain | None = None
    to: Domain | None = None


def context(t: T) -> str:
    """Where in a turn we are: a word of `_CONTEXTS`, "" where no card is played.

    Actions are not broken into by others, but for some OKH cards (§5).
    """
    top = t.pos.lanes[0].stack[-1]
    return _CONTEXTS.get(type(top).__struct_config__.tag or "", "")


_CONTEXTS = {
    "rm.actions": "actions",
    "rm.next_field": "field",
    "rm.transport": "transport",
    "rm.onward": "march",
    "rm.fight": "fight",
    "rm.extra_march": "extra",
    "rm.railhead": "railhead",
    "rm.defend": "defend",
}


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


def under_way(t: T) -> March | None:
    """The march under way."""
    for frame in reversed(t.pos.lanes[0].stack):
        if isinstance(frame, March):
            return frame
    return None


# Pursuit cards --------------------------------------------------------------------


def _look(t: T, side: str, args: Args) -> Outcome:
    air.look(t, side, args.area if args.area != NOWHERE else args.deck, "7.cards")
    return None


def _auxiliaries(t: T, side: str, args: Args) -> Outcome:
    t.s.auxiliary = True
    t.s.actions += 1
    return None


def _one_a_turn(t: T, side: str) -> Why | None:
    if t.s.auxiliary:
        return Why("Axis Auxiliaries give one action a turn; you have had it.", "5")
    return None


# OKH cards ------------------------------------------------------------------------


def _flotilla(t: T, side: str, args: Args) -> Outcome:
    """1 fuel, ammo and food, as far as the stock has them (§16)."""
    load = tuple(min(1, count) for count in supply_stock(t))
    t.note(Marked(place=id_of(args.area), mark="take", value=written(load), rule="16"))
    shift(t, load, BOARD.stock_store, args.area)
    return excess(t, side, args.area)


def _harbours(t: T, side: str, args: Args) -> Sequence[int]:
    colour = colour_of(side)
    if not any(supply_stock(t)):
        return ()
    return [a.index for a in BOARD.areas if a.basin and t.s.control[a.index] == colour]


def _airlift(t: T, side: str, args: Args) -> Outcome:
    load = [int(kind == args.kind) for kind in SUPPLIES]
    unit = BOARD.units[args.unit].id
    where = id_of(t.s.at[args.unit])
    t.note(Marked(place=where, mark="load", value=f"{unit} 1 {args.kind}", rule="16"))
    shift(t, load, BOARD.stock_store, BOARD.card_store(args.unit))
    return None


def _with_room(t: T, side: str, args: Args) -> Sequence[int]:
    """Armies of the player on the board whose card takes more."""
    if not any(supply_stock(t)):
        return ()
    armies = BOARD.groups[colour_of(side)].armies
    return [a for a in armies if in_play(t.s, a) and room(t.s, BOARD.card_store(a)) > 0]


def _in_stock(t: T, side: str, args: Args) -> Sequence[str]:
    return [kind for kind, count in zip(SUPPLIES, supply_stock(t), strict=True) if count]


def _howitzers(t: T, side: str, args: Args) -> Outcome:
    return _airlift(t, side, Args(unit=args.unit, kind=SUPPLIES[AMMO]))


def _activated(t: T, side: str, args: Args) -> Sequence[int]:
    """The army that is moving or fighting, otherwise those that have moved this turn.

    An army that sets out too, where it lacks the ammo for a bunker (rm-47).
    """
    if not supply_stock(t)[AMMO]:
        return ()
    march = under_way(t)
    armies = _with_room(t, side, args)
    if march is not None:
        return [army for army in armies if army == march.army]
    held_up = _held_up(t, side)
    return [army for army in armies if t.s.moved[army] or army in held_up]


def _held_up(t: T, side: str) -> list[int]:
    """Armies that can be activated now, next to a bunker for which they have no ammo."""
    used_up = context(t) == "actions" and not t.s.actions
    if used_up and "auftragstaktik" not in within_reach(t, side):
        return []
    found = []
    for army in _setting_out(t, side, Args()):
        here, ammo = [t.s.at[army]], move.setting_out(t.s, army)
        free = move.ways(t.s, t.d, army, here, pioneers=True)
        found += [army] if free != move.ways(t.s, t.d, army, here, ammo=ammo) else []
    return found


def _pioneers(t: T, side: str, args: Args) -> Outcome:
    t.s.pioneers = args.unit
    return None


def _fast(t: T, side: str, args: Args) -> Outcome:
    march = under_way(t)
    if march is not None:
        march.quick = True
    else:
        t.s.quick = args.unit
    return None


def _setting_out(t: T, side: str, args: Args) -> Sequence[int]:
    """Armies that can be activated now, those too that the card helps over a bunker (rm-47)."""
    armored = False if context(t) == "field" else None
    colour = colour_of(side)
    return [
        army
        for army in BOARD.groups[colour].armies
        if armored in (None, move.armored(army))
        and army != t.s.pioneers
        and move.why_not_activate(t.s, t.d, army, colour, pioneers=True) is None
    ]


def _armored(t: T, side: str, args: Args) -> Sequence[int]:
    """Armored armies that can be activated now, or the one under way (rm-47)."""
    march = under_way(t)
    if march is not None:
        return [march.army] if march.may_hurry() else []
    return [a for a in ready(t, side, armored=True) if a != t.s.quick]


def _more_trucks(t: T, side: str, args: Args) -> Outcome:
    t.s.big_trucks = True
    return None


def _no_more_yet(t: T, side: str) -> Why | None:  # rm-47
    return Why("That card works already.", "16") if t.s.big_trucks else None


def _another_march(t: T, side: str, args: Args) -> Outcome:
    return Call(ExtraMarch(side=side))


def _can_move(t: T, side: str) -> Why | None:
    return None if ready(t, side) else Why("No army of yours can move now.", "16")


def _stukas(t: T, side: str, args: Args) -> Outcome:
    air.send(t, side, args.area if args.area != NOWHERE else args.deck, "16")
    return None


def _marker_home(t: T, side: str) -> Why | None:
    if air.at_home(t.s, colour_of(side)):
        return None
    return Why("Your air support marker is out already.", "16")


def _engineers(t: T, side: str, args: Args) -> Outcome:
    set_track(t, args.area, True, "16")
    return None


def _trackless(t: T, side: str, args: Args) -> Sequence[int]:
    colour = colour_of(side)
    own = members(t.d.held[colour])
    return [area for area in own if why_not_rail(t.s, area, colour, next_to=False) is None]


def _wolf(t: T, side: str, args: Args) -> Outcome:
    medals.carry(t, args.area, args.to, "16")
    return None


def _sources(t: T, side: str, args: Args) -> Sequence[int]:
    return medals.possible(t.s, 0, NOWHERE)


def _goals(t: T, side: str, args: Args) -> Sequence[int]:
    return medals.targets(t.s, 0, NOWHERE, args.area) if args.area != NOWHERE else ()


def _decks(t: T, side: str, args: Args) -> Sequence[str]:
    return air.decks(t, side)


def _sights(t: T, side: str, args: Args) -> Sequence[int]:
    return air.sights(t, side)


def _brandenburg(t: T, side: str, args: Args) -> Outcome:
    return Done(AGAIN)


def _soviet_card(t: T, side: str) -> Why | None:
    drawn = t.ids(DRAWN)
    if not drawn or BOARD.cards[drawn[0]].family != "soviet":
        return Why("Brandenburg is for a card of the Soviet deck.", "16")
    if not other_soviet_card(t, drawn[0]):
        return Why("There is no other card in the Soviet deck to draw.", "16")
    return None


_MOVING = ("actions", "field", "extra", "march", "fight", "defend")

EFFECTS: dict[str, Effect] = {
    "recon": Effect(("actions",), _look, deck=_decks, area=_sights),
    "axis_auxiliaries": Effect(("actions",), _auxiliaries, _one_a_turn),
    "transportflottille": Effect(("actions",), _flotilla, area=_harbours),
    "luftbruecke": Effect(("actions",), _airlift, unit=_with_room, kind=_in_stock),
    "panzerhaubitzen": Effect(_MOVING, _howitzers, unit=_activated),
    "pionieren": Effect(("actions", "field", "extra"), _pioneers, unit=_setting_out),
    "grosstransportraum": Effect(("actions", "transport"), _more_trucks, _no_more_yet),
    "schnellkampfgruppe": Effect(("actions", "extra", "march"), _fast, unit=_armored),
    "auftragstaktik": Effect(("actions",), _another_march, _can_move),
    "stukageschwader": Effect(("actions",), _stukas, _marker_home, deck=_decks, area=_sights),
    "eisenbahnpioniere": Effect(("actions",), _engineers, area=_trackless),
    "wolfsschanze": Effect(("actions",), _wolf, area=_sources, to=_goals),
    "brandenburg": Effect(("fight",), _brandenburg, _soviet_card),
}
"""By the type of the card. Sicherungs-Division answers Partisans: see `partisans`."""


Reason = Callable[[T, str, Args, int], Why | None]
"""(table, side, what is named already, what is named now) -> why not; None: no special reason."""


def _no_harbour(t: T, side: str, args: Args, place: int) -> Why | None:
    name = BOARD.place_names[place]
    if place >= len(BOARD.areas) or not BOARD.areas[place].basin:
        return Why(f"{name} is no harbour.", "16")
    return Why(f"{name} is not yours.", "16")


def _no_track(t: T, side: str, args: Args, place: int) -> Why | None:
    refusal = why_not_rail(t.s, place, colour_of(side), next_to=False)
    return Why(refusal.text, "16") if refusal else None


def _no_medal(t: T, side: str, args: Args, place: int) -> Why | None:
    name = BOARD.place_names[place]
    if place < len(BOARD.areas) and t.s.medals[place]:
        return Why(f"The medal of {name} can go to no other area now.", "16")
    return Why(f"There is no medal in {name}.", "16")


def _no_goal(t: T, side: str, args: Args, place: int) -> Why | None:
    if place >= len(BOARD.areas):
        return Why(f"{BOARD.place_names[place]} is no area on land.", "16")
    return medals.why_not_to(t.s, 0, NOWHERE, args.area, place)


def _not_to_be_armed(t: T, side: str, args: Args, army: int) -> Why | None:
    name = BOARD.units[army].name
    if army not in BOARD.groups[colour_of(side)].armies:
        return Why(f"{name} is not an army of yours.", "16")
    if not in_play(t.s, army):
        return Why(f"{name} is not on the board.", "16")
    if room(t.s, BOARD.card_store(army)) <= 0:
        return Why(f"The card of {name} is full.", "2.2")
    return Why(f"{name} has not been activated in this turn.", "16")


def _not_setting_out(t: T, side: str, args: Args, army: int) -> Why | None:
    refusal = move.why_not_activate(t.s, t.d, army, colour_of(side), pioneers=True)
    return refusal or Why(f"{BOARD.units[army].name} has no use for that card now.", "16")


def _no_sight(t: T, side: str, args: Args, place: int) -> Why | None:
    return air.NO_SIGHT


_REASONS: dict[Domain, Reason] = {
    _harbours: _no_harbour,
    _trackless: _no_track,
    _sources: _no_medal,
    _goals: _no_goal,
    _with_room: _not_to_be_armed,
    _activated: _not_to_be_armed,
    _setting_out: _not_setting_out,
    _armored: _not_setting_out,
    _sights: _no_sight,
}
"""What a card offers -> why it does not offer all else."""


# the verb -------------------------------------------------------------------------


def hand(t: T, side: str) -> list[int]:
    """The cards that a player can play at some time: all lie open."""
    return [*t.ids(f"kept.{side}"), *t.ids(f"okh.{side}")]


def why_not_play(t: T, side: str, card: int) -> Why | None:
    """Why a player may not play a card now; None if he may."""
    if card not in hand(t, side):
        return Why("You do not have that card.", "16")
    return _why_not_now(t, side, card)


def _why_not_now(t: T, side: str, card: int) -> Why | None:
    face = BOARD.cards[card]
    rule = "7.cards" if face.family == "pursuit" else "16"
    effect = EFFECTS.get(face.type)
    if effect is None:
        return Why(f"{face.name} is played {WHEN[face.timing]}.", rule)
    if context(t) not in effect.when:
        return Why(f"{face.name} is played {WHEN[face.timing]}, not now.", rule)
    refusal = effect.may(t, side)
    if refusal:
        return refusal
    if any(domain and not domain(t, side, Args()) for domain in (effect.unit, effect.kind)):
        return Why(f"There is nothing that {face.name} could do now.", rule)
    if (effect.deck or effect.area) and not any(
        domain and domain(t, side, Args()) for domain in (effect.deck, effect.area)
    ):
        return Why(f"There is nothing that {face.name} could do now.", rule)
    return None


def playable(t: T, side: str) -> list[int]:
    """The cards that a player may play now."""
    return [card for card in hand(t, side) if _why_not_now(t, side, card) is None]


_NO_CARD = Verb("play", Done, rule="16", blocked=Why("You have no card to play.", "16"))


def play_verbs(t: T, side: str) -> Sequence[Verb]:
    """`play CARD` and what the card asks for: no action (§5, §16)."""
    if not hand(t, side):
        return (_NO_CARD,)
    cards = playable(t, side)

    def why_card(picks: Picks, card: Value) -> Why | None:
        return why_not_play(t, side, int(card))

    def label(picks: Picks, card: Value) -> str:
        face = BOARD.cards[int(card)]
        return f"{face.name}: {face.effect}"

    def play(card: int, unit: Pick, kind: Pick, deck: Pick, area: Pick, to: Pick) -> Outcome:
        face = BOARD.cards[card]
        t.note(Played(side=side, card=face.id, how="uses", rule="16"))
        if face.family == "pursuit":
            discard(t, card)
        else:
            t.play(f"okh.{side}", "box", card)
        return EFFECTS[face.type].do(t, side, _args([card, unit, kind, deck, area, to]))

    slots = [Slot("card", "card", lambda _: cards, why_not=why_card, label=label, rule="16")]
    if cards:  # otherwise none is refused with its reason
        slots += [
            _argument(t, side, "army", "unit", "unit"),
            _argument(t, side, "kind", "cargo", "kind"),
            _argument(t, side, "deck", "deck", "deck"),
            _argument(t, side, "area", "place", "area"),
            _argument(t, side, "area to", "place", "to"),
        ]
    return (Verb("play", play, tuple(slots), hint="Play a card of yours.", rule="16"),)


def _args(picks: Picks) -> Args:
    """What has been named with the card so far."""
    unit, kind, deck, area, to = (picks[1:] + [[]] * 5)[:5]
    return Args(
        unit=unit if isinstance(unit, int) else NOWHERE,
        kind=kind if isinstance(kind, str) else "",
        deck=deck if isinstance(deck, str) else "",
        area=area if isinstance(area, int) else NOWHERE,
        to=to if isinstance(to, int) else NOWHERE,
    )


def _argument(t: T, side: str, name: str, lexicon: str, field_: str) -> Slot:
    """A slot that the cards which ask for it fill, and all others pass over."""

    def asked(picks: Picks) -> Domain | None:
        found: Domain | None = getattr(EFFECTS[BOARD.cards[_card(picks)].type], field_)
        return found

    def domain(picks: Picks) -> Sequence[Value]:
        asks = asked(picks)
        return asks(t, side, _args(picks)) if asks else ()

    def missing(picks: Picks) -> Why | None:
        found = domain(picks[:-1])
        if not found:
            return None
        words = ", ".join(map(t.rules.lexicons[lexicon].short, found[:5]))
        return Why(f"Name the {name} too: {words}{' …' if len(found) > 5 else '.'}", "16")

    def why_not(picks: Picks, value: Value) -> Why | None:
        if value in domain(picks):
            return None
        asks = asked(picks)
        reason = _REASONS.get(asks) if asks else None
        refusal = reason(t, side, _args(picks), int(value)) if reason else None
        return refusal or Why(f"{BOARD.cards[_card(picks)].name} can't be played on that.", "16")

    return Slot(name, lexicon, domain, why_not=why_not, stop=missing, optional=True, rule="16")


def _card(picks: Picks) -> int:
    card = picks[0]
    assert isinstance(card, int)
    return card


VERBS = {"play": "16"}
