"""Grammar for all sentences: second or third person, numbers with their nouns, lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engines.game import Seat

SMALL_WORDS = ("a", "and", "in", "of", "or", "the", "to")
"""Words that have no capital inside a title."""
MOST_DIGITS = 9
"""Of a number that somebody types."""

Names = tuple[str, ...]
"""The players' names by seat."""

YOU = "You"


def names_with_you(names: Names, seat: Seat | None) -> Names:
    """The names with "You" for the player's own seat."""
    return tuple(YOU if at == seat else name for at, name in enumerate(names))


def verb(who: str, plain: str, third: str) -> str:
    """The subject with its verb: "You have", "ana has"."""
    return f"{who} {plain if who == YOU else third}"


def mid_sentence(who: str) -> str:
    """A subject in the middle of a sentence: "you", "ana"."""
    return "you" if who == YOU else who


def whose(who: str) -> str:
    """The possessive of a subject: "Your", "ana's"."""
    return "Your" if who == YOU else f"{who}'s"


def title_of(name: str) -> str:
    """A game's title from its name on the wire.

    >>> title_of("streets_and_alleys")
    'Streets and Alleys'
    """
    words = name.split("_")
    return " ".join(word if word in SMALL_WORDS and at else capitalize(word) for at, word in enumerate(words))


def count(number: int, noun: str) -> str:
    """A number with its noun: "1 card", "2 cards"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def read_number(written: str) -> int | None:
    """The number that up to nine digits from 0 to 9 write; None for anything else, as `int` gives up on thousands."""
    is_number = written.isascii() and written.isdecimal() and len(written) <= MOST_DIGITS
    return int(written) if is_number else None


def entry_sentences(entries: Mapping[int, tuple[str, ...]], number: str) -> tuple[str, ...]:
    """The sentences under a number, or all in order without one. Raises ValueError."""
    if not entries:
        raise ValueError("Nothing has been played yet.")
    if not number:
        return tuple(sentence for sentences in entries.values() for sentence in sentences)
    found = entries.get(read_number(number) or 0)
    if found is None:
        raise ValueError(f"'show' takes a number from {min(entries)} to {max(entries)}.")
    return found


def capitalize(text: str) -> str:
    return text[:1].upper() + text[1:]


def join_words(things: Iterable[object]) -> str:
    """Join things as in a sentence: "4", "4 and 9", "4, 9 and 17"."""
    *first, last = map(str, things)
    return f"{', '.join(first)} and {last}" if first else last


def aside(words: str) -> str:
    """Words in brackets behind another; empty for none."""
    return f" ({words})" if words else ""
