"""Who a player is: names, tokens and accounts."""
