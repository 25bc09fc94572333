"""A server on the player's own machine: how it is found, controlled and opened to the network.

May import protocol, config, net and ops.
"""
