"""What is said of a seat's standing orders, to that seat alone."""

from collections import Counter
from collections.abc import Mapping, Sequence

from bot.catalogue import counted, of_game, phrase
from bot.words.limits import code, cut
from bot.words.texts import lines_of, name
from engine import Game
from engine.core.hindsight import Armed, Met, armed


def header(game: Game, side: str) -> str:
    return f"**{phrase('Standing orders of {side}', side=name(game.id, side))}**"


def policies(game: Game, side: str, turn: str, met: Sequence[Met]) -> str:
    """Each policy with what it asks and what came of it in a turn, those that came up first."""
    found = game.policies(side)
    questions = game.table.rules.questions
    by_kind: dict[str, list[Met]] = {kind: [] for kind in found}
    for one in met:
        by_kind[one.kind].append(one)
    rows = []
    for kind in sorted(found, key=lambda kind: not by_kind[kind]):
        rows.append(f"{code(kind)} {of_game(questions.get(kind, ''))}".rstrip())
        rows.append(f"-# {_state(*found[kind])} {_came(game, turn, by_kind[kind])}".rstrip())
    return "\n".join(rows)


def states(game: Game, side: str) -> str:
    """Each policy in a line."""
    found = game.policies(side).items()
    return "\n".join(f"{code(kind)} {_state(*pair)}" for kind, pair in found)


def _state(now: str, then: str) -> str:
    """Whether a side is asked, and what it has changed for its next player turn."""
    match now, then:
        case "ask", "ask":
            return phrase("You are asked.")
        case "auto", "auto":
            return phrase("The default answers.")
        case "ask", _:
            return phrase("You are asked; from the next player turn on the default answers.")
        case _:
            return phrase("The default answers; from the next player turn on you are asked.")


def _came(game: Game, turn: str, met: Sequence[Met]) -> str:
    """How often a kind of question came up, and what was answered, or would have been."""
    asked = [one for one in met if one.asked]
    settled = [one for one in met if not one.asked]
    rows = []
    if settled:
        rows.append(
            counted(
                "In {turn} one was answered by itself: {answers}.",
                "In {turn} {n} were answered by itself: {answers}.",
                len(settled),
                turn=turn,
                answers=_answers(game, settled),
            )
        )
    if asked:
        rows.append(
            counted(
                "In {turn} you were asked once; the default would have given: {answers}.",
                "In {turn} you were asked {n} times; the default would have given: {answers}.",
                len(asked),
                turn=turn,
                answers=_answers(game, asked),
            )
        )
    return " ".join(rows)


def _answers(game: Game, met: Sequence[Met]) -> str:
    """The answers, each with how often it was given."""
    times = Counter(code(game.short(one.line), 80) if one.line else "" for one in met)
    return ", ".join(
        (line or phrase("nothing")) + (f" × {count}" if count > 1 else "")
        for line, count in times.items()
    )


def arms(game: Game, side: str) -> str:
    """What is armed, and what was said beforehand."""
    found = armed(game, side)
    rows = [_armed(one, game.table.rules.questions) for one in found]
    if not rows:
        return phrase("Nothing is armed.")
    return "\n".join([f"**{phrase('Armed; nobody else knows')}**", *rows])


def _armed(one: Armed, questions: Mapping[str, str]) -> str:
    what = f"{code(one.word)} {one.name}" if one.word else phrase("nothing is played")
    when = f"{code(one.kind)}, {one.place}" if one.place else code(one.kind)
    if one.loose:
        return phrase("{what}, at {when}", what=what, when=when)
    return phrase("{what}, at {when}: you have said so beforehand", what=what, when=when)


def waiting(lines: str) -> str:
    """What waits for a side's next move."""
    return phrase(
        "This waits for your next move, and is given by itself when it comes, if it still can "
        "be:\n{lines}",
        lines=lines_of(lines.splitlines()),
    )


def handed_back(lines: str, why: str) -> str:
    """What could not be given."""
    return phrase(
        "This waited for your move and was not given:\n{lines}\n{why}",
        lines=lines_of(lines.splitlines()),
        why=cut(why, 600),
    )
