"""Stalin's War (1.0): whole turns can be played, with all cards.

It stands in the workshop and on no shelf.
"""
