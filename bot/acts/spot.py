"""A crop of the places that an order is about, beside its odds: in the builder and by /odds."""

import logging
from collections.abc import Sequence

from bot.acts.here import Interaction
from bot.channel import style
from bot.channel.pictures import Painting
from bot.desk import Desk
from bot.play.table import Table
from bot.talk.reply import described
from bot.words.refusal import Refusal

log = logging.getLogger(__name__)

File = tuple[str, bytes, str]
"""Name, bytes, words for people who do not see it."""


async def spot(
    desk: Desk, interaction: Interaction, table: Table, places: Sequence[str]
) -> File | None:
    """The crop; None where there is nothing to show, or no time for it: the words do."""
    if not places:
        return None
    try:
        desk.pace.take(interaction.user.id)
        looks = await style.of_user(desk.store, interaction.user.id, table.row.channel)
        painting = Painting(table.running().view(None), (), "crop", focus=tuple(places))
        picture = await desk.outbox.paint(painting, looks, interaction.user.id)
    except Refusal:
        return None
    except Exception:
        log.exception("a spot of %s could not be drawn", table.row.game)
        return None
    return described("spot.png", picture)
