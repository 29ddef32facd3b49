"""What is drawn with: the palette, small pictures, letters."""
