"""A try-out in words: each line's verdict, and what would be asked and owed then."""

from collections.abc import Sequence

from bot.catalogue import msgid, of_game, phrase
from bot.words.limits import code, cut, plain
from bot.words.refusal import ruled
from engine import Game, Stop, Trial, Tried
from engine.core.entries import AnyEntry, Moved, Ordered

LINE = 600
"""Characters of what would come of a line."""

STOPS = {
    Stop.DIE: msgid("Here dice would be rolled or cards shuffled."),
    Stop.SHOWN: msgid("Here something hidden would be drawn or shown."),
    Stop.WINDOW: msgid("Here another side may react."),
    Stop.PASSED: msgid("From here on another side decides."),
    Stop.END: msgid("Here the game would end."),
    Stop.TURN: msgid("Here something would happen that cannot be taken back."),
}


def report(game: Game, found: Trial) -> str:
    """All that a try-out found, for whoever asked."""
    rows = [phrase("Tried, not played: nothing was done, and only you see this.")]
    rows += [_line(game, tried) for tried in found.lines]
    if found.left:
        left = "\n".join(code(line) for line in found.left)
        rows.append(phrase("Nobody can tell what comes then, so not tried:\n{left}", left=left))
    if found.asked and not found.left:
        rows.append(phrase("Then: {prompt}", prompt=of_game(found.asked)))
    for why in found.owed:
        rows.append(phrase("Still owed: {why}", why=_reason(why.text, why.rule)))
    return "\n".join(rows)


def _line(game: Game, tried: Tried) -> str:
    """One line: what is wrong with it, or what it would do."""
    line = code(game.short(tried.line))
    if tried.error is not None:
        why = _reason(tried.error.text, tried.error.rule)
        return phrase("✗ {line}: {why}", line=line, why=why)
    said = [*_told(game, tried.entries), *tried.odds.lines]
    parts = [of_game(said[0]), *said[1:]] if said else []
    if tried.stop:
        parts.append(phrase(STOPS[tried.stop]))
    if tried.left:
        could = ", ".join(code(verb) for verb in tried.left)
        parts.append(phrase("You could still order: {could}.", could=could))
    does = cut(" ".join(dict.fromkeys(parts)), LINE)
    return phrase("✓ {line} {does}", line=line, does=does).rstrip()


def _told(game: Game, entries: Sequence[AnyEntry]) -> list[str]:
    """What would come of an order, the order itself and its way aside."""
    shown = [
        entry
        for entry in entries
        if not isinstance(entry, Moved) and not (isinstance(entry, Ordered) and not entry.auto)
    ]
    return [plain(words) for entry in shown if (words := game.tell(entry))]


def _reason(text: str, rule: str) -> str:
    text = text.replace("@", "@\u200b")  # nobody is called by what was typed
    return ruled(text, rule)
