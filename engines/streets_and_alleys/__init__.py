"""Streets and Alleys: a solitaire with every card face up, alone or in a race. May import engines."""
