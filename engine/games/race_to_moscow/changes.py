"""What has changed in the rules of 1941: Race to Moscow, version by version, in plain sentences.

They are told once in the channels of games that run; a change of the rules adds a line.
"""

CHANGES: dict[str, tuple[str, ...]] = {
    "2": (),
    "3": (
        "The turn waits wherever a card of the open display could be taken and would matter.",
        "Whatever brings supplies may bring too many; the area's owner then chooses what goes.",
        "An empty truck or train may be placed; it bars its line.",
        "A bunker is set up again when a counter-attack takes the marker away, and the ammo for "
        "it is paid at each entry.",
        "Whoever has Sicherungs-Division may call partisans off, the owner of the track first.",
        "Brandenburg needs another card in the deck, and draws a different one.",
        "Alone, the player decides what a Front card leaves open.",
        "In winter an army that can neither hold nor withdraw is lost with what is on its card.",
        "Earned medals of beaten cards pay for cards too; the tokens go first.",
        "A policy is for the turns of others: in your own turn you are asked.",
        "A phase ends by itself once nothing is left to do in it and nothing can be taken back.",
    ),
}
