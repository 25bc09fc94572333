"""Refuses a PostgreSQL server that could lose what it says is stored."""

from __future__ import annotations

from collections.abc import Mapping

from server.room.journal import StorageUnavailableError

VERSION_MIN = 15
SETTINGS = ("server_version_num", "fsync", "full_page_writes", "synchronous_commit", "server_encoding")
ASK = f"SELECT {', '.join(f'current_setting({name!r})' for name in SETTINGS)}"


def refuse_unsafe(settings: Mapping[str, str]) -> None:
    """Raise StorageUnavailableError with a sentence on what has to be another way."""
    if int(settings["server_version_num"]) // 10_000 < VERSION_MIN:
        raise StorageUnavailableError(f"Parlour needs PostgreSQL {VERSION_MIN} or newer.")
    for setting in ("fsync", "full_page_writes"):
        if settings[setting] != "on":
            raise StorageUnavailableError(f"PostgreSQL's {setting} must be on: a power cut could lose stored games.")
    if settings["synchronous_commit"] not in ("on", "remote_apply"):
        raise StorageUnavailableError(
            "PostgreSQL's synchronous_commit must be on or remote_apply: a crash could lose stored games."
        )
    if settings["server_encoding"] != "UTF8":
        raise StorageUnavailableError("The PostgreSQL database must have the encoding UTF8.")
