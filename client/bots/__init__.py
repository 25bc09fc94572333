"""Programs that play: `from client.bots import Bot` is how a program in Python begins.

May import cli, commands, drawing, net, server_programs, settings, state, engines and protocol.
"""

from client.bots.bot import Bot

__all__ = ["Bot"]
