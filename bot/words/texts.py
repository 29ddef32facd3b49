"""The words of the bot: short, kind, and about what happened, why, and what can be done now."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any

import engine
from bot.catalogue import counted, of_game, phrase
from bot.words.limits import code, cut
from engine import Game, HandCard, Pending, VerbInfo
from engine.core.lexicon import fold

NEAREST = 8
"""Legal choices shown with a refusal."""
GIVEN = ("discard", "pay")
"""Verbs that give cards away and play none."""


def name(game: str, side: str) -> str:
    """A side for people: `axis` is Axis; some books have another word."""
    return engine.side_name(game, side)


def both(game: str, sides: Iterable[str]) -> str:
    """Several sides in one phrase."""
    return listed([name(game, side) for side in sides])


def listed(words: Sequence[str]) -> str:
    """Several names in one phrase."""
    if len(words) < 2:
        return "".join(words)
    return phrase("{first} and {last}", first=", ".join(words[:-1]), last=words[-1])


def lines_of(lines: Iterable[str]) -> str:
    """Order lines as code, one a row."""
    return "\n".join(code(line) for line in lines)


def who(game: str, side: str, user: int, partner: int = 0) -> str:
    """A side with its player or both, as mentions that ping only where that is allowed."""
    people = listed([f"<@{one}>" for one in (user, partner) if one])
    return (
        f"{people} ({name(game, side)})"
        if people
        else phrase("the practice opponent ({side})", side=name(game, side))
    )


# answers -----------------------------------------------------------------------


def receipt(game: Game, ran: Sequence[str], left: Sequence[str], told: str) -> str:
    """What the person who gave an order reads."""
    done = lines_of([game.short(line) for line in ran])
    parts = [
        phrase("Done: {line}", line=done) if len(ran) == 1 else phrase("Done:\n{lines}", lines=done)
    ]
    if told:
        parts.append(told)
    if left:
        parts.append(
            phrase(
                "Not carried out, because something happened that could change your mind:\n{lines}",
                lines=lines_of(left),
            )
        )
    return "\n".join(parts)


def unfinished(line: str, left: Sequence[str], means: Sequence[str] = ()) -> str:
    """Asks before something ends while more could be ordered; `means`: what its end leads to."""
    if line == "resign":
        return phrase("Really give the game up? Nothing was done yet.")
    could = ", ".join(code(verb) for verb in left)
    question = phrase(
        "You could still order: {could}. Really {line}? Nothing was done yet.",
        could=could,
        line=code(line),
    )
    led = of_game("\n".join(cut(row, 200) for row in means[:OWED]))
    return "\n".join(filter(None, (led, question)))


OWED = 15
"""So many rows of what is owed are shown before a phase ends."""


def goes_back(lines: str) -> str:
    """Asks before an undo, naming what it takes back."""
    return phrase(
        "This takes back: {what}", what=lines_of(lines.splitlines()) or phrase("your last order")
    )


def next_step(game: Game, side: str) -> str:
    """What this side, or else the other, is asked now."""
    if game.result() is not None:
        return phrase("The game is over.")
    asked = game.pending()
    own = [pending for pending in asked if pending.side == side]
    if own:
        return phrase("Now: {prompt}", prompt=of_game(own[0].prompt))
    return phrase(
        "Now it is for {sides} to decide; you will be called.",
        sides=both(game.id, dict.fromkeys(p.side for p in asked)),
    )


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
    if len(found) <= NEAREST:
        return phrase("Possible: {shown}.", shown=shown)
    return phrase("Possible: {shown} and {count} more.", shown=shown, count=len(found) - NEAREST)


def _named(words: str, item: engine.Item) -> str:
    """Words of an order, and what the last of them is where they do not say it."""
    _, _, text = item.label.partition(" · ")
    if not text or text in words:
        return code(words, 100)
    return f"{code(words, 100)} {cut(text, 110)}"


def has_cards(game: str) -> bool:
    """Is there anything that a side could hold in its hand?"""
    return "card" in engine.rules(game).lexicons


def plays(game: Game, side: str) -> dict[str, list[str]]:
    """Id of a card of a side's hand -> the verbs of the orders that play it now."""
    words = {card.word: card.id for card in game.hand(side) if card.playable}
    found: dict[str, list[str]] = {}
    for verb in game.verbs(side) if words else ():
        if verb.free or verb.name in GIVEN:
            continue
        head, _, rest = verb.name.partition(" ")
        if rest in words:
            found.setdefault(words[rest], []).append(head)
        elif verb.slots and verb.slots[0].kind == "card":
            for item in game.complete(side, f"{verb.name} ").items:
                word = item.value.strip().removeprefix(f"{verb.name} ")
                if word in words:
                    found.setdefault(words[word], []).append(verb.name)
    return found


def hand(game: str, cards: Sequence[HandCard], side: str, now: Mapping[str, list[str]]) -> str:
    """A hand, for its owner's eyes; `now`: id of a card -> verbs that play it."""
    if not has_cards(game):
        title = engine.rules(game).title
        return phrase("Nobody holds cards in {title}: all of it lies open.", title=title)
    if not cards:
        return phrase("{side} holds no cards now.", side=name(game, side))
    rows = [phrase("Only you see this. The hand of {side}:", side=name(game, side))]
    for card in cards:
        marks = " · ".join(filter(None, (*card.tags, card.when)))
        head = [f"**{card.name}** ({code(card.word)})", *([of_game(marks)] if marks else [])]
        if verbs := now.get(card.id):
            lines = ", ".join(code(f"{verb} {card.word}") for verb in verbs)
            head.append(phrase("now: {lines}", lines=lines))
        elif card.playable:
            head.append(phrase("can be played now"))
        rows.append(" · ".join(head))
        rows += [of_game(card.text), *([f"-# {of_game(card.unasked)}"] if card.unasked else [])]
    return "\n".join(rows)


def no_odds(line: str) -> str:
    """`/odds` had nothing to say."""
    return phrase(
        "I see no battle in {line}. Write it as the order that would start it, such as "
        "`fight 0304` or `battle 1709 with 4pz 3pz`.",
        line=code(line),
    )


def legal(game: Game, side: str, about: str = "") -> str:
    """What a side can order now; with `about`, what can follow that beginning or word."""
    if about.strip():
        return _legal_about(game, side, about)
    verbs = [verb for verb in game.verbs(side) if not verb.free]
    asked = next((p for p in game.pending() if p.side == side), None)
    if not verbs or asked is None:
        return next_step(game, side)
    rows = [f"**{of_game(asked.prompt)}**", *(_verb_row(game, side, verb) for verb in verbs)]
    free = [verb.name for verb in game.verbs(side) if verb.free]
    if free:
        words = ", ".join(code(word) for word in free)
        rows.append(phrase("At any time: {words}", words=words))
    return "\n".join(rows)


def _verb_row(game: Game, side: str, verb: VerbInfo) -> str:
    row = f"{code(verb.name)}: {of_game(verb.hint)}" if verb.hint else code(verb.name)
    if not verb.slots:
        return row
    items = game.complete(side, f"{verb.name} ").items
    shown = ", ".join(
        _named(item.value.removeprefix(verb.name).strip(), item) for item in items[:25]
    )
    return f"{row}\n  {shown}{' …' if len(items) > 25 else ''}"


def _legal_about(game: Game, side: str, about: str) -> str:
    words = about.split()
    picked = game.picked(side, about)
    if picked is not None:
        shown = ", ".join(_named(item.label.partition(" · ")[0], item) for item in picked)
        if not picked:
            return phrase("No unit of yours now.")
        return counted("{n} unit: {shown}", "{n} units: {shown}", len(picked), shown=shown)
    filters = engine.rules(game.id).filters
    if begun := [key for key in filters if key.startswith(f"{fold(' '.join(words))} ")]:
        return "\n".join(f"{code(key)}: {of_game(filters[key])}" for key in begun)
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
    return phrase("Nothing legal begins like that. {near}", near=near).strip()


def what_is_this(game: Game, side: str) -> str:
    """The open questions for somebody who meets them for the first time."""
    rows = []
    for asked in engine.explain(game, side):
        rows.append(f"**{name(game.id, asked.side)}: {of_game(asked.prompt)}**")
        if asked.asks:
            rows.append(of_game(asked.asks))
        if asked.rule:
            rows.append(phrase("In the rulebook: {rule}.", rule=engine.rule_name(asked.rule)))
        if asked.examples:
            lines = ", ".join(code(line, 200) for line in asked.examples)
            rows.append(phrase("For example: {lines}", lines=lines))
        if asked.about:
            rows.append(
                phrase(
                    "It is a question of the kind {kind}: {about}. {line} changes who answers.",
                    kind=code(asked.kind),
                    about=of_game(asked.about),
                    line=code(f"policy {asked.kind} auto"),
                )
            )
        if asked.orders:
            rows.append(phrase("You can order:"))
            rows += [f"- {code(word)} {of_game(hint)}".rstrip() for word, hint in asked.orders]
        rows += [f"- **{word}**: {of_game(means)}" for word, means in asked.words.items()]
    return "\n".join(rows) or phrase("Nothing is asked now.")


# the channel -------------------------------------------------------------------


def started(game: str, commitment: str) -> str:
    """Opens the game, with the promise about its dice."""
    return phrase(
        "**{title}** begins.\nThe dice come from a secret whose SHA-256 is "
        "`{commitment}`. At the end the secret is shown, and anyone can check every "
        "roll.",
        title=engine.catalogue()[game].title,
        commitment=commitment,
    )


def over(game: Game, seats: Mapping[str, int]) -> str:
    """The final result, and the secret of the dice."""
    return "\n".join([outcome(game, seats), secret(game)])


def outcome(game: Game, seats: Mapping[str, int]) -> str:
    """The final result, with the people behind the sides."""
    result = game.result()
    assert result is not None
    people = {side: f"{name(game.id, side)} ({_player(user)})" for side, user in seats.items()}
    if not result.winners:
        first = phrase("**The game is a draw.**")
    else:
        winners = listed([people.get(side, name(game.id, side)) for side in result.winners])
        if len(result.winners) == 1:
            first = phrase("**{winner} wins.**", winner=winners)
        else:
            first = phrase("**{winners} win.**", winners=winners)
    scores = ", ".join(
        f"{people.get(side, name(game.id, side))} {score}" for side, score in result.scores.items()
    )
    reason = result.reason[:1].upper() + result.reason[1:]
    rows = [f"{first} {of_game(reason)}".strip()]
    rows += [phrase("Score: {scores}", scores=scores)] if scores else []
    return "\n".join(rows)


def secret(game: Game) -> str:
    """Reveals the secret of the dice."""
    return phrase(
        "The secret of the dice: `{hex}` (SHA-256 `{commitment}`). `/game export` "
        "gives the whole log: `python -m engine verify FILE --posted MESSAGES` plays "
        "it again, computes every roll, and looks up each record that stands under a "
        "post.",
        hex=game.secret.hex(),
        commitment=game.commitment,
    )


def renewed(title: str, news: Sequence[str]) -> str:
    """Tells that the rules of a running game were corrected."""
    rows = [
        phrase("The rules of **{title}** were corrected. From now on:", title=title),
        *(f"- {of_game(said)}" for said in news),
    ]
    return "\n".join([*rows, phrase("What was done stands, and cannot be taken back any more.")])


def vacant(game: str, side: str, by: int) -> str:
    """Tells that a seat is open."""
    return phrase(
        "<@{user}> opens the seat of {side}. The practice opponent stands in until somebody "
        "takes it: anybody who has seen no other hand of this game.",
        user=by,
        side=name(game, side),
    )


def gone(game: str, side: str, user: int) -> str:
    """Tells that somebody has left the server."""
    return phrase(
        "<@{user}> has left this server, so the seat of {side} is open. The practice opponent "
        "stands in until somebody takes it: anybody who has seen no other hand of this game.",
        user=user,
        side=name(game, side),
    )


def gone_beside(game: str, side: str, user: int) -> str:
    """Tells that somebody who shared a seat has left the server."""
    return phrase(
        "<@{user}> has left this server and shares the seat of {side} no more.",
        user=user,
        side=name(game, side),
    )


def undone(game: str, side: str, lines: str) -> str:
    """Tells what was taken back."""
    return phrase(
        "{side} takes back: {what}",
        side=name(game, side),
        what=lines_of(lines.splitlines()) or phrase("the last order"),
    )


SHOWN = 8
"""Dice and cards that are told one by one."""


def void(orders: int, dice: Sequence[str], cards: Sequence[str]) -> str:
    """What going back to an earlier point makes void."""
    rows = [
        counted("{n} order is void.", "{n} orders are void.", orders),
        *dice[:SHOWN],
        *cards[:SHOWN],
    ]
    more = max(len(dice) - SHOWN, 0) + max(len(cards) - SHOWN, 0)
    if more:
        rows.append(counted("And {n} more roll or card.", "And {n} more rolls and cards.", more))
    return "\n".join(rows)


def panel(
    game: str,
    title: str,
    where: str,
    asked: Sequence[tuple[Pending, int]],
    since: int,
    partners: Mapping[str, int],
) -> str:
    """Who must act, what is asked, since when.

    `asked` pairs each question with its user; `partners` share a side.
    """
    rows = [f"**{title}** · {where}"]
    for pending, user in asked:
        people = who(game, pending.side, user, partners.get(pending.side, 0))
        rows.append(f"{people}: {of_game(pending.prompt)}")
    rows.append(phrase("Asked <t:{since}:R>.", since=since))
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


def lobby(
    game: str, title: str, what: str, seats: Sequence[tuple[str, int | None]], notes: str
) -> str:
    """The lobby of a game: what is played, which seats are free."""
    rows = [phrase("**{title}** waits for its players. {notes}", title=title, notes=notes).rstrip()]
    rows += [what] if what else []
    for side, user in seats:
        rows.append(_seat(game, side, user))
    if all(user is not None for _, user in seats):
        rows.append(phrase("All seats are taken: `/game start` begins."))
    else:
        rows.append(phrase("Take a seat with a button or `/game join`; then `/game start` begins."))
    return "\n".join(rows)


def resumed() -> str:
    """Shows a game again where what was posted of it is gone."""
    return phrase("The game goes on where it was:")


def damaged(title: str) -> str:
    """A game that is stored cannot be read."""
    return phrase(
        "The stored position of this game of {title} cannot be read, so it cannot go "
        "on. Nobody has won or lost. `/game new` opens another game here, `/game end` "
        "only closes it.",
        title=title,
    )


def gave_way(title: str) -> str:
    """A damaged game makes room for a new one."""
    return phrase(
        "The game of {title} that was here could not be read any more: it is closed "
        "without a result. What is stored of it is kept.",
        title=title,
    )


def adjourned(why: str) -> str:
    """A running game is ended by one person; `why` is a sentence."""
    return phrase("{why} It is adjourned: nobody has won or lost.", why=why)


def expired(days: int) -> str:
    """A lobby is closed by time."""
    return counted(
        "This game is closed: it waited a day for its players. `/game new` opens it again.",
        "This game is closed: it waited {n} days for its players. `/game new` opens it again.",
        days,
    )


def seated(game: str, side: str, user: int, before: int) -> str:
    """Who shall play a side instead of whom."""
    return phrase(
        "{side} is played by {user} from now on, instead of {before}.",
        side=name(game, side),
        user=_one(user),
        before=_one(before),
    )


def _seat(game: str, side: str, user: int | None) -> str:
    if user is None:
        return phrase("{side}: free", side=name(game, side))
    return f"{name(game, side)}: {_player(user)}"


def players(game: str, seats: Mapping[str, int]) -> str:
    """Who plays which side, in one row."""
    return ", ".join(f"{name(game, side)} ({_player(user)})" for side, user in seats.items())


def person(user: int) -> str:
    """Somebody; who had their data deleted goes by a number below 0."""
    return f"<@{user}>" if user >= 0 else phrase("former player {number}", number=-user)


def _one(user: int) -> str:
    return person(user) if user else phrase("the practice opponent")


def _player(user: int) -> str:
    return person(user) if user else phrase("practice opponent")


def _policies(game: str, side: str, found: Mapping[str, tuple[str, str]]) -> str:
    """Which kinds of question a side wants to be asked, and what it has changed since."""
    asked = [kind for kind, (now, _) in found.items() if now == "ask"]
    if len(asked) == len(found):
        text = phrase("{side} is asked about everything.", side=name(game, side))
    elif asked:
        text = phrase(
            "{side} is asked about: {kinds}; the rest is answered by itself.",
            side=name(game, side),
            kinds=", ".join(asked),
        )
    else:
        text = phrase("{side} is asked about nothing off its turn.", side=name(game, side))
    if coming := [f"{kind} {then}" for kind, (now, then) in found.items() if then != now]:
        change = phrase("From the next player turn: {coming}.", coming=", ".join(coming))
        text = f"{text} {change}"
    return text


def status(
    title: str,
    what: str,
    id_: str,
    game: Game | None,
    state: str,
    seats: Sequence[tuple[str, int | None]],
) -> str:
    """What is played and where it stands, for anybody; `id_` names the game in the catalogue."""
    rows = [f"**{title}** · {state}", *([what] if what else [])]
    for side, user in seats:
        rows.append(_seat(id_, side, user))
    if game is None:
        return "\n".join(rows)
    view = game.view(None)
    rows.append(" · ".join(part for part in (view.turn, view.phase) if part))
    rows += [
        phrase(
            "Asked: {side}: {prompt}", side=name(game.id, asked.side), prompt=of_game(asked.prompt)
        )
        for asked in view.asked
    ]
    for side in game.sides:
        if found := game.policies(side):
            rows.append(_policies(game.id, side, found))
    result = game.result()
    if result is not None:
        rows.append(over(game, {side: user for side, user in seats if user is not None}))
    else:
        rows.append(phrase("Commitment of the dice: `{commitment}`", commitment=game.commitment))
    return "\n".join(rows)
