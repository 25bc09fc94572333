"""Every adapter for PostgreSQL. The only place that imports psycopg. May import room and storage."""
