"""Boards without a game: hex maps, point maps, paths, zones, supply."""
