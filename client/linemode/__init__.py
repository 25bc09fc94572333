"""The client in lines of text: pure steps, and the shell around them.

May import commands, drawing, games, history, hosting, net, state and protocol.
"""
