"""What those who follow a room are sent: its Tables, its talk, and what computers play and advise there.

May import engines, protocol, computers, hosting, net, players and room.
"""
