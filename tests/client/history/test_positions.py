"""Finding a finished game, and having a program that knows the rules compute its positions."""

import pytest

from client.history.positions import GameUnavailableError, find_file, replay_of
from client.history.replay import go_to
from tests.support.golden.reviews import filed, reviewed, saved


def test_a_game_is_found_by_its_table_its_number_or_its_file(tmp_path):
    first, second = filed(tmp_path, number=1), filed(tmp_path, number=2)
    assert find_file(tmp_path, "KQFM-1") == first
    assert find_file(tmp_path, "kqfm-2") == second
    assert find_file(tmp_path, "KQFM") in (first, second)
    assert find_file(tmp_path / "elsewhere", str(first)) == first


@pytest.mark.parametrize("named", ["WXYZ", "KQFM-3", "../KQFM", "none.json"])
def test_a_game_that_was_not_saved_is_not_found(tmp_path, named):
    filed(tmp_path)
    with pytest.raises(GameUnavailableError, match="There's no saved game"):
        find_file(tmp_path, named)


@pytest.mark.parametrize(
    ("path", "eyes", "reason"),
    [("other", "", "isn't a saved game"), ("none", "", "can't be read"), ("", "zoe", "Nobody called 'zoe' played")],
)
async def test_what_cannot_be_replayed_is_said(tmp_path, path, eyes, reason):
    game = filed(tmp_path)
    (tmp_path / "other.json").write_text("{}")
    with pytest.raises(GameUnavailableError, match=reason):
        await replay_of(tmp_path / f"{path or game.stem}.json", eyes)


@pytest.mark.slow
@pytest.mark.parametrize(("eyes", "seat"), [("", 1), ("ann", 0), ("spectator", None)])
async def test_a_game_comes_back_with_every_position_as_somebody_saw_it(tmp_path, eyes, seat):
    replay = await replay_of(filed(tmp_path, seat=1), eyes)
    assert replay.seat == seat
    assert [go_to(replay, at).table for at in range(replay.last + 1)] == [
        go_to(reviewed(seat=seat), at).table for at in range(saved().transcript.count + 1)
    ]


@pytest.mark.slow
async def test_a_game_against_the_rules_is_said_to_be_one(tmp_path):
    path = filed(tmp_path)
    path.write_bytes(path.read_bytes().replace(b'"text":"flip"', b'"text":"fold"'))
    with pytest.raises(GameUnavailableError, match="Event 1 is against the rules"):
        await replay_of(path)
