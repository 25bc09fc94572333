"""The connection, the player's identity, TLS trust, and why a link ended.

May import drawing, games, history, net.following, net.identity, state, tours and protocol.
"""
