"""What games that are over go by."""

from __future__ import annotations

import pytest

from client.naming import Named, chosen, named, sought
from protocol import messages as m


@pytest.mark.parametrize(
    ("word", "game"),
    [
        ("KQFM", Named("KQFM")),
        ("kqfm-2", Named("KQFM", 2)),
        ("KQFM-2#17", Named("KQFM", 2, 17)),
        ("a.json", None),
        ("KQFM-x", None),
        ("KQFM-", None),
        ("../KQFM", None),
        ("KQFM-12345678", None),
    ],
)
def test_a_table_and_its_number_name_a_game_and_nothing_else_does(word, game):
    assert named(word) == game


def test_a_game_is_written_as_people_call_it():
    assert [str(Named("KQFM")), str(Named("KQFM", 2)), str(Named("KQFM", 2, 17))] == ["KQFM", "KQFM-2", "KQFM-2"]


def test_a_game_that_only_its_server_has_is_the_first_before_the_next_number():
    assert sought(Named("KQFM", 2, 17), 5) == m.LookBack(ref=5, game=None, room="KQFM", before=18)
    assert chosen(Named("KQFM"), ()) is None
