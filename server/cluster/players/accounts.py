"""What nodes tell each other of players' accounts: codes for another machine, keys that are void, and deleted accounts.

Keys and accounts that are gone are told again to a node that is new or has missed something. Codes are not: a player
whose code is not known where it is used asks for another.
"""

from __future__ import annotations

import asyncio
from collections import deque
from collections.abc import Collection

from server.cluster.messages import AccountsRemoved, CodeMade, CodeVoid, KeysVoid
from server.cluster.players.presence import Send
from server.dispatching.session_registry import SessionRegistry
from server.hosting.host import Host
from server.lobby.publisher import LobbyPublisher
from server.players.sessions.leaving import GOODBYE
from server.players.sessions.link_codes import LinkEntry

REMEMBERED = 1000
"""How many void keys, and how many deleted accounts, are told again."""

AccountMessage = CodeMade | CodeVoid | KeysVoid | AccountsRemoved


class ClusterAccounts:
    """Keeps the last keys that became void here, and the last accounts that were deleted."""

    def __init__(self, send: Send, host: Host, sessions: SessionRegistry, publisher: LobbyPublisher) -> None:
        self._send = send
        self._host = host
        self._sessions = sessions
        self._publisher = publisher
        self._now = asyncio.get_running_loop().time
        self._void: deque[bytes] = deque(maxlen=REMEMBERED)
        self._removed: deque[int] = deque(maxlen=REMEMBERED)
        sessions.link_codes.others = self

    # What happens here, as Elsewhere and OtherLinkCodes say.

    def share(self, code: str, entry: LinkEntry) -> None:
        self._send(None, CodeMade(code, entry.player, entry.until - self._now()))

    def void(self, player: int) -> None:
        self._send(None, CodeVoid(player))

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
            case CodeMade(code=code, player=player, left_s=left_s):
                self._sessions.link_codes.add(code, LinkEntry(player, self._now() + left_s), self._now())
            case CodeVoid(player=player):
                self._sessions.link_codes.forget(player)
            case KeysVoid(keys=keys):
                self._sessions.shut_out(frozenset(keys))
            case AccountsRemoved(players=players):
                for player in players:
                    self._sessions.remove(player, GOODBYE)
                    for room in self._host.seats_of(player):  # which the other node may not have known of yet
                        self._host.put_leave(room, player)
                self._publisher.forget(set(players))
                self._host.forget(set(players))
