"""Texts that people wrote: what of them may be shown to others.

Both sides of the wire use this: the server before it passes anything on, and the client on whatever it is sent, because
a server may be anybody's. What it leaves is text that stays where it is put: it moves no cursor, hides nothing, turns
no line around and grows over no other.
"""

from __future__ import annotations

from functools import lru_cache
from itertools import chain
from unicodedata import category, normalize

PLACEHOLDER = "\N{REPLACEMENT CHARACTER}"
"""Stands where something was that is not shown."""
MARKS_MAX = 2
"""How many marks may stand on one letter."""
LINE_MAX = 256
"""How many code points a line of talk may have, with all the marks in it."""
MARKS_READ = 8
"""How many are looked at: to bring them into their order takes time that grows with the square of their number."""
UNSHOWN = frozenset({"Cc", "Cf", "Cs", "Co", "Cn", "Zl", "Zp"})
"""Categories of the Unicode standard (section 4.5): what controls something, stands for nothing, or is no character."""
MARKS = frozenset({"Mn", "Me", "Mc"})
JAMO = frozenset(map(chr, chain(range(0x1160, 0x1200), range(0xD7B0, 0xD800))))
"""Vowels and finals of Hangul, letters by category, which stand on the letter before them all the same."""

_JOINERS = dict.fromkeys(map(ord, "\u00ad\u200c\u200d"))
"""What only says how its neighbours join or part, in words and in pictures of several people."""
_SELECTORS = dict.fromkeys((*range(0xFE00, 0xFE10), *range(0xE0100, 0xE01F0), *range(0x180B, 0x180E), 0x180F))
_SKINS = dict.fromkeys(range(0x1F3FB, 0x1F400))
_FLAGS = {0x1F1E6 + place: letter for place, letter in enumerate("ABCDEFGHIJKLMNOPQRSTUVWXYZ")}
_BLANKS = dict.fromkeys(map(ord, "\u115f\u1160\u3164\uffa0\u2800"), "\0")
"""Letters and patterns that look like nothing: the Hangul fillers, and Braille without a dot."""
_PLAINER = {**_JOINERS, **_SELECTORS, **_SKINS, **_FLAGS, **_BLANKS}
"""What is written for characters that look otherwise together than alone: nothing, or the letters of a flag.

What looks like nothing is taken for what is not shown.
"""


def cleaned(text: str, instead: str = PLACEHOLDER) -> str:
    r"""The text as it may be shown, in its normal form C, spaces of every kind as one plain space each.

    Each character that is not shown has `instead` in its place.

    >>> cleaned("ana\x1b[2J\u202ebob")
    'ana\ufffd[2J\ufffdbob'
    """
    if text.isascii() and text.isprintable():
        return text
    drawable = "".join([_shown(char, instead) for char in text.translate(_PLAINER)])
    return _thinned(normalize("NFC", _thinned(drawable, MARKS_READ)), MARKS_MAX)


def is_clean(text: str) -> bool:
    """Whether nothing of the text would be left out or replaced, and it is in its normal form."""
    return cleaned(text) == text


@lru_cache(maxsize=4096)
def is_mark(char: str) -> bool:
    """Whether a character stands on the one before it."""
    return category(char) in MARKS or char in JAMO


def clusters(text: str) -> tuple[str, ...]:
    """The characters that a reader counts in a cleaned text: each letter with the marks on it."""
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


def _shown(char: str, instead: str) -> str:
    kind = category(char)
    if char.isspace() and kind not in ("Zl", "Zp"):
        return " "
    return instead if kind in UNSHOWN else char


def _thinned(text: str, most: int) -> str:
    """The text without marks on nothing, and without those beyond the `most` that a letter may have."""
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
