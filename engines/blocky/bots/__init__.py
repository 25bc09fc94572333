"""The computer players of Blocky. May import engines."""
