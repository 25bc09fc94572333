"""The golden files are what the programs make of them today."""

from __future__ import annotations

import pytest

from tests.support.golden import files, sentences
from tests.support.golden.files import GOLDEN
from tests.support.golden.sentences import error_of, for_each, words

pytestmark = pytest.mark.slow

STORED = GOLDEN / "stored"
"""What older programs have made, and none ever makes again: `test_stored` reads it."""
FILES = sorted(
    path.relative_to(GOLDEN).as_posix() for path in GOLDEN.rglob("*") if path.is_file() and STORED not in path.parents
)


@pytest.fixture(scope="module")
def made() -> dict[str, bytes]:
    """Every golden file as it should be now."""
    return files.made()


@pytest.mark.parametrize("path", FILES)
def test_a_golden_file_is_what_would_be_made_now(path, made):
    assert path in made, "nothing makes this any more: delete it"
    assert (GOLDEN / path).read_bytes() == made[path], "run `make golden`, and review the difference like code"


def test_every_golden_file_that_is_made_is_there(made):
    assert sorted(made) == FILES, "run `make golden`, and review what is new"


def test_what_is_said_stands_on_a_page_below_its_claim_and_is_found_there_again():
    said = {
        "a draw is said": lambda: "A draw.",
        "some are told": lambda: for_each(lambda who: f"{who} won.", ["ana", "ben"]),
    }
    text = sentences.page(said)
    assert text == "== a draw is said\nA draw.\n\n== some are told\n1. 'ana'\n  ana won.\n2. 'ben'\n  ben won.\n"
    assert sentences.sections(text) == {claim: words(saying()) for claim, saying in said.items()}


def test_a_value_is_written_so_that_no_two_are_taken_for_one():
    written = [words(value) for value in ("", (), None, True, "Yes.", ("One.", "Two."), ("One.", 2), "One. Two.")]
    assert len(set(written)) == len(written)


def test_what_can_be_done_has_no_complaint():
    assert error_of(lambda: int("x")).startswith("ValueError: ")
    with pytest.raises(AssertionError):
        error_of(lambda: int("1"))
