"""What is stored in a database beside the journal, written once for every engine.

May import protocol, moderation, players, storage and storage.sql.players.
"""
