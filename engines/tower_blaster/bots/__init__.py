"""The computer players of Tower Blaster."""
