"""Several nodes on one database: who is alive, whose each room is, and what nodes tell each other.

Imports nothing else of ours.
"""
