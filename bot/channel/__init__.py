"""What everybody in a channel sees: posts and pictures, and the panel that says who must act."""
