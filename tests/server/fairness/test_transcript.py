"""All that happened in a game, out of its room's journal."""

from __future__ import annotations

from random import Random

import pytest

from protocol.dealing import commitment
from server.fairness.transcript import PAGE_EVENTS, TranscriptUnavailableError, page, readers, transcript
from server.room.inputs import Leave, Resign, Sit
from server.room.match.occupants import OpenSeat
from server.room.replay import pack
from tests.support.builders.dealt import Gathering
from tests.support.builders.rooms import ANN, BEN, NAMES, opened, person


@pytest.fixture
def here():
    return Gathering(Random(1), "war", 2)


def test_a_transcript_has_every_event_of_its_game_in_order(here):
    here.play()
    told = transcript(here.entries, 1)
    assert (told.number, told.count, len(told.events)) == (1, 52, 52)
    assert {event.kind for event in told.events} <= {"move", "default"}
    assert [player.name for player in told.players] == [NAMES[ANN], NAMES[BEN]]
    assert told.ending.scores == here.room.sitting.outcome.scores


def test_a_later_game_has_its_own_events_and_the_dealings_before_it(here):
    here.play(0)
    here.absent = {BEN}
    here.again()
    here.leave(BEN)
    here.come_back(BEN)
    here.play(4)
    told = transcript(here.entries, 2)
    assert (told.number, told.deal) == (2, 3)
    assert [each.deal for each in told.earlier] == [1, 2]
    assert all(commitment("war", bytes.fromhex(each.secret)).hex() == each.commitment for each in told.earlier)
    assert told.events[-1].kind == "resign"
    assert [player.name for player in told.players] == [NAMES[BEN], NAMES[ANN]]


def test_default_moves_that_come_together_are_events_one_by_one(here):
    here.settle()
    here.wait()
    here.do(Resign(ANN))
    events = transcript(here.entries, 1).events
    assert [(event.kind, event.seat, event.text) for event in events] == [
        ("default", 0, "flip"), ("default", 1, "flip"), ("resign", 0, "resigned 0"),
    ]  # fmt: skip


def test_a_game_that_goes_on_has_no_transcript(here):
    here.settle()
    with pytest.raises(TranscriptUnavailableError, match="isn't over"):
        transcript(here.entries, 1)


def test_a_game_that_is_not_there_has_no_transcript(here):
    here.play(0)
    with pytest.raises(TranscriptUnavailableError, match="isn't over"):
        transcript(here.entries, 2)


def test_a_room_that_was_closed_still_has_the_games_that_were_over(here):
    here.play(0)
    for player in (ANN, BEN):
        here.do(Leave(player))
    assert transcript(here.entries, 1).events[0].kind == "resign"


def test_pages_come_one_after_another():
    here = Gathering(Random(2), "streets_and_alleys", 1)
    here.play(PAGE_EVENTS + 20)
    whole = transcript(here.entries, 1)
    first = page(whole, 5, 0)
    second = page(whole, 6, PAGE_EVENTS)
    assert (first.ref, len(first.events), first.count) == (5, PAGE_EVENTS, whole.count)
    assert (second.ref, second.after) == (6, PAGE_EVENTS)
    assert first.events + second.events == whole.events
    assert here.saved[ANN][0].transcript.events == whole.events


def test_whoever_sat_at_a_table_that_nobody_may_watch_may_read_of_its_games():
    making = opened(person(ANN), OpenSeat(), watch="nobody")
    entries = [pack(0.0, making), pack(1.0, Sit(BEN, "ben"))]
    assert readers(entries) == {ANN, BEN}


@pytest.mark.parametrize("watch", ["anyone", "invited"])
def test_anyone_may_read_of_games_that_could_be_watched(watch):
    assert readers([pack(0.0, opened(watch=watch))]) is None
