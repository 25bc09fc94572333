"""Commands too long for a message are refused before they are sent."""

import pytest

from client.net.wire import encode_or_refuse
from protocol import messages as m
from protocol.codec import MAX_COMMAND_BYTES, decode_command


@pytest.mark.parametrize(
    ("command", "about", "room"),
    [
        (m.Rename(name="a" * 65), "rename", None),
        (m.Rename(name=""), "rename", None),
        (m.Play(room="KQFM", number=1, ply=0, move="x" * 257), "play", "KQFM"),
        (m.Say(room=None, text="x" * MAX_COMMAND_BYTES), "say", None),
        (m.Kick(room="KQFM", name="漢" * 65), "kick", "KQFM"),
        (m.Say(room="KQFM", text="not UTF-8: \udcff"), "say", "KQFM"),
    ],
)
def test_what_a_server_would_hang_up_on_is_refused_as_a_server_would(command, about, room):
    refused = encode_or_refuse(command)
    assert isinstance(refused, m.Refused)
    assert (refused.code, refused.about, refused.room) == ("bad-text", about, room)


@pytest.mark.parametrize(
    "command",
    [
        m.Rename(name="a" * 64),
        m.Say(room="KQFM", text="漢" * 1000),
        m.Play(room="KQFM", number=1, ply=0, move="x" * 256),
        m.Browse(on=True),
    ],
)
def test_everything_else_is_the_servers_to_judge(command):
    frame = encode_or_refuse(command)
    assert isinstance(frame, bytes)
    assert decode_command(frame) == command
