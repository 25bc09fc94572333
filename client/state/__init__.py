"""What the client knows, as one frozen Store and the fold that grows it.

May import drawing, games, tours, engines and protocol.
"""
