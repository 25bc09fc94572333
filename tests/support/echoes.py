"""A worker that answers with what it was given, to be looked at: it runs in a process of its own."""

from __future__ import annotations

import socket

import pytest

from server import thinking
from server.thinking import Answer


def work(place: socket.socket) -> None:
    """Answer each task with its own bytes, as text."""
    thinking.end_with_parent()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(thinking, "answer", lambda task: Answer(task.hex(), "", 0.0))
        thinking.serve(place)
