"""Pages of help: about the bot in the reader's language, about a game as the game has them."""

import re

import engine
from bot.catalogue import msgid, of_game, phrase
from bot.words.limits import code

TOPICS: dict[str, tuple[str, str]] = {
    "begin": (
        msgid("Begin a game"),
        msgid(
            "`/game new` opens a game in this channel: one game a channel or thread. Others take "
            "a seat with the button or `/game join`, and `/game start` begins. With practice:True "
            "you play against the practice opponent, at once. `/game status` says what is played."
        ),
    ),
    "orders": (
        msgid("Give orders"),
        msgid(
            "The panel says who must act. **Give an order** builds one from menus; **Type orders** "
            "takes several, one a line; `/order` lists what is legal while you type. **Legal "
            "orders** shows all that you can do. An order that is not legal is refused with its "
            "rule, and nothing happens. **Try orders** shows what orders would do."
        ),
    ),
    "undo": (
        msgid("Take something back"),
        msgid(
            "**Undo** takes your last order back, as long as nobody has rolled dice, seen a card "
            "or decided something since. Beyond that all players must agree: `/game rollback`."
        ),
    ),
    "look": (
        msgid("Map, hand and odds"),
        msgid(
            "`/map` shows the map to you alone: supply, reach of a unit, who stands where, what "
            "has changed. `/hand` shows your cards. `/odds` tells the chances of a battle. "
            "`/recap` tells what happened since you last looked. `/style` has dark pictures, "
            "large print, and colours for weak sight of one colour."
        ),
    ),
    "time": (
        msgid("Time, days off, reminders"),
        msgid(
            "You are called once when it is your move. `/me notices` says how and when, "
            "`/me vacation` stops your clocks, `/game away` has the practice opponent stand in. "
            "`/games` lists your games, `/nudge` calls whoever is asked. A clock is chosen "
            "when a game is opened."
        ),
    ),
    "standing": (
        msgid("Answers beforehand"),
        msgid(
            "Many questions come in the other side's turn. `/standing` shows what is answered for "
            "you, and lets you change it; a card can be armed, to be played by itself when its "
            "moment comes. Orders for your next move can wait there too."
        ),
    ),
    "league": (
        msgid("Leagues"),
        msgid(
            "`/league create` begins one, people `/league join`, and `/league start` begins the "
            "season. Rounds are paired by themselves, an hour after the last game of the one "
            "before; each game has a thread and the clock of the league. `/league table` shows how "
            "everybody stands, `/league leave` withdraws. The organiser decides games that "
            "nobody finishes (`adjudicate`, `forfeit`), with a reason."
        ),
    ),
    "dice": (
        msgid("Dice that can be checked"),
        msgid(
            "The dice come from a secret that is fixed before the game begins; its mark is posted "
            "at the start, the secret at the end. Then anyone can check every roll with the file "
            "of `/game export`. Hidden cards are shown to nobody but their owner."
        ),
    ),
    "rights": (
        msgid("Who may do what"),
        msgid(
            "Players give orders, and decide together about draws, pauses and the way back. "
            "Whoever manages the channel and has no part in a game can end it and hand seats over. "
            "Everybody may watch."
        ),
    ),
}


def choices() -> list[tuple[str, str]]:
    """All pages as (name, heading): topics first, then the games."""
    found = [(name, phrase(title)) for name, (title, _) in TOPICS.items()]
    for info in engine.catalogue().values():
        for page, text in engine.rules(info.id).help.pages.items():
            found.append((f"{info.id}.{page}", f"{info.title}: {of_game(text.title)}"))
    return found


def overview() -> str:
    """The first page."""
    return phrase(
        "I referee board wargames: I check every order, roll the dice, keep what is hidden, and "
        "draw the map. Choose a page, or play a first season with a guide: ten minutes of Iron, "
        "Blood, Snow & Mud against the practice opponent, in this channel."
    )


def page(name: str) -> str | None:
    """A page by its name; None where there is none."""
    if name in TOPICS:
        title, text = TOPICS[name]
        return f"**{phrase(title)}**\n{phrase(text)}"
    game, _, part = name.partition(".")
    if game not in engine.catalogue():
        return None
    pages = engine.rules(game).help.pages
    if not pages:
        return None
    found = pages.get(part or next(iter(pages)))
    if found is None:
        return None
    return f"**{engine.catalogue()[game].title}: {of_game(found.title)}**\n{of_game(found.text)}"


def meaning(word: str, game: str | None) -> str | None:
    """What a word means in a game, or in all of them; None where none knows it."""
    wanted = word.casefold().strip()
    rows = []
    for info in engine.catalogue().values():
        if game not in (None, info.id):
            continue
        for term, means in engine.rules(info.id).glossary.items():
            if wanted and wanted == term.casefold():
                rows.append(f"**{term}** ({info.title}): {of_game(means)}")
    return "\n".join(rows) or None


def terms(game: str | None) -> list[str]:
    """The words that are explained."""
    found = {
        term: None
        for info in engine.catalogue().values()
        if game in (None, info.id)
        for term in engine.rules(info.id).glossary
    }
    return sorted(found, key=str.casefold)


def hinted(text: str, line: str) -> str:
    """A hint of the guide, marked where it is the game's own, with an order to try."""
    rows = [f"**{phrase('Guide')}** · {text}"]
    if line:
        rows.append(phrase("For example: {lines}", lines=code(line, 200)))
    return "\n".join(rows)


def plain_word(text: str) -> str:
    """A word that somebody typed, made harmless."""
    return code(re.sub(r"\s+", " ", text), 60)
