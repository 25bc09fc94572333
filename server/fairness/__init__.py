"""Transcripts of finished games, and the check that a game was dealt fairly."""
