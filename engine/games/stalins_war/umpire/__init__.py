"""The umpire's hand in a game."""
