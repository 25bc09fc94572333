"""Parts of a table that games can share: a list of moves, a board of cells, and rectangles.

May import drawing, games and engines.
"""
