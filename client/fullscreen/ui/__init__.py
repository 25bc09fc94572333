"""The player's own side of the screen: keys, forms, typed text and alerts.

May import commands, drawing, games, history, hosting, state and protocol.
"""
