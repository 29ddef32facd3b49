"""Stalin's War: facts, law, acts, cards, and the phases between the Action Rounds.

The Action Rounds themselves are not here yet, so it stands on no shelf.
"""
