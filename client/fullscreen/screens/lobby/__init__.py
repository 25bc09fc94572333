"""The lobby's screen. May import commands, drawing, fullscreen.screens, fullscreen.ui, games, state and protocol."""
