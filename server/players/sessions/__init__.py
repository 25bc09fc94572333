"""One signed-in client: its rate limits, and where each of its commands goes.

May import engines, protocol, limits, net, players.accounts and room.
"""
