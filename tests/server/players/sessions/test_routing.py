"""What a room is to know of a signed-in player's command."""

from typing import get_args

import pytest

from protocol import messages as m
from server.players.sessions.refusals import refused
from server.players.sessions.routing import RoomCommand, Session, read_input
from server.room import inputs
from server.room.outputs import Refuse

ANN = Session(player=7, name="ann")
ASKED = [
    (m.Play(room="KQFM", number=2, ply=3, move="flip"), inputs.Play(7, 2, 3, "flip")),
    (m.Join(ref=1, room="KQFM", games=None), inputs.Sit(7, "ann")),
    (m.Consult(ref=4, room="KQFM", about="hint"), inputs.Consult(7, "hint")),
    (m.GetLegalMoves(ref=5, room="KQFM"), inputs.GetLegalMoves(7)),
    (m.AddComputers(room="KQFM", level="flipper"), inputs.AddComputers(7, "flipper")),
    (m.Resign(room="KQFM"), inputs.Resign(7)),
    (m.TakeBack(room="KQFM"), inputs.TakeBack(7)),
    (m.OfferDraw(room="KQFM"), inputs.OfferDraw(7)),
    (m.Claim(room="KQFM", what="computer", level="sly"), inputs.Claim(7, "computer", "sly")),
    (m.CloseTable(room="KQFM"), inputs.CloseTable(7)),
    (m.AnswerOffer(room="KQFM", agree=True), inputs.AnswerOffer(7, True)),  # noqa: FBT003 - positional as stored
    (m.Rematch(room="KQFM"), inputs.Rematch(7)),
    (m.CommitShare(room="KQFM", deal=1, hash="ab" * 32), inputs.CommitShare(7, 1, b"\xab" * 32)),
    (m.RevealShare(room="KQFM", deal=1, share="cd" * 16), inputs.RevealShare(7, 1, b"\xcd" * 16)),
    (m.Leave(room="KQFM"), inputs.Leave(7)),
]


@pytest.mark.parametrize(("command", "event"), ASKED, ids=lambda value: type(value).__name__)
def test_a_room_is_to_know_of_a_command(command, event):
    assert read_input(ANN, command) == event


def test_every_command_about_a_room_is_an_input_of_it():
    assert {type(command) for command, _ in ASKED} == set(get_args(RoomCommand))


def test_no_command_can_name_the_player_who_sends_it():
    fields = {kind: {"player", "seat"} & {*kind.__struct_fields__} for kind in get_args(m.Command)}
    # In these it says whom the command is about, and only the host may send it.
    assert {kind: named for kind, named in fields.items() if named} == {m.Kick: {"seat"}, m.Mute: {"seat"}}


@pytest.mark.parametrize(("wait_s", "told"), [(None, None), (9.9991, 10.0), (9.0004, 9.001), (0.3, 0.3), (2.7, 2.7)])
def test_a_wait_is_never_told_shorter_than_it_is(wait_s, told):
    refusal = refused(Refuse("too-many", "Not yet.", wait_s), m.GetLeaders(ref=1, game="war"), None)
    assert refusal.retry_after_s == told
