"""What has changed in the rules of Iron, Blood, Snow & Mud, version by version, in plain sentences.

They are told once in the channels of games that run; a change of the rules adds a line.
"""

CHANGES: dict[str, tuple[str, ...]] = {
    "2": (
        "The token Advance is for the unit that has just moved, and a blitz may follow it.",
        "An air unit that goes for a fleet lies in the hex of the fleet and gives its die there.",
        "An Axis infantry that comes back may come into a home city where a Soviet unit stands.",
        "A phase ends by itself once nothing is left to do in it and nothing can be taken back.",
    ),
}
