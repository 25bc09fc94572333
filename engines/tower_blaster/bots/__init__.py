"""The computer players of Tower Blaster. May import engines."""
