"""Dispatches what connections send: signs players in, and hands each command to the part that carries it out.

May import protocol, fairness, hosting, limits, lobby, moderation, net, ops, players and room.
"""
