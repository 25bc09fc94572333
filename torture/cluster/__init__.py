"""Clusters of real node processes on a real PostgreSQL, of which nodes, the database and the ways between them fail."""
