"""Every adapter for SQLite. The only place that imports sqlite3.

May import players, room, storage and storage.sql.
"""
