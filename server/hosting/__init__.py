"""Rooms that run: their inboxes and turns, what decides, stores and shows, and hibernation.

May import protocol, computers, fairness, hosting.delivery, limits, net, ops, players and room.
"""
