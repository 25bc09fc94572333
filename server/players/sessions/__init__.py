"""One signed-in client: signing in, its rate limits, and where each of its commands goes.

May import engines, protocol, limits, net, players.accounts and room.
"""
