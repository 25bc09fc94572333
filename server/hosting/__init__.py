"""Rooms that run: their inboxes and turns, what decides, stores and shows, and hibernation.

May import engines, protocol, computers, fairness, limits, net, ops, players and room.
"""
