"""Edit lines and random positions."""
