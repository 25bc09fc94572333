"""Games without a server: computers against each other, and a room for a bot.

May import engines, protocol, computers, lobby, players and room.
"""
