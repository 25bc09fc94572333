"""The lobby's screen."""
