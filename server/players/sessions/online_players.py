"""The players who are connected, found by their number or by a name that looks like theirs."""

from __future__ import annotations

from collections.abc import Iterator

from msgspec.structs import replace

from server.players.accounts.names import fold
from server.players.sessions.client_session import ClientSession


class OnlinePlayers:
    """Indexes everyone signed in. Mutable: people come, go and take other names, each at a cost of its own."""

    def __init__(self) -> None:
        """Begin with nobody."""
        self._by_player: dict[int, ClientSession] = {}
        self._by_name: dict[str, ClientSession] = {}

    def __iter__(self) -> Iterator[ClientSession]:
        """Everyone, the newest last."""
        return iter(self._by_player.values())

    def __len__(self) -> int:
        """How many there are."""
        return len(self._by_player)

    def __contains__(self, player: int) -> bool:
        """Whether a player is connected."""
        return player in self._by_player

    def get(self, player: int) -> ClientSession | None:
        """Find a player by number."""
        return self._by_player.get(player)

    def find(self, name: str) -> ClientSession | None:
        """Find whoever goes by a name, or one that looks like it."""
        return self._by_name.get(fold(name))

    def add(self, guest: ClientSession) -> None:
        """Add a player who has signed in, and is not here yet."""
        self._by_player[guest.player] = guest
        self._by_name[fold(guest.name)] = guest

    def remove(self, guest: ClientSession) -> bool:
        """Remove a player whose connection is over; whether it was the one they are known by."""
        if self._by_player.get(guest.player) is not guest:
            return False
        del self._by_player[guest.player]
        self._forget_name(guest)
        return True

    def rename(self, player: int, name: str) -> ClientSession | None:
        """Let a player, if connected, go by another name from now on; who that is."""
        guest = self._by_player.get(player)
        if guest is not None:
            self._forget_name(guest)
            guest.session = replace(guest.session, name=name)
            self._by_name[fold(name)] = guest
        return guest

    def _forget_name(self, guest: ClientSession) -> None:
        """Free a name, unless somebody else has taken it since the accounts let it go."""
        alike = fold(guest.name)
        if self._by_name.get(alike) is guest:
            del self._by_name[alike]
