"""The shell around chat: keeps the lines said in one place, and sends them to everybody there."""

from __future__ import annotations

from collections.abc import Callable, Iterable, Set

from protocol import messages as m
from protocol.codec import encode
from server.net.framing import frame
from server.net.recipient import Recipient
from server.players.chat import rules
from server.players.chat.rules import ChatLine, ChatState, Listener


class ChatChannel:
    """The chat of the lobby, or of the room of a code; holds the current immutable `ChatState`."""

    __slots__ = ("_now", "_room", "state")

    def __init__(self, room: str | None, now: Callable[[], float]) -> None:
        """Begin without a line; `now` is a clock in seconds."""
        self._room = room
        self._now = now
        self.state = ChatState()

    def say(
        self,
        text: str,
        speaker: rules.Speaker | None,
        recipients: Iterable[Recipient],
        listener: Callable[[int], Listener] = Listener,
        about: tuple[int, ...] = (),
    ) -> None:
        """Remember a line and send it to every recipient who may hear it; without a speaker the server says it.

        `listener` is how a player hears; a line of the server is `about` some players. Raises ChatRefusedError.
        """
        line = ChatLine(text, self._now(), speaker, about)
        self.state = rules.add_line(self.state, line)
        frames: dict[bool, bytes] = {}
        for recipient in recipients:
            if rules.may_hear(line, listener(recipient.player)):
                is_theirs = speaker is not None and speaker.player == recipient.player
                if is_theirs not in frames:
                    frames[is_theirs] = self._frame(line, recipient.player)
                recipient.outbox.offer(frames[is_theirs])

    def forget(self, players: Set[int]) -> None:
        """Forget what some players have said, and what was said about them."""
        self.state = rules.without_players(self.state, players)

    def show(self, recipient: Recipient, listener: Listener) -> None:
        """Send somebody who has come what was said before, if anything was."""
        history = rules.chat_history(self.state, self._room, listener, self._now())
        if history.lines:
            recipient.outbox.offer(frame(encode(history)))

    def _frame(self, line: ChatLine, player: int) -> bytes:
        return frame(encode(m.Heard(room=self._room, line=rules.line_for(line, player, line.at))))
