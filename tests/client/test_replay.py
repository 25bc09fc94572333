"""Going through a finished game, and what is said of it."""

from __future__ import annotations

import json
import re
from dataclasses import replace

import msgspec
import pytest

from client.replay import (
    gone,
    heading,
    in_own_words,
    lines,
    next_seat,
    own_seat,
    reopened,
    rolled,
    seat_of,
    sentences,
)
from client.tables import names
from protocol.witness import Sight
from tests.support.reviews import games, reviewed, saved

REPLAY = reviewed()
LAST = REPLAY.last


@pytest.mark.parametrize(("at", "place"), [(-5, 0), (0, 0), (7, 7), (LAST, LAST), (LAST + 10, LAST)])
def test_one_goes_to_any_place_and_never_beyond_the_ends(at, place):
    assert gone(REPLAY, at).at == place
    assert gone(REPLAY, at).table.events == place


def test_what_goes_on_by_itself_stops_at_the_end():
    going = rolled(REPLAY)
    assert going.rolls
    assert gone(going, LAST - 1).rolls
    assert not gone(going, LAST).rolls


def test_what_goes_on_by_itself_can_be_stopped_and_begins_again_after_the_end():
    assert not rolled(rolled(REPLAY)).rolls
    again = rolled(gone(REPLAY, LAST))
    assert (again.at, again.rolls) == (0, True)


def test_other_eyes_see_the_same_place_of_the_same_game():
    here = replace(gone(REPLAY, 9), is_all=True)
    assert reopened(here, reviewed(seat=1)).at == 9
    assert reopened(here, reviewed(seat=1)).is_all
    assert reopened(here, reviewed("blocky-three")).at == 0
    assert reopened(None, REPLAY) == REPLAY


@pytest.mark.parametrize(
    ("word", "seat"), [("1", 0), ("2", 1), ("ben", 1), ("ANN", 0), ("spectator", None), ("0", None)]
)
def test_a_seat_is_meant_by_its_number_or_its_player(word, seat):
    assert seat_of(word, REPLAY.told) == seat


@pytest.mark.parametrize("word", ["3", "zoe", "-1", ""])
def test_who_did_not_sit_there_is_nobody(word):
    with pytest.raises(ValueError, match="there is 1 ann, 2 ben, or spectator"):
        seat_of(word, REPLAY.told)


def test_all_eyes_come_in_turn():
    assert [next_seat(reviewed(seat=seat)) for seat in (0, 1, None)] == ["2", "spectator", "1"]


def test_ones_own_seat_is_that_from_which_one_saw_the_game():
    kept = saved(seat=1)
    assert own_seat(kept) == 1
    watched = replace_witness(kept, sights=(Sight(None, 0, "", ""),))
    assert own_seat(watched) is None


def replace_witness(kept, **changes):
    return msgspec.structs.replace(kept, witness=msgspec.structs.replace(kept.witness, **changes))


def test_the_heading_says_which_game_it_is_and_who_saw_it():
    assert heading(REPLAY) == "War, game 1 at table KQFM: ann against ben; as seen by ann."
    assert heading(reviewed(seat=None)).endswith("as seen by a spectator.")


@pytest.mark.parametrize(("stem", "number"), [*games()])
@pytest.mark.parametrize("seat", [None, 0, 1])
def test_every_event_of_every_game_is_said(stem, number, seat):
    replay = reviewed(stem, number, seat)
    for at in range(replay.last + 1):
        assert all(sentences(replay, at)), at


def test_who_gave_up_is_said_and_who_has_won():
    replay = reviewed("war-normal", 2)
    assert replay.told.events[-1].kind == "resign"
    assert sentences(replay, replay.last) == ("You resigned.", f"{called(replay)} won.")


def called(replay):
    table = gone(replay, replay.last).table
    (winner,) = table.ending.winners
    return "You" if winner == replay.seat else table.chairs[winner].name


def test_a_move_taken_back_is_said():
    replay = reviewed("blocky-takebacks")
    kinds = [event.kind for event in replay.told.events]
    at = kinds.index("takeback") + 1
    assert sentences(replay, at) == ("You take the last move back.",)
    assert sentences(reviewed("blocky-takebacks", seat=1), at) == ("ann takes the last move back.",)


def test_who_was_too_late_is_said():
    replay = reviewed("war-normal")
    kinds = [event.kind for event in replay.told.events]
    assert "was too late." in sentences(replay, kinds.index("default") + 1)[0]


def test_a_move_is_told_by_its_text_where_the_game_says_nothing_of_it():
    replay = reviewed()
    unseen = replace(replay, positions=replay.positions[:1] * (LAST + 1))
    event = replay.told.events[0]
    assert sentences(unseen, 1) == (f"{'You' if event.seat == 0 else 'ben'}: flip.",)


@pytest.mark.parametrize(
    ("told", "seat", "words"),
    [
        ("ben resigned.", 1, "You resigned."),
        ("ben resigned.", 0, "ben resigned."),
        ("ben's time is up.", 1, "Your time is up."),
        ("ann sent ben away.", 1, "ann sent you away."),
        ("ann sent ben away.", 0, "You sent ben away."),
        ("ben resigned.", None, "ben resigned."),
    ],
)
def test_what_the_server_says_of_players_is_said_from_where_one_looks(told, seat, words):
    assert in_own_words(told, ("ann", "ben"), seat) == words


@pytest.mark.slow
@pytest.mark.parametrize(("stem", "number"), [*games()])
@pytest.mark.parametrize("seat", [0, 1])
def test_whoever_looks_is_named_in_no_sentence_and_nobody_else_is_addressed(stem, number, seat):
    replay = reviewed(stem, number, seat)
    own = names(replay.table)[seat]
    for at in range(1, replay.last + 1):
        said = " ".join(sentences(replay, at))
        assert not re.search(rf"\b{own}\b", said, re.IGNORECASE), said
    watched = reviewed(stem, number, None)
    for at in range(1, watched.last + 1):
        said = " ".join(sentences(watched, at))
        assert not re.search(r"\byou(r|rs)?\b", said, re.IGNORECASE), said


def test_the_game_is_told_a_line_an_event_from_any_place_on():
    told = list(lines(REPLAY, json=False))
    assert len(told) == LAST + 2
    assert told[1] == "0. The game begins."
    assert list(lines(gone(REPLAY, LAST), json=False)) == [told[0], told[-1]]


def test_the_game_is_told_as_json_with_all_that_is_seen():
    told = [json.loads(line) for line in lines(REPLAY, json=True)]
    assert [each["event"] for each in told] == list(range(LAST + 1))
    assert told[0]["kind"] == "begin"
    assert [each["text"] for each in told[1:]] == [event.text for event in REPLAY.told.events]
    assert all(each["view"]["seat"] == 0 for each in told)
    assert told[-1]["ending"]["winners"] == list(REPLAY.told.ending.winners)
    assert told[-2]["ending"] is None


def test_texts_of_people_are_cleaned():
    hostile = reviewed().positions[0].replace(b'"ann"', b'"a\\u001b[2Jn"')
    table = replace(REPLAY, positions=(hostile,)).table
    assert "\x1b" not in table.chairs[0].name
