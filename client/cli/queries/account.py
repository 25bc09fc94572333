"""Asks a server for all that it keeps of the player, or to delete their account."""

from __future__ import annotations

from pathlib import Path
from typing import Any

import msgspec

from client.cli.queries.query import QueryAnswer, QueryRequest
from client.net.identity.identity import Identity
from client.state.exit_codes import ExitCode
from client.state.store import Happening, Store
from protocol import messages as m

REF = 0
PAGES_MAX = 10_000
"""After so many pages a server is taken to have no end of them."""


class AccountExport:
    """Fetches page after page; the answer is one JSON object with a list for each section, printed or written."""

    def __init__(self, file: Path | None) -> None:
        """Write to `file`, or else answer with the text."""
        self._file = file
        self._sections: dict[str, list[Any]] = {}
        self._pages = 0
        self._at: str | None = None

    def follow(self, happening: Happening, _: Store) -> QueryRequest | QueryAnswer | None:
        match happening:
            case m.Welcome():
                return QueryRequest((m.ExportAccount(ref=REF, at=None),))
            case m.AccountPage(following=following):
                self._add(happening)
                if following is not None and self._pages < PAGES_MAX:
                    return QueryRequest((m.ExportAccount(ref=REF, at=following),))
                return QueryAnswer(self._finish())
            case m.Refused(about="export-account", code="too-many", retry_after_s=float(wait_s)):
                return QueryRequest((m.ExportAccount(ref=REF, at=self._at),), after_s=wait_s)
            case m.Refused(text=text):
                return QueryAnswer(text, ExitCode.FAILURE)
        return None

    def _add(self, page: m.AccountPage) -> None:
        self._pages += 1
        self._at = page.following
        self._sections.setdefault(page.section, []).extend(msgspec.json.decode("".join(page.rows), type=list[Any]))

    def _finish(self) -> str:
        written = msgspec.json.format(msgspec.json.encode(self._sections)).decode()
        if self._file is None:
            return written
        self._file.write_text(f"{written}\n", encoding="utf-8")
        return f"Everything the server knows about you is in {self._file}."


class AccountDeletion:
    """Deletes the account, if its name is the one that the player has typed, and forgets its token here."""

    def __init__(self, identity: Identity, typed: str | None) -> None:
        """Delete the account whatever its name, where `typed` is None."""
        self._identity = identity
        self._typed = typed

    def follow(self, happening: Happening, store: Store) -> QueryRequest | QueryAnswer | None:
        match happening:
            case m.Welcome(name=name) if self._typed in (None, name):
                return QueryRequest((m.DeleteAccount(ref=REF, name=name),))
            case m.Welcome(name=name):
                return QueryAnswer(f"Your name there is {name}, so nothing was deleted.", ExitCode.FAILURE)
            case m.AccountDeleted():
                self._identity.forget()
                return QueryAnswer(f"Your account {store.name} has been deleted.")
            case m.Refused(text=text):
                return QueryAnswer(text, ExitCode.FAILURE)
        return None
