"""The lobby's screen.

May import commands, drawing, fullscreen.screens, fullscreen.ui, games, net, state and protocol.
"""
