"""Programs that play.

May import cli, commands, drawing, net, server_programs, settings, state, engines and protocol.
"""
