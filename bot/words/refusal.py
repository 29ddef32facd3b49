"""How the bot says no."""

import engine
from bot.catalogue import of_game, phrase


class Refusal(Exception):
    """The bot says no, in one plain sentence for the person who asked."""


def ruled(text: str, rule: str) -> str:
    """Why the referee said no, with the rule where there is one."""
    if not rule:
        return of_game(text)
    return phrase("{text} (rule: {rule})", text=of_game(text), rule=engine.rule_name(rule))
