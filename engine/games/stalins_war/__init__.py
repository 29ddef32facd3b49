"""Stalin's War: the map; the rules are not here yet."""
