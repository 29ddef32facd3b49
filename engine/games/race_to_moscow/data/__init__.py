"""The sheet's files, as they are written and as the rules use them."""
