"""Ways to cheat: each turns what is kept of an honest game into what would be kept of one that was not."""
