"""Everything that was tried once as an attacker would, as it is met now.

What takes no time and no server is in the tests of what meets it.
"""

from __future__ import annotations

from torture.attacks import budgets, codes, files, handshakes, honest, places, transcripts, undoing, watchers
from torture.finding import Finding
from torture.scale import Scale


async def prove(scale: Scale) -> list[Finding]:
    """Each attack, on a server of its own."""
    return [
        *await transcripts.prove(scale),
        *await undoing.prove(scale),
        *await budgets.prove(scale),
        *await places.prove(scale),
        *files.prove(scale),
        *await codes.prove(scale),
        *await handshakes.prove(scale),
        *await honest.prove(scale),
        *await watchers.prove(scale),
    ]
