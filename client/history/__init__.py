"""Finished games: stepping through, verifying and finding them.

May import drawing, history.saved, server_programs, state, engines and protocol.
"""
