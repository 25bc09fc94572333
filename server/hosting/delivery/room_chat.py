"""The chat of one table: checks who may talk and hear, sends lines to its audience, and mutes people."""

from __future__ import annotations

from collections.abc import Callable, Set

from protocol import messages as m
from server.hosting.delivery.audience import Audience
from server.net.recipient import Requester
from server.players.chat import rules
from server.players.chat.channel import ChatChannel
from server.players.chat.rules import ChatRefusedError, Listener, Overheard, Speaker
from server.players.sessions.addressing import ambiguous, person_at
from server.room.match.occupants import Person
from server.room.step import Room


class RoomChat:
    """A table's chat channel and the audience that reads it."""

    __slots__ = ("_audience", "_channel")

    def __init__(self, code: str, audience: Audience[Requester], now: Callable[[], float]) -> None:
        """Begin without a line; `now` is a clock in seconds."""
        self._audience = audience
        self._channel = ChatChannel(code, now)

    def say(self, room: Room, requester: Requester, text: str) -> None:
        """Send what a player says to everybody here. Raises ChatRefusedError."""
        player = requester.player
        if player not in self._audience:
            raise ChatRefusedError("not-seated", f"You are not at table {room.setting.code}, so you can't chat there.")
        speaker = Speaker(player, requester.name, watches=room.seat_of(player) is None)
        self._channel.say(text, speaker, self._audience, _listeners(room))

    def mute(self, room: Room, host: Requester, command: m.Mute) -> None:
        """Mute somebody, or without a name all who watch, or let them talk again. Raises ChatRefusedError."""
        if host.player != room.host:
            raise ChatRefusedError("not-host", f"Only the host, {room.host_name}, can do that.")
        channel, on = self._channel, command.on
        if command.name is None:
            channel.state = rules.set_watchers_silent(channel.state, on=on)
            self._announce(f"{host.name} lets {'only players' if on else 'everyone'} chat here.", host.player)
            return
        muted = self._find(room, command.name, command.seat)
        if muted is None or muted.player == host.player:
            raise ChatRefusedError("not-now", "Nobody else by that name is at this table.")
        channel.state = rules.set_muted(channel.state, muted.player, on=on)
        self._announce(f"{host.name} {'muted' if on else 'unmuted'} {muted.name}.", host.player, muted.player)

    def forget(self, players: Set[int]) -> None:
        """Forget what some players have said here."""
        self._channel.forget(players)

    def overhear(self, room: Room, name: str) -> Overheard:
        """Who goes by a name here, or went by it last, and what was said here last."""
        return rules.overhear(self._channel.state, self._known(room, name))

    def show(self, room: Room, requester: Requester) -> None:
        """Send what was said before to somebody who has come."""
        self._channel.show(requester, _listeners(room)(requester.player))

    def _find(self, room: Room, name: str, seat: int | None) -> Speaker | None:
        """Whoever is meant by a name, or sits at a seat. Raises ChatRefusedError where that may be several."""
        if seat is not None:
            occupant = person_at(room, seat)
            return Speaker(occupant.player, occupant.name) if occupant else None
        found = self._known(room, name)
        if len(found) > 1:
            refusal = ambiguous(found[0].name, "hush")
            raise ChatRefusedError(refusal.code, refusal.text)
        return found[0] if found else None

    def _known(self, room: Room, name: str) -> tuple[Speaker, ...]:
        """All who go by a name here, have talked here under it, or sat down with it."""
        here = [Speaker(requester.player, requester.name) for requester in self._audience]
        return rules.find_speakers((*here, *rules.speakers(self._channel.state), *_seated(room)), name)

    def _announce(self, text: str, *about: int) -> None:
        """Send what the server says about some players."""
        self._channel.say(text, None, self._audience, about=about)


def _seated(room: Room) -> tuple[Speaker, ...]:
    return tuple(Speaker(occupant.player, occupant.name) for occupant in room.chairs if isinstance(occupant, Person))


def _listeners(room: Room) -> Callable[[int], Listener]:
    """How everybody hears: in a serious game under way, its players hear nothing from spectators."""
    is_quiet = room.setting.serious and room.is_playing
    return lambda player: Listener(player, hears_watchers=not (is_quiet and room.seat_of(player) is not None))
