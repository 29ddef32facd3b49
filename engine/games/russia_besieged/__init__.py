"""Russia Besieged: the map; the rules are not here yet."""
