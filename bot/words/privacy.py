"""What is said of what is kept about a person. The page of the README says the same."""

from bot.catalogue import counted, msgid, phrase

KINDS = {
    "games": (msgid("game that you opened"), msgid("games that you opened")),
    "seats": (msgid("seat"), msgid("seats")),
    "partners": (msgid("shared seat"), msgid("shared seats")),
    "insiders": (
        msgid("side whose hand you may know"),
        msgid("sides whose hands you may know"),
    ),
    "parts": (msgid("result of a game"), msgid("results of games")),
    "actions": (msgid("order"), msgid("orders")),
    "drafts": (msgid("draft of orders"), msgid("drafts of orders")),
    "notes": (msgid("private note"), msgid("private notes")),
    "watchers": (
        msgid("game of which you asked to hear (`/watch`)"),
        msgid("games of which you asked to hear (`/watch`)"),
    ),
    "deeds": (
        msgid("deed of moderation, with the reason given"),
        msgid("deeds of moderation, with the reasons given"),
    ),
    "leagues": (
        msgid("season of a league that you organise"),
        msgid("seasons of leagues that you organise"),
    ),
    "entrants": (msgid("place in a league"), msgid("places in leagues")),
    "pairings": (
        msgid("game of a league that you decided, with the reason given"),
        msgid("games of leagues that you decided, with the reasons given"),
    ),
    "users": (
        msgid("set of choices: language, notices, time zone, days off, colours, tips that you had"),
        msgid(
            "sets of choices: language, notices, time zone, days off, colours, tips that you had"
        ),
    ),
    "settings": (
        msgid("setting of a game that names you: offers, calls, what you have seen"),
        msgid("settings of games that name you: offers, calls, what you have seen"),
    ),
    "timers": (
        msgid("thing that is due: a notice, or orders for your next move"),
        msgid("things that are due: notices, or orders for your next move"),
    ),
    "outbox": (msgid("message that is on its way"), msgid("messages that are on their way")),
    "posted": (
        msgid("message in a channel that names you"),
        msgid("messages in channels that name you"),
    ),
}
"""What stands in each table, one and several."""


def shown(found: dict[str, int]) -> str:
    """How much of everything is kept about somebody; what there is none of is said too."""
    rows = [phrase("Kept about you on all servers together; only you see this:")]
    for table, (one, many) in KINDS.items():
        n = found.get(table, 0)
        rows.append(f"- {n} {phrase(one if n == 1 else many)}")
    rows.append(
        phrase(
            "No message that you wrote in a channel is kept. `/privacy export` sends you all of "
            "it, `/privacy delete` deletes it."
        )
    )
    return "\n".join(rows)


def asks(running: int) -> str:
    """Asks before somebody's data is deleted."""
    rows = [
        phrase(
            "Delete what is kept about you, on all servers? Notes, drafts, choices, days off and "
            "reasons that you gave are gone then. Games, orders and results stay without your "
            "name, under a number. It cannot be taken back."
        )
    ]
    if running:
        rows.append(
            counted(
                "You play in {n} game: whoever shares the seat has it then, or else it is opened "
                "to others. A game that you play alone ends.",
                "You play in {n} games: whoever shares a seat has it then, or else it is opened "
                "to others. A game that you play alone ends.",
                running,
            )
        )
    rows.append(
        phrase(
            "What stands in channels is the server's: people who manage it can delete messages "
            "that name you."
        )
    )
    return "\n".join(rows)
