"""The full-screen client: the app, its keys, screens and terminal. The only importer of prompt_toolkit.

May import commands, drawing, fullscreen.screens, fullscreen.terminal, fullscreen.ui, games, history, hosting, net,
settings, state, tours and protocol.
"""
