"""Who the players are, what they say, what they may ask, and how they have done. Imports nothing else of ours."""
