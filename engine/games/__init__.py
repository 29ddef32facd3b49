"""One room a game; none imports another."""

ROOMS = ("iron_blood", "no_retreat", "race_to_moscow", "stalins_war")
"""The games on the shelf: each is a package here with a `rules` module."""

WORKSHOP = ("russia_besieged",)
"""Rooms that can be played by tests and at the command line, and are not offered to people yet:
they play by their rulebooks to the end, and are not as quick nor as long tried as the others."""
