"""The first five minutes as the README prints them: what to type, and what comes of it."""

from __future__ import annotations

import re
from pathlib import Path
from typing import NamedTuple

README = Path(__file__).parents[2] / "README.md"
HEADING = "### The first five minutes"
KEYS = {"Enter": "\r", "Space": " ", "Esc": "\x1b"}
FIRST_MOVE = "Space"


class Step(NamedTuple):
    """A key to press, by the name that people know, and what it does."""

    name: str
    does: str

    @property
    def key(self) -> str:
        """What the terminal sends for it."""
        return KEYS.get(self.name, self.name)


def commands() -> list[str]:
    """What a person with a clone types to get to the lobby."""
    return re.findall(r"^\$ (.+)$", _chapter("## Play"), re.MULTILINE)[:1]


def steps() -> list[Step]:
    """The keys from the lobby on, in order."""
    block = re.search(r"^```text\n(.+?)^```$", _chapter(HEADING), re.MULTILINE | re.DOTALL)
    assert block is not None, f"the README has no {HEADING!r}"
    return [Step(*re.split(r" {2,}", line, maxsplit=1)) for line in block[1].splitlines()]


def keys_to_first_move() -> int:
    """How many keys are pressed from the lobby up to and with the first move of one's own."""
    return [step.name for step in steps()].index(FIRST_MOVE) + 1


def _chapter(heading: str) -> str:
    """The README from a heading on."""
    _, found, rest = README.read_text(encoding="utf-8").partition(f"\n{heading}\n")
    assert found, f"the README has no {heading!r}"
    return rest
