"""Every adapter for SQLite. The only place that imports sqlite3. May import protocol, players, room and storage."""
