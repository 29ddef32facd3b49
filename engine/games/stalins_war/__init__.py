"""Stalin's War: its facts and what is legal; nobody plays it yet."""
