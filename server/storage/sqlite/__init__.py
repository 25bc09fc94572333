"""Every adapter for SQLite. The only place that imports sqlite3.

May import protocol, moderation, players, room, storage and storage.sqlite.players.
"""
