"""The list of tables, seeks and challenges, and pairing.

May import engines, protocol, computers, hosting, limits, net, ops, players and room.
"""
