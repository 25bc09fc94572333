"""`parlour levels`: how it lists a server's computer players."""

import json

import pytest

from client.cli.queries.levels import follow
from client.cli.queries.query import QueryAnswer, QueryRequest
from client.state.exit_codes import ExitCode
from client.state.fold import fold
from client.state.store import Store
from protocol import messages as m
from tests.support.builders.stores import RACE, WAR, welcome

FLIPPER = '{"game":"war","level":"flipper","about":"Plays the flipper way."}'


def listed(game: str = "", *, as_json: bool = False) -> QueryRequest | QueryAnswer | None:
    greeting = welcome(WAR, RACE)
    return follow(greeting, fold(Store(), greeting, 0.0), game=game, json=as_json)


def test_every_game_that_computers_play_is_listed_with_a_sentence_a_level() -> None:
    assert listed() == QueryAnswer("War (war):\n  flipper  Plays the flipper way.\n  oracle   Plays the oracle way.")


def test_json_gives_a_line_a_level() -> None:
    answer = listed("war", as_json=True)
    assert isinstance(answer, QueryAnswer)
    assert answer.text.splitlines()[0] == FLIPPER
    assert [json.loads(line)["level"] for line in answer.text.splitlines()] == ["flipper", "oracle"]


@pytest.mark.parametrize("game", ["race", "chess"])
def test_a_game_that_no_computer_plays_is_said_to_be_one(game: str) -> None:
    assert listed(game) == QueryAnswer("No computer plays that here.", ExitCode.FAILURE)


def test_nothing_but_the_welcome_is_of_interest() -> None:
    assert follow(m.Notice(text="Hm."), Store(), game="", json=False) is None
