"""What client and server say to each other. May import messages."""

RELEASE = "0.1.0"
"""The version of the whole program, which `pyproject.toml` reads here."""
