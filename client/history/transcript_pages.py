"""Joins the pages in which a server sends the transcript of a long game."""

from __future__ import annotations

import msgspec

from client.history.positions import GameUnavailableError
from client.history.saved.keeper import MAX_EVENTS
from protocol import messages as m


def join_pages(before: m.Transcript | None, page: m.Transcript) -> m.Transcript:
    """A transcript with one more page. Raises GameUnavailableError if the pages cannot make a whole one."""
    events = before.events if before else ()
    is_all = len(events) + len(page.events) >= page.count
    if page.after != len(events) or page.count > MAX_EVENTS or not (page.events or is_all):
        raise GameUnavailableError("The server didn't send the whole game.")
    return msgspec.structs.replace(page, after=0, events=(*events, *page.events))
