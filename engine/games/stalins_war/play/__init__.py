"""The procedures in the order of the rulebook's sequence of play."""
