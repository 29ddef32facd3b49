"""Why an order was not carried out.

The three parse errors follow the field's usual split: a line that makes no
sense, a line that makes sense and is against the rules, and a line that could
mean more than one thing.
"""


class OrderError(Exception):
    """An order that was refused; the game is as it was before.

    `rule` is an id of the game's `rules_index.json` ("" where no rule of the
    rulebook is at stake) and `text` is one plain sentence for the player. Of several
    lines, `lines` are those up to the refused one, as they were read; `word` is the word
    in it that was refused ("": none by itself).
    """

    lines: tuple[str, ...] = ()
    word: str = ""

    def __init__(self, text: str, rule: str = "") -> None:
        super().__init__(text)
        self.text = text
        self.rule = rule

    def __str__(self) -> str:
        where = f"Line {len(self.lines)}: " if self.lines else ""
        return f"{where}{self.text}" + (f" ({self.rule})" if self.rule else "")


class Malformed(OrderError):
    """No order of this game reads like that."""


class Illegal(OrderError):
    """The line is understood and a rule forbids it."""


class Ambiguous(OrderError):
    """The line could mean several orders; `candidates` are complete lines."""

    def __init__(self, text: str, candidates: tuple[str, ...], rule: str = "") -> None:
        super().__init__(text, rule)
        self.candidates = candidates


class OutOfTurn(OrderError):
    """Nothing is asked of this side now."""


class Stale(OrderError):
    """The question that the line answers is gone."""


class Unfinished(OrderError):
    """Not refused, but asked first: `line` ends something while `left` could still be ordered."""

    def __init__(self, line: str, left: tuple[str, ...]) -> None:
        super().__init__(f"`{line}` leaves something undone.")
        self.line = line
        self.left = left


class Over(OrderError):
    """The game has ended."""


class Unreadable(Exception):
    """Stored bytes that are no game, or none that these rules can go on with."""


def quoted(word: str) -> str:
    """What somebody typed, as a refusal repeats it: short, and nothing but code to Discord.

    >>> quoted("[a](http://b) `c`")
    "`[a](http://b) 'c'`"
    """
    return f"`{word[:40].replace('`', chr(39))}`"
