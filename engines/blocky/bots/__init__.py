"""The computer players of Blocky."""
