"""The shell around rooms that are wanted: makes them, and looks for people to play with while anybody waits."""

from __future__ import annotations

import asyncio
import secrets
from typing import NamedTuple

from msgspec.structs import replace

from protocol import messages as m
from server.hosting.host import Host
from server.hosting.inbox import TICK, QueuedInput
from server.lobby import listing, matched, matchmaking, seeks
from server.lobby.listing import OpenRoom
from server.lobby.publisher import LobbyPublisher
from server.lobby.seeks import SeekPool
from server.ops.tasks import Tasks
from server.players.sessions.client_session import ClientSession, tag
from server.players.sessions.online_players import OnlinePlayers
from server.room.inputs import Sit
from server.room.outputs import Refuse

ENTROPY_BYTES = 32
LOOK_EVERY_S = 0.5
"""How often it is looked whether a table waits, or somebody has waited long enough, while anybody waits."""
TOO_MANY = "Too many tables were made just now."

Wanted = m.Create | m.Quick | m.Challenge | m.Respond


class PendingSeat(NamedTuple):
    """Somebody who is to sit at a table, and the command by which they asked for it."""

    guest: ClientSession
    command: Wanted

    @property
    def ask(self) -> QueuedInput:
        """Where an answer goes."""
        return QueuedInput(TICK.event, self.guest, tag(self.command), self.command.ref)

    def deny(self, refusal: Refuse) -> None:
        """Tell them that it cannot be."""
        self.guest.deny(refusal, tag(self.command), self.command.ref)


class Matchmaker:
    """Who waits for whom, as it is now. Mutable: it is what becomes."""

    def __init__(self, guests: OnlinePlayers, host: Host, hall: LobbyPublisher, tasks: Tasks) -> None:
        """Make rooms of `host` for `guests`, who are connected."""
        self._guests = guests
        self._host = host
        self._hall = hall
        self._tasks = tasks
        self._now = asyncio.get_running_loop().time
        self._matching = SeekPool()
        self._is_looking = False

    def take(self, guest: ClientSession, wanted: Wanted | m.Withdraw) -> None:
        """Do what a player wants, or say why not."""
        match wanted:
            case m.Create():
                self.settled(guest.player)
                self._make(wanted, PendingSeat(guest, wanted))
            case m.Quick():
                self._seek(guest, wanted)
            case m.Challenge():
                self._challenge(guest, wanted)
            case m.Respond():
                self._happen(seeks.Respond(guest.person(), wanted), wanted)
            case m.Withdraw():
                self._happen(seeks.Withdraw(guest.player))

    def settled(self, player: int) -> None:
        """A player goes to a table without anybody's help."""
        self._happen(seeks.SatDown(player))

    def gone(self, player: int) -> None:
        """A player is connected no more."""
        self._happen(seeks.Disconnected(player))

    # Inside.

    def _seek(self, guest: ClientSession, quick: m.Quick) -> None:
        """Let a player sit down where somebody waits, or wait for somebody to come."""
        self.settled(guest.player)
        code = self._hall.waiting(guest.player, quick.games)
        if code is not None:
            self._sit(code, PendingSeat(guest, quick))
        elif refusal := self._hall.refusal(_request(matched.quick_table(quick.games[0]), guest)):
            PendingSeat(guest, quick).deny(refusal)
        else:
            self._happen(seeks.Seek(guest.person(), quick), quick)

    def _challenge(self, guest: ClientSession, challenge: m.Challenge) -> None:
        """Pass a challenge on to somebody who is connected, if a table like that can be made."""
        self.settled(guest.player)
        whom, asker = self._guests.find(challenge.whom), PendingSeat(guest, challenge)
        if wait_s := guest.makings.take(guest.connection.heard_at):
            guest.stop_for(wait_s, "You have asked for many games just now.", challenge)
        elif whom is None:
            asker.deny(Refuse("unknown-player", f"Nobody called {challenge.whom!r} is here now."))
        elif refusal := self._hall.refusal(_request(matched.challenge_table(challenge), guest)):
            asker.deny(refusal)
        else:
            self._happen(seeks.Challenge(guest.person(), challenge, whom.person()), challenge)

    def _happen(self, event: seeks.Event, command: Wanted | None = None) -> None:
        """Let something happen to the wishes, and do what follows; `command` is where it came from."""
        result = matchmaking.step(self._matching, self._now(), event)
        self._matching = result.matching
        for output in result.outputs:
            self._deliver(output, command)
        if self._matching.wishes and not self._is_looking:
            self._is_looking = True
            self._tasks.start(self._look())

    async def _look(self) -> None:
        """Look for tables, and at the time, for as long as anybody waits."""
        try:
            while self._matching.wishes:
                await asyncio.sleep(LOOK_EVERY_S)
                self._happen(seeks.CheckTime(self._hall.waiting))
        finally:
            self._is_looking = False

    def _deliver(self, output: seeks.Output, command: Wanted | None) -> None:
        guest = self._guests.get(output.player)
        if guest is None:
            return
        match output:
            case seeks.TellSeeker(player=player, news=news):
                guest.tell(matchmaking.matching_message(self._matching, player, self._now(), news))
            case seeks.DenySeek(asked=asked, refusal=refusal):
                PendingSeat(guest, asked).deny(refusal)
            case seeks.SitDown(wish=wish, code=code):
                self._sit(code, PendingSeat(guest, wish.asked))
            case seeks.AgainstComputer(wish=wish, level=level):
                self._make(matched.computer_table(wish.games[0], level), PendingSeat(guest, wish.asked))
            case seeks.MakePair(wish=wish, game=game, guest=other) if command is not None:
                come = self._guests.get(other.player)
                company = None if come is None else PendingSeat(come, command)
                self._make(matched.table_for(wish, game), PendingSeat(guest, wish.asked), company)

    def _make(self, create: m.Create, maker: PendingSeat, other: PendingSeat | None = None) -> None:
        """Have a room made, or say why not to everybody who was to sit there."""
        match self._hall.ask(_request(create, maker.guest, other and other.guest)):
            case OpenRoom(opened=opened) if wait_s := _too_early_s(maker):
                self._hall.relist(opened.code, None)
                maker.guest.stop_for(wait_s, TOO_MANY, maker.command)
                if other is not None:
                    other.guest.stop_for(wait_s, TOO_MANY, other.command)
            case OpenRoom(opened=opened):
                self._host.open(opened, maker.guest, maker.command.ref, other and other.ask)
            case Refuse() as refusal:
                for party in filter(None, (maker, other)):
                    party.deny(refusal)

    def _sit(self, code: str, party: PendingSeat) -> None:
        who = party.guest.person()
        self._host.submit(code, replace(party.ask, event=Sit(who.player, who.name, who.deals)))


def _request(create: m.Create, guest: ClientSession, other: ClientSession | None = None) -> listing.CreateRoom:
    """The request for a room of somebody's, in which another has the first open seat."""
    who, entropy = guest.person(), secrets.token_bytes(ENTROPY_BYTES)
    return listing.CreateRoom(who.player, who.name, create, entropy, who.deals, other.person() if other else None)


def _too_early_s(maker: PendingSeat) -> float:
    """How many seconds too early another room is made by somebody, or where they are; challenges were counted."""
    if isinstance(maker.command, m.Challenge):
        return 0.0
    now, household = maker.guest.connection.heard_at, maker.guest.connection.household
    return maker.guest.makings.take(now) or (household.rooms.take(now) if household else 0.0)
