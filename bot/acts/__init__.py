"""What a command or a press does, and how its giver is answered."""
