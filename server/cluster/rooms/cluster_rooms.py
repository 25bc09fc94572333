"""Puts together what a node knows of rooms and does for them, and has each part hear what other nodes tell of it."""

from __future__ import annotations

from collections.abc import Mapping

from server.cluster.messages import Answered, Asked, Claimed, Following, Frame, HandedOver, Leaving, Listed
from server.cluster.players.presence import ClusterPresence, Send
from server.cluster.rooms.directory import Directory
from server.cluster.rooms.handover import Handover
from server.cluster.rooms.held_commands import HeldCommands
from server.cluster.rooms.listings import ClusterListings
from server.cluster.rooms.locations import RoomLocations
from server.cluster.rooms.relay import Relay
from server.cluster.rooms.remote_frames import RemoteFrames
from server.cluster.rooms.remote_tables import RemoteTables
from server.cluster.rooms.search import RoomSearch
from server.cluster.rooms.taken_commands import TakenCommands
from server.hosting.host import Host
from server.lobby.publisher import LobbyPublisher
from server.lobby.room_index import RoomEntry
from server.net.recipient import Requester
from server.ops.server_clock import ServerClock
from server.ops.tasks import Tasks
from server.players.sessions.routing import Request

RoomMessage = Asked | Answered | Claimed | Frame | Following | HandedOver | Leaving | Listed


class ClusterRooms:
    """The rooms of a cluster, as one of its nodes sees them; mutable because its parts are."""

    def __init__(
        self,
        me: int,
        send: Send,
        clock: ServerClock,
        directory: Directory,
        host: Host,
        presence: ClusterPresence,
        publisher: LobbyPublisher,
        tasks: Tasks,
    ) -> None:
        self._host = host
        self._tasks = tasks
        self.locations = RoomLocations()
        self.commands = HeldCommands(send, presence)
        self.taken_commands = TakenCommands(send, host, presence)
        self.tables = RemoteTables(me, send, directory, host, presence, self.locations, tasks)
        self.search = RoomSearch(me, send, directory, host, self.locations, self.commands, self.tables, tasks)
        self.relay = Relay(send, self.locations, self.commands, self.search)
        self.listings = ClusterListings(send, directory, host, publisher, self.locations, tasks)
        self.frames = RemoteFrames(send, presence, host, self.tables)
        self.handover = Handover(
            send, clock, directory, host, presence, self.locations, self.search, self.listings, self.tables, tasks
        )

    def forward(self, request: Request[Requester]) -> bool:
        """Put a request of a player's who is connected here to its room's node; whether it is one for another node."""
        if request.room is not None:
            self.tables.note_command(request.requester.player, request.room, request.command)
        return self.relay.forward(request)

    def hear(self, node: int, message: RoomMessage) -> None:
        """Have a part hear what a node tells."""
        match message:
            case Asked():
                self.taken_commands.hear_asked(node, message)
            case Answered():
                self.relay.hear_answered(node, message)
            case Frame():
                if self.commands.hear_frame(message):
                    self.frames.hear(node, message)
            case Following():
                self.tables.hear_following(node, message)
            case Claimed(codes=codes):
                for code in codes:
                    if code not in self._host:
                        self.locations.note_owner(code, node)
            case HandedOver():
                self._tasks.start(self.handover.take(message))
            case Leaving(player=player, room=room):
                self._host.put_leave(room, player)
            case Listed():
                self.tables.check_left(self.listings.hear(node, message))

    def tell(self, entries: Mapping[str, RoomEntry | None]) -> None:
        """Tell all nodes how rooms here are listed now."""
        self.tables.check_left(self.listings.tell(entries))

    def note_answered(self, *, has_due: bool) -> None:
        """Ask again for what is late, and claim rooms where there are any that nobody has, as a beat was answered."""
        self.commands.ask_late_again()
        self.tables.resume()
        if has_due:
            self.handover.claim_due()

    def forget_node(self, node: int) -> None:
        """Forget a node that has gone, and put to others what it has not taken, or not answered."""
        self.relay.forget_node(node)
        self.taken_commands.forget_node(node)
