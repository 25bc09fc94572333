"""The result of trying a promise: one row of the table of promises, written as Markdown and read back."""

from __future__ import annotations

from dataclasses import dataclass

HELD = "held"
MISSED = "**MISSED**"
ON_POSTGRES = " --store postgres"


@dataclass(frozen=True, slots=True)
class Finding:
    """A claim that was tried, with its result.

    Attributes:
        promise: which promise it belongs to, as in "P1".
        claim: what was tried, in words, the same from run to run.
        figure: what was seen.
        bar: what had to be seen.
        holds: whether it was.
        note: what else a reader must know; where the bar was missed, why.
    """

    promise: str
    claim: str
    figure: str
    bar: str
    holds: bool
    note: str = ""


@dataclass(frozen=True, slots=True)
class Row:
    """A finding and the words of the command line that it was made by, the topic first."""

    made_by: str
    finding: Finding

    @property
    def topic(self) -> str:
        return self.made_by.split(" ")[0]

    @property
    def store(self) -> str:
        """Where the servers kept everything, in proofs that try several."""
        return "postgres" if ON_POSTGRES in self.made_by else "sqlite"


def write_row(row: Row) -> str:
    """The row as a line of a table in Markdown."""
    found = row.finding
    cells = (found.claim, found.figure, found.bar, HELD if found.holds else MISSED, found.note, f"`{row.made_by}`")
    return f"| {' | '.join(map(_cell, cells))} |"


def read_row(promise: str, line: str) -> Row:
    """The row of a line. Raises ValueError where it is none."""
    cells = line.strip().removeprefix("|").removesuffix("|").split("|")
    claim, figure, bar, verdict, note, made_by = (cell.strip() for cell in cells)
    return Row(made_by.strip("`"), Finding(promise, claim, figure, bar, verdict == HELD, note))


def _cell(text: str) -> str:
    """The text on one line and inside its cell."""
    return " ".join(text.replace("|", "/").split())
