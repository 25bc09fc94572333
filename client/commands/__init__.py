"""The command language: from typed text to an Action.

May import commands.verbs, drawing, games, state, tours, engines and protocol.
"""
