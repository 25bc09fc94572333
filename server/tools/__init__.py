"""Programs beside the server: arena, solve, verify, review, backup, copy_store, prune, revoke.

May import engines, protocol, config, fairness, lobby, moderation, ops, players, room, storage and tools.offline.
"""
