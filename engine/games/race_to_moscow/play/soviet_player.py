"""The orders by which a Soviet player puts a marker down, or into the box (§20.1)."""

from collections.abc import Callable, Sequence

from engine.core.frames import Choice, Done, Outcome
from engine.core.picks import pick
from engine.core.verbs import Slot, Verb, Why
from engine.games.race_to_moscow.acts import T, pool_of


def place_verb(
    t: T,
    areas: Sequence[int],
    do: Callable[[str, int], Outcome],
    why: Callable[[int], Why],
    rule: str,
) -> Verb:
    """`place infantry|armor AREA`: the Soviet player puts a marker down in secret (§20.1).

    `why(area)` is why it can't be in an area that is not among `areas`.
    """

    slots = (_kind_slot(t), pick("area", "place", areas, lambda _, area: why(area), rule=rule))
    hint = "Put a Soviet marker down; its kind stays your secret."
    return Verb("place", do, slots, hint=hint, rule=rule, secret=True)


def _kind_slot(t: T) -> Slot:
    """The kinds of marker that are left in the pool."""
    kinds = [kind for kind in ("infantry", "armor") if pool_of(t, kind == "armor")]

    def why(kind: str) -> Why:
        return Why(f"You have no {kind} marker left.", "20.2")

    def label(kind: str) -> str:
        return f"{len(pool_of(t, kind == 'armor'))} left in the pool"

    return pick("kind", "kind", kinds, why, label=label, rule="20.1")


class Discard(Choice, kw_only=True, tag="rm.discard"):
    """`discard infantry|armor`: no marker can be placed, so one goes to the box (§18.1)."""

    def prompt(self, t: T) -> tuple[str, str]:
        return "No marker can be placed: put one of the pool into the box.", "18.1"

    def may_hold(self, t: T) -> bool:
        return True  # which kinds are left is its secret

    def verbs(self, t: T) -> Sequence[Verb]:
        def discard(kind: str) -> Outcome:
            t.move("markers", "box", pool_of(t, kind == "armor")[0], t.bit("soviet"))
            t.s.soviet_pool -= 1
            return Done()

        hint = "Put a Soviet marker into the box; its kind stays your secret."
        slots = (_kind_slot(t),)
        return (Verb("discard", discard, slots, hint=hint, rule="18.1", secret=True),)
