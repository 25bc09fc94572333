"""What nodes tell each other of their tables and of who looks for a game.

May import protocol, cluster, hosting, lobby, ops, players and room.
"""
