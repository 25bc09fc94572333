"""Rooms that run: their inboxes, the loop that decides, stores and shows, and hibernation.

May import engines, protocol, computers, fairness, limits, net, ops, players and room.
"""
