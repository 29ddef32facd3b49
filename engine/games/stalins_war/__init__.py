"""Stalin's War: whole turns can be played, but for events and Combat Cards.

So it stands in the workshop and on no shelf.
"""
