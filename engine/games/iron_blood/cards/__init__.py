"""Events on cards and what they do."""
