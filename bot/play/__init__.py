"""Games that are played: found, locked, applied, committed, told. No Discord in it."""
