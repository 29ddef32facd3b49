"""How the bot says no."""


class Refusal(Exception):
    """The bot says no, in one plain sentence for the person who asked."""
