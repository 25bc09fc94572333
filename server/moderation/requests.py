"""What `parlour admin` asks a running server, and what that answers: each is one line of JSON."""

from __future__ import annotations

from typing import Annotated

import msgspec

from server.moderation.reports import PlayerReport
from server.moderation.sanctions import Sanction, SanctionKind

LEAST_S, MOST_S = 60, 3650 * 86_400
"""How long a ban or a silence may last that is not simply to be lifted."""

Words = Annotated[str, msgspec.Meta(max_length=4096)]


class _Request(msgspec.Struct, frozen=True, forbid_unknown_fields=True):
    """Something that the owner asks for."""


class ListPlayers(_Request, frozen=True, tag="who"):
    """Who is connected?"""


class Announce(_Request, frozen=True, tag="announce"):
    """Tell everybody something."""

    text: Words


class Impose(_Request, frozen=True, tag="impose"):
    """Ban or silence a target for so many seconds, or without them until that is lifted."""

    kind: SanctionKind
    target: Words
    seconds: Annotated[int, msgspec.Meta(ge=LEAST_S, le=MOST_S)] | None
    why: Words


class Lift(_Request, frozen=True, tag="lift"):
    """Lift the ban and the silence of a target."""

    target: Words


class ListSanctions(_Request, frozen=True, tag="bans"):
    """Which bans and silences are in force?"""


class EndTableRequest(_Request, frozen=True, tag="close"):
    """Close a table, by its code."""

    room: Words
    why: Words


class ListReports(_Request, frozen=True, tag="reports"):
    """Which reports wait?"""


class ClearReports(_Request, frozen=True, tag="clear-reports"):
    """Remove the report of a number, or all."""

    number: Annotated[int, msgspec.Meta(ge=1, lt=2**53)] | None


OwnerRequest = ListPlayers | Announce | Impose | Lift | ListSanctions | EndTableRequest | ListReports | ClearReports


class PresentPlayer(msgspec.Struct, frozen=True):
    """A connected player.

    Attributes:
        name: what they go by.
        account: their account's number.
        address: where they come from.
        tables: the codes of the tables where they hold a seat.
        watching: those of the others that they follow.
        since: since when they are connected, in seconds since 1970 (UTC).
        bot: whether a program plays.
    """

    name: str
    account: int
    address: str
    tables: tuple[str, ...]
    watching: tuple[str, ...]
    since: int
    bot: bool


class PlayerList(msgspec.Struct, frozen=True, tag="players"):
    """Everybody who is connected."""

    rows: tuple[PresentPlayer, ...]


class SanctionList(msgspec.Struct, frozen=True, tag="sanctions"):
    """The bans and silences in force."""

    rows: tuple[Sanction, ...]


class ReportList(msgspec.Struct, frozen=True, tag="reports"):
    """The reports that wait, oldest first."""

    rows: tuple[PlayerReport, ...]


class Done(msgspec.Struct, frozen=True, tag="done"):
    """It is done; the text says what."""

    text: str


class NotDone(msgspec.Struct, frozen=True, tag="not-done"):
    """Nothing was changed; the text says why."""

    text: str


OwnerAnswer = PlayerList | SanctionList | ReportList | Done | NotDone
