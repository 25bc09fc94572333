"""How long tests wait."""

PATIENCE_S = 120.0
"""How long to wait for what must happen: far longer than it takes, so that a busy machine fails no test."""
