"""What cards may be played on, and what they change."""
