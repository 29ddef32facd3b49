"""Stalin's War (1.0): the whole war in the East by cards, from Barbarossa to Summer 1945."""
