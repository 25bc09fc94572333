"""No test claims nothing, and the checker would notice one that does."""

from __future__ import annotations

from pathlib import Path

import pytest

from tests.support.structure.claims import idle

TESTS = Path(__file__).parent
FILES = sorted(TESTS.rglob("test_*.py"))


def test_every_test_claims_something():
    assert len(FILES) > 100
    assert {str(file.relative_to(TESTS)): names for file in FILES if (names := list(idle(file.read_text())))} == {}


@pytest.mark.parametrize(
    "body",
    [
        "pass",
        "play(room)",
        "room.play()",
        "assert True",
        "assert (card for card in deck)",
        "assert 1 == 1; assert map(str, deck)",
        "assert all(deck); assert lambda: False",
    ],
)
def test_one_that_claims_nothing_is_found(body):
    assert list(idle(f"async def test_it(room, deck):\n    {body}\n")) == ["test_it"]


@pytest.mark.parametrize(
    "body",
    [
        "assert room.is_open",
        "assert not any(card for card in deck)",
        "with pytest.raises(ValueError): play(room)",
        "await screen.expect('War')",
        "for card in deck: holds(card)",
    ],
)
def test_one_that_can_fail_is_left_alone(body):
    helper = "def holds(card):\n    assert card\n"
    assert list(idle(f"{helper}async def test_it(room, deck, screen):\n    {body}\n")) == []


def test_a_function_that_is_no_test_claims_what_it_likes():
    assert list(idle("def dealt():\n    return 1\n")) == []
