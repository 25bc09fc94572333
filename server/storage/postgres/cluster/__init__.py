"""The nodes of a cluster in PostgreSQL: their rows and beats, whose each room is, and the bus between them.

May import cluster, players, room, storage, storage.postgres and storage.sql.
"""
