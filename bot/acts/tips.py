"""Tips: one line below an answer where it helps, once to each person, and none under the guide."""

from typing import Any

from bot.acts.guide import keep, kept_of
from bot.catalogue import msgid, phrase
from bot.desk import Desk

TIPS = {
    "order": msgid(
        "**Type orders** takes several lines at once, and `/try` shows what they would do."
    ),
    "waiting": msgid(
        "`/me notices` chooses how you are called; `/standing` keeps orders for your next move."
    ),
    "refused": msgid("**Legal orders** lists all that you can do; `/help` explains the rest."),
    "map": msgid(
        "`/map` also shows the reach of a unit, who stands where, and what has changed; `/style` "
        "makes large print."
    ),
    "hand": msgid("A card can be played by itself when its moment comes: `/standing`."),
}
"""The moment at which a tip helps -> the tip."""


async def tip(desk: Desk, user: int, moment: str, kept: dict[str, Any]) -> str:
    """The tip of a moment, as the last line of an answer; "" for whoever has had it.

    `kept` is what their settings have of tips and guide (`kept_of`).
    """
    if _silent(kept, moment):
        return ""
    async with desk.tips:  # of two answers at once, one has it
        kept = await kept_of(desk, user)
        if _silent(kept, moment):
            return ""
        await keep(desk, user, {**kept, "tips": [*kept.get("tips", []), moment]})
    return "\n-# " + phrase("Tip: {tip}", tip=phrase(TIPS[moment]))


def _silent(kept: dict[str, Any], moment: str) -> bool:
    return bool(kept.get("on")) or moment in kept.get("tips", [])
