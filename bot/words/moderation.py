"""What is said of moderators' deeds: in the channel, and in the log of a server."""

from bot.catalogue import msgid, of_server, phrase
from bot.words import texts
from bot.words.limits import code

DEEDS = {
    "edit": msgid("corrects the game"),
    "undo": msgid("takes the last order back"),
    "rollback": msgid("takes the game back to an earlier point"),
    "lock": msgid("locks the game: nobody can go on with it, and its clocks stand"),
    "unlock": msgid("unlocks the game"),
    "end": msgid("ends the game without a result"),
    "seat": msgid("gives a seat to somebody else"),
    "role": msgid("chooses who moderates"),
    "recap": msgid("chooses where the weekly recap stands"),
}
"""What a moderator does, by its word."""
SENTENCES = ("rollback", "seat")
"""Those of which more is said than order lines."""


def told(deed: str, user: int, what: str, reason: str) -> str:
    """A deed with its author, for everybody."""
    rows = [phrase("<@{user}>, a moderator, {does}.", user=user, does=phrase(DEEDS[deed]))]
    rows += [what] if what else []
    rows += [phrase("The reason: {reason}", reason=code(reason, 200))] if reason else []
    return "\n".join(rows)


def row(time: float, user: int, deed: str, what: str, reason: str, place: int, guild: int) -> str:
    """A deed in the log of a server; `place` is the channel of its game, 0 for none."""
    does = phrase(DEEDS[deed]) if deed in DEEDS else deed
    done = phrase("<t:{time}:f> {who} {does}", time=int(time), who=texts.person(user), does=does)
    shown = " / ".join(what.splitlines())
    shown = of_server(shown, guild) if deed in SENTENCES else shown
    parts = [done, f"<#{place}>" if place else "", shown]
    return " · ".join(filter(None, [*parts, code(reason, 200) if reason else ""]))
