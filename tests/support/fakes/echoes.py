"""A worker that answers with what it was given, to be looked at: it runs in a process of its own."""

from __future__ import annotations

import socket

import pytest

from server.computers import worker
from server.computers.worker import Thought


def work(place: socket.socket) -> None:
    """Answer each task with its own bytes, as text."""
    worker.end_with_parent()
    with pytest.MonkeyPatch.context() as patch:
        patch.setattr(worker, "run_task", lambda task: Thought(task.hex(), "", 0.0))
        worker.serve(place)
