"""The players who are connected at other nodes, as this one sees them.

May import protocol, cluster, dispatching, hosting, limits, lobby, net, players and room.
"""
