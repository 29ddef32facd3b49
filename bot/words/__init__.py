"""What is said: texts, lists, and the measure that Discord gives them. No Discord in it."""
