"""One list merged from saved games and from the server's list."""

import pytest

from client.history.saved.entry import mark_verified, merge_games, read_saved_games
from tests.support.golden.reviews import days, record_of


@pytest.fixture
def folder(tmp_path):
    return days(tmp_path / "kept")


@pytest.mark.parametrize(("game", "named"), [("", ["WXYZ-2", "ABCD-1", "KQFM-1"]), ("war", ["WXYZ-2", "KQFM-1"])])
def test_the_newest_game_comes_first_and_what_is_no_such_game_is_left_out(folder, game, named):
    assert [each.named for each in read_saved_games(folder, game)] == named
    assert read_saved_games(folder / "none", game) == ()


def test_names_are_made_safe_to_show(folder):
    path = folder / "KQFM-1-ann-0.json"
    path.write_bytes(path.read_bytes().replace(b'"ben"', b'"b\\u001b[2Jen"'))
    (*_, oldest) = read_saved_games(folder)
    assert "\x1b" not in "".join(oldest.names)


def test_a_game_that_was_verified_here_is_marked(folder):
    mark_verified(folder / "ABCD-1-ann-0.json")
    assert [each.verified for each in read_saved_games(folder)] == [False, True, False]


def test_a_game_that_is_kept_and_told_of_is_one_and_as_old_as_its_server_says(folder):
    newest, *others = read_saved_games(folder)
    told = merge_games((newest, *others), [record_of(newest, ended=3 * 3600, rated=True)], "ws://there")
    assert [each.named for each in told] == ["ABCD-1", "KQFM-1", "WXYZ-2"]
    assert (told[-1].path, told[-1].record.rated, told[-1].key) == (newest.path, True, str(newest.path))


def test_a_game_that_only_its_server_has_can_be_asked_for_by_its_number_and_the_newest_comes_first(folder):
    one, two, _ = read_saved_games(folder)
    first, second = merge_games((), [record_of(one, past=1, seat=1), record_of(two, past=17)], "ws://there")
    assert (first.key, second.key) == ("ABCD-1#17", "WXYZ-2#1")
    assert (second.path, second.seat, second.server) == (None, 1, "ws://there")
