"""What has changed in the rules of No Retreat!, version by version, in plain sentences.

They are told once in the channels of games that run; a change of the rules adds a line.
"""

CHANGES: dict[str, tuple[str, ...]] = {
    "2": (
        "A Counterblow marker leaves with the last of its units; one placed in this phase "
        "is no duty of its own side.",
        "A unit that retreats into another target suffers the result of its own hex alone.",
        "A retreat may go into an empty enemy city that will then be in supply.",
        "Whoever is acting chooses who leaves an overstacked hex.",
        "In your own turn you are asked for events, whatever your policy says.",
        "Each Shock front shifts the odds; the SS Panzer Army keeps its bonus unsupplied; "
        "Rezervy may take a loss of an attack.",
        "A second movement event on one unit is refused; a retreat may also go towards seas and "
        "neighbours that are sources of supply.",
        "The deck is shuffled anew as soon as one card is left.",
        "Any Panzer Army gives a step for the mechanized detachment; Total Victory is not "
        "checked after turn 28.",
        "The defender answers once for all targets, with conditional cards if he likes.",
        "A phase ends by itself once nothing is left to do in it and nothing can be taken back.",
    ),
}
