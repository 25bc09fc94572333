"""`python -m bench.strength`: how strong the computer players are, as docs/strength.md tells it."""

from __future__ import annotations

import argparse
import os
import sys
from collections.abc import Iterator
from concurrent.futures import Executor
from pathlib import Path
from time import monotonic

from bench.strength import page
from bench.strength.run import Run
from bench.strength.sections import sections
from server.tools.offline.series import worker_processes

PAGE = Path(__file__).parents[2] / "docs" / "strength.md"
EXIT_INTERRUPTED = 130


def main(arguments: list[str] | None = None) -> int:
    """Make the sections that are asked for, or all, and write each into the page as soon as it is there."""
    chosen = _arguments().parse_args(arguments)
    try:
        with worker_processes(chosen.processes) as executor:
            for name in chosen.section or sections():
                _renew(name, chosen, executor)
    except KeyboardInterrupt:
        return EXIT_INTERRUPTED
    return 0


def _renew(name: str, chosen: argparse.Namespace, executor: Executor) -> None:
    """Make a section, print its lines as they come, and put it into the page."""
    section, began = sections()[name], monotonic()
    lines = tuple(_shown(section.make(Run(executor, chosen.share))))
    made = page.section(section.title, _how(name, chosen, monotonic() - began), lines)
    known = page.sections(chosen.page.read_text(encoding="utf-8")) if chosen.page.exists() else {}
    titles = [each.title for each in sections().values()]
    chosen.page.write_text(page.page({**known, section.title: made}, titles), encoding="utf-8")


def _shown(lines: Iterator[str]) -> Iterator[str]:
    for line in lines:
        print(line, flush=True)
        yield line


def _how(name: str, chosen: argparse.Namespace, took_s: float) -> str:
    """By what command a section was made, and what that took."""
    took = f"in {took_s / 60:.1f} minutes with {chosen.processes} processes"
    if chosen.share == 1:
        return f"Made by `make strength ARGS={name}` {took}."
    return f'Made by `make strength ARGS="{name} --share {chosen.share:g}"`, a first look, {took}.'


def _arguments() -> argparse.ArgumentParser:
    parser = argparse.ArgumentParser(prog="python -m bench.strength", description=__doc__)
    parser.add_argument("section", nargs="*", type=_section, help=f"of {', '.join(sections())} (default: all)")
    parser.add_argument("--share", type=float, default=1.0, help="how many of the games, as in 0.01 for a first look")
    parser.add_argument("--processes", type=int, default=os.cpu_count() or 1, help="(default: all cores)")
    parser.add_argument("--page", type=Path, default=PAGE, help="(default: docs/strength.md)")
    return parser


def _section(written: str) -> str:
    if written not in sections():
        raise argparse.ArgumentTypeError(f"there is no section {written!r}; there is {', '.join(sections())}")
    return written


if __name__ == "__main__":
    sys.exit(main())
