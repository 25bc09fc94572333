"""Stepping through a finished game, and its sentences."""

import json
import re
from dataclasses import replace

import msgspec
import pytest

from client.history.replay import (
    go_to,
    heading,
    in_own_words,
    lines,
    next_seat,
    own_seat,
    reopen,
    seat_of,
    sentences,
    set_running,
)
from client.state.reading import names
from protocol.saved_game import WitnessedTable
from tests.support.golden.reviews import games, reviewed, saved
from tests.support.golden.sentences import error_of, for_each, golden_test

REPLAY = reviewed()
LAST = REPLAY.last


def test_what_goes_on_by_itself_can_be_stopped_and_begins_again_after_the_end():
    assert not set_running(set_running(REPLAY)).rolls
    again = set_running(go_to(REPLAY, LAST))
    assert (again.at, again.rolls) == (0, True)


def test_other_eyes_see_the_same_place_of_the_same_game():
    here = replace(go_to(REPLAY, 9), is_all=True)
    assert reopen(here, reviewed(seat=1)).at == 9
    assert reopen(here, reviewed(seat=1)).is_all
    assert reopen(here, reviewed("blocky-three")).at == 0
    assert reopen(None, REPLAY) == REPLAY


def replace_witness(kept, **changes):
    return msgspec.structs.replace(kept, witness=msgspec.structs.replace(kept.witness, **changes))


@pytest.mark.slow
@pytest.mark.parametrize(("stem", "number"), [*games()])
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_every_event_is_said_naming_nobody_who_looks_and_addressing_nobody_else(stem, number, seat):
    replay = reviewed(stem, number, seat)
    never = r"you(r|rs)?" if seat is None else names(replay.table)[seat]
    assert all(sentences(replay, 0))
    for at in range(1, replay.last + 1):
        assert all(sentences(replay, at)), at
        said = " ".join(sentences(replay, at))
        assert not re.search(rf"\b{never}\b", said, re.IGNORECASE), said


def test_the_game_is_told_a_line_an_event_from_any_place_on():
    told = list(lines(REPLAY, json=False))
    assert len(told) == LAST + 2
    assert told[1] == "0. The game begins."
    assert list(lines(go_to(REPLAY, LAST), json=False)) == [told[0], told[-1]]


def test_the_game_is_told_as_json_with_all_that_is_seen():
    told = [json.loads(line) for line in lines(REPLAY, json=True)]
    assert [each["event"] for each in told] == list(range(LAST + 1))
    assert told[0]["kind"] == "begin"
    assert [each["text"] for each in told[1:]] == [event.text for event in REPLAY.transcript.events]
    assert all(each["view"]["seat"] == 0 for each in told)
    assert told[-1]["ending"]["winners"] == list(REPLAY.transcript.ending.winners)
    assert told[-2]["ending"] is None


SAID = {
    "who did not sit there is nobody": lambda: for_each(
        lambda word: error_of(lambda: seat_of(word, REPLAY.transcript)), ["3", "zoe", "-1", ""]
    ),
    "the heading says which game it is and who saw it": lambda: (heading(REPLAY), heading(reviewed(seat=None))),
    "who gave up is said and who has won": lambda: (
        (replay := reviewed("war-normal", 2)).transcript.events[-1].kind,
        sentences(replay, replay.last),
    ),
    "a move taken back is said": lambda: (
        sentences(
            (replay := reviewed("blocky-takebacks")),
            (at := ([event.kind for event in replay.transcript.events].index("takeback") + 1)),
        ),
        sentences(reviewed("blocky-takebacks", seat=1), at),
    ),
    "who was too late is said": lambda: sentences(
        (replay := reviewed("war-normal")), [event.kind for event in replay.transcript.events].index("default") + 1
    )[0],
    "a move is told by its text where the game says nothing of it": lambda: sentences(
        replace((replay := reviewed()), positions=replay.positions[:1] * (LAST + 1)), 1
    ),
    "what the server says of players is said from where one looks": lambda: for_each(
        lambda told, seat: in_own_words(told, ("ann", "ben"), seat),
        [
            ("ben resigned.", 1),
            ("ben resigned.", 0),
            ("ben's time is up.", 1),
            ("ann sent ben away.", 1),
            ("ann sent ben away.", 0),
            ("ben resigned.", None),
        ],
    ),
    "one goes to any place and never beyond the ends": lambda: for_each(
        lambda at: (go_to(REPLAY, at).at, go_to(REPLAY, at).table.events), [-5, 0, 7, LAST, LAST + 10]
    ),
    "what goes on by itself stops at the end": lambda: (
        (going := set_running(REPLAY)).rolls,
        go_to(going, LAST - 1).rolls,
        go_to(going, LAST).rolls,
    ),
    "a seat is meant by its number or its player": lambda: for_each(
        lambda word: seat_of(word, REPLAY.transcript), ["1", "2", "ben", "ANN", "spectator", "0"]
    ),
    "all eyes come in turn": lambda: [next_seat(reviewed(seat=seat)) for seat in (0, 1, None)],
    "ones own seat is that from which one saw the game": lambda: (
        own_seat(kept := saved(seat=1)),
        own_seat(replace_witness(kept, sights=(WitnessedTable(None, 0, "", ""),))),
    ),
    "texts of people are cleaned": lambda: (
        replace(REPLAY, positions=(reviewed().positions[0].replace(b'"ann"', b'"a\\u001b[2Jn"'),)).table.chairs[0].name
    ),
}

test_said = golden_test(__name__, SAID)
