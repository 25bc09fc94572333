"""Computer players and hints, in worker processes that see Views only.

May import engines, protocol, ops and room.
"""
