"""`parlour stats`: what it asks for, and how it tells what one has played and won."""

import json
from typing import Any

from client.exits import Exit
from client.inquiry import Answer, Ask
from client.stats import follow
from client.store import Store, fold
from protocol import messages as m
from tests.support.stores import SOLO, WAR, records, welcome

DAY = m.Reckoning(since=1_699_916_400, won=0, tied=0, lost=0)
PLAYED = records("streets", played=11, won=4, streak=2, longest=3)


def told(*events: m.Event, game: str = "", as_json: bool = False, games: Any = (WAR, SOLO)) -> Ask | Answer | None:
    """What follows from the last of a server's events; from the first, its welcome, where no others are given."""
    store = Store()
    for event in (welcome(*games), *events):
        store = fold(store, event, 0.0)
        follows = follow(event, store, game=game, since=1_699_916_400, json=as_json)
    return follows


def asked(follows: Ask | Answer | None) -> list[str]:
    assert isinstance(follows, Ask)
    return [command.game for command in follows.commands if isinstance(command, m.Recall)]


def test_the_records_of_all_games_are_asked_for_or_those_of_the_one_named() -> None:
    assert asked(told()) == ["war", "streets"]
    assert asked(told(game="war")) == ["war"]


def test_nothing_is_told_before_all_is_known() -> None:
    assert told(PLAYED) is None


def test_without_a_game_those_that_were_played_are_told_of() -> None:
    said = "Streets & Alleys: 11 played, 4 won.\nWon in a row: 2 now, 3 at most."
    assert told(DAY, records("war"), PLAYED) == Answer(said)


def test_who_has_played_nothing_is_told_so() -> None:
    assert told(records("war"), records("streets"), DAY) == Answer("You have played no game to its end yet.")


def test_the_game_that_is_asked_about_is_told_of_in_any_case() -> None:
    assert told(records("war"), game="war") == Answer("War: none played to its end yet.")


def test_json_has_a_line_for_every_game() -> None:
    answer = told(records("war"), PLAYED, DAY, as_json=True)
    assert isinstance(answer, Answer)
    *games, day = map(json.loads, answer.text.splitlines())
    assert [(line["game"], line["played"]) for line in games] == [("war", 0), ("streets", 11)]
    assert day == {"type": "reckoning", "since": 1_699_916_400, "won": 0, "tied": 0, "lost": 0}


def test_how_today_went_is_told_after_the_games_unless_one_is_named() -> None:
    day = m.Reckoning(since=1_699_916_400, won=3, tied=0, lost=1)
    answer = told(records("war"), PLAYED, day)
    assert isinstance(answer, Answer)
    assert answer.text.splitlines()[-1] == "Today: 3 won, 1 lost."
    asks = told()
    assert isinstance(asks, Ask)
    assert asks.commands[-1] == m.Reckon(since=1_699_916_400)
    named = told(game="war")
    assert isinstance(named, Ask)
    assert [type(command) for command in named.commands] == [m.Recall]


def test_what_the_server_refuses_is_a_failure() -> None:
    refused = m.Refused(code="unknown-game", text="No.", about="recall", ref=0, room=None, retry_after_s=None)
    assert told(refused, game="chess") == Answer("No.", Exit.FAILURE)


def test_a_server_without_games_is_a_failure() -> None:
    assert told(games=()) == Answer("This server has no games.", Exit.FAILURE)
