"""What whoever runs a server does about its players: bans, silences, reports, and the socket for asking for them.

May import protocol, hosting, limits, net, ops, players and room.
"""
