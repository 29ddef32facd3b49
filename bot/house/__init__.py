"""The rules of the house, as plain arithmetic: pace, precedence. No Discord in it."""
