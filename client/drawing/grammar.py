"""Grammar for all sentences: second or third person, numbers with their nouns, lists."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engines.game import Seat
from protocol.dealing import FORMER_PLAYER

SMALL_WORDS = ("a", "and", "in", "of", "or", "the", "to")
"""Words that have no capital inside a title."""
MOST_DIGITS = 9
"""Of a number that somebody types."""

Names = tuple[str, ...]
"""The players' names by seat."""

YOU = "You"
OPEN_SEAT = "open seat"
SUBJECTS = {FORMER_PLAYER: "A former player", OPEN_SEAT: "The open seat"}
"""What stands in place of a name, and how a sentence begins with it."""


def names_with_you(names: Names, seat: Seat | None) -> Names:
    """The names as sentences begin with them, and "You" for the player's own seat."""
    return tuple(YOU if at == seat else subject(name) for at, name in enumerate(names))


def names_in_list(names: Names, seat: Seat | None) -> Names:
    """The names as a list or a column has them, and "you" for the player's own seat."""
    return tuple(mid_sentence(YOU) if at == seat else name for at, name in enumerate(names))


def subject(name: str) -> str:
    """A name as a sentence begins with it.

    >>> subject("ana"), subject("a former player")
    ('ana', 'A former player')
    """
    return SUBJECTS.get(name, name)


def verb(who: str, plain: str, third: str) -> str:
    """The subject with its verb: "You have", "ana has"."""
    return f"{who} {plain if who == YOU else third}"


def mid_sentence(who: str) -> str:
    """A subject in the middle of a sentence: "you", "ana", "a former player"."""
    return who[:1].lower() + who[1:] if who in (YOU, *SUBJECTS.values()) else who


def whose(who: str) -> str:
    """The possessive of a subject: "Your", "ana's"."""
    return "Your" if who == YOU else f"{who}'s"


def whose_mid_sentence(who: str) -> str:
    """The same in the middle of a sentence: "your", "ana's"."""
    return "your" if who == YOU else whose(mid_sentence(who))


def turn_of(who: str) -> str:
    """Whose turn it is, without a full stop.

    >>> turn_of("You"), turn_of("ana")
    ("It's your turn", "It's ana's turn")
    """
    return f"It's {whose_mid_sentence(who)} turn"


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
