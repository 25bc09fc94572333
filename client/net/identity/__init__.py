"""Who the player is on a server: a file with this machine's own key, and the phrase that a person writes down.

May import history, net and protocol.
"""
