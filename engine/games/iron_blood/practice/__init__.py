"""The practice opponent."""
