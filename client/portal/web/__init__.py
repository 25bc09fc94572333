"""The way in by a browser: one page with a terminal, its files, its buttons, and the websocket that carries it.

May import fullscreen, games and portal.
"""
