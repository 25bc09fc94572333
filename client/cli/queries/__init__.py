"""Programs that ask a server one question.

May import commands, drawing, history, linemode, net, state and protocol.
"""
