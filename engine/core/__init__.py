"""What every game shares: frames, choices, verbs, dice, doors, the log, views."""
