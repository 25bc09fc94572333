"""The connection, the player's identity, TLS trust, and why a link ended."""
