"""Hosts the tables: rooms as pure values, the loop that runs them, and everything around it.

Imports nothing else of ours.
"""
