"""Whose each room is, who is shown it, and how commands for it get there.

May import protocol, cluster, hosting, lobby, net, ops, players and room.
"""
