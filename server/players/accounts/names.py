"""Rules for players' names: they stay readable wherever they are shown, and no two look the same.

A name is letters, digits, `_` and `-`, at least one of them a letter or a digit, in at most 16 columns. Its letters are
of one script, where the ways of writing Japanese and Korean each count as one, and that is a script in everyday use.
ASCII letters may stand beside a script whose letters nobody takes for them; beside Cyrillic or Greek they may not.
ASCII digits and the signs go with everything; the digits of a script do not stand beside ASCII letters.

Two players never have names that look the same: `lookalikes` says which do.
"""

from __future__ import annotations

import re
from unicodedata import decimal, east_asian_width, normalize
from unicodedata import name as name_of

from protocol.text import is_clean, is_mark
from server.players.accounts import lookalikes

NAME_COLUMNS = 16
SIGNS = "_-"
RESERVED_NAMES = ("you", "nobody", "somebody", "everybody", "server", "system", "parlour")
"""What the server and its own sentences call somebody: no player is called that."""
EAST_ASIAN = "East Asian"
"""What Chinese, Japanese and Korean are written with, together."""
WITH_ASCII = frozenset({EAST_ASIAN, "Latin", "Arabic", "Thai", "Devanagari", "Bengali", "Tamil", "Tibetan", "Ethiopic"})
"""Scripts beside which ASCII letters may stand in one name."""
RECOMMENDED = WITH_ASCII | {
    *("Armenian", "Cyrillic", "Georgian", "Greek", "Gujarati", "Gurmukhi", "Hebrew", "Kannada", "Khmer", "Lao"),
    *("Malayalam", "Myanmar", "Oriya", "Sinhala", "Telugu", "Thaana"),
}
"""The scripts in everyday use: UAX #31, table 5. In the others few know which letters look alike."""

_SCRIPT_NAMES = {
    **dict.fromkeys(("CJK", "IDEOGRAPHIC", "HIRAGANA", "KATAKANA", "HANGUL", "BOPOMOFO"), EAST_ASIAN),
    "EXTENDED": "Arabic",
    "COMBINING": "",
}
"""Scripts by the first word of a character's name in Unicode, where that is not the script's name here."""


class InvalidNameError(ValueError):
    """Nobody can be called that; the message says why."""


def normalize_name(written: str) -> str:
    """The name in its normal form. Raises InvalidNameError unless it is one."""
    normal = normalize("NFC", written.strip())
    if not normal:
        raise InvalidNameError(_rule_sentence("yours is empty"))
    forbidden = next((char for char in normal if not _may_stand(char)), None)
    if forbidden is not None:
        raise InvalidNameError(_rule_sentence(f"{_describe_char(forbidden)} is not allowed"))
    if not is_clean(normal):
        raise InvalidNameError(_rule_sentence("accents must sit on a letter, at most two on each"))
    if columns(normal) > NAME_COLUMNS:
        raise InvalidNameError(_rule_sentence("yours is longer"))
    if not any(char.isalnum() for char in normal):
        raise InvalidNameError(_rule_sentence("use at least one letter or digit"))
    _refuse_scripts(normal)
    return normal


def is_reserved(name: str) -> bool:
    """Whether a name is one that the server's own sentences call somebody."""
    return not lookalikes.keys(name).isdisjoint(_RESERVED_KEYS)


def with_number(name: str, number: int) -> str:
    """The name with a number behind it, shortened so that it is still a name."""
    ending = str(number)
    while columns(name) + len(ending) > NAME_COLUMNS:
        name = name[:-1]
    return name + ending


def columns(name: str) -> int:
    """How many columns of a terminal a name takes."""
    return sum(0 if is_mark(char) else 2 if east_asian_width(char) in "WF" else 1 for char in name)


def script(char: str) -> str:
    """The script that a letter or a mark belongs to; nothing for what goes with every script."""
    plain = normalize("NFKC", char)[0]
    if plain.isascii() and not plain.isalpha():
        return ""
    first = re.split("[ -]", name_of(plain, "UNKNOWN"))[0]
    return _SCRIPT_NAMES.get(first, first.capitalize())


def _may_stand(char: str) -> bool:
    return is_mark(char) or ((char.isalnum() or char in SIGNS) and is_clean(char))


def _refuse_scripts(name: str) -> None:
    scripts = {script(char) for char in name if not char.isascii()} - {""}
    for unusual in sorted(scripts - RECOMMENDED):
        raise InvalidNameError(f"A name must use a script in everyday use, and {unusual} is not one.")
    has_ascii_letters = any(char.isascii() and char.isalpha() for char in name)
    if has_ascii_letters and any(not char.isascii() and decimal(char, None) is not None for char in name):
        raise InvalidNameError("In a name with the letters a to z, the digits must be 0 to 9.")
    if has_ascii_letters and not scripts <= WITH_ASCII:
        scripts.add("Latin")
    if len(scripts) > 1:
        mixed = " and ".join(sorted(scripts))
        raise InvalidNameError(f"A name must use one script; {mixed} together could look like another name.")


def _rule_sentence(why: str) -> str:
    return f"A name has 1 to {NAME_COLUMNS} letters, digits, _ or -; {why}."


def _describe_char(char: str) -> str:
    """A character in a sentence: itself where that can be shown, or else its number."""
    if char == " ":
        return "a space"
    return f"'{char}'" if is_clean(char) else f"U+{ord(char):04X}"


_RESERVED_KEYS = frozenset[str]().union(*map(lookalikes.keys, RESERVED_NAMES))
