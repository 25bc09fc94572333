"""One measured figure, and how it is shown to people and to programs."""

from __future__ import annotations

import json
from dataclasses import dataclass
from typing import Literal

from bench.machine import Machine

WIDTHS = "{:<58} {:>9} {:<6} {:>14} {:>8}  {}"


@dataclass(frozen=True, slots=True)
class Figure:
    """A figure with its unit.

    Attributes:
        name: what was measured, in words, the same from run to run.
        aim: what it should be `at least` or `at most`; None when nothing is aimed for.
        ratio: the figure over that of the bare echo in the same run, where that says something.
        target: the aim for the ratio if `aims_at_ratio`, else for the figure; None without an aim.
        is_spoilt: whether something else on the machine makes it useless, so that no aim is judged by it.
        note: what else a reader must know, such as that the load generator was the limit.
    """

    name: str
    figure: float
    unit: str
    target: float | None = None
    aim: Literal["at least", "at most"] = "at most"
    ratio: float | None = None
    aims_at_ratio: bool = False
    is_spoilt: bool = False
    note: str = ""

    @property
    def is_met(self) -> bool | None:
        """Whether the aim is reached, or None where that cannot be said."""
        if self.target is None or self.is_spoilt:
            return None
        value = self.ratio if self.aims_at_ratio and self.ratio is not None else self.figure
        return value >= self.target if self.aim == "at least" else value <= self.target


HEADING = WIDTHS.format("", "figure", "", "aim", "of echo", "").rstrip()


def row(figure: Figure) -> str:
    """One line of the table for people."""
    verdict = {None: "not judged" if figure.is_spoilt else "", True: "met", False: "MISSED"}[figure.is_met]
    aim = "" if figure.target is None else f"{'>=' if figure.aim == 'at least' else '<='} {_short(figure.target)}"
    ratio = "" if figure.ratio is None else f"{figure.ratio:.2f}"
    remarks = ", ".join(part for part in (verdict, figure.note) if part)
    return WIDTHS.format(
        figure.name,
        _short(figure.figure),
        figure.unit,
        aim + (" of echo" if figure.aims_at_ratio else ""),
        ratio,
        remarks,
    ).rstrip()


def line(figure: Figure, machine: Machine) -> str:
    """One JSON object for programs."""
    return json.dumps(
        {
            "name": figure.name,
            "figure": figure.figure,
            "unit": figure.unit,
            "target": figure.target,
            "aim": None if figure.target is None else f"{figure.aim}{' of echo' if figure.aims_at_ratio else ''}",
            "ratio": figure.ratio,
            "met": figure.is_met,
            "note": figure.note,
            "versions": machine.versions,
            "cores": len(machine.cores),
            "pinned": machine.is_pinned,
            "filesystem": machine.filesystem,
        }
    )


def _short(value: float) -> str:
    """Three digits that matter, and no exponent."""
    return f"{value:,.0f}" if abs(value) >= 100 else f"{value:.3g}"
