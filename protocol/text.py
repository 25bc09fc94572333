"""Texts that people wrote, reduced to what may be shown to others.

Both sides use this: the server before it passes anything on, and the client on everything it receives, because anybody
can run a server. The result is text that stays where it is put: it moves no cursor, hides nothing, reverses no line
and grows over no other.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from unicodedata import category, normalize

PLACEHOLDER = "\N{REPLACEMENT CHARACTER}"
"""Replaces a character that is not shown."""
MARKS_MAX = 2
"""How many marks a letter may have."""
LINE_MAX = 256
"""How many code points a chat line may have, marks included."""
MARKS_READ = 8
"""How many marks are looked at: sorting them takes time that grows with the square of their number."""
UNSHOWN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories of the Unicode standard (section 4.5): controls, unassigned and private characters, and separators."""
MARKS = frozenset({"Mn", "Me", "Mc"})
JAMO = frozenset(map(chr, chain(range(0x1160, 0x1200), range(0xD7B0, 0xD800))))
"""Vowels and finals of Hangul: letters by category, but they stand on the letter before them."""

_JOINERS = dict.fromkeys(map(ord, "\u00ad\u200c\u200d"))
"""Characters that only join or part their neighbours, in words and in pictures of several people."""
_SELECTORS = dict.fromkeys((*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0), *range(0x180B, 0x180E), 0x180F))
_SKINS = dict.fromkeys(range(0x1F3FB, 0x1F400))
_FLAGS = {0x1F1E6 + place: letter for place, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ")}
_BLANKS = dict.fromkeys(map(ord, "\u115f\u1160\u3164\uffa0\u2800"), "\0")
"""Letters and patterns that look blank: the Hangul fillers, and Braille without a dot."""
_PLAINER = {**_JOINERS, **_SELECTORS, **_SKINS, **_FLAGS, **_BLANKS}
"""Replaces characters that look different together than alone: by nothing, or by the letters of a flag.

Those that look blank are replaced by a character that is not shown.
"""


def clean_text(text: str, instead: str = PLACEHOLDER) -> str:
    r"""The text as it may be shown, in its normal form C, spaces of every kind as one plain space each.

    Each character that is not shown has `instead` in its place.

    >>> cleaned("ana\x1b[2J\u202ebob")
    'ana\ufffd[2J\ufffdbob'
    """
    if text.isascii() and text.isprintable():
        return text
    drawable = "".join([_drawable(char, instead) for char in text.translate(_PLAINER)])
    return _limit_marks(normalize("NFC", _limit_marks(drawable, MARKS_READ)), MARKS_MAX)


def is_clean(text: str) -> bool:
    """Whether cleaning would leave the text as it is."""
    return clean_text(text) == text


@lru_cache(maxsize=4096)
def is_mark(char: str) -> bool:
    """Whether a character stands on the one before it."""
    return category(char) in MARKS or char in JAMO


def clusters(text: str) -> tuple[str, ...]:
    """The characters that a reader counts in a cleaned text: each letter with its marks."""
    if text.isascii():
        return tuple(text)
    found: list[str] = []
    for char in text:
        if found and is_mark(char):
            found[-1] += char
        else:
            found.append(char)
    return tuple(found)


def graphemes(text: str) -> int:
    """How many characters a reader counts in a cleaned text: a letter with its marks is one."""
    return len(text) if text.isascii() else sum(not is_mark(char) for char in text)


def _drawable(char: str, instead: str) -> str:
    kind = category(char)
    if char.isspace() and kind not in ("Zl", "Zp"):
        return " "
    return instead if kind in UNSHOWN else char


def _limit_marks(text: str, most: int) -> str:
    """The text without marks on nothing, and with at most `most` marks on a letter."""
    kept: list[str] = []
    marks = 0
    for char in text:
        if not is_mark(char):
            marks = 0
        elif kept and kept[-1] not in (" ", PLACEHOLDER) and marks < most:
            marks += 1
        else:
            continue
        kept.append(char)
    return "".join(kept)
