"""The screen of a table."""
