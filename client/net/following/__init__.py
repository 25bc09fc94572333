"""What the player follows on the server, and how it is held on to when messages are missed or the line is lost.

May import net, state and protocol.
"""
