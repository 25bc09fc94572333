"""A room as each of its followers may see it."""

from __future__ import annotations

from dataclasses import replace

import pytest
from msgspec import structs

from engines.blocky import rules
from engines.blocky.view import Options
from protocol import messages as m
from protocol.codec import MAX_EVENT_BYTES, decode_event, encode
from protocol.plain_values import MAX_EVENT_LIST
from server.room.inputs import Leave, Rematch, Resign
from server.room.match.occupants import Computer
from server.room.outputs import Refuse
from server.room.player_view import legal_moves, progress, table
from tests.support.builders import tables
from tests.support.builders.rooms import ANN, BEN, CLEO, after, begun, finished, flipped, person, playing
from tests.support.games import boards


def test_a_waiting_room_has_chairs_and_nothing_to_look_at():
    occupants = (m.SeatInfo(kind="person", name="ann", won=0), m.SeatInfo(kind="open", name="", won=0))
    options = {"variant": "scouts", "auto_flip_s": 10}
    waiting = tables.table_of("war", options, None, host="ann", number=0, phase="waiting", chairs=occupants)
    assert table(begun(variant="scouts"), 0, 5.0) == waiting


def test_a_serious_table_says_so():
    assert [table(begun(serious=serious), None, 0.0).serious for serious in (True, False)] == [True, False]


def test_a_game_is_seen_from_the_seat_with_its_own_count_of_moves():
    room = flipped(playing(), ANN, BEN, ANN)
    seen = [table(room, seat, 4.0) for seat in (0, 1, None)]
    assert [(each.seat, each.view.seat, each.ply, each.turn) for each in seen] == [
        (0, 0, 2, (1,)),
        (1, 1, 1, (1,)),
        (None, None, 0, (1,)),
    ]
    assert {(each.number, each.phase, each.time_left_s) for each in seen} == {(1, "playing", 6.0)}


@pytest.mark.parametrize(("now", "left"), [(0.0, 10.0), (9.5, 0.5), (10.0, 0.0), (99.0, 0.0)])
def test_the_time_that_is_left_is_counted_from_now(now, left):
    assert table(playing(), 0, now).time_left_s == left


def test_without_a_limit_no_time_is_left_and_none_is_up():
    assert table(playing(auto_flip_s=0), 0, 99.0).time_left_s is None


def test_a_game_has_lasted_until_now_and_in_the_end_until_its_last_move():
    room = flipped(playing(at=100.0), ANN, at=104.0)
    assert table(room, None, 110.5).lasted_s == 10.5
    over = after(room, Resign(BEN), at=112.0)
    assert [table(over, 0, now).lasted_s for now in (112.0, 500.0)] == [12.0, 12.0]


def test_a_computer_is_named_by_its_level():
    occupants = table(begun(person(ANN), Computer("flipper")), 0, 0.0).chairs
    assert occupants[1] == m.SeatInfo(kind="computer", name="flipper", won=0)


def test_an_ending_says_who_won_and_why():
    seen = table(after(playing(), Resign(BEN), Rematch(BEN)), 0, 0.0)
    assert seen.ending == m.Ending(scores=(), winners=(0,), reason="ben resigned.")
    assert seen.rematch == (1,)
    assert [occupant.won for occupant in seen.chairs] == [1, 0]


def test_an_open_seat_is_named_after_who_has_left_it_since_the_newest_game_began():
    seen = table(after(playing(), Leave(BEN)), 0, 0.0)
    assert seen.chairs[1] == m.SeatInfo(kind="open", name="ben", won=0)
    assert seen.ending.reason == "ben left the table."


@pytest.mark.parametrize("variant", ["normal", "suits", "scouts"])
def test_a_whole_game_fits_into_one_frame_and_comes_out_of_it(variant):
    room = finished(playing(variant=variant))
    frame = encode(table(room, 1, 0.0))
    assert len(frame) < MAX_EVENT_BYTES / 16
    assert len(decode_event(frame).view["rounds"]) == len(room.sitting.state.rounds)


def test_a_game_given_up_shows_what_was_hidden_and_one_being_played_does_not():
    begun_game = begun(person(ANN), person(BEN), game="tower_blaster")
    over = after(begun_game, Resign(ANN))
    for seat in (0, 1, None):
        hidden = [other for other in (0, 1) if other != seat]
        assert all(table(begun_game, seat, 0.0).view.towers[other] is None for other in hidden)
        assert table(over, seat, 0.0).view.towers == over.sitting.state.towers


def test_how_far_a_game_is_is_told_while_it_is_played():
    room = flipped(playing(), ANN, BEN)
    assert room.sitting is not None
    points = room.sitting.state.scores
    assert [progress(each) for each in (begun(), room, finished(room))] == ["", f"{points[0]}-{points[1]}", ""]


def test_a_player_on_turn_is_told_the_legal_moves_of_the_position_and_any_other_that_there_are_none():
    room = flipped(playing(), ANN, BEN, ANN)
    seen = table(room, 0, 4.0)
    assert legal_moves(room, BEN, 7) == m.LegalMoves(
        ref=7, room=seen.room, number=1, ply=1, head=seen.head, moves=("flip",)
    )
    assert legal_moves(room, ANN, 7) == m.LegalMoves(ref=7, room=seen.room, number=1, ply=2, head=seen.head, moves=())


@pytest.mark.parametrize(
    ("room", "player", "code", "text"),
    [
        (playing(), CLEO, "not-seated", "You have no seat at table KQFM."),
        (begun(), ANN, "not-now", "The game hasn't started: a seat is still open."),
        (after(playing(), Resign(BEN)), ANN, "not-now", "The game is over."),
    ],
)
def test_where_no_legal_moves_can_be_told_a_sentence_says_why(room, player, code, text):
    assert legal_moves(room, player, 7) == Refuse(code, text)


def test_the_legal_moves_of_a_position_are_worked_out_once():
    room, asked = playing(), []
    usual = room.setting.game.rules
    counting = replace(usual, legal=lambda view: asked.append(view.seat) or usual.legal(view))
    setting = replace(room.setting, game=replace(room.setting.game, rules=counting))
    room = structs.replace(room, setting=setting)
    for ref in range(3):
        assert legal_moves(room, ANN, ref).moves == legal_moves(room, BEN, ref).moves == ("flip",)
    assert sorted(asked) == [0, 1]
    moved = flipped(room, ANN)
    assert [legal_moves(moved, player, 9).moves for player in (ANN, BEN)] == [(), ("flip",)]
    assert sorted(asked).count(1) > 1, "another position is another question"


def test_the_legal_moves_of_the_deepest_board_fit_a_frame():
    board = boards.board_of_cells(5, lambda x, y: (x + y) % 4)
    room = begun(person(ANN), game="blocky", depth=5)
    match = structs.replace(room.sitting, state=rules.begin(Options(depth=5), "blob", (0,), board))
    told = legal_moves(structs.replace(room, sitting=match), ANN, 7)
    assert 2000 < len(told.moves) < MAX_EVENT_LIST
    assert decode_event(encode(told)) == told
