"""On the full screen a sentence names commands as they are typed there; in plain mode they are typed either way."""

from __future__ import annotations

import pytest

from client.commands.typed_words import with_colons
from client.fullscreen.screens import frame
from client.linemode.vocabulary import to_common
from client.net.identity.signing_in import OTHER_NAME
from client.state.store import Link, Store


@pytest.mark.parametrize(
    ("sentence", "shown"),
    [
        ("Type 'close table' or 'close network'.", "Type :close table or :close network."),
        (
            "'devices revoke NUMBER' signs a machine out; 'link' adds one.",
            ":devices revoke NUMBER signs a machine out; :link adds one.",
        ),
        ("There's no command nme. Did you mean 'name'?", "There's no command nme. Did you mean :name?"),
        ("'parlour resume' goes back.", "'parlour resume' goes back."),
        ("War has no computer called 'on'.", "War has no computer called 'on'."),
        ("This game has no option 'name'; it has none.", "This game has no option 'name'; it has none."),
        ("'turn left' is a move, and ben's name isn't one.", "'turn left' is a move, and ben's name isn't one."),
    ],
)
def test_a_command_has_a_colon_on_the_full_screen_and_other_quotes_stay(sentence, shown):
    assert with_colons(sentence) == shown


def test_who_got_another_name_is_told_what_to_type_there():
    taken = OTHER_NAME.format(wanted="ana", name="ana2")
    told, _ = frame.said(Store(link=Link("up", "ws://localhost:1"), sentence=taken))
    assert "type :name" in told
    assert "type 'name'" in taken


@pytest.mark.parametrize("typed", [":name eva", " :mute ben", ":tables", ":q"])
def test_plain_mode_takes_a_command_with_a_colon(typed):
    store = Store(link=Link("up", "ws://localhost:1"))
    assert to_common(typed, store) == to_common(typed.strip()[1:], store)


def test_plain_mode_leaves_other_colons_alone():
    assert to_common(": xyzzy", Store(link=Link("up", "ws://localhost:1"))) == ": xyzzy"
