"""The golden files are what the programs make of them today."""

from __future__ import annotations

import pytest

from tests.support.golden import GOLDEN, made

MADE = made()
REWRITTEN_WHOLE = ("counts", "frames", "journals", "lines", "playthroughs")
"""The folders with nothing in them but what is made."""


@pytest.mark.parametrize("path", MADE)
def test_a_golden_file_is_what_would_be_made_now(path):
    written = (GOLDEN / path).read_bytes() if (GOLDEN / path).is_file() else b""
    assert written == MADE[path], "run `make golden`, and review the difference like code"


@pytest.mark.parametrize("folder", REWRITTEN_WHOLE)
def test_no_golden_file_is_left_over(folder):
    there = {f"{folder}/{file.name}" for file in (GOLDEN / folder).iterdir()}
    assert there - set(MADE) == set(), "nothing makes these any more: delete them"
