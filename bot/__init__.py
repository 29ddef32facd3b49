"""The Discord application: it translates between people and the referee, and never decides."""
