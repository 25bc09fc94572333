"""What a server's owner does about its players: bans, silences, reports, and the socket to ask for them.

May import protocol, hosting, limits, net, ops, players and room.
"""
