"""What is legal and what follows, by chapter: pure functions of the state and who stands where."""
