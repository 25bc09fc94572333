"""The drawings of a table of Blocky. May import drawing, games and engines."""
