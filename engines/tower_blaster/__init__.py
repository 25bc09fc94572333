"""Tower Blaster: take a brick, throw one away, until the tower stands in order. May import engines."""
