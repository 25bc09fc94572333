"""`parlour stats`: what it asks for, and what it prints."""

import json
from typing import Any

from client.cli.queries.query import QueryAnswer, QueryRequest
from client.cli.queries.stats import follow
from client.state.exit_codes import ExitCode
from client.state.fold import fold
from client.state.store import Store
from protocol import messages as m
from tests.support.builders.stores import SOLO, WAR, records, welcome
from tests.support.golden.sentences import golden_test

DAY = m.Score(since=1_699_916_400, won=0, tied=0, lost=0)
PLAYED = records("streets", played=11, won=4, streak=2, longest=3)


def told(
    *events: m.Event, game: str = "", as_json: bool = False, games: Any = (WAR, SOLO)
) -> QueryRequest | QueryAnswer | None:
    """What follows from the last of a server's events; from the first, its welcome, where no others are given."""
    store = Store()
    for event in (welcome(*games), *events):
        store = fold(store, event, 0.0)
        follows = follow(event, store, game=game, since=1_699_916_400, json=as_json)
    return follows


def asked(follows: QueryRequest | QueryAnswer | None) -> list[str]:
    assert isinstance(follows, QueryRequest)
    return [command.game for command in follows.commands if isinstance(command, m.GetStats)]


def test_the_records_of_all_games_are_asked_for_or_those_of_the_one_named() -> None:
    assert asked(told()) == ["war", "streets"]
    assert asked(told(game="war")) == ["war"]


def test_nothing_is_told_before_all_is_known() -> None:
    assert told(PLAYED) is None


def test_without_a_game_those_that_were_played_are_told_of() -> None:
    said = "Streets & Alleys: 11 played, 4 won.\nWon in a row: 2 now, 3 at most."
    assert told(DAY, records("war"), PLAYED) == QueryAnswer(said)


def test_json_has_a_line_for_every_game() -> None:
    answer = told(records("war"), PLAYED, DAY, as_json=True)
    assert isinstance(answer, QueryAnswer)
    *games, day = map(json.loads, answer.text.splitlines())
    assert [(line["game"], line["played"]) for line in games] == [("war", 0), ("streets", 11)]
    assert day == {"type": "reckoning", "since": 1_699_916_400, "won": 0, "tied": 0, "lost": 0}


def test_what_the_server_refuses_is_a_failure() -> None:
    refused = m.Refused(code="unknown-game", text="No.", about="recall", ref=0, room=None, retry_after_s=None)
    assert told(refused, game="chess") == QueryAnswer("No.", ExitCode.FAILURE)


SAID = {
    "who has played nothing is told so": lambda: told(records("war"), records("streets"), DAY),
    "the game that is asked about is told of in any case": lambda: told(records("war"), game="war"),
    "how today went is told after the games unless one is named": lambda: (
        told(records("war"), PLAYED, m.Score(since=1699916400, won=3, tied=0, lost=1)).text.splitlines()[-1],
        told().commands[-1],
        [type(command) for command in told(game="war").commands],
    ),
    "a server without games is a failure": lambda: told(games=()),
}

test_said = golden_test(__name__, SAID)
