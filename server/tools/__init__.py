"""Programs beside the server: arena, solve, verify, review, backup, revoke.

May import engines, protocol, app, config, fairness, lobby, ops, players, room, storage and tools.offline.
"""
