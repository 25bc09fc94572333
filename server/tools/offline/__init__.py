"""Games without a server: computers against each other, and a room for a bot."""
