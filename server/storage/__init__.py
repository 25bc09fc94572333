"""Where everything is kept: in memory, or in a database with a folder for each kind.

May import cluster, moderation, players, room, storage.postgres, storage.sql and storage.sqlite.
"""
