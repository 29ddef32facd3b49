"""One room a game; none imports another."""
