"""What a node tells before it is known to live is heard as it was told, and so is that a part of it was missed."""

from __future__ import annotations

from typing import Any
from unittest.mock import Mock

from server.cluster.listener import BusListener
from server.cluster.messages import Frame, Message, write

NODE = 7


class Listening:
    """A listener whose parts do nothing, and what those for rooms have heard, with "missed" for a gap."""

    def __init__(self) -> None:
        self.heard: list[str] = []
        self.others: dict[int, Any] = {}
        rooms = Mock()
        rooms.hear = lambda _node, message: self.heard.append(message.frame.decode())
        rooms.frames.miss = lambda: self.heard.append("missed")
        heartbeat = Mock(others=self.others)
        self.listener = BusListener(Mock(), heartbeat, Mock(), rooms, *(Mock() for _ in range(5)))

    def tell(self, text: str) -> None:
        message: Message = Frame(1, 1, text.encode(), "ABCD")
        self.listener.hear(NODE, write(message))

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
