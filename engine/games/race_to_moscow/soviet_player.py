"""The order by which a Soviet player puts a marker down (20.1)."""

from collections.abc import Callable, Sequence

from engine.core.frames import Outcome
from engine.core.verbs import Picks, Slot, Value, Verb, Why
from engine.games.race_to_moscow.acts import T, pool_of
from engine.games.race_to_moscow.board import BOARD


def place_verb(t: T, areas: Sequence[int], do: Callable[[str, int], Outcome], rule: str) -> Verb:
    """`place infantry|armor AREA`: the Soviet player puts a marker down in secret (20.1)."""

    def why_kind(picks: Picks, kind: Value) -> Why | None:
        return None if kind in kinds else Why(f"You have no {kind} marker left.", "20.2")

    def why_area(picks: Picks, area: Value) -> Why | None:
        if area in areas:
            return None
        return Why(f"No marker can be put in {BOARD.place_names[int(area)]} now.", rule)

    kinds = [kind for kind in ("infantry", "armor") if pool_of(t, kind == "armor")]
    slots = (
        Slot("kind", "kind", lambda _: kinds, why_not=why_kind, rule="20.1"),
        Slot("area", "place", lambda _: areas, why_not=why_area, rule=rule),
    )
    hint = "Put a Soviet marker down; its kind stays your secret."
    return Verb("place", do, slots, hint=hint, rule=rule, secret=True)
