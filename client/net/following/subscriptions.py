"""Remembers what the player browses, looks at and watches, to ask for it again when the line is up again."""

from __future__ import annotations

from collections.abc import Callable, Iterator

from client.net.following.rejoin import REF
from client.net.timer import Timer
from protocol import messages as m

LOOK_AGAIN_S = 1.0


class Subscriptions:
    """The newest of each command that stays in force, until its connection is lost."""

    def __init__(self, ask: Callable[[m.Command], None]) -> None:
        """Send commands that are to be repeated with `ask`."""
        self._ask = ask
        self._browse: m.Browse | None = None
        self._look: m.Look | None = None
        self._watch_score: m.WatchScore | None = None
        self._watched: dict[str, m.Watch] = {}
        self._shown: set[str] = set()
        self._look_again = Timer(self._repeat_look)

    def __iter__(self) -> Iterator[m.Command]:
        """The commands to send after a reconnect."""
        commands = (self._browse, self._look, self._watch_score, *self._watched.values())
        return (command for command in commands if command is not None)

    @property
    def rooms(self) -> tuple[str, ...]:
        """The tables that are watched."""
        return tuple(self._watched)

    def remember(self, command: m.Command) -> None:
        """Note a command that the player sends, if it stays in force."""
        match command:
            case m.Browse():
                self._browse = command if command.on else None
            case m.Look():
                self._look = command
            case m.WatchScore():
                self._watch_score = command
            case m.Watch(room=room):
                self._watched[room] = command

    def hear(self, event: object) -> None:
        """Note from an event which tables are watched: those shown, too, that cannot be shown once more right now."""
        match event:
            case m.Entered(ref=ref, room=room, seat=None):
                # A Leave may have been answered since this was asked for.
                self._watched[room] = m.Watch(ref=ref, room=room)
                self._shown.add(room)
            case m.Table(room=room, seat=None) if room not in self._shown:
                # What was refused, or never answered, may be shown after all.
                self._watched.setdefault(room, m.Watch(ref=REF, room=room))
                self._shown.add(room)
            case m.Refused(about="watch", code="unavailable", room=str(room)) if room in self._shown:
                pass
            case m.Refused(about="watch", room=str(room)) | m.Left(room=room):
                self._watched.pop(room, None)
                self._shown.discard(room)

    def look_again(self, wait_s: float | None) -> None:
        """Say once more what the player looks at, after so many seconds."""
        self._look_again.set(wait_s or LOOK_AGAIN_S)

    def stop(self) -> None:
        """Repeat nothing by itself any more: the connection is lost."""
        self._look_again.stop()
        self._shown.clear()

    def _repeat_look(self) -> None:
        if self._look is not None:
            self._ask(self._look)
