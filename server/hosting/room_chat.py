"""Talk at one table: who may say what, who is told, and whom the table's host has muted."""

from __future__ import annotations

from collections.abc import Callable

from server.hosting.audience import Audience
from server.net.recipient import Requester
from server.players.chat import rules as talks
from server.players.chat.channel import ChatChannel
from server.players.chat.rules import ChatRefusedError, Listener, Speaker
from server.room.match.occupants import Person
from server.room.step import Room


class RoomChat:
    """The talk at a table and those who hear it. Mutable: its conversation grows."""

    __slots__ = ("_audience", "_conversation")

    def __init__(self, code: str, audience: Audience[Requester], now: Callable[[], float]) -> None:
        """Begin in silence."""
        self._audience = audience
        self._conversation = ChatChannel(code, now)

    def say(self, room: Room, player: int, name: str, text: str) -> None:
        """Let everybody here know what a player says, who goes by `name`. Raises talk.NotSaid."""
        if player not in self._audience:
            raise ChatRefusedError(
                "not-seated", f"You are not at table {room.setting.code}, so nobody there hears you."
            )
        self._conversation.say(text, _speaker(room, player, name), self._audience, _ears(room))

    def mute(self, room: Room, host: Speaker, name: str | None, *, on: bool) -> None:
        """Let somebody, or without a name all who watch, talk here no more, or again. Raises talk.NotSaid."""
        if host.player != room.host:
            raise ChatRefusedError("not-host", f"Only {room.host_name}, whose table this is, can do that.")
        conversation = self._conversation
        if name is None:
            conversation.talk = talks.set_watchers_silent(conversation.talk, on=on)
            self._announce(f"{host.name} lets {'only players' if on else 'everybody'} talk here.")
            return
        here = [Speaker(asker.player, asker.name) for asker in self._audience]
        muted = talks.find_speaker((*here, *talks.speakers(conversation.talk), *_seated(room)), name)
        if muted is None or muted.player == host.player:
            raise ChatRefusedError("not-now", "Nobody else of that name sits at this table or has talked here.")
        conversation.talk = talks.set_muted(conversation.talk, muted.player, on=on)
        self._announce(f"{host.name} {'mutes' if on else 'lets'} {muted.name}{'' if on else ' talk again'}.")

    def show(self, room: Room, asker: Requester) -> None:
        """Tell one who has come what was said before."""
        self._conversation.show(asker, _ears(room)(asker.player))

    def _announce(self, text: str) -> None:
        self._conversation.say(text, None, self._audience)


def _speaker(room: Room, player: int, name: str) -> Speaker:
    return Speaker(player, name, watches=room.seat_of(player) is None)


def _seated(room: Room) -> tuple[Speaker, ...]:
    return tuple(Speaker(chair.player, chair.name) for chair in room.chairs if isinstance(chair, Person))


def _ears(room: Room) -> Callable[[int], Listener]:
    """How everybody hears: while a serious game is under way, who plays it is told nothing by who only watches."""
    is_quiet = room.setting.serious and room.is_playing
    return lambda player: Listener(player, hears_watchers=not (is_quiet and room.seat_of(player) is not None))
