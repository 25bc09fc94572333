"""The golden files are what the programs make of them today."""

from __future__ import annotations

import pytest

from tests.support import golden
from tests.support.golden import GOLDEN

pytestmark = pytest.mark.slow

STORED = GOLDEN / "stored"
"""What older programs have made, and none ever makes again: `test_stored` reads it."""
FILES = sorted(
    path.relative_to(GOLDEN).as_posix() for path in GOLDEN.rglob("*") if path.is_file() and STORED not in path.parents
)


@pytest.fixture(scope="module")
def made() -> dict[str, bytes]:
    """Every golden file as it should be now."""
    return golden.made()


@pytest.mark.parametrize("path", FILES)
def test_a_golden_file_is_what_would_be_made_now(path, made):
    assert path in made, "nothing makes this any more: delete it"
    assert (GOLDEN / path).read_bytes() == made[path], "run `make golden`, and review the difference like code"


def test_every_golden_file_that_is_made_is_there(made):
    assert sorted(made) == FILES, "run `make golden`, and review what is new"
