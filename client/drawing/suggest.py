"""Guesses at what a mistyped word was to be."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(written: str, known: Iterable[str]) -> str:
    """The known word that is most like the written one, or nothing where none is."""
    from difflib import get_close_matches  # slow to load, and nobody who types well needs it

    return next(iter(get_close_matches(written.lower(), tuple(known), 1)), "")


def guess(written: str, known: Iterable[str], otherwise: str = ".") -> str:
    """The end of a sentence that says what there is not: what may have been meant, or else something else.

    >>> guess("wra", ("war", "blocky"))
    "; did you mean 'war'?"
    """
    near = nearest(written, known)
    return f"; did you mean {near!r}?" if near else otherwise
