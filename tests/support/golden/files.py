"""Everything under `tests/golden/` that is made by a program, made again: `python -m tests.support.golden.files`.

A module with more of it has a function that gives (path under `golden/`, text or bytes) pairs, and is named in SOURCES.
The tests compare; the difference that a rewrite makes is reviewed like code.
"""

from __future__ import annotations

from collections.abc import Callable, Iterable
from pathlib import Path

from tests.support.golden import counts, frames, journals, playthroughs, refusals, sentences

GOLDEN = Path(__file__).parents[2] / "golden"

SOURCES: tuple[Callable[[], Iterable[tuple[str, str | bytes]]], ...] = (
    frames.golden,
    playthroughs.golden,
    counts.golden,
    journals.golden,
    sentences.golden,
    refusals.golden,
)


def made() -> dict[str, bytes]:
    """Every golden file as it should be now, by its path under `golden/`."""
    pages = [page for source in SOURCES for page in source()]
    return {path: page.encode() if isinstance(page, str) else page for path, page in pages}


def main() -> None:
    """Write every golden file, and name those that changed."""
    for path, page in made().items():
        file = GOLDEN / path
        if file.is_file() and file.read_bytes() == page:
            continue
        file.parent.mkdir(parents=True, exist_ok=True)
        file.write_bytes(page)
        print(f"golden/{path}")


if __name__ == "__main__":
    main()
