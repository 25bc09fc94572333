"""Reads a Caddyfile as far as ours goes, and refuses the rest: sites, matchers of paths, answers and a proxy."""

from __future__ import annotations

import re
from dataclasses import dataclass

SITE = re.compile(r"(\S+) \{\n(.*?)^\}\n", re.DOTALL | re.MULTILINE)
ANSWER = re.compile(r"^ +(@\S+) path (\S+)\n +respond \1 (\d+)\n", re.MULTILINE)
PROXY = re.compile(r"^ +reverse_proxy (\S+)\n", re.MULTILINE)


@dataclass(frozen=True)
class Site:
    """What one site does: where it leads, and what it answers by itself, by path."""

    name: str
    leads_to: str
    answers: dict[str, int]


def read(text: str) -> tuple[Site, ...]:
    """The sites of a file. Raises ValueError for what is not understood."""
    sites = SITE.findall(text)
    if rest := SITE.sub("", text).strip() or "".join(PROXY.sub("", ANSWER.sub("", inside)) for _, inside in sites):
        raise ValueError(f"{rest!r} is not understood")
    return tuple(
        Site(name, PROXY.findall(inside)[0], {path: int(status) for _, path, status in ANSWER.findall(inside)})
        for name, inside in sites
    )
