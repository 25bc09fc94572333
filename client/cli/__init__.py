"""The command line: arguments, start-up, doctor and completion.

May import cli.doctor, cli.queries, commands, drawing, fullscreen, games, history, hosting, net, server_programs,
settings, state and protocol.
"""
