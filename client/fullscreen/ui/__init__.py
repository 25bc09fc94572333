"""The player's own side of the screen: keys, forms, typed text and alerts."""
