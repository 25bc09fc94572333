"""Did-you-mean guesses for mistyped words."""

from __future__ import annotations

from collections.abc import Iterable


def nearest(written: str, known: Iterable[str]) -> str:
    """The known word most like the written one; empty if none is near."""
    from difflib import get_close_matches  # slow to load, and needed only after a mistake

    return next(iter(get_close_matches(written.lower(), tuple(known), 1)), "")


def guess(written: str, known: Iterable[str], otherwise: str = ".") -> str:
    """The end of a sentence about an unknown word: the word that may have been meant, or else `otherwise`.

    >>> guess("wra", ("war", "blocky"))
    "; did you mean 'war'?"
    """
    near = nearest(written, known)
    return f"; did you mean {near!r}?" if near else otherwise
