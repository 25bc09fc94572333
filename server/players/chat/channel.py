"""The shell around talk: keeps what is said in one place, and tells everybody there."""

from __future__ import annotations

from collections.abc import Callable, Iterable

from protocol import messages as m
from protocol.codec import encode
from server.net.framing import frame
from server.net.recipient import Recipient
from server.players.chat import rules as talks
from server.players.chat.rules import ChatLine, ChatState, Listener


class ChatChannel:
    """The talk of the hall, or of the room of a code. Mutable: it is what becomes."""

    __slots__ = ("_now", "_room", "talk")

    def __init__(self, room: str | None, now: Callable[[], float]) -> None:
        """Begin in silence, by a clock in seconds."""
        self._room = room
        self._now = now
        self.talk = ChatState()

    def say(
        self,
        text: str,
        speaker: talks.Speaker | None,
        here: Iterable[Recipient],
        ear: Callable[[int], Listener] = Listener,
    ) -> None:
        """Remember a line and tell everybody here who hears it; without a speaker the house says it.

        `ear` is how a player hears. Raises talk.NotSaid.
        """
        line = ChatLine(text, self._now(), speaker)
        self.talk = talks.add_line(self.talk, line)
        told: dict[bool, bytes] = {}
        for follower in here:
            if talks.may_hear(line, ear(follower.player)):
                is_theirs = speaker is not None and speaker.player == follower.player
                if is_theirs not in told:
                    told[is_theirs] = self._frame(line, follower.player)
                follower.outbox.offer(told[is_theirs])

    def show(self, follower: Recipient, ear: Listener) -> None:
        """Tell one who has come what was said before, if anything was."""
        told = talks.chat_history(self.talk, self._room, ear, self._now())
        if told.lines:
            follower.outbox.offer(frame(encode(told)))

    def _frame(self, line: ChatLine, player: int) -> bytes:
        return frame(encode(m.Heard(room=self._room, line=talks.line_for(line, player, line.at))))
