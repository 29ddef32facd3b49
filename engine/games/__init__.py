"""One room a game; none imports another."""

ROOMS = ("iron_blood", "no_retreat", "race_to_moscow", "russia_besieged", "stalins_war")
"""The games on the shelf: each is a package here with a `rules` module."""
