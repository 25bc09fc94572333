"""A portal: many visitors play in one process, by ssh or in a browser, each with an ordinary client of one server.

May import cli, fullscreen, history, hosting, linemode, net, portal.web, server_programs, settings, state, visitor
and protocol.
"""
