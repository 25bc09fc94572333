"""Addresses with a fingerprint and without."""

from __future__ import annotations

import pytest

from client.address import bare, fingerprint_of, pinned, place
from client.settings import server_url

PIN = "646ZdrtGPEFTqUDKrkCijn"


@pytest.mark.parametrize(
    ("server", "fingerprint", "without", "shown"),
    [
        (f"wss://{PIN}@10.0.0.7:8765", PIN, "wss://10.0.0.7:8765", "10.0.0.7:8765"),
        (f"wss://{PIN}@[fd00::5]:9/way", PIN, "wss://[fd00::5]:9/way", "[fd00::5]:9"),
        ("ws://localhost:8765", "", "ws://localhost:8765", "localhost:8765"),
        ("", "", "", ""),
    ],
)
def test_the_fingerprint_stands_before_the_host_and_is_neither_connected_to_nor_shown(
    server, fingerprint, without, shown
):
    assert (fingerprint_of(server), bare(server), place(server)) == (fingerprint, without, shown)


@pytest.mark.parametrize("host", ["10.0.0.7", "fd00::5", "127.0.0.2"])
def test_what_is_made_is_understood(host):
    made = pinned(host, 8765, PIN)
    assert server_url(made) == server_url(made.removeprefix("wss://")) == made
    assert fingerprint_of(made) == PIN
