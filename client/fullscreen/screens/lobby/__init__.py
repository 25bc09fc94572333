"""The lobby's screen. May import commands, drawing, fullscreen.screens, fullscreen.ui, net, state and protocol."""
