"""What each command of a signed-in player asks, and of whom."""

from typing import get_args

import pytest

from protocol import messages as m
from server import inputs, session
from server.session import (
    Browsing,
    ChangeName,
    Count,
    Follow,
    LookUp,
    Misplaced,
    Reread,
    Session,
    Silence,
    Speak,
    ToLobby,
    ToRoom,
    VoidTokens,
)
from tests.support.players import room_of

ANN = Session(player=7, name="ann")
CREATE = room_of("war", "me", "open")
QUICK = m.Quick(ref=2, games=("war",))
CHALLENGE = m.Challenge(ref=2, whom="ben", game="war", options={}, serious=False, clock=m.NO_CLOCK)
RESPOND = m.Respond(ref=2, challenge=3, agree=True)
RECALL = m.Recall(ref=3, game="war", deal=None)
TRANSCRIBE = m.Transcribe(ref=1, room="KQFM", number=1, after=0)
REREAD = m.Reread(ref=1, past=3, after=0)
RECKON = m.Reckon(since=1_699_916_400)
LOOK_BACK = m.LookBack(ref=1, game=None, room=None, before=None)
RANK = m.Rank(ref=1, game="war")
SAY = m.Say(room=None, text="hi")
MUTE = m.Mute(room="KQFM", name="eve", on=True)
ASKED = [
    (m.Play(room="KQFM", number=2, ply=3, move="flip"), ToRoom("KQFM", inputs.Play(7, 2, 3, "flip"))),
    (m.Join(ref=1, room="KQFM"), ToRoom("KQFM", inputs.Sit(7, "ann"))),
    (m.Consult(ref=4, room="KQFM", about="hint"), ToRoom("KQFM", inputs.Consult(7, "hint"))),
    (m.Fill(room="KQFM", level="flipper"), ToRoom("KQFM", inputs.Fill(7, "flipper"))),
    (m.Resign(room="KQFM"), ToRoom("KQFM", inputs.Resign(7))),
    (m.TakeBack(room="KQFM"), ToRoom("KQFM", inputs.TakeBack(7))),
    (m.OfferDraw(room="KQFM"), ToRoom("KQFM", inputs.OfferDraw(7))),
    (m.Claim(room="KQFM", what="computer", level="sly"), ToRoom("KQFM", inputs.Claim(7, "computer", "sly"))),
    (m.Kick(room="KQFM", name="ben"), ToRoom("KQFM", inputs.Kick(7, "ben"))),
    (m.Shut(room="KQFM"), ToRoom("KQFM", inputs.Shut(7))),
    (m.Answer(room="KQFM", agree=True), ToRoom("KQFM", inputs.Answer(7, True))),  # noqa: FBT003 - positional as stored
    (m.Rematch(room="KQFM"), ToRoom("KQFM", inputs.Rematch(7))),
    (m.Pledge(room="KQFM", deal=1, hash="ab" * 32), ToRoom("KQFM", inputs.Pledge(7, 1, b"\xab" * 32))),
    (m.Share(room="KQFM", deal=1, share="cd" * 16), ToRoom("KQFM", inputs.Share(7, 1, b"\xcd" * 16))),
    (TRANSCRIBE, Reread(TRANSCRIBE)),
    (REREAD, Reread(REREAD)),
    (m.Leave(room="KQFM"), ToRoom("KQFM", inputs.Leave(7))),
    (CREATE, ToLobby(CREATE)),
    (QUICK, ToLobby(QUICK)),
    (CHALLENGE, ToLobby(CHALLENGE)),
    (RESPOND, ToLobby(RESPOND)),
    (m.Withdraw(), ToLobby(m.Withdraw())),
    (RECALL, LookUp(RECALL)),
    (RECKON, Count(RECKON)),
    (LOOK_BACK, LookUp(LOOK_BACK)),
    (RANK, LookUp(RANK)),
    (m.Watch(ref=1, room="KQFM"), Follow("KQFM")),
    (SAY, Speak(SAY)),
    (MUTE, Silence(MUTE)),
    (m.Rename(name="anna"), ChangeName("anna")),
    (m.SignOut(), VoidTokens()),
    (m.Browse(on=True), Browsing(True)),  # noqa: FBT003 - the field says what is on
    (m.Browse(on=False), Browsing(False)),  # noqa: FBT003 - the same
    (m.Hello(name="ann", token=None, client="", deals=False, bot=False), Misplaced()),
]


@pytest.mark.parametrize(("command", "errand"), ASKED, ids=lambda value: type(value).__name__)
def test_a_command_asks_for(command, errand):
    assert session.errand(ANN, command) == errand


def test_every_command_asks_for_something():
    assert {type(command) for command, _ in ASKED} == set(get_args(m.Command))


def test_no_command_can_name_a_player():
    fields = {field for kind in get_args(m.Command) for field in kind.__struct_fields__}
    assert not fields & {"player", "seat"}
