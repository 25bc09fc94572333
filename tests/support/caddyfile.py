"""Reads a Caddyfile as far as ours goes, and refuses the rest: sites, matchers of paths, answers and a proxy."""

from __future__ import annotations

from collections.abc import Iterator
from dataclasses import dataclass


@dataclass(frozen=True)
class Site:
    """What one site does: where it leads, and what it answers by itself, by path."""

    name: str
    leads_to: str
    answers: dict[str, int]


def read(text: str) -> tuple[Site, ...]:
    """The sites of a file. Raises ValueError for what is not understood."""
    return tuple(_site(name, lines) for name, lines in _blocks(text))


def _blocks(text: str) -> Iterator[tuple[str, list[list[str]]]]:
    lines = (line.split() for line in text.splitlines() if line.strip() and not line.lstrip().startswith("#"))
    for opening in lines:
        if len(opening) != 2 or opening[1] != "{":
            raise ValueError(f"no site begins with {opening}")
        inside: list[list[str]] = []
        for words in lines:
            if words == ["}"]:
                break
            inside.append(words)
        else:
            raise ValueError(f"{opening[0]} is left open")
        yield opening[0], inside


def _site(name: str, lines: list[list[str]]) -> Site:
    paths: dict[str, str] = {}
    answers: dict[str, int] = {}
    leads_to = ""
    for words in lines:
        match words:
            case [matcher, "path", path] if matcher.startswith("@"):
                paths[matcher] = path
            case ["respond", matcher, status]:
                answers[paths[matcher]] = int(status)
            case ["reverse_proxy", where]:
                leads_to = where
            case _:
                raise ValueError(f"{' '.join(words)!r} is not understood")
    return Site(name, leads_to, answers)
