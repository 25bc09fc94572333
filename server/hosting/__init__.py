"""Rooms that run: their inboxes, the loop that decides, stores and shows, and hibernation."""
