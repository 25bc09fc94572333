"""The words that open one's own server to the network and shut it again: `open network` and `close network`."""

from __future__ import annotations

from collections.abc import Callable
from ipaddress import ip_address
from urllib.parse import urlsplit

from client.commands import actions
from client.commands.verbs.context import VerbArguments, Words

NO_PLACE = "open network takes an address of this machine, as in 192.168.1.5, 192.168.1.5:9000 or [fd00::5]."
NETWORK = "network"


def open_lan_or(read: Callable[[VerbArguments], actions.Action]) -> Callable[[VerbArguments], actions.Action]:
    """What reads an order to open the network, or whatever else may be opened."""
    return lambda arguments: (
        actions.OpenLan(*_place(arguments.words[1:])) if arguments.words[:1] == (NETWORK,) else read(arguments)
    )


def close_lan_or(read: Callable[[VerbArguments], actions.Action]) -> Callable[[VerbArguments], actions.Action]:
    """What reads an order to close the network, or whatever else may be closed."""
    return lambda arguments: actions.CloseLan() if arguments.words == (NETWORK,) else read(arguments)


def _place(words: Words) -> tuple[str, int | None]:
    """The address of this machine and the port that are written, if any."""
    if not words:
        return "", None
    try:
        parts = urlsplit(f"//{words[0]}")
        host, port = ip_address(parts.hostname or ""), parts.port
    except ValueError:
        raise ValueError(NO_PLACE) from None
    if host.is_unspecified or port == 0 or len(words) > 1:
        raise ValueError(NO_PLACE)
    return str(host), port
