"""Measures how fast and how large the program is, and how strong its computer players are."""
