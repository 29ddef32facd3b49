"""What has changed in the rules of 1941: Race to Moscow, version by version, in plain sentences.

They are told once in the channels of games that run; a change of the rules adds a line.
"""

CHANGES: dict[str, tuple[str, ...]] = {
    "2": (),
    "3": (
        "The turn waits wherever a card of the open display could be taken.",
        "The owner of an area chooses which excess supplies go, whatever brought them.",
        "Empty trucks and trains may be placed.",
        "A policy is for the turns of others: in your own turn you are asked.",
        "A phase ends by itself once nothing is left to do in it and nothing can be taken back.",
    ),
}
