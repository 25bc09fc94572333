"""The screen of a table.

May import commands, drawing, fullscreen.screens, fullscreen.ui, games, hosting, net, state and protocol.
"""
