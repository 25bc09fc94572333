"""Addresses with a fingerprint and without."""

import pytest

from client.net.address import fingerprint_of, host_and_port, pin_address, without_fingerprint
from client.settings import server_url
from tests.support.golden.sentences import for_each, golden_test

PIN = "646ZdrtGPEFTqUDKrkCijn"


@pytest.mark.parametrize("host", ["10.0.0.7", "fd00::5", "127.0.0.2"])
def test_what_is_made_is_understood(host):
    made = pin_address(host, 8765, PIN)
    assert server_url(made) == server_url(made.removeprefix("wss://")) == made
    assert fingerprint_of(made) == PIN


SAID = {
    "the fingerprint stands before the host and is neither connected to nor shown": lambda: for_each(
        lambda server: (fingerprint_of(server), without_fingerprint(server), host_and_port(server)),
        [f"wss://{PIN}@10.0.0.7:8765", f"wss://{PIN}@[fd00::5]:9/way", "ws://localhost:8765", ""],
    ),
}

test_said = golden_test(__name__, SAID)
