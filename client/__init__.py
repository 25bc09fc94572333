"""What a person sees: the full screen, the line mode, the command line, and programs that play.

Imports nothing else of ours.
"""
