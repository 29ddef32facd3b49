"""The procedures: the turn, its impulses and phases, battles, and what is asked in them."""
