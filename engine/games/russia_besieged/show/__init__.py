"""What is seen: the view, what happened in words, overlays, previews."""
