"""How every game words its sentences: people in the second or third person, numbers with their nouns."""

from __future__ import annotations

from collections.abc import Iterable, Mapping

from engines.game import Seat

Names = tuple[str, ...]
"""What the players are called, by seat."""

YOU = "You"


def called(names: Names, seat: Seat | None) -> Names:
    """The names with "You" in one's own place."""
    return tuple(YOU if at == seat else name for at, name in enumerate(names))


def verb(who: str, plain: str, third: str) -> str:
    """The subject with its verb: "You have", "ana has"."""
    return f"{who} {plain if who == YOU else third}"


def within(who: str) -> str:
    """A subject inside a sentence: "you", "ana"."""
    return "you" if who == YOU else who


def whose(who: str) -> str:
    """What belongs to a subject begins with this: "Your", "ana's"."""
    return "Your" if who == YOU else f"{who}'s"


def count(number: int, noun: str) -> str:
    """A number with its noun: "1 card", "2 cards"."""
    return f"{number} {noun}{'' if number == 1 else 's'}"


def chosen(told: Mapping[int, tuple[str, ...]], number: str) -> tuple[str, ...]:
    """What is told under a number, or without one all of it in order. Raises ValueError."""
    if not told:
        raise ValueError("Nothing has been played yet.")
    if not number:
        return tuple(sentence for sentences in told.values() for sentence in sentences)
    if not number.isdecimal() or int(number) not in told:
        raise ValueError(f"'show' takes a number from {min(told)} to {max(told)}.")
    return told[int(number)]


def capital(text: str) -> str:
    """The text as it begins a sentence."""
    return text[:1].upper() + text[1:]


def listed(things: Iterable[object]) -> str:
    """Things as one lists them in a sentence: "4", "4 and 9", "4, 9 and 17"."""
    *first, last = map(str, things)
    return f"{', '.join(first)} and {last}" if first else last


def aside(words: str) -> str:
    """Words as they follow another one in brackets, where there are any."""
    return f" ({words})" if words else ""
