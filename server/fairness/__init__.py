"""Transcripts of finished games, and the check that a game was dealt and played fairly.

May import engines, protocol, net, ops, players and room.
"""
