"""What nodes tell each other of their tables and of who looks for a game.

May import cluster, hosting, lobby, ops and room.
"""
