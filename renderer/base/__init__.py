"""The base of a map: geography, terrain, grid, names. Drawn once and kept."""
