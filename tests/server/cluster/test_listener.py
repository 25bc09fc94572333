"""What a node tells before it is known to live is heard as it was told, and so is that a part of it was missed."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock

import pytest

from server.cluster.listener import BusListener
from server.cluster.messages import Frame, Message, TellAll, write

NODE = 7


class Listening:
    """A listener whose parts do nothing, and what those for rooms have heard, with "missed" for a gap.

    `asked` has whom it has asked for everything.
    """

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.asked: list[int | None] = []
        self.others: dict[int, Any] = {}
        rooms = Mock()
        rooms.hear = lambda _node, message: self.heard.append(message.frame.decode())
        rooms.frames.miss = lambda: self.heard.append("missed")
        heartbeat = Mock(others=self.others)
        self.listener = BusListener(self._send, heartbeat, Mock(), rooms, *(Mock() for _ in range(5)))

    def tell(self, text: str) -> None:
        message: Message = Frame(1, 1, text.encode(), "ABCD")
        self.listener.hear(NODE, write(message))

    def _send(self, node: int | None, message: Message) -> None:
        if isinstance(message, TellAll):
            self.asked.append(node)

    def take(self) -> list[str]:
        """What was heard since it was last taken."""
        heard, self.heard[:] = self.heard[:], []
        return heard

    def greet(self) -> None:
        self.others[NODE] = Mock()
        self.listener.greet(NODE)


def test_what_was_missed_of_a_node_not_known_to_live_is_noted_between_what_came_before_and_after() -> None:
    for missed_of in (NODE, None):
        at = Listening()
        at.tell("before")
        at.listener.note_missed(missed_of)
        at.tell("after")
        assert at.take() == ["missed"]
        at.greet()
        assert at.take() == ["before", "missed", "after"]


def test_what_was_missed_of_another_node_is_no_gap_in_what_one_has_told() -> None:
    at = Listening()
    at.tell("before")
    at.listener.note_missed(NODE + 1)
    at.tell("after")
    at.take()
    at.greet()
    assert at.take() == ["before", "after"]


@pytest.mark.parametrize("missed_of", [NODE, None])
def test_a_node_is_asked_for_everything_once_between_two_beats_however_often_something_of_it_is_missed(
    missed_of: int | None,
) -> None:
    at = Listening()
    at.greet()
    for _ in range(3):
        at.listener.note_missed(missed_of)
    assert (at.asked, at.take()) == ([missed_of], ["missed"] * 3)
    at.listener.ask_for_missed()
    assert at.asked == [missed_of] * 2, "what was missed after it was asked comes with the beat"
    at.listener.note_missed(missed_of)
    at.listener.ask_for_missed()
    assert at.asked == [missed_of] * 3
    at.listener.ask_for_missed()
    assert at.asked == [missed_of] * 3, "nothing more was missed"
    at.listener.note_missed(missed_of)
    assert at.asked == [missed_of] * 4
