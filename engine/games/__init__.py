"""One room a game; none imports another."""

ROOMS = ("iron_blood", "no_retreat", "race_to_moscow", "russia_besieged", "stalins_war")
"""The games on the shelf: each is a package here with a `rules` module."""

WORKSHOP: tuple[str, ...] = ()
"""Rooms that can be played by tests and at the command line, and are not offered to people yet."""
