"""The words of the bot: short, kind, and about what happened, why, and what can be done now."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import engine
from bot.limits import code, cut
from engine import Game, HandCard, Pending, VerbInfo

NEAREST = 8
"""Legal choices shown with a refusal."""


def name(side: str) -> str:
    """A side for people: `axis` is Axis."""
    return side.replace("_", " ").title()


def both(sides: Iterable[str]) -> str:
    """Several sides in one phrase."""
    return " and ".join(name(side) for side in sides)


def lines_of(lines: Iterable[str]) -> str:
    """Order lines as code, one a row."""
    return "\n".join(code(line) for line in lines)


def who(side: str, user: int) -> str:
    """A side with its player, as a mention that pings only where that is allowed."""
    return f"<@{user}> ({name(side)})" if user else f"the practice opponent ({name(side)})"


# answers -----------------------------------------------------------------------


def receipt(game: Game, ran: Sequence[str], left: Sequence[str], told: str) -> str:
    """What the person who gave an order reads."""
    done = lines_of([game.short(line) for line in ran])
    parts = [f"Done: {done}" if len(ran) == 1 else f"Done:\n{done}"]
    if told:
        parts.append(told)
    if left:
        parts.append(
            "Not carried out, because something happened that could change your mind:\n"
            + lines_of(left)
        )
    return "\n".join(parts)


def unfinished(line: str, left: Sequence[str]) -> str:
    """Asks before something ends while more could be ordered."""
    if line == "resign":
        return "Really give the game up? Nothing was done yet."
    could = ", ".join(code(verb) for verb in left)
    return f"You could still order: {could}. Really {code(line)}? Nothing was done yet."


def goes_back(lines: str) -> str:
    """Asks before an undo, naming what it takes back."""
    return f"This takes back: {lines_of(lines.splitlines()) or 'your last order'}"


def next_step(game: Game, side: str) -> str:
    """What this side, or else the other, is asked now."""
    if game.result() is not None:
        return "The game is over."
    asked = game.pending()
    own = [pending for pending in asked if pending.side == side]
    if own:
        return f"Now: {own[0].prompt}"
    return f"Now {both(dict.fromkeys(p.side for p in asked))} decides; you will be called."


def nearest(game: Game, side: str, line: str) -> list[engine.Item]:
    """The legal choices closest to a line that was refused: beginnings of lines, with names."""
    words = line.split()
    free = {verb.name for verb in game.verbs(side) if verb.free}
    for count in range(len(words), -1, -1):
        start = " ".join(words[:count]) + (" " if count else "")
        items = game.complete(side, start).items
        found = [item for item in items if count or item.value.split()[0] not in free]
        if found:
            return found
    return []


def possible(found: Sequence[engine.Item], said: str = "") -> str:
    """Legal choices in words, "" where there are none or all of them were just `said`."""
    if all(code(item.value.strip(), 100) in said for item in found):
        return ""
    shown = "; ".join(_named(item.value.strip(), item) for item in found[:NEAREST])
    more = f" and {len(found) - NEAREST} more" if len(found) > NEAREST else ""
    return f"Possible: {shown}{more}."


def _named(words: str, item: engine.Item) -> str:
    """Words of an order, and what the last of them is where they do not say it."""
    _, _, text = item.label.partition(" · ")
    return f"{code(words, 100)} {cut(text, 60)}" if text and text not in words else code(words, 100)


def hand(cards: Sequence[HandCard], side: str) -> str:
    """A hand, for its owner's eyes."""
    if not cards:
        return f"{name(side)} holds no cards now."
    rows = [
        f"**{card.name}** ({code(card.word)}) · {card.when}"
        f"{' · can be played now' if card.playable else ''}\n{card.text}"
        + (f"\n-# {card.unasked}" if card.unasked else "")
        for card in cards
    ]
    return f"Only you see this. The hand of {name(side)}:\n" + "\n".join(rows)


def no_odds(line: str) -> str:
    """`/odds` had nothing to say."""
    return (
        f"I see no battle in {code(line)}. Write it as the order that would start it, such as "
        "`fight 0304` or `battle 1709 with 4pz 3pz`."
    )


def legal(game: Game, side: str, about: str = "") -> str:
    """What a side can order now; with `about`, what can follow that beginning or word."""
    if about.strip():
        return _legal_about(game, side, about)
    verbs = [verb for verb in game.verbs(side) if not verb.free]
    asked = next((p for p in game.pending() if p.side == side), None)
    if not verbs or asked is None:
        return next_step(game, side)
    rows = [f"**{asked.prompt}**", *(_verb_row(game, side, verb) for verb in verbs)]
    free = [verb.name for verb in game.verbs(side) if verb.free]
    if free:
        rows.append("At any time: " + ", ".join(code(word) for word in free))
    return "\n".join(rows)


def _verb_row(game: Game, side: str, verb: VerbInfo) -> str:
    row = f"{code(verb.name)}: {verb.hint}" if verb.hint else code(verb.name)
    if not verb.slots:
        return row
    items = game.complete(side, f"{verb.name} ").items
    shown = ", ".join(
        _named(item.value.removeprefix(verb.name).strip(), item) for item in items[:25]
    )
    return f"{row}\n  {shown}{' …' if len(items) > 25 else ''}"


def _legal_about(game: Game, side: str, about: str) -> str:
    words = about.split()
    starts = [" ".join(words)]
    starts += [f"{verb.name} {starts[0]}" for verb in game.verbs(side) if not verb.free]
    rows = []
    for start in starts:
        found = game.complete(side, f"{start} ")
        if found.complete:
            rows.append(code(start))
        rows += [_named(item.value.strip(), item) for item in found.items]
    if rows:
        return "\n".join(rows)
    near = possible(nearest(game, side, about) if game.verbs(side) else [])
    return f"Nothing legal begins like that. {near}".strip()


# the channel -------------------------------------------------------------------


def started(game: str, commitment: str) -> str:
    """Opens the game, with the promise about its dice."""
    return (
        f"**{engine.catalogue()[game].title}** begins.\n"
        f"The dice come from a secret whose SHA-256 is `{commitment}`. At the end the secret "
        "is shown, and anyone can check every roll."
    )


def over(game: Game, seats: Mapping[str, int]) -> str:
    """The final result, with the people behind the sides."""
    result = game.result()
    assert result is not None
    people = {side: f"{name(side)} ({_player(user)})" for side, user in seats.items()}
    if not result.winners:
        first = "**The game is a draw.**"
    else:
        verb = "wins" if len(result.winners) == 1 else "win"
        winners = " and ".join(people.get(side, name(side)) for side in result.winners)
        first = f"**{winners} {verb}.**"
    scores = ", ".join(
        f"{people.get(side, name(side))} {score}" for side, score in result.scores.items()
    )
    reason = result.reason[:1].upper() + result.reason[1:]
    rows = [f"{first} {reason}".strip(), f"Score: {scores}" if scores else "", secret(game)]
    return "\n".join(row for row in rows if row)


def secret(game: Game) -> str:
    """Reveals the secret of the dice."""
    return (
        f"The secret of the dice: `{game.secret.hex()}` (SHA-256 `{game.commitment}`). "
        "`/game export` gives the whole log: `python -m engine verify FILE --posted MESSAGES` "
        "plays it again, computes every roll, and looks up each record that stands under a post."
    )


def renewed(title: str, news: Sequence[str]) -> str:
    """Tells that the rules of a running game were mended."""
    rows = [f"The rules of **{title}** were mended. From now on:", *(f"- {said}" for said in news)]
    return "\n".join([*rows, "What was done stands, and cannot be taken back any more."])


def undone(side: str, lines: str) -> str:
    """Tells what was taken back."""
    return f"{name(side)} takes back: {lines_of(lines.splitlines()) or 'the last order'}"


def panel(title: str, where: str, asked: Sequence[tuple[Pending, int]], since: int) -> str:
    """Who must act, what is asked, since when. `asked` pairs each question with its user."""
    rows = [f"**{title}** · {where}"]
    for pending, user in asked:
        rows.append(f"{who(pending.side, user)}: {pending.prompt}")
    rows.append(f"Asked <t:{since}:R>.")
    return "\n".join(rows)


def terms(game: str, scenario: str, options: Mapping[str, Any]) -> str:
    """The scenario of a game, where it has several, and the options that are not as usual."""
    info = engine.catalogue()[game]
    rows = [info.scenarios[scenario]] if len(info.scenarios) > 1 else []
    for option in info.options:
        value = options.get(option.name, option.default)
        if value != option.default:
            rows.append(code(f"{option.name}={_option(value)}"))
    return " · ".join(rows)


def _option(value: Any) -> str:
    if isinstance(value, bool):
        return "on" if value else "off"
    return ",".join(map(str, value)) if isinstance(value, list) else str(value)


def lobby(title: str, what: str, seats: Sequence[tuple[str, int | None]], notes: str) -> str:
    """The lobby of a game: what is played, which seats are free."""
    rows = [f"**{title}** waits for its players.{' ' + notes if notes else ''}"]
    rows += [what] if what else []
    for side, user in seats:
        rows.append(f"{name(side)}: free" if user is None else f"{name(side)}: {_player(user)}")
    if all(user is not None for _, user in seats):
        rows.append("All seats are taken: `/game start` begins.")
    else:
        rows.append("Take a seat with a button or `/game join`; then `/game start` begins.")
    return "\n".join(rows)


RESUMED = "The game goes on where it was:"
"""Shows a game again where what was posted of it is gone."""


def damaged(title: str) -> str:
    """A game that is stored cannot be read."""
    return (
        f"The stored position of this game of {title} cannot be read, so it cannot go on. "
        "Nobody has won or lost. `/game new` opens another game here, `/game end` only closes it."
    )


def gave_way(title: str) -> str:
    """A damaged game makes room for a new one."""
    return (
        f"The game of {title} that was here could not be read any more: it is closed without a "
        "result. What is stored of it is kept."
    )


def adjourned(user: int, why: str) -> str:
    """A running game is ended by one person."""
    return f"<@{user}>, {why}, ends the game as adjourned: nobody has won or lost."


def expired(days: int) -> str:
    """A lobby is closed by time."""
    return (
        f"This game is closed: it waited {days} days for its players. `/game new` opens it again."
    )


def handed(side: str, user: int, before: int, by: str) -> str:
    """A seat has changed hands."""
    return f"{by}: {seated(side, user, before)}"


def seated(side: str, user: int, before: int) -> str:
    """Who shall play a side instead of whom."""
    return f"{name(side)} is played by {_one(user)} from now on, instead of {_one(before)}."


def _one(user: int) -> str:
    return f"<@{user}>" if user else "the practice opponent"


def _player(user: int) -> str:
    return f"<@{user}>" if user else "practice opponent"


def _policies(found: Mapping[str, tuple[str, str]]) -> str:
    """Which kinds of question a side wants to be asked, and what it has changed since."""
    asked = [kind for kind, (now, _) in found.items() if now == "ask"]
    text = f"is asked about: {', '.join(asked) or 'nothing'}"
    if len(asked) < len(found):
        text += "; the rest is answered by itself"
    if coming := [f"{kind} {then}" for kind, (now, then) in found.items() if then != now]:
        text += f". From the next player turn: {', '.join(coming)}"
    return f"{text}."


def status(
    title: str, what: str, game: Game | None, state: str, seats: Sequence[tuple[str, int | None]]
) -> str:
    """What is played and where it stands, for anybody."""
    rows = [f"**{title}** · {state}", *([what] if what else [])]
    for side, user in seats:
        rows.append(f"{name(side)}: {'free' if user is None else _player(user)}")
    if game is None:
        return "\n".join(rows)
    view = game.view(None)
    rows.append(" · ".join(part for part in (view.turn, view.phase) if part))
    rows += [f"Asked: {name(asked.side)}: {asked.prompt}" for asked in view.asked]
    for side in game.sides:
        if found := game.policies(side):
            rows.append(f"{name(side)} {_policies(found)}")
    result = game.result()
    if result is not None:
        rows.append(over(game, {side: user for side, user in seats if user is not None}))
    else:
        rows.append(f"Commitment of the dice: `{game.commitment}`")
    return "\n".join(rows)
