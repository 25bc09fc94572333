"""Where connections become players: signs them in, and hands on what they ask for.

A player has one connection. Signing in from elsewhere replaces the old one, which is told why.
"""

from __future__ import annotations

from collections.abc import Callable
from http import HTTPStatus

from engines import catalog
from protocol import messages as m
from protocol.codec import decode_command
from protocol.errors import CloseCode, MalformedFrameError
from server.hosting.host import Host
from server.hosting.inbox import TICK, QueuedInput
from server.limits.settings import ServerLimits
from server.lobby.game_info import game_infos
from server.lobby.matchmaker import Matchmaker
from server.lobby.publisher import LobbyPublisher
from server.net.connection import ServerConnection
from server.net.handshake import HttpResponse
from server.ops.tasks import Tasks
from server.players.accounts.accounts import Accounts, NameTakenError
from server.players.accounts.names import InvalidNameError
from server.players.accounts.tokens import TokenRevokedError
from server.players.chat.rules import ChatRefusedError, clean_line
from server.players.results import queries
from server.players.results.online_ratings import OnlineRatings
from server.players.results.records import ResultStore
from server.players.results.score_feed import ScoreFeed
from server.players.sessions.client_session import Allowance, ClientSession, tag
from server.players.sessions.online_players import OnlinePlayers
from server.players.sessions.routing import RoomCommand, Session, read_input
from server.room.journal import StorageUnavailableError
from server.room.outputs import Refuse

SHOWN_VOID = "This token is void: a newer one was used since, or its player signed out everywhere."


class Dispatcher:
    """Everyone connected. Mutable: people come and go."""

    def __init__(
        self,
        accounts: Accounts,
        records: ResultStore,
        host: Host,
        hall: LobbyPublisher,
        renown: OnlineRatings,
        reckoner: ScoreFeed,
        tasks: Tasks,
        page: Callable[[str, str], HttpResponse | None],
        version: str,
        limits: ServerLimits,
    ) -> None:
        """Sign players in with `accounts`; `page` answers plain HTTP requests."""
        self._accounts = accounts
        self._records = records
        self._host = host
        self._hall = hall
        self._renown = renown
        self._reckoner = reckoner
        self._tasks = tasks
        self._page = page
        self._version = version
        self._limits = limits
        self._guests = OnlinePlayers()
        self._signed_in: dict[ServerConnection, ClientSession] = {}
        self._signing_in: set[ServerConnection] = set()
        self._allowances: dict[int, Allowance] = {}
        self._matchmaker = Matchmaker(self._guests, host, hall, tasks)
        self._stopping = False
        self.malformed = 0

    @property
    def online(self) -> int:
        """How many players are connected."""
        return len(self._guests)

    def stop(self, text: str) -> None:
        """Let nobody in any more, and tell everyone why."""
        self._stopping = True
        for guest in self._guests:
            guest.tell(m.Notice(text=text))

    def guest_at(self, connection: ServerConnection) -> ClientSession | None:
        """Who has signed in through a connection."""
        return self._signed_in.get(connection)

    # Called by connections.

    def page(self, path: str, address: str) -> HttpResponse | None:
        """The page at a path for who asks from an address, or None where a websocket is served."""
        return self._page(path, address)

    def arrived(self) -> HttpResponse | None:
        """A client asks in."""
        if self._stopping:
            return HttpResponse(HTTPStatus.SERVICE_UNAVAILABLE, "The server is stopping. Come back in a moment.\n")
        return None

    def received(self, connection: ServerConnection, payload: bytes) -> None:
        """A frame came: it is answered, handed on, or the connection is closed with the reason."""
        try:
            command = decode_command(payload)
        except MalformedFrameError as error:
            self.malformed += 1
            connection.close(CloseCode.MALFORMED, str(error))
            return
        guest = self._signed_in.get(connection)
        if guest is not None:
            self._commanded(guest, command)
        elif isinstance(command, m.Hello) and connection not in self._signing_in:
            self._signing_in.add(connection)
            self._tasks.start(self._sign_in(connection, command))
        else:
            connection.close(CloseCode.MALFORMED, "The first message is a hello, and there is only one.")

    def lost(self, connection: ServerConnection) -> None:
        """A connection is over."""
        self._signing_in.discard(connection)
        guest = self._signed_in.pop(connection, None)
        if guest is None:
            return
        self._host.gone(guest)
        self._hall.leave(guest)
        if self._guests.remove(guest):
            self._matchmaker.gone(guest.player)
            self._renown.gone(guest.player)
            self._reckoner.gone(guest.player)
            self._hall.remove_player(guest.player)

    def check(self, connection: ServerConnection, now: float) -> None:
        """Close a connection that has not said who it is in time, `now` by the event loop's clock."""
        is_silent = connection not in self._signed_in and connection not in self._signing_in
        if is_silent and now - connection.opened_at > self._limits.hello_s:
            connection.close(CloseCode.NOT_SIGNED_IN, "No hello came in time.")

    def forget(self, now: float) -> None:
        """Forget what those who are gone have used up, once it has come back."""
        self._allowances = {
            player: allowance
            for player, allowance in self._allowances.items()
            if player in self._guests or not allowance.is_whole(now)
        }

    # Inside.

    async def _sign_in(self, connection: ServerConnection, hello: m.Hello) -> None:
        try:
            account = await self._accounts.sign_in(hello.token, hello.name)
        except InvalidNameError as error:
            connection.close(CloseCode.MALFORMED, str(error))
            return
        except TokenRevokedError:
            connection.close(CloseCode.VOID, SHOWN_VOID)
            return
        except StorageUnavailableError:
            connection.close(CloseCode.STOPPING, "The server cannot store anything now. Come back in a moment.")
            return
        await self._host.take_up_for(account.player)
        if connection not in self._signing_in:
            return
        self._signing_in.remove(connection)
        name = self._replace(account.player) or account.name
        allowance = self._allowances.setdefault(account.player, Allowance(self._limits))
        signed_in = Session(account.player, name, hello.deals, hello.bot)
        guest = ClientSession(connection, signed_in, self._limits, allowance)
        self._signed_in[connection] = guest
        self._guests.add(guest)
        guest.tell(self._welcome(name, account.token, self._host.seats_of(account.player)))
        self._host.arrived(guest)
        self._renown.arrived(account.player)
        self._hall.add_player(account.player, name, is_bot=hello.bot)

    def _replace(self, player: int) -> str | None:
        """End the connection a player has so far; their name there, which is newer than one that was looked up."""
        old = self._guests.get(player)
        if old is None:
            return None
        self.lost(old.connection)
        old.connection.close(CloseCode.REPLACED, "You signed in from elsewhere; this window is no longer yours.")
        return old.name

    def _welcome(self, name: str, token: str, seated: tuple[str, ...]) -> m.Welcome:
        return m.Welcome(name=name, token=token, server=self._version, games=game_infos(), seated=seated)

    def _commanded(self, guest: ClientSession, command: m.Command) -> None:
        wait_s = guest.wait_s(command)
        if wait_s:
            guest.stop_for(wait_s, "You ask for more than this server takes from one player.", command)
            return
        self._route(guest, command)

    def _route(self, guest: ClientSession, command: m.Command) -> None:
        """Hand a command to whoever carries it out."""
        match command:
            case m.Create() | m.Quick() | m.Challenge() | m.Respond() | m.Withdraw():
                self._matchmaker.take(guest, command)
            case m.GetStats() | m.GetHistory() | m.GetLeaders():
                self._tasks.start(self._look_up(guest, command))
            case m.WatchScore():
                self._reckoner.ask(guest, command)
            case m.GetTranscript():
                self._host.transcribe(guest, command)
            case m.GetPastGame():
                self._host.reread(guest, command)
            case m.Watch(room=code, ref=ref):
                self._host.watch(code, guest, ref)
            case m.Say():
                self._say(guest, command)
            case m.Mute(room=code, name=name, on=on):
                self._host.mute(code, QueuedInput(TICK.event, guest, "mute"), guest.session.name, name, on=on)
            case m.Rename(name=name):
                self._tasks.start(self._rename(guest, name))
            case m.SignOut():
                self._tasks.start(self._sign_out(guest))
            case m.Browse(on=True):
                self._hall.enter(guest)
            case m.Browse():
                self._hall.leave(guest)
            case m.Hello():
                guest.connection.close(CloseCode.MALFORMED, "You are signed in already; there is only one hello.")
            case _:
                self._submit(guest, command)

    def _submit(self, guest: ClientSession, command: RoomCommand) -> None:
        """Hand a command to the room that it is about."""
        if isinstance(command, m.Join):
            self._matchmaker.settled(guest.player)
        event = read_input(guest.session, command)
        self._host.submit(command.room, QueuedInput(event, guest, tag(command), getattr(command, "ref", None)))

    def _say(self, guest: ClientSession, said: m.Say) -> None:
        """Pass on what somebody says, unless that is nothing, too much, or too often."""
        ask, name = QueuedInput(TICK.event, guest, "say"), guest.session.name
        try:
            text = clean_line(said.text, self._limits.chat_graphemes)
        except ChatRefusedError as error:
            ask.refuse(said.room, error.refusal.code, error.refusal.text)
            return
        if wait_s := guest.voice.take(guest.connection.heard_at):
            guest.stop_for(wait_s, "You talk faster than others read.", said)
        elif said.room is None:
            self._hall.say(guest, name, text)
        else:
            self._host.say(said.room, ask, name, text)

    async def _look_up(self, guest: ClientSession, asked: m.GetStats | m.GetHistory | m.GetLeaders) -> None:
        if asked.game is not None and asked.game not in catalog.games():
            guest.deny(Refuse("unknown-game", f"This server has no game {asked.game!r}."), tag(asked), asked.ref)
            return
        try:
            answer = await self._looked_up(guest.player, asked)
        except StorageUnavailableError:
            text = "The server cannot look that up now. Try again in a moment."
            guest.deny(Refuse("unavailable", text), tag(asked), asked.ref)
        else:
            guest.tell(answer)

    async def _looked_up(self, player: int, asked: m.GetStats | m.GetHistory | m.GetLeaders) -> m.Event:
        """What there is to tell. Raises Unwritable."""
        kept = self._records
        match asked:
            case m.GetHistory():
                return queries.history_answer(asked, await kept.games(player, asked))
            case m.GetLeaders(game=game):
                return queries.leaders_answer(asked, await kept.leaders(game), player)
            case m.GetStats(game=game, deal=deal):
                standing = await kept.standing(player, game)
                solution = await kept.solution(game, deal, player) if deal else None
                rank, met = await kept.rank(player, game), await kept.encounters(player, game)
                return queries.stats_answer(asked, standing, solution, rank, met)

    async def _rename(self, guest: ClientSession, name: str) -> None:
        try:
            accepted = await self._accounts.rename(guest.player, name)
        except InvalidNameError as error:
            guest.deny(Refuse("bad-name", str(error)), "rename", None)
        except NameTakenError as error:
            guest.deny(Refuse("name-taken", str(error)), "rename", None)
        except StorageUnavailableError:
            text = "The server cannot store anything now, so your name is as it was."
            guest.deny(Refuse("unavailable", text), "rename", None)
        else:
            # Meanwhile the player may have gone, or come back on another connection.
            if here := self._guests.rename(guest.player, accepted):
                self._hall.rename_player(guest.player, accepted)
                here.tell(m.Named(name=accepted))

    async def _sign_out(self, guest: ClientSession) -> None:
        try:
            token = await self._accounts.sign_out(guest.player)
        except StorageUnavailableError:
            text = "The server cannot store anything now, so your tokens are as they were."
            guest.deny(Refuse("unavailable", text), "sign-out", None)
        else:
            guest.tell(m.Token(token=token))
