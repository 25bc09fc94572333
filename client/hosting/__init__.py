"""A server of one's own: start it, open it to the network, invite others."""
