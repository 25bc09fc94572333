"""The terminal as the toolkit sees it: the application, its one window, mouse, bell and output.

May import drawing, fullscreen.ui, net and protocol.
"""
