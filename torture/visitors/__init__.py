"""Visitors of a portal, with the programs that people have: OpenSSH and a browser."""
