"""The nodes of a cluster in PostgreSQL: their rows and beats, whose each room is, and the bus between them.

Imports nothing else of ours.
"""
