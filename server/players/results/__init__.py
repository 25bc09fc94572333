"""Results of finished games: records, ratings, head-to-head scores and questions about them.

May import engines, protocol, ops, players.sessions and room.
"""
