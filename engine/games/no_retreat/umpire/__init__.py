"""The umpire's edit lines, and random positions made of them."""
