"""Finished games: stepping through, verifying and finding them."""
