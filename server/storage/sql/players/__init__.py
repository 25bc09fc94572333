"""What is stored of players beside their accounts: their names. May import players, room and storage."""
