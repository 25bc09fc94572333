"""The solver of Streets and Alleys, and the computer players that use it. May import engines."""
