"""A modest practice opponent for every seat: it looks one order ahead, at open facts alone.

An Axis player goes for his city, medals and pockets where an army can win, carries
supplies to those that lack them, and lays track towards them. The Soviet player cuts
armies off, and stands in their way.
"""

from collections.abc import Callable, Sequence
from typing import Any

from engine.core.frames import Choice
from engine.games.race_to_moscow.acts import T, colour_of, pool_of, stored, supply_stock
from engine.games.race_to_moscow.cards.air import decks, sights
from engine.games.race_to_moscow.cards.events import playable, ready
from engine.games.race_to_moscow.cards.medals import MoveMedal, possible, targets
from engine.games.race_to_moscow.cards.okh import arms, may_take
from engine.games.race_to_moscow.cards.partisans import Aim, CalledOff, tracks
from engine.games.race_to_moscow.data.board import BOARD
from engine.games.race_to_moscow.data.facts import AMMO, FUEL, NOWHERE, SUPPLIES
from engine.games.race_to_moscow.law import move
from engine.games.race_to_moscow.law.chain import flood
from engine.games.race_to_moscow.law.combat import paid
from engine.games.race_to_moscow.law.rail import railheads
from engine.games.race_to_moscow.law.reaction import distances, severed
from engine.games.race_to_moscow.play.encounter import Fight
from engine.games.race_to_moscow.play.excess import Excess
from engine.games.race_to_moscow.play.march import ExtraMarch, March, NextField, Onward
from engine.games.race_to_moscow.play.offturn import OffTurn
from engine.games.race_to_moscow.play.opening import SovietSetup
from engine.games.race_to_moscow.play.railhead import Railhead
from engine.games.race_to_moscow.play.react import FreeReaction, React
from engine.games.race_to_moscow.play.reorganize import Eat
from engine.games.race_to_moscow.play.transport import TRAIN, TRUCK, Transport, limit, why_not_run
from engine.games.race_to_moscow.play.turn import Actions
from engine.games.race_to_moscow.play.winter import Defend, MakeRoom, WinterMarker
from engine.games.race_to_moscow.practice import appraisal
from engine.games.race_to_moscow.state import AIR_READY, in_play, load_of, room
from engine.games.race_to_moscow.words import MOST

VEHICLE, FILLED, HUNGER = 0.7, 0.35, 0.8
"""What a truck or train taken is worth, a token in the base, and an army that a Theater
Re-Organization would not ground."""
ENOUGH = 1.0
"""An action worth less is not taken."""
OKH_ORDER = (
    "auftragstaktik",
    "luftbruecke",
    "panzerhaubitzen",
    "transportflottille",
    "eisenbahnpioniere",
    "brandenburg",
)

Offer = tuple[float, str]
"""What an order is worth, and its line."""


def _line(verb: str, *words: str) -> str:
    return " ".join([verb, *words])


def _unit(army: int) -> str:
    return BOARD.units[army].id


def _place(area: int) -> str:
    return BOARD.places[area]


def _cargo(load: Sequence[int]) -> str:
    return " ".join(f"{kind} {count}" for kind, count in zip(SUPPLIES, load, strict=True) if count)


# a turn ----------------------------------------------------------------------------


def _actions(t: T, choice: Actions) -> str:
    """Load what lies under armies, play what helps, then the action that is worth most."""
    side, colour = choice.side, colour_of(choice.side)
    offers = [
        *_moves(t, side),
        *_carried(t, colour, limit(t)),
        *_sails(t, colour),
        *_filled(t, colour),
        *_taken(t, colour),
    ]
    worth, line = max(offers, default=(0.0, ""))
    if free := _load(t, colour) or _cards(t, side, colour, worth) or _okh(t, side):
        return free
    return line if t.s.actions and worth >= ENOUGH else "end actions"


def _load(t: T, colour: int) -> str:
    """Supplies that lie where an army stands, as far as its card has room."""
    for army in BOARD.groups[colour].armies:
        if in_play(t.s, army) and load_of(t.s, t.s.at[army]):
            space = room(t.s, BOARD.card_store(army))
            have = stored(t, t.s.at[army])
            load = appraisal.mixed(have, space, appraisal.wanted(t, army))
            if any(load):
                return _line("load", _unit(army), _cargo(load))
    return ""


def _moves(t: T, side: str) -> list[Offer]:
    """The armored army that gains most, and all field armies together."""
    out: list[Offer] = []
    field: list[tuple[float, int, int]] = []
    for army in ready(t, side):
        worth, area = appraisal.march(t, army)
        if area < 0:
            continue
        if move.armored(army):
            out.append((worth, _walk(t, side, army, area)))
        else:
            field.append((worth, army, area))
    if field:
        _, army, area = max(field)
        out.append((sum(worth for worth, _, _ in field), _walk(t, side, army, area)))
    return out


def _walk(t: T, side: str, army: int, area: int) -> str:
    """The order to enter an area; where Soviets wait the air force goes first."""
    if t.s.soviet[area] and t.s.air[colour_of(side)] == AIR_READY and not t.s.basic:
        if "soviet" in decks(t, side):
            return "air soviet"
        if area in sights(t, side):
            return _line("air", _place(area))
    return _line("move", _unit(army), _place(area))


def _carried(t: T, colour: int, vehicles: int) -> list[Offer]:
    """The load that brings most to where it is needed, on one line."""
    out: list[Offer] = []
    for worth, a, b, army in appraisal.haul(t, colour, vehicles):
        for vehicle, pool, load in (
            (TRAIN, t.s.trains[colour], BOARD.train_load),
            (TRUCK, t.s.trucks[colour], BOARD.truck_load),
        ):
            if pool and why_not_run(t, vehicle, colour, a, b) is None:
                most = min(load, room(t.s, b))
                cargo = appraisal.mixed(stored(t, a), most, appraisal.wanted(t, army))
                line = _line(vehicle, _place(a), _place(b), _cargo(cargo))
                out += [(worth * sum(cargo), line)] if any(cargo) else []
    return [max(out)] if out else []


def _sails(t: T, colour: int) -> list[Offer]:
    """To where the fleet closes a pocket (§9, §10)."""
    fleet = BOARD.units[BOARD.fleet]
    if colour != fleet.colour or not in_play(t.s, fleet.index) or t.s.moved[fleet.index]:
        return []
    seas = BOARD.seas[t.s.at[fleet.index] - len(BOARD.areas)].adjacent
    return [(appraisal.pocket(t, t.d.free, sea), _line("fleet", _place(sea))) for sea in seas]


def _filled(t: T, colour: int) -> list[Offer]:
    """Supplies for the Main Supply Base."""
    base = BOARD.groups[colour].base
    load = appraisal.mixed(supply_stock(t), room(t.s, base), (AMMO, FUEL, 2))
    if not any(load):
        return []
    idle = t.s.trucks[colour] + t.s.trains[colour] < 2
    worth = sum(load) * FILLED * (0.5 if idle else 1) - load_of(t.s, base) * FILLED
    return [(worth, _line("supply", _place(base), _cargo(load)))]


def _taken(t: T, colour: int) -> list[Offer]:
    """Trucks and trains of the stock; the last train has all armies eat (§13, §14)."""
    level = BOARD.levels[t.s.level - 1]
    own = t.s.trucks[colour] + t.s.trains[colour]
    most = min(level.take, level.possess - own)
    trains = min(most, t.s.stock_trains)
    trucks = min(most - trains, t.s.stock_trucks[colour])
    if trains + trucks <= 0 or own > 3:
        return []
    worth = (trains + trucks) * VEHICLE
    if trains == t.s.stock_trains:
        armies = [army for army in BOARD.groups[colour].armies if in_play(t.s, army)]
        worth -= HUNGER * sum(not move.on_card(t.s, army, 2) for army in armies)
    words = [f"trucks {trucks}"] * bool(trucks) + [f"trains {trains}"] * bool(trains)
    return [(worth, _line("transport", *words))]


def _transport(t: T, choice: Transport) -> str:
    if choice.overfull(t):
        return _drop(t, choice.end)
    left = limit(t) - choice.placed
    offers = _carried(t, colour_of(choice.side), left)
    return offers[0][1] if offers and offers[0][0] > 0 else "done"


def _drop(t: T, area: int) -> str:
    """What is too much in an area, of what lies there most."""
    load, held = [0, 0, 0], list(stored(t, area))
    for _ in range(-room(t.s, area)):
        kind = held.index(max(held))
        held[kind] -= 1
        load[kind] += 1
        if load[kind] == MOST:  # an order line counts no further
            held[kind] = 0
    return _line("drop", _place(area), _cargo(load))


# cards -----------------------------------------------------------------------------


def _okh(t: T, side: str) -> str:
    """The most useful of the open OKH cards (§16)."""
    if not may_take(t, side):
        return ""
    found = [BOARD.cards[card].type for card in t.ids("okh_open")]
    kind = next((kind for kind in OKH_ORDER if kind in found), "")
    return _fetch(t, kind) if kind else ""


def _fetch(t: T, kind: str) -> str:
    """The order that takes an open OKH card."""
    return _line("buy" if t.s.total_war else "okh", f"okh_{kind}")


def _cards(t: T, side: str, colour: int, worth: float) -> str:
    """A card that helps now; `worth` is that of the best action."""
    armies = [army for army in BOARD.groups[colour].armies if in_play(t.s, army)]
    for item in playable(t, side):
        card = BOARD.cards[item]
        match card.type:
            case "axis_auxiliaries" if not t.s.actions and worth >= ENOUGH:
                return _line("play", card.id)
            case "luftbruecke":
                for army in sorted(armies, key=lambda a: -appraisal.need(t, a)):
                    kind = appraisal.wanted(t, army)[0]
                    space = room(t.s, BOARD.card_store(army))
                    if space > 0 and supply_stock(t)[kind] and appraisal.need(t, army) >= 1:
                        return _line("play", card.id, _unit(army), SUPPLIES[kind])
            case "transportflottille":
                for army in armies:
                    area = t.s.at[army]
                    ours = area < len(BOARD.areas) and t.s.control[area] == colour
                    if ours and BOARD.areas[area].basin and load_of(t.s, area) < 3:
                        return _line("play", card.id, _place(area))
            case "eisenbahnpioniere":
                if area_ := _towards(t, colour, railheads(t.s, colour)):
                    return _line("play", card.id, area_)
            case "auftragstaktik":
                if not t.s.actions and max(_moves(t, side), default=(0.0, ""))[0] >= 3:
                    return _line("play", card.id)
    return ""


def _fight(t: T, choice: Fight) -> str:
    """Pay, if need be with the howitzers' ammo; else meet somebody else."""
    cost = choice.encounter(t).cost()
    short = [due - has for due, has in zip(cost, paid(t.s, choice.army, cost), strict=True)]
    if not any(short) or not choice.encounter(t).helped(t):
        return "fight"
    cards = {BOARD.cards[item].type for item in playable(t, choice.side)}
    if short == [0, 1, 0] and arms(t, choice.army):
        if "panzerhaubitzen" in cards:
            return _line("play", "okh_panzerhaubitzen", _unit(choice.army))
        return _fetch(t, "panzerhaubitzen")
    if "brandenburg" in cards:
        return _line("play", "okh_brandenburg")
    return _fetch(t, "brandenburg")


def _called_off(t: T, choice: CalledOff) -> str:
    line = next((line for card in t.ids(f"okh.{choice.side}")
                 if (line := choice.line(t, card))), "")  # fmt: skip
    if not line and t.s.control[choice.area] == colour_of(choice.side):
        line = _fetch(t, "sicherungs_division")
    return line or "pass"


def _medal(t: T, choice: MoveMedal) -> str:
    """From far away to where an own army is near."""
    side = next(lane.stack[-1].side for lane in t.pos.lanes if lane.stack[-1] is choice)
    armies = [t.s.at[a] for a in BOARD.groups[colour_of(side)].armies if in_play(t.s, a)]
    away = appraisal.steps(colour_of(side), armies)
    _, source, area = max(
        (away[source] - away[area], source, area)
        for source in possible(t.s, choice.colours, choice.but)
        for area in targets(t.s, choice.colours, choice.but, source)
    )
    return _line("medal", _place(source), _place(area))


# marches ---------------------------------------------------------------------------


def _onward(t: T, choice: Onward) -> str:
    """On where it pays, and the way back is not all that is left."""
    army = choice.army
    ammo, fuel = move.on_card(t.s, army, AMMO), move.on_card(t.s, army, FUEL)
    worth, area = appraisal.step(t, army, t.s.at[army], ammo, fuel, [])
    frame = t.pos.lanes[0].stack[-2]
    assert isinstance(frame, March)
    least = 2.5  # fuel or food is paid
    if move.armored(army) and not frame.stopped:
        least = 0.3
    if frame.left(t) > 0 and area >= 0 and worth >= least:
        return _line("move", _unit(army), _place(area))
    return "done"


def _next_field(t: T, choice: NextField) -> str:
    found = [(*appraisal.march(t, a), a) for a in ready(t, choice.side, armored=False)]
    worth, area, army = max(found, default=(0.0, NOWHERE, NOWHERE))
    return _line("move", _unit(army), _place(area)) if area >= 0 and worth > 0 else "done"


def _extra(t: T, choice: ExtraMarch) -> str:
    found = [(*appraisal.march(t, army), army) for army in ready(t, choice.side)]
    _, area, army = max(found, default=(0.0, NOWHERE, NOWHERE))  # its fuel is unloaded
    if area < 0:  # nobody gains, and one must go: where no enemy is, for no fuel
        ways = [
            (bool(t.s.soviet[there]), bool(move.armored(army)), army, there)
            for army in ready(t, choice.side)
            for there in move.ways(
                t.s, t.d, army, [t.s.at[army]], t.s.pioneers == army, move.setting_out(t.s, army)
            )
        ]
        *_, army, area = min(ways, default=(NOWHERE, NOWHERE))
    return _line("move", _unit(army), _place(area)) if area >= 0 else ""


# track -----------------------------------------------------------------------------


def _towards(t: T, colour: int, areas: Sequence[int]) -> str:
    """The area that is nearest to the armies, those furthest forward first."""
    armies = [a for a in BOARD.groups[colour].armies if in_play(t.s, a)]
    if not areas or not armies:
        return ""
    lead = min(armies, key=lambda army: appraisal.TO_GOAL[colour][t.s.at[army]])
    away = appraisal.steps(colour, [t.s.at[lead]])
    return _place(min(areas, key=lambda area: (away[area], area)))


def _railhead(t: T, choice: Railhead) -> str:
    colour = colour_of(choice.side)
    area = _towards(t, colour, railheads(t.s, colour))
    return _line("rail", area) if area else "end railhead"


def _aim(t: T, choice: Aim) -> str:
    """Where most track loses its way to a base."""

    def lost(area: int) -> int:
        colour = t.s.control[area]
        own = sum(1 << a for a, track in enumerate(t.s.track)
                  if track and t.s.control[a] == colour)  # fmt: skip
        base = 1 << BOARD.groups[colour].base
        near = BOARD.road_near[colour]
        return (flood(base, own, near) & ~flood(base, own & ~(1 << area), near)).bit_count()

    return _line("cut", _place(max(tracks(t.s, colour_of(choice.drawer)), key=lost)))


# the Soviets -----------------------------------------------------------------------


def _kind(t: T, area: int) -> str:
    """Armor where an army without fuel would meet it, and in the cities; as far as there is."""
    near = [army for army, place in enumerate(t.s.at)
            if place < len(BOARD.areas) and BOARD.near[place] >> area & 1]  # fmt: skip
    dry = any(move.on_card(t.s, army, FUEL) < 2 for army in near)
    best = "armor" if dry or area in appraisal.GOALS else "infantry"
    other = "infantry" if best == "armor" else "armor"
    return best if pool_of(t, best == "armor") else other


def _setup(t: T, choice: SovietSetup) -> str:
    """The cities first, while there is armor."""
    area = min(choice.areas(t), key=lambda area: (area not in appraisal.GOALS, area))
    return _line("place", _kind(t, area), _place(area))


def _free_reaction(t: T, choice: FreeReaction) -> str:
    """Cut an army off; else stand before the army that is nearest to a city."""
    if choice.strikes:
        cut, area = max((severed(t.s, t.d, area), area) for area in choice.strikes)
        if cut or not choice.places:
            return _line("react", "strike", _place(area))
    own = -1 if choice.side == "soviet" else colour_of(choice.side)
    near = distances(t.d.armies)
    goal = distances(sum(1 << city for city in appraisal.GOALS))

    def key(area: int) -> tuple[bool, int, int]:
        return own in BOARD.areas[area].colours, near[area], goal[area]

    area = min(choice.places, key=key)
    if choice.side == "soviet":
        return _line("place", _kind(t, area), _place(area))
    return _line("react", "place", _place(area))


def _usual(t: T, choice: OffTurn) -> str:
    """The published answer is good enough."""
    return choice.usual(t)


ADVICE: dict[type[Choice], Callable[[T, Any], str]] = {
    Actions: _actions, Transport: _transport, Onward: _onward, NextField: _next_field,
    ExtraMarch: _extra, Fight: _fight, CalledOff: _called_off, MoveMedal: _medal,
    Railhead: _railhead, Aim: _aim, SovietSetup: _setup, FreeReaction: _free_reaction,
    React: _usual, Eat: _usual, Defend: _usual, MakeRoom: _usual,
    Excess: lambda t, choice: _drop(t, choice.area),
    WinterMarker: lambda t, choice: _line("place", _kind(t, choice.area), _place(choice.area)),
}  # fmt: skip
