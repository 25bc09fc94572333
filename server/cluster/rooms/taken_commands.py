"""Does what players at other nodes ask of rooms here, each command once, however often the bus brings it."""

from __future__ import annotations

from contextlib import suppress

from protocol import messages as m
from protocol.codec import decode_command
from protocol.errors import MalformedFrameError
from server.cluster.messages import Answered, Asked
from server.cluster.players.presence import ClusterPresence, Send
from server.cluster.players.remote_session import RemoteSession
from server.cluster.rooms.held_commands import HELD_MAX
from server.hosting.host import Host
from server.hosting.inbox import QueuedInput
from server.hosting.room_requests import RoomRequest
from server.net.recipient import Requester
from server.players.sessions.client_session import ClientSession
from server.players.sessions.routing import Request, RoomCommand, read_input
from server.room.inputs import Sit


class TakenCommands:
    """Knows which commands of other nodes were taken, and which were not; mutable because more come.

    A node has no more under way than HELD_MAX, so that of more the first is forgotten.
    """

    def __init__(self, send: Send, host: Host, presence: ClusterPresence) -> None:
        self._send = send
        self._host = host
        self._presence = presence
        self._answers: dict[int, dict[int, bool]] = {}

    def hear_asked(self, node: int, asked: Asked) -> None:
        """Do what a player at a node asks of a room, if that is this node's, and once however often it is asked.

        What it was told stands: it may ask elsewhere by now, though the room has come here since.
        For a session that is not known nothing is done, nor answered: what was told of it may be lost, and come again.
        """
        answers = self._answers.setdefault(node, {})
        session = self._presence.remote(node, asked.player, asked.number)
        is_new, is_taken = asked.id not in answers, answers.get(asked.id, asked.room in self._host)
        if is_new and is_taken and session is None:
            return
        answers[asked.id] = is_taken
        if len(answers) > HELD_MAX:
            del answers[next(iter(answers))]
        self._send(node, Answered(asked.id, is_taken))
        if session is None or not is_taken:
            return
        if is_new:
            self._take(session, asked)
        else:
            session.repeat_answer(asked.command, asked.id)

    def forget_node(self, node: int) -> None:
        """Forget what a node that has gone was told."""
        self._answers.pop(node, None)

    def _take(self, session: RemoteSession, asked: Asked) -> None:
        with suppress(MalformedFrameError):  # another release knows it
            command = decode_command(asked.command)
            if isinstance(command, m.Play):
                session.note_move(asked.room, asked.id)
            elif (ref := getattr(command, "ref", None)) is not None:
                session.forget_answer(ref)
            act(self._host, session, Request(session, command, asked.room))


def act(host: Host, session: ClientSession | RemoteSession, request: Request[Requester]) -> None:
    """Put a player's command to a room of this node's. One that is for no room by itself asks for a seat there."""
    command, code = request.command, str(request.room)
    if isinstance(command, RoomRequest):
        host.ask(code, request)
    elif isinstance(command, RoomCommand):
        host.submit(code, QueuedInput(read_input(session.signed_in, command), request))
    else:
        who = session.person()
        host.submit(code, QueuedInput(Sit(who.player, who.name, who.deals, who.home), request))
