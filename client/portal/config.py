"""A portal's settings, and what its visitors may use."""

from __future__ import annotations

from dataclasses import dataclass, field
from pathlib import Path

from client.hosting.invitation import PortalAddress


@dataclass(frozen=True, slots=True)
class PortalLimits:
    """What visitors may use.

    Attributes:
        visitors: how many may be here.
        per_address: how many of one address.
        arrivals_per_s: how many may come in a second, and `arrivals_burst` at once.
        first_key_s: how long a visitor without a seat may wait before the first key.
        idle_s: how long one may press no key.
        unsent_bytes: how much of a screen may wait to be read; what comes then is left out.
        typed_per_s: how many bytes of keys are taken in a second, and `typed_burst` at once.
        looks: how many games are replayed or verified at once, and `looks_waiting` how many wait.
        players: how many players are kept.
    """

    visitors: int = 200
    per_address: int = 4
    arrivals_per_s: float = 5.0
    arrivals_burst: int = 20
    first_key_s: float = 60.0
    idle_s: float = 30 * 60.0
    unsent_bytes: int = 64 * 1024
    typed_per_s: float = 2000.0
    typed_burst: int = 8192
    looks: int = 1
    looks_waiting: int = 8
    players: int = 20_000


@dataclass(frozen=True, slots=True)
class PortalConfig:
    """A portal's settings.

    Attributes:
        server: the URL of the server that visitors play on.
        address: where the portal is reached, as visitors are told.
        folder: where it keeps its host key and its players.
        ca_file: a file of certificates to trust instead of the system's.
    """

    server: str
    address: PortalAddress
    folder: Path
    ca_file: str | None = None
    limits: PortalLimits = field(default_factory=PortalLimits)
