"""One room a game; none imports another."""

ROOMS = ("iron_blood", "no_retreat")
"""The games on the shelf: each is a package here with a `rules` module."""
