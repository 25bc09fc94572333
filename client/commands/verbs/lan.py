"""Readers of `open network` and `close network`, which open the player's own server to the network and close it."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

from client.commands import actions
from client.commands.verbs.context import VerbArguments, Words

BAD_ADDRESS = "open network takes an address of this machine, as in 192.168.1.5, 192.168.1.5:9000 or [fd00::5]."
NETWORK = "network"


def open_lan_or(read: Callable[[VerbArguments], actions.Action]) -> Callable[[VerbArguments], actions.Action]:
    """A reader of `open network`, and by `read` of everything else that can be opened."""
    return lambda arguments: (
        actions.OpenLan(*_address(arguments.words[1:])) if arguments.words[:1] == (NETWORK,) else read(arguments)
    )


def close_lan_or(read: Callable[[VerbArguments], actions.Action]) -> Callable[[VerbArguments], actions.Action]:
    """A reader of `close network`, and by `read` of everything else that can be closed."""
    return lambda arguments: actions.CloseLan() if arguments.words == (NETWORK,) else read(arguments)


def _address(words: Words) -> tuple[str, int | None]:
    """The address of this machine and the port in the words, if any."""
    if not words:
        return "", None
    try:
        parts = urlsplit(f"//{words[0]}")
        host, port = ip_address(parts.hostname or ""), parts.port
    except ValueError:
        raise ValueError(BAD_ADDRESS) from None
    if host.is_unspecified or port == 0 or len(words) > 1:
        raise ValueError(BAD_ADDRESS)
    return str(host), port
