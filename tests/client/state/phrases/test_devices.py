"""A player's machines, a code for another one and a recovery phrase are said so that one knows what to do."""

from __future__ import annotations

from dataclasses import replace

import pytest

from client.commands.verb_table import CommandContext, read
from client.fullscreen.screens.page import draw
from client.fullscreen.ui.bindings import Keymap
from client.fullscreen.ui.state import UiState
from client.fullscreen.update import run
from client.linemode.events import on_event
from client.linemode.model import LineMode
from client.state.fold import fold
from client.state.habits import Habits
from client.state.phrases import devices
from client.state.store import Link, PhraseMade, Store
from protocol import messages as m
from tests.support.builders.scenes import lines
from tests.support.builders.stores import lobby_store
from tests.support.fakes.table_server import PHRASE

DESK = m.Device(device=3, name="desk", added=1_700_000_000, seen=1_700_086_400, here=True, phrase=False)
LAPTOP = m.Device(device=8, name="laptop", added=1_700_003_600, seen=1_700_050_000, here=False, phrase=False)
WORDS = m.Device(device=9, name="recovery phrase", added=1_700_050_000, seen=1_700_050_000, here=False, phrase=True)
LISTED = m.Devices(devices=(DESK, LAPTOP, WORDS))
CODE = m.LinkCode(code="KQFM7XWP", expires_s=300)
REFUSED = m.Refused(code="bad-key", text="No.", about="add-device", ref=None, room=None, retry_after_s=None)


def after(*happenings, server="wss://play.example.org") -> Store:
    store = Store()
    for happening in (Link("up", server), *happenings):
        store = fold(store, happening, 0.0)
    return store


def test_devices_are_numbered_with_when_each_was_last_here_and_what_can_be_done():
    said = devices.lines(after(LISTED))
    assert said[:3] == (
        "1  desk, this one",
        "2  laptop, last used on 2023-11-15",
        "3  recovery phrase, made on 2023-11-15",
    )
    assert said[3:] == (devices.HOW_TO_REVOKE,)
    assert devices.NO_PHRASE in devices.lines(after(m.Devices(devices=(DESK,))))


def test_a_code_is_shown_with_the_line_to_type_elsewhere():
    assert "  parlour link KQFM7XWP --server wss://play.example.org" in devices.lines(after(CODE))
    assert not any("invite" in line for line in devices.lines(after(CODE)))
    assert any("invite" in line for line in devices.lines(after(CODE, server="ws://localhost:40000")))


PAGE, SSH, WSS = "https://play.example.org/", "ssh://play.example.org:2222", "wss://play.example.org"
ON_THE_PAGE, BY_SSH = (
    "  https://play.example.org/#link-KQFM7XWP",
    "  ssh -t -p 2222 play@play.example.org link KQFM7XWP",
)
IN_PARLOUR = "  parlour link KQFM7XWP --server wss://play.example.org"


@pytest.mark.parametrize(
    ("public", "portal", "ways"),
    [
        ((), (), ["  parlour link KQFM7XWP --server ws://127.0.0.1:8765"]),
        ((PAGE, SSH), (), [ON_THE_PAGE, BY_SSH, "  parlour link KQFM7XWP --server ws://127.0.0.1:8765"]),
        ((), (PAGE, SSH), [ON_THE_PAGE, BY_SSH]),
        ((), (PAGE,), [ON_THE_PAGE]),
        ((WSS,), (PAGE, SSH), [ON_THE_PAGE, BY_SSH, IN_PARLOUR]),
        ((), ("ssh://play.example.org:22",), ["  ssh -t play@play.example.org link KQFM7XWP"]),
    ],
)
def test_a_code_is_shown_with_every_way_to_use_it_that_is_open(public, portal, ways):
    store = replace(after(CODE, server="ws://127.0.0.1:8765"), public_urls=public, portal_urls=portal)
    said = devices.lines(store)
    assert [line for line in said if line.startswith("  ")] == ways
    assert said[0].endswith(" type:" if len(ways) == 1 else " open or type one of these:")
    assert any("invite" in line for line in said) == (not portal)


def test_through_a_portal_there_are_no_recovery_words_as_they_belong_to_an_address_that_only_it_can_reach():
    store = replace(after(m.Devices(devices=(DESK,))), portal_urls=(PAGE,))
    assert devices.NO_PHRASE not in devices.lines(store)
    with pytest.raises(ValueError, match="not a portal"):
        read("recovery", CommandContext(store, Habits()))


def test_a_phrase_is_shown_once_the_server_has_it_and_not_again():
    assert PHRASE.split()[0] not in " ".join(devices.lines(after(PhraseMade(PHRASE))))
    stored = after(PhraseMade(PHRASE, "wss://play.example.org"), LISTED)
    assert "  parlour recover --server wss://play.example.org" in devices.lines(stored)
    assert "  parlour recover" in devices.lines(after(PhraseMade(PHRASE), LISTED))
    assert all(word in " ".join(devices.lines(stored)) for word in PHRASE.split())
    assert "legal" not in " ".join(devices.lines(fold(stored, LISTED, 0.0)))
    assert "legal" not in " ".join(devices.lines(after(PhraseMade(PHRASE), REFUSED, LISTED)))
    assert "legal" not in repr(stored)
    assert "legal" not in repr(PhraseMade(PHRASE))


@pytest.mark.parametrize(
    ("line", "command"),
    [
        ("link", m.GetLinkCode()),
        ("devices", m.GetDevices()),
        ("devices revoke 2", m.RevokeDevice(device=8)),
        ("devices revoke 3", m.RevokeDevice(device=9)),
    ],
)
def test_they_are_typed_and_revoked_by_their_place_in_the_list(line, command):
    assert read(line, CommandContext(after(LISTED), Habits())) == command


@pytest.mark.parametrize(
    ("line", "happenings", "why"),
    [
        ("devices revoke 1", [LISTED], "That's this machine"),
        ("devices revoke 4", [LISTED], "no machine '4'"),
        ("devices revoke 2", [], "Type 'devices' first"),
        ("devices revoke", [LISTED], "'devices revoke 2'"),
        ("here", [], "no other window"),
        ("guest", [], "no other window"),
    ],
)
def test_what_cannot_be_revoked_is_said_to_be_so(line, happenings, why):
    with pytest.raises(ValueError, match=why):
        read(line, CommandContext(after(*happenings), Habits()))


@pytest.mark.parametrize("size", [(80, 24), (60, 20), (140, 45)])
def test_the_screen_has_a_panel_with_the_code_the_phrase_and_the_list(size):
    store = lobby_store()
    for happening in (LISTED, CODE):
        store = fold(store, happening, 0.0)
    ui = run(store, UiState(), "link").ui
    shown = " ".join(lines(draw(store, ui, size, 0.0, Keymap(store, ui))))
    assert all(text in shown for text in ("Your machines", "parlour link KQFM7XWP", "laptop"))


@pytest.mark.parametrize(
    ("state", "keys"),
    [
        ("elsewhere", {"enter": "here", "g": "guest", "escape": "quit", "c-q": "quit"}),
        ("replaced", {"enter": "here", "escape": "quit", "c-q": "quit"}),
    ],
)
@pytest.mark.parametrize("panel", ["", "help", "form"])
def test_while_the_player_is_in_another_window_there_are_keys_for_what_can_be_done(state, keys, panel):
    store = fold(Store(), Link(state, "wss://play.example.org", "You are playing in another window."), 0.0)
    ui = UiState(panel=panel)
    pressed = {key: Keymap(store, ui).resolve(key) for key in keys}
    assert {key: found.command for key, found in pressed.items() if found.works} == keys
    shown = " ".join(lines(draw(store, UiState(), (80, 24), 0.0, Keymap(store, UiState()))))
    assert all(word in shown for word in ("another window", "Enter", "Esc"))


def test_plain_mode_reads_them_out():
    mode = LineMode(store=after())
    assert on_event(mode, LISTED, 0.0).said[0] == "1  desk, this one"
    coded = on_event(mode, CODE, 0.0).said
    assert coded[-1] == "  parlour link KQFM7XWP --server wss://play.example.org"
    mine = on_event(mode, PhraseMade(PHRASE), 0.0)
    assert mine.said == ()
    assert any("legal" in line for line in on_event(mine.mode, LISTED, 0.0).said)
