"""What opens over a screen: panels, rules, tours, the invitation, seeks.

May import commands, drawing, fullscreen.screens, fullscreen.ui, games, history, hosting, state and protocol.
"""
