"""The messages between client and server, and what both sides do alike. May import messages."""

RELEASE = "0.1.0"
"""The version of the whole program; `pyproject.toml` reads it here."""
