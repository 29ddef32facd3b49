"""Stalin's War: whole turns can be played, but for most events and the Combat Cards.

So it stands in the workshop and on no shelf.
"""
