"""Topics: what an attacker once tried, tried again: each way in is a module, and `attacks` tries all of them."""
