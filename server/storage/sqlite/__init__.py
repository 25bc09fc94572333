"""Every adapter for SQLite. The only place that imports sqlite3."""
