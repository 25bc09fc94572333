"""What a server takes for its rooms, in time, memory and disk."""
