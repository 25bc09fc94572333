"""What holds where nobody has said otherwise; light to load, as the command line needs it before anything else."""

from __future__ import annotations

DEFAULT_GAME = "war"
WATCHERS = ("anyone", "invited", "nobody")
"""Who may watch a table; the first where nothing is said."""
REF = 0
"""No command of a person waits for one particular answer, so all go by the same number."""
