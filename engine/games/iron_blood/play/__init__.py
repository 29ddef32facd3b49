"""The procedures: the turn, its phases, battles, and what is asked in them."""
