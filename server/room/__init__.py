"""A table as a value: its inputs, the pure step over them, replay, snapshots and what each player sees.

May import engines, protocol, limits and room.match.
"""
