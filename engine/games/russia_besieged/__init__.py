"""Russia Besieged: the war in the East on 1,966 hexes, from Barbarossa to Berlin."""
