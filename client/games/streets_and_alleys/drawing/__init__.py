"""The drawings of a table of Streets and Alleys. May import drawing, games and engines."""
