"""Players who are connected, as many as a test needs, whose connections take what they are sent."""

from __future__ import annotations

from types import SimpleNamespace
from typing import Any, cast

from server.limits.settings import ServerLimits
from server.net.connection import ServerConnection
from server.players.sessions.client_session import Allowance, ClientSession
from server.players.sessions.online_players import OnlinePlayers
from server.players.sessions.routing import Session


def session(player: int, name: str, sent: list[Any] | None = None) -> ClientSession:
    """A player's session; what it is sent goes into `sent`."""
    taken: list[Any] = [] if sent is None else sent
    outbox = SimpleNamespace(offer=lambda frame, key="": taken.append(frame))
    connection = SimpleNamespace(outbox=outbox, address_usage=None, address="", heard_at=0.0)
    return ClientSession(
        cast(ServerConnection, connection), Session(player, name), ServerLimits(), Allowance(ServerLimits())
    )


def crowd(number: int) -> OnlinePlayers:
    """So many players, called somebody-000000 and so on."""
    online = OnlinePlayers()
    for player in range(number):
        online.add(session(player + 100, f"somebody-{player:06}"))
    return online
