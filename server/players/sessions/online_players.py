"""Finds connected players by their number, or by a name that looks like theirs."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from server.players.accounts.lookalikes import fold
from server.players.sessions.client_session import ClientSession


class OnlinePlayers:
    """Every signed-in session by player number and by folded name; coming, going and renaming take constant time."""

    def __init__(self) -> None:
        self._by_player: dict[int, ClientSession] = {}
        self._by_name: dict[str, ClientSession] = {}

    def __iter__(self) -> Iterator[ClientSession]:
        return iter(self._by_player.values())

    def __len__(self) -> int:
        return len(self._by_player)

    def __contains__(self, player: int) -> bool:
        return player in self._by_player

    def get(self, player: int) -> ClientSession | None:
        return self._by_player.get(player)

    def find(self, name: str) -> ClientSession | None:
        """Find whoever goes by a name, or one that looks like it."""
        return self._by_name.get(fold(name))

    def add(self, session: ClientSession) -> None:
        """Add a session that has just signed in; its player is not here yet."""
        self._by_player[session.player] = session
        self._by_name[fold(session.name)] = session

    def remove(self, session: ClientSession) -> bool:
        """Remove a session whose connection is over; whether it was the player's newest."""
        if self._by_player.get(session.player) is not session:
            return False
        del self._by_player[session.player]
        self._forget_name(session)
        return True

    def rename(self, player: int, name: str) -> ClientSession | None:
        session = self._by_player.get(player)
        if session is not None:
            self._forget_name(session)
            session.signed_in = replace(session.signed_in, name=name)
            self._by_name[fold(name)] = session
        return session

    def _forget_name(self, session: ClientSession) -> None:
        """Free a name, unless somebody else has taken it since the accounts let it go."""
        alike = fold(session.name)
        if self._by_name.get(alike) is session:
            del self._by_name[alike]
