"""Pieces and signs that lie on a base: counters, marks, tracks, the front; where they go."""
