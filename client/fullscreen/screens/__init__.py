"""Pure drawings of the Store and the UiState.

May import commands, drawing, fullscreen.screens.lobby, fullscreen.screens.overlays, fullscreen.screens.table,
fullscreen.ui, games, history, hosting, net, settings, state and protocol.
"""
