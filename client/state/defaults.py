"""Defaults of the commands. It imports nothing, as the command line loads it before anything else."""

from __future__ import annotations

DEFAULT_GAME = "war"
WATCHERS = ("anyone", "invited", "nobody")
"""Who may watch a table; the first is the default."""
REF = 0
"""The request number of every command: the client never matches answers to commands by it."""
