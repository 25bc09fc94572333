import io
import json

import pytest

from client.bots.results import Results
from protocol import messages as m
from tests.support.builders.tables import war_table, war_view
from tests.support.games.sums import after as sums
from tests.support.games.sums import sums_table

TIED = m.Ending(scores=(26, 26), winners=(0, 1), reason="Both hands are empty.")


def over(number: int, ending: m.Ending = TIED) -> m.Table:
    return war_table(war_view(left=(0, 0)), number=number, phase="over", turn=(), ending=ending)


def results(*, json: bool = False) -> tuple[Results, io.StringIO, io.StringIO]:
    out, log = io.StringIO(), io.StringIO()
    return Results(out, log, json=json), out, log


def test_a_game_counts_once_however_often_its_end_is_seen() -> None:
    match, out, _ = results()
    assert [match.count(over(1)), match.count(over(1)), match.count(over(2))] == [True, False, True]
    assert out.getvalue() == "Game 1: tied, 26 to 26.\nGame 2: tied, 26 to 26.\n"


def test_only_a_game_that_was_played_to_its_end_counts() -> None:
    match, out, _ = results()
    assert not match.count(war_table(war_view()))
    assert not match.count(war_table(war_view(seat=None), seat=None, phase="over", ending=TIED))
    assert out.getvalue() == ""


def test_in_json_each_game_has_a_line_and_the_last_says_what_they_come_to() -> None:
    match, out, _ = results(json=True)
    match.count(over(1))
    match.conclude()
    game, told = map(json.loads, out.getvalue().splitlines())
    assert game == {
        "game": 1, "room": "KQFM", "seat": 0, "players": ["ana", "ben"], "scores": [26, 26], "winners": [0, 1],
        "reason": "Both hands are empty.", "result": "tied",
    }  # fmt: skip
    low, high = told.pop("interval")
    assert told == {"games": 1, "won": 0, "tied": 1, "lost": 0, "rate": 0.5}
    assert 0 < low < 0.5 < high < 1


@pytest.mark.parametrize("as_json", [False, True])
def test_games_alone_are_told_by_their_scores_and_in_json_beside_the_others(as_json: bool) -> None:
    match, out, log = results(json=as_json)
    match.count(sums_table(sums(1, 2, 2, 2)))
    match.count(sums_table(sums(1, 1, 1, 2), number=2))
    match.conclude()
    assert log.getvalue() == "Mean score 5.0 over 2 games, best 6 (95 % interval 3.0 to 7.0).\n"
    if as_json:
        scores = json.loads(out.getvalue().splitlines()[-1])["scores"]
        assert (scores["mean"], scores["best"]) == (5, 6)
    else:
        assert out.getvalue() == "Game 1: score 6.\nGame 2: score 4.\n"


def test_a_match_without_a_game_comes_to_nothing() -> None:
    match, out, log = results(json=True)
    match.conclude()
    assert out.getvalue() + log.getvalue() == ""


def test_a_refusal_has_its_code_in_json_and_its_sentence_for_people() -> None:
    match, out, log = results(json=True)
    match.refuse(m.Refused(code="too-many", text="Wait.", about="create", ref=0, room=None, retry_after_s=2.5))
    told = json.loads(out.getvalue())
    assert (told["code"], told["retry_after_s"]) == ("too-many", 2.5)
    assert log.getvalue() == "Wait.\n"
