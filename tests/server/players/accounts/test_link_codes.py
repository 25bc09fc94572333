"""A code can be typed as people type, and has no letters that look alike."""

from __future__ import annotations

from server.players.accounts.link_codes import ALPHABET, LENGTH, new_code, normalize_code


def test_a_code_is_short_and_like_no_other():
    codes = {new_code() for _ in range(100)}
    assert len(codes) == 100
    assert all((len(code), set(code) <= set(ALPHABET)) == (LENGTH, True) for code in codes)


def test_a_code_is_read_however_it_is_typed():
    assert {normalize_code(typed) for typed in ("KQFM7XWP", "kqfm-7xwp", " kqfm 7xwp\n")} == {"KQFM7XWP"}
