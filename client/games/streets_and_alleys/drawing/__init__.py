"""The drawings of a table of Streets and Alleys."""
