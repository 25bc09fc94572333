"""Who a player is: names, tokens and accounts. May import protocol."""
