"""Several nodes on one database: who is alive, whose each room is, and what nodes tell each other.

May import protocol, cluster.players, cluster.rooms, dispatching, hosting, limits, lobby, net, ops, players and room.
"""
