"""Bans and silences: whom they are for, until when, and the sentences that those are told.

They go by the wall clock, in whole seconds since 1970 (UTC), so that a restart lengthens none.
"""

from __future__ import annotations

import time
from ipaddress import IPv6Address, ip_network
from typing import Literal

import msgspec

from protocol.text import clean_text
from server.limits.addresses import IPV6_SHARED_BITS, parse_address

SanctionKind = Literal["ban", "silence"]
MAX_OF_A_KIND = 10_000
"""How many bans there may be, and how many silences."""
WHY_BYTES = 63
"""How long a reason may be: it goes into the frame that closes a connection, of which 120 bytes are shown."""
WIDEST = {4: 8, 6: 16}
"""The shortest prefix that may be banned, by IP version: a slip of the pen shall not ban everybody."""
MINUTE_S = 60


class InvalidSanctionError(ValueError):
    """There can be no such ban or silence; the message is a sentence for whoever asked for it."""


class Sanction(msgspec.Struct, frozen=True):
    """A ban or a silence.

    Attributes:
        kind: which of them.
        target: whom it is for: an account as #12, or for a ban also a network as 192.0.2.0/24.
        name: what the account was called when it was made; empty for a network.
        why: the reason that they are told, or nothing.
        made_at: when it was made.
        until: when it ends, or None if it stays until it is lifted.
    """

    kind: SanctionKind
    target: str
    name: str
    why: str
    made_at: int
    until: int | None

    def is_over(self, now: float) -> bool:
        return self.until is not None and self.until <= now

    @property
    def network(self) -> str | None:
        """The network it is for, or None for an account."""
        return None if self.target.startswith("#") else self.target


def account_target(player: int) -> str:
    return f"#{player}"


def parse_account(written: str) -> int | None:
    """The number in an account's target such as #12; None where it is none."""
    number = written.removeprefix("#")
    is_number = written.startswith("#") and number.isascii() and number.isdecimal()
    return int(number) if is_number and len(number) <= len(str(2**53)) else None


def parse_network(written: str) -> str | None:
    """The network in a text in its one spelling; None for a text that is no address.

    A single address of IPv6 stands for its /64, as it does for the limits. Raises InvalidSanctionError for a network
    that is too wide.
    """
    address = parse_address(written)
    try:
        found = ip_network(written if address is None else address, strict=False)
    except ValueError:
        return None
    if isinstance(address, IPv6Address):
        found = found.supernet(new_prefix=IPV6_SHARED_BITS)
    if found.prefixlen < WIDEST[found.version]:
        raise InvalidSanctionError(f"{found} is too wide: the widest a ban can take is /{WIDEST[found.version]}.")
    return str(found)


def clean_reason(written: str) -> str:
    """A reason as it is told. Raises InvalidSanctionError for one that is too long."""
    why = " ".join(clean_text(written).split())
    if len(why.encode()) > WHY_BYTES:
        raise InvalidSanctionError(f"A reason can have at most {WHY_BYTES} bytes; this one has {len(why.encode())}.")
    return why


def end_of(now: float, seconds: int | None) -> int | None:
    """When what lasts so long ends, on a full minute, which is what people are told; None for what is lifted."""
    return None if seconds is None else -int(-(now + seconds) // MINUTE_S) * MINUTE_S


def describe_time(at: int) -> str:
    """A moment as people read it."""
    return time.strftime("%Y-%m-%d %H:%M UTC", time.gmtime(at))


def sanction_text(sanction: Sanction) -> str:
    """The sentence for whoever is banned or silenced: until when, and why."""
    match sanction.kind:
        case "silence":
            told = "You can't chat on this server"
        case "ban":
            told = "You are banned" if sanction.network is None else "Your network is banned"
    until = "" if sanction.until is None else f" until {describe_time(sanction.until)}"
    why = f": {sanction.why}" if sanction.why else ""
    return f"{told}{until}{why}".rstrip(".!?") + "."
