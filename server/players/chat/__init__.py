"""What people say in one place, and who hears it."""
