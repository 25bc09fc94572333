"""Carries out what the owner of a server asks for.

Requests are carried out one at a time. Each act that changes something stands in the log once, with its target: an
account by its number, as the log holds no names.
"""

from __future__ import annotations

import asyncio
import logging
from collections.abc import Callable, Iterator
from typing import Protocol

import msgspec

from protocol import messages as m
from protocol.errors import CloseCode
from server.hosting.host import Host
from server.limits.settings import ServerLimits
from server.moderation import requests
from server.moderation.moderation import Moderation
from server.moderation.requests import Done, NotDone, OwnerAnswer, OwnerRequest, PresentPlayer
from server.moderation.sanction_index import SanctionIndex
from server.moderation.sanctions import (
    MAX_OF_A_KIND,
    InvalidSanctionError,
    Sanction,
    account_target,
    clean_reason,
    describe_time,
    end_of,
    parse_account,
    parse_network,
    sanction_text,
)
from server.moderation.store import SanctionsFullError
from server.net.connection import ServerConnection
from server.net.gateway import Gateway
from server.players.chat.rules import ChatRefusedError, clean_line
from server.players.sessions.client_session import ClientSession
from server.room.journal import StorageUnavailableError

_log = logging.getLogger("parlour.owner")
_decoder: msgspec.json.Decoder[OwnerRequest] = msgspec.json.Decoder(OwnerRequest)

SessionAt = Callable[[ServerConnection], ClientSession | None]


class UnknownTargetError(ValueError):
    """There is nobody and nothing of that name; the message says so."""


class OtherNodes(Protocol):
    """The other servers of a cluster, which are to do the same."""

    @property
    def others(self) -> int:
        """How many there are."""

    def has_room(self, code: str) -> bool:
        """Whether a table is at one of them."""

    def repeat_act(self, request: bytes) -> None:
        """Have all of them do what is encoded."""


class OwnerActs:
    """Everything that `parlour admin` can have a server do; `cluster` are the other servers, where there can be any."""

    cluster: OtherNodes | None = None

    def __init__(
        self, moderation: Moderation, gateway: Gateway, session_at: SessionAt, host: Host, limits: ServerLimits
    ) -> None:
        """Act on the connections of `gateway`, whose sessions `session_at` finds, and on the tables of `host`."""
        self._moderation = moderation
        self._gateway = gateway
        self._session_at = session_at
        self._host = host
        self._limits = limits
        self._turn = asyncio.Lock()

    async def carry_out(self, request: OwnerRequest) -> OwnerAnswer:
        """Do what is asked; the answer to what cannot be done says why, and nothing has changed."""
        async with self._turn:
            try:
                answer = await self._carry_out(request)
            except (UnknownTargetError, InvalidSanctionError, ChatRefusedError) as error:
                return NotDone(str(error))
            except SanctionsFullError:
                return NotDone(f"There are {MAX_OF_A_KIND} already, and no more are allowed.")
            except StorageUnavailableError:
                return NotDone("The server can't store anything right now, so nothing changed.")
            if self.cluster is not None and isinstance(answer, Done):
                self.cluster.repeat_act(msgspec.json.encode(request))
            return answer

    async def repeat(self, written: bytes) -> None:
        """Do here what another server of the cluster was asked to do; nothing stands for what may have been missed."""
        async with self._turn:
            try:
                await self._repeat(_decoder.decode(written) if written else None)
            except (UnknownTargetError, InvalidSanctionError, ChatRefusedError, msgspec.MsgspecError):
                pass  # it was done there, and here is nothing to do; or another release knows it
            except StorageUnavailableError:
                _log.warning("event=owner-act-not-repeated")

    async def _repeat(self, request: OwnerRequest | None) -> None:
        match request:
            case requests.Announce(text=text):
                self._announce(text)
            case requests.EndTableRequest(room=room, why=why) if self._host.end_table(room, self._closed(room, why)):
                _note("close", room)
            case None | requests.Impose() | requests.Lift() | requests.ClearReports():
                await self._moderation.restore()
                for ban in self._moderation.sanctions():
                    if ban.kind == "ban":
                        self._turn_out(ban)

    async def _carry_out(self, request: OwnerRequest) -> OwnerAnswer:
        match request:
            case requests.ListPlayers():
                return requests.PlayerList(tuple(map(self._present, self._sessions())))
            case requests.Announce(text=text):
                return self._announce(text)
            case requests.Impose():
                return await self._impose(request)
            case requests.Lift(target=target):
                return await self._lift(target)
            case requests.ListSanctions():
                return requests.SanctionList(tuple(self._moderation.sanctions()))
            case requests.EndTableRequest(room=room, why=why):
                return self._end_table(room, why)
            case requests.ListReports():
                return requests.ReportList(tuple(await self._moderation.store.reports()))
            case requests.ClearReports(number=number):
                return await self._clear_reports(number)

    def _sessions(self) -> Iterator[ClientSession]:
        return filter(None, map(self._session_at, tuple(self._gateway.connections)))

    def _present(self, session: ClientSession) -> PresentPlayer:
        connection, seated = session.connection, self._host.seats_of(session.player)
        return PresentPlayer(
            session.name,
            session.player,
            connection.address,
            seated,
            tuple(sorted(session.following.difference(seated))),
            int(self._moderation.now() - (asyncio.get_running_loop().time() - connection.opened_at)),
            session.signed_in.bot,
        )

    def _announce(self, text: str) -> Done:
        """Tell everybody. Raises ChatRefusedError."""
        notice = m.Notice(text=clean_line(text, self._limits.chat_graphemes))
        told = list(self._sessions())
        for session in told:
            session.tell(notice)
        _note("announce", "everybody")
        here = " here, and to all at other nodes" if self.cluster is not None and self.cluster.others else ""
        return Done(f"Sent to {_count(len(told), 'player')}{here}.")

    async def _impose(self, request: requests.Impose) -> Done:
        """Ban or silence somebody. Raises UnknownTargetError, InvalidSanctionError, SanctionsFullError."""
        now = self._moderation.now()
        target, name = await self._find(request.target)
        why, until = clean_reason(request.why), end_of(now, request.seconds)
        sanction = Sanction(request.kind, target, name, why, int(now), until)
        if request.kind == "silence" and sanction.network is not None:
            raise InvalidSanctionError("Only players can be silenced; to keep a network out, ban it.")
        await self._moderation.impose(sanction)
        _note(request.kind, target, until)
        closed = self._turn_out(sanction) if request.kind == "ban" else 0
        return Done(_describe(sanction, closed))

    def _turn_out(self, ban: Sanction) -> int:
        """Close the connections that a ban is for; returns how many."""
        only, now, closed = SanctionIndex(), self._moderation.now(), 0
        only.add(ban)
        for connection in tuple(self._gateway.connections):
            session = self._session_at(connection)
            is_theirs = session is not None and only.of_player("ban", session.player, now) is not None
            if is_theirs or only.at_address(connection.address, now) is not None:
                connection.close(CloseCode.BANNED, sanction_text(ban))
                closed += 1
        return closed

    async def _lift(self, written: str) -> Done:
        """Lift what is in force against somebody. Raises UnknownTargetError or InvalidSanctionError."""
        target, _ = await self._find(written)
        lifted = await self._moderation.lift(target)
        if not lifted:
            raise UnknownTargetError(f"There's no ban or silence on {target}; 'bans' lists them all.")
        _note("lift", target)
        return Done(f"Lifted the {' and the '.join(each.kind for each in lifted)} on {_called(lifted[0])}.")

    def _end_table(self, room: str, why: str) -> Done:
        """Close a table. Raises UnknownTargetError or ChatRefusedError."""
        is_closed = self._host.end_table(room, self._closed(room, why))
        if not is_closed and not (self.cluster is not None and self.cluster.has_room(room)):
            raise UnknownTargetError(f"There's no table {ascii(room)[1:-1]}.")
        _note("close", room)
        return Done(f"Closing table {room}; its game doesn't count for anybody.")

    def _closed(self, room: str, why: str) -> str:
        """What people at a closed table are told. Raises ChatRefusedError."""
        because = f": {clean_line(why, self._limits.chat_graphemes)}" if why else "."
        return f"The server's owner closed table {room}{because}"

    async def _clear_reports(self, number: int | None) -> Done:
        """Remove reports. Raises UnknownTargetError."""
        gone = await self._moderation.clear_reports(number)
        if number is not None and not gone:
            raise UnknownTargetError(f"There's no report {number}.")
        _note("clear-reports", "all" if number is None else str(number))
        return Done(f"Cleared {_count(gone, 'report')}.")

    async def _find(self, written: str) -> tuple[str, str]:
        """The target that a text means, with its name. Raises UnknownTargetError or InvalidSanctionError."""
        if network := parse_network(written):
            return network, ""
        number, store = parse_account(written), self._moderation.store
        known = await (store.find_player(written) if number is None else store.player_of(number))
        if known is None:
            raise UnknownTargetError(f"{ascii(written)[1:-1][:64]} is neither a player nor an address.")
        return account_target(known.player), known.name


def _describe(sanction: Sanction, closed: int) -> str:
    done = "banned" if sanction.kind == "ban" else "silenced"
    until = "until lifted" if sanction.until is None else f"until {describe_time(sanction.until)}"
    connections = f"; closed {_count(closed, 'connection')}" if sanction.kind == "ban" else ""
    return f"{_called(sanction)} is {done} {until}{connections}."


def _count(number: int, noun: str) -> str:
    return f"{number} {noun}{'s' * (number != 1)}"


def _called(sanction: Sanction) -> str:
    return f"{sanction.name} ({sanction.target})" if sanction.name else sanction.target


def _note(act: str, target: str, until: int | None = None) -> None:
    ends = "-" if until is None else describe_time(until).replace(" ", "T", 1).replace(" UTC", "Z")
    _log.info("event=owner-act actor=owner act=%s target=%s until=%s", act, target, ends)
