"""War: every card a duel, under three sets of rules. May import engines."""
