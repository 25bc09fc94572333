"""Writes the table of letters that look alike, from what Unicode says of them.

`pip install icukit-pyicu`, then `python -m tests.support.structure.confusables`. ICU carries Unicode's own
`confusables.txt` (UTS #39, "Unicode Security Mechanisms", section 4); what it makes of each letter, mark and number is
what that file says. The programs themselves need no ICU.
"""

from __future__ import annotations

import sys
from collections import defaultdict
from collections.abc import Callable, Iterable
from pathlib import Path
from unicodedata import normalize

FILE = Path(__file__).parents[3] / "server" / "players" / "accounts" / "confusables.txt"
KEPT = ("L", "M", "N")
"""The categories of which a name may have characters; `_` and `-` look like themselves alone."""


def write_table(heading: str, chars: Iterable[str], skeleton: Callable[[str], str]) -> str:
    """The table's text: behind its heading a line for each look that can be seen, with the characters that have it.

    The heading is lines that begin with `#`. `skeleton` is that of UTS #39.
    """
    looks: defaultdict[str, list[str]] = defaultdict(list)
    for char in sorted(chars):
        if (look := skeleton(char)) not in ("", char):
            looks[look].append(char)
    lines = (f"{_hex(look)}: {_hex(alike)}\n" for look, alike in sorted(looks.items()))
    return f"{heading}{''.join(lines)}"


def heading_of(table: str) -> str:
    """The lines before the first of the table itself."""
    return "".join(line for line in table.splitlines(keepends=True) if line.startswith("#"))


def _hex(chars: Iterable[str]) -> str:
    return " ".join(f"{ord(char):X}" for char in chars)


def _main() -> None:
    from icu import ICU_VERSION, UNICODE_VERSION, Char, Normalizer2, SpoofChecker

    def is_kept(char: str) -> bool:
        """Leave out what a name never has in its compatible form, which is looked at before this table."""
        short = Char.getPropertyValueName(0x1005, Char.charType(char), 0)
        return short[0] in KEPT and Normalizer2.getNFKCInstance().normalize(char) == normalize("NFD", char) == char

    chars = [char for char in map(chr, range(sys.maxunicode + 1)) if not 0xD800 <= ord(char) < 0xE000]
    spoof = SpoofChecker()
    heading = heading_of(FILE.read_text(encoding="utf-8"))
    table = write_table(heading, filter(is_kept, chars), lambda char: str(spoof.getSkeleton(0, char)))
    FILE.write_text(table, encoding="utf-8")
    sys.stdout.write(f"Unicode {UNICODE_VERSION}, from ICU {ICU_VERSION}: say so in the heading.\n")


if __name__ == "__main__":
    _main()
