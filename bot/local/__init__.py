"""The real bot in a simulated Discord, in the browser."""
