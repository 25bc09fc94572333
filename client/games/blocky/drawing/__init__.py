"""The drawings of a table of Blocky."""
