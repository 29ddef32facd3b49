"""What has changed in the rules of Iron, Blood, Snow & Mud, version by version, in plain sentences.

They are told once in the channels of games that run; a change of the rules adds a line.
"""

CHANGES: dict[str, tuple[str, ...]] = {
    "2": (
        "The token Advance is played right after a movement, and a blitz may follow it.",
        "Air support in the hex of a fleet gives its die.",
        "Fresh infantry may be placed beside an enemy.",
        "A phase ends by itself once nothing is left to do in it and nothing can be taken back.",
    ),
}
