"""What nodes tell each other of players' accounts: keys that are void, and deleted accounts.

Both are told again to a node that is new or has missed something.
"""

from __future__ import annotations

from collections import deque
from collections.abc import Collection

from server.cluster.messages import AccountsRemoved, KeysVoid
from server.cluster.players.presence import Send
from server.dispatching.session_registry import SessionRegistry
from server.hosting.host import Host
from server.lobby.publisher import LobbyPublisher
from server.players.sessions.leaving import GOODBYE

REMEMBERED = 1000
"""How many void keys, and how many deleted accounts, are told again."""

AccountMessage = KeysVoid | AccountsRemoved


class ClusterAccounts:
    """Keeps the last keys that became void here, and the last accounts that were deleted."""

    def __init__(self, send: Send, host: Host, sessions: SessionRegistry, publisher: LobbyPublisher) -> None:
        self._send = send
        self._host = host
        self._sessions = sessions
        self._publisher = publisher
        self._void: deque[bytes] = deque(maxlen=REMEMBERED)
        self._removed: deque[int] = deque(maxlen=REMEMBERED)

    # What happens here, as Elsewhere says.

    def void_keys(self, keys: Collection[bytes]) -> None:
        self._void.extend(keys)
        self._send(None, KeysVoid(tuple(keys)))

    def remove(self, player: int) -> None:
        self._removed.append(player)
        self._send(None, AccountsRemoved((player,)))

    def tell_all(self, node: int) -> None:
        """Tell a node what it may have missed."""
        if self._void:
            self._send(node, KeysVoid(tuple(self._void)))
        if self._removed:
            self._send(node, AccountsRemoved(tuple(self._removed)))

    # What other nodes tell.

    def hear(self, message: AccountMessage) -> None:
        """Do here what another node has done."""
        match message:
            case KeysVoid(keys=keys):
                self._sessions.shut_out(frozenset(keys))
            case AccountsRemoved(players=players):
                for player in players:
                    self._sessions.remove(player, GOODBYE)
                    for room in self._host.seats_of(player):  # which the other node may not have known of yet
                        self._host.put_leave(room, player)
                self._publisher.forget(set(players))
                self._host.forget(set(players))
