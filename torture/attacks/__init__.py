"""Topics: what an attacker tried, tried again: each way in is a module, and `attacks` tries all of them."""
