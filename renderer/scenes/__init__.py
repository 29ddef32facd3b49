"""From a game's view to a scene: what the artists of all games share."""
