"""What is derived from a transcript is what the players saw, for every game of every golden journal."""

from __future__ import annotations

import pytest
from msgspec.structs import replace

from engines.catalog import find
from protocol import messages as m
from server.fairness.positions import positions
from server.fairness.transcript import transcript
from server.fairness.transcript_replay import RefutedError
from server.room import replay
from server.room.inputs import Resign
from server.room.player_view import table
from tests.support.builders.rooms import ANN, opened, person
from tests.support.golden.reviews import FILES, entries, games

OF_THE_GAME = (
    *("room", "game", "options", "number", "phase", "seat", "ply", "turn", "view"),
    *("ending", "gave_up", "events", "head"),
)
"""The fields of a Table that follow from the game alone."""


def of_the_game(seen: m.Table) -> tuple[object, ...]:
    return tuple(getattr(seen, name) for name in OF_THE_GAME)


def test_every_golden_journal_has_a_game_to_look_back_at():
    assert {stem for stem, _ in games()} == {path.stem for path in FILES}
    assert max(number for _, number in games()) > 1


@pytest.mark.parametrize(("stem", "number"), [*games()])
def test_every_position_is_the_one_that_everybody_saw(stem, number):
    stored = entries(stem)
    told = transcript(stored, number)
    for seat in (None, *range(len(told.players))):
        derived = list(positions(told, seat))
        assert [each.events for each in derived] == list(range(told.count + 1))
        chairs = [(chair.kind, chair.name) for chair in derived[0].chairs]
        met, cast = set(), None
        for room, at in replay.history(stored):
            if room.sitting is None or room.sitting.number != number:
                continue
            cast = cast or room.cast
            if room.cast != cast:
                continue  # an account was deleted since, and its name is told no more
            seen = table(room, seat, at)
            assert met or [(chair.kind, chair.name) for chair in seen.chairs] == chairs
            met.add(seen.events)
            assert of_the_game(derived[seen.events]) == of_the_game(seen)
        assert {0, told.count} <= met


def test_a_game_of_earlier_rules_is_replayed_and_told_as_it_was_dealt_then():
    deals = {}
    for version in (1, find("streets_and_alleys").version):
        made = opened(person(ANN), game="streets_and_alleys", version=version, winnable=True)
        stored = [replay.pack(0.0, made), replay.pack(1.0, Resign(ANN))]
        room, _ = replay.replay(stored)
        told = transcript(stored, 1)
        deals[told.version] = {room.sitting.state.deal, *(each.view.deal for each in positions(told, 0))}
    then, now = deals[1], deals[2]
    assert len(then) == len(now) == 1
    assert then != now


def test_who_won_the_game_is_counted_once_it_is_over():
    told = transcript(entries("war-normal"), 1)
    *before, last = positions(told, None)
    assert all(occupant.won == 0 for each in before for occupant in each.chairs)
    assert [occupant.won for occupant in last.chairs] == [int(told.ending.winners == (seat,)) for seat in (0, 1)]


@pytest.mark.parametrize(
    ("changes", "reason"),
    [
        ({"game": "whist"}, "doesn't know the game"),
        ({"version": 99}, "version 99"),
        ({"secret": "none"}, "hexadecimal"),
        ({"options": {"variant": "none"}}, "options"),
        ({"count": 3}, "of 3 events"),
    ],
)
def test_what_is_no_game_is_refused_in_a_sentence(changes, reason):
    with pytest.raises(RefutedError, match=reason):
        list(positions(replace(transcript(entries("war-normal"), 1), **changes), None))


def test_a_move_against_the_rules_is_named():
    told = transcript(entries("war-normal"), 1)
    twice = replace(told, events=(told.events[0], *told.events[:-1]))
    with pytest.raises(RefutedError, match="Event 2 is against the rules"):
        list(positions(twice, None))
