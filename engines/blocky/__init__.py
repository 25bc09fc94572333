"""Blocky: turn, swap, smash and paint the blocks of one board. May import engines."""
