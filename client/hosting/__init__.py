"""A server of one's own: start it, open it to the network, invite others.

May import commands, net, server_programs, settings, state and protocol.
"""
