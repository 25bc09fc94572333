"""The names of finished games."""

from client.history.saved.game_id import GameId, choose_game, find_request, parse_game_id
from protocol import messages as m
from tests.support.golden.sentences import for_each, golden_test


def test_a_game_is_written_as_people_call_it():
    assert [str(GameId("KQFM")), str(GameId("KQFM", 2)), str(GameId("KQFM", 2, 17))] == ["KQFM", "KQFM-2", "KQFM-2"]


def test_a_game_that_only_its_server_has_is_the_first_before_the_next_number():
    assert find_request(GameId("KQFM", 2, 17), 5) == m.GetHistory(ref=5, game=None, room="KQFM", before=18)
    assert choose_game(GameId("KQFM"), ()) is None


SAID = {
    "a table and its number name a game and nothing else does": lambda: for_each(
        parse_game_id, ["KQFM", "kqfm-2", "KQFM-2#17", "a.json", "KQFM-x", "KQFM-", "../KQFM", "KQFM-12345678"]
    ),
}

test_said = golden_test(__name__, SAID)
