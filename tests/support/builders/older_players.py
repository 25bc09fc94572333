"""Databases with players in them as older servers laid them out."""

from __future__ import annotations

import sqlite3
from collections.abc import Iterable
from contextlib import closing
from pathlib import Path

from server.players.accounts.tokens import digest
from server.storage.stores import DATABASE_NAME

OLDER = """
CREATE TABLE players (player INTEGER PRIMARY KEY, name TEXT NOT NULL, folded TEXT NOT NULL UNIQUE);
CREATE TABLE tokens (
    issued INTEGER PRIMARY KEY, player INTEGER NOT NULL, token BLOB NOT NULL UNIQUE, state TEXT NOT NULL
);
CREATE INDEX tokens_of ON tokens (player);
PRAGMA user_version = 2;
"""
"""The layout of version 2."""


def keep_players(folder: Path, names: Iterable[str]) -> None:
    """Store players as a server of version 2 did, numbered from 1; the token of each is their name."""
    with closing(sqlite3.connect(folder / DATABASE_NAME)) as older, older:
        older.executescript(OLDER)
        for player, name in enumerate(names, 1):
            older.execute("INSERT INTO players VALUES (?, ?, ?)", (player, name, name.casefold()))
            older.execute("INSERT INTO tokens VALUES (?, ?, ?, 'shown')", (player, player, digest(name)))
