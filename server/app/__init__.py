"""The server as a whole: its parts put together, run from the settings to a clean stop.

May import engines, protocol, cluster, computers, config, dispatching, hosting, lobby, moderation, net, ops, players,
private, room and storage.
"""
